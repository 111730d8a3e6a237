package standard_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study/standard"
)

func TestPublishedPopulationsAddUp(t *testing.T) {
	for name, want := range map[string]struct {
		sum    float64
		groups int
	}{"who": {100.035, 21}, "europe": {100000, 20}} {
		groups, ok := standard.Named(name)
		if !ok || len(groups) != want.groups {
			t.Fatalf("%s: %d groups", name, len(groups))
		}
		sum := 0.0
		for _, g := range groups {
			sum += g.Weight
		}
		if math.Abs(sum-want.sum) > 1e-9 || groups[0].From != 0 || groups[len(groups)-1].To >= 0 {
			t.Errorf("%s adds up to %g, from %d to %d", name, sum, groups[0].From, groups[len(groups)-1].To)
		}
	}
}

func TestFilesThatAreNoPopulationAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	for text, want := range map[string]string{
		"age_from,age_to,weight\n0,39,2\n40,,1\n": "",
		"age,weight\n0,1\n":                       "first line",
		"age_from,age_to,weight\n0,39,2\n41,,1\n": "begins with 41",
		"age_from,age_to,weight\n0,39,-2\n":       "no weight",
		"age_from,age_to,weight\n0,,2\n10,19,1\n": "begins with 10",
		"age_from,age_to,weight\n0,x,2\n":         "no age",
		"age_from,age_to,weight\n0,39,NaN\n":      "no weight",
		"":                                        "first line",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		groups, err := standard.Read(path)
		switch {
		case want == "" && (err != nil || len(groups) != 2):
			t.Errorf("%q: %v, %v", text, groups, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := standard.Read(path + "x"); err == nil {
		t.Error("a file that is not there is read")
	}
}
