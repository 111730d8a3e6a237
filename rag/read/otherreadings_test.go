package read_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// tells reports whether a reading keeps another one under a name.
func tells(t *testing.T, question, what string) bool {
	t.Helper()
	reading, err := reader(t).Read(t.Context(), question)
	if err != nil || reading.Question == nil {
		t.Fatal(question, reading.Refusal, err)
	}
	return slices.ContainsFunc(reading.Others, func(o read.Other) bool { return o.What == what })
}

// Whatever hangs on a first record, one thing, two, none of it or a second condition, may hang on any.
func TestAnyRecordIsToldBesideTheFirst(t *testing.T) {
	const what = "Counted from any record, not only the first"
	for question, want := range map[string]bool{
		"How many patients with asthma took warfarin within 7 days?":                           true,
		"How many patients with asthma took warfarin and metformin within 7 days?":             true,
		"How many patients with asthma took no warfarin within 7 days?":                        true,
		"How many patients with asthma took neither warfarin nor metformin within 7 days?":     true,
		"How many patients with asthma took warfarin but not metformin within 7 days?":         true,
		"How many patients had a stroke within 60 days after asthma and took metformin?":       true,
		"How many women with hypertension had no stroke within a year?":                        true,
		"What percentage of patients with asthma took no warfarin within 7 days?":              true,
		"How many patients with a first ever asthma diagnosis took no warfarin within 7 days?": false,
		"How many patients with asthma took warfarin?":                                         false,
	} {
		if told := tells(t, question, what); told != want {
			t.Errorf("%s: told %t", question, told)
		}
	}
}

// "A diagnosis" is any of them, and so is "it" where people had the one and the other; what did not happen and deaths
// are counted from the first.
func TestATimeFromADiagnosisIsFromAnyOfThem(t *testing.T) {
	const any, first = "Among people with any one diagnosis of pneumonia, ", "Among people with a first ever diagnosis of pneumonia, "
	const took, none = "who had an exposure to warfarin within 7 days after it", "who had no exposure to warfarin within 7 days after it"
	const after, died = "the number who had an exposure to warfarin after it", "the number who died within 7 days after it"
	saysBack(t, reader(t), map[string]string{
		"How many patients with pneumonia took warfarin within 7 days of a diagnosis?":           any + "the number " + took,
		"How many patients with pneumonia took warfarin within 7 days of the diagnosis?":         first + "the number " + took,
		"How many patients with pneumonia took warfarin after a diagnosis?":                      first + after,
		"How many patients with pneumonia took no warfarin within 7 days of a diagnosis?":        first + "the number " + none,
		"How many patients with pneumonia died within 7 days of a diagnosis?":                    first + died,
		"What percentage of patients with pneumonia took warfarin within 7 days of a diagnosis?": any + "the percentage " + took,
		"How many people had pneumonia and took warfarin within 7 days after it?":                any + "the number " + took,
		"How many people had pneumonia and took warfarin after it?":                              first + after,
		"How many people had pneumonia and took no warfarin within 7 days after it?":             first + "the number " + none,
		"How many people had pneumonia and died within 7 days after it?":                         first + died,
		"How many people with pneumonia took warfarin within 7 days after it?":                   first + "the number " + took,
		"How many people had their first pneumonia and took warfarin within 7 days after it?":    first + "the number " + took,
	})
}

// A time behind what people did not have may be of what they had, too, where that is of another kind.
func TestATimeBehindWhatWasNotHadIsOpen(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients with asthma had a stroke but no warfarin within 7 days?":                "",
		"How many patients with asthma had an emergency room visit and no warfarin within 7 days?": "",
		"How many patients with asthma took metformin but no warfarin within 7 days?":              "Among people with a first ever diagnosis of asthma, the number who had an exposure to metformin within 7 days after it and had no exposure to warfarin within 7 days after it",
	})
}

// A death on the day of a discharge may end the stay; one on the day of a diagnosis comes after it.
func TestDeathsOnTheDayOfADischargeAreOpen(t *testing.T) {
	const what = "Counted from the day after, not from that day"
	for question, want := range map[string]bool{
		"How many patients died within 30 days of discharge?":                          true,
		"How many patients died within 30 days after an inpatient stay?":               true,
		"How many patients hospitalised for asthma died within 90 days of discharge?":  true,
		"How many inpatient stays were followed by death within 30 days of discharge?": true,
		"How many patients died within 30 days of admission?":                          false,
		"How many patients died within 30 days of a stroke?":                           false,
	} {
		if told := tells(t, question, what); told != want {
			t.Errorf("%s: told %t", question, told)
		}
	}
}

// What is done most often may be what most people had done, or what was done the most times.
func TestTheOrderByRecordsIsToldOfWhatIsDoneMostOften(t *testing.T) {
	const what = "By number of records, not of people"
	for question, want := range map[string]bool{
		"Which condition occurs most often?":                                  true,
		"Which procedure is performed most often in women?":                   true,
		"What are the three most frequently performed procedures?":            true,
		"Which drugs are prescribed most often to patients with asthma?":      true,
		"Which lab test is ordered most often?":                               true,
		"What are the most frequently recorded diagnoses in 2009?":            true,
		"What are the most common conditions?":                                false,
		"Which drugs are taken most often, by number of patients?":            false,
		"What are the most frequently dispensed drugs, by number of records?": false,
	} {
		if told := tells(t, question, what); told != want {
			t.Errorf("%s: told %t", question, told)
		}
	}
}

func TestATimeToAFirstTellsOfThoseWhoHadOneBefore(t *testing.T) {
	for question, want := range map[string]bool{
		"Median days from stroke diagnosis to the first warfarin prescription":      true,
		"Median days from stroke diagnosis to the first ever warfarin prescription": false,
		"Median days from stroke diagnosis to death":                                false,
	} {
		if got := tells(t, question, "To the first from then on, of those who had one before too"); got != want {
			t.Errorf("%s: told %t", question, got)
		}
	}
	if !tells(t, "How long after starting metformin did patients start warfarin?", "The same day counts as after, too") {
		t.Error("the same day is not told")
	}
	if !tells(t, "Mean days supply of warfarin",
		"Every supply that is recorded, those of more than a year or of none too") {
		t.Error("supplies of more than a year are not told")
	}
}
