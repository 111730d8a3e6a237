package coding

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

// TestShorthandStandsInNormalForm holds what look-ups take for granted: nobody normalises the rows again.
func TestShorthandStandsInNormalForm(t *testing.T) {
	kinds := []string{"short", "same", "near", "drop", "wider", "dose", "past", "doubt"}
	for n, fields := range tsv.Rows(shorthandTSV) {
		if len(fields) != 5 || !slices.Contains(kinds, fields[0]) || fields[4] == "" {
			t.Errorf("line %d is no row of kind, domains, from, to and source: %q", n, fields)
			continue
		}
		for domain := range strings.SplitSeq(fields[1], ";") {
			if domain != everyDomain && !slices.Contains(entityDomains, domain) {
				t.Errorf("line %d: no entity has the domain %q", n, domain)
			}
		}
		words := strings.Split(fields[2], ";")
		if fields[0] == "short" {
			words = append(words, strings.Split(fields[3], ";")...)
		}
		for _, w := range words {
			if want := normalPhrase(w); w != want || w == "" {
				t.Errorf("line %d: write %q as %q", n, w, want)
			}
		}
	}
}

// normalPhrase normalises the words of a row. The slash between the ingredients of a combination stays.
func normalPhrase(s string) string {
	parts := strings.Split(s, " / ")
	for i, p := range parts {
		parts[i] = vocab.Normalize(p)
	}
	return strings.Join(parts, " / ")
}

func TestRewritingsAreThoseOfTheDomainAndOfAll(t *testing.T) {
	rows := "short\tDrug\tqzx\tasthma;wheeze\tusage\nsame\t*\tkidney;renal\t\tusage\nnear\tProcedure\tqzx;aid\t\tusage\n" +
		"past\t*\told\t\tusage\nshort\t*\tk\tkidney\tusage\nshort\tCondition;Drug\told\tancient\tusage\n# short\tDrug\tno\trow\tusage\nshort\tDrug\ttoo\tfew\n"
	short, same := costShort, costSame+float64(1)*nextOther
	for _, tt := range []struct {
		words, domain string
		want          []rewriting
	}{
		{"qzx", "Drug", []rewriting{{"asthma", 0.03, "short"}, {"wheeze", 0.045, "short"}}},
		{"qzx", "Procedure", []rewriting{{"aid", 0.121, "near"}}},
		{"qzx", "Condition", nil},
		{"kidney", "Visit", []rewriting{{"renal", 0.021, "same"}}},
		{"k", "Drug", []rewriting{{"kidney", 0.03, "short"}, {"renal", short + same, "short"}}},
		{"old", "Procedure", []rewriting{{"", 0.01, "drop"}}},
		{"old", "Drug", []rewriting{{"ancient", 0.03, "short"}, {"", 0.06, "past"}}},
		{"no", "Drug", nil},
		{"too", "Drug", nil},
		{"", "Drug", nil},
	} {
		if got := readShorthand(rows, tt.domain).of(tt.words); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s, %q: %v, want %v", tt.domain, tt.words, got, tt.want)
		}
	}
	if got := rewritingsOf("abd", "Ethnicity"); got != nil {
		t.Errorf("of a domain that entities have not: %v", got)
	}
	if got := rewritingsOf("abd", "Condition"); len(got) == 0 || got[0].to != "abdominal" {
		t.Errorf("abd of a condition: %v", got)
	}
}

func BenchmarkReadShorthand(b *testing.B) {
	for b.Loop() {
		readShorthand(shorthandTSV, "Condition")
	}
}
