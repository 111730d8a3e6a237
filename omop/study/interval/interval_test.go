package interval

import (
	"math"
	"testing"
)

// The expected numbers are of scipy 1.16 and statsmodels 0.14.
func TestIntervalsAreThoseOfIndependentSoftware(t *testing.T) {
	for _, tc := range []struct {
		what      string
		got       Interval
		low, high float64
	}{
		{"Wilson, 45 of 239", Share(45, 239, .95), 0.14379933770317888, 0.24263162542978217},
		{"Wilson, 0 of 20", Share(0, 20, .95), 0, 0.1611251580528194},
		{"Wilson, 20 of 20", Share(20, 20, .95), 0.8388748419471804, 1},
		{"Clopper-Pearson, 45 of 239", ExactShare(45, 239, .95), 0.1407766339090106, 0.24370542984929228},
		{"Clopper-Pearson, 0 of 20", ExactShare(0, 20, .95), 0, 0.16843347098308534},
		{"Poisson, 45 in 310.5", Rate(45, 310.5, .95), 0.10571113941460375, 0.1939244460449559},
		{"Poisson, none in 100", Rate(0, 100, .95), 0, 0.03688879454113935},
		{"t, 69.5 with 12.3 of 30", Mean(69.5, 12.3, 30, .95), 64.90710451787537, 74.09289548212463},
		{"Newcombe", RiskDifference(45, 239, 30, 218, .95).Interval, -0.01779244603234141, 0.11784898977540174},
		{"Katz", RiskRatio(45, 239, 30, 218, .95).Interval, 0.8954424820911531, 2.0905569786051497},
		{"Woolf", OddsRatio(45, 239, 30, 218, .95).Interval, 0.8784582700566395, 2.4053242015002},
	} {
		if !near(tc.got.Low, tc.low) || !near(tc.got.High, tc.high) {
			t.Errorf("%s: %v to %v, want %v to %v", tc.what, tc.got.Low, tc.got.High, tc.low, tc.high)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6*max(1, math.Abs(b)) }

// Fay and Feuer's interval of a single stratum is the exact one of Poisson.
func TestAStandardisedRateOfOneStratumIsTheRate(t *testing.T) {
	s, r := Standardised(45/310.5, 45/(310.5*310.5), 1/310.5, .95), Rate(45, 310.5, .95)
	if !near(s.Low, r.Low) || !near(s.High, r.High) || !near(s.Estimate, 45/310.5) {
		t.Errorf("%v, want %v", s, r)
	}
}

func TestWhatCannotBeEstimatedHasNoInterval(t *testing.T) {
	for what, i := range map[string]Interval{
		"a share of nobody": Share(0, 0, .95), "more than all": ExactShare(5, 4, .95), "no time": Rate(3, 0, .95),
		"a mean of one": Mean(4, 0, 1, .95), "no survivor": Survival(0, .1, .95), "a ratio of nothing": RiskRatio(0, 10, 2, 10, .95).Interval,
	} {
		if !math.IsNaN(i.Low) || !math.IsNaN(i.High) {
			t.Errorf("%s: %v", what, i)
		}
	}
}

func TestIntervalsHoldTheirEstimateAndGrowWithTheLevel(t *testing.T) {
	for n := 1.0; n <= 60; n++ {
		for k := 0.0; k <= n; k++ {
			for _, f := range []func(k, n, level float64) Interval{Share, ExactShare} {
				narrow, wide := f(k, n, .9), f(k, n, .99)
				if p := k / n; narrow.Low > p || narrow.High < p || wide.Low > narrow.Low || wide.High < narrow.High ||
					wide.Low < 0 || wide.High > 1 {
					t.Fatalf("%v of %v: %v and %v", k, n, narrow, wide)
				}
			}
		}
	}
}
