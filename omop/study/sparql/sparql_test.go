package sparql_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/graph"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/sparql"
)

// both asks a demo database in SQL and in SPARQL.
type both struct {
	*demodb.Database
	graph *graph.Graph
}

func newBoth(t testing.TB) both {
	t.Helper()
	s, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	return both{demodb.Demo(t), graph.New(s, graph.Options{})}
}

// rows are the result of a template, sorted as text; numbers to four digits behind the point.
func (db both) rows(template string) ([]string, error) {
	table, err := db.Run(context.Background(), template)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, row := range table.Rows {
		var taken []any
		for i, c := range row {
			if !slices.Contains(unsaid, table.Columns[i].Name) {
				taken = append(taken, c)
			}
		}
		cells := make([]string, len(taken))
		for i, c := range taken {
			switch c := c.(type) {
			case float64:
				cells[i] = strconv.FormatFloat(c, 'f', 2, 64)
			case int64:
				cells[i] = strconv.FormatFloat(float64(c), 'f', 2, 64)
			default:
				cells[i] = fmt.Sprint(c)
			}
		}
		out = append(out, strings.Join(cells, " | "))
	}
	slices.Sort(out)
	return out, nil
}

// unsaid are the columns of compiled SQL that SPARQL can't say: the spread of a mean, and what intervals are computed
// of.
var unsaid = []string{"sd", "number_of_values", "exact_mean", "exact_sd", "person_days"}

// questions are those of the library's pairs, as package compile has them.
func questions(t testing.TB) map[string]*study.Question {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "compile", "testdata", "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all := map[string]*study.Question{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p struct {
			ID       string
			Question json.RawMessage
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if all[p.ID], err = study.Parse(p.Question); err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
	}
	return all
}

// TestTheLibrarysQuestionsGiveTheSameByBothLanguages holds that SPARQL says what the compiled SQL says, wherever both
// say it.
func TestTheLibrarysQuestionsGiveTheSameByBothLanguages(t *testing.T) {
	needs.Time(t, "runs the library twice")
	db := newBoth(t)
	same, refused := 0, map[string]int{}
	for id, q := range questions(t) {
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			continue
		}
		query, err := sparql.Write(q)
		var unsupported *sparql.Unsupported
		if errors.As(err, &unsupported) {
			refused[unsupported.Why]++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		if problem := db.compare(query, plan.SQL, q.Top != nil); problem != "" {
			t.Errorf("%s: %s\n%s", id, problem, query)
			continue
		}
		same++
	}
	t.Logf("%d questions give the same; refused: %v", same, refused)
	if same < 490 {
		t.Errorf("only %d questions can be compared", same)
	}
}

func (db both) compare(query, sql string, top bool) string {
	q, err := db.graph.Translate(context.Background(), query)
	if err != nil {
		return err.Error()
	}
	want, err := db.rows(sql)
	if err != nil {
		return "the compiled SQL fails: " + err.Error()
	}
	got, err := db.rows(q.SQL)
	if err != nil {
		return err.Error() + "\n" + q.SQL
	}
	if top { // which of those with the same number comes last is not the question
		got, want = got[:min(1, len(got))], want[:min(1, len(want))]
	}
	if !slices.Equal(got, want) {
		return fmt.Sprintf("SPARQL gives %d rows, SQL %d: %q and %q", len(got), len(want), first(got, want), first(want, got))
	}
	return ""
}

// first is the first row that the other lacks.
func first(rows, other []string) string {
	for _, r := range rows {
		if !slices.Contains(other, r) {
			return r
		}
	}
	return ""
}
