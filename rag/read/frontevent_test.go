package read_test

import "testing"

// A time that names no event is counted from the one in front of the sentence.
func TestATimeIsCountedFromTheEventInFront(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"After a first stroke, what percentage of patients took warfarin within the next 90 days?", "What percentage of patients took warfarin within 90 days after a first stroke?"},
		{"After starting warfarin, how many women had a stroke in the following year?", "How many women had a stroke in the year after starting warfarin?"},
		{"After an inpatient visit, what share of patients had an outpatient visit within 7 days?", "What share of patients had an outpatient visit within 7 days after an inpatient visit?"},
		{"After a hip fracture, how many patients took warfarin more than 90 days later?", "How many patients took warfarin more than 90 days after a hip fracture?"},
		{"Before a first stroke, how many patients took warfarin within 90 days?", ""},
		{"Within a year after a first stroke, how many patients took warfarin within 90 days?", ""},
	} {
		readsAs(t, r, tc[0], tc[1])
	}
}
