package synpuf

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/roworder"
	"github.com/askomop/askomop/omop/schema"
)

//go:embed sql/*.sql
var rules embed.FS

// steps are the rules of a sample in their order, with what a user is told.
var steps = []struct{ file, makes string }{
	{"stage", "reading"}, {"misplaced", "codes in the wrong field"}, {"people", "people"},
	{"periods", "observation periods"}, {"visits", "visits"},
	{"events", "conditions, procedures and drugs"}, {"costs", "costs"}, {"eras", "eras"},
}

// ids are the variables that hold the highest id of a table before a sample.
var ids = []struct{ variable, table, column string }{
	{"observation_periods", "observation_period", "observation_period_id"},
	{"payer_plan_periods", "payer_plan_period", "payer_plan_period_id"},
	{"visits", "visit_occurrence", "visit_occurrence_id"},
	{"conditions", "condition_occurrence", "condition_occurrence_id"},
	{"procedures", "procedure_occurrence", "procedure_occurrence_id"},
	{"measurements", "measurement", "measurement_id"},
	{"observations", "observation", "observation_id"},
	{"devices", "device_exposure", "device_exposure_id"},
	{"drugs", "drug_exposure", "drug_exposure_id"},
	{"costs", "cost", "cost_id"},
	{"condition_eras", "condition_era", "condition_era_id"},
	{"drug_eras", "drug_era", "drug_era_id"},
}

// run is one making of a database.
type run struct {
	Options
	folder      string // of what is unfinished
	files       []rawFile
	doubled     []string // files that are there twice
	samples     []int
	db          *sql.DB
	conn        *sql.Conn // temporary tables and variables belong to one connection
	done, total int
}

// begin looks at the files and opens the unfinished database.
func begin(ctx context.Context, o Options) (*run, error) {
	files, doubled, err := findFiles(o.Source)
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, files: files, doubled: doubled}
	if r.samples, err = choose(files, o.Samples); err != nil {
		return nil, err
	}
	for _, f := range files {
		if slices.Contains(r.samples, f.sample) {
			if err := f.checkHeader(); err != nil {
				return nil, err
			}
		}
	}
	if _, err := os.Stat(o.Vocabulary); err != nil {
		return nil, fmt.Errorf("the vocabulary: %w: make it with \"askomop vocab load\" from a download of Athena", err)
	}
	if r.folder, err = workFolder(o); err != nil {
		return nil, err
	}
	if err := r.open(ctx); err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// choose returns the samples to make: the wanted ones, or all.
func choose(files []rawFile, wanted []int) ([]int, error) {
	var there []int
	for _, f := range files {
		if !slices.Contains(there, f.sample) {
			there = append(there, f.sample)
		}
	}
	for _, w := range wanted {
		if !slices.Contains(there, w) {
			return nil, fmt.Errorf("there are no files of sample %d: there are those of %s", w, join(there))
		}
	}
	if len(wanted) == 0 {
		return there, nil
	}
	wanted = slices.Clone(wanted)
	slices.Sort(wanted)
	return slices.Compact(wanted), nil
}

func (r *run) open(ctx context.Context) error {
	connector, err := duckdb.NewConnector("", nil)
	if err != nil {
		return err
	}
	r.db = sql.OpenDB(connector)
	if r.conn, err = r.db.Conn(ctx); err != nil {
		return err
	}
	threads := r.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	for _, stmt := range []string{
		"SET autoinstall_known_extensions = false", "SET autoload_known_extensions = false",
		fmt.Sprintf("SET threads = %d", threads), fmt.Sprintf("SET memory_limit = '%dB'", r.Memory),
		"SET temp_directory = " + literal(filepath.Join(r.folder, "spill")),
		// The order of rows is asked for where it matters; to keep it everywhere takes memory.
		"SET preserve_insertion_order = false",
		"ATTACH " + literal(r.Vocabulary) + " AS words (READ_ONLY)",
		roworder.Attach(filepath.Join(r.folder, "cdm.duckdb"), "cdm"),
		"USE cdm",
	} {
		if _, err := r.conn.ExecContext(ctx, stmt); err != nil {
			return explainAttach(stmt, err)
		}
	}
	return nil
}

func explainAttach(stmt string, err error) error {
	switch {
	case strings.Contains(stmt, "words"):
		return fmt.Errorf("open the vocabulary: %w: make it with \"askomop vocab load\"", err)
	case strings.Contains(err.Error(), "Conflicting lock"):
		return fmt.Errorf("another process makes this database now: wait for it, or name another target (%w)", err)
	}
	return err
}

// all makes what is not made yet.
func (r *run) all(ctx context.Context) (*Report, error) {
	report := &Report{Target: r.Target, Samples: r.samples, Doubled: r.doubled}
	finished, err := r.prepare(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range r.samples {
		report.Missing = append(report.Missing, missing(r.files, s)...)
		if slices.Contains(finished, s) {
			report.Resumed = append(report.Resumed, s)
		}
	}
	r.total = 1 + (len(r.samples)-len(report.Resumed))*len(steps)
	for _, s := range r.samples {
		if slices.Contains(finished, s) {
			continue
		}
		if err := r.sample(ctx, s); err != nil {
			return nil, fmt.Errorf("sample %d: %w", s, err)
		}
	}
	r.tell("counting")
	if err := r.step(ctx, "source"); err != nil {
		return nil, err
	}
	return report, r.count(ctx, report)
}

// prepare makes the tables, the vocabulary and the maps, or finds them made, and returns the samples that are done.
func (r *run) prepare(ctx context.Context) ([]int, error) {
	fingerprint, err := r.fingerprint(ctx)
	if err != nil {
		return nil, err
	}
	if had, err := r.texts(ctx, "SELECT fingerprint FROM synpuf_begun"); err == nil && len(had) > 0 {
		if had[0] != fingerprint {
			return nil, fmt.Errorf("an unfinished database is there that was begun with another vocabulary: begin anew, or give the vocabulary %s", had[0])
		}
		var done []int
		rows, err := r.texts(ctx, "SELECT sample FROM synpuf_sample ORDER BY sample")
		for _, row := range rows {
			var n int
			if _, err := fmt.Sscan(row, &n); err != nil {
				return nil, err
			}
			if !slices.Contains(r.samples, n) {
				return nil, fmt.Errorf("an unfinished database is there that has sample %d already: ask for that one too, or begin anew", n)
			}
			done = append(done, n)
		}
		if err != nil {
			return nil, err
		}
		return done, r.step(ctx, "macros")
	}
	r.total = 1
	r.tell("vocabulary")
	return nil, r.inTransaction(ctx, func() error {
		if err := r.tables(ctx); err != nil {
			return err
		}
		for _, s := range []string{"constants", "map", "ingredients", "macros"} {
			if err := r.step(ctx, s); err != nil {
				return err
			}
		}
		return r.exec(ctx, "CREATE TABLE synpuf_begun AS SELECT "+literal(fingerprint)+" AS fingerprint")
	})
}

// fingerprint names the vocabulary, to tell whether a run goes on with the one it began with.
func (r *run) fingerprint(ctx context.Context) (string, error) {
	for _, t := range []string{"concept", "concept_relationship"} {
		if n, err := r.texts(ctx,
			"SELECT table_name FROM duckdb_tables() WHERE database_name = 'words' AND table_name = "+literal(t)); err != nil || len(n) == 0 {
			return "", errors.Join(err,
				fmt.Errorf("%s has no table %s: a vocabulary is needed, made with \"askomop vocab load\"", r.Vocabulary,
					t))
		}
	}
	out, err := r.texts(ctx,
		"SELECT printf('of %d concepts and %d relationships', (SELECT count(*) FROM words.concept), (SELECT count(*) FROM words.concept_relationship))")
	if err != nil {
		return "", err
	}
	return out[0], nil
}

// tables creates the CDM's tables and fills those of the vocabulary.
func (r *run) tables(ctx context.Context) error {
	cdm, err := schema.For("5.4")
	if err != nil {
		return err
	}
	for _, t := range cdm.Tables {
		if err := r.exec(ctx, t.DDL()); err != nil {
			return err
		}
		names := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			names[i] = literal(c.Name)
		}
		have, err := r.texts(ctx,
			"SELECT column_name FROM duckdb_columns() WHERE database_name = 'words' AND table_name = "+literal(t.Name)+
				" AND column_name IN ("+strings.Join(names, ", ")+") ORDER BY column_index")
		if err != nil {
			return err
		}
		if !vocabularyTable(t.Name) || len(have) == 0 {
			continue
		}
		for i, h := range have {
			have[i] = schema.Quote(h)
		}
		if err := r.exec(ctx, fmt.Sprintf("INSERT INTO %s BY NAME SELECT %s FROM words.%s", t.Name,
			strings.Join(have, ", "), t.Name)); err != nil {
			return fmt.Errorf("copy the vocabulary's %s: %w", t.Name, err)
		}
	}
	return nil
}

func vocabularyTable(name string) bool {
	return slices.Contains([]string{"concept", "vocabulary", "domain", "concept_class", "concept_relationship",
		"relationship",
		"concept_synonym", "concept_ancestor", "drug_strength"}, name)
}

// sample makes one sample, wholly or not at all.
func (r *run) sample(ctx context.Context, number int) error {
	raw := filepath.Join(r.folder, "raw")
	if err := r.nameFiles(ctx, number, raw); err != nil {
		return err
	}
	err := r.inTransaction(ctx, func() error {
		if err := r.exec(ctx, fmt.Sprintf("SET VARIABLE keep_procedures = %t", r.KeepProcedures)); err != nil {
			return err
		}
		for _, id := range ids {
			if err := r.exec(ctx, fmt.Sprintf("SET VARIABLE %s = (SELECT coalesce(max(%s), 0) FROM %s)", id.variable,
				id.column, id.table)); err != nil {
				return err
			}
		}
		for _, s := range steps {
			r.tell(fmt.Sprintf("sample %d: %s", number, s.makes))
			if err := r.step(ctx, s.file); err != nil {
				return err
			}
			r.done++
		}
		return r.exec(ctx, fmt.Sprintf("INSERT INTO synpuf_sample SELECT %d, count(*) FROM member", number))
	})
	if err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(raw), os.MkdirAll(raw, 0o700))
}

// nameFiles sets the variables that name the sample's files. A kind that is missing is a file with a header alone.
func (r *run) nameFiles(ctx context.Context, sample int, folder string) error {
	for _, k := range kinds {
		var paths []string
		for _, f := range r.files {
			if f.sample != sample || f.kind != k {
				continue
			}
			r.tell(fmt.Sprintf("sample %d: %s", sample, strings.ReplaceAll(string(k), "_", " ")))
			p, err := f.unpack(ctx, folder)
			if err != nil {
				return err
			}
			paths = append(paths, literal(p))
		}
		if len(paths) == 0 {
			none := filepath.Join(folder, "no_"+string(k)+".csv")
			if err := os.WriteFile(none, []byte(strings.Join(k.columns(), ",")+"\n"), 0o600); err != nil {
				return err
			}
			paths = append(paths, literal(none))
		}
		if err := r.exec(ctx, fmt.Sprintf("SET VARIABLE %s = [%s]", k, strings.Join(paths, ", "))); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) inTransaction(ctx context.Context, do func() error) error {
	if err := r.exec(ctx, "BEGIN"); err != nil {
		return err
	}
	if err := do(); err != nil {
		_, rollback := r.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		return errors.Join(err, rollback)
	}
	return r.exec(ctx, "COMMIT")
}

// step runs a file of rules, a statement after the other: the last word on an error is which.
func (r *run) step(ctx context.Context, file string) error {
	text, err := rules.ReadFile("sql/" + file + ".sql")
	if err != nil {
		return err
	}
	began := time.Now()
	if err := r.exec(ctx, string(text)); err != nil {
		return fmt.Errorf("%s.sql: %w", file, err)
	}
	r.Logger.Debug("rules", "file", file, "took", time.Since(began))
	return nil
}

func (r *run) exec(ctx context.Context, text string) error {
	_, err := r.conn.ExecContext(ctx, text)
	return err
}

func (r *run) texts(ctx context.Context, query string) ([]string, error) {
	rows, err := r.conn.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

func (r *run) tell(what string) {
	if r.Progress != nil {
		r.Progress(r.done, r.total, what)
	}
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func join(numbers []int) string {
	out := make([]string, len(numbers))
	for i, n := range numbers {
		out[i] = fmt.Sprint(n)
	}
	return strings.Join(out, ", ")
}
