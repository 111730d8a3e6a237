package privacy

import (
	"os"
	"strings"
	"testing"
)

// TestEveryFunctionOfTheEngineIsSorted holds that a function which SQL may call is in functions.txt: one that is not
// hides what is made by it, and an aggregate that is taken for another function would be worse.
func TestEveryFunctionOfTheEngineIsSorted(t *testing.T) {
	data, err := os.ReadFile("../../omop/duckdb/functions.txt")
	if err != nil {
		t.Fatal(err)
	}
	title := ""
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			title = strings.TrimSpace(rest)
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, name := range strings.Fields(line) {
			k := kindOf(name)
			if k == unknownFunction {
				t.Errorf("%s is not sorted", name)
			}
			if (title == "aggregates") != isAggregate(name) {
				t.Errorf("%s of %q is of kind %d", name, title, k)
			}
		}
	}
}
