package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/vocab"
)

// A name may have its code beside it, or the system whose name it is: "beta blocking agents (ATC C07)", "the ATC class
// OPIOIDS", "no antidepressant by ATC". The code says what is meant and is read in the place of the name; it must be of
// the same concept, or of one above or below it. The system alone says nothing more than the name.

// CodeTerms is a vocabulary that knows codes.
type CodeTerms interface {
	Terms
	ByCode(vocabulary, code string) ([]vocab.Concept, error)
	MapsTo(id int64) []vocab.Concept
}

// bracketedCode is a bracket with one code of a system: "ATC J01", "ATC code: C07", "ICD-10-CM I50".
var bracketedCode = lazyregexp.New(`(?i)^\s*(?:(?:coded|as|in|by|the)\s+)*(` + vocab.CodeSystemNames(true) +
	`)\s*(?:codes?|class|group|subgroup)?\s*[:=]?\s*([A-Z]{0,2}[0-9][0-9A-Z]*(?:[.-][0-9A-Z]+)?)\s*$`)

// namesSystem tells a question that names the system of classes.
var namesSystem = lazyregexp.New(`\bATC\b`)

// classWords stand behind the name of a system before that of a class: "the ATC class OPIOIDS".
var classWords = []string{"class", "group", "subgroup", "category", "level", "class:", "group:"}

// withCodes are the changes of names that have their code or its system beside them.
func (p *parser) withCodes(brackets []stretch) []change {
	var all []change
	for _, b := range brackets {
		inside := p.text[p.toks[b.from].end:p.toks[b.to-1].start]
		m := bracketedCode.FindStringSubmatch(inside)
		if m == nil {
			continue
		}
		if from, ok := p.calledByCode(b, m[1], m[2]); ok {
			all = append(all, change{p.toks[from].start, p.toks[b.to-1].end, m[1] + " " + strings.ToUpper(m[2])})
		}
	}
	for i, t := range p.toks {
		if system := vocab.CodeSystemOf(t.low); t.isWord && system != nil && system.ID == "ATC" {
			all = append(all, p.withoutSystem(i, system.ID)...)
		}
	}
	return all
}

// calledByCode is where the name begins that stands in front of a bracket with its code.
func (p *parser) calledByCode(b stretch, system, code string) (from int, ok bool) {
	terms, known := p.r.terms.(CodeTerms)
	if !known || b.from == 0 {
		return 0, false
	}
	found, err := terms.ByCode(vocab.CodeSystemOf(system).ID, strings.TrimRight(code, ".*"))
	if err != nil {
		return 0, false
	}
	for from := max(0, b.from-longestName); from < b.from; from++ {
		for _, c := range p.candidates(from) {
			if c.n != b.from-from || p.splits(from, c) {
				continue
			}
			return from, slices.ContainsFunc(found, func(is vocab.Concept) bool { return p.isCodeOf(terms, c, is) })
		}
	}
	return 0, false
}

// isCodeOf reports whether a code's concept, or a standard one that it maps to, is one of a name's, or lies above or
// below one.
func (p *parser) isCodeOf(terms CodeTerms, name candidate, code vocab.Concept) bool {
	var named []int64
	for _, h := range p.r.lookup(name.text) {
		if h.Concept.ID != 0 {
			named = append(named, h.Concept.ID)
		}
	}
	for _, is := range append(terms.MapsTo(code.ID), code) {
		if len(named) > 0 && (slices.Contains(named, is.ID) || p.r.related(named, is.ID)) {
			return true
		}
	}
	return false
}

// withoutSystem leaves out the name of a system at token i that stands before a name of its own, and "by ATC" behind
// one.
func (p *parser) withoutSystem(i int, system string) []change {
	next := i + 1
	for next < len(p.toks) && slices.Contains(classWords, p.toks[next].low) {
		next++
	}
	if name, ok := p.nameBehindCode(i, next); ok {
		return []change{name}
	}
	lead := i
	for lead > 0 && (isArticle[p.toks[lead-1].low] || p.toks[lead-1].low == "same") {
		lead--
	}
	if one, ok := p.drugsOfCode(i, lead, next); ok {
		return []change{one}
	}
	if next < len(p.toks) && p.isOfSystem(next, system) {
		return p.classOfSystem(lead, next)
	}
	if lead == i && i > 1 && slices.Contains([]string{"by", "per"}, p.toks[i-1].low) && p.saysClassBefore(i, system) {
		return []change{{p.toks[i-2].end, p.toks[next-1].end, ""}}
	}
	return nil
}

// nameBehindCode is the change of a code with its name behind it: "ATC C07 beta blocking agents".
func (p *parser) nameBehindCode(i, next int) (change, bool) {
	terms, known := p.r.terms.(CodeTerms)
	if !known || next >= len(p.toks) {
		return change{}, false
	}
	found, err := terms.ByCode("ATC", p.toks[next].low)
	if err != nil {
		return change{}, false
	}
	name := next + 1
	bracket := p.seq(name, "(")
	if bracket || p.seq(name, "-|:|,") {
		name++
	}
	if name >= len(p.toks) {
		return change{}, false
	}
	for _, c := range p.candidates(name) {
		if bracket && !p.seq(name+c.n, ")") || !slices.ContainsFunc(found, func(is vocab.Concept) bool {
			return p.isCodeOf(terms, c, is)
		}) {
			continue
		}
		to := p.toks[name+c.n-1].end
		if bracket {
			to = p.toks[name+c.n].end
		}
		return change{p.toks[next].end, to, ""}, true
	}
	return change{}, false
}

// drugsOfCode is the change of "took drugs of the ATC class C07", where they are not counted: "any drug of ATC C07".
func (p *parser) drugsOfCode(i, lead, next int) (change, bool) {
	noun := lead - 2
	if noun < 1 || next >= len(p.toks) || !p.seq(lead-1, "of|in|from|within") ||
		!p.seq(noun, "drugs|medications|medicines|agents") || !codeText.MatchString(p.text[p.toks[next].start:]) {
		return change{}, false
	}
	from := noun
	if p.seq(noun-1, "any") {
		from--
	} else if _, n := p.longest(noun-1, "verb"); n == 0 {
		return change{}, false
	}
	return change{p.toks[from].start, p.toks[next].start, "any drug of " + p.toks[i].low + " "}, true
}

// classOfSystem are the changes of "any opioid in the ATC group OPIOIDS", "an exposure in ATC OPIOIDS", "drugs of the
// ATC class OPIOIDS": the words from token lead on name the system, the class begins at token next.
func (p *parser) classOfSystem(lead, next int) []change {
	to := p.toks[next].start
	if lead == 0 || !slices.Contains([]string{"in", "of", "from", "within", "under", "to"}, p.toks[lead-1].low) {
		return []change{{p.toks[lead].start, to, ""}}
	}
	class := p.candidates(next)[0]
	for from := max(0, lead-1-longestName); from < lead-1; from++ {
		for _, c := range p.candidates(from) {
			if c.n == lead-1-from && p.r.sameConcept(c.text, class.text) {
				return []change{{p.toks[lead-2].end, p.toks[next+class.n-1].end, ""}}
			}
		}
	}
	if lead > 1 && slices.Contains([]string{"drug", "drugs", "medication", "medications", "medicine", "medicines",
		"agent", "agents", "ingredient", "ingredients"}, p.toks[lead-2].low) {
		return []change{{p.toks[lead-2].start, to, ""}}
	}
	return []change{{p.toks[lead-1].start, to, "to "}}
}

// isOfSystem reports whether the longest name at a token is one of a class of a system.
func (p *parser) isOfSystem(i int, system string) bool {
	cs := p.candidates(i)
	return len(cs) > 0 && slices.ContainsFunc(p.r.lookup(cs[0].text), func(h vocab.Hit) bool {
		return h.Concept.Vocabulary == system
	})
}

// saysClassBefore reports whether a class of a system is named before token i, and no name of another kind is.
func (p *parser) saysClassBefore(i int, system string) bool {
	for k := 0; k < i; k++ {
		if p.isOfSystem(k, system) {
			return true
		}
	}
	return false
}
