package graph

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/duckdb"
)

// TestQueriesAgreeWithOxigraph asks the queries of testdata, over all of the subset, and looks for the same rows.
func TestQueriesAgreeWithOxigraph(t *testing.T) {
	w := newWitness(t, demoFile(t, 25), "5.4")
	data, err := os.ReadFile("testdata/queries.rq")
	if err != nil {
		t.Fatal(err)
	}
	queries := 0
	for shape := range strings.SplitSeq(string(data), "\n---\n") {
		for _, q := range expand(withoutHeads(shape)) {
			queries++
			if difference := w.compare(q); difference != "" {
				t.Errorf("query %d: %s", queries, difference)
			}
		}
	}
	if queries < 300 {
		t.Errorf("%d queries; there are to be 300", queries)
	}
}

// TestAnExportOfSomePeopleTellsOfNobodyElse holds that by the IRIs in it, and by their addresses.
func TestAnExportOfSomePeopleTellsOfNobodyElse(t *testing.T) {
	ctx := context.Background()
	engine, err := duckdb.Open(ctx, demoFile(t, 40), duckdb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	var out bytes.Buffer
	if _, err := plainGraph(t).Export(ctx, engine.Reader(), &out, ExportOptions{People: []int64{3, 5}, NoVocabulary: true}); err != nil {
		t.Fatal(err)
	}
	people, addresses := map[string]bool{}, map[string]bool{}
	for _, m := range regexp.MustCompile(`<urn:omop:(person|location):(\d+)> <[^>]*type>`).FindAllStringSubmatch(out.String(), -1) {
		if m[1] == "person" {
			people[m[2]] = true
		} else {
			addresses[m[2]] = true
		}
	}
	if len(people) != 2 || !people["3"] || !people["5"] {
		t.Errorf("the people are %v", people)
	}
	if len(addresses) > 2 {
		t.Errorf("the addresses are %v", addresses)
	}
	if strings.Contains(out.String(), "ontology/Cost>") || strings.Contains(out.String(), "ontology/NoteNlp>") {
		t.Error("records that do not tell whose they are are among them")
	}
}

// withoutHeads leaves out the lines that say what follows.
func withoutHeads(shape string) string {
	var lines []string
	for line := range strings.SplitSeq(shape, "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// expand makes the queries that a shape stands for.
func expand(shape string) []string {
	before, rest, ok := strings.Cut(shape, "«")
	if !ok {
		return []string{shape}
	}
	choices, after, _ := strings.Cut(rest, "»")
	var out []string
	for _, tail := range expand(after) {
		for c := range strings.SplitSeq(choices, ";") {
			out = append(out, before+c+tail)
		}
	}
	return out
}
