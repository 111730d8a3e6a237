package read_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
)

// saysBack reads each question and compares what was understood; "" is a refusal.
func saysBack(t *testing.T, r *read.Reader, want map[string]string) {
	t.Helper()
	for question, said := range want {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		now := ""
		if got.Question != nil {
			now = strings.TrimPrefix(got.Question.String(), "Among all people, ")
		}
		if now != said {
			t.Errorf("%s:\n got %q\nwant %q (%v)", question, now, said, got.Refusal)
		}
	}
}

// Of two groups of people one thing may differ, whatever else they share: what they have, or do not have.
func TestPeopleWithDifferentThingsAreTwoGroups(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"mean LDL cholesterol in mg/dL of people with hypertension vs people without stroke":                    "The mean LDL cholesterol in mg/dL, by group (with hypertension, without stroke)",
		"Mean HbA1c in percent of hypertensives treated with insulin glargine compared with those on metformin": "The mean HbA1c in percent of people who had a diagnosis of hypertension, by group (with insulin glargine, with metformin)",
		"Mean HbA1c in percent, by group (with stroke, without asthma)":                                         "The mean HbA1c in percent, by group (with stroke, without asthma)",
		"Mean HbA1c in percent of women on metformin vs women on insulin glargine":                              "The mean HbA1c in percent of women, by group (with metformin, with insulin glargine)",
		"Mean HbA1c in percent of women on metformin vs men on insulin glargine":                                "",
		"Mean HbA1c in percent of people with stroke in 2008 vs people with asthma in 2009":                     "",
	})
}

// A prevalence is told of as many people as are said; people named by three things are not clear.
func TestPrevalencePerThousandPeople(t *testing.T) {
	const asthma = "The lifetime prevalence of asthma per 1000 people"
	saysBack(t, reader(t), map[string]string{
		"Prevalence of asthma, expressed per 1,000 persons":          asthma,
		"Prevalence of asthma per 1,000 by sex":                      asthma + ", by sex",
		"Lifetime prevalence of asthma per 1000 people":              asthma,
		"Point prevalence of asthma per 10,000 on 1 July 2009":       "The point prevalence of asthma per 10000 people on 2009-07-01",
		"Mean age of asthma, stroke and heart failure patients":      "",
		"Mortality rate in asthma, stroke and hemodialysis patients": "",
	})
}

// Visits are told by care site, and procedures by those on whom they were done.
func TestCareSitesAndWhoseProcedures(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Number of inpatient visits by care site":                        "The number of inpatient visits, by care site",
		"For each care site, number of inpatient visits and mean stay":   "The mean duration in days of inpatient visits, by care site",
		"What percentage of colonoscopies were done on women?":           "The percentage of records of colonoscopies that were female",
		"What percentage of colonoscopies were performed in men?":        "The percentage of records of colonoscopies that were male",
		"In which states do stroke patients live, and how many in each?": "The number of people with a diagnosis of stroke, by state",
	})
}

// The oldest year of birth is the first, and a date that is asked for is no number of people.
func TestOldestYearsAndFirstDates(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the oldest year of birth?":                              "The minimum year of birth of all people",
		"What is the youngest year of birth of women?":                   "The maximum year of birth of women",
		"What is the earliest date of a death?":                          "The coverage of people with a record of death",
		"What was the most recent date of any prescription?":             "The coverage of people with a drug",
		"Mean LDL cholesterol in mg/dL, with standard deviation":         "The mean LDL cholesterol in mg/dL",
		"Distribution of body mass index in kg/m2 (min, quartiles, max)": "The summary of the body mass index in kg/m2",
		"Median HbA1c in percent and IQR by sex":                         "The quartiles of the HbA1c in percent, by sex",
		"How long, on average, are people observed?":                     "The mean length of observation of all people",
		"Prevalence of asthma by 10-year age group":                      "The lifetime prevalence of asthma, by 10-year age group at the end of the data",
	})
}

// Others than people with one thing are everyone without it; where the people are told by two things, or something else
// is lacking, it is not clear who the others are.
func TestPeopleAndEveryoneElseAreTwoGroups(t *testing.T) {
	const hypertension = ", by group (with hypertension, without hypertension)"
	saysBack(t, reader(t), map[string]string{
		"mean LDL cholesterol in mg/dL, hypertensives vs. everyone else":                                 "The mean LDL cholesterol in mg/dL" + hypertension,
		"Percentage of people who died among those with hypertension compared with those without it":     "the percentage who died" + hypertension,
		"Percentage who died among people with hypertension compared with people without":                "the percentage who died" + hypertension,
		"Percentage of hypertensives and of everyone else who died":                                      "the percentage who died" + hypertension,
		"mean LDL cholesterol in mg/dL in people who ever took a statin vs people who never did":         "The mean LDL cholesterol in mg/dL, by group (with statin, without statin)",
		"mean LDL cholesterol in mg/dL in people who took a statin versus those who had never taken one": "The mean LDL cholesterol in mg/dL, by group (with statin, without statin)",
		"mean LDL cholesterol in mg/dL in statin users and non-users":                                    "The mean LDL cholesterol in mg/dL, by group (with statin, without statin)",

		"What percentage of women with hypertension vs everyone else died?":                        "",
		"mean LDL cholesterol in mg/dL in people who started a statin vs people who never took it": "",
		"mean LDL cholesterol in mg/dL of people with hypertension in 2009 vs everyone else":       "",
		"What are the ten most common drugs of hypertensives vs everyone else?":                    "",
	})
}

// "Of A users and of B users" are two groups; "of users of A and of B" may be those of both.
func TestPeopleNamedTwiceAreTwoGroups(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What percentage of warfarin users and of clopidogrel users had a stroke?":    "Among people with an exposure to warfarin, the percentage who had a diagnosis of stroke; beside it, among people with an exposure to clopidogrel, the percentage who had a diagnosis of stroke",
		"What percentage of users of warfarin and of clopidogrel had a stroke?":       "",
		"What percentage of warfarin users and of clopidogrel users had and a stroke": "",
	})
}

// A list of ranges without gaps or overlaps is a row each; what overlaps is not.
func TestRangesOfAValueAreRows(t *testing.T) {
	const bands = "by group (last body mass index under 18.5, last body mass index 18.5 to under 25, last body mass index 25 to under 30, last body mass index 30 or more)"
	r := reader(t)
	saysBack(t, r, map[string]string{
		"How many people have a last body mass index under 18.5, 18.5 to 24.9, 25 to 29.9, and 30 or more?":    "The number of people, " + bands,
		"Number of people by last body mass index (<18.5, 18.5-24.9, 25-29.9, 30+)":                            "The number of people, " + bands,
		"Number of people with stroke by their last body mass index: under 18.5, 18.5-24.9, 25-29.9, 30+":      "The number of people with a diagnosis of stroke, " + bands,
		"How many people have a last body mass index under 18.5, 18.5 to 24.9, 26 to 29.9, and 30 or more?":    "",
		"How many people have a last body mass index over 18.5 and under 30?":                                  "",
		"How many people have a body mass index under 18.5, 18.5 to 24.9, 25 to 29.9, and 30 or more?":         "",
		"How many people have a last HbA1c under 7 percent, 7 to 9 mmol/mol and over 9 percent?":               "",
		"How many people have a last body mass index under 18.5 or under 30?":                                  "",
		"Number of prescriptions by last body mass index (<18.5, 18.5-24.9, 25-29.9, 30+) of whom is not said": "",
	})
	got, err := r.Read(t.Context(), "Number of people by last body mass index (<18.5, 18.5-24.9, 25+)")
	if err != nil || got.Question == nil {
		t.Fatal(err, got.Refusal)
	}
	second := got.Question.Strata[0].Groups[1].Is.Has.Event
	if v := second.Chosen.Value; *v.Min != 18.5 || *v.Max != 25 || !v.MaxOpen || second.Which != study.Last {
		t.Errorf("18.5-24.9 beside 25+ is %+v of the %q", *v, second.Which)
	}
}

// "Split the people" counts them by what is named.
func TestPeopleAreSplit(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Split the people with a colonoscopy into men and women": "The number of people with a colonoscopy, by sex",
		"Divide stroke patients by race":                         "The number of people with a diagnosis of stroke, by race",
		"Split the people with a colonoscopy":                    "",
		"Split the people with a colonoscopy into two":           "",
	})
}

// A ratio may be said as a division; of women with a disease to men it is not clear whether these have it, too.
func TestADivisionIsARatio(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Number of women divided by number of men among people with stroke": "The ratio of women to men among people with a diagnosis of stroke",
		"How many women with stroke divided by the number of men":           "",
		"Number of people divided by sex":                                   "The number of people, by sex",
	})
}

// What patients paid themselves is another sum than what was paid; their share of it is of all records together.
func TestWhatPatientsPaid(t *testing.T) {
	const share = "The percentage of the cost of inpatient visits that the patients paid"
	saysBack(t, reader(t), map[string]string{
		"What did patients pay out of pocket for their warfarin prescriptions in each calendar year?": "The total out-of-pocket cost of exposures to warfarin, by year",
		"Average out-of-pocket amount a patient paid per warfarin prescription":                       "The mean out-of-pocket cost of exposures to warfarin",
		"What share of total inpatient cost was paid by the patient?":                                 share,
		"What percentage of the cost of inpatient visits did the patients pay, by year?":              share + ", by year",
		"Patients' share of inpatient costs (paid by patient / total paid)":                           share,
		share: share,

		"What share of total inpatient cost was paid by the payer?":                            "",
		"What share of patients paid for inpatient visits?":                                    "",
		"Patients' share of inpatient costs (paid by payer / total paid)":                      "",
		"What percentage of the cost of inpatient visits did women pay?":                       "",
		"What percentage of patients took warfarin, and the share of its cost that they paid?": "",
	})
}

// Values before and after the first record of something are two groups; those of its day are in neither.
func TestBeforeAndAfterAStart(t *testing.T) {
	r := reader(t)
	const groups = ", by group (before first warfarin, after first warfarin)"
	saysBack(t, r, map[string]string{
		"Mean creatinine in mg/dL before and after starting warfarin":                      "The mean creatinine in mg/dL" + groups,
		"Mean creatinine in mg/dL before versus after the first warfarin prescription":     "The mean creatinine in mg/dL" + groups,
		"Number of emergency room visits before and after starting warfarin":               "The number of emergency room visits" + groups,
		"Mean creatinine in mg/dL before and after":                                        "",
		"Mean creatinine in mg/dL before and after their last warfarin prescription":       "",
		"Number of people with stroke before and after starting warfarin":                  "",
		"Mean last creatinine in mg/dL before and after starting warfarin of each patient": "",
		"Number of warfarin prescriptions before and after starting warfarin":              "",
	})
	got, err := r.Read(t.Context(), "Mean creatinine in mg/dL before and after starting warfarin")
	if err != nil || got.Question == nil {
		t.Fatal(err, got.Refusal)
	}
	for i, want := range []string{`{"from":{"days":1}}`, `{"to":{"days":-1}}`} {
		has := got.Question.Strata[0].Groups[i].Is.Has
		rel, err := json.Marshal(has.Relation)
		if err != nil || string(rel) != want || has.Event.Which != study.First {
			t.Errorf("group %d is told by %s of the %q", i, rel, has.Event.Which)
		}
	}
}

// A prevalence of twelve months is of a year that is named.
func TestPrevalenceOfTwelveMonths(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"12-month period prevalence of asthma in 2009":      "The prevalence of asthma in 2009",
		"one-year prevalence of asthma for 2009, by sex":    "The prevalence of asthma in 2009, by sex",
		"12-month period prevalence of asthma":              "",
		"12-month prevalence of asthma since June 2009":     "",
		"6-month prevalence of asthma in 2009":              "",
		"12-month point prevalence of asthma on 2009-01-01": "",
	})
}

// Bands of ages may be announced.
func TestEachOfTheseAgeBands(t *testing.T) {
	const bands = "The number of people with a diagnosis of COPD, by age group (under 30, 30 to 59, 60 or older)"
	saysBack(t, reader(t), map[string]string{
		"How many patients with COPD in each of these age bands: under 30, 30-59, 60 and over?":      bands,
		"Number of patients with COPD by the following age groups: under 30, 30 to 59, 60 and older": bands,
		"How many patients with COPD in each of these bands?":                                        "",
		"How many patients with COPD in each of these age bands: under 30 and asthma?":               "",
	})
}

// Who is left out behind a comma is left out of both groups that are compared.
func TestLeftOutOfBothGroups(t *testing.T) {
	const risk, start, no = "The crude risk of stroke within 60 days between ", "people with a first ever exposure to ",
		" who had no diagnosis of asthma before or on the day of it"
	const both = risk + start + "warfarin" + no + " and " + start + "metformin" + no
	saysBack(t, reader(t), map[string]string{
		"Crude risk ratio of stroke within 60 days between new users of warfarin and new users of metformin": risk + start +
			"warfarin and " + start + "metformin",
		"Crude risk ratio of stroke within 60 days between new users of warfarin and new users of metformin, excluding those with asthma before":       both,
		"Crude risk ratio of stroke within 60 days between new users of warfarin and new users of metformin, leaving out those with a prior asthma":    both,
		"Crude risk ratio of stroke within 60 days between new users of warfarin without prior asthma and new users of metformin without prior asthma": both,
		"Table 1 of new users of warfarin and new users of metformin, excluding those with asthma before": "The characteristics of " +
			start + "warfarin" + no + " and " + start + "metformin" + no,
		"Crude risk ratio of stroke within 60 days between new users of warfarin and new users of metformin, without prior asthma": "",
	})
}

// An age in brackets that the people have anyway is said again, of however many records.
func TestAgeSaidAgain(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many children (under 18 at the time) had pneumonia on at least two separate days?": "the number who had at least 2 diagnoses of pneumonia at age under 18 on different days",
		"How many children (under 18 at the time) had pneumonia in 2009?":                       "the number who had a diagnosis of pneumonia in 2009 at age under 18",
		"How many children (under 12 at the time) had pneumonia on at least two separate days?": "",
		"How many people (under 18 at the time) had pneumonia on at least two separate days?":   "",
	})
}
