package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// namedAs is what lay words say of a thing that the vocabulary names otherwise: "allergic to latex" is an allergy to
// latex, "sprained an ankle" a sprain of it, "a shingles jab" a vaccine, "fell" a fall.
type namedAs struct {
	names   []string // of the thing, with % for what stands beside the words; the first that the vocabulary has counts
	domains []string
	finite  bool // the words are a verb, as "sprained" is, and no participle
	record  bool // they name records, as "jabs" does
	class   bool // a class that coding knows and that is not a name of the vocabulary: vaccines
}

func namedAsOf(value string) namedAs {
	fields := strings.Split(value, "|")
	named := namedAs{names: strings.Split(fields[0], "/"), domains: strings.Split(fields[1], ",")}
	for _, more := range fields[2:] {
		named.finite, named.record = named.finite || more == "fin", named.record || more == "record"
		named.class = named.class || more == "class"
	}
	return named
}

// namedAfterIt reads "allergic to latex", "sprained an ankle or a wrist", "fell in 2009".
func (p *parser) namedAfterIt() (q *predicate, finite, ok bool) {
	ok = p.try(func() bool {
		v, ok := p.lex("namedafter")
		if !ok {
			return false
		}
		named := namedAsOf(v)
		one := func() (*predicate, bool) {
			e := &event{from: p.pos}
			if !p.nameNext(e, named) {
				return nil, false
			}
			p.eventMods(e)
			e.to = p.pos
			return &predicate{kind: leaf, ev: e}, true
		}
		if q, ok = one(); !ok {
			return false
		}
		if finite = named.finite; strings.Contains(named.names[0], "%") {
			q = p.alternatives(q, one)
			p.shareMods(q.alternativesOf(), "or")
		}
		return true
	})
	return q, finite, ok
}

// alternativesOf are the parts of an "or", or the predicate itself.
func (q *predicate) alternativesOf() []*predicate {
	if q.kind == anyKind {
		return q.kids
	}
	return []*predicate{q}
}

// nameNext reads what is next as the thing that words before it said: "latex" behind "allergic to". Words that name the
// thing by themselves have nothing behind them.
func (p *parser) nameNext(e *event, named namedAs) bool {
	if !strings.Contains(named.names[0], "%") {
		return p.nameAfter(e, named, 0)
	}
	p.skip()
	for n := min(longestName, len(p.toks)-p.pos); n > 0; n-- {
		if p.nameAfter(e, named, n) {
			return true
		}
	}
	return false
}

// mostBefore bounds how many words of a name stand before the word that says what of it is meant.
const mostBefore = 4

// namedByNoun reads "shingles jab", "hip replaced", "broken wrist", where no name of the vocabulary is as long.
func (p *parser) namedByNoun(e *event, domains []string) bool {
	p.skip()
	longest := 0
	if cs := p.candidates(p.pos); len(cs) > 0 {
		longest = cs[0].n
	}
	if v, ok := p.lex("namedbefore"); ok {
		if !p.nameNext(e, namedAsOf(v).within(domains)) {
			return false
		}
		p.nounsOfRecords(e)
		return true
	}
	for n := min(mostBefore, len(p.toks)-p.pos-1); n > 0; n-- {
		ph, m := p.longest(p.pos+n, "namedbehind")
		if m == 0 || n+m <= longest {
			continue
		}
		named := namedAsOf(ph.value).within(domains)
		if p.nameAfter(e, named, n) {
			p.mark(p.pos, p.pos+m, string(ph.cat))
			p.pos += m
			e.record = named.record
			p.nounsOfRecords(e)
			return true
		}
	}
	return false
}

// nounsOfRecords consumes nouns of records behind a name: "polio vaccine doses", "sprained ankle diagnoses".
func (p *parser) nounsOfRecords(e *event) {
	for p.try(func() bool {
		v, ok := p.lex("eventnoun")
		return ok && p.at(0) != "of" && p.suits(e, v) && p.nounDomain(e, v)
	}) {
		e.record = true
	}
}

// within leaves the domains that are asked for; nil is any.
func (named namedAs) within(domains []string) namedAs {
	named.domains = preferred(named.domains, domains)
	return named
}

// allergicAdjective reads "latex-allergic".
func (p *parser) allergicAdjective(g *people) bool {
	for n := 1; n <= 3; n++ {
		if ph, m := p.longest(p.pos+n, "namedadjective"); m > 0 {
			e := &event{from: p.pos}
			ok := p.nameAfter(e, namedAsOf(ph.value), n)
			if ok {
				g.preds = append(g.preds, &predicate{kind: leaf, ev: e})
				p.take()
			}
			return ok
		}
	}
	return false
}

// nameAfter consumes what n tokens name as the thing named after it, where the vocabulary has that.
func (p *parser) nameAfter(e *event, named namedAs, n int) bool {
	if last := p.pos + n - 1; n > 0 && !p.toks[last].isWord && !p.toks[last].isNum {
		return false
	}
	what := p.spelt(p.pos, n)
	for _, form := range named.names {
		name := strings.ReplaceAll(form, "%", what)
		hits := p.hitsOf(name, p.ofUnknownWords(n))
		domains := preferred(domainsOf(hits, name, n+2), named.domains)
		if named.class {
			domains, e.class = named.domains, true
		}
		if len(domains) > 0 {
			if n > 0 {
				p.consume(candidate{n: n}, domains[0])
			}
			e.Domain, e.Concepts, e.domains = study.Domain(domains[0]), []study.Entity{{Text: name}}, domains
			return true
		}
	}
	return false
}

// hitsOf looks for a name, and where it may be loosely worded also by its words in another order.
func (p *parser) hitsOf(name string, loosely bool) []vocab.Hit {
	hits := p.r.lookup(name)
	if terms, ok := p.r.terms.(LooseTerms); ok && loosely && len(hits) == 0 {
		hits = terms.Loose(name)
	}
	return hits
}

// ofUnknownWords reports whether the next n tokens can be a name by their words in another order: no word of the
// grammar begins or ends it.
func (p *parser) ofUnknownWords(n int) bool {
	for i := p.pos; i < p.pos+n; i++ {
		t := p.toks[i]
		if typeA := t.low == "a" && p.text[t.start:t.end] == "A"; typeA && i > p.pos {
			continue // "hepatitis A"
		}
		outer := i == p.pos || i == p.pos+n-1
		if !p.loosely(i) || outer && (p.r.lex.words[t.low] || isArticle[t.low]) {
			return false
		}
	}
	return true
}
