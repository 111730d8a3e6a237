package eval

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/eval/foreign"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// metforminSet is a set of one case of each kind.
func metforminSet() []foreign.Case {
	return []foreign.Case{
		{ID: "7", Question: "How many took metformin?", Paraphrases: []string{"Metformin users?"}, Topic: "drugs", Answerable: true, Source: "a.csv:2",
			Template: "SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin])",
			SQL:      "SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN (5, 3)"},
		{ID: "8", Question: "How many had gout?", Answerable: true, Source: "a.csv:3", SQL: "SELECT COUNT(*) FROM condition_occurrence WHERE condition_concept_id = 9"},
		{ID: "9", Question: "Who is best?", Paraphrases: []string{"Which one is best?"}, Source: "a.csv:4"},
		{ID: "10", Question: "Which colour?", Answerable: true, SQL: "SELECT colour FROM person", Problems: []string{"no column colour"}, Source: "a.csv:5"},
	}
}

func TestCasesOfASet(t *testing.T) {
	cases, pairs, left := SetCases(metforminSet())
	var ids []string
	for _, c := range cases {
		ids = append(ids, c.ID+" "+c.Kind)
	}
	if want := []string{"7/0 question", "7/1 paraphrase", "8/0 question", "9/0 refusal", "9/1 refusal"}; !slices.Equal(ids, want) {
		t.Fatalf("cases %v, want %v", ids, want)
	}
	first := cases[0]
	if first.Topic != "drugs" || first.IDSQL == "" || !reflect.DeepEqual(first.Given, []Coded{{"drug", "metformin", []int64{3, 5}}}) || first.Entities[0].Start != 14 {
		t.Errorf("%+v", first)
	}
	if c := cases[2]; c.SQL == "" || c.IDSQL != "" || c.Given != nil || c.PairID != "8" {
		t.Errorf("%+v", c)
	}
	if c := cases[3]; c.Answerable() || c.Reason != Unanswerable {
		t.Errorf("%+v", c)
	}
	if len(pairs) != 1 || pairs[0].ID != "7" || len(pairs[0].Paraphrases) != 1 {
		t.Errorf("pairs %+v, want the one with a template", pairs)
	}
	if want := []LeftOut{{"10", "Which colour?", "a.csv:5", []string{"no column colour"}}}; !reflect.DeepEqual(left, want) {
		t.Errorf("left out %+v, want %+v", left, want)
	}
}

func TestPairsThatAskTheSameAreLeftOutToo(t *testing.T) {
	cases, pairs, _ := SetCases(metforminSet())
	library := []rag.Pair{{ID: "users", Question: "Metformin  users", Paraphrases: []string{"x"}}, {ID: "gout", Question: "How many had GOUT?"}, {ID: "other", Question: "Who?"}}
	MeetExamples(cases, library)
	for i, want := range [][]string{{"users"}, {"users"}, {"gout"}, nil, nil} {
		if !slices.Equal(cases[i].Twins, want) || cases[i].Absent != (i < 3) {
			t.Errorf("%s: twins %v, absent %t; want %v", cases[i].ID, cases[i].Twins, cases[i].Absent, want)
		}
	}
	cases, _, _ = SetCases(metforminSet())
	MeetExamples(cases, pairs)
	if cases[0].Absent || !cases[2].Absent || cases[0].Twins != nil {
		t.Errorf("with its own pair among the examples: %+v", cases[0])
	}
}

func TestGivenIDsAreReadBesideThePlaceholders(t *testing.T) {
	for _, tt := range []struct {
		name, template, ids string
		want                []Coded
	}{
		{"two entities, one of them twice", "SELECT 1 WHERE a IN ([drug@x]) AND b = [condition@y] OR a IN ([drug@x])", "select 1  WHERE a IN (3,1, 2) AND b = 7 or a IN (4)",
			[]Coded{{"drug", "x", []int64{1, 2, 3, 4}}, {"condition", "y", []int64{7}}}},
		{"another query", "SELECT 1 WHERE a IN ([drug@x])", "SELECT 2 WHERE a IN (1)", nil},
		{"more behind it", "SELECT 1 WHERE a IN ([drug@x])", "SELECT 1 WHERE a IN (1) AND b", nil},
		{"less behind it", "SELECT 1 WHERE a IN ([drug@x]) AND b", "SELECT 1 WHERE a IN (1)", nil},
		{"a subquery in place of ids", "SELECT 1 WHERE a IN ([drug@x])", "SELECT 1 WHERE a IN (SELECT 1)", nil},
		{"two placeholders in one list", "SELECT 1 WHERE a IN ([drug@x], [drug@y])", "SELECT 1 WHERE a IN (1, 2)", nil},
	} {
		if got := givenIDs(tt.template, tt.ids); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestIDsAreReadByColumn(t *testing.T) {
	column := func(name string) sqltree.Expr { return &sqltree.Column{Names: []string{"t", name}} }
	where := sqltree.NewAnd(sqltree.At(0),
		&sqltree.In{Expr: column("condition_concept_id"), List: []sqltree.Expr{sqltree.NewInt(9), sqltree.NewInt(4), sqltree.NewInt(9)}},
		&sqltree.Compare{Op: "=", Left: sqltree.NewInt(7), Right: column("DRUG_concept_id")},
		&sqltree.Compare{Op: "=", Left: column("drug_concept_id"), Right: sqltree.NewInt(0)},
		&sqltree.Compare{Op: ">", Left: column("drug_concept_id"), Right: sqltree.NewInt(3)},
		&sqltree.Compare{Op: "=", Left: column("gender_concept_id"), Right: sqltree.NewInt(8532)})
	where = sqltree.NewAnd(sqltree.At(0), where, // whose ids are those of a query: which, SQL does not say
		&sqltree.Compare{Op: "=", Left: column("visit_concept_id"), Right: sqltree.NewInt(9201)},
		&sqltree.InQuery{Expr: column("visit_concept_id"), Query: &sqltree.Select{List: []*sqltree.Item{{Expr: column("descendant_concept_id")}}}},
		&sqltree.Compare{Op: "=", Left: column("device_concept_id"), Right: sqltree.NewInt(5)},
		&sqltree.Compare{Op: "=", Left: column("device_concept_id"), Right: column("descendant_concept_id")})
	got := idsByColumn(&sqltree.Statement{Query: &sqltree.Select{Where: where}})
	if want := []Coded{{"condition", "", []int64{4, 9}}, {"drug", "", []int64{7}}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// sums answers a template with the sum of the ids in it, and codes metformin otherwise than the set does.
type sums struct{ template string }

func (s sums) Ask(context.Context, string) *pipeline.Run {
	r := s.run(strings.ReplaceAll(s.template, "[drug@metformin]", "3, 100"))
	r.Template = rag.Template{SQL: s.template}
	r.Concepts = []coding.ConceptSet{{Entity: coding.Entity{Domain: "drug", Text: "metformin"}, Concepts: []coding.Member{{ID: 3}, {ID: 100}}}}
	return r
}

func (s sums) AskTemplate(_ context.Context, sql string) *pipeline.Run { return s.run(sql) }

func (s sums) run(sql string) *pipeline.Run {
	n := 0
	for _, word := range strings.FieldsFunc(sql, func(r rune) bool { return r < '0' || r > '9' }) {
		for i, v := 0, 0; i < len(word); i++ {
			if v = v*10 + int(word[i]-'0'); i == len(word)-1 {
				n += v
			}
		}
	}
	return &pipeline.Run{Status: pipeline.Answered, SQL: sql, Table: one("n", n)}
}

// offering finds 3 among the candidates of everything, and 3 and 5 are not one's children.
type offering struct{}

func (offering) Candidates(_ context.Context, _ coding.Entity, k int) ([]int64, bool, error) {
	return []int64{1, 2, 3}[:min(k, 3)], true, nil
}

func (offering) Tops(_ context.Context, ids []int64) ([]int64, error) { return ids, nil }

func TestCodingAndSQLAreScoredApartByASetsIDs(t *testing.T) {
	cases, _, _ := SetCases(metforminSet()[:1])
	asker := sums{cases[0].SQL}
	m := Matrix{Cases: cases, Database: "db", Store: shelf{}, References: asker, Parser: unparsed{}, Candidates: offering{},
		Settings: []Setting{{Name: "sums", Build: func(rag.Store, pipeline.Options) Asker { return asker }}}}
	f := open(t, filepath.Join(t.TempDir(), "run"), m)
	defer f.Close()
	if err := m.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if got := f.References["7"]; got.Result.Rows[0][0] != int64(8) || got.ByColumn {
		t.Fatalf("the reference is %+v, want the sum of the set's own ids", got)
	}
	scores := NewReport(&f.Record, DefaultTolerance).Settings[0].Scores
	for name, want := range map[string]float64{"accuracy": 0, "SQL accuracy": 100, "coding precision": 50, "coding recall": 50, "candidates recall@50": 50} {
		if got := scores[name]; !near(got.Value, want) || got.N != 2 {
			t.Errorf("%s is %+v, want %g of 2", name, got, want)
		}
	}
}
