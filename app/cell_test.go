package app

import (
	"encoding/json"
	"math"
	"testing"
)

func TestNumbersAreWrittenWithoutTheNoiseOfBinaryFractions(t *testing.T) {
	for f, want := range map[float64]string{
		6200.6275000000005: "6200.6275", 15342.710000000001: "15342.71", 0.1 + 0.2: "0.3", 1.0 / 3: "0.333333333333333",
		-2527151.8300000005: "-2527151.83", 0: "0", 12: "12",
	} {
		if got := ExactFloat(f); got != want {
			t.Errorf("%v as text: %s, want %s", f, got, want)
		}
		if got, err := json.Marshal(Float(f)); err != nil || string(got) != want {
			t.Errorf("%v as JSON: %s, %v, want %s", f, got, err, want)
		}
	}
	if got := decimal(math.MaxFloat64); got != math.MaxFloat64 {
		t.Errorf("the largest number is %v", got)
	}
}
