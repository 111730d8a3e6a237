package coding

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/tsv"
	"github.com/askomop/askomop/vocab"
)

// shorthand holds the rewritings of a domain_id by normalised words.
type shorthand map[string][]rewriting

// readDomains reads a shorthand.tsv for each domain_id that entities have.
func readDomains(text string) map[string]shorthand {
	all := map[string]shorthand{}
	for _, domain := range entityDomains {
		all[domain] = readShorthand(text, domain)
	}
	return all
}

// readShorthand reads the rows of a domain. Rows that name the domain come before those of all domains.
func readShorthand(text, domain string) shorthand {
	table := shorthand{}
	for _, general := range []bool{false, true} {
		for _, fields := range tsv.Rows(text) {
			if len(fields) < 3 {
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
		case "near":
			for k, other := range from {
				if k != i {
					t.put(f, rewriting{phrase(other), costNear + float64(k)/1000, "near"})
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
