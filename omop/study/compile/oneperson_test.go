package compile_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/omop/study/studytest"
)

// onePerson is a database of one person, with records of everything in each of eight years, two of whose observation
// periods overlap. They died.
func onePerson() []string {
	all := []string{
		"INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) VALUES (1, 8532, 1941, 8527, 38003564)",
		"INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date, period_type_concept_id) VALUES (1, 1, '2000-01-01', '2006-12-31', 0), (2, 1, '2005-01-01', '2012-12-31', 0)",
		"INSERT INTO death (person_id, death_date) VALUES (1, '2011-06-30')",
	}
	id := 0
	for year := 2002; year < 2010; year++ {
		for _, c := range []int64{320128, 316139, 381316} {
			id++
			all = append(all, fmt.Sprintf("INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_type_concept_id) VALUES (%d, 1, %d, '%d-0%d-17', 0)", id, c, year, id%9+1))
		}
		for _, c := range []int64{1503297, 1310149} {
			id++
			all = append(all, fmt.Sprintf("INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, drug_type_concept_id, days_supply, quantity) VALUES (%d, 1, %d, '%d-0%d-17', '%d-0%d-27', 0, 10, 20)", id, c, year, id%9+1, year, id%9+1),
				fmt.Sprintf("INSERT INTO drug_era (drug_era_id, person_id, drug_concept_id, drug_era_start_date, drug_era_end_date) VALUES (%d, 1, %d, '%d-0%d-17', '%d-0%d-27')", id, c, year, id%9+1, year, id%9+1))
		}
		all = append(all, fmt.Sprintf("INSERT INTO visit_occurrence (visit_occurrence_id, person_id, visit_concept_id, visit_start_date, visit_end_date, visit_type_concept_id) VALUES (%d, 1, 9201, '%d-05-01', '%d-05-09', 0)", id, year, year))
	}
	return all
}

// kindsOfMeasures have the entry event %s, each of whose records is an index record where it does not say which.
var kindsOfMeasures = []string{
	`{"measure":{"kind":"count"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"share"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]},"relation":{"from":{"days":1}}}}}`,
	`{"measure":{"kind":"survival","times":[{"days":365}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"survival","times":[{"days":30},{"years":4}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"survival"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"at_risk":{"washout":{"days":20}}}`,
	`{"measure":{"kind":"cumulative_incidence","times":[{"years":5}]},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"death"}}}}`,
	`{"measure":{"kind":"cumulative_incidence","times":[{"days":99},{"years":5}]},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"at_risk":{"washout":{"days":20}}}`,
	`{"measure":{"kind":"rate"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"death"}}}}`,
	`{"measure":{"kind":"rate"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"at_risk":{"washout":{"days":20}}}`,
	`{"measure":{"kind":"person_time"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"prevalence","prevalence":"period"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"period":{"from":"2004-01-01","to":"2008-12-31"}}`,
	`{"measure":{"kind":"incidence_proportion"},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"period":{"from":"2001-01-01","to":"2008-12-31"}}`,
	`{"measure":{"kind":"persistence","times":[{"days":5}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"persistence","times":[{"days":5},{"days":50}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"patients_covered","times":[{"days":5},{"days":400}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"drug_restart","times":[{"years":1}],"events":[{"domain":"drug","concepts":[{"text":"warfarin"}]}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"indication","events":[{"domain":"condition","concepts":[{"text":"stroke"}]}],"windows":[{"from":-900,"to":0}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"treatments","events":[{"domain":"drug","concepts":[{"text":"warfarin"}]}],"windows":[{"from":0,"to":900}]},"population":{"entry":%s}}`,
	`{"measure":{"kind":"pathways","event":{"domain":"drug","concepts":[{"text":"warfarin"},{"text":"metformin"}]}},"population":{"entry":%s}}`,
	`{"measure":{"kind":"sequences","event":{"domain":"drug","concepts":[{"text":"warfarin"},{"text":"metformin"}]}},"population":{"entry":%s}}`,
	`{"measure":{"kind":"attrition"},"population":{"entry":%s,"criteria":[{"is":{"sex":"female"}}]}}`,
	`{"measure":{"kind":"coverage"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"comparison","times":[{"years":1}]},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"strata":[{"kind":"groups","groups":[{"name":"women","is":{"is":{"sex":"female"}}},{"name":"men","is":{"is":{"sex":"male"}}}]}]}`,
	`{"measure":{"kind":"comparison","of_rates":true},"population":{"entry":%s},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}},"strata":[{"kind":"groups","groups":[{"name":"women","is":{"is":{"sex":"female"}}},{"name":"men","is":{"is":{"sex":"male"}}}]}]}`,
	`{"measure":{"kind":"ratio"},"population":{"entry":%s},"strata":[{"kind":"groups","groups":[{"name":"stroke","is":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}}},{"name":"women","is":{"is":{"sex":"female"}}}]}]}`,
	`{"measure":{"kind":"overlap"},"population":{"entry":%s},"strata":[{"kind":"groups","groups":[{"name":"stroke","is":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}}},{"name":"women","is":{"is":{"sex":"female"}}}]}]}`,
	`{"measure":{"kind":"survival","times":[{"years":1}]},"population":{},"outcome":{"has":{"event":{"domain":"death"}}},"strata":[{"kind":"groups","groups":[{"name":"this","is":{},"entry":%s},{"name":"stroke","is":{},"entry":{"domain":"condition","concepts":[{"text":"stroke"}]}}]}]}`,
	`{"measure":{"kind":"number","stat":"median","quantity":"days_to","event":{"domain":"condition","concepts":[{"text":"stroke"}]},"relation":{"from":{"days":1}}},"population":{"entry":%s}}`,
	`{"measure":{"kind":"number","stat":"quantile","quantiles":[0.025,0.999],"quantity":"age"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"number","stat":"quantile","quantile":0.999,"quantity":"age"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"number","stat":"mean","quantity":"pdc","event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"from":{},"to":{"days":365}}},"population":{"entry":%s}}`,
	`{"measure":{"kind":"number","stat":"mean","quantity":"follow_up"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"characteristics"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"drug_use"},"population":{"entry":%s}}`,
	`{"measure":{"kind":"distribution","quantity":"occurrences","event":{"domain":"visit"}},"population":{"entry":%s}}`,
}

// strataOfPeople are groupings of people and of their records.
var strataOfPeople = []study.Stratum{{Kind: study.Sex}, {Kind: study.BornIn}, {Kind: study.Year},
	{Kind: study.AgeGroup, Width: 5}}

// TestOfOnePersonNoMeasureCountsTwo asks each kind of measure whose entry does not say which record counts: where there
// is one person, no number of people is larger than one, however many records they have.
func TestOfOnePersonNoMeasureCountsTwo(t *testing.T) {
	db := emptyDatabase(t)
	if _, err := db.Exec(strings.Join(onePerson(), ";\n")); err != nil {
		t.Fatal(err)
	}
	asked := map[study.Kind]int{}
	look := func(q *study.Question) {
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			return
		}
		got, err := query(db, plan.SQL)
		text, _ := json.Marshal(q)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			return
		}
		asked[q.Measure.Kind]++
		for _, row := range got.Rows {
			for i, c := range plan.Columns {
				of := c.Of == study.Persons && (c.Role == compile.Count || c.Role == compile.Numerator || c.Role == compile.Denominator)
				if of && float(row[i]) > 1 {
					t.Errorf("%s is %v of one person\n%s\n%s", c.Name, row[i], text, plan.SQL)
					return
				}
			}
		}
	}
	for _, form := range kindsOfMeasures {
		for _, entry := range []string{`{"domain":"condition","concepts":[{"text":"hypertension"}]%s}`, `{"domain":"drug","concepts":[{"text":"metformin"}]%s}`} {
			for _, which := range []string{"", `,"during":{"from":"2003-01-01"}`, `,"moved":{"start":{"days":3},"end":{"days":9}}`} {
				q, err := study.Parse(fmt.Appendf(nil, form, fmt.Sprintf(entry, which)))
				if err != nil { // refused before anything is compiled
					continue
				}
				look(q)
				for _, s := range strataOfPeople {
					by := q.Clone()
					by.Strata = append(by.Strata, s)
					look(by)
				}
			}
		}
	}
	for i := range 120 {
		q := studytest.NewQuestionOverTime(rand.New(rand.NewPCG(7, uint64(i))))
		if e := q.Population.Entry; e != nil {
			e.Which = study.Any
		}
		look(q)
	}
	if len(asked) < 24 || asked[study.Survival] < 20 || asked[study.CumulativeIncidence] < 20 {
		t.Errorf("only %v were asked", asked)
	}
	t.Logf("%v", asked)
}

// TestACurveIsOfEachPersonsFirstRecord is of the same person, whose curve begins with the first of eight records.
func TestACurveIsOfEachPersonsFirstRecord(t *testing.T) {
	db := emptyDatabase(t)
	if _, err := db.Exec(strings.Join(onePerson(), ";\n")); err != nil {
		t.Fatal(err)
	}
	form := `{"measure":{"kind":"survival"},"population":{"entry":{"domain":"condition","concepts":[{"text":"hypertension"}]%s}}}`
	var days [2]float64
	for i, which := range []string{"", `,"which":"first"`} {
		q, err := study.Parse(fmt.Appendf(nil, form, which))
		if err != nil {
			t.Fatal(err)
		}
		c := columnsOf(t, db, q)
		days[i] = c["median_days"][0]
		if c["deaths"][0]+c["censored"][0] != 1 || c["all_events"][0] != c["deaths"][0] {
			t.Errorf("%s: %v", which, c)
		}
	}
	if days[0] != days[1] && (days[0] == days[0] || days[1] == days[1]) {
		t.Errorf("the median is %g, from the first record %g", days[0], days[1])
	}
}
