package coding

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed shorthand.tsv
var shorthandTSV string

// rewriting is one thing that some words of a mention can be read as.
type rewriting struct {
	to   string  // normalised; empty where the words are taken away
	cost float64 // how far it is from what is written
	kind string  // of the row, as shorthand.tsv has it
}

// longestPhrase is how many words a row's wording can have.
const longestPhrase = 6

// entityDomains are the domain_ids that entities have.
var entityDomains = []string{"Condition", "Drug", "Procedure", "Measurement", "Observation", "Device", "Visit"}

// everyDomain stands for all of them.
const everyDomain = "*"

// shorthand holds the rows of a domain_id by the words that they are about, those that name the domain before those of
// all domains.
type shorthand struct {
	domain string
	rows   map[string][]string
}

// rewritingsOf are what normalised words can be read as in a domain_id, by shorthand.tsv.
func rewritingsOf(words, domain string) []rewriting {
	if read, ok := shorthandByDomain[domain]; ok {
		return read().of(words)
	}
	return nil
}

// shorthandByDomain reads the rows of a domain when the first mention of it is coded: a process that codes one mention
// waits for no others.
var shorthandByDomain = func() map[string]func() shorthand {
	all := map[string]func() shorthand{}
	for _, domain := range entityDomains {
		all[domain] = sync.OnceValue(func() shorthand { return readShorthand(shorthandTSV, domain) })
	}
	return all
}()

// readShorthand finds the rows of a domain by their words; what they say is read when it is asked for.
func readShorthand(text, domain string) shorthand {
	t := shorthand{domain, make(map[string][]string, 1<<12)}
	var general []string
	for line := range strings.Lines(text) {
		kind, rest, _ := strings.Cut(line, "\t")
		domains, _, ok := strings.Cut(rest, "\t")
		switch {
		case !ok || strings.HasPrefix(kind, "#"):
		case domains == everyDomain:
			general = append(general, line)
		case domains == domain || strings.Contains(domains, ";") && slices.Contains(strings.Split(domains, ";"), domain):
			t.add(line)
		}
	}
	for _, line := range general {
		t.add(line)
	}
	if domain == "Drug" {
		t.addDosage()
	}
	return t
}

// addDosage adds the words of dose forms, routes and schedules, which words.tsv lists.
func (t shorthand) addDosage() {
	for _, list := range []wordList{listed().forms, listed().routes, listed().schedules} {
		for word := range list {
			t.add("dose\tDrug\t" + word + "\t\twords.tsv")
		}
	}
}

// add adds a row by each of its wordings.
func (t shorthand) add(row string) {
	_, rest, _ := strings.Cut(row, "\t")
	_, rest, _ = strings.Cut(rest, "\t")
	from, _, _ := strings.Cut(rest, "\t")
	for words := range strings.SplitSeq(from, ";") {
		t.rows[words] = append(t.rows[words], row)
	}
}

// of are what words can be read as. A short form stands for what means the same as its long one, too: "vag" is vaginal,
// and so of the vagina.
func (t shorthand) of(words string) []rewriting {
	list := t.direct(words)
	for _, long := range list {
		if long.kind != "short" {
			continue
		}
		for _, other := range t.direct(long.to) {
			if other.kind == "same" {
				list = withRewriting(list, words, rewriting{other.to, long.cost + other.cost, "short"})
			}
		}
	}
	return list
}

// direct are what the rows themselves say of words.
func (t shorthand) direct(words string) []rewriting {
	var list []rewriting
	for _, row := range t.rows[words] {
		for _, r := range rewritingsIn(row, t.domain) {
			list = withRewriting(list, words, r)
		}
	}
	return list
}

// rewritingsIn are what a row, of kind, domains, from, to and source, says in a domain.
func rewritingsIn(row, domain string) []rewriting {
	fields := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
	if len(fields) != 5 {
		return nil
	}
	kind, from, to := fields[0], strings.Split(fields[2], ";"), strings.Split(fields[3], ";")
	if kind == "past" && domain == "Procedure" {
		kind = "drop" // all that was done is past
	}
	var list []rewriting
	switch kind {
	case "short":
		for k, long := range to {
			list = append(list, rewriting{long, costShort + float64(k)*nextLong, kind})
		}
	case "same", "near":
		for k, other := range from {
			list = append(list, rewriting{other, costOf(kind) + float64(k)*nextOther, kind})
		}
	case "drop", "dose", "wider", "past", "doubt":
		list = append(list, rewriting{"", costOf(kind), kind})
	}
	return list
}

// costOf is what a rewriting costs by a row of a kind other than short.
func costOf(kind string) float64 {
	switch kind {
	case "same":
		return costSame
	case "near":
		return costNear
	case "drop":
		return costDrop
	case "dose":
		return costDose
	case "wider":
		return costWider
	}
	return costPast
}

// withRewriting adds what words can be read as, unless it is the words themselves or known already.
func withRewriting(list []rewriting, words string, r rewriting) []rewriting {
	if words == "" || words == r.to || slices.ContainsFunc(list, func(o rewriting) bool { return o.to == r.to }) {
		return list
	}
	return append(list, r)
}
