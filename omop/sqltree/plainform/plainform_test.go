package plainform_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/plainform"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

// What says the same has the same plain form.
func TestDisguisesHaveThePlainFormOfWhatTheyHide(t *testing.T) {
	const dated = `SELECT COUNT(DISTINCT d.person_id) FROM condition_occurrence AS d WHERE d.condition_concept_id = 201826`
	for _, tt := range []struct{ name, written, plain string }{
		{"a CTE that renames", `WITH dx AS (SELECT person_id AS who, condition_concept_id AS what FROM condition_occurrence) SELECT COUNT(DISTINCT d.who) FROM dx AS d WHERE d.what = 201826`, dated},
		{"a chain of CTEs", `WITH a AS (SELECT * FROM condition_occurrence), b AS (SELECT person_id AS who, condition_concept_id FROM a WHERE condition_concept_id = 201826) SELECT COUNT(DISTINCT d.who) FROM b AS d`, dated},
		{"a derived table", `SELECT COUNT(DISTINCT d.person_id) FROM (SELECT * FROM condition_occurrence WHERE condition_concept_id = 201826) AS d`,
			dated},
		{"CASE for WHERE", `SELECT COUNT(DISTINCT CASE WHEN d.condition_concept_id = 201826 THEN d.person_id END) FROM condition_occurrence AS d`, dated},
		{"FILTER for WHERE", `SELECT COUNT(DISTINCT d.person_id) FILTER (WHERE d.condition_concept_id = 201826) FROM condition_occurrence AS d`, dated},
		{"a number in a CTE", `WITH p AS (SELECT 201826 AS what) SELECT COUNT(DISTINCT d.person_id) FROM condition_occurrence AS d WHERE d.condition_concept_id = (SELECT what FROM p)`, dated},
		{"a number in a CTE that is joined", `WITH p AS (SELECT 201826 AS what) SELECT COUNT(DISTINCT d.person_id) FROM condition_occurrence AS d CROSS JOIN p WHERE d.condition_concept_id = p.what`, dated},
		{"the answer as a value", `SELECT (` + dated + `)`, dated},
		{"all of the answer", `WITH answer AS (` + dated + `) SELECT * FROM answer`, dated},
		{"De Morgan", `SELECT person_id FROM person WHERE NOT (NOT (year_of_birth < 1950) OR person_id IN (SELECT person_id FROM death))`,
			`SELECT person_id FROM person WHERE year_of_birth < 1950 AND person_id NOT IN (SELECT person_id FROM death)`},
		{"a number of rows", `SELECT person_id FROM person AS p WHERE (SELECT COUNT(*) FROM death AS d WHERE d.person_id = p.person_id) = 0`,
			`SELECT person_id FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM death AS d WHERE d.person_id = p.person_id)`},
		{"equalities", `SELECT person_id FROM person WHERE gender_concept_id = 8507 OR gender_concept_id = 8532`,
			`SELECT person_id FROM person WHERE gender_concept_id IN (8507, 8532)`},
		{"CASE for COALESCE", `SELECT SUM(CASE WHEN quantity IS NULL THEN 0 ELSE quantity END) FROM drug_exposure`,
			`SELECT SUM(COALESCE(quantity, 0)) FROM drug_exposure`},
		{"a sum over a count", `SELECT SUM(quantity) * 1.0 / COUNT(quantity) FROM drug_exposure`, `SELECT AVG(quantity) FROM drug_exposure`},
		{"arithmetic of ids", `SELECT person_id FROM person WHERE gender_concept_id = 8500 + 32`, `SELECT person_id FROM person WHERE gender_concept_id = 8532`},
		{"a difference from an id", `SELECT person_id FROM person WHERE SIGN(gender_concept_id - 8532) IN (-1, 1)`, `SELECT person_id FROM person WHERE gender_concept_id <> 8532`},
		{"a day of its parts", `SELECT person_id FROM death WHERE death_date < make_date(2000 + 9, 12, 31) + 1`, `SELECT person_id FROM death WHERE death_date < DATE '2010-01-01'`},
		{"a square", `SELECT COUNT(*) FROM drug_era AS e WHERE (e.drug_era_end_date - e.drug_era_start_date) * (e.drug_era_end_date - e.drug_era_start_date) BETWEEN 1 AND 30 * 30`,
			`SELECT COUNT(*) FROM drug_era AS e WHERE ABS(e.drug_era_end_date - e.drug_era_start_date) BETWEEN 1 AND 30`},
		{"any row", `SELECT p.person_id FROM person AS p WHERE 2009 = ANY (SELECT YEAR(d.death_date) FROM death AS d WHERE d.person_id = p.person_id) OR 1950 >= ALL (SELECT e.days_supply FROM drug_exposure AS e)`,
			`SELECT p.person_id FROM person AS p WHERE 2009 IN (SELECT YEAR(d.death_date) FROM death AS d WHERE d.person_id = p.person_id) OR NOT EXISTS (SELECT 1 FROM drug_exposure AS e WHERE e.days_supply > 1950)`},
		{"an order by a distance", `SELECT person_id FROM death ORDER BY DATE '2011-01-01' - death_date DESC`, `SELECT person_id FROM death ORDER BY death_date`},
		{"a list's contents", `SELECT person_id FROM person WHERE list_contains([8507, 8532], gender_concept_id)`, `SELECT person_id FROM person WHERE gender_concept_id IN (8507, 8532)`},
		{"a place in a text", `SELECT concept_id FROM concept WHERE strpos(concept_name, 'sta' || 'tin') = 1`, `SELECT concept_id FROM concept WHERE starts_with(concept_name, 'statin')`},
		{"a flag that is 0", `SELECT COUNT(person_id) FROM (SELECT person_id, CASE WHEN c.condition_concept_id IN (1, 2) THEN 1 ELSE 0 END AS has FROM condition_occurrence AS c) AS c WHERE has = 0`,
			`SELECT COUNT(c.person_id) FROM condition_occurrence AS c WHERE c.condition_concept_id NOT IN (1, 2)`},
		{"a list's length", `SELECT LEN(LIST(person_id) FILTER (WHERE death_date > DATE '2009-01-01')), LEN(LIST_DISTINCT(ARRAY_AGG(person_id))) FROM death`,
			`SELECT COUNT(person_id) FILTER (WHERE death_date > DATE '2009-01-01'), COUNT(DISTINCT person_id) FROM death`},
		{"the first of a list", `SELECT person_id, LIST(visit_start_date ORDER BY visit_start_date)[1], LIST_SORT(LIST(visit_end_date), 'DESC')[1], ARG_MIN(visit_end_date, visit_end_date) FROM visit_occurrence GROUP BY person_id`,
			`SELECT person_id, MIN(visit_start_date), MAX(visit_end_date), MIN(visit_end_date) FROM visit_occurrence GROUP BY person_id`},
		{"the first row", `SELECT p.person_id, (SELECT v.visit_start_date FROM visit_occurrence AS v WHERE v.person_id = p.person_id ORDER BY v.visit_start_date DESC LIMIT 1) FROM person AS p`,
			`SELECT p.person_id, (SELECT MAX(v.visit_start_date) AS visit_start_date FROM visit_occurrence AS v WHERE v.person_id = p.person_id) FROM person AS p`},
		{"the first of a window", `SELECT FIRST_VALUE(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) FROM visit_occurrence`,
			`SELECT MIN(visit_start_date) OVER (PARTITION BY person_id) FROM visit_occurrence`},
		{"what is not true", `SELECT person_id FROM death WHERE (death_date < DATE '2009-01-01') IS NOT TRUE`, `SELECT person_id FROM death WHERE death_date >= DATE '2009-01-01' OR death_date IS NULL`},
		{"what is taken as false", `SELECT person_id FROM death WHERE COALESCE(death_date < DATE '2009-01-01', FALSE)`, `SELECT person_id FROM death WHERE death_date < DATE '2009-01-01'`},
		{"rows that are compared", `SELECT a.person_id FROM death AS a, person AS b WHERE (a.person_id, 8507) = (b.person_id, b.gender_concept_id)`,
			`SELECT a.person_id FROM death AS a, person AS b WHERE a.person_id = b.person_id AND b.gender_concept_id = 8507`},
		{"a year as text", `SELECT person_id FROM death WHERE STRFTIME(death_date, '%Y') = '2009' OR LEFT(CAST(death_date AS VARCHAR), 4) = '2010' OR DATE_TRUNC('year', death_date) = DATE '2011-01-01'`,
			`SELECT person_id FROM death WHERE EXTRACT(YEAR FROM death_date) IN (2009, 2010, 2011)`},
		{"a month as a number", `SELECT person_id FROM death WHERE YEAR(death_date) * 100 + MONTH(death_date) = 200912`, `SELECT person_id FROM death WHERE death_date >= DATE '2009-12-01' AND death_date < DATE '2010-01-01'`},
		{"the beginning of a date", `SELECT person_id FROM death WHERE CAST(death_date AS VARCHAR) LIKE '2009-%'`, `SELECT person_id FROM death WHERE death_date >= DATE '2009-01-01' AND death_date < DATE '2010-01-01'`},
		{"a join by names", `SELECT COUNT(d.death_date) FROM death AS d JOIN person AS p USING (person_id)`, `SELECT COUNT(d.death_date) FROM death AS d JOIN person AS p ON d.person_id = p.person_id`},
		{"a list behind a derived table", `SELECT AVG(LEN(l.dates)) FROM (SELECT person_id, LIST(visit_start_date) AS dates FROM visit_occurrence GROUP BY person_id) AS l`,
			`SELECT AVG(l.dates_len) FROM (SELECT person_id, COUNT(visit_start_date) AS dates_len FROM visit_occurrence GROUP BY person_id) AS l`},
		{"a list's second value", `SELECT COUNT(*) FROM (SELECT person_id, LIST(DISTINCT visit_start_date) AS d FROM visit_occurrence GROUP BY person_id) AS v WHERE v.d[2] IS NOT NULL`,
			`SELECT COUNT(*) FROM (SELECT person_id, COUNT(DISTINCT visit_start_date) AS d_there FROM visit_occurrence GROUP BY person_id) AS v WHERE v.d_there >= 2`},
		{"a list's last value", `SELECT AVG(v.vals[-1]) FROM (SELECT person_id, LIST(value_as_number ORDER BY measurement_date) AS vals FROM measurement GROUP BY person_id) AS v`,
			`SELECT AVG(v.vals_at) FROM (SELECT person_id, LAST(value_as_number ORDER BY measurement_date) AS vals_at FROM measurement GROUP BY person_id) AS v`},
		{"a list's chosen values", `SELECT COUNT(*) FROM (SELECT person_id, LIST(visit_concept_id) AS k FROM visit_occurrence GROUP BY person_id) AS v WHERE LEN(LIST_FILTER(v.k, x -> x <> 9201)) > 0`,
			`SELECT COUNT(*) FROM (SELECT person_id, COUNT(visit_concept_id) FILTER (WHERE visit_concept_id <> 9201) AS k_len FROM visit_occurrence GROUP BY person_id) AS v WHERE v.k_len > 0`},
		{"a list's computed values", `SELECT person_id, LIST_MIN(LIST_TRANSFORM(LIST(value_as_number), x -> IFNULL(x, 0))) FROM measurement GROUP BY person_id`,
			`SELECT person_id, MIN(IFNULL(value_as_number, 0)) FROM measurement GROUP BY person_id`},
		{"a query's list", `SELECT COUNT(*) FROM drug_exposure WHERE LIST_CONTAINS((SELECT LIST(descendant_concept_id) FROM concept_ancestor WHERE ancestor_concept_id = 21601855), drug_concept_id)`,
			`SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855)`},
		{"a list that is added up", `SELECT SUM(LIST_SUM([total_paid, paid_by_payer])) FROM cost`, `SELECT SUM(total_paid + paid_by_payer) FROM cost`},
		{"counts that are 0 together", `SELECT COUNT(*) FROM (SELECT person_id, COUNT(visit_end_date) AS a, COUNT(*) AS b FROM visit_occurrence GROUP BY person_id) AS v WHERE a + b = 0 OR a * b = 0`,
			`SELECT COUNT(*) FROM (SELECT person_id, COUNT(visit_end_date) AS a, COUNT(*) AS b FROM visit_occurrence GROUP BY person_id) AS v WHERE a = 0 AND b = 0 OR a = 0 OR b = 0`},
		{"what is not one value", `SELECT COUNT(*) FROM visit_occurrence WHERE NULLIF(visit_concept_id, 9202) IS NOT NULL`, `SELECT COUNT(*) FROM visit_occurrence WHERE visit_concept_id <> 9202`},
		{"a constant that is IN a query", `SELECT COUNT(*) FROM person AS p WHERE 9201 IN (SELECT v.visit_concept_id FROM visit_occurrence AS v WHERE v.person_id = p.person_id)`,
			`SELECT COUNT(*) FROM person AS p WHERE EXISTS (SELECT 1 FROM visit_occurrence AS v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201)`},
		{"the latest by several", `SELECT person_id, MAX_BY(value_as_number, (measurement_date, measurement_id)) FROM measurement GROUP BY person_id`,
			`SELECT person_id, MAX_BY(value_as_number, measurement_date) FROM measurement GROUP BY person_id`},
		{"a concept that EXISTS", `SELECT c.person_id FROM condition_occurrence AS c WHERE EXISTS (SELECT 1 FROM concept_ancestor AS a WHERE a.ancestor_concept_id = 201826 AND a.descendant_concept_id = c.condition_concept_id)`,
			`SELECT c.person_id FROM condition_occurrence AS c WHERE c.condition_concept_id IN (SELECT a.descendant_concept_id FROM concept_ancestor AS a WHERE a.ancestor_concept_id = 201826)`},
		{"a union of one table", `SELECT person_id FROM person WHERE year_of_birth < 1930 UNION SELECT person_id FROM person WHERE gender_concept_id = 8507`,
			`SELECT DISTINCT person_id FROM person WHERE year_of_birth < 1930 OR gender_concept_id = 8507`},
		{"what an outer join may fill", `SELECT p.person_id FROM person AS p LEFT JOIN (SELECT person_id AS who FROM death WHERE death_date > DATE '2009-01-01') AS d ON d.who = p.person_id WHERE d.who IS NULL`,
			`SELECT p.person_id FROM person AS p LEFT JOIN death AS d ON d.person_id = p.person_id AND d.death_date > DATE '2009-01-01' WHERE d.person_id IS NULL`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, changed := form(t, tt.written)
			want, _ := form(t, tt.plain)
			if got != want || !changed {
				t.Errorf("changed: %v\n%s\nwant\n%s", changed, got, want)
			}
		})
	}
}

// Rows of its own, another number of rows, or a condition that has no other place keep a part where it is.
func TestPartsWithRowsOfTheirOwnStay(t *testing.T) {
	for _, sql := range []string{
		`SELECT COUNT(*) FROM (SELECT DISTINCT person_id FROM death) AS d`,
		`SELECT COUNT(*) FROM (SELECT person_id, MIN(visit_start_date) AS first FROM visit_occurrence GROUP BY person_id) AS v`,
		`SELECT COUNT(*) FROM (SELECT person_id FROM death LIMIT 5) AS d`,
		`SELECT COUNT(*) FROM person AS p FULL JOIN (SELECT * FROM death WHERE death_date > DATE '2009-01-01') AS d ON d.person_id = p.person_id`,
		`WITH RECURSIVE tree(id) AS (SELECT 201826 UNION SELECT r.concept_id_2 FROM tree AS t JOIN concept_relationship AS r ON r.concept_id_1 = t.id) SELECT COUNT(*) FROM tree`,
		`SELECT COUNT(CASE WHEN gender_concept_id = 8532 THEN 1 END), COUNT(*) FROM person`,
	} {
		if got, changed := form(t, sql); changed {
			t.Errorf("%s\nbecame\n%s", sql, got)
		}
	}
}

// Only what reads otherwise than it is written can't be mended in the text.
func TestStraightenTellsWhatReadsOtherwise(t *testing.T) {
	for sql, want := range map[string]bool{
		`SELECT 1 FROM person WHERE NOT (year_of_birth < 1950 AND month_of_birth = 1)`: true,
		`SELECT 1 FROM person WHERE year_of_birth = 1900 + 50`:                         true,
		`SELECT 1 FROM person WHERE year_of_birth = 1950 OR year_of_birth = 1951`:      false,
	} {
		if got := plainform.Straighten(parse(t, sql)); got != want {
			t.Errorf("%s: %v", sql, got)
		}
	}
}

func parse(t *testing.T, sql string) *sqltree.Statement {
	t.Helper()
	tree, err := sqltree.Parse(t.Context(), sqltreetest.NewParser(t), sql)
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	return tree
}

// form is the plain form of a statement as text on a line, and whether it is another than the statement's.
func form(t *testing.T, sql string) (string, bool) {
	t.Helper()
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	tree := parse(t, sql)
	before, err := sqltree.Format(tree)
	if err != nil {
		t.Fatal(err)
	}
	out, changed := plainform.Of(tree, cdm)
	if after, err := sqltree.Format(tree); err != nil || after != before {
		t.Errorf("the statement itself was changed, %v:\n%s", err, after)
	}
	text, err := sqltree.Format(out)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text), " "), changed
}
