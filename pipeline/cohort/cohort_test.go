package cohort_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/duckfile"
)

// people is a CDM of six: 1 and 2 bleed (192671) after celecoxib (1118084), 2 twice; 3 bleeds before it; 4
// takes it only; 5 bleeds only; 6 has no records and no observation.
const people = `
CREATE TABLE person (person_id BIGINT, gender_concept_id BIGINT, year_of_birth INTEGER);
INSERT INTO person SELECT i, CASE WHEN i % 2 = 0 THEN 8532 ELSE 8507 END, 1950 + i FROM range(1, 7) AS r(i);
CREATE TABLE observation_period (person_id BIGINT, observation_period_start_date DATE, observation_period_end_date DATE);
INSERT INTO observation_period SELECT i, DATE '2000-01-01', DATE '2010-12-31' FROM range(1, 6) AS r(i);
CREATE TABLE drug_exposure (person_id BIGINT, drug_concept_id BIGINT, drug_exposure_start_date DATE);
INSERT INTO drug_exposure VALUES (1, 1118084, '2005-01-01'), (1, 1118084, '2006-01-01'), (2, 1118084, '2005-02-01'), (3, 1118084, '2005-03-01'), (4, 1118084, '2005-04-01');
CREATE TABLE condition_occurrence (person_id BIGINT, condition_concept_id BIGINT, condition_start_date DATE);
INSERT INTO condition_occurrence VALUES (1, 192671, '2005-06-01'), (2, 192671, '2004-01-01'), (2, 192671, '2005-07-01'), (2, 192671, '2011-08-01'), (3, 192671, '2005-01-15'), (5, 192671, '2005-05-05');`

func cdm(t *testing.T) *duckdb.Engine {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cdm.duckdb")
	connector, err := driverduckdb.NewConnector(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	_, err = db.Exec(people)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	e, err := duckdb.Open(t.Context(), path, duckdb.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// one codes every placeholder by the id that is its text.
type one struct{}

func (one) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	var id int64
	_, err := fmt.Sscan(e.Text, &id)
	return coding.ConceptSet{Entity: e, Concepts: []coding.Member{{ID: id}}}, err
}

func run(t *testing.T, e *duckdb.Engine, template string) *pipeline.Run {
	t.Helper()
	code, _, err := coding.CodeTemplate(t.Context(), one{}, template)
	if err != nil {
		t.Fatal(err)
	}
	r := &pipeline.Run{SQL: code}
	r.Template.SQL = template
	return r
}

func TestACountBecomesWhoAndSinceWhen(t *testing.T) {
	e := cdm(t)
	cases := []struct {
		name, template string
		want           string // subject start end, one after another
		steps          string // people left
	}{
		{
			"the event after another", `SELECT COUNT(DISTINCT later.person_id) AS patients FROM (SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
				FROM drug_exposure AS de WHERE de.drug_concept_id IN ([drug@1118084]) GROUP BY de.person_id) AS i
				JOIN condition_occurrence AS later ON later.person_id = i.person_id
				WHERE later.condition_concept_id IN ([condition@192671]) AND later.condition_start_date > i.first_date`,
			"1 2005-06-01 2010-12-31; 2 2005-07-01 2010-12-31", "6 4 3 3 2",
		},
		{
			"both, in any order", `SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@192671])
				AND EXISTS (SELECT 1 FROM drug_exposure AS de WHERE de.person_id = co.person_id AND de.drug_concept_id IN ([drug@1118084]))`,
			"1 2005-06-01 2010-12-31; 2 2005-02-01 2010-12-31; 3 2005-03-01 2010-12-31", "6 4 4 3",
		},
		{
			"a list of people", `SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p WHERE p.gender_concept_id = 8507
				AND p.person_id IN (SELECT de.person_id FROM drug_exposure AS de WHERE de.drug_concept_id IN ([drug@1118084]))`,
			"1 2005-01-01 2010-12-31; 3 2005-03-01 2010-12-31", "6 6 3 2",
		},
		{
			"none of it", `SELECT COUNT(DISTINCT de.person_id) AS patients FROM drug_exposure AS de WHERE de.drug_concept_id IN ([drug@1118084])
				AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = de.person_id)`,
			"4 2005-04-01 2010-12-31", "6 4 4 1",
		},
		{
			"no date at all", `SELECT COUNT(*) AS patients FROM person AS p WHERE p.gender_concept_id = 8532 AND p.year_of_birth < 1956`,
			"2 2000-01-01 2010-12-31; 4 2000-01-01 2010-12-31", "6 6 3 2",
		},
		{
			"a CTE", `WITH f AS (SELECT co.person_id, MIN(co.condition_start_date) AS first_date FROM condition_occurrence AS co GROUP BY co.person_id)
				SELECT COUNT(*) AS patients FROM f WHERE f.first_date >= DATE '2005-01-01'`,
			"1 2005-06-01 2010-12-31; 3 2005-01-15 2010-12-31; 5 2005-05-05 2010-12-31", "6 4 3",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			made, err := cohort.Maker{Engine: e, Parser: e, Coder: one{}}.Make(t.Context(), run(t, e, c.template), nil)
			if err != nil {
				t.Fatal(err)
			}
			check(t, made, c.want, c.steps)
		})
	}
}

func check(t *testing.T, made *cohort.Made, want, steps string) {
	t.Helper()
	var rows []string
	for subject := int64(1); subject <= 6; subject++ {
		for _, r := range made.Entries {
			if r.Subject == subject {
				rows = append(rows, fmt.Sprintf("%d %s %s", r.Subject, r.Start.Format(time.DateOnly), r.End.Format(time.DateOnly)))
			}
		}
	}
	if got := strings.Join(rows, "; "); got != want {
		t.Errorf("people %s, want %s\n%s", got, want, made.SQL)
	}
	var left []string
	for _, s := range made.Steps {
		left = append(left, fmt.Sprint(s.People))
	}
	if got := strings.Join(left, " "); got != steps {
		t.Errorf("attrition %s, want %s: %v", got, steps, made.Steps)
	}
}

func TestSQLThatSelectsPeopleIsTakenAsItIs(t *testing.T) {
	e := cdm(t)
	template := `SELECT co.person_id, co.condition_start_date AS start_date, co.condition_start_date + 30 AS end_date
		FROM condition_occurrence AS co WHERE co.condition_concept_id IN ([condition@192671]) AND co.condition_start_date > DATE '2005-01-01'`
	count, ok, err := cohort.CountOf(t.Context(), e, template, template)
	if err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	made, err := cohort.Maker{Engine: e, Parser: e, Coder: one{}}.Make(t.Context(), run(t, e, count), nil)
	if err != nil {
		t.Fatal(err)
	}
	if made.People != 4 || len(made.Entries) != 5 {
		t.Errorf("%d people in %d rows", made.People, len(made.Entries))
	}
	if last := made.Steps[len(made.Steps)-1]; last.People != 4 {
		t.Errorf("attrition %v", made.Steps)
	}
	if _, ok, err := cohort.CountOf(t.Context(), e, "SELECT COUNT(*) FROM person", "SELECT COUNT(*) FROM person"); ok || err != nil {
		t.Errorf("a count was taken for people: %v", err)
	}
}

func TestWhatIsNoCohortIsRefused(t *testing.T) {
	e := cdm(t)
	for name, template := range map[string]string{
		"groups":     "SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS patients FROM person AS p GROUP BY p.gender_concept_id",
		"an average": "SELECT AVG(p.year_of_birth) AS birth FROM person AS p",
		"concepts":   "SELECT COUNT(DISTINCT co.condition_concept_id) AS conditions FROM condition_occurrence AS co",
		"a union":    "SELECT COUNT(DISTINCT person_id) AS n FROM person UNION SELECT 1 AS n",
	} {
		if _, err := (cohort.Maker{Engine: e, Parser: e, Coder: one{}}).Make(t.Context(), run(t, e, template), nil); !errors.Is(err, cohort.ErrNoPeople) || !strings.Contains(err.Error(), "--sql") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Records are counted, five of them, of three people.
	var mismatch *cohort.MismatchError
	_, err := cohort.Maker{Engine: e, Parser: e, Coder: one{}}.Make(t.Context(), run(t, e, "SELECT COUNT(*) AS records FROM condition_occurrence AS co WHERE co.condition_start_date > DATE '2004-12-31'"), nil)
	if !errors.As(err, &mismatch) || mismatch.Answer != 5 || mismatch.People != 4 || !strings.Contains(err.Error(), "-1") {
		t.Errorf("a count of records: %v", err)
	}
	for _, c := range []struct {
		err  cohort.MismatchError
		want string
	}{
		{cohort.MismatchError{Answer: 455, People: 400, MinCell: 5}, "counts 455 people and the cohort would have 400 (-55):"},
		{cohort.MismatchError{Answer: 455, People: 452, MinCell: 5}, "counts 455 people and the cohort would have fewer than 5 people more or less:"},
		{cohort.MismatchError{Answer: 455, People: 2, MinCell: 5}, "counts 455 people and the cohort would have <5:"},
		{cohort.MismatchError{Answer: 3, People: 400, MinCell: 5}, "counts <5 people and the cohort would have 400:"},
	} {
		if got := c.err.Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s, want %q", got, c.want)
		}
	}
	// Person 6 was never observed, and nothing else dates a membership.
	if _, err = (cohort.Maker{Engine: e, Parser: e, Coder: one{}}).Make(t.Context(), run(t, e, "SELECT COUNT(DISTINCT p.person_id) AS patients FROM person AS p"), nil); err == nil || !strings.Contains(err.Error(), "no start date") {
		t.Errorf("a person without a date: %v", err)
	}
}

func TestACohortCanBeNamedInSQL(t *testing.T) {
	inner := cdm(t)
	store, err := duckfile.New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	day := time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)
	entry := func(subject int64) results.Entry { return results.Entry{Subject: subject, Start: day, End: day} }
	put := func(name string, entries ...results.Entry) {
		t.Helper()
		if _, _, err := store.PutGeneration(t.Context(), results.Cohort{Name: name, Initiated: day}, results.Generation{Run: "r", At: day}, entries); err != nil {
			t.Fatal(err)
		}
	}
	put("some", entry(2), entry(2), entry(3), entry(99))
	put("nobody")
	e := cohort.Engine{Engine: inner, Store: func(context.Context) (results.Store, error) { return store, nil }}
	ask := func(sql string) (any, error) {
		if err := e.Check(t.Context(), sql); err != nil {
			return nil, err
		}
		table, err := e.Query(t.Context(), sql, omop.Limit{})
		if err != nil {
			return nil, err
		}
		return table.Rows[0][0], nil
	}
	for cohortName, want := range map[string]int64{"some": 2, "nobody": 0} {
		got, err := ask("SELECT COUNT(DISTINCT person_id) FROM person WHERE person_id IN ([cohort@" + cohortName + "])")
		if err != nil || got != want {
			t.Errorf("%s: %v, %v", cohortName, got, err)
		}
	}
	_, err = ask("SELECT 1 FROM person WHERE nosuch IN ([cohort@some])")
	var q *omop.QueryError
	if !errors.As(err, &q) || strings.Contains(q.SQL, "99") || strings.Contains(err.Error(), "99") {
		t.Errorf("an error shows people: %v", err)
	}
	if _, err = ask("SELECT 1 FROM person WHERE person_id IN ([cohort@none])"); err == nil || !strings.Contains(err.Error(), "askomop cohort list") {
		t.Errorf("an unknown cohort: %v", err)
	}
}

func TestSmallNumbersOfAnAttritionAreHidden(t *testing.T) {
	steps := []results.Step{{Criterion: "all", People: 100}, {Criterion: "a", People: 98}, {Criterion: "b", People: 50}, {Criterion: "c", People: 42}, {Criterion: "d", People: 40}}
	var got []any
	for _, s := range cohort.Shown(steps, 5) {
		got = append(got, s.Value)
	}
	if want := []any{100, "hidden", 50, "hidden", 40}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := cohort.Shown([]results.Step{{People: 3}}, 5)[0].People; got != "<5" {
		t.Errorf("%v", got)
	}
}

func TestNumbersNearThoseOfOtherCohortsAreRounded(t *testing.T) {
	for _, c := range []struct {
		n, minCell int
		others     cohort.Listed
		want       any
	}{
		{13, 5, cohort.Listed{13, 12, 40}, "about 10"},
		{1234, 5, cohort.Listed{1234, 1231}, "about 1230"},
		{13, 11, cohort.Listed{13, 20}, "about 22"},
		{13, 5, cohort.Listed{13, 13, 40, 8}, 13}, // the same people, or others
		{6, 5, cohort.Listed{6, 4}, 6},            // beside "<5"
		{3, 5, cohort.Listed{3, 6}, "<5"},
		{0, 5, cohort.Listed{0, 6}, 0},
		{3, 0, cohort.Listed{3, 4}, 3},
		{720, 5, cohort.Listed{720, 1080, 900, 902}, "about 720"}, // young and old are two fewer than men and women
		{1500, 5, cohort.Listed{1500, 700, 797}, "about 1500"},    // all and two parts
		{1500, 5, cohort.Listed{1500, 700, 800}, 1500},
		{720, 5, cohort.Listed{720, 1080, 850, 902}, 720},
	} {
		if got := c.others.Count(c.n, c.minCell); got != c.want {
			t.Errorf("%d beside %v with at least %d: %v, want %v", c.n, c.others, c.minCell, got, c.want)
		}
	}
}

func TestNumbersOfOneCohortThatAreNearEachOtherAreRounded(t *testing.T) {
	c := results.Cohort{Generations: []results.Generation{
		{People: 64, Rows: 64, Steps: []results.Step{{People: 300}, {People: 64}}},
		{People: 66, Rows: 66, Steps: []results.Step{{People: 301}, {People: 66}}},
		{People: 90, Rows: 97, Steps: []results.Step{{People: 400}, {People: 90}}},
	}}
	people, rows := cohort.HistoryOf([]results.Cohort{c}, 5)
	for _, tt := range []struct {
		got, want any
	}{
		{people.Near(64, 5), "about 60"}, {people.Near(66, 5), "about 70"}, {people.Near(301, 5), "about 300"},
		{people.Near(90, 5), 90}, {people.Near(400, 5), 400}, {rows.Near(66, 5), "about 70"}, {rows.Near(97, 5), 97},
	} {
		if tt.got != tt.want {
			t.Errorf("%v, want %v", tt.got, tt.want)
		}
	}
}

func TestDifferencesBetweenGenerations(t *testing.T) {
	entry := func(subject int64, d int) results.Entry {
		return results.Entry{Subject: subject, Start: time.Date(2005, 1, d, 0, 0, 0, 0, time.UTC)}
	}
	d := cohort.Compare([]results.Entry{entry(1, 1), entry(2, 1), entry(3, 1)}, []results.Entry{entry(2, 5), entry(2, 9), entry(3, 1), entry(4, 1), entry(5, 1)})
	if want := (cohort.Difference{Before: 3, After: 4, Came: 2, Went: 1, Moved: 1}); d != want {
		t.Errorf("%+v, want %+v", d, want)
	}
	s := cohort.Difference{Before: 100, After: 118, Came: 20, Went: 2}.Hide(5)
	if s.Went != "<5" || s.Came != "hidden" || s.Before != 100 {
		t.Errorf("%+v", s)
	}
}

func TestAQueryReadsTheEntriesOfAKeptCohort(t *testing.T) {
	store, err := duckfile.New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	day := func(d int) time.Time { return time.Date(2005, 1, d, 0, 0, 0, 0, time.UTC) }
	for name, entries := range map[string][]results.Entry{
		"some":   {{Subject: 2, Start: day(3), End: day(9)}, {Subject: 2, Start: day(20), End: day(21)}, {Subject: 3, Start: day(5), End: day(5)}},
		"others": {{Subject: 4, Start: day(1), End: day(2)}}, "nobody": nil,
	} {
		if _, _, err := store.PutGeneration(t.Context(), results.Cohort{Name: name, Initiated: day(1)}, results.Generation{Run: "r", At: day(1)}, entries); err != nil {
			t.Fatal(err)
		}
	}
	for _, speaks := range []string{"duckdb", "another"} {
		e := cohort.Engine{Engine: spoken{cdm(t), speaks}, Store: func(context.Context) (results.Store, error) { return store, nil }}
		for sql, want := range map[string]string{
			"SELECT COUNT(*), MIN(cohort_start_date), MAX(cohort_end_date) FROM cohort WHERE cohort_definition_id IN ([cohort@some])":                                      "3 2005-01-03 2005-01-21",
			"SELECT COUNT(*) FROM cohort AS c WHERE c.cohort_definition_id IN ([cohort@some], [cohort@others])":                                                            "4",
			"SELECT COUNT(*) FROM cohort AS c WHERE c.cohort_definition_id = [cohort@nobody]":                                                                              "0",
			"-- who\nWITH f AS (SELECT subject_id FROM cohort WHERE cohort_definition_id = [cohort@some])\nSELECT COUNT(DISTINCT subject_id) FROM f":                       "2",
			"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT COUNT(*) FROM n, cohort AS c WHERE c.cohort_definition_id = [cohort@some]": "9",
			"SELECT COUNT(*) FROM cohort AS c WHERE c.cohort_definition_id = [cohort@some] AND c.subject_id IN ([cohort@some], 4)":                                         "3",
		} {
			table, err := e.Query(t.Context(), sql, omop.Limit{})
			if err != nil {
				t.Errorf("%s: %s: %v", speaks, sql, err)
				continue
			}
			var got []string
			for _, v := range table.Rows[0] {
				if d, ok := v.(time.Time); ok {
					v = d.Format(time.DateOnly)
				}
				got = append(got, fmt.Sprint(v))
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %s: %v, want %s", speaks, sql, got, want)
			}
		}
		for _, sql := range []string{"SELECT COUNT(*) FROM cohort WHERE cohort_definition_id = [cohort@none]",
			"SELECT COUNT(*) FROM cohort WHERE cohort_definition_id = [cohort@some] OR cohort_definition_id = 7"} {
			if _, err := e.Query(t.Context(), sql, omop.Limit{}); err == nil {
				t.Errorf("%s: answered", sql)
			}
		}
	}
}

// spoken is an engine that says it speaks another dialect.
type spoken struct {
	omop.Engine
	dialect string
}

func (s spoken) Dialect() string { return s.dialect }

func TestAStudyQuestionSaysTheStepsOfItsCohort(t *testing.T) {
	e := cdm(t)
	asked := &study.Question{
		Measure: study.Measure{Kind: study.Count},
		Population: study.Cohort{Entry: &study.Event{Domain: study.Drug, Concepts: []study.Entity{{IDs: []int64{1118084}, Exact: true}}, Which: study.First},
			Criteria: []study.Criterion{{Is: &study.Trait{Sex: "female"}}}},
		Outcome: &study.Criterion{Has: &study.Has{Event: study.Event{Domain: study.Condition, Concepts: []study.Entity{{IDs: []int64{192671}, Exact: true}}},
			Relation: &study.Relation{From: &study.Offset{Days: 1}}}},
	}
	plan, err := compile.Compile(asked, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	made, err := cohort.Maker{Engine: e, Parser: e, Coder: one{}}.Make(t.Context(), run(t, e, plan.SQL), asked)
	if err != nil {
		t.Fatal(err)
	}
	want := []results.Step{{Criterion: "people in the database", People: 6}, {Criterion: "with a first ever exposure to concept 1118084", People: 4},
		{Criterion: "who were female", People: 2}, {Criterion: "who had a diagnosis of concept 192671 after it", People: 1}}
	if !reflect.DeepEqual(made.Steps, want) {
		t.Errorf("%+v, want %+v", made.Steps, want)
	}
	if made.Since != "the first day on which all of it has happened" {
		t.Errorf("since %q", made.Since)
	}
}
