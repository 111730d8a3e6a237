package check_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

// What the page says that a wrong statement makes of a handful of records is what DuckDB makes of them.
func TestTheExamplesSayWhatTheStatementsGive(t *testing.T) {
	examples, err := check.Examples()
	if err != nil {
		t.Fatal(err)
	}
	shown, none := 0, 0
	for _, r := range check.Rules() {
		e, ok := examples[r.ID]
		if !ok {
			t.Errorf("%s has no example, and no word why", r.ID)
			continue
		}
		if e.None != "" {
			none++
			continue
		}
		shown++
		t.Run(r.ID, func(t *testing.T) {
			if e.Wrong == e.Right {
				t.Errorf("both statements say %q, which shows nothing", e.Wrong)
			}
			w := newWorld(t, e)
			if got := w.run(r.Wrong); got != e.Wrong {
				t.Errorf("the wrong statement gives %q, the page says %q", got, e.Wrong)
			}
			if got := w.run(r.Right); got != e.Right {
				t.Errorf("the right statement gives %q, the page says %q", got, e.Right)
			}
		})
	}
	if shown+none != len(examples) {
		t.Errorf("%d of %d examples belong to a rule", shown+none, len(examples))
	}
	if none > 4 {
		t.Errorf("%d rules show no number", none)
	}
}

// world is a database that holds an example's records.
type world struct {
	t   *testing.T
	db  *sql.DB
	ids map[string]int // of concepts that are written by name
	ex  check.Example
}

func newWorld(t *testing.T, e check.Example) *world {
	w := &world{t: t, db: sqltreetest.NewParser(t).DB, ids: map[string]int{}, ex: e}
	for _, table := range cdm(t, "5.4").Tables {
		w.exec(table.DDL())
	}
	for _, table := range e.Tables {
		for _, row := range table.Rows {
			w.insert(table, row)
		}
	}
	return w
}

func (w *world) insert(table check.ExampleTable, row []string) {
	of, ok := cdm(w.t, "5.4").Table(table.Name)
	if !ok {
		w.t.Fatalf("no table %s", table.Name)
	}
	var values []string
	for i, cell := range row {
		column, ok := of.Column(table.Columns[i])
		switch {
		case !ok:
			w.t.Fatalf("no column %s.%s", table.Name, table.Columns[i])
		case cell == "":
			values = append(values, "NULL")
		case strings.HasSuffix(column.Name, "concept_id"):
			values = append(values, strconv.Itoa(w.concept(cell)))
		default:
			values = append(values, "'"+strings.ReplaceAll(cell, "'", "''")+"'")
		}
	}
	w.exec("INSERT INTO " + schema.Quote(table.Name) + " (" + strings.Join(table.Columns, ", ") + ") VALUES (" + strings.Join(values, ", ") + ")")
}

// concept is the id that a cell stands for: a number itself, a name one of its own.
func (w *world) concept(name string) int {
	if id, err := strconv.Atoi(name); err == nil {
		return id
	}
	name = strings.ReplaceAll(name, "_", " ")
	if w.ids[name] == 0 {
		w.ids[name] = 2_000_000_001 + len(w.ids) // above 2 billion are ids of a site's own
	}
	return w.ids[name]
}

func (w *world) exec(text string) {
	w.t.Helper()
	if _, err := w.db.ExecContext(w.t.Context(), text); err != nil {
		w.t.Fatalf("%v\n%s", err, text)
	}
}

// run gives a statement's result as an example writes it.
func (w *world) run(text string) string {
	w.t.Helper()
	text, err := sqltree.Render(text, func(p sqltree.Placeholder) (string, error) {
		name := strings.TrimSpace(p.Text)
		var ids []string
		for _, member := range w.ex.Sets[name] {
			ids = append(ids, strconv.Itoa(w.concept(member)))
		}
		if len(ids) == 0 {
			ids = []string{strconv.Itoa(w.concept(name))}
		}
		return strings.Join(ids, ", "), nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	rows, err := w.db.QueryContext(w.t.Context(), text)
	if err != nil {
		return "fails"
	}
	defer func() {
		if err := rows.Close(); err != nil {
			w.t.Error(err)
		}
	}()
	var out []string
	for rows.Next() {
		out = append(out, w.row(rows))
	}
	if rows.Err() != nil {
		return "fails"
	}
	if len(out) == 0 {
		return "nothing"
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

func (w *world) row(rows *sql.Rows) string {
	names, err := rows.Columns()
	if err != nil {
		w.t.Fatal(err)
	}
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	if err := rows.Scan(values...); err != nil {
		w.t.Fatal(err)
	}
	var cells []string
	for _, v := range values {
		switch x := (*(v.(*any))).(type) {
		case float64:
			cells = append(cells, strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", x), "0"), "."))
		default:
			cells = append(cells, fmt.Sprint(x))
		}
	}
	return strings.Join(cells, ", ")
}
