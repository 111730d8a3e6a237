package read_test

import "testing"

// "In 2008 and 2009" is at any time in these; people may be meant who had it in each: 527 and 327 with hypertension.
func TestTwoYearsMayMeanEachOfThem(t *testing.T) {
	r := reader(t)
	for _, tc := range [][2]string{
		{"How many patients had a diagnosis of stroke in 2008 and 2009?",
			"Among all people, the number who had a diagnosis of stroke in 2008 and had a diagnosis of stroke in 2009"},
		{"How many patients had a stroke between 2008 and 2009?", ""},
		{"How many emergency room visits were there in 2008 and 2009?", ""},
	} {
		got, err := r.Read(t.Context(), tc[0])
		if err != nil {
			t.Fatal(err)
		}
		other := ""
		for _, o := range got.Others {
			other += o.Question.String()
		}
		if got.Question == nil || other != tc[1] {
			t.Errorf("%s has beside it %q, not %q", tc[0], other, tc[1])
		}
	}
}
