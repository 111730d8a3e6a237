package cell_test

import (
	"testing"

	"github.com/askomop/askomop/pipeline/cell"
)

func TestNumbersAreWrittenAsPeopleReadThem(t *testing.T) {
	for x, want := range map[any]string{91.30000000000001: "91.3", 0.37142857142857144: "0.3714", 12.0: "12", 0.0: "0",
		0.000123456: "0.000123", -2.5: "-2.5", int64(13164): "13,164"} {
		if got := cell.Text(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

func TestAPercentileIsNotInPercent(t *testing.T) {
	for name, want := range map[string]bool{"percentage": true, "percent_women": true, "female_pct": true,
		"percentile_90_age": false, "percentile 10 weeks": false, "patients": false} {
		if cell.IsPercent(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
