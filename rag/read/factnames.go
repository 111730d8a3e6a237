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

// names reads the names that say what is meant: "cerebrovascular accident", "hydrocodone, oxycodone or meperidine",
// "familial early-onset included".
func (m *remark) names() (fact, bool) {
	including := m.is("including")
	if m.is("vocabularyname") && m.at(0) == ":" {
		m.pos++
	}
	var list []candidate
	for {
		at := m.pos
		for len(list) > 0 && (m.at(0) == "," || m.at(0) == "/" || m.at(0) == "or" || m.at(0) == "and") {
			m.pos++
		}
		m.skip()
		cs := m.candidates(m.pos)
		if len(cs) == 0 || len(list) > 0 && m.pos == at {
			m.pos = at
			break
		}
		list = append(list, cs[0])
		m.mark(m.pos, m.pos+cs[0].n, "entity "+cs[0].domains[0])
		m.pos += cs[0].n
	}
	if len(list) == 0 {
		if c, ok := m.narrowerName(); ok && !including {
			list = []candidate{c}
		} else if c, ok := m.partOfName(including); ok {
			list, including = []candidate{c}, true
		}
	}
	including = m.is("included") || including
	if len(list) == 0 {
		return fact{}, false
	}
	if len(list) == 1 && m.is("countsas") { // "colonoscopic polypectomy counts as colonoscopy"
		as := m.name()
		return fact{"what is included", func(h *held) *Refusal { h.about = as; return h.include(list) }}, as != ""
	}
	if including {
		return fact{"what is included", func(h *held) *Refusal { return h.include(list) }}, true
	}
	return fact{whatIsMeant, func(h *held) *Refusal { return h.mean(list) }}, true
}

// partOfName reads words that make a name of a narrower thing together with the one before the brackets: "familial
// early-onset included" of Alzheimer's disease.
func (m *remark) partOfName(including bool) (c candidate, ok bool) {
	if m.about == "" {
		return c, false
	}
	terms, loose := m.r.terms.(LooseTerms)
	if !loose {
		return c, false
	}
	ok = m.try(func() bool {
		var words []string
		for m.pos < len(m.toks) && m.toks[m.pos].isWord && !m.sees("included") {
			if !m.sees("formword") {
				words = append(words, m.at(0))
			}
			m.pos++
		}
		if len(words) == 0 || !including && !m.sees("included") {
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
	ok = m.try(func() bool {
		from := m.pos
		for m.pos < len(m.toks) && !isSign(m.at(0)) {
			m.pos++
		}
		if m.about == "" || m.pos == from || m.pos-from > 3 {
			return false
		}
		for _, text := range []string{m.spelt(from, m.pos-from) + " " + m.about,
			m.about + " " + m.spelt(from, m.pos-from)} {
			if hits := m.r.terms.Lookup(vocab.Normalize(text)); len(hits) > 0 {
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

// kind reads the domain of what stands before the brackets: "device", "observation", "drug eras".
func (m *remark) kind() (fact, bool) {
	v, ok := m.lex("remarkdomain")
	if !ok {
		return fact{}, false
	}
	m.is("eventnoun")
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
