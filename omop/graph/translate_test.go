package graph

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

func plainGraph(t testing.TB) *Graph {
	t.Helper()
	s, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	return New(s, Options{})
}

// TestSQLReadsAsSQLIsWritten holds by a golden file that queries become the SQL that a person would write.
func TestSQLReadsAsSQLIsWritten(t *testing.T) {
	g := plainGraph(t)
	queries, err := filepath.Glob(filepath.Join("testdata", "sql", "*.rq"))
	if err != nil || len(queries) < 5 {
		t.Fatalf("%d queries, %v", len(queries), err)
	}
	for _, path := range queries {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		q, err := g.Translate(context.Background(), string(text))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		golden(t, strings.TrimSuffix(path, ".rq")+".sql", []byte(q.SQL+"\n"))
	}
}

func TestWhatIsNotMeantIsRefusedWithItsPlace(t *testing.T) {
	g := plainGraph(t)
	for query, want := range map[string]string{
		"SELECT ?x WHERE { ?p omop:has_drug_exposure ?x }":                                                           "line 1, column 22: omop:has_drug_exposure is a property of Person, VisitDetail, VisitOccurrence; say which one is meant: ?p a omop:Person",
		"SELECT ?x WHERE { ?x a omop:Persn }":                                                                        "column 24: omop:Persn is not a class of the CDM's graph; is omop:Person meant?",
		"SELECT ?x WHERE { ?x a omop:Person ; omop:start_date ?d }":                                                  "column 38: omop:start_date does not fit here: it is a property of",
		"SELECT ?x WHERE {\n ?x a omop:DrugExposure ; omop:start_date ?d\n FILTER (?d > \"2010-01-01\") }":           "line 3, column 13: a date can't be compared with a string; write a date as \"2010-01-01\"^^xsd:date",
		"SELECT ?x WHERE { ?x a omop:Person ; omop:year_of_birth ?y FILTER (?y = \"1950\") }":                        "an integer can't be compared with a string; write a number without quotes",
		"SELECT ?x WHERE { ?x a omop:DrugExposure ; omop:quantity 30 }":                                              "column 58: an integer stands here, and the property has a double; compare other values in a FILTER",
		"SELECT ?x WHERE { ?x a omop:Person ; omop:has_gender <http://example.org/f> }":                              "omop:has_gender does not fit here",
		"SELECT ?x WHERE { ?x a omop:Person ; omop:year_of_birth [condition@gout] }":                                 "[condition@gout] is a set of concepts, and stands in place of an integer",
		"SELECT ?x WHERE { VALUES ?x { [condition@gout] } }":                                                         "[condition@gout] is a set of concepts; write it as the object of a property",
		"SELECT ?x WHERE { ?x ?p ?y }":                                                                               "a variable in place of a property",
		"SELECT ?x WHERE { ?x a ?y }":                                                                                "a variable in place of a class",
		"SELECT ?x WHERE { ?x a omop:Person FILTER (?x) }":                                                           "is not a condition",
		"SELECT (SUM(?x) AS ?n) WHERE { ?x a omop:Person }":                                                          "SUM takes numbers, not an IRI in urn:omop:person:",
		"SELECT DISTINCT ?y WHERE { ?x a omop:Person ; omop:year_of_birth ?y ; omop:month_of_birth ?m } ORDER BY ?m": "SELECT DISTINCT can be ordered only by what it shows",
		"SELECT ?x WHERE { ?x a omop:Person . ?x (skos:broader/skos:broader)* ?y }":                                  "a path that is repeated",
		"SELECT (RAND() AS ?x) WHERE { ?p a omop:Person }":                                                           "not supported here: RAND",
		"SELECT ?x WHERE { ?x a omop:Person ; omop:year_of_birth ?y FILTER (REGEX(STR(?y), \"a\", \"x\")) }":         "the flags \"x\"",
		"SELECT ?p WHERE { ?p a omop:Person ; omop:has_condition_occurrence ?c . ?c skos:broader* concept:1 }":       "?c is an IRI in urn:omop:condition_occurrence:, and a path over the hierarchy goes between concepts",
	} {
		_, err := g.Translate(context.Background(), query)
		var e *sparql.Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), want) {
			t.Errorf("%s\n%v\nwant … %s …", query, err, want)
		}
	}
}

// FuzzTranslate holds that what becomes SQL is SQL of one SELECT, and that what does not has a place.
func FuzzTranslate(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "queries.rq"))
	if err != nil {
		f.Fatal(err)
	}
	for shape := range strings.SplitSeq(string(data), "\n---\n") {
		f.Add(expand(withoutHeads(shape))[0])
	}
	engine, err := duckdb.Open(context.Background(), fuzzFile(f), duckdb.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { engine.Close() })
	g := plainGraph(f)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := g.Translate(context.Background(), text)
		var e *sparql.Error
		switch {
		case errors.As(err, &e) && e.Line > 0 && e.Column > 0:
		case err != nil:
			t.Fatalf("an error without a place: %v", err)
		default:
			s, err := sqltree.Parse(context.Background(), engine, q.SQL)
			if err != nil {
				t.Fatalf("no SQL: %v\n%s", err, q.SQL)
			}
			if sel, ok := s.Query.(*sqltree.Select); !ok || len(sel.List) != max(1, len(q.Columns)) {
				t.Fatalf("%d columns are told, of\n%s", len(q.Columns), q.SQL)
			}
		}
	})
}
