package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// namedAfter are things that a vocabulary names after another one: an allergy to latex, a vaccine against influenza.
var namedAfter = []struct {
	lead    category
	names   []string // of the thing, with % for the other one
	domains []string
}{
	{"allergic", []string{"allergy to %", "% allergy"}, []string{"observation", "condition"}},
	{"vaccinated", []string{"% vaccine", "% virus vaccine", "% vaccination", "vaccination against %", "%"}, []string{"drug", "procedure"}},
}

// namedAfterIt reads "allergic to latex" by the name of the allergy, "vaccinated against influenza" by that of the
// vaccine.
func (p *parser) namedAfterIt() (q *predicate, ok bool) {
	for i := range namedAfter {
		ok = p.try(func() bool {
			if !p.is(namedAfter[i].lead) {
				return false
			}
			p.skip()
			for n := min(longestName, len(p.toks)-p.pos); n > 0; n-- {
				if q, ok = p.nameAfter(i, n); ok {
					return true
				}
			}
			return false
		})
		if ok {
			return q, true
		}
	}
	return nil, false
}

// allergicAdjective reads "latex-allergic".
func (p *parser) allergicAdjective(g *people) bool {
	for n := 1; n <= 3; n++ {
		if p.pos+n >= len(p.toks) || p.toks[p.pos+n].low != "allergic" {
			continue
		}
		q, ok := p.nameAfter(0, n)
		if ok {
			g.preds = append(g.preds, q)
			p.take()
		}
		return ok
	}
	return false
}

// nameAfter consumes what n tokens name as the thing named after it, where the vocabulary has that.
func (p *parser) nameAfter(i, n int) (*predicate, bool) {
	what := p.spelt(p.pos, n)
	for _, form := range namedAfter[i].names {
		name := strings.ReplaceAll(form, "%", what)
		domains := preferred(domainsOf(p.r.lookup(name), name, n+2), namedAfter[i].domains)
		if len(domains) > 0 {
			p.consume(candidate{n: n}, domains[0])
			return &predicate{kind: leaf,
				ev: &event{Event: study.Event{Domain: study.Domain(domains[0]), Concepts: []study.Entity{{Text: name}}},
					domains: domains}}, true
		}
	}
	return nil, false
}
