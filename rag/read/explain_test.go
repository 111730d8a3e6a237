package read_test

import (
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
)

// Each kind of remark in ten or so wordings: what it says is held against the question, which agrees, is changed or
// is refused.
func TestRemarksAreHeldAgainstTheQuestion(t *testing.T) {
	r := reader(t)
	for core, remarks := range map[string]map[string]string{ // to what each remark makes the question; empty where it must be refused
		"How many patients with hypertension took warfarin within 30 days of diagnosis": {
			" (first record)?":                            "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			"? First hypertension record only.":           "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			" (last record)?":                             "",
			" (day 0 to 30)?":                             "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			" (days 1-30)?":                               "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?",
			" (same day through day 30)?":                 "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			" (day 1 to 60)?":                             "",
			" (day 0 not counted)?":                       "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?",
			" (the day itself does not count)?":           "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?",
			"; index date included.":                      "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			", the diagnosis day excluded?":               "How many patients with hypertension took warfarin within 30 days of diagnosis, not on the day itself?",
			"? People, not records.":                      "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			"? Records, not people.":                      "",
			"? Exclude those with stroke.":                "How many patients with hypertension without stroke took warfarin within 30 days of diagnosis?",
			" - leave out anyone with a stroke?":          "How many patients with hypertension without stroke took warfarin within 30 days of diagnosis?",
			"? People with a stroke are excluded.":        "How many patients with hypertension without stroke took warfarin within 30 days of diagnosis?",
			"? Patients who had a stroke are left out.":   "How many patients with hypertension without stroke took warfarin within 30 days of diagnosis?",
			"; drop those who had a stroke.":              "How many patients with hypertension without stroke took warfarin within 30 days of diagnosis?",
			"? Restricted to women.":                      "How many women with hypertension took warfarin within 30 days of diagnosis?",
			"? Only women.":                               "How many women with hypertension took warfarin within 30 days of diagnosis?",
			"? Percentage.":                               "What percentage of patients with hypertension took warfarin within 30 days of diagnosis?",
			"? Number and percent.":                       "What percentage of patients with hypertension took warfarin within 30 days of diagnosis?",
			"? Give numerator, denominator and percent.":  "What percentage of patients with hypertension took warfarin within 30 days of diagnosis?",
			"? Median and mean.":                          "",
			"? In completed years.":                       "",
			" (any type, at least one record)?":           "How many patients with hypertension took warfarin within 30 days of diagnosis?",
			" (procedure)?":                               "",
			" (drug)?":                                    "",
			"? Only with zorblatt.":                       "",
			" (e.g. lisinopril)?":                         "",
			" (lisinopril)?":                              "",
			"? At least a year of observation before it.": "How many patients with hypertension, observed for at least 365 days before diagnosis, took warfarin within 30 days of diagnosis?",
		},
		"What percentage of women took warfarin": {
			"? Denominator: all persons.":      "",
			" (% of all women)?":               "What percentage of women took warfarin?",
			" (everyone as denominator)?":      "",
			"? Give both numbers.":             "What percentage of women took warfarin?",
			"; n of persons, percent.":         "What percentage of women took warfarin?",
			"? Number with stroke, percent.":   "",
			"? Men only.":                      "",
			" (stroke included)?":              "",
			"? Lisinopril counts as warfarin.": "What percentage of women took warfarin or Lisinopril?",
			" (ingredient: lisinopril)?":       "What percentage of women took lisinopril?",
			" (crude)?":                        "What percentage of women took warfarin?",
		},
		"Because practice has changed, how many patients with hypertension": { // reasons and people's own work restrict nothing
			" took warfarin?": "How many patients with hypertension took warfarin?",
		},
		"Among patients with hypertension, the percentage":    {" who had at most 2 zorblatt strokes on different days?": ""},
		"We study women. How many patients with hypertension": {" took warfarin?": "How many women with hypertension took warfarin?"},
		"I suspect errors in the dates. How many patients with hypertension": {
			" took warfarin (no earlier record)?": "How many patients with hypertension started warfarin?",
			" took warfarin (no prior stroke)?":   "",
		},
		"How many patients had a stroke at least twice": {
			" (two different start dates)?": "How many patients had a stroke on at least 2 days?",
			"; on different days.":          "How many patients had a stroke on at least 2 days?",
			" (three different days)?":      "",
			" (first record)?":              "",
		},
		"How many patients took warfarin": {
			"? How many women?":           "",
			"? How many of each?":         "",
			", women only?":               "How many women took warfarin?",
			" (lisinopril)?":              "How many patients took lisinopril?",
			" (warfarin or lisinopril)?":  "How many patients took warfarin or lisinopril?",
			" (lisinopril included)?":     "How many patients took warfarin or lisinopril?",
			" (hypertension)?":            "",
			" (ever recorded)?":           "How many patients took warfarin?",
			"? Denominator: all persons.": "",
			" (minus)?":                   "",
		},
		"What is the incidence rate of stroke per 1,000 person-years": {
			"? Time at risk starts at observation start and ends at first stroke or end of observation.": "What is the incidence rate of stroke per 1,000 person-years?",
			"? Follow-up until stroke, death or the end of observation, whichever comes first.":          "What is the incidence rate of stroke per 1,000 person-years?",
			"; people with an earlier stroke are excluded; censor at end of observation.":                "What is the incidence rate of stroke per 1,000 person-years?",
			"? Time at risk starts on day 365 after observation start.":                                  "What is the incidence rate of stroke per 1,000 person-years with a washout of 365 days?",
			"? Person-time from start of observation to the first stroke. Years of 365.25 days.":         "What is the incidence rate of stroke per 1,000 person-years?",
			"? Censor at warfarin.":                               "",
			"? Time at risk starts at first hypertension record.": "",
			" (no washout)?":                                      "What is the incidence rate of stroke per 1,000 person-years?",
			"? Exclude women.":                                    "What is the incidence rate of stroke per 1,000 person-years in people who are not female?",
		},
		"What is the median age at first stroke": {
			"? Number, median and mean.":                   "Summary of age at first stroke?",
			"? n, mean, sd.":                               "Summary of age at first stroke?",
			"? Median, 25th and 75th percentile.":          "What are the quartiles of age at first stroke?",
			" (year of the record minus year of birth)?":   "What is the median age at first stroke?",
			" (2010 minus year of birth)?":                 "",
			" (completed years)?":                          "",
			" (age at the first record)?":                  "What is the median age at first stroke?",
			" (age at first stroke)?":                      "What is the median age at first stroke?",
			" (discharge date minus admission date)?":      "",
			"? Age is year of stroke minus year of birth.": "What is the median age at first stroke?",
		},
	} {
		for remark, same := range remarks {
			got, err := r.Read(t.Context(), core+remark)
			if err != nil {
				t.Fatal(err)
			}
			if same == "" {
				if got.Question != nil {
					t.Errorf("%s%s is read as: %s", core, remark, got.Question)
				}
				continue
			}
			want, err := r.Read(t.Context(), same)
			if err != nil || want.Question == nil {
				t.Errorf("%s: %v, %+v", same, err, want.Refusal)
			} else if got.Question == nil {
				t.Errorf("%s%s: %+v", core, remark, got.Refusal)
			} else if got.Question.String() != want.Question.String() {
				t.Errorf("%s%s is read as: %s\nnot: %s", core, remark, got.Question, want.Question)
			}
		}
	}
}

// TestANumberOfRecordsIsNoNumberOfPeople holds what is asked for behind a colon against what the core counts.
func TestANumberOfRecordsIsNoNumberOfPeople(t *testing.T) {
	r := reader(t)
	for question, people := range map[string]bool{
		"Stroke in women: number of people":            true,
		"Stroke in women: n":                           true,
		"Stroke in women: number of admissions":        false,
		"Stroke in women: number of diagnoses":         false, // but of records, as asked
		"Stroke in women: count of strokes":            false,
		"Stroke in women: how many records?":           false,
		"Pneumonia during admissions: count of visits": false,
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if counted := got.Question != nil && got.Question.Measure.Of == study.Persons; counted != people {
			t.Errorf("%s: %v, %+v", question, got.Question, got.Refusal)
		}
	}
}

// TestWhoIsCountedIsNotPassedOver holds that "number of women" behind a topic keeps the women.
func TestWhoIsCountedIsNotPassedOver(t *testing.T) {
	r := reader(t)
	for _, question := range []string{"warfarin, number of women", "Stroke: number of men", "Patients on metformin, number of women"} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question != nil && !strings.Contains(got.Question.String(), "men") {
			t.Errorf("%s is read as: %s", question, got.Question)
		}
	}
}

// TestEachOfAListIsNotAllOfIt holds that "respectively" behind a list is not passed over.
func TestEachOfAListIsNotAllOfIt(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients with stroke took warfarin and metformin respectively?": "The number of people with a diagnosis of stroke, " +
			"by group (had an exposure to warfarin, had an exposure to metformin)",
		"How many patients had a stroke, men and women respectively?": "the number who had a diagnosis of stroke, by sex",
	})
}

// TestPercentBehindATestIsItsUnit holds that "HbA1c (%)" makes no share of a count.
func TestPercentBehindATestIsItsUnit(t *testing.T) {
	r := reader(t)
	for question, same := range map[string]string{
		"How many patients had a last HbA1c (in percent) of at least 7?": "How many patients had a last HbA1c of at least 7 percent?",
		"How many patients had an HbA1c (%) above 9?":                    "How many patients had an HbA1c above 9 percent?",
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Read(t.Context(), same)
		if err != nil || want.Question == nil {
			t.Fatalf("%s: %v, %+v", same, err, want.Refusal)
		}
		if got.Question == nil || got.Question.String() != want.Question.String() {
			t.Errorf("%s is read as: %v, %+v\nnot: %s", question, got.Question, got.Refusal, want.Question)
		}
	}
}
