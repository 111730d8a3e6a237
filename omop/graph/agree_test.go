package graph

import (
	"os"
	"strings"
	"testing"
)

// TestQueriesAgreeWithOxigraph asks the queries of testdata, over all of the subset, and looks for the same rows.
func TestQueriesAgreeWithOxigraph(t *testing.T) {
	w := newWitness(t, demoFile(t, 25), "5.4")
	data, err := os.ReadFile("testdata/queries.rq")
	if err != nil {
		t.Fatal(err)
	}
	queries := 0
	for _, shape := range strings.Split(string(data), "\n---\n") {
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

// withoutHeads leaves out the lines that say what follows.
func withoutHeads(shape string) string {
	var lines []string
	for _, line := range strings.Split(shape, "\n") {
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
		for _, c := range strings.Split(choices, ";") {
			out = append(out, before+c+tail)
		}
	}
	return out
}
