package tools

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
)

func TestAnIntervalWithoutAnEndIsWritten(t *testing.T) {
	a := newAnswer(&app.Answer{Intervals: []app.Interval{{Row: 1, Column: 2, Low: 930, High: app.Float(math.NaN()), Level: .95}}})
	text, err := json.Marshal(a)
	if err != nil || !strings.Contains(string(text), `"low":930,"high":null`) {
		t.Errorf("%s, %v", text, err)
	}
}
