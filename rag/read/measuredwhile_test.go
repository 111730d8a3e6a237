package read_test

import (
	"slices"
	"strings"
	"testing"
)

// "While on it" behind the people of a measure is said of what is measured, not of when they were diagnosed.
func TestMeasuredWhileTaking(t *testing.T) {
	const during = " during an exposure to lisinopril"
	saysBack(t, reader(t), map[string]string{
		"What is the average length of stay of patients with heart failure while on lisinopril?":                  "The mean duration in days of inpatient visits" + during + " of people who had a diagnosis of heart failure",
		"What is the median length of stay of women with heart failure and asthma while taking lisinopril?":       "The median duration in days of inpatient visits" + during + " of women who had a diagnosis of heart failure and had a diagnosis of asthma",
		"How many hospital stays of patients with heart failure were there while on lisinopril?":                  "The number of inpatient visits" + during + " among people who had a diagnosis of heart failure",
		"What is the mean cost of hospital stays of patients with COPD during treatment with lisinopril?":         "The mean cost of inpatient visits" + during + " of people who had a diagnosis of COPD",
		"What is the mean HbA1c of patients with asthma while taking lisinopril in 2009?":                         "The mean HbA1c in 2009" + during + " of people who had a diagnosis of asthma",
		"What is the mean HbA1c of patients diagnosed with asthma while taking lisinopril?":                       "The mean HbA1c of people who had a diagnosis of asthma" + during,
		"What is the average length of stay of patients with a stroke while on lisinopril?":                       "The mean duration in days of inpatient visits of people who had a diagnosis of stroke" + during,
		"How many patients with asthma had a stroke while on lisinopril?":                                         "Among people with a diagnosis of asthma, the number who had a diagnosis of stroke" + during,
		"How many patients were diagnosed with heart failure while on lisinopril?":                                "the number who had a diagnosis of heart failure" + during,
		"What are the most common conditions of patients with a stroke while on lisinopril?":                      "The 10 most common conditions of people with a diagnosis of stroke" + during,
		"What is the incidence rate of stroke in patients with atrial fibrillation while on warfarin?":            "",
		"What is the mortality rate of patients with heart failure while taking lisinopril?":                      "",
		"What is the prevalence of depression in patients with asthma while on lisinopril?":                       "",
		"What are the most common conditions of patients with heart failure while on lisinopril?":                 "",
		"What is the mean number of emergency visits of patients with COPD while on lisinopril?":                  "",
		"What is the average length of stay of patients with heart failure while on lisinopril in 2009 and 2011?": "",
	})
	tellsBeside(t, "What is the average length of stay of patients with heart failure while on lisinopril?",
		"The mean duration in days of inpatient visits of people who had a diagnosis of heart failure"+during)
}

// A measure of people with something "in 2009 and in 2010" may be asked for each of the two.
func TestMeasureInTwoTimes(t *testing.T) {
	const inBoth = "with a diagnosis of COPD in 2009 who had a diagnosis of COPD in 2010"
	saysBack(t, reader(t), map[string]string{
		"What was the mean number of emergency visits of patients with COPD in 2009 and in 2010?": "",
		"What was the mean HbA1c of patients with asthma in 2009 and in 2010?":                    "",
		"What was the average cost of hospital stays of patients with COPD in 2009 and in 2010?":  "",
		"How many hospital stays of patients with COPD were there in 2009 and in 2010?":           "",
		"What were the most common drugs of patients with COPD in 2009 and in 2010?":              "",
		"What was the incidence rate of stroke in patients with asthma in 2009 and in 2010?":      "",
		"What was the mortality of patients with heart failure in March 2009 and in March 2010?":  "",
		"How many emergency visits did patients with COPD in 2009 and in 2010 have?":              "",
		"What was the mean number of emergency visits of patients with COPD in 2009 and 2010?":    "The mean number of emergency room visits between 2009 and 2010 per person of people with a first ever diagnosis of COPD",
		"How many patients with COPD in 2009 and in 2010 were there?":                             "The number of people " + inBoth,
		"How many patients had COPD in 2009 and in 2010?":                                         "the number who had a diagnosis of COPD in 2009 and had a diagnosis of COPD in 2010",
		"What were the most common drugs of patients who had COPD in 2009 and in 2010?":           "The 10 most common drugs of people " + inBoth,
		"What percentage of patients with COPD in 2009 and in 2010 took lisinopril?":              "Among people " + inBoth + ", the percentage who had an exposure to lisinopril",
	})
}

// A time behind several conditions is that of the measure, as it is behind one.
func TestTimeOfMeasureBehindSeveralConditions(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the prevalence of statin use in patients with asthma in 2009?":                        "The prevalence of statin in 2009 among people with a first ever diagnosis of asthma",
		"What is the prevalence of statin use in patients with asthma or heart failure in 2009?":       "The prevalence of statin in 2009 among people with a first ever diagnosis of asthma or heart failure",
		"What is the prevalence of statin use in women with asthma, COPD or hypertension in 2009?":     "The prevalence of statin in 2009 among women with a first ever diagnosis of asthma, COPD or hypertension",
		"What is the prevalence of statin use in patients with asthma and heart failure in 2009?":      "The prevalence of statin in 2009 among people with a first ever diagnosis of asthma who had a diagnosis of heart failure",
		"What is the incidence rate of stroke in patients with asthma or hypertension in 2009?":        "The incidence rate of stroke per 1000 person-years in 2009 among people with a first ever diagnosis of asthma or hypertension",
		"What is the incidence rate of stroke in patients with asthma but no hypertension in 2009?":    "The incidence rate of stroke per 1000 person-years in 2009 among people with a first ever diagnosis of asthma who had no diagnosis of hypertension",
		"What is the mortality rate of patients with asthma or heart failure in 2009?":                 "The mortality rate per 1000 person-years in 2009 among people with a first ever diagnosis of asthma or heart failure",
		"What is the incidence proportion of stroke in patients with asthma or hypertension in 2009?":  "The incidence proportion of stroke in 2009 among people with a first ever diagnosis of asthma or hypertension",
		"What are the most common drugs of patients with asthma but no hypertension in 2009?":          "The 10 most common drugs in 2009 of people with a diagnosis of asthma who had no diagnosis of hypertension",
		"What are the most common drugs of patients with asthma and COPD but no hypertension in 2009?": "The 10 most common drugs in 2009 of people with a diagnosis of asthma who had a diagnosis of COPD and had no diagnosis of hypertension",
		"What is the mean HbA1c of patients with asthma but no hypertension in 2009?":                  "The mean HbA1c in 2009 of people who had a diagnosis of asthma and had no diagnosis of hypertension",
		"How many hospital stays of patients with asthma but no hypertension were there in 2009?":      "The number of inpatient visits in 2009 among people who had a diagnosis of asthma and had no diagnosis of hypertension",
		"What are the most common drugs of patients diagnosed with asthma or COPD in 2009?":            "The 10 most common drugs of people with a diagnosis of asthma or COPD in 2009",
		"What is the 1-year survival of patients with asthma or heart failure in 2009?":                "The Kaplan-Meier survival of people with the first such (diagnosis of asthma or heart failure) in 2009 at 1 year",
	})
}

// The sentence of a rate names all that count as its outcome.
func TestRatesSayAllOutcomes(t *testing.T) {
	const in = " per 1000 person-years among people with a first ever diagnosis of atrial fibrillation"
	saysBack(t, reader(t), map[string]string{
		"What is the incidence rate of stroke or death in patients with atrial fibrillation?":            "The incidence rate of stroke or death" + in,
		"What is the incidence rate of death or stroke in patients with atrial fibrillation?":            "The incidence rate of death or stroke" + in,
		"What is the incidence rate of stroke, pneumonia or death in patients with atrial fibrillation?": "The incidence rate of stroke or pneumonia or death" + in,
		"What is the incidence rate of stroke or pneumonia in patients with atrial fibrillation?":        "The incidence rate of stroke or pneumonia" + in,
		"What is the mortality rate of patients with atrial fibrillation?":                               "The mortality rate" + in,
		"What is the incidence rate of hospitalisation or death in patients with atrial fibrillation?":   "The number of inpatient visits or records of death" + in,
		"What is the incidence proportion of stroke or death in 2009?":                                   "The incidence proportion of stroke or death in 2009",
		"What is the cumulative incidence of stroke or death at one year after atrial fibrillation?":     "The cumulative incidence of stroke or death among people with a first ever diagnosis of atrial fibrillation at 1 year, with death as competing event",
		"What is the incidence rate of stroke or death in patients with atrial fibrillation by sex?":     "The incidence rate of stroke or death" + in + ", by sex",
		"What is the incidence rate of stroke or death after a first diagnosis of atrial fibrillation?":  "The incidence rate of stroke or death" + in,
	})
}

// tellsBeside looks for a sentence among the other readings of a question.
func tellsBeside(t *testing.T, question, want string) {
	t.Helper()
	got, err := reader(t).Read(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, o := range got.Others {
		told = append(told, strings.TrimPrefix(o.Question.String(), "Among all people, "))
	}
	if !slices.Contains(told, want) {
		t.Errorf("%s: %q is not among the other readings %q", question, want, told)
	}
}
