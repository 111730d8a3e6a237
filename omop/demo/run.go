package demo

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/roworder"
	"github.com/askomop/askomop/omop/schema"
)

// stages is the number of stages of chronic disease in model/diseases.tsv.
const stages = 6

// step is a file of sql/ and what a user is told it makes.
type step struct{ file, makes string }

// run is one making of the database. After the first error its methods do nothing.
type run struct {
	ctx         context.Context
	conn        *sql.Conn
	opts        Options
	done, total int
	err         error
}

// all makes everything: once what all people share, then the people, batch by batch.
func (r *run) all() {
	once := []step{{"macros", "tables"}, {"vocabulary", "vocabulary"}, {"model", "providers"}}
	batch := []step{
		{"people", "people"}, {"chronic", "diseases"}, {"events", "events"}, {"person_tables", "people"},
		{"care", "visits"},
		{"conditions", "conditions"}, {"drugs", "drugs"}, {"findings", "measurements"}, {"costs", "costs"},
		{"eras", "eras"},
	}
	last := step{"source", "summary"}
	batches := (r.opts.Persons + r.opts.batch - 1) / r.opts.batch
	r.total = len(once) + batches*len(batch) + 1
	if batches > 1 {
		r.total += batches // to merge them takes about a tenth of making them
	}

	r.tables()
	r.lists()
	r.exec("seed", fmt.Sprintf("SET VARIABLE seed = %d::UBIGINT", r.opts.Seed))
	r.set("persons", r.opts.Persons)
	r.exec("version", "SET VARIABLE version = "+literal(Version))
	for _, s := range once {
		r.step(s)
	}
	for first := 1; first <= r.opts.Persons; first += r.opts.batch {
		r.set("first_person", first)
		r.set("last_person", min(first+r.opts.batch-1, r.opts.Persons))
		r.count()
		for _, s := range batch {
			r.step(s)
		}
	}
	r.step(last)
	if r.err == nil && r.opts.Progress != nil && batches == 1 {
		r.opts.Progress(r.total, r.total, "done")
	}
}

// merge writes the database at path, in the order of all rows, from batches that are in order each for itself.
func (r *run) merge(path string) {
	cdm, err := schema.For("5.4")
	if err != nil {
		r.fail(err)
		return
	}
	r.exec("merge", roworder.Attach(path, "merged"))
	r.exec("merge", "USE merged")
	r.tables()
	if r.err == nil {
		r.err = roworder.Copy(r.ctx, r.conn, "demo", "merged", cdm.Tables, func(table string, _, _ int64) {
			if r.opts.Progress != nil {
				r.opts.Progress(r.done, r.total, "order of "+table)
			}
		})
	}
	r.done = r.total
	r.exec("merge", "USE memory")
	r.exec("merge", "DETACH merged")
	if r.err == nil && r.opts.Progress != nil {
		r.opts.Progress(r.total, r.total, "done")
	}
}

// tables creates every table of the CDM in the database that is in use, empty ones too.
func (r *run) tables() {
	cdm, err := schema.For("5.4")
	if err != nil {
		r.fail(err)
		return
	}
	var ddl strings.Builder
	for _, t := range cdm.Tables {
		ddl.WriteString(t.DDL() + ";\n")
	}
	r.exec("tables", ddl.String())
}

// count notes in variables the highest id so far of each table, so that ids go on from
// batch to batch.
func (r *run) count() {
	for _, c := range []struct{ variable, table, id string }{
		{"visits", "visit_occurrence", "visit_occurrence_id"},
		{"conditions", "condition_occurrence", "condition_occurrence_id"},
		{"procedures", "procedure_occurrence", "procedure_occurrence_id"},
		{"drugs", "drug_exposure", "drug_exposure_id"},
		{"measurements", "measurement", "measurement_id"},
		{"observations", "observation", "observation_id"},
		{"devices", "device_exposure", "device_exposure_id"},
		{"costs", "cost", "cost_id"},
		{"drug_eras", "drug_era", "drug_era_id"},
		{"condition_eras", "condition_era", "condition_era_id"},
	} {
		r.exec("count "+c.table, fmt.Sprintf("SET VARIABLE %s = (SELECT coalesce(max(%s), 0) FROM %s)", c.variable,
			c.id, c.table))
	}
}

// step runs one file of sql/; the stages of chronic disease are one file, run for each.
func (r *run) step(s step) {
	if r.err != nil {
		return
	}
	if r.opts.Progress != nil {
		r.opts.Progress(r.done, r.total, s.makes)
	}
	text, err := files.ReadFile("sql/" + s.file + ".sql")
	if err != nil {
		r.fail(err)
		return
	}
	times := 1
	if s.file == "chronic" {
		times = stages
	}
	for i := range times {
		r.set("stage", i+1)
		r.exec(s.file+".sql", string(text))
	}
	r.done++
}

func (r *run) set(variable string, value int) {
	r.exec(variable, fmt.Sprintf("SET VARIABLE %s = %d::BIGINT", variable, value))
}

// exec runs SQL; what says in an error where it comes from.
func (r *run) exec(what, text string, args ...any) {
	if r.err == nil {
		r.err = r.ctx.Err()
	}
	if r.err != nil {
		return
	}
	if _, err := r.conn.ExecContext(r.ctx, text, args...); err != nil {
		r.err = fmt.Errorf("%s: %w", what, err)
	}
}

func (r *run) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// literal writes a string so that SQL takes it as it is.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
