package read_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

var update = flag.Bool("update", false, "rewrite the golden readings")

// names is a vocabulary by its names alone: testdata/names.tsv has a name and its domains a line.
type names map[string][]string

func (n names) Lookup(normalised string) []vocab.Hit {
	var hits []vocab.Hit
	for _, d := range n[normalised] {
		hits = append(hits, vocab.Hit{Concept: vocab.Concept{Domain: d, Standard: "S"}})
	}
	return hits
}

func reader(t testing.TB) *read.Reader { return read.New(readerNames(t)) }

// readerNames are the names of testdata/names.tsv.
func readerNames(t testing.TB) names {
	t.Helper()
	data, err := os.ReadFile("testdata/names.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := names{}
	for line := range strings.Lines(string(data)) {
		name, domains, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok {
			n[vocab.Normalize(name)] = strings.Split(domains, ",")
		}
	}
	return n
}

// golden are the files of questions whose readings are kept beside them.
var golden = []string{"testdata/questions", "testdata/measures"}

// TestQuestionsAreReadAsTheyWere compares every question of the files with its golden study question; -update
// rewrites them.
func TestQuestionsAreReadAsTheyWere(t *testing.T) {
	for _, file := range golden {
		t.Run(filepath.Base(file), func(t *testing.T) { compareReadings(t, file) })
	}
}

func compareReadings(t *testing.T, file string) {
	r := reader(t)
	questions, err := os.ReadFile(file + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for line := range strings.Lines(string(questions)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		reading, err := r.Read(context.Background(), line)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(line + "\n")
		if reading.Question == nil {
			out.WriteString("\t! " + string(reading.Refusal.Kind) + ": " + reading.Refusal.Why + "\n")
			continue
		}
		j, err := json.Marshal(reading.Question)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString("\t" + string(j) + "\n")
	}
	golden := file + ".golden"
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(out.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Errorf("%s\n got %s\nwant %s", got[max(0, i-1)], got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d lines, the golden file has %d; run with -update", len(got), len(wanted))
	}
}

// TestEveryWordIsAccountedFor holds that a word nobody knows is never passed over, wherever it stands.
func TestEveryWordIsAccountedFor(t *testing.T) {
	r := reader(t)
	words := strings.Fields("What percentage of women with atrial fibrillation started warfarin within 90 days of diagnosis , by year ?")
	for i := range len(words) + 1 {
		q := strings.Join(words[:i], " ") + " zorblatt " + strings.Join(words[i:], " ")
		reading, err := r.Read(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if reading.Question != nil {
			out, _ := json.Marshal(reading.Question)
			t.Errorf("%q was read as %s", q, out)
		} else if len(reading.Unread) == 0 && reading.Refusal.Kind == read.Unknown {
			t.Errorf("%q: no unread phrase is named", q)
		}
	}
}

// A share of deaths is of everybody, with Kaplan and Meier's estimate beside it however near; of those followed only
// where that is defined.
func TestSharesOfDeathsAreCrudeWithTheEstimateBeside(t *testing.T) {
	const question = "What percentage of patients with heart failure died within 365 days of diagnosis?"
	for _, tc := range []struct {
		define, kind string
		criteria     int
		others       []study.Kind
	}{
		{"crude", "share", 0, []study.Kind{study.CumulativeIncidence}},
		{"followed", "share", 1, []study.Kind{study.Share}},
		{"kaplan_meier", "cumulative_incidence", 0, nil},
	} {
		r, err := reader(t).With(map[string]string{"deaths": tc.define})
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Read(t.Context(), question)
		if err != nil || got.Question == nil {
			t.Fatalf("%v: %+v", err, got.Refusal)
		}
		var others []study.Kind
		for _, o := range got.Others {
			others = append(others, o.Question.Measure.Kind)
			if o.Always != (o.Question.Measure.Kind == study.CumulativeIncidence) {
				t.Errorf("%s: %q is shown always: %v", tc.define, o.What, o.Always)
			}
		}
		q := got.Question
		if string(q.Measure.Kind) != tc.kind || len(q.Population.Criteria) != tc.criteria || !slices.Equal(others, tc.others) {
			t.Errorf("%s: %s with %d criteria, others %v", tc.define, q.Measure.Kind, len(q.Population.Criteria), others)
		}
	}
}
