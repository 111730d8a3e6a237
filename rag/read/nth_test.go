package read_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A number of records that something is counted from is kept, as the record with which it is reached, or refused.
func TestANumberOfRecordsThatIsCountedFromIsKept(t *testing.T) {
	r := reader(t)
	numbers := map[string][]string{"at least two": {"second", "at least 2"}, "two": {"second", "at least 2"},
		"2 or more": {"second", "at least 2"}, "more than one": {"second", "more than 1"}, "multiple": {"second", "at least 2"},
		"at least three": {"third", "at least 3"}, "more than two": {"third", "more than 2"}, "3": {"third", "at least 3"},
		"at least five": {"at least 5"}, "exactly two": {"exactly 2"}, "at most three": {"at most 3"}, "only one": {"exactly 1"},
		"fewer than three": {"fewer than 3"}}
	anchors := []string{"diagnoses of stroke", "prescriptions of metformin", "HbA1c measurements above 8", "inpatient stays",
		"emergency room visits in 2009", "prescriptions of warfarin or metformin", "different statins"}
	forms := []string{"How many patients had a diagnosis of asthma after %s?", "How many women died after %s?",
		"How many patients had no outpatient visit after %s?", "How many patients took warfarin before %s?",
		"What percentage of patients had asthma after %s?", "After %s, how many patients had asthma?",
		"How many patients had asthma within 30 days after %s?", "How many diagnoses of asthma were recorded after %s?",
		"How many patients had asthma on the same day as %s?", "How many patients had %s followed by a diagnosis of asthma?",
		"How many patients had %s and then died?", "What is the incidence rate of asthma after %s?",
		"How many patients had a diagnosis of asthma and then %s and then died?", "What is the mean age at asthma after %s?"}
	kept := 0
	for number, signs := range numbers {
		for _, anchor := range anchors {
			for _, form := range forms {
				question := fmt.Sprintf(form, number+" "+anchor)
				reading, err := r.Read(t.Context(), question)
				if err != nil {
					t.Fatal(err)
				}
				if reading.Question == nil {
					continue
				}
				kept++
				if said := reading.Question.String(); !slices.ContainsFunc(signs,
					func(s string) bool { return strings.Contains(said, s) }) {
					t.Errorf("%s\nis read as %s", question, said)
				}
			}
		}
	}
	if kept < 300 {
		t.Errorf("only %d are read", kept)
	}
}

// After so many records is after the one with which there are so many; before so many is before the last but so many.
func TestAfterSoManyRecordsIsAfterTheOneThatMakesThem(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had asthma after at least two strokes?":                       "Among people with a second diagnosis of strokes, the number who had a diagnosis of asthma after it",
		"How many patients died after 3 inpatient stays?":                                "Among people with a third inpatient visit, the number who died after the end of it",
		"How many patients died after three or more inpatient stays?":                    "Among people with a third inpatient visit, the number who died after the end of it",
		"How many patients had asthma after at least four prescriptions of metformin?":   "Among people with the first such exposure to metformin for which the person had at least 4 exposures to metformin before or on the day of the record, the number who had a diagnosis of asthma after it",
		"How many patients had asthma before at least two inpatient stays?":              "Among people with the last such inpatient visit for which the person had at least 2 inpatient visits on the day of or after the start of the record, the number who had a diagnosis of asthma before it",
		"How many patients had asthma after at least two emergency room visits in 2009?": "Among people with the first such emergency room visit in 2009 for which the person had at least 2 emergency room visits in 2009 before or on the day of the record, the number who had a diagnosis of asthma after the start of it",
		"How many patients had asthma after exactly two strokes?":                        "",
		"How many patients had asthma within 30 days after at least two strokes?":        "",
		"How many patients had an inpatient stay with at least two diagnoses of asthma?": "the number who had an inpatient visit for which the person had at least 2 diagnoses of asthma at the same visit as the record",
	})
}

// The second of one thing or another is the second of both taken together, with the second of each beside it; where
// each has its own number it is of each. Where it is counted from, or joined by "and", it is refused.
func TestTheSecondOfOneThingOrAnotherIsOfBothTogether(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had their second emergency room visit or inpatient stay?":          "the number who had a second (emergency room visit or inpatient visit)",
		"How many patients had a third prescription of warfarin or metformin in 2009?":        "the number who had a third (exposure to warfarin or metformin) in 2009",
		"How many patients had a second warfarin or metformin prescription?":                  "the number who had a second (exposure to warfarin or metformin)",
		"How many women had a second warfarin fill or a second metformin fill?":               "Among women, the number who had a second exposure to warfarin or had a second exposure to metformin",
		"How many patients had a second warfarin fill or a metformin fill?":                   "the number who had a second exposure to warfarin or had an exposure to metformin",
		"How many patients had a second prescription of warfarin and metformin?":              "",
		"How many patients had asthma after their second warfarin or metformin prescription?": "",
	})
	reading, err := reader(t).Read(t.Context(), "How many patients had a second prescription of warfarin or metformin in 2009?")
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, o := range reading.Others {
		told += o.What + ": " + o.Question.String()
	}
	const want = "The second of each by itself: Among all people, the number who had a second exposure to warfarin in 2009 or had a second exposure to metformin in 2009"
	if told != want {
		t.Errorf("beside it stands %q, want %q", told, want)
	}
}
