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
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/sparql"
	"github.com/askomop/askomop/vocab"
)

// house is a demo database with its vocabulary, asked in both languages.
type house struct {
	engine *duckdb.Engine
	coder  coding.Coder
	graph  *graph.Graph
	kept   map[coding.Entity]coding.ConceptSet
}

func newHouse(t testing.TB) *house {
	t.Helper()
	ctx := context.Background()
	dir := t.TempDir()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file}); err != nil {
		t.Fatal(err)
	}
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	words, err := vocab.Open(ctx, vocab.Options{DB: engine.Reader(), Dir: dir, Fingerprint: "demo"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { words.Close() })
	s, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	return &house{engine, coding.NewRules(words, coding.Options{}), graph.New(s, graph.Options{}), map[coding.Entity]coding.ConceptSet{}}
}

// Code implements coding.Coder; many questions name the same entities.
func (h *house) Code(ctx context.Context, e coding.Entity) (coding.ConceptSet, error) {
	if set, ok := h.kept[e]; ok {
		return set, nil
	}
	set, err := h.coder.Code(ctx, e)
	if err == nil {
		h.kept[e] = set
	}
	return set, err
}

// rows are the result of a template, sorted as text; numbers to four digits behind the point.
func (h *house) rows(template string) ([]string, error) {
	ctx := context.Background()
	sql, _, err := coding.CodeTemplate(ctx, h, template)
	if err != nil {
		return nil, err
	}
	table, err := h.engine.Query(ctx, sql, omop.Limit{Time: time.Minute, Rows: 1_000_000})
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

// unsaid are the columns of compiled SQL that SPARQL can't say: the spread of a mean, and what intervals are computed of.
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

// TestTheLibrarysQuestionsGiveTheSameByBothLanguages holds that SPARQL says what the compiled SQL says, wherever both say it.
func TestTheLibrarysQuestionsGiveTheSameByBothLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the library twice")
	}
	h := newHouse(t)
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
		if problem := h.compare(query, plan.SQL, q.Top != nil); problem != "" {
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

func (h *house) compare(query, sql string, top bool) string {
	q, err := h.graph.Translate(context.Background(), query)
	if err != nil {
		return err.Error()
	}
	want, err := h.rows(sql)
	if err != nil {
		return "the compiled SQL fails: " + err.Error()
	}
	got, err := h.rows(q.SQL)
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
