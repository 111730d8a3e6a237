package read_test

import (
	"context"
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// An age at visits of which no first is said is that at each.
func TestAgesAtVisitsAreAtEach(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"What is the mean age at hospital admission in men compared with women?": "The mean age at an inpatient visit, by sex",
		"What is the mean age at hospital visits?":                               "The mean age at an inpatient visit",
		"Median age at emergency room visits in 2009":                            "The median age at an emergency room visit in 2009",
		"What is the mean age at first hospital admission?":                      "The mean age at a first ever inpatient visit",
		"Mean age at last hospital admission":                                    "The mean age at a last inpatient visit",
		"Mean age at diagnosis of asthma":                                        "The mean age at a first ever diagnosis of asthma",
	})
	got, err := reader(t).Read(t.Context(), "What is the mean age at hospital admission?")
	if err != nil || len(got.Others) != 1 || got.Others[0].Question.String() != "The mean age at a first ever inpatient visit" {
		t.Errorf("other readings: %v, %v", got.Others, err)
	}
}

// Who is on a drug "when they fill another" has an exposure that covers the day of the fill.
func TestOnADrugWhenTheyFillAnother(t *testing.T) {
	covers := "the number who had an exposure to warfarin in whose time lies "
	saysBack(t, reader(t), map[string]string{
		"How many people were on warfarin when they filled metformin?":         covers + "an exposure to metformin",
		"How many people were on warfarin when they filled metformin in 2009?": covers + "an exposure to metformin in 2009",
		"How many people were taking warfarin when they started metformin?":    covers + "a first ever exposure to metformin",
		"How many people were on warfarin when starting metformin?":            covers + "a first ever exposure to metformin",
		"How many people were taking warfarin while they took metformin?":      "the number who had an exposure to warfarin at the same time as an exposure to metformin",
		"How many people were not on warfarin when they started metformin?":    "The number of people with a first ever exposure to metformin who had no exposure to warfarin covering it",
		"How many people were not on warfarin when they filled metformin?":     "", // at none of the fills, or at one?
		"How many people filled warfarin when they filled metformin?":          "", // on that day, or in its time?
		"How many people did not take warfarin while taking metformin?":        "Among people who had an exposure to metformin (at any date), the number who had no exposure to warfarin at the same time as an exposure to metformin",
		"How many people had no stroke while taking warfarin?":                 "Among people who had an exposure to warfarin (at any date), the number who had no diagnosis of stroke during an exposure to warfarin",
		"How many warfarin users did not have a stroke while taking warfarin?": "Among people with an exposure to warfarin, the number who had no diagnosis of stroke during an exposure to warfarin",
	})
}

// "Other" leaves out what was named.
func TestOtherThingsLeaveOutWhatWasNamed(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many people took metformin and at least four other drugs in 2009?":        "the number who had an exposure to metformin in 2009 and had at least 4 different drugs other than metformin in 2009",
		"How many people took at least four drugs other than metformin in 2009?":       "the number who had at least 4 different drugs other than metformin in 2009",
		"How many people on warfarin took three or more other drugs?":                  "Among people with an exposure to warfarin, the number who had at least 3 different drugs other than warfarin",
		"How many people with asthma had at least two other conditions?":               "Among people with a diagnosis of asthma, the number who had at least 2 different conditions other than asthma",
		"How many people took warfarin and another drug in 2009?":                      "the number who had an exposure to warfarin in 2009 and had a drug other than warfarin in 2009",
		"How many people with a stroke had another condition within 30 days?":          "Among people with a first ever diagnosis of stroke, the number who had a condition other than stroke within 30 days after it",
		"How many people had a different diagnosis after asthma?":                      "Among people with a first ever diagnosis of asthma, the number who had a condition other than asthma after it",
		"Average number of other drugs of patients on warfarin":                        "The mean number of different drugs other than warfarin per person of people with a first ever exposure to warfarin",
		"Most common drugs of people who took at least two drugs other than metformin": "The 10 most common drugs of people who had at least 2 different drugs other than metformin",
		"How many people took another drug?":                                           "",
		"How many people with asthma took other drugs?":                                "", // other than which?
		"How many people with a stroke had an additional diagnosis within a year?":     "", // of the same, or of another?
		"How many people took metformin and at least four drugs in 2009?":              "the number who had an exposure to metformin in 2009 and had at least 4 different drugs in 2009",
		"How many people with a stroke had another stroke more than a year later?":     "Among people with a first ever diagnosis of stroke, the number who had a diagnosis of stroke more than 1 year after it",
	})
}

// Who switched may have had the first drug again.
func TestWhoSwitchedAndWentBack(t *testing.T) {
	got, err := reader(t).Read(t.Context(), "How many patients switched from lisinopril to amlodipine?")
	if err != nil || got.Question == nil {
		t.Fatal(got.Refusal, err)
	}
	want := "The number of people with a first ever exposure to amlodipine for which the person had an exposure to lisinopril before the record"
	if len(got.Others) != 1 || got.Others[0].Question.String() != want {
		t.Errorf("other readings: %v", got.Others)
	}
}

// placedNames are names whose concepts lie above and below each other.
type placedNames struct{ names }

func (n placedNames) Lookup(normalised string) []vocab.Hit {
	known := map[string]vocab.Concept{"asthma": {ID: 317009, Name: "Asthma"}, "stroke": {ID: 381316, Name: "Cerebrovascular accident"}}
	for name, id := range map[string]int64{"concept 317009": 317009, "concept 255573": 255573, "concept 4155469": 4155469} {
		known[name] = vocab.Concept{ID: id, Name: map[int64]string{317009: "Asthma", 255573: "Chronic obstructive lung disease",
			4155469: "Severe asthma"}[id]}
	}
	if c, ok := known[normalised]; ok {
		c.Domain, c.Standard = "Condition", "S"
		return []vocab.Hit{{Concept: c}}
	}
	return n.names.Lookup(normalised)
}

func (n placedNames) Descendants(_ context.Context, ids []int64) (vocab.Closure, error) {
	var below vocab.Closure
	for _, id := range ids {
		if id == 317009 {
			below.Descendants = append(below.Descendants, vocab.Descendant{Concept: vocab.Concept{ID: 4155469}, Ancestor: id, Levels: 1})
		}
	}
	return below, nil
}

// An id behind a name is that of its concept, or of one above or below it.
func TestIDsOfOtherConceptsAreRefused(t *testing.T) {
	saysBack(t, read.New(placedNames{readerNames(t)}), map[string]string{
		"How many people have asthma (317009)?":                                  "the number who had a diagnosis of concept 317009",
		"How many people have asthma (4155469)?":                                 "the number who had a diagnosis of concept 4155469",
		"How many people have asthma (255573)?":                                  "",
		"How many people have asthma (condition_concept_id = 255573)?":           "",
		"How many people have asthma, concept 255573?":                           "",
		"How many people have asthma, meaning concept 255573?":                   "",
		"How many people have concept 255573 (asthma)?":                          "",
		"How many people with a stroke have asthma (255573 or its descendants)?": "",
	})
}

// An age group at a visit is that at each visit that is counted, or at the first of the row for people.
func TestAgeGroupsAtTheVisitsThatAreCounted(t *testing.T) {
	const groups = ", by age group (0 to 17, 18 to 44, 45 to 64, 65 to 74, 75 to 84, 85 or older)"
	saysBack(t, reader(t), map[string]string{
		"Number of hospital stays by age group at admission":                   "The number of inpatient visits" + groups,
		"Number of hospital stays in 2009 by 10-year age group at admission":   "The number of inpatient visits in 2009, by 10-year age group",
		"Emergency visits by age group at the visit":                           "The number of emergency room visits" + groups,
		"How many women were hospitalised in 2009, by age group at admission?": "Among women, the number who had an inpatient visit in 2009" + groups,
		"How many people with asthma were hospitalised in 2009, by age group at admission?": "Among people with a diagnosis of asthma, " +
			"the number who had an inpatient visit in 2009" + groups,
		"Number of hospital stays by age group at first admission":                "",
		"Number of emergency visits by age group at admission":                    "",
		"How many people had an emergency visit, by age group at admission?":      "",
		"How many people took warfarin in 2009, by age group at admission?":       "",
		"How many people had a stroke in 2009, by 10-year age group at diagnosis": "the number who had a diagnosis of stroke in 2009, by 10-year age group",
	})
}
