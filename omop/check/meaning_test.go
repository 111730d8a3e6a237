package check_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/study"
)

// The same statement is right for one question and wrong for another: only what the question means tells.
func TestAStatementIsComparedWithWhatItsQuestionMeans(t *testing.T) {
	const (
		share    = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}]}}}}`
		turned   = `{"measure":{"kind":"share"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}]}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		without  = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"outcome":{"not":{"has":{"event":{"domain":"drug","concepts":[{"text":"albuterol"}]}}}}}`
		opposite = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}]}},"outcome":{"not":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}}`
		women    = `{"measure":{"kind":"count"},"population":{"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		anybody  = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		after    = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"from":{},"to":{"days":90}}}}}`
		before   = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"from":{"days":-90},"to":{"days":-1}}}}}`
	)
	const (
		sick  = `condition_concept_id IN ([condition@asthma])`
		taken = `drug_concept_id IN ([drug@albuterol])`
		start = `WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE ` + taken + ` GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) FROM f JOIN condition_occurrence c USING (person_id) WHERE c.` + sick
	)
	for _, tt := range []struct{ name, sql, right, wrong, says string }{
		{"a share by a CASE over those with the disease", `SELECT 100.0 * AVG(CASE WHEN EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = c.person_id AND d.` + taken + `) THEN 1 ELSE 0 END) AS pct FROM (SELECT DISTINCT person_id FROM condition_occurrence WHERE ` + sick + `) c`,
			share, turned, "denominator is of others"},
		{"a share by two subqueries", `SELECT 100.0 * (SELECT COUNT(DISTINCT d.person_id) FROM drug_exposure d JOIN condition_occurrence c USING (person_id) WHERE d.` + taken + ` AND c.` + sick + `) / (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE ` + sick + `) AS pct`,
			share, turned, "denominator is of others"},
		{"those without, by EXCEPT", `SELECT COUNT(*) FROM (SELECT person_id FROM condition_occurrence WHERE ` + sick + ` EXCEPT SELECT person_id FROM drug_exposure WHERE ` + taken + `) x`,
			without, opposite, "must have it"},
		{"those without, by an outer join", `SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c LEFT JOIN (SELECT person_id FROM drug_exposure WHERE ` + taken + `) d ON d.person_id = c.person_id WHERE d.person_id IS NULL AND c.` + sick,
			without, opposite, "must have it"},
		{"people of both sexes", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE ` + sick, anybody, women, "nothing here looks at their sex"},
		{"the time after a first exposure", start + ` AND c.condition_start_date >= f.d AND c.condition_start_date <= f.d + 90`, after, before, "looks after it"},
		{"the time before it, through a difference", start + ` AND date_diff('day', c.condition_start_date, f.d) BETWEEN 1 AND 90`, before, after, "looks before it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(t, tt.sql, tt.right); len(got) > 0 {
				t.Errorf("accused of its own question: %q", got)
			}
			if got := said(t, tt.sql, tt.wrong); !strings.Contains(strings.Join(got, "; "), tt.says) {
				t.Errorf("says %q to another question, want %q", got, tt.says)
			}
		})
	}
}

// What is wanted of a person, of alternatives, of intervals and of the last of several is read from the question, too.
func TestAStatementIsComparedWithWhatIsWantedTogether(t *testing.T) {
	const (
		either   = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"},{"text":"gout"}]}}}}`
		both     = `{"measure":{"kind":"count"},"population":{},"outcome":{"all":[{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}},{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]}}}]}}`
		inTwo    = `{"measure":{"kind":"count"},"population":{},"outcome":{"all":[{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"during":{"from":"2009-01-01","to":"2009-12-31"}}}},{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"during":{"from":"2010-01-01","to":"2010-12-31"}}}}]}}`
		inAny    = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"during":{"from":"2009-01-01","to":"2010-12-31"}}}}}`
		overlap  = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}],"with":[{"has":{"event":{"domain":"drug","concepts":[{"text":"aspirin"}]},"relation":{"place":"overlapping"}}}]}}}}`
		anyTime  = `{"measure":{"kind":"count"},"population":{},"outcome":{"all":[{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]}}},{"has":{"event":{"domain":"drug","concepts":[{"text":"aspirin"}]}}}]}}`
		lastHigh = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"measurement","concepts":[{"text":"glucose"}],"which":"last","chosen":{"value":{"min":9},"unit":"mmol/L"}}}}}`
		everHigh = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"measurement","concepts":[{"text":"glucose"}],"where":{"value":{"min":9},"unit":"mmol/L"}}}}}`
		inGrams  = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"measurement","concepts":[{"text":"glucose"}],"where":{"value":{"min":9},"unit":"mg/dL"}}}}}`
		within   = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]},"relation":{"from":{},"to":{"days":90}}}}}`
		earlier  = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"gout"}]},"relation":{"from":{"days":-90},"to":{}}}}}`
	)
	const (
		eras    = `SELECT COUNT(DISTINCT a.person_id) FROM drug_exposure a JOIN drug_exposure b ON b.person_id = a.person_id WHERE a.drug_concept_id IN ([drug@warfarin]) AND b.drug_concept_id IN ([drug@aspirin])`
		glucose = `FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id = 8753`
	)
	for _, tt := range []struct{ name, sql, right, wrong, says string }{
		{"two that are joined", `SELECT COUNT(DISTINCT a.person_id) FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE a.condition_concept_id IN ([condition@asthma]) AND b.condition_concept_id IN ([condition@gout])`,
			both, either, "must have both"},
		{"one list of two", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma], [condition@gout])`,
			either, both, "one record is enough"},
		{"one list of two years", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND EXTRACT(YEAR FROM condition_start_date) IN (2009, 2010)`,
			inAny, inTwo, "one record is enough"},
		{"an OR of the two sides of an overlap", eras + ` AND (a.drug_exposure_start_date <= b.drug_exposure_end_date OR b.drug_exposure_start_date <= a.drug_exposure_end_date)`,
			anyTime, overlap, "either is enough"},
		{"one side of an overlap", eras + ` AND a.drug_exposure_start_date <= b.drug_exposure_end_date`,
			"", overlap, "half of it"},
		{"one within the other", eras + ` AND a.drug_exposure_start_date <= b.drug_exposure_start_date AND a.drug_exposure_end_date >= b.drug_exposure_end_date`,
			"", overlap, "within the other"},
		{"both sides of an overlap", eras + ` AND a.drug_exposure_start_date <= b.drug_exposure_end_date AND b.drug_exposure_start_date <= a.drug_exposure_end_date`,
			overlap, "", ""},
		{"the largest value", `SELECT COUNT(*) FROM (SELECT person_id, MAX(value_as_number) AS v ` + glucose + ` GROUP BY person_id) x WHERE v >= 9`,
			everHigh, lastHigh, "the last glucose"},
		{"the last value", `SELECT COUNT(*) FROM (SELECT person_id, ARG_MAX(value_as_number, measurement_date) AS v ` + glucose + ` GROUP BY person_id) x WHERE v >= 9`,
			lastHigh, "", ""},
		{"another unit", `SELECT COUNT(DISTINCT person_id) ` + glucose + ` AND value_as_number >= 9`,
			everHigh, inGrams, "unit is mg/dL"},
		{"a difference the other way round", `WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) FROM f JOIN condition_occurrence g ON g.person_id = f.person_id WHERE g.condition_concept_id IN ([condition@gout]) AND DATE_DIFF('day', g.condition_start_date, f.d) BETWEEN 0 AND 90`,
			earlier, within, "looks before it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(t, tt.sql, tt.right); tt.right != "" && len(got) > 0 {
				t.Errorf("accused of its own question: %q", got)
			}
			if got := said(t, tt.sql, tt.wrong); tt.wrong != "" && !strings.Contains(strings.Join(got, "; "), tt.says) {
				t.Errorf("says %q to another question, want %q", got, tt.says)
			}
		})
	}
}

// Limits, scales, grains and lengths are the question's, however they are said.
func TestAStatementIsComparedWithTheNumbersThatAreAsked(t *testing.T) {
	const (
		aged     = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"age":{"min":40,"max":60}}}}}`
		over40   = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"age":{"min":40,"min_open":true,"max":60,"max_open":true}}}}}`
		twice    = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"times":{"min":2}}}}`
		often    = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"times":{"min":2,"min_open":true}}}}`
		young    = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first","age":{"max":18,"max_open":true}}}}}`
		perTen   = `{"measure":{"kind":"rate","per":100},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		perMille = `{"measure":{"kind":"rate","per":1000},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		products = `{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","event":{"domain":"drug"}}],"top":{"n":10}}`
		contents = `{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","event":{"domain":"drug_era"}}],"top":{"n":10}}`
		monthly  = `{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"strata":[{"kind":"month"}]}`
		yearly   = `{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}]}},"strata":[{"kind":"year"}]}`
		observed = `{"measure":{"kind":"count"},"population":{},"outcome":{"observed":{"for":{"years":2}}}}`
		paid     = `{"measure":{"kind":"number","of":"records","stat":"sum","quantity":"paid"},"population":{"entry":{"domain":"visit"}}}`
		outside  = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"measurement","concepts":[{"text":"glucose"}],"or":[{"domain":"measurement","concepts":[{"text":"glucose"}],"where":{"value":{"min":9,"min_open":true}}}],"where":{"value":{"max":4,"max_open":true}}}}}`
		farther  = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"measurement","concepts":[{"text":"glucose"}],"or":[{"domain":"measurement","concepts":[{"text":"glucose"}],"where":{"value":{"min":12,"min_open":true}}}],"where":{"value":{"max":4,"max_open":true}}}}}`
		women    = `{"measure":{"kind":"share"},"population":{"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		old      = `{"measure":{"kind":"share"},"population":{"criteria":[{"is":{"age":{"range":{"min":65},"on":"2010"}}}]},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]}}}}`
		begun    = `{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"during":{"from":"2009-12-01","to":"2009-12-31"}}}}`
		ended    = `{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"where":{"finish":{"from":"2009-12-01","to":"2009-12-31"}}}}}`
		died     = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"death","during":{"from":"2009-01-01","to":"2009-12-31"}}}}}`
		bySex    = `{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"sex"}]}`
		byBoth   = `{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"sex"},{"kind":"race"}]}`
		longest  = `{"measure":{"kind":"number","of":"records","stat":"max","quantity":"duration"},"population":{"entry":{"domain":"visit"}}}`
		shortest = `{"measure":{"kind":"number","of":"records","stat":"min","quantity":"duration"},"population":{"entry":{"domain":"visit"}}}`
		first    = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first","during":{"from":"2010-01-01","to":"2010-12-31"}}}}}`
		second   = `{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"second","during":{"from":"2010-01-01","to":"2010-12-31"}}}}}`
		prior    = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first"},"criteria":[{"observed":{"before_days":365}}]}}`
		fifth    = `{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","event":{"domain":"drug"}}],"top":{"n":5}}`
		later    = `{"measure":{"kind":"number","stat":"mean","quantity":"days_to","event":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first_of_these"},"relation":{"from":{"days":1}}},"population":{"entry":{"domain":"condition","concepts":[{"text":"asthma"}],"which":"first"}}}`
	)
	const (
		sick = `condition_occurrence c JOIN person p USING (person_id) WHERE c.condition_concept_id IN ([condition@asthma])`
		age  = `EXTRACT(YEAR FROM c.condition_start_date) - p.year_of_birth`
		rate = `COUNT(f.d) / (SUM(DATE_DIFF('day', op.observation_period_start_date, LEAST(op.observation_period_end_date, COALESCE(f.d, op.observation_period_end_date)))) / 365.25) FROM observation_period op LEFT JOIN (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) f USING (person_id)`
	)
	for _, tt := range []struct{ name, sql, right, wrong, says string }{
		{"open limits", `SELECT COUNT(DISTINCT c.person_id) FROM ` + sick + ` AND ` + age + ` > 40 AND ` + age + ` < 60`, over40, aged, "limit is 40"},
		{"closed limits", `SELECT COUNT(DISTINCT c.person_id) FROM ` + sick + ` AND ` + age + ` BETWEEN 40 AND 60`, aged, "", ""},
		{"more than two", `SELECT COUNT(*) FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id HAVING COUNT(*) > 2) x`, often, twice, "write >="},
		{"a year of birth", `WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) SELECT COUNT(*) FROM f JOIN person p USING (person_id) WHERE p.year_of_birth > 1992`, "", young, "year of birth"},
		{"another limit behind the first", `SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND (value_as_number < 4 OR value_as_number > 12)`, farther, outside, "limit is 9, and this is 12"},
		{"limits let in on either side", `SELECT COUNT(DISTINCT person_id) FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND (value_as_number < 4 OR value_as_number >= 9)`, "", outside, "write >"},
		{"women in the numerator only", `SELECT 100.0 * COUNT(DISTINCT p.person_id) / (SELECT COUNT(*) FROM person) AS pct FROM person p JOIN condition_occurrence c USING (person_id) WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@asthma])`, "", women, "nothing in the denominator looks at that"},
		{"women on both sides", `SELECT 100.0 * COUNT(DISTINCT p.person_id) / (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS pct FROM person p JOIN condition_occurrence c USING (person_id) WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@asthma])`, women, "", ""},
		{"an age in the numerator only", `SELECT 100.0 * (SELECT COUNT(DISTINCT p.person_id) FROM person p JOIN condition_occurrence c USING (person_id) WHERE 2010 - p.year_of_birth >= 65 AND c.condition_concept_id IN ([condition@asthma])) / (SELECT COUNT(*) FROM person) AS pct`, "", old, "nothing in the denominator looks at that"},
		{"what ended then", `SELECT COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) AND condition_end_date BETWEEN DATE '2009-12-01' AND DATE '2009-12-31'`, ended, begun, "this looks at the end"},
		{"deaths of another year", `SELECT COUNT(*) AS deaths FROM death WHERE death_date BETWEEN DATE '2008-01-01' AND DATE '2008-12-31'`, "", died, "ends in 2009, and this in 2008"},
		{"groups that are not shown", `SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY gender_concept_id, race_concept_id`, "", bySex, "race_concept_id parts the groups"},
		{"groups that are shown", `SELECT gender_concept_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY gender_concept_id, race_concept_id`, byBoth, "", ""},
		{"the shortest for the longest", `SELECT MIN(DATE_DIFF('day', visit_start_date, visit_end_date)) AS days FROM visit_occurrence`, shortest, longest, "asks for the max, and this is the min"},
		{"the second for the first", `SELECT COUNT(*) FROM (SELECT person_id, condition_start_date AS d, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])) x WHERE rn = 2 AND d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'`, second, first, "keeps number 2"},
		{"no time under observation", `SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) f`, "", prior, "nothing here reads observation_period"},
		{"any time under observation", `SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) f JOIN observation_period op USING (person_id) WHERE f.d BETWEEN op.observation_period_start_date AND op.observation_period_end_date`, "", prior, "365 days under observation"},
		{"a year under observation", `SELECT COUNT(*) FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id) f JOIN observation_period op USING (person_id) WHERE f.d - 365 >= op.observation_period_start_date AND f.d <= op.observation_period_end_date`, prior, "", ""},
		{"ten rows for five", `SELECT drug_concept_id, COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY drug_concept_id ORDER BY 2 DESC LIMIT 10`, products, fifth, "wants 5 rows, and these are 10"},
		{"another scale", `SELECT 100.0 * ` + rate, perTen, perMille, "per 1000"},
		{"products", `SELECT drug_concept_id, COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id <> 0 GROUP BY drug_concept_id ORDER BY 2 DESC LIMIT 10`, products, contents, "of ingredients"},
		{"whole years", `SELECT DATE_TRUNC('year', condition_start_date) AS t, COUNT(*) AS records FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY 1`, yearly, monthly, "are months"},
		{"gaps", `SELECT COUNT(*) FROM (SELECT person_id, MIN(observation_period_start_date) AS s, MAX(observation_period_end_date) AS e FROM observation_period GROUP BY person_id) x WHERE DATE_DIFF('day', s, e) >= 730`, "", observed, "gaps between"},
		{"charges", `SELECT SUM(total_charge) FROM cost WHERE cost_domain_id = 'Visit'`, "", paid, "nothing here reads total_paid"},
		{"days that may be negative", `WITH a AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id), b AS (SELECT person_id, MIN(drug_exposure_start_date) AS e FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) GROUP BY person_id) SELECT AVG(e - d) FROM a JOIN b USING (person_id)`, "", later, "what came before"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := said(t, tt.sql, tt.right); tt.right != "" && len(got) > 0 {
				t.Errorf("accused of its own question: %q", got)
			}
			if got := said(t, tt.sql, tt.wrong); tt.wrong != "" && !strings.Contains(strings.Join(got, "; "), tt.says) {
				t.Errorf("says %q to another question, want %q", got, tt.says)
			}
		})
	}
}

// named gives each thing that a question or a placeholder names a concept of a site's own.
func named(e study.Entity) []check.Concept {
	things := []string{"asthma", "albuterol", "gout", "warfarin", "aspirin", "glucose"}
	return []check.Concept{{ID: 2_000_000_001 + int64(slices.Index(things, e.Text)), Name: e.Text, Standard: "S"}}
}

// said are the messages of other-question about a statement that is to answer a study question.
func said(t *testing.T, sql, asked string) []string {
	t.Helper()
	if asked == "" {
		return nil
	}
	return saidOf(t, sql, asked, func(q *study.Question) check.Meaning { return check.Meaning{Question: q, Concepts: named} })
}

func saidOf(t *testing.T, sql, asked string, meaning func(*study.Question) check.Meaning) []string {
	t.Helper()
	var q study.Question
	if err := json.Unmarshal([]byte(asked), &q); err != nil {
		t.Fatal(err)
	}
	return saidTo(t, "who are they", sql, meaning(&q))
}

// saidTo is what is said of a statement under a question, which means something.
func saidTo(t *testing.T, question, sql string, meaning check.Meaning) []string {
	t.Helper()
	opt := strict(t)
	opt.Meaning = func(context.Context, string) (check.Meaning, error) { return meaning, nil }
	found, err := check.New(opt).Asking(question).Check(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		if f.Rule == "other-question" {
			out = append(out, f.Message)
		}
	}
	return out
}

// Of a question that was understood in part, that part is compared, and nothing is said of what goes beyond it.
func TestAStatementIsComparedWithThePartThatIsUnderstood(t *testing.T) {
	const (
		before = `{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"albuterol"}],"which":"first"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"asthma"}]},"relation":{"to":{"days":-1}}}}}`
		sql    = `WITH f AS (SELECT person_id, MIN(drug_exposure_start_date) AS d FROM drug_exposure WHERE drug_concept_id IN ([drug@albuterol]) GROUP BY person_id) SELECT COUNT(DISTINCT f.person_id) FROM f JOIN condition_occurrence c USING (person_id) JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND c.condition_concept_id IN ([condition@asthma]) AND c.condition_start_date `
	)
	part := func(sql string) []string {
		return saidOf(t, sql, before, func(q *study.Question) check.Meaning { return check.Meaning{Part: q, Concepts: named} })
	}
	if got := part(sql + `> f.d`); !strings.Contains(strings.Join(got, "; "), "looks after it") {
		t.Errorf("the other side: %q", got)
	}
	if got := part(sql + `< f.d`); len(got) > 0 {
		t.Errorf("accused for what was not understood: %q", got)
	}
	if got := said(t, sql+`< f.d`, before); len(got) == 0 {
		t.Error("of a question that was understood as a whole, women only are accused")
	}
}
