package check_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// What the words of a question name has a trace in its statement, though nobody understood the question as a whole.
func TestWhatAQuestionNamesHasATrace(t *testing.T) {
	const (
		ill    = `SELECT COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@asthma]) AND `
		visits = `SELECT COUNT(*) AS patients FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id HAVING COUNT(*) `
		stays  = `SELECT COUNT(*) AS stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date - visit_start_date `
		years  = ` FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY 1`
	)
	limit := func(kind, op, unit string, values ...string) check.Limit {
		return check.Limit{Kind: kind, Op: op, Unit: unit, Values: values}
	}
	for _, tt := range []struct {
		name, right, wrong, says string
		limit                    check.Limit
	}{
		{"an age", ill + `2009 - p.year_of_birth BETWEEN 50 AND 59`, ill + `2009 - p.year_of_birth BETWEEN 50 AND 69`,
			"names 59", limit("age", "between", "", "50", "59")},
		{"the side of an age", ill + `2009 - p.year_of_birth > 65`, ill + `2009 - p.year_of_birth < 65`, "above 65", limit("age", ">", "", "65")},
		{"an age as a year of birth", ill + `c.condition_start_date >= DATE '2009-01-01' AND p.year_of_birth < 1944`,
			ill + `c.condition_start_date >= DATE '2009-01-01' AND p.year_of_birth < 1964`, "names 65", limit("age", ">", "", "65")},
		{"a number of visits", visits + `>= 3) t`, visits + `>= 5) t`, "names 3", limit("number", ">=", "", "3")},
		{"the same number, said otherwise", visits + `> 2) t`, visits + `> 4) t`, "names 3", limit("number", ">=", "", "3")},
		{"the limit itself", visits + `>= 3) t`, visits + `> 3) t`, "limit is 3", limit("number", ">=", "", "3")},
		{"a length", stays + `> 7`, stays + `> 14`, "names 7 day", limit("duration", ">", "day", "7")},
		{"the side of a length", stays + `> 7`, stays + `< 7`, "above 7", limit("duration", ">", "day", "7")},
		{"a year as a range", ill + `c.condition_start_date >= DATE '2009-01-01' AND c.condition_start_date < DATE '2010-01-01' AND p.year_of_birth > 1900`,
			ill + `c.condition_start_date >= DATE '2006-01-01' AND c.condition_start_date < DATE '2007-01-01' AND p.year_of_birth > 1900`,
			"names 2009", limit("year", "=", "", "2009")},
		{"a race", ill + `p.race_concept_id IN (8516, 8527)`, ill + `p.race_concept_id IN (8515, 8527)`, "black people",
			limit("race", "=", "", "black")},
		{"a sex", ill + `p.gender_concept_id = 8532`, ill + `p.year_of_birth > 1900`, "by their sex", limit("sex", "=", "", "F")},
		{"the other sex", ill + `p.gender_concept_id = 8507`, ill + `p.gender_concept_id = 8532`, "other sex", limit("sex", "=", "", "M")},
		{"a sex that is left open", ill + `p.gender_concept_id = 8507`, ill + `p.year_of_birth > 1900`, "by their sex", limit("sex", "=", "")},
		{"groups", `SELECT EXTRACT(MONTH FROM condition_start_date) AS m, COUNT(DISTINCT person_id) AS patients` + years,
			`SELECT EXTRACT(QUARTER FROM condition_start_date) AS q, COUNT(DISTINCT person_id) AS patients` + years,
			"by month", limit("group", "", "", "month")},
		{"one number of all groups", `SELECT EXTRACT(YEAR FROM condition_start_date) AS y, COUNT(DISTINCT person_id) AS patients` + years,
			`SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])`,
			"in each group", limit("group", "", "", "year")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			asked := func(*study.Question) check.Meaning {
				return check.Meaning{Concepts: named, Limits: []check.Limit{tt.limit}}
			}
			if got := saidOf(t, tt.right, `{}`, asked); len(got) > 0 {
				t.Errorf("accused, though the trace is there: %q", got)
			}
			if got := strings.Join(saidOf(t, tt.wrong, `{}`, asked), "; "); !strings.Contains(got, tt.says) {
				t.Errorf("says %q, want %q", got, tt.says)
			}
		})
	}
}

// Where two things are named, the word of order between them says which comes first.
func TestTheOrderOfTwoNamesIsThatOfTheWords(t *testing.T) {
	const sql = `SELECT COUNT(DISTINCT a.person_id) AS patients FROM drug_exposure a JOIN condition_occurrence c ON c.person_id = a.person_id WHERE a.drug_concept_id IN ([drug@albuterol]) AND c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date `
	drug := study.Event{Domain: study.Drug, Concepts: []study.Entity{{Text: "albuterol"}}}
	illness := study.Event{Domain: study.Condition, Concepts: []study.Entity{{Text: "asthma"}}}
	for _, tt := range []struct {
		question, right, wrong string
		named                  []study.Event
	}{
		{"how many with albuterol had wheezy asthma afterwards", "> a.drug_exposure_start_date", "< a.drug_exposure_start_date", []study.Event{drug, illness}},
		{"how many had asthma after their albuterol", "> a.drug_exposure_start_date", "< a.drug_exposure_start_date", []study.Event{illness, drug}},
		{"how many took albuterol before asthma", "> a.drug_exposure_start_date", "< a.drug_exposure_start_date", []study.Event{drug, illness}},
		{"how many on albuterol had prior asthma", "< a.drug_exposure_start_date", "", []study.Event{drug, illness}},
	} {
		asked := check.Meaning{Concepts: named, Named: tt.named}
		if got := saidTo(t, tt.question, sql+tt.right, asked); len(got) > 0 {
			t.Errorf("%s: accused: %q", tt.question, got)
		}
		if got := saidTo(t, tt.question, sql+tt.wrong, asked); tt.wrong != "" && !strings.Contains(strings.Join(got, "; "), "looks before it") {
			t.Errorf("%s: the other order: %q", tt.question, got)
		}
	}
}

// A thing that a question names is looked for, though the question is not understood; what else is looked for is left alone.
func TestWhatIsNamedIsLookedFor(t *testing.T) {
	const sql = `SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN `
	asked := check.Meaning{Concepts: named, Named: []study.Event{{Domain: study.Condition, Concepts: []study.Entity{{Text: "asthma"}}},
		{Domain: study.Condition, Concepts: []study.Entity{{Text: "gout"}}}}}
	if got := saidTo(t, "who had asthma or gout", sql+`([condition@asthma], [condition@gout])`, asked); len(got) > 0 {
		t.Errorf("accused: %q", got)
	}
	if got := saidTo(t, "who had asthma or gout", sql+`([condition@asthma])`, asked); !strings.Contains(strings.Join(got, "; "), "names gout") {
		t.Errorf("one is missing: %q", got)
	}
	if got := saidTo(t, "who had diseases such as asthma or gout", sql+`([condition@asthma])`, asked); len(got) > 0 {
		t.Errorf("of examples: %q", got)
	}
}
