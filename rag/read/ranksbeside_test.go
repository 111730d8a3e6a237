package read_test

import (
	"testing"
)

// Percentiles stand beside a median in one measure, and beside other statistics as a figure of their own.
func TestPercentilesBesideOtherStatistics(t *testing.T) {
	r := reader(t)
	for question, want := range map[string]string{
		"Age at first stroke: lower quartile, median and 3rd quartile":                                             "The quartiles of the age at a first ever diagnosis of stroke",
		"First and third quartile of length of stay":                                                               "The 25th and 75th percentile of the duration in days of inpatient visits",
		"25th percentile of length of stay":                                                                        "The 25th percentile of the duration in days of inpatient visits",
		"5th percentile, median and 95th percentile of length of stay":                                             "The 5th, 50th and 95th percentile of the duration in days of inpatient visits",
		"Median length of stay and the 80th percentile":                                                            "The 50th and 80th percentile of the duration in days of inpatient visits",
		"Median length of stay? Also give the 80th percentile.":                                                    "The 50th and 80th percentile of the duration in days of inpatient visits",
		"Distribution of length of stay: 20th, 50th, 80th percentile":                                              "The 20th, 50th and 80th percentile of the duration in days of inpatient visits",
		"At what age were people first recorded with a stroke? Give the median together with the 10th percentile.": "The 10th and 50th percentile of the age at a first ever diagnosis of stroke",
		"Median length of stay and total":                                                                          "",
	} {
		readBack(t, r, question, want)
	}
	for question, want := range map[string][2]string{
		"Mean and 85th percentile of length of stay": {
			"The mean duration in days of inpatient visits", "The 85th percentile of the duration in days of inpatient visits"},
		"Length of stay by sex: maximum, 1st and 99th percentile": {"The maximum duration in days of inpatient visits, by sex",
			"The 1st and 99th percentile of the duration in days of inpatient visits, by sex"},
		"Mean length of stay? Also give the 85th percentile. Only women.": {
			"The mean duration in days of inpatient visits of women",
			"The 85th percentile of the duration in days of inpatient visits of women"},
	} {
		got, err := r.Read(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		if got.Question == nil || got.Question.String() != want[0] {
			t.Errorf("%s is read as %v (%v)", question, got.Question, got.Refusal)
			continue
		}
		if len(got.Others) == 0 || !got.Others[0].Asked || got.Others[0].Question.String() != want[1] {
			t.Errorf("%s: the percentile is not told: %v", question, got.Others)
		}
	}
}
