package pipeline_test

import (
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
	"github.com/askomop/askomop/pipeline"
)

// judgedResult is SQL with a result of it, in a database of a thousand people observed from 2008 to 2010.
type judgedResult struct {
	question string
	sql      string
	columns  string
	rows     [][]any
}

func row(values ...any) [][]any { return [][]any{values} }

const (
	persons  = "SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])"
	women    = "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8532"
	men      = "SELECT COUNT(*) AS n FROM person WHERE gender_concept_id = 8507"
	visits   = "SELECT COUNT(*) AS n FROM visit_occurrence"
	days     = "SELECT SUM(drug_exposure_end_date - drug_exposure_start_date) AS n FROM drug_exposure"
	with     = "WITH a AS (" + persons + "), b AS (" + women + ") SELECT "
	conds    = " FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])"
	twoYears = "WITH a AS (" + visits + " WHERE EXTRACT(YEAR FROM visit_start_date) = 2009), b AS (" + visits + " WHERE EXTRACT(YEAR FROM visit_start_date) = 2008) SELECT "
)

// rightResults are right, and look wrong by the names of their columns.
func rightResults() map[string]judgedResult {
	return map[string]judgedResult{
		// what is called a share and is none
		"growth of visits":                {"", twoYears + "100.0 * (a.n - b.n) / NULLIF(b.n, 0) AS percent_of_year_before FROM a, b", "percent_of_year_before", row(-20.5)},
		"visits as a percentage":          {"", twoYears + "100.0 * a.n / NULLIF(b.n, 0) AS percentage FROM a, b", "percentage", row(131.2)},
		"records a patient, called share": {"", "SELECT 1.0 * COUNT(*) / COUNT(DISTINCT person_id) AS share" + conds, "share", row(3.4)},
		"prescriptions per 100 patients":  {"", "SELECT 100.0 * COUNT(*) / NULLIF(COUNT(DISTINCT person_id), 0) AS pct FROM drug_exposure", "pct", row(812.0)},
		"cost relative to its mean":       {"", "SELECT MAX(total_paid) / AVG(total_paid) AS proportion FROM cost", "proportion", row(17.5)},
		"excess share":                    {"", "WITH a AS (SELECT AVG(value_as_number) AS x FROM measurement), b AS (SELECT MAX(value_as_number) AS x FROM measurement) SELECT (a.x - b.x) / b.x AS fraction FROM a, b", "fraction", row(-0.4)},
		"days a hundred days":             {"", "WITH a AS (" + days + "), b AS (" + visits + ") SELECT 100.0 * a.n / b.n AS prevalence FROM a, b", "prevalence", row(240.0)},
		"share in per mille":              {"", "WITH a AS (" + persons + "), b AS (SELECT COUNT(*) AS n FROM person) SELECT 1000.0 * a.n / NULLIF(b.n, 0) AS prevalence FROM a, b", "prevalence", row(173.0)},
		"share in 10,000":                 {"", "SELECT 10000.0 * COUNT(DISTINCT CASE WHEN gender_concept_id = 8532 THEN person_id END) / COUNT(DISTINCT person_id) AS share FROM person", "share", row(5120.0)},
		"share in 100,000, rounded":       {"", "SELECT ROUND(100000.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527) / NULLIF(COUNT(*), 0), 1) AS proportion FROM person", "proportion", row(52311.5)},
		"visits a patient in percent":     {"", "WITH v AS (" + visits + "), p AS (SELECT COUNT(*) AS n FROM person) SELECT ROUND(100.0 * v.n / p.n, 1) AS share_of_visits FROM v, p", "share_of_visits", row(460.1)},
		"difference of shares":            {"", "SELECT 100.0 * AVG(CASE WHEN gender_concept_id = 8532 THEN 1.0 ELSE 0 END) - 60 AS share FROM person", "share", row(-9.5)},
		// a part beside what is not its whole
		"women beside patients with gout": {"", with + "a.n AS patients, b.n AS women_patients, 0.4 AS share FROM a, b", "patients women_patients share", row(int64(20), int64(510), 0.4)},
		"two drugs side by side":          {"", with + "a.n AS persons, b.n AS persons_on_aspirin, 100.0 * 3 / 7 AS pct FROM a, b", "persons persons_on_aspirin pct", row(int64(30), int64(44), 42.8)},
		"records beside people":           {"", "SELECT COUNT(DISTINCT person_id) AS patients, COUNT(*) AS prescriptions_of_patients, 0.2 AS fraction" + conds, "patients prescriptions_of_patients fraction", row(int64(40), int64(212), 0.2)},
		"the year before":                 {"", twoYears + "b.n AS people, a.n AS people_2009, 100.0 * a.n / b.n AS pct FROM a, b", "people people_2009 pct", row(int64(40), int64(60), 150.0)},
		// more than everybody
		"pairs called patients":      {"", "SELECT gender_concept_id AS sex, COUNT(*) AS patients" + strings.ReplaceAll(conds, "condition_occurrence", "condition_occurrence JOIN person USING (person_id)") + " GROUP BY 1", "sex patients", row(int64(8532), int64(1200))},
		"person-visits":              {"How many visits did patients have?", visits, "n_patients", row(int64(4000))},
		"visits per patient, summed": {"How many patients per year?", "SELECT COUNT(*) AS people FROM visit_occurrence", "people", row(int64(4000))},
		"women and their visits":     {"", "SELECT COUNT(*) AS visits_of_women FROM visit_occurrence", "visits_of_women", row(int64(2400))},
		"people counted each year":   {"", "WITH y AS (SELECT EXTRACT(YEAR FROM condition_start_date) AS y, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1) SELECT SUM(n) AS patients FROM y", "patients", row(int64(2100))},
		// a value of 0 is one
		"shortest stay":            {"", "SELECT MIN(drug_exposure_end_date - drug_exposure_start_date) AS days FROM drug_exposure", "days", row(int64(0))},
		"median stay":              {"", "SELECT MEDIAN(drug_exposure_end_date - drug_exposure_start_date) AS days FROM drug_exposure", "days", row(0.0)},
		"mean refills":             {"", "SELECT AVG(refills) AS refills FROM drug_exposure", "refills", row(0.0)},
		"first quartile":           {"", "SELECT QUANTILE_CONT(refills, 0.25) AS q1, COUNT(*) AS n FROM drug_exposure", "q1 n", row(0.0, int64(800))},
		"most refills":             {"", "SELECT MAX(refills) AS refills FROM drug_exposure WHERE drug_concept_id IN ([condition@gout])", "refills", row(int64(0))},
		"spread":                   {"", "SELECT STDDEV(refills) AS spread FROM drug_exposure", "spread", row(0.0)},
		"sum of what was paid":     {"", "SELECT SUM(total_paid) AS paid FROM cost", "paid", row(0.0)},
		"nobody of many":           {"", "SELECT 100.0 * COUNT(DISTINCT CASE WHEN condition_concept_id IN ([condition@gout]) THEN person_id END) / COUNT(DISTINCT person_id) AS percentage, COUNT(DISTINCT CASE WHEN condition_concept_id IN ([condition@gout]) THEN person_id END) AS part, COUNT(DISTINCT person_id) AS patients FROM condition_occurrence", "percentage part patients", row(0.0, int64(0), int64(54))},
		"days to a diagnosis":      {"", "SELECT MIN(c.condition_start_date - p.observation_period_start_date) AS days FROM condition_occurrence AS c JOIN observation_period AS p USING (person_id)", "days", row(int64(0))},
		"age of the youngest":      {"", "SELECT MIN(2010 - year_of_birth) AS age FROM person", "age", row(int64(0))},
		"minimum beside counts":    {"", "SELECT MIN(value_as_number) AS low, COUNT(*) AS n FROM measurement", "low n", row(0.0, int64(310))},
		"mean through a CTE":       {"", "WITH m AS (SELECT AVG(refills) AS x FROM drug_exposure) SELECT x AS mean FROM m", "mean", row(0.0)},
		"difference of two counts": {"", with + "a.n - b.n AS difference FROM a, b", "difference", row(int64(0))},
		// dates and columns without values
		"a birth":                {"", "SELECT MIN(birth_datetime) AS first_date FROM person", "first_date", row(time.Date(1911, 2, 3, 0, 0, 0, 0, time.UTC))},
		"an early diagnosis":     {"", "SELECT MIN(condition_start_date) AS first_date" + conds, "first_date", row(time.Date(1958, 2, 3, 0, 0, 0, 0, time.UTC))},
		"a concept's validity":   {"", "SELECT MAX(valid_end_date) AS until FROM concept", "until", row(time.Date(2099, 12, 31, 0, 0, 0, 0, time.UTC))},
		"a year of birth":        {"", "SELECT year_of_birth AS year, COUNT(*) AS n FROM person GROUP BY 1", "year n", row(int64(1911), int64(60))},
		"values never recorded":  {"", "SELECT EXTRACT(YEAR FROM measurement_date) AS y, AVG(value_as_number) AS mean, COUNT(*) AS n FROM measurement GROUP BY 1", "y mean n", [][]any{{int64(2008), nil, int64(30)}, {int64(2009), nil, int64(41)}}},
		"change in the one year": {"", "SELECT EXTRACT(YEAR FROM measurement_date) AS y, COUNT(*) AS n, COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY 1) AS change FROM measurement GROUP BY 1", "y n change", row(int64(2008), int64(30), nil)},
	}
}

// impossibleResults can't be right, whatever they are called.
func impossibleResults() map[string]judgedResult {
	whole := "WITH a AS (SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure), b AS (" + persons + ") "
	return map[string]judgedResult{
		"persons over other persons":          {"", whole + "SELECT 100.0 * a.n / NULLIF(b.n, 0) AS x FROM a, b", "x", row(130.0)},
		"the same, rounded and cast":          {"", whole + "SELECT CAST(ROUND(a.n * 100.0 / NULLIF(b.n, 0), 2) AS DOUBLE) AS y FROM a CROSS JOIN b", "y", row(100.5)},
		"the same, factor outside":            {"", whole + "SELECT 100 * (CAST(a.n AS DOUBLE) / b.n) AS z FROM a, b", "z", row(250.0)},
		"the same, through two CTEs":          {"", whole + ", c AS (SELECT a.n AS top, b.n AS bottom FROM a, b), d AS (SELECT 100.0 * top / bottom AS v FROM c) SELECT v FROM d", "v", row(101.0)},
		"scalar subqueries":                   {"", "SELECT 100.0 * (" + persons + ") / (" + women + ") AS q", "q", row(187.5)},
		"per thousand":                        {"", whole + "SELECT 1000.0 * a.n / NULLIF(b.n, 0) AS rate FROM a, b", "rate", row(1200.0)},
		"more persons than there are":         {"", "WITH a AS (" + persons + ") SELECT n AS anything FROM a", "anything", row(int64(1001))},
		"everybody and more":                  {"", "SELECT COUNT(*) AS rows FROM (SELECT DISTINCT person_id FROM drug_exposure) AS x", "rows", row(int64(3000))},
		"records, where people are asked for": {"How many patients have gout?", "SELECT COUNT(*) AS n" + conds, "n", row(int64(4711))},
		"a unit that nobody uses":             {"", "SELECT AVG(value_as_number) AS x FROM measurement WHERE measurement_concept_id = 3 AND unit_concept_id = 8753", "x", row(nil)},
	}
}

// judge asks for the SQL's result of a writer that mends its SQL, and writes the same again when it is asked to.
func (j judgedResult) judge(t *testing.T) *pipeline.Run {
	t.Helper()
	question := j.question
	if question == "" {
		question = "What is it?"
	}
	f := &fake{}
	m := &mending{fake: f, templates: []string{j.sql, j.sql, j.sql}}
	return pipeline.New(pipeline.Parts{
		Masker: f, Embedder: f, Store: f, Writer: m, Checker: f, Coder: f, Parser: sqltreetest.NewParser(t), Data: &village{},
		Engine: tables{engine: engine{f}, results: map[string]*omop.Table{coded(j.sql): table(j.columns, j.rows...)}}, Usage: usedBy{440674: 3},
	}, pipeline.Options{Rows: true}).Ask(t.Context(), question)
}

func TestRightResultsAreAnsweredAtTheFirstAttempt(t *testing.T) {
	if n := len(rightResults()); n != 40 {
		t.Errorf("%d results", n)
	}
	for name, j := range rightResults() {
		if r := j.judge(t); r.Status != pipeline.Answered || r.Attempts != 1 {
			t.Errorf("%s: %s after %d attempts: %s %v", name, r.Status, r.Attempts, r.Message, r.Tries)
		}
	}
}

func TestImpossibleResultsAreNotAnswered(t *testing.T) {
	if n := len(impossibleResults()); n != 10 {
		t.Errorf("%d results", n)
	}
	for name, j := range impossibleResults() {
		if r := j.judge(t); r.Status != pipeline.Abstained || r.Table != nil {
			t.Errorf("%s: %s, warned of %v", name, r.Status, r.Warnings)
		}
	}
}

// A ratio of two groups of one attribute is answered where the question asks for one, however the groups are made, and
// goes back to the writer where it asks for a share.
func TestARatioOfWomenToMenIsAnsweredWhereItIsAskedFor(t *testing.T) {
	for _, sql := range []string{
		"WITH a AS (" + women + "), b AS (" + men + ") SELECT 100.0 * a.n / NULLIF(b.n, 0) AS x FROM a, b",
		"SELECT ROUND(100.0 * COUNT(DISTINCT CASE WHEN gender_concept_id = 8532 THEN person_id END) / NULLIF(COUNT(DISTINCT CASE WHEN 8507 = gender_concept_id THEN person_id END), 0), 2) AS x FROM person",
		"SELECT 100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527 AND gender_concept_id = 8532) / COUNT(*) FILTER (WHERE gender_concept_id = 8507) AS x FROM person",
		"SELECT 100.0 * (" + women + ") / (" + men + ") AS x",
	} {
		j := judgedResult{"How many women are there per 100 men?", sql, "x", row(104.2)}
		if r := j.judge(t); r.Status != pipeline.Answered || r.Attempts != 1 {
			t.Errorf("%s: %s after %d attempts: %s", sql, r.Status, r.Attempts, r.Message)
		}
		j.question = "What percentage are women?"
		if r := j.judge(t); r.Status != pipeline.Abstained {
			t.Errorf("%s: as a share it was %s", sql, r.Status)
		}
	}
	overlapping := judgedResult{"What is the ratio?", "SELECT 100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8527) / COUNT(*) FILTER (WHERE gender_concept_id = 8507) AS x FROM person", "x", row(104.2)}
	if r := overlapping.judge(t); r.Status != pipeline.Abstained {
		t.Errorf("groups with people in both: %s", r.Status)
	}
}

// Of two groups side by side more can be in the first; the writer is asked once, and believed when it writes the same.
func TestARatioOfGroupsIsConfirmedByTheWriter(t *testing.T) {
	j := judgedResult{"", "WITH a AS (" + women + "), b AS (" + men + ") SELECT 1.0 * a.n / b.n AS share FROM a, b", "share", row(1.04)}
	r := j.judge(t)
	if r.Status != pipeline.Answered || r.Attempts != 2 || len(r.Warnings) != 1 || r.Warnings[0].Rule != "share-beyond-whole" {
		t.Errorf("%s after %d attempts, said %v", r.Status, r.Attempts, r.Warnings)
	}
}
