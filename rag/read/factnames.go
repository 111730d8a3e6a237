package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// Facts about names: which concepts are meant, which are included.

// whatIsMeant is the fact of a name that stands for another.
const whatIsMeant = "what is meant"

// whatIsIncluded is the fact of names beside another one. What follows it is included, too: "(including Alzheimer's and
// vascular)".
const whatIsIncluded = "what is included"

// names reads the names that say what is meant: "cerebrovascular accident", "hydrocodone, oxycodone or meperidine",
// "familial early-onset included".
func (m *remark) names() (fact, bool) {
	including := m.p.is("including")
	if m.p.is("vocabularyname") && m.p.at(0) == ":" {
		m.p.pos++
	}
	var list []candidate
	for {
		at := m.p.pos
		for len(list) > 0 && (m.p.at(0) == "," || m.p.at(0) == "/" || m.p.at(0) == "or" || m.p.at(0) == "and") {
			m.p.pos++
		}
		m.p.skip()
		cs := m.p.candidates(m.p.pos)
		if len(cs) == 0 || len(list) > 0 && m.p.pos == at {
			m.p.pos = at
			break
		}
		list = append(list, cs[0])
		m.p.mark(m.p.pos, m.p.pos+cs[0].n, "entity "+cs[0].domains[0])
		m.p.pos += cs[0].n
	}
	if len(list) == 0 {
		if c, ok := m.narrowerName(); ok {
			list = []candidate{c}
		} else if c, ok := m.partOfName(including); ok {
			list, including = []candidate{c}, true
		}
	}
	including = m.p.is("included") || including || len(m.facts) > 0 && m.facts[len(m.facts)-1].as == whatIsIncluded
	if len(list) == 0 {
		return fact{}, false
	}
	if len(list) == 1 && m.p.is("countsas") { // "colonoscopic polypectomy counts as colonoscopy"
		as := m.name()
		return fact{whatIsIncluded, func(h *held) *Refusal { h.about = as; return h.include(list) }}, as != ""
	}
	if including {
		return fact{whatIsIncluded, func(h *held) *Refusal { return h.include(list) }}, true
	}
	return fact{whatIsMeant, func(h *held) *Refusal { return h.mean(list) }}, true
}

// partOfName reads words that make a name of a narrower thing together with the one before the brackets: "familial
// early-onset included" of Alzheimer's disease.
func (m *remark) partOfName(including bool) (c candidate, ok bool) {
	if m.about == "" {
		return c, false
	}
	terms, loose := m.p.r.terms.(LooseTerms)
	if !loose {
		return c, false
	}
	ok = m.p.try(func() bool {
		var words []string
		for m.p.pos < len(m.p.toks) && m.p.toks[m.p.pos].isWord && !m.p.sees("included") {
			if !m.p.sees("formword") {
				words = append(words, m.p.at(0))
			}
			m.p.pos++
		}
		if len(words) == 0 || !including && !m.p.sees("included") {
			return false
		}
		for _, about := range []string{m.about, m.about + " disease",
			strings.TrimSuffix(m.about, "'s") + "'s disease"} {
			hits := terms.Loose(strings.Join(words, " ") + " " + about)
			if len(hits) == 1 || len(hits) > 1 && hits[0].Score > hits[1].Score {
				c = candidate{text: hits[0].Concept.Name, domains: domainsOf(hits[:1], hits[0].Concept.Name, 2)}
				return len(c.domains) > 0
			}
		}
		return false
	})
	return c, ok
}

// narrowerName reads a word that makes a name with the one before the brackets: "hypertension (essential)", "diabetes
// (type 2)".
func (m *remark) narrowerName() (c candidate, ok bool) {
	ok = m.p.try(func() bool {
		from := m.p.pos
		for m.p.pos < len(m.p.toks) && !isSign(m.p.at(0)) && m.p.at(0) != "and" && m.p.at(0) != "or" {
			m.p.pos++
		}
		if m.about == "" || m.p.pos == from || m.p.pos-from > 3 {
			return false
		}
		for _, text := range []string{m.p.spelt(from, m.p.pos-from) + " " + m.about,
			m.about + " " + m.p.spelt(from, m.p.pos-from)} {
			if hits := m.p.r.lookup(text); len(hits) > 0 {
				c = candidate{text: text, domains: domainsOf(hits, text, 2)}
				return len(c.domains) > 0
			}
		}
		return false
	})
	return c, ok
}

// mean takes the names in the place of the one before the brackets.
func (h *held) mean(list []candidate) *Refusal {
	if h.about == "" {
		return unsaid("it is not clear what the names belong to")
	}
	if len(list) == 1 && (strings.EqualFold(list[0].text, h.about) || h.r.sameConcept(list[0].text, h.about)) {
		return nil
	}
	return h.entities(list, func(own study.Entity, others []study.Entity) []study.Entity { return others })
}

// include adds names to the one before the brackets.
func (h *held) include(list []candidate) *Refusal {
	return h.entities(list, func(own study.Entity, others []study.Entity) []study.Entity {
		return append([]study.Entity{own}, others...)
	})
}

// entities changes what stands for the name before the brackets, in every place of the question.
func (h *held) entities(list []candidate, change func(study.Entity, []study.Entity) []study.Entity) *Refusal {
	spots := h.spots()
	if h.about == "" || len(spots) == 0 {
		return unsaid("it is not clear what the names belong to")
	}
	for _, s := range spots {
		var others []study.Entity
		for _, c := range list {
			domain := string(s.ev.Domain)
			if domain == string(study.DrugEra) {
				domain = "drug"
			}
			if !slices.Contains(c.domains, domain) {
				return contradicts("“" + c.text + "” is no " + domain)
			}
			others = append(others, study.Entity{Text: c.text})
		}
		var concepts []study.Entity
		for _, own := range s.ev.Concepts {
			if strings.EqualFold(own.Text, h.about) {
				concepts = append(concepts, change(own, others)...)
			} else {
				concepts = append(concepts, own)
			}
		}
		s.ev.Concepts = concepts
	}
	return nil
}

// combinations reads that products with another ingredient count, too: "combinations with clavulanate included".
func (m *remark) combinations() (fact, bool) {
	p := m.p
	in := p.is("including")
	p.is("universal")
	if p.word("fixed", "fixed-dose") {
		_ = p.at(0) == "-" && p.take()
		p.word("dose")
	}
	if !p.word("combination", "combinations", "combined") {
		return fact{}, false
	}
	p.word("products", "product", "tablets", "pills", "preparations", "drugs")
	if !p.word("with", "of", "containing") {
		return fact{}, false
	}
	var names []candidate
	for len(names) == 0 || p.word("or", "and") || p.at(0) == "," && p.take() {
		p.skip()
		c := p.entityAt(p.pos)
		if c.n == 0 {
			return fact{}, false
		}
		p.mark(p.pos, p.pos+c.n, "entity "+c.domains[0])
		p.pos += c.n
		names = append(names, c)
	}
	in = p.is("included") || in
	if verdict, said := m.verdict(); said {
		in = verdict
	}
	return fact{whatIsIncluded, func(h *held) *Refusal { return h.holdCombinations(names) }}, in
}

// holdCombinations holds that the question takes an ingredient with all products that hold it.
func (h *held) holdCombinations(with []candidate) *Refusal {
	spots := slices.DeleteFunc(h.spots(), func(s spot) bool {
		return s.ev.Domain != study.Drug && s.ev.Domain != study.DrugEra
	})
	ingredient := func(name string) bool {
		hits := h.r.lookup(name)
		return len(hits) > 0 && hits[0].Kind != vocab.KindClass && hits[0].Concept.Class == "Ingredient"
	}
	if len(spots) == 0 {
		return unsaid("the question names no drug")
	}
	for _, c := range with {
		if !ingredient(c.text) {
			return unsaid("“" + c.text + "” is not an ingredient")
		}
	}
	for _, s := range spots {
		if len(s.ev.Except) > 0 || slices.ContainsFunc(s.ev.Concepts,
			func(c study.Entity) bool { return c.Exact || len(c.Items) > 0 || !ingredient(c.Text) }) {
			return unsaid("a drug is taken without its combinations")
		}
	}
	return nil
}

// kind reads the domain of what stands before the brackets: "device", "observation", "drug eras".
func (m *remark) kind() (fact, bool) {
	v, ok := m.p.lex("remarkdomain")
	if !ok {
		return fact{}, false
	}
	m.p.is("eventnoun")
	return fact{"the kind of records", func(h *held) *Refusal {
		if h.about == "" {
			return unsaid("it is not clear whose records these are")
		}
		for _, s := range h.spots() {
			if string(s.ev.Domain) != v {
				return contradicts("“" + h.about + "” is taken as a " + string(s.ev.Domain))
			}
		}
		return nil
	}}, true
}
