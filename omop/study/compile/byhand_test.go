package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
)

// fourPeople are a CDM that a reader can follow on paper. 1 and 3 are women. Person 2 had the stroke on the day of the first
// heart failure, which is the first day of observation; 4 the heart failure on the last day of observation. There is no person 5.
var fourPeople = []string{
	`INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) VALUES
		(1, 8532, 1950, 8527, 0), (2, 8507, 1940, 8527, 0), (3, 8532, 1960, 8527, 0), (4, 8507, 1930, 8527, 0)`,
	`INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date, period_type_concept_id) VALUES
		(1, 1, '2008-01-01', '2009-12-31', 0), (2, 2, '2008-01-01', '2008-12-31', 0), (3, 3, '2009-01-01', '2009-12-31', 0), (4, 4, '2008-07-01', '2009-06-30', 0),
		(5, 5, '2007-07-01', '2009-06-30', 0)`,
	`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_type_concept_id, visit_occurrence_id) VALUES
		(1, 1, 316139, '2008-03-01', 0, NULL), (2, 1, 381316, '2008-09-01', 0, 1), (3, 2, 316139, '2008-01-01', 0, NULL), (4, 2, 381316, '2008-01-01', 0, NULL), (5, 4, 316139, '2009-06-30', 0, NULL)`,
	`INSERT INTO death (person_id, death_date, death_type_concept_id, cause_concept_id) VALUES (3, '2009-07-01', 0, 316139)`,
	`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, drug_type_concept_id) VALUES
		(1, 1, 1310149, '2008-03-01', '2008-03-10', 0), (2, 1, 1310149, '2008-03-08', '2008-03-20', 0), (3, 1, 1310149, '2008-05-01', NULL, 0)`,
	// what is dispensed as warfarin has aspirin in it, too
	`INSERT INTO concept (concept_id, concept_name, domain_id, vocabulary_id, concept_class_id, standard_concept, concept_code, valid_start_date, valid_end_date) VALUES
		(1310149, 'warfarin', 'Drug', 'RxNorm', 'Ingredient', 'S', '11289', '1970-01-01', '2099-12-31'), (1112807, 'aspirin', 'Drug', 'RxNorm', 'Ingredient', 'S', '1191', '1970-01-01', '2099-12-31'),
		(21600960, 'ANTITHROMBOTICS', 'Drug', 'ATC', 'ATC 3rd', 'C', 'B01A', '1970-01-01', '2099-12-31')`,
	`INSERT INTO concept_ancestor (ancestor_concept_id, descendant_concept_id, min_levels_of_separation, max_levels_of_separation) VALUES
		(1310149, 1310149, 0, 0), (1112807, 1310149, 1, 1), (21600960, 1310149, 1, 1)`,
	`INSERT INTO visit_occurrence (visit_occurrence_id, person_id, visit_concept_id, visit_start_date, visit_end_date, visit_type_concept_id, care_site_id) VALUES
		(1, 1, 9203, '2008-12-31', '2008-12-31', 0, 7), (2, 1, 9203, '2009-01-01', '2009-01-04', 0, 7), (3, 3, 9203, '2009-07-01', '2009-07-01', 0, NULL)`,
	`INSERT INTO care_site (care_site_id, care_site_name) VALUES (7, 'North')`,
	`INSERT INTO cost (cost_id, cost_event_id, cost_domain_id, cost_type_concept_id, total_paid, paid_by_patient, paid_by_payer, total_charge) VALUES
		(1, 1, 'Visit', 0, 100, 10, 90, 200), (2, 2, 'Visit', 0, 300, 30, 270, 500), (3, 3, 'Visit', 0, NULL, 5, NULL, 80), (4, 3, 'Drug', 0, 70, 7, 63, 90)`,
	`INSERT INTO measurement (measurement_id, person_id, measurement_concept_id, measurement_date, value_as_number, unit_concept_id, measurement_type_concept_id) VALUES
		(1, 1, 3004410, '2008-02-01', 9, 8554, 0), (2, 1, 3004410, '2008-03-01', 8, 8554, 0), (3, 1, 3004410, '2008-04-01', 6.5, 8554, 0), (4, 1, 3004410, '2008-05-01', NULL, 8554, 0)`,
}

const (
	heartFailure = `{"domain":"condition","concepts":[{"text":"heart failure"}],"which":"first"}`
	stroke       = `{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]}}}`
	warfarin     = `{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"first"}`
	emergency    = `{"has":{"event":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`
)

func TestBoundariesByHand(t *testing.T) {
	db := emptyDatabase(t)
	for _, statement := range fourPeople {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct{ name, question, want string }{
		{"each group has its own first rows",
			`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","event":{"domain":"condition"}},{"kind":"sex"}],"top":{"n":1}}`,
			"316139 8507 2; 316139 8532 1"},
		{"warfarin is started on the day of the heart failure, and not once more in the days after it",
			`{"measure":{"kind":"count"},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"concept","event":{"domain":"drug",` +
				`"which":"first_of_each"},"relation":{"from":{},"to":{"days":30}}}]}`, "warfarin 1"},
		{"of which none is counted from the next day on",
			`{"measure":{"kind":"count"},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"concept","event":{"domain":"drug",` +
				`"which":"first_of_each"},"relation":{"from":{"days":1},"to":{"days":90}}}]}`, ""},
		{"all rows stand by size, largest first",
			`{"measure":{"kind":"count"},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"sex"}],"top":{}}`, "8507 2; 8532 1"},
		{"all rows stand by size, smallest first",
			`{"measure":{"kind":"count"},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"sex"}],"top":{"lowest":true}}`, "8532 1; 8507 2"},
		{"a group that is named has a row though nobody is in it",
			`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"groups","groups":[{"name":"stroke","is":` + stroke +
				`},{"name":"none","is":{"all":[` + stroke + `,{"is":{"race":"asian"}}]}}]}]}`, "stroke 2; none 0"},
		{"a stroke on the first day of observation is new, and takes a day",
			`{"measure":{"kind":"rate"},"population":{},"outcome":` + stroke + `}`, "921.19 2 2.2"},
		{"a stroke on the index date was there before; who leaves on it is not at risk",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `}`, "1985.05 1 0.5"},
		{"time at risk that begins later counts what lies before it as history",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `,"at_risk":{"from":{"days":184}}}`, "365250 1 0"},
		{"and leaves out who had the stroke before it begins",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `,"at_risk":{"from":{"days":185}}}`, "NULL 0 NULL"},
		{"a washout of days forgets what is older",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `,"at_risk":{"from":{"days":185},"washout":{"days":1}}}`, "0 0 0.5"},
		{"time at risk ends where it is said to",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `,"at_risk":{"to":{"days":183}}}`, "0 0 0.5"},
		{"or with the cohort",
			`{"measure":{"kind":"rate"},"population":{"entry":` + heartFailure + `,"exit":{"after":{"days":184}}},"outcome":` + stroke + `}`, "1985.05 1 0.5"},
		{"which is some days after the end of the index record",
			`{"measure":{"kind":"rate"},"population":{"entry":` + warfarin + `,"exit":{"of_record":true,"after":{"days":175}}},"outcome":` + stroke + `}`, "1985.05 1 0.5"},
		{"repeated outcomes end no time; at the turn of the year they belong to the new one",
			`{"measure":{"kind":"rate","of":"records"},"population":{},"outcome":` + emergency + `,"at_risk":{"repeat":true},"strata":[{"kind":"year"}]}`,
			"2008 398.74 1 2.5; 2009 1003.43 2 2"},
		{"person-time is divided by the age of each year",
			`{"measure":{"kind":"person_time"},"population":{"criteria":[{"is":{"sex":"female"}}]},"strata":[{"kind":"age_group","width":1}]}`,
			"49-49 1 1; 58-58 1 1; 59-59 1 1"},
		{"who reaches the lowest age enters with that year, who is older than the highest leaves",
			`{"measure":{"kind":"person_time"},"population":{},"at_risk":{"age":{"min":59,"max":68}}}`, "2 2"},
		{"an age at the start is kept, however old people grow",
			`{"measure":{"kind":"person_time"},"population":{},"at_risk":{"age":{"min":58,"max":58},"age_at":"start"}}`, "2 1"},
		{"an open end leaves the age itself out",
			`{"measure":{"kind":"person_time"},"population":{},"at_risk":{"age":{"min":58,"min_open":true,"max":60}}}`, "1 1"},
		{"a prevalence has the age of the year in which its period begins",
			`{"measure":{"kind":"prevalence","prevalence":"period"},"population":{},"outcome":{"has":{"event":` + heartFailure + `}},"at_risk":{"age":{"min":59}},"strata":[{"kind":"year"}]}`, "2008 50 1 2; 2009 50 1 2"},
		{"a period cuts person-time",
			`{"measure":{"kind":"person_time"},"population":{},"period":{"from":"2009-01-01"}}`, "2.5 3"},
		{"visits are told by care site, those without one, too",
			`{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"visit"}},"strata":[{"kind":"care_site"}]}`, "North (7) 2 1; unknown 1 1"},
		{"other records by that of their visit",
			`{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"condition","concepts":[{"text":"stroke"}]}},"strata":[{"kind":"care_site"}]}`, "North (7) 1 1; unknown 1 1"},
		{"a prevalence is told of as many people as are asked for",
			`{"measure":{"kind":"prevalence","prevalence":"point","per":1000},"population":{},"outcome":{"has":{"event":` + heartFailure + `}},"period":{"from":"2009-01-01","to":"2009-01-01"}}`, "333.33 1 3"},
		{"a lifetime has the age at the end of the data",
			`{"measure":{"kind":"prevalence","prevalence":"lifetime"},"population":{"criteria":[{"is":{"sex":"female"}}]},"outcome":{"has":{"event":` + heartFailure + `}},"strata":[{"kind":"age_group","width":10,"on":"data_end"}]}`, "40-49 0 0 1; 50-59 100 1 1"},
		{"point prevalence is of those observed on the day",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":` + heartFailure + `}},"period":{"from":"2009-01-01","to":"2009-01-01"}}`, "33.33 1 3"},
		{"period prevalence of those observed on any day of it",
			`{"measure":{"kind":"prevalence","prevalence":"period"},"population":{},"outcome":{"has":{"event":` + heartFailure + `}},"period":{"from":"2008-01-01","to":"2008-12-31"}}`, "66.67 2 3"},
		{"an incidence proportion begins with the first day",
			`{"measure":{"kind":"incidence_proportion"},"population":{},"outcome":` + stroke + `,"period":{"from":"2008-01-01","to":"2008-12-31"}}`, "100 2 2"},
		{"and ends with the last",
			`{"measure":{"kind":"incidence_proportion"},"population":{},"outcome":` + stroke + `,"period":{"from":"2008-01-01","to":"2008-08-31"}}`, "50 1 2"},
		{"survival without the outcome: one of two still followed has it on day 184",
			`{"measure":{"kind":"survival","times":[{"days":183},{"days":184}]},"population":{"entry":` + heartFailure + `},"outcome":` + stroke + `}`,
			"183 100 184 0 0 1 1; 184 0 184 1 0 0 1"},
		{"survival: who is in none of the age groups is in no row",
			`{"measure":{"kind":"survival","times":[{"years":1}]},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"age_group","bands":[{"max":60},{"min":70}]}]}`, "0-60 100 NULL 0 0 1 1; 70 and older NULL NULL 0 1 0 1"},
		{"survival: nobody with heart failure dies, one leaves on the index date",
			`{"measure":{"kind":"survival","times":[{"years":1}]},"population":{"entry":` + heartFailure + `}}`, "100 NULL 0 2 1 3"},
		{"a share of results is of those with a value: one of three is below 7",
			`{"measure":{"kind":"share","of":"records"},"population":{"entry":{"domain":"measurement","concepts":[{"text":"HbA1c"}]}},"outcome":{"record":{"value":{"max":7}}}}`,
			"33.33 1 3"},
		{"Table 1 of people on a drug on a day is of that day, though the exposure began before and is not the first",
			`{"measure":{"kind":"characteristics"},"population":{"entry":{"domain":"drug","concepts":[{"text":"warfarin"}],` +
				`"touching":{"from":"2008-03-15","to":"2008-03-15"}}}}`, "number of people all 1 1 100 NULL NULL NULL NULL NULL; " +
				"age at index years 1 1 NULL 58 NULL 58 58 58; age group 45-64 1 1 100 NULL NULL NULL NULL NULL; " +
				"sex unknown 1 1 100 NULL NULL NULL NULL NULL; race White 1 1 100 NULL NULL NULL NULL NULL; " +
				"prior observation days 1 1 NULL 74 NULL 74 74 74; follow-up days 1 1 NULL 656 NULL 656 656 656; " +
				"visits in the year before number 1 1 NULL 0 NULL 0 0 0"},
		{"each covered day counts once",
			`{"measure":{"kind":"number","stat":"mean","quantity":"pdc","relation":{"from":{},"to":{"days":29}}},"population":{"entry":` + warfarin + `}}`, "0.6667 NULL 1"},
		{"an exposure without an end lasts its day",
			`{"measure":{"kind":"number","stat":"sum","quantity":"days_covered"},"population":{"entry":` + warfarin + `}}`, "21 1"},
		{"a gap is from the day after all supply to the day before the next",
			`{"measure":{"kind":"number","stat":"max","quantity":"gap"},"population":{"entry":` + warfarin + `}}`, "41 1"},
		{"exposures more than 30 days apart are two eras",
			`{"measure":{"kind":"number","stat":"mean","quantity":"eras"},"population":{"entry":` + warfarin + `}}`, "2 NULL 1"},
		{"unless the gap that is bridged is longer",
			`{"measure":{"kind":"number","stat":"mean","quantity":"eras","gap_days":42},"population":{"entry":` + warfarin + `}}`, "1 NULL 1"},
		{"each era gives a duration, both days included",
			`{"measure":{"kind":"number","stat":"sum","quantity":"era_duration"},"population":{"entry":` + warfarin + `}}`, "21 1"},
		{"the first era joins what overlaps",
			`{"measure":{"kind":"number","stat":"max","quantity":"first_era_duration"},"population":{"entry":` + warfarin + `}}`, "20 1"},
		{"use is looked at for as long as it is said",
			`{"measure":{"kind":"number","stat":"max","quantity":"days_exposed","relation":{"from":{},"to":{"days":9}}},"population":{"entry":` + warfarin + `}}`, "10 1"},
		{"in percent of these days",
			`{"measure":{"kind":"number","stat":"max","quantity":"covered_share","relation":{"from":{},"to":{"days":24}}},"population":{"entry":` + warfarin + `}}`, "80 1"},
		{"a gap between eras is of the days without",
			`{"measure":{"kind":"number","stat":"max","quantity":"era_gap"},"population":{"entry":` + warfarin + `}}`, "41 1"},
		{"a drug is restarted by the day on which its next era begins, counted from the end of the first",
			`{"measure":{"kind":"drug_restart","times":[{"days":41},{"days":42}]},"population":{"entry":` + warfarin + `}}`, "untreated 41 100 1 1; restart 42 100 1 1"},
		{"without a time, until observation ends; a gap that is bridged is no stop",
			`{"measure":{"kind":"drug_restart","gap_days":42},"population":{"entry":` + warfarin + `}}`, "untreated 100 1 1"},
		{"covered is who is in an era on the day, the first or a later one",
			`{"measure":{"kind":"patients_covered","times":[{"days":19},{"days":20},{"days":61}]},"population":{"entry":` + warfarin + `}}`, "19 100 1 1; 20 0 0 1; 61 100 1 1"},
		{"an indication begins in the window, both ends included, and several are one row",
			`{"measure":{"kind":"indication","events":[` + heartFailure + `,{"domain":"condition","concepts":[{"text":"stroke"}]}],"windows":[{"from":-60,"to":-1},{"from":0,"to":183},{"from":0,"to":184}]},"population":{"entry":` + warfarin + `}}`,
			"-60 to -1 none of these 100 1 1; 0 to 183 heart failure 100 1 1; 0 to 184 heart failure and stroke 100 1 1"},
		{"who is observed on no day of the window is not looked at",
			`{"measure":{"kind":"indication","events":[` + heartFailure + `],"windows":[{"from":-100,"to":-61}]},"population":{"entry":` + warfarin + `}}`, ""},
		{"a treatment shares a day with the window",
			`{"measure":{"kind":"treatments","events":[{"domain":"drug","concepts":[{"text":"warfarin"}]}],"windows":[{"from":0,"to":0},{"from":11,"to":19},{"from":20,"to":60}]},"population":{"entry":` + heartFailure + `}}`,
			"0 to 0 untreated 66.67 2 3; 0 to 0 warfarin 33.33 1 3; 11 to 19 untreated 50 1 2; 11 to 19 warfarin 50 1 2; 20 to 60 untreated 100 2 2; 20 to 60 warfarin 0 0 2"},
		{"pathways by strata are in percent of the stratum",
			`{"measure":{"kind":"pathways","event":{"domain":"drug","concepts":[{"text":"warfarin"},{"text":"metformin"}]}},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"year"}]}`,
			"2008 none of these 50 1 2; 2008 warfarin 50 1 2; 2009 none of these 100 1 1"},
		{"a change is from the last value on the index date to the first after it",
			`{"measure":{"kind":"number","stat":"mean","quantity":"value_change","unit":"%","event":{"domain":"measurement","concepts":[{"text":"HbA1c"}]}},"population":{"entry":` + warfarin + `}}`,
			"-1.5 NULL 8 6.5 1"},
		{"the last value is the last that there is, not the last of the high ones",
			`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"measurement","concepts":[{"text":"HbA1c"}],"which":"last","chosen":{"value":{"min":7},"unit":"%"}}}}}`, "0"},
		{"nor of those before the index date",
			`{"measure":{"kind":"count"},"population":{"entry":` + warfarin + `},"outcome":{"has":{"event":{"domain":"measurement","concepts":[{"text":"HbA1c"}],"which":"last_of_these","chosen":{"value":{"max":8},"unit":"%"}},"relation":{"to":{}}}}}`, "1"},
		{"observation counts in each year that it touches",
			`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"observation_period"}}},"strata":[{"kind":"year"}]}`, "2008 3; 2009 3"},
		{"visits that touch are one stay",
			`{"measure":{"kind":"count","of":"stays"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`, "2 2 3"},
		{"a share of visits is of what was recorded at the visit, not of what the person ever had",
			`{"measure":{"kind":"share","of":"records"},"population":{"entry":{"domain":"visit"}},"outcome":{"has":{"event":{"domain":"condition","concepts":[{"text":"stroke"}]},"relation":{"place":"same_visit"}}}}`, "33.33 1 3"},
		{"causes of death are listed of the deaths, unmapped ones left out",
			`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","event":{"domain":"death"}}],"top":{"n":10}}`, "316139 1"},
		{"also of those who had something",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}},"strata":[{"kind":"concept","of":"death"}]}`, "316139 1"},
		{"groups are ranked by any measure",
			`{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{"entry":` + heartFailure + `},"strata":[{"kind":"sex"}],"top":{"n":1}}`, "8507 73.5 7.78 2"},
		{"a point prevalence is of a day of each year where one is named",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":` + heartFailure + `}},"strata":[{"kind":"year","on":"07-01"}]}`, "2008 66.67 2 3; 2009 50 1 2"},
		{"and who is observed on that day counts",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"observation_period"}},"strata":[{"kind":"year","on":"01-01"}]}`, "2008 2; 2009 3"},
		{"a prevalence is of exposures that cover the day, their last included",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"place":"covering"}}},"period":{"from":"2008-03-20","to":"2008-03-20"}}`, "50 1 2"},
		{"and not of those that have ended, by age group and per so many people",
			`{"measure":{"kind":"prevalence","prevalence":"point","per":1000},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"place":"covering"}}},"strata":[{"kind":"age_group","width":10}],"period":{"from":"2008-03-21","to":"2008-03-21"}}`, "50-59 0 0 1; 60-69 0 0 1"},
		{"by age group, of those that cover it",
			`{"measure":{"kind":"prevalence","prevalence":"point","per":1000},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"place":"covering"}}},"strata":[{"kind":"age_group","width":10}],"period":{"from":"2008-05-01","to":"2008-05-01"}}`, "50-59 1000 1 1; 60-69 0 0 1"},
		{"on a day of each year; two exposures on it are one person",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"place":"covering"}}},"strata":[{"kind":"year","on":"03-09"}]}`, "2008 50 1 2; 2009 0 0 3"},
		{"of two years that are named",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}]},"relation":{"place":"covering"}}},"strata":[{"kind":"year","on":"03-09","only":["2009"]}]}`, "2009 0 0 3"},
		{"the second of them, of no later one",
			`{"measure":{"kind":"prevalence","prevalence":"point"},"population":{},"outcome":{"has":{"event":{"domain":"drug","concepts":[{"text":"warfarin"}],"which":"second"},"relation":{"place":"covering"}}},"strata":[{"kind":"day"}],"period":{"from":"2008-03-20","to":"2008-03-21"}}`, "2008-03-20 50 1 2; 2008-03-21 0 0 2"},
		{"follow-up from the end of a stay begins on its last day",
			`{"measure":{"kind":"survival","times":[{"days":361}]},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}],"which":"last","moved":{"start":{"at_end":true},"end":{"at_end":true}}}}}`, "50 0 1 1 0 2"},
		{"from its first day it is longer",
			`{"measure":{"kind":"survival","times":[{"days":361}]},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}],"which":"last"}}}`, "50 0 1 0 1 2"},
		{"who dies on the last day of the stay was not discharged",
			`{"measure":{"kind":"survival","times":[{"days":360}]},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}],"which":"last","moved":{"start":{"at_end":true},"end":{"at_end":true}}},"criteria":[{"not":{"has":{"event":{"domain":"death"},"relation":{"to":{}}}}}]}}`, "100 NULL 0 0 1 1"},
		{"a stay that began in one year and ended in the next is of the next",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"visit","which":"last","where":{"days":{"min":1}},"moved":{"start":{"at_end":true},"end":{"at_end":true}}}},"strata":[{"kind":"day"}]}`, "2009-01-04 1"},
		{"observation of somebody who is not in the database is of nobody",
			`{"measure":{"kind":"share"},"population":{"entry":{"domain":"observation_period","touching":{"from":"2009-01-01","to":"2009-01-01"}}},"outcome":` + stroke + `}`, "33.33 1 3"},
		{"whatever is told of it",
			`{"measure":{"kind":"coverage"},"population":{}}`, "2008-01-01 2009-12-31 4"},
		{"or has an exposure that holds it",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"drug","concepts":[{"text":"warfarin"}]}},"strata":[{"kind":"year","on":"03-09"}]}`, "2008 1"},
		{"groups with index dates of their own stand beside each other, each asked by itself",
			`{"measure":{"kind":"number","stat":"mean","quantity":"age"},"population":{},"strata":[{"kind":"groups","groups":[{"name":"HF","entry":` + heartFailure +
				`},{"name":"stroke","entry":{"domain":"condition","concepts":[{"text":"stroke"}],"which":"first"}}]},{"kind":"sex"}]}`,
			"HF 8507 73.5 7.78 2; HF 8532 58 NULL 1; stroke 8507 68 NULL 1; stroke 8532 58 NULL 1"},
		{"who is under observation on a day has the age of that day, not that of the first day of observation",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"observation_period","touching":{"from":"2009-01-01","to":"2009-01-01"},"age":{"min":59}}}}`, "2"},
		{"and stands in the age group of that day",
			`{"measure":{"kind":"count"},"population":{"entry":{"domain":"observation_period","touching":{"from":"2009-01-01","to":"2009-01-01"}}},"strata":[{"kind":"age_group","bands":[{"max":58},{"min":59}]}]}`, "0-58 1; 59 and older 2"},
		{"who has 20 of 30 days covered lies in the range from 0.6 on",
			`{"measure":{"kind":"number","stat":"percentage_in_range","quantity":"pdc","within":{"min":0.6},"relation":{"from":{},"to":{"days":29}}},"population":{"entry":` + warfarin + `}}`, "100 1 1"},
		{"and not in that from 0.7 on",
			`{"measure":{"kind":"number","stat":"percentage_in_range","quantity":"pdc","within":{"min":0.7},"relation":{"from":{},"to":{"days":29}}},"population":{"entry":` + warfarin + `}}`, "0 0 1"},
		{"what patients paid is of each visit with a cost of its own",
			`{"measure":{"kind":"number","stat":"sum","quantity":"paid_by_patient"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`, "45 3 2"},
		{"what payers paid is summed up where it is known",
			`{"measure":{"kind":"number","stat":"sum","quantity":"paid_by_payer"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`, "360 3 2"},
		{"a charge is what was charged, whatever was paid",
			`{"measure":{"kind":"number","of":"records","stat":"mean","quantity":"charged"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`, "260 216.33 3 2"},
		{"the patients' share is of all visits together, of those of which both sums are known",
			`{"measure":{"kind":"number","stat":"mean","quantity":"patient_share"},"population":{"entry":{"domain":"visit","concepts":[{"text":"emergency room visit"}]}}}`, "10 3 2"},
		{"the ingredients of what was dispensed in a time are each counted once a person",
			`{"measure":{"kind":"count"},"population":{},"strata":[{"kind":"concept","level":"ingredient","event":{"domain":"drug","during":{"from":"2008-03-01","to":"2008-03-31"}}}],"top":{"n":10}}`,
			"aspirin 1; warfarin 1"},
		{"of named drugs only these are listed, not what they are combined with",
			`{"measure":{"kind":"count","of":"records"},"population":{"entry":{"domain":"drug","concepts":[{"text":"warfarin"}]}},"strata":[{"kind":"concept","level":"ingredient"}],"top":{"n":10}}`,
			"warfarin 3 1"},
		{"two ingredients may be dispensed as one product",
			`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug","during":{"from":"2008-05-01"}},"times":{"min":2},"distinct":"ingredients"}}}`, "1"},
		{"and three are not",
			`{"measure":{"kind":"count"},"population":{},"outcome":{"has":{"event":{"domain":"drug"},"times":{"min":3},"distinct":"ingredients"}}}`, "0"},
		{"deaths are dated by the year of death",
			`{"measure":{"kind":"number","stat":"mean","quantity":"year_of_birth"},"population":{},"strata":[{"kind":"year","of":"death"}]}`, "2009 1960 NULL 1"},
	} {
		q, err := study.Parse([]byte(tc.question))
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		plan, err := compile.Compile(q, compile.Options{})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		got, err := query(db, plan.SQL)
		if err != nil {
			t.Errorf("%s: %v\n%s", tc.name, err, plan.SQL)
			continue
		}
		var rows []string
		for _, row := range got.Rows {
			var cells []string
			for _, v := range row[:len(plan.Columns)] {
				cells = append(cells, text(v))
			}
			rows = append(rows, strings.Join(cells, " "))
		}
		if have := strings.Join(rows, "; "); have != tc.want {
			t.Errorf("%s: got %q, want %q\n%s", tc.name, have, tc.want, plan.SQL)
		}
		if people, err := query(db, plan.People); err != nil {
			t.Errorf("%s: people: %v\n%s", tc.name, err, plan.People)
		} else if why := peopleFit(plan, got, people); why != "" {
			t.Errorf("%s: %s\n%s", tc.name, why, fmt.Sprint(people.Rows))
		}
	}
}
