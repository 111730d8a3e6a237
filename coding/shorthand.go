package coding

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/vocab"
)

//go:embed shorthand.tsv
var shorthandTSV string

// rewriting is one thing that some words of a mention can be read as.
type rewriting struct {
	to   string  // normalised; empty where the words are taken away
	cost float64 // how far it is from what is written
	kind string  // of the row, as shorthand.tsv has it
}

// Costs of rewritings. A reading's cost is the sum over its words: the readings
// nearest to what is written come first, and only they can be answers.
const (
	costDrop   = 0.01
	costSame   = 0.02
	costShort  = 0.03
	costDose   = 0.03
	costEnding = 0.04
	costForm   = 0.05 // an adjective for its noun, or the other way round
	costWider  = 0.06
	costPast   = 0.06
	costGuess  = 0.15 // a word cut short or misspelt, by the words of the vocabulary
	costOwn    = 0.05 // a word that has a long form, and that the vocabulary writes short as well
	costKept   = 0.25 // a word that has a long form, and that the vocabulary does not know
)

// longestPhrase is how many words a row's wording can have.
const longestPhrase = 6

// shorthand holds the rewritings of a domain_id by normalised words.
type shorthand map[string][]rewriting

// shorthands holds the rewritings of each domain_id. Each is read once, when the domain is first asked for, and never changed.
var shorthands = func() map[string]func() shorthand {
	all := map[string]func() shorthand{}
	for _, d := range []string{"Condition", "Drug", "Procedure", "Measurement", "Observation", "Device", "Visit"} {
		all[d] = sync.OnceValue(func() shorthand { return readShorthand(shorthandTSV, d) })
	}
	return all
}()

// shorthandOf are the rewritings of a domain_id; nil for one that entities have not.
func shorthandOf(domain string) shorthand {
	if read := shorthands[domain]; read != nil {
		return read()
	}
	return nil
}

// readShorthand reads the rows of a domain. Rows that name the domain come before those of all domains.
func readShorthand(tsv, domain string) shorthand {
	table := shorthand{}
	for _, general := range []bool{false, true} {
		for line := range strings.Lines(tsv) {
			fields := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
			if len(fields) < 3 || strings.HasPrefix(line, "#") {
				continue
			}
			if general && fields[1] == "*" || !general && slices.Contains(strings.Split(fields[1], ";"), domain) {
				table.add(fields, domain)
			}
		}
	}
	table.chain()
	return table
}

// chain lets a short form stand for what means the same as its long one: "vag" is vaginal, and so of the vagina.
func (t shorthand) chain() {
	for from, list := range t {
		for _, long := range slices.Clone(list) {
			if long.kind != "short" {
				continue
			}
			for _, other := range t[long.to] {
				if other.kind == "same" {
					t.put(from, rewriting{other.to, long.cost + other.cost, "short"})
				}
			}
		}
	}
}

func (t shorthand) add(fields []string, domain string) {
	from := strings.Split(fields[2], ";")
	var to []string
	if len(fields) > 3 {
		to = strings.Split(fields[3], ";")
	}
	kind := fields[0]
	if kind == "past" && domain == "Procedure" {
		kind = "drop" // all that was done is past
	}
	for i, f := range from {
		switch kind {
		case "short":
			for k, long := range to {
				t.put(f, rewriting{phrase(long), costShort + float64(k)*0.015, "short"})
			}
		case "same":
			for k, other := range from {
				if k != i {
					t.put(f, rewriting{phrase(other), costSame + float64(k)/1000, "same"})
				}
			}
		case "drop":
			t.put(f, rewriting{"", costDrop, "drop"})
		case "dose":
			t.put(f, rewriting{"", costDose, "dose"})
		case "wider":
			t.put(f, rewriting{"", costWider, "wider"})
		case "past", "doubt":
			t.put(f, rewriting{"", costPast, kind})
		}
	}
}

func (t shorthand) put(from string, r rewriting) {
	key := vocab.Normalize(from)
	if key != "" && key != r.to && !slices.ContainsFunc(t[key], func(o rewriting) bool { return o.to == r.to }) {
		t[key] = append(t[key], r)
	}
}

// phrase normalises the words that a row stands for. The slash between the ingredients of a combination stays.
func phrase(s string) string {
	parts := strings.Split(s, " / ")
	for i, p := range parts {
		parts[i] = vocab.Normalize(p)
	}
	return strings.Join(parts, " / ")
}
