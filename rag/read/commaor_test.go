package read_test

import (
	"slices"
	"testing"

	"github.com/askomop/askomop/rag/read"
)

// What stands behind the last of two alternatives is of it alone where a comma parts them, of both where none does or
// where a comma stands before it, too.
func TestACommaBeforeOrKeepsWhatStandsLast(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had asthma, or a stroke in 2009?":                             "the number who had a diagnosis of asthma or (had a diagnosis of stroke in 2009)",
		"How many patients had asthma or a stroke in 2009?":                              "the number who had a diagnosis of asthma or stroke in 2009",
		"How many patients had asthma, or a stroke, in 2009?":                            "the number who had a diagnosis of asthma or stroke in 2009",
		"How many patients had asthma, hypertension, or a stroke in 2009?":               "the number who had a diagnosis of asthma, hypertension or stroke in 2009",
		"How many patients had asthma in 2008, or a stroke in 2009?":                     "the number who had a diagnosis of asthma in 2008 or had a diagnosis of stroke in 2009",
		"How many patients took metformin, or warfarin after age 60?":                    "the number who had an exposure to metformin or (had an exposure to warfarin at age over 60)",
		"How many patients had an emergency room visit, or an inpatient stay in 2009?":   "the number who had an emergency room visit or (had an inpatient visit in 2009)",
		"How many patients had asthma, or took warfarin in 2009?":                        "the number who had a diagnosis of asthma or (had an exposure to warfarin in 2009)",
		"How many patients had asthma, or died, in 2009?":                                "the number who had a diagnosis of asthma in 2009 or died in 2009",
		"How many patients have asthma, or hypertension without stroke?":                 "the number who had a diagnosis of asthma or (had a diagnosis of hypertension and had no diagnosis of stroke)",
		"How many patients have asthma or hypertension without stroke?":                  "the number who had a diagnosis of asthma or hypertension and had no diagnosis of stroke",
		"How many patients have asthma, or hypertension, without stroke?":                "the number who had a diagnosis of asthma or hypertension and had no diagnosis of stroke",
		"How many patients took metformin, or took warfarin but no statin?":              "the number who had an exposure to metformin or (had an exposure to warfarin and had no exposure to statin)",
		"How many women with asthma, or hypertension without stroke, took warfarin?":     "Among women who (had a diagnosis of asthma or (had a diagnosis of hypertension and had no diagnosis of stroke)) (at any date), the number who had an exposure to warfarin",
		"How many patients had asthma, or a stroke within 30 days of starting warfarin?": "",
	})
}

// Two things, each of them without another, are two alternatives; none is drawn under the negation of the other.
func TestAlternativesMayEachBeWithoutSomething(t *testing.T) {
	saysBack(t, reader(t), map[string]string{
		"How many patients had hypertension with no metformin, or asthma with no warfarin?":   "the number who (had a diagnosis of hypertension and had no exposure to metformin) or (had a diagnosis of asthma and had no exposure to warfarin)",
		"How many patients had hypertension without metformin or asthma without warfarin?":    "the number who (had a diagnosis of hypertension and had no exposure to metformin) or (had a diagnosis of asthma and had no exposure to warfarin)",
		"How many patients took metformin and no warfarin, or a statin and no warfarin?":      "the number who (had an exposure to metformin and had no exposure to warfarin) or (had an exposure to statin and had no exposure to warfarin)",
		"How many patients had a stroke but no warfarin, or asthma but no metformin?":         "the number who (had a diagnosis of stroke and had no exposure to warfarin) or (had a diagnosis of asthma and had no exposure to metformin)",
		"How many patients with hypertension without stroke, or asthma without stroke, died?": "Among people who (had a diagnosis of hypertension and had no diagnosis of stroke) or (had a diagnosis of asthma and had no diagnosis of stroke) (at any date), the number who died",
		"How many patients had hypertension without metformin or warfarin?":                   "the number who had a diagnosis of hypertension and had no exposure to metformin or warfarin",
		"How many patients took metformin and no warfarin or statin and no insulin?":          "",
		"How many patients took metformin without warfarin, or a statin?":                     "",
		"How many patients took metformin without warfarin, or died?":                         "the number who (had an exposure to metformin and had no exposure to warfarin) or died",
	})
}

// The reading as without the comma, or as with one, stands beside the answer.
func TestTheOtherReadingOfACommaIsTold(t *testing.T) {
	const both, last = "What stands last is said of both, as without the comma", "What they did not have is said of the last only"
	for question, want := range map[string]string{
		"How many patients had asthma, or a stroke in 2009?":              both,
		"How many patients have asthma, or hypertension without stroke?":  both,
		"How many patients have asthma or hypertension without stroke?":   last,
		"How many patients had asthma, or died in 2009?":                  both,
		"How many patients have asthma, or hypertension, without stroke?": "",
		"How many patients had asthma or a stroke in 2009?":               "",
	} {
		reading, err := reader(t).Read(t.Context(), question)
		if err != nil || reading.Question == nil {
			t.Fatal(question, reading.Refusal, err)
		}
		for _, what := range []string{both, last} {
			if told := slices.ContainsFunc(reading.Others, func(o read.Other) bool { return o.What == what }); told != (what == want) {
				t.Errorf("%s: %q is told: %t", question, what, told)
			}
		}
	}
}
