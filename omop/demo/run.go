package demo

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// run is one making of the database. After the first error its methods do nothing.
type run struct {
	ctx  context.Context
	conn *sql.Conn
	opts Options
	done int
	err  error
}

// The steps, each a file of sql/: once, and then for every batch of people.
var (
	onceSteps  = []step{{"macros", ""}, {"vocabulary", "vocabulary"}, {"model", "providers"}}
	batchSteps = []step{
		{"people", "people"}, {"chronic", "diseases"}, {"events", "events"}, {"person_tables", "people"}, {"care", "visits"},
		{"conditions", "conditions"}, {"drugs", "drugs"}, {"findings", "measurements"}, {"costs", "costs"}, {"eras", "eras"},
	}
)

// step is a file of sql/ and what a user is told it is about.
type step struct{ file, what string }

// stages is the number of stages of chronic disease in model/diseases.tsv.
const stages = 6

// counters are the variables that hold the highest id so far of a table, so that ids go
// on from batch to batch.
var counters = map[string]string{
	"visits": "visit_occurrence.visit_occurrence_id", "conditions": "condition_occurrence.condition_occurrence_id",
	"procedures": "procedure_occurrence.procedure_occurrence_id", "drugs": "drug_exposure.drug_exposure_id",
	"measurements": "measurement.measurement_id", "observations": "observation.observation_id",
	"devices": "device_exposure.device_exposure_id", "costs": "cost.cost_id",
	"drug_eras": "drug_era.drug_era_id", "condition_eras": "condition_era.condition_era_id",
}

func (r *run) all() {
	batches := (r.opts.Persons + batchPersons - 1) / batchPersons
	total := len(onceSteps) + batches*len(batchSteps) + 1

	r.tables()
	r.lists()
	r.exec(fmt.Sprintf("SET VARIABLE seed = %d::UBIGINT", r.opts.Seed))
	r.set("persons", r.opts.Persons)
	r.exec("SET VARIABLE version = " + literal(Version))
	for _, s := range onceSteps {
		r.step(s, total)
	}
	for first := 1; first <= r.opts.Persons; first += batchPersons {
		r.set("first_person", first)
		r.set("last_person", min(first+batchPersons-1, r.opts.Persons))
		r.count()
		for _, s := range batchSteps {
			r.step(s, total)
		}
	}
	r.step(step{"source", "summary"}, total)
	if r.err == nil && r.opts.Progress != nil {
		r.opts.Progress(total, total, "done")
	}
}

// tables creates every table of the CDM, empty ones too.
func (r *run) tables() {
	cdm, err := schema.For("5.4")
	if err != nil {
		r.err = err
		return
	}
	var ddl strings.Builder
	for _, t := range cdm.Tables {
		ddl.WriteString(t.DDL() + ";\n")
	}
	r.exec(ddl.String())
}

// count notes where the ids of the next batch begin.
func (r *run) count() {
	for variable, column := range counters {
		table, id, _ := strings.Cut(column, ".")
		r.exec(fmt.Sprintf("SET VARIABLE %s = (SELECT coalesce(max(%s), 0) FROM %s)", variable, id, table))
	}
}

func (r *run) step(s step, total int) {
	if r.err != nil {
		return
	}
	if r.opts.Progress != nil && s.what != "" {
		r.opts.Progress(r.done, total, s.what)
	}
	text, err := files.ReadFile("sql/" + s.file + ".sql")
	if err != nil {
		r.err = err
		return
	}
	if s.file == "chronic" {
		for stage := 1; stage <= stages; stage++ {
			r.set("stage", stage)
			r.exec(string(text))
		}
	} else {
		r.exec(string(text))
	}
	if r.err != nil {
		r.err = fmt.Errorf("%s: %w", s.file, r.err)
	}
	r.done++
}

func (r *run) set(variable string, value int) {
	r.exec(fmt.Sprintf("SET VARIABLE %s = %d::BIGINT", variable, value))
}

func (r *run) exec(text string, args ...any) {
	if r.err != nil {
		return
	}
	if r.err = r.ctx.Err(); r.err != nil {
		return
	}
	_, r.err = r.conn.ExecContext(r.ctx, text, args...)
}

// literal writes a string so that SQL takes it as it is.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
