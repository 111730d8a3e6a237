package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// Drug use, survival, recurrence, care and values in ordinary words, each with a filter or a time beside it.
func TestOrdinaryWordsOfCareAreReadAndReadBack(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"How many metformin starters stayed on it for at least a year?":                        "Among people with a first ever drug era of metformin, the number who lasted at least 365 days",
		"How many women who started warfarin were still taking it after 6 months?":             "Among women with a first ever drug era of warfarin, the number who lasted at least 182 days",
		"How many patients remained on warfarin for more than 90 days?":                        "Among people with a first ever drug era of warfarin, the number who lasted more than 90 days",
		"How many patients were still on warfarin 180 days after starting it?":                 "Among people with a first ever drug era of warfarin, the number who lasted at least 180 days",
		"What share of new metformin users were still on it one year later?":                   "The persistence with metformin at 1 year",
		"How many patients switched from lisinopril to metformin within a year?":               "Among people with a first ever exposure to lisinopril, the number who had a first ever exposure to metformin for which the person had a last ever exposure to lisinopril before the record within 1 year after it",
		"How many women who started lisinopril stopped metformin within 90 days?":              "",
		"What is the 1-year stroke-free survival after atrial fibrillation?":                   "The Kaplan-Meier survival without stroke or death of people with a first ever diagnosis of atrial fibrillation at 1 year",
		"Survival free of stroke at 90 days after starting warfarin, by sex":                   "The Kaplan-Meier survival without stroke or death of people with a first ever exposure to warfarin at 90 days, by sex",
		"What percentage are still free of stroke by Kaplan-Meier?":                            "",
		"How many people with asthma have seen a psychiatrist?":                                "Among people with a diagnosis of asthma, the number who had a visit by Psychiatry",
		"How many people have never been seen by a cardiologist?":                              "Among all people, the number who had no visit by Cardiology",
		"Which ten diagnoses were recorded for the most patients during inpatient stays?":      "The 10 most common conditions at an inpatient visit",
		"How many nights on average do hospital admissions last?":                              "The mean duration in days of inpatient visits",
		"Rank the drugs by how many patients received them.":                                   "The 10 most common drugs",
		"How many patients had a recurrent stroke?":                                            "Among all people, the number who had at least 2 diagnoses of stroke on different days",
		"How many women with stroke had another stroke?":                                       "Among women with a first ever diagnosis of stroke, the number who had a diagnosis of stroke after it",
		"Of patients with a stroke, how many suffered another one within 5 years?":             "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of stroke within 5 years after it, not on the day itself",
		"How many patients with stroke had another atrial fibrillation within a year?":         "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of atrial fibrillation within 1 year after it, not on the day itself",
		"How many patients had a recurrent stroke in 2009?":                                    "",
		"How many patients died within 30 days of hospital admission?":                         "Among people with an inpatient visit, the number who died within 30 days after the start of it",
		"How many patients died within 30 days of a hospital stay?":                            "Among people with an inpatient visit, the number who died within 30 days after the end of it",
		"How many patients took metformin within the first 3 days of an inpatient stay?":       "Among people with an inpatient visit, the number who had an exposure to metformin within 3 days after the start of it",
		"What share of women aged 65 or older took warfarin within 6 months after a stroke?":   "Among women with any one diagnosis of stroke at age 65 or older, the percentage who had an exposure to warfarin within 6 months after it",
		"How many men over 70 treated with warfarin had a stroke?":                             "Among men with an exposure to warfarin at age over 70, the number who had a diagnosis of stroke",
		"How many octogenarians had a stroke?":                                                 "Among all people, the number who had a diagnosis of stroke at age 80 to 89",
		"How many patients have stroke, heart failure and hypertension, all three?":            "Among all people, the number who had a diagnosis of stroke and had a diagnosis of heart failure and had a diagnosis of hypertension",
		"How many patients have stroke, heart failure and hypertension, all two?":              "",
		"How many women had stroke, heart failure or hypertension (any of them) in 2009?":      "Among women, the number who had a diagnosis of stroke, heart failure or hypertension in 2009",
		"How many women had stroke, heart failure or hypertension, at least two of them?":      "Among women, the number who had at least 2 of a diagnosis of stroke, a diagnosis of heart failure and a diagnosis of hypertension",
		"How many patients had surgery in 2009?":                                               "",
		"How many patients with heart failure saw a cardiologist within 30 days of diagnosis?": "The number of people with a first ever diagnosis of heart failure who had a visit by Cardiology within 30 days after it",
		"How many women were prescribed metformin by a cardiologist or a neurologist?":         "Among women, the number who had an exposure to metformin by Cardiology or Neurology",
		"What share of patients with stroke were seen by an ophthalmologist in 2009?":          "Among people with a diagnosis of stroke, the percentage who had a visit by Ophthalmology in 2009",
		"How many cardiology visits were there in 2009?":                                       "The number of visits by Cardiology in 2009",
		"How many patients had at least two abnormal HbA1c results in 2009?":                   "Among all people, the number who had at least 2 measurements of HbA1c outside of its normal range in 2009",
		"Metformin prescribing rate per 1,000 person-years":                                    "The number of exposures to Metformin per 1000 person-years",
		"Rate of metformin prescriptions per 1,000 person-years":                               "The number of exposures to metformin per 1000 person-years",
		"Incidence rate of metformin use per 1,000 person-years":                               "The incidence rate of metformin per 1000 person-years",
		"What drugs are most often prescribed after a stroke? top 4":                           "The 4 most common drugs after a first ever diagnosis of stroke",
		"What are the 3 most common drugs after a stroke? top 4":                               "",
		"Most common conditions on the day of an inpatient visit":                              "The 10 most common conditions on the same day as an inpatient visit",
		"How many women over 65 were under observation on 2009-07-01?":                         "Among women, the number who were under observation on 2009-07-01 at age over 65",
		"Percentage with a PDC of 80% or more of warfarin in the first year, by sex":           "The percentage with a proportion of days covered of at least 0.8 of first ever exposures to warfarin over the 365 days from the first exposure, by sex",
		"Percentage with a PDC of warfarin in the first year":                                  "",
		"What share of new users of warfarin were adherent to metformin over the first year?":  "",
		"What share of warfarin starters had a PDC of at least 3 months over the first year?":  "",
		"Women with hypertension who had stroke first, number of":                              "",
		"How many women had stroke first and died?":                                            "",
		"How many women had stroke first, then pneumonia?":                                     "Among women with a first ever diagnosis of pneumonia, the number who had a diagnosis of stroke before it",
		"How many patients had abnormal labs?":                                                 "",
		"How many patients took both warfarin and metformin/lisinopril?":                       "",
		"How many patients had an abnormal stroke?":                                            "",
		"What percentage of HbA1c tests were above 7 percent, by sex?":                         "The percentage of measurements of HbA1c that were above 7 percent, by sex",
		"What was the mean of the first HbA1c in percent after starting metformin?":            "The mean first such HbA1c in percent for which the person had a first ever exposure to metformin before the record",
		"What is warfarin prescribed for?":                                                     "The 10 most common conditions before or on the day of a first ever exposure to warfarin",
		"What are the 5 most common indications of warfarin in women?":                         "The 5 most common conditions before or on the day of a first ever exposure to warfarin of women",
		"metformin prescriptions written for each sex":                                         "The number of exposures to metformin, by sex",
		"For which conditions is metformin prescribed?":                                        "The 10 most common conditions before or on the day of a first ever exposure to metformin",
		"How many patients had a stroke in the summer of 2009?":                                "Among all people, the number who had a diagnosis of stroke between 2009-06-01 and 2009-08-31",
		"How many patients had a stroke in winter 2009?":                                       "",
		"How many patients had a stroke before the millennium?":                                "Among all people, the number who had a diagnosis of stroke until 1999-12-31",
	} {
		readBack(t, r, question, want)
	}
}

// A verb that is the head of a name, "bleed", was put in the place of itself without end.
func TestAHeadOfANameIsNotItsVerb(t *testing.T) {
	r := read.New(names{"gi bleed": {"condition"}, "warfarin": {"drug"}})
	got, err := r.Read(t.Context(), "incidence rate of GI bleed per 1000 PY among new users of warfarin, w/o GI bleed, zorblatt before")
	if err != nil || got.Question != nil {
		t.Errorf("%v, %v", got.Question, err)
	}
}

// sameDrug is a vocabulary whose names are all those of one drug.
type sameDrug map[string]bool

func (n sameDrug) Lookup(normalised string) []vocab.Hit {
	if !n[normalised] {
		return nil
	}
	return []vocab.Hit{{Concept: vocab.Concept{ID: 21602796, Domain: "drug", Standard: "S"}}}
}

// Each name in brackets is meant: one that makes a name only with the word before them, and is the same drug, was
// left out for those behind it.
func TestNamesInBracketsAreAllMeant(t *testing.T) {
	r := read.New(sameDrug{"antibiotic": true, "penicillin antibiotic": true, "cephalosporin": true, "doxycycline": true})
	got, err := r.Read(t.Context(), "How many patients took an antibiotic (penicillin, cephalosporin or doxycycline)?")
	if err != nil || got.Question != nil {
		t.Errorf("penicillin is left out: %v, %v", got.Question, err)
	}
}

// A name of the vocabulary in brackets, "antibiotic (penicillin)", is not read out of a list that begins like it.
func TestANameDoesNotEndInsideBrackets(t *testing.T) {
	r := read.New(names{"antibiotic": {"drug"}, "antibiotic penicillin": {"drug"}, "cephalosporin": {"drug"}})
	got, err := r.Read(t.Context(), "How many patients took an antibiotic (penicillin and cephalosporin)?")
	if err != nil || got.Question != nil {
		t.Errorf("read as %v, %v", got.Question, err)
	}
}
