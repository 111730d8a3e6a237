package pipeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/studytest"
	"github.com/askomop/askomop/pipeline/privacy"
)

// people are so many who are in the groups with a 1.
func people(n int64, in string) pattern {
	p := pattern{people: n}
	for _, c := range in {
		p.in, p.counted = append(p.in, c != '0'), append(p.counted, c == 'c')
	}
	return p
}

func TestGroupsThatDifferByFewPeopleAreNotShownBesideEachOther(t *testing.T) {
	for name, c := range map[string]struct {
		patterns []pattern
		halves   bool
		want     []int
	}{
		"one within another, one person less":    {[]pattern{people(89, "11"), people(1, "10")}, false, []int{1}},
		"many less":                              {[]pattern{people(80, "11"), people(10, "10")}, false, nil},
		"the same":                               {[]pattern{people(80, "11")}, false, nil},
		"apart, and nearly as large":             {[]pattern{people(72, "10"), people(75, "01")}, false, nil},
		"two of each are not of the other":       {[]pattern{people(70, "11"), people(2, "10"), people(2, "01")}, false, []int{0}},
		"all, and two that are nearly all":       {[]pattern{people(40, "110"), people(49, "101"), people(1, "100")}, false, []int{1}},
		"all, and two that are all":              {[]pattern{people(40, "110"), people(50, "101")}, false, nil},
		"few are hidden for themselves":          {[]pattern{people(40, "10"), people(3, "01")}, false, nil},
		"one of many who differ has the outcome": {[]pattern{people(60, "11"), people(20, "cc"), people(20, "10"), people(1, "c0")}, true, []int{1}},
		"many of them have":                      {[]pattern{people(60, "11"), people(20, "cc"), people(20, "10"), people(9, "c0")}, true, nil},
	} {
		m := &membership{groups: make([]string, len(c.patterns[0].in)), halves: c.halves}
		if got := m.given(c.patterns, 5); !slices.Equal(got, c.want) {
			t.Errorf("%s: hides %v, want %v", name, got, c.want)
		}
	}
}

// nested asks of two groups, all and all but those with a drug that few took.
const nested = `"strata":[{"kind":"groups","groups":[{"name":"all","is":{"has":{"event":{"domain":"condition","concepts":[{"text":"hypertension"}]}}}},
	{"name":"but few","is":{"all":[{"has":{"event":{"domain":"condition","concepts":[{"text":"hypertension"}]}}},{"not":{"has":{"event":{"domain":"drug","concepts":[{"text":"metformin"}]}}}}]}}]}]`

func TestMeasuresOfGroupsThatDifferByFewPeopleAreHidden(t *testing.T) {
	hypertension, metformin := studytest.Names[study.Condition]["hypertension"], studytest.Names[study.Drug]["metformin"]
	w := newTwins(t)
	w.exec(t, "USE everybody", `INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) SELECT i, 8507, 1940 + i, 0, 0 FROM range(1, 31) t(i)`,
		fmt.Sprintf(`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_type_concept_id) SELECT i, i, %d, DATE '2009-01-01', 0 FROM range(1, 31) t(i)`, hypertension),
		`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date, period_type_concept_id) SELECT i, i, DATE '2008-01-01', DATE '2010-12-31', 0 FROM range(1, 31) t(i)`,
		fmt.Sprintf(`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, drug_type_concept_id) VALUES (1, 7, %d, DATE '2009-03-01', DATE '2009-04-01', 0)`, metformin), "USE main")
	entry := `"population":{"entry":{"domain":"condition","concepts":[{"text":"hypertension"}],"which":"first"}},`
	for _, measure := range []string{`"measure":{"kind":"count"},`, `"measure":{"kind":"number","stat":"sum","quantity":"age"},` + entry, `"measure":{"kind":"number","stat":"median","quantity":"age"},` + entry,
		`"measure":{"kind":"share"},"outcome":{"is":{"sex":"male"}},` + entry} {
		q, plan := compiled(t, "{"+measure+nested+"}")
		b := knowBehind(q, plan, 5)
		if b == nil || b.groups == nil {
			t.Fatalf("%s: who is in the groups is not counted", measure)
		}
		r := &work{Run: &Run{Study: q, Plan: plan}, behind: b}
		var members *omop.Table
		var err error
		if r.Table, err = w.query(t.Context(), plan.SQL); err == nil {
			members, err = w.query(t.Context(), b.groups.sql)
		}
		if err == nil {
			r.members, err = b.groups.patterns(members)
		}
		if err != nil {
			t.Fatalf("%s: %v", measure, err)
		}
		r.hideGroups(5)
		for _, row := range r.Table.Rows {
			hidden := slices.Contains(row[1:], any(privacy.Hidden))
			if hidden != strings.Contains(fmt.Sprint(row), "but few") {
				t.Errorf("%s: %v", measure, row)
			}
		}
		if len(r.Table.Rows) != 2 {
			t.Errorf("%s: %d groups", measure, len(r.Table.Rows))
		}
	}
}
