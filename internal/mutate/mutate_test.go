package main

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

func TestMutants(t *testing.T) {
	needs.Time(t, "makes and runs hundreds of statements")
	h := newHouse(t)
	t.Run("the rules find the mistakes that are errors", func(t *testing.T) { // as task mutate does, with fewer of each kind
		r, err := h.measure(t.Context(), options{each: 4, dresses: 1, written: 25})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.verdict(); err != nil {
			var out strings.Builder
			r.print(&out, options{missed: true})
			t.Errorf("%v\n%s", err, out.String())
		}
	})
	t.Run("every rule has places where its mistake can be made", func(t *testing.T) { everyRuleHasPlaces(t, h) })
	t.Run("hidden mistakes are found, and what looks like them is not accused", func(t *testing.T) { comparesWithQuestions(t, h) })
	t.Run("the library is not accused under any of its wordings", func(t *testing.T) { wordingsAccuseNothing(t, h) })
	t.Run("what gives the same number is not accused", func(t *testing.T) { twinsAreNotAccused(t, h) })
	t.Run("disguises keep the answer", func(t *testing.T) { disguisesKeepTheAnswer(t, h) })
}

// withoutPlaces are the rules whose mistakes no operator makes in the library's SQL, and why.
var withoutPlaces = map[string]string{
	"other-result": "runs the statement beside its question; what else a rule of the question says is made by askedOperators",
}

// fewPlaces are the rules whose mistakes have fewer places than mutants are wanted: their disguises make up for it.
var fewPlaces = map[string]string{
	"readmission": "three pairs ask for readmissions",
	"case-else":   "one pair has ranges of ages",
}

func everyRuleHasPlaces(t *testing.T, h *testbed) {
	found := map[string]int{}
	for _, o := range operators() {
		for i := 0; i < len(h.pairs) && found[o.rule] < wantPerRule; i++ {
			found[o.rule] += h.placesIn(&o, h.pairs[i])
		}
	}
	for _, rule := range check.Rules() {
		n := found[rule.ID]
		if withoutPlaces[rule.ID] == "" && n < wantPerRule && (fewPlaces[rule.ID] == "" || n == 0) {
			t.Errorf("%s: %d places for its mistake, %d are wanted", rule.ID, n, wantPerRule)
		}
	}
}

// A rewording that changed the answer would make mutants of correct SQL.
func disguisesKeepTheAnswer(t *testing.T, h *testbed) {
	written := map[string]int{}
	for i, p := range h.pairs {
		for k, d := range rewordings() {
			if (i+k)%16 != 0 {
				continue
			}
			text, ok := d.write(h.copyOf(p))
			if !ok {
				continue
			}
			written[d.name]++
			same, runs, err := h.same(t.Context(), p, text)
			if err != nil {
				t.Fatal(err)
			}
			if !same {
				t.Errorf("%s, %s: another answer (it runs: %v)\n%s", p.ID, d.name, runs, text)
			}
		}
	}
	for _, d := range rewordings() {
		if written[d.name] < 2 {
			t.Errorf("%s was written %d times only", d.name, written[d.name])
		}
	}
}

//go:embed testdata/asked.sql
var askedText string

// wantHidden is the share of the hidden mistakes that is to be found; of the right statements, one may be accused.
const wantHidden = 0.95

func comparesWithQuestions(t *testing.T, h *testbed) {
	wrong, found, accused := 0, 0, 0
	classes := map[string]int{}
	for _, text := range strings.Split(strings.TrimSpace(askedText), "\n\n")[1:] {
		head, _, _ := strings.Cut(text, "\n")
		class := strings.TrimPrefix(head, "-- ")
		said := h.warnings(t, text)
		classes[class]++
		switch {
		case strings.HasPrefix(class, "right"):
			if len(said) > 0 {
				accused++
				t.Logf("accused: %v\n%s", said, text)
			}
		case len(said) > 0:
			wrong, found = wrong+1, found+1
		default:
			wrong++
			t.Logf("missed:\n%s", text)
		}
	}
	if share(found, wrong) < wantHidden || wrong < 100 || accused > 1 {
		t.Errorf("%d of %d hidden mistakes are found, %d right statements are accused; by class: %v", found, wrong, accused, classes)
	}
}

func wordingsAccuseNothing(t *testing.T, h *testbed) {
	n := 0
	for _, p := range h.pairs {
		own, err := h.checker.Check(t.Context(), strings.ReplaceAll(p.SQL, "question:", "asked:"))
		if err != nil {
			t.Fatal(err)
		}
		for _, words := range p.Wordings() {
			n++
			asked, err := h.checker.Asking(words).Check(t.Context(), p.SQL)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range asked {
				if f.Severity != omop.SeverityInfo && !slices.ContainsFunc(own, func(o omop.Finding) bool { return o.Rule == f.Rule }) {
					t.Errorf("%s, asked as %q: %s: %s", p.ID, words, f.Rule, f.Message)
				}
			}
		}
	}
	if n < 2000 {
		t.Errorf("%d wordings only", n)
	}
}

// warnings are what the rules say of a statement beyond mere notes.
func (h *testbed) warnings(t *testing.T, sql string) []string {
	t.Helper()
	found, err := h.checker.Check(t.Context(), sql)
	if err != nil {
		t.Fatalf("%v\n%s", err, sql)
	}
	var out []string
	for _, f := range found {
		if f.Severity != omop.SeverityInfo {
			out = append(out, f.Rule+": "+f.Message)
		}
	}
	return out
}

func newHouse(t *testing.T) *testbed {
	t.Helper()
	h, err := build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	})
	return h
}
