package read_test

import (
	"testing"

	"github.com/askomop/askomop/omop/study"
)

// What lasts is looked for on a day, what begins is of the day itself; and none is few, too. As numbers they were far
// apart: 485 and 17 people on metformin on a day, 4775 and 1047 with at most one emergency visit.
func TestWhatIsMeantByADayAndByFew(t *testing.T) {
	sayBack(t, [][2]string{
		{"How many patients were taking metformin on 31 December 2009?",
			"Among all people, the number who had an exposure to metformin that covers 2009-12-31"},
		{"How many patients filled metformin on 31 December 2009?",
			"The number of people with an exposure to metformin on 2009-12-31"},
		{"How many patients were in hospital on 1 January 2010?",
			"Among all people, the number who had an inpatient visit that covers 2010-01-01"},
		{"How many patients were admitted on 1 January 2010?",
			"Among all people, the number who had an inpatient visit on 2010-01-01"},
		{"How many patients had at most one emergency room visit in 2009?",
			"Among all people, the number who had none or up to 1 emergency room visits in 2009"},
		{"How many people with hypertension had fewer than two HbA1c tests?",
			"Among people with a diagnosis of hypertension, the number who had none or fewer than 2 measurements of HbA1c"},
		{"How many patients filled fewer than 3 prescriptions of warfarin?",
			"The number of people who had at least 1 but fewer than 3 exposures to warfarin"},
		{"How many patients filled none or fewer than 3 prescriptions of warfarin?",
			"The number of people who had none or fewer than 3 exposures to warfarin"},
		{"How many patients started metformin in 2009 without any prior lisinopril?",
			"Among people with a first ever exposure to metformin in 2009, the number who had no exposure to " +
				"lisinopril before the day of it"},
		{"Among people under observation on 1 July 2010, what percentage had a diagnosis of stroke on or before that day?",
			"The point prevalence of stroke on 2010-07-01"},
		{"Among people under observation on 1 January 2009, what percentage had a stroke in 2009?",
			"Among people with an observation period that covers 2009-01-01, the percentage who had a diagnosis of " +
				"stroke in 2009"},
		{"Among people under observation in 2009, what percentage ever had a stroke?",
			"Among people with an observation period that covers a day in 2009, the percentage who had a diagnosis of stroke"},
		{"Among people under observation in 2009, what percentage had a stroke in 2009?",
			"The prevalence of stroke in 2009"},
		{"What is the mean of the most recent HbA1c value per person?", "The mean last HbA1c"},
		{"What is the average HbA1c value per person?", ""},
	})
}

// The number of those without any stands beside that of those with some, and the other way round.
func TestFewLeaveOpenWhetherNoneIsMeant(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many patients had at most one emergency room visit in 2009?", "Only those with at least one"},
		{"How many patients filled fewer than 3 prescriptions of warfarin?", "With those who had none, too"},
		{"How many patients filled none or fewer than 3 prescriptions of warfarin?", ""},
	} {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		what := ""
		for _, o := range got.Others {
			what += o.What
		}
		if what != tc[1] {
			t.Errorf("%s is told beside it of %q, not of %q", tc[0], what, tc[1])
		}
	}
}

// sayBack reads questions, each of which must be said back as the sentence beside it, or not be read where that is
// empty.
func sayBack(t *testing.T, cases [][2]string) {
	t.Helper()
	r := reader(t)
	for _, tc := range cases {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		if said := sentenceOf(got.Question); said != tc[1] {
			t.Errorf("%s\n is read as %s\n and not as %s", tc[0], said, tc[1])
		}
	}
}

func sentenceOf(q *study.Question) string {
	if q == nil {
		return ""
	}
	return q.String()
}
