package read_test

import (
	"testing"

	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// joinedNames are names of which some join two things, and some are of one concept.
type joinedNames struct{ names }

func (n joinedNames) Lookup(normalised string) []vocab.Hit {
	ids := map[string]int64{"osteoporosis": 1, "fracture due to osteoporosis": 2, "fracture": 3, "stroke": 4, "asthma": 5,
		"heart failure": 6, "hf": 6, "anemia in chronic kidney disease": 7, "chronic kidney disease": 8, "hip fracture": 9}
	if id := ids[normalised]; id > 0 {
		return []vocab.Hit{{Concept: vocab.Concept{ID: id, Domain: "Condition", Name: normalised, Standard: "S"}}}
	}
	return n.names.Lookup(normalised)
}

// The second thing that a name joins is no shorter form of it, and what is counted from itself is another one.
func TestPartsOfNamesAreThingsOfTheirOwn(t *testing.T) {
	saysBack(t, read.New(joinedNames{readerNames(t)}), map[string]string{
		"How many patients had a fracture due to osteoporosis more than five years after their first osteoporosis diagnosis?": "Among people with a first ever diagnosis of osteoporosis, the number who had a diagnosis of fracture due to osteoporosis more than 5 years after it",
		"How many patients with a fracture due to osteoporosis died within a year after the fracture?":                        "Among people with a first ever diagnosis of fracture due to osteoporosis, the number who died within 1 year after it",
		"How many people had anemia in chronic kidney disease after their first chronic kidney disease diagnosis?":            "Among people with a first ever diagnosis of chronic kidney disease, the number who had a diagnosis of anemia in chronic kidney disease after it",
		"How many patients with a hip fracture died within a year after their first fracture?":                                "Among people with a first ever diagnosis of hip fracture, the number who died within 1 year after it",
		"How many patients with a hip fracture had another hip fracture more than a year after the first fracture?":           "Among people with a first ever diagnosis of hip fracture, the number who had a diagnosis of hip fracture more than 1 year after it",
		"How many patients had a hip fracture more than a year after their first fracture?":                                   "", // of which bone?
	})
}

// A time behind what people have that is counted from the same thing is that of what is listed.
func TestTimesAroundWhatPeopleHave(t *testing.T) {
	saysBack(t, read.New(joinedNames{readerNames(t)}), map[string]string{
		"Which ten conditions are most common in patients with heart failure in the year before their first HF diagnosis?":        "The 10 most common conditions in the 1 year before a first ever diagnosis of heart failure",
		"What are the most common drugs of patients with asthma in the year after their first asthma diagnosis?":                  "The 10 most common drugs within 1 year after a first ever diagnosis of asthma",
		"Which ten conditions are most common in patients with asthma within 30 days before their first warfarin fill?":           "The 10 most common conditions in the 30 days before a first ever exposure to warfarin of people who had a diagnosis of asthma",
		"Which ten conditions are most common in patients diagnosed with asthma within 30 days before their first warfarin fill?": "The 10 most common conditions of people with a first ever exposure to warfarin who had a diagnosis of asthma in the 30 days before it",
		"How many patients with heart failure in the year before their first HF diagnosis had a stroke?":                          "",
		"How many people had heart failure in the year before their first HF diagnosis?":                                          "",
		"What is the mean number of visits of patients with asthma in the year before their first stroke?":                        "", // of the visits, or of the asthma?
	})
}

// Names behind a question for one of a kind are what to choose among.
func TestNamesBehindAreWhatToChooseAmong(t *testing.T) {
	among := "The 1 most common ingredients of exposures to warfarin, metformin or lisinopril first recorded for the person between 0 and 7 days after a first ever diagnosis of stroke"
	saysBack(t, reader(t), map[string]string{
		"Which drug was most often started within 7 days of a first stroke diagnosis, warfarin, metformin or lisinopril?": among,
		"Which drug was most often started within 7 days of a first stroke diagnosis: warfarin, metformin or lisinopril?": among,
		"Which drug is most often taken by women, warfarin or metformin?":                                                 "The 1 most common drug eras of warfarin or metformin of women",
		"Which condition is most common among patients on warfarin, asthma, pneumonia or stroke?":                         "",
		"How many patients with a stroke, asthma or pneumonia took warfarin?":                                             "Among people with a diagnosis of stroke, asthma or pneumonia, the number who had an exposure to warfarin",
		"How many patients took warfarin after a stroke, asthma or pneumonia?":                                            "Among people with a first ever diagnosis of stroke, asthma or pneumonia, the number who had an exposure to warfarin after it",
	})
}

// "In percent" between commas asks for percentages, too.
func TestBreakdownsInPercent(t *testing.T) {
	shares := "The percentage distribution of people with a diagnosis of stroke, by race"
	saysBack(t, reader(t), map[string]string{
		"What is the racial breakdown, in percent, of patients diagnosed with stroke?": shares,
		"What is the racial breakdown, as percentages, of patients with stroke?":       shares,
		"What is the racial breakdown in percent of patients with stroke?":             shares,
		"What is the percent distribution by race of patients with stroke?":            shares,
		"What is the percentage breakdown by race of patients with stroke?":            shares,
		"What percentage of patients with stroke, in percent, took warfarin?":          "Among people with a diagnosis of stroke, the percentage who had an exposure to warfarin",
		"How many women, in percent, have asthma?":                                     "",
	})
}

// Who never had a thing had none at a first time or in a year, either.
func TestWhoNeverHadAThingDidNotStartIt(t *testing.T) {
	for _, question := range []string{
		"How many patients who have never been prescribed warfarin had their first warfarin prescription in 2009?",
		"How many patients without any asthma had a first asthma diagnosis in 2009?",
		"How many patients without asthma had at least two asthma diagnoses?",
		"How many patients who took no drug took warfarin in 2009?",
		"How many patients with asthma in 2009 had never had asthma?",
		"What percentage of patients who never took warfarin started warfarin within a year after a stroke?",
		"What is the mean age at first asthma diagnosis of patients without asthma?",
	} {
		got, err := reader(t).Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Refusal == nil || got.Refusal.Kind != read.Contradiction {
			t.Errorf("%s is no contradiction: %v %v", question, got.Question, got.Refusal)
		}
	}
	saysBack(t, reader(t), map[string]string{
		"How many patients had no warfarin before 2009 and had warfarin in 2010?": "the number who had no exposure to warfarin until 2008-12-31 and had an exposure to warfarin in 2010",
		"How many patients had no asthma in 2009 but had asthma in 2010?":         "the number who had no diagnosis of asthma in 2009 and had a diagnosis of asthma in 2010",
		"How many patients with asthma had no asthma in 2009?":                    "Among people with a diagnosis of asthma, the number who had no diagnosis of asthma in 2009",
		"How many patients without a second stroke diagnosis had a stroke?":       "Among people who had no second diagnosis of stroke, the number who had a diagnosis of stroke",
	})
}

// What is a courtesy before a question says what people did behind them.
func TestCourtesiesBehindPeopleAreNone(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients did well on their treatment?":            "",
		"How many patients did well on warfarin?":                   "",
		"How many patients on warfarin are ok?":                     "",
		"How many stroke patients need to be told?":                 "",
		"How many stroke patients are to be told?":                  "",
		"How many stroke patients return?":                          "",
		"How many patients who report asthma had a stroke?":         "",
		"How many patients with potential asthma had a stroke?":     "",
		"How many patients are looking for warfarin?":               "",
		"Well, how many patients took warfarin?":                    "the number who had an exposure to warfarin",
		"Ok, well, report how many patients took warfarin":          "the number who had an exposure to warfarin",
		"How many patients took warfarin as well?":                  "the number who had an exposure to warfarin",
		"How many stroke patients do we have for planning a trial?": "The number of people with a diagnosis of stroke",
	})
}

// A unit of no number is no length of time: it is the one in which a length is told, or says too little.
func TestUnitsWithoutANumber(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"Median stay in days of inpatient visits of patients with asthma": "The median duration in days of inpatient visits with a diagnosis of asthma",
		"How many patients died within days of a stroke?":                 "",
		"How many patients died in the months after a stroke?":            "",
		"How many patients died more than years after a stroke?":          "",
		"How many patients died in the month after a stroke?":             "Among people with any one diagnosis of stroke, the number who died within 1 month after it",
	})
}
