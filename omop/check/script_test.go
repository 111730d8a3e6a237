package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

func TestAScriptIsCheckedStatementByStatement(t *testing.T) {
	c := check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")})
	const script = `-- a script; with a semicolon in its comment
DROP TABLE IF EXISTS asthma;
CREATE TABLE asthma AS
SELECT person_id FROM condition_occurrence WHERE condition_end_date = NULL;

SELECT COUNT(*) AS patients
FROM condition_occurrence WHERE condition_source_value = 'a;b'; SELECT FROM WHERE;
INSERT INTO asthma (person_id) SELECT visit_occurrence_id AS person_id FROM visit_occurrence;
SELECT COUNT(DISTINCT person_id) AS patients FROM asthma;
SELECT COUNT(DISTINCT person_id) AS patients FROM astma`
	found, err := c.CheckScript(t.Context(), script, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Rule))
	}
	want := []string{"4:69 null-comparison", "6:8 count-patients", "7:56 source-value", "7:77 parse", "8:39 person-key", "10:51 unknown-table", "2:1 not-checked"}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("found %v\nwant  %v", got, want)
	}
}

// What no dialect reads is an error, each statement of it; what asks nothing is none.
func TestEachStatementThatCannotBeReadIsAnError(t *testing.T) {
	c := check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")})
	const script = "SELECT COUNT(*) AS patients FROM person;\n-- a slip\nSELEC 1;\nTRUNCATE TABLE x; USE cdm;\nthis is no SQL; SELECT 1 +;\n@target.x"
	found, err := c.CheckScript(t.Context(), script, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d:%d %s %s", f.Line, f.Column, f.Severity, f.Rule))
	}
	want := []string{"3:1 error parse", "5:1 error parse", "5:27 error parse", "4:1 info not-checked"}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("found %v\nwant  %v", got, want)
	}
}

func TestOneStatementThatIsNoSelectIsAFinding(t *testing.T) {
	c := check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")})
	found, err := c.CheckScript(t.Context(), "DROP TABLE person", nil)
	if err != nil || len(found) != 1 || found[0].Rule != check.ParseRule {
		t.Errorf("found %v, %v", found, err)
	}
}

// A view that the script makes is known as its query: what a row of it is, and what its columns hold.
func TestViewsOfAScriptAreKnownAsTheirQueries(t *testing.T) {
	c := check.New(check.Options{Parser: sqltreetest.NewParser(t), Schema: cdm(t, "5.4")})
	const script = `-- How many patients had any event?
CREATE VIEW ev AS SELECT person_id, condition_concept_id AS c FROM condition_occurrence
UNION ALL SELECT person_id, drug_concept_id FROM drug_exposure;
CREATE TEMP TABLE recent AS SELECT person_id FROM ev WHERE c <> 0;

SELECT COUNT(*)
FROM recent;
WITH x AS (SELECT person_id FROM ev) SELECT COUNT(*) AS patients FROM x`
	found, err := c.CheckScript(t.Context(), script, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Rule))
	}
	want := []string{"6:8 count-patients", "8:45 count-patients"}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("found %v\nwant  %v", got, want)
	}
}
