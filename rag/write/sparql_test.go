package write_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/ragtest"
	"github.com/askomop/askomop/rag/write"
)

const (
	goodSPARQL   = "SELECT (COUNT(DISTINCT ?p) AS ?patients) WHERE {\n  ?p a omop:Person ; omop:has_condition_occurrence ?c .\n  ?c omop:has_concept [condition@gout]\n}"
	asthmaSPARQL = "SELECT (COUNT(DISTINCT ?p) AS ?patients) WHERE {\n  ?p a omop:Person ; omop:has_condition_occurrence ?c . ?c omop:has_concept [condition@asthma] .\n}"
)

// people is a small graph, whose translator takes one query only.
var people = write.Graph{
	Classes: map[string]write.Class{
		"person":               {Name: "omop:Person", Properties: []string{"omop:year_of_birth (xsd:integer)"}},
		"condition_occurrence": {Name: "omop:ConditionOccurrence, reached from omop:Person by omop:has_condition_occurrence", Properties: []string{"omop:has_concept (omop:Concept)"}},
		"drug_era":             {Name: "omop:DrugEra"},
	},
	Translate: func(_ context.Context, query string) (string, error) {
		if query != goodSPARQL {
			return "", &rag.Untranslated{Problem: "SPARQL line 2, column 7: omop:Persons is no class", Line: 2}
		}
		return goodSQL, nil
	},
	Say: func(_ context.Context, question string) string {
		if strings.Contains(question, "asthma") {
			return asthmaSPARQL
		}
		return ""
	},
}

func TestThePromptForSPARQLIsAsReviewed(t *testing.T) {
	unsaid := rag.Match{Pair: rag.Pair{ID: "unsaid", Question: "Which survival?", SQL: "SELECT 1 FROM drug_exposure"}}
	for name, fix := range map[string]*rag.Fix{
		"prompt_sparql":               nil,
		"prompt_sparql_repair":        {SPARQL: "SELECT *\nWHERE { ?p a omop:Persons }", Problem: "SPARQL line 2, column 14: omop:Persons is no class", Line: 2, Cause: "The class is misspelt."},
		"prompt_sparql_repair_of_sql": {SPARQL: asthmaSPARQL, SQL: goodSQL, Problem: "line 2: no such table", Line: 2},
	} {
		m := &ragtest.Scripted{Answers: []string{"```sparql\n" + goodSPARQL + "\n```\nAssumption: any record"}}
		got, err := write.NewPromptedSPARQL(m, facts, write.Advanced, people).Write(t.Context(), asked, append([]rag.Match{unsaid}, examples...), fix)
		if err != nil {
			t.Fatal(err)
		}
		if got.SQL != goodSQL || got.SPARQL != goodSPARQL || len(got.Assumptions) != 1 || got.Writer != "script:test" {
			t.Errorf("%s: got %+v", name, got)
		}
		golden(t, name+".golden", got.Prompt)
	}
}

func TestSPARQLThatCannotBeTranslatedIsAFaultToBeMended(t *testing.T) {
	m := &ragtest.Scripted{Answers: []string{"```sparql\nSELECT * WHERE { ?p a omop:Persons }\n```", "The class in line 1 is misspelt."}}
	w := write.NewPromptedSPARQL(m, facts, write.Advanced, people)
	got, err := w.Write(t.Context(), asked, examples, nil)
	var fault *rag.Untranslated
	if !errors.As(err, &fault) || fault.Line != 2 || got.SQL != "" || got.SPARQL != "SELECT * WHERE { ?p a omop:Persons }" || got.Prompt == "" {
		t.Errorf("got %+v, %v", got, err)
	}
	cause, err := w.Cause(t.Context(), asked, rag.Fix{SPARQL: got.SPARQL, Problem: fault.Problem, Line: fault.Line})
	if err != nil || cause != "The class in line 1 is misspelt." || !strings.Contains(m.Asked[1].User, " 1  SELECT * WHERE { ?p a omop:Persons }") || !strings.Contains(m.Asked[1].System, "SPARQL") {
		t.Errorf("got %q, %v of %+v", cause, err, m.Asked[1])
	}
}

func TestSQLIsNoAnswerWhereSPARQLIsAskedFor(t *testing.T) {
	m := &ragtest.Scripted{Answers: []string{"```sql\n" + goodSQL + "\n```"}}
	if _, err := write.NewPromptedSPARQL(m, facts, write.Advanced, people).Write(t.Context(), asked, examples, nil); !errors.Is(err, llm.ErrInvalid) {
		t.Errorf("got %v", err)
	}
}
