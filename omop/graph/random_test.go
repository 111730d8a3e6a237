package graph

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/sparql"
	"github.com/askomop/askomop/omop/study/studytest"
)

// TestRandomStudyQuestionsAgreeWithOxigraph writes random questions as SPARQL, asks them of small random databases by SQL and of Oxigraph, and
// compares them with what package compile makes of the question, too. ASKOMOP_RANDOM is how many are asked, ASKOMOP_SEED where they begin.
func TestRandomStudyQuestionsAgreeWithOxigraph(t *testing.T) {
	number, seed := 500, uint64(1)
	if testing.Short() {
		number = 100
	}
	if n, err := strconv.Atoi(os.Getenv("ASKOMOP_RANDOM")); err == nil {
		number = n
	}
	if n, err := strconv.ParseUint(os.Getenv("ASKOMOP_SEED"), 10, 64); err == nil {
		seed = n
	}
	var w *witness
	asked, tried, witnessed, broken := 0, 0, 0, 0
	for ; asked < number && tried < 10*number; tried++ {
		r := rand.New(rand.NewPCG(seed, uint64(tried)))
		if tried%100 == 0 {
			w = newWitness(t, worldFile(t, studytest.NewWorld(r, 30)), "5.4")
		}
		q := studytest.NewQuestion(r)
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			continue
		}
		template, err := sparql.Write(q)
		var no *sparql.Unsupported
		if errors.As(err, &no) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		asked++
		query := named(t, template, "concept:")
		if !strings.Contains(query, `/ "P1D"`) && !strings.Contains(query, "yearMonthDuration") { // Oxigraph divides no durations, and adds no months to dates
			if difference := w.compare(query); difference != "" {
				t.Errorf("seed %d, question %d: %s", seed, tried, difference)
			}
			witnessed++
		}
		difference := w.compareSQL(query, named(t, plan.SQL, ""))
		if strings.HasPrefix(difference, "INTERNAL Error: Failed to bind column reference") { // a fault of DuckDB's planner, after which the database is of no use
			broken++
			w = newWitness(t, worldFile(t, studytest.NewWorld(r, 30)), "5.4")
			continue
		}
		if difference != "" && q.Top == nil {
			t.Errorf("seed %d, question %d: %s\n%s", seed, tried, difference, plan.SQL)
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d questions asked, of %d; %d of Oxigraph, too; DuckDB broke down over %d", asked, tried, witnessed, broken)
	if 200*broken > asked {
		t.Errorf("DuckDB breaks down over %d of %d questions", broken, asked)
	}
	if asked < number && !t.Failed() {
		t.Errorf("only %d of %d questions can be written as SPARQL", asked, tried)
	}
}

// named puts the ids of the world's concepts in place of their names.
func named(t *testing.T, template, prefix string) string {
	t.Helper()
	text, err := sqltree.Render(template, func(p sqltree.Placeholder) (string, error) {
		id, ok := studytest.Names[study.Domain(p.Domain)][p.Text]
		if !ok {
			return "", fmt.Errorf("no %s is named %q", p.Domain, p.Text)
		}
		return prefix + strconv.FormatInt(id, 10), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// worldFile is a world as a database.
func worldFile(t *testing.T, w *studytest.World) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "world.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	model, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	var statements []string
	for _, table := range model.Tables {
		statements = append(statements, table.DDL())
	}
	names := map[int64]string{8532: "FEMALE", 8507: "MALE", 8527: "White", 8516: "Black", 38003563: "Hispanic", 38003564: "Not Hispanic"}
	for _, domain := range studytest.Names {
		for name, id := range domain {
			names[id] = name
		}
	}
	for id, name := range names {
		statements = append(statements, fmt.Sprintf("INSERT INTO concept (concept_id, concept_name) VALUES (%d, '%s')", id, name))
	}
	for _, s := range append(statements, w.SQL()...) {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// unsaid are the columns of compiled SQL that SPARQL can't say.
var unsaid = []string{"sd", "number_of_values", "exact_mean", "exact_sd", "person_days"}

// compareSQL reports where a query gives other rows than SQL does. Numbers are compared to one digit behind the point, as averages are rounded.
func (w *witness) compareSQL(query, text string) string {
	ctx := context.Background()
	q, err := w.graph.Translate(ctx, query)
	if err != nil {
		return err.Error()
	}
	var both [2][]string
	for i, statement := range []string{q.SQL, text} {
		table, err := w.engine.Query(ctx, statement, omop.Limit{})
		if err != nil {
			return err.Error()
		}
		for _, row := range table.Rows {
			var cells []string
			for k, c := range row {
				if slices.Contains(unsaid, table.Columns[k].Name) {
					continue
				}
				cells = append(cells, fmt.Sprint(c))
				k = len(cells) - 1
				if f, err := strconv.ParseFloat(cells[k], 64); err == nil {
					cells[k] = strconv.FormatFloat(f, 'f', 1, 64)
				}
			}
			both[i] = append(both[i], strings.Join(cells, " | "))
		}
		slices.Sort(both[i])
	}
	if nobody := len(both[0]) == 0 && len(both[1]) == 1 && strings.Contains(both[1][0], "<nil>"); nobody || slices.Equal(both[0], both[1]) {
		return ""
	}
	return fmt.Sprintf("%s\n%s\nSPARQL gives %q\nand the compiled SQL %q", query, q.SQL, both[0], both[1])
}
