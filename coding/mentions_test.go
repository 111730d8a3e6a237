package coding_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/vocab/vocabtest"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata; review the difference")

// Mentions as questions word them, each with the first concept of its set and the
// set's size, or "none" or "ambiguous". Every expectation was looked up and judged by hand.
func TestMentionsOfTheSamples(t *testing.T) {
	for _, tt := range []struct {
		file, sample string
		options      coding.Options
	}{
		{"gibleed.tsv", needs.GiBleed, coding.Options{}},
		{"synthea.tsv", needs.Synthea, coding.Options{}},
		{"athena.tsv", needs.Athena, coding.Options{Lenient: true}}, // an extract of all tables, in which nothing is complete
	} {
		t.Run(tt.file, func(t *testing.T) {
			rules := coding.NewRules(vocabtest.Open(t, vocabtest.Sample(t, tt.sample)), tt.options)
			path := filepath.Join("testdata", tt.file)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var rewritten strings.Builder
			for line := range strings.Lines(string(b)) {
				fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
				got := outcome(t, rules, coding.Entity{Domain: fields[0], Text: fields[1]})
				fmt.Fprintf(&rewritten, "%s\t%s\t%s\n", fields[0], fields[1], got)
				if want := strings.Join(fields[2:], "\t"); got != want && !*update {
					t.Errorf("%s@%s: %s, want %s", fields[0], fields[1], got, want)
				}
			}
			if *update {
				if err := os.WriteFile(path, []byte(rewritten.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// outcome codes an entity and checks what must hold of every set; it returns the
// first concept's id, the size of the set and the name, or how it abstained.
func outcome(t *testing.T, rules *coding.Rules, e coding.Entity) string {
	t.Helper()
	set, err := rules.Code(context.Background(), e)
	var none *coding.NoConceptError
	switch {
	case errors.As(err, &none) && none.Ambiguous:
		return "ambiguous\t0\t"
	case errors.Is(err, coding.ErrNoConcept):
		return "none\t0\t"
	case err != nil:
		t.Fatalf("%s: %v", e, err)
	}
	seen := map[int64]bool{}
	for _, m := range set.Concepts {
		if seen[m.ID] {
			t.Errorf("%s: concept %d is in twice", e, m.ID)
		}
		seen[m.ID] = true
		if m.Name == "" || m.Vocabulary == "" || m.Why == "" || m.Score <= 0 || m.Score > 1 {
			t.Errorf("%s: member without name, vocabulary, reason or score: %+v", e, m)
		}
	}
	again, err := rules.Code(context.Background(), e)
	if err != nil || !slices.Equal(again.IDs(), set.IDs()) {
		t.Errorf("%s: coded again it is %v, %v", e, again.IDs(), err)
	}
	return fmt.Sprintf("%d\t%d\t%s", set.Concepts[0].ID, len(set.Concepts), set.Concepts[0].Name)
}
