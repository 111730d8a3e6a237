package read

import "github.com/askomop/askomop/omop/study"

// orTheRest reads the others behind people whom one thing tells: "hypertensives versus everyone else", "people who ever
// took a statin and people who never did", "patients with stroke compared with those without it". Both are groups.
func (p *parser) orTheRest(g *people) bool {
	if len(g.versus) > 0 || len(g.preds) != 1 || g.age != nil || g.period != nil || g.current || g.atRisk || g.anyDate {
		return false
	}
	q := g.preds[0]
	if q.kind != leaf || !plain(&q.ev.Event) || q.ev.Which != study.Any || len(q.ev.rels) > 0 || q.ev.times != nil ||
		q.ev.current || q.v.form == "prep" && q.ev.Domain == study.Drug {
		return false // of a drug, "with" leaves open when
	}
	p.try(func() bool { return p.at(0) == "," && p.take() })
	apart := p.is("versus") && p.toks[p.pos-1].low != "and"
	if !apart && p.toks[p.pos-1].low != "and" && !p.word("than") && !p.is("and") {
		return false
	}
	p.word("with", "in", "among", "of", "for", "to")
	if !p.allOthers(q) && !p.whoDidNot(q) {
		return false
	}
	name := q.ev.Name()
	g.versus, g.preds = []named{{"with " + name, q}, {"without " + name, not(q)}}, nil
	return true
}

// allOthers reads "everyone else", "the rest", "other patients", "non-users" and, of a disease, "those without (it)".
func (p *parser) allOthers(q *predicate) bool {
	return p.try(func() bool {
		switch {
		case p.takeOne("everyone", "everybody", "anyone", "anybody"):
			return p.takeOne("else")
		case p.word("rest"):
			p.try(func() bool { return p.word("of") && (p.is("people") || p.is("everywhere") || p.word("database")) })
			return true
		case p.takeOne("non"):
			if q.ev.Domain == study.Drug {
				return p.takeOne("users", "takers", "recipients", "initiators")
			}
			p.takeOne("-")
			g, ok := p.people() // "non-diabetics"
			return ok && len(g.preds) == 1 && g.preds[0].sameAs(&predicate{kind: leaf, ev: q.ev})
		}
		p.word("all")
		if p.word("others") {
			return true
		}
		if p.takeOne("other") {
			return p.is("people")
		}
		return false
	})
}

// whoDidNot reads "those without it", "people who never did", "those who had not taken it".
func (p *parser) whoDidNot(q *predicate) bool {
	return p.try(func() bool {
		if !p.is("people") && !p.takeOne("those") && !p.sees("without") {
			return false
		}
		if p.is("without") {
			if p.word("it", "this", "one", "any") || p.end() || !p.at0Letter() || p.sees("stratumlead") {
				return q.ev.Domain != study.Drug || q.v.form != "prep"
			}
			again, ok := p.eventList(nil, false)
			return ok && again.sameAs(&predicate{kind: leaf, ev: q.ev})
		}
		if !p.is("relpron") {
			return false
		}
		not := false
		for p.is("aux") || p.takeOne("have", "had", "has", "did", "do", "does", "was", "were") {
		}
		for p.takeOne("never", "not", "didn't", "don't", "haven't", "hadn't", "weren't") {
			not = true
		}
		for p.takeOne("have", "had", "has", "did", "do", "does", "ever", "been") {
		}
		p.try(func() bool { // "took it", "taken one", "took a statin"
			v, ok := p.lex("verb")
			if !ok || verbOf(v).first {
				return false
			}
			if p.is("it") {
				return true
			}
			again, ok := p.eventList(verbOf(v).domains, false)
			return ok && again.sameAs(&predicate{kind: leaf, ev: q.ev})
		})
		return not && (p.end() || !p.at0Letter() || p.sees("stratumlead", "verb", "aux", "deathverb", "visitverb", "share"))
	})
}

// split reads "split the people with a colonoscopy into men and women", "divide patients with COPD by age group".
func (p *parser) split(s *sentence) bool {
	if s.people != nil || !p.word("split", "divide", "separate", "stratify", "subdivide", "partition", "group",
		"classify", "categorise", "categorize", "sort", "bucket") {
		return false
	}
	p.word("up")
	g, ok := p.people()
	if !ok || len(g.versus) > 0 {
		return false
	}
	s.measure.Kind, s.people = study.Count, g
	if p.try(func() bool { return p.word("into", "by", "in") && p.sexes() }) {
		s.strata = append(s.strata, study.Stratum{Kind: study.Sex})
		return true
	}
	if p.tryOn(s, p.byValue) {
		return true
	}
	list, ok := p.strata()
	s.strata = append(s.strata, list...)
	return ok
}

// manyInEach reads "how many are in each group", "(how many people in each band)" beside groups that are counted
// anyway.
func (p *parser) manyInEach(s *sentence) bool {
	grouped := len(s.strata)+len(s.numbers) > 0 || s.people != nil && len(s.people.versus) > 0
	if s.measure.Kind != study.Count || s.measure.Of != study.Persons || s.records != nil || !grouped {
		return false
	}
	p.word("and", "with", "showing", "giving")
	if !p.is("howmany") {
		return false
	}
	if v, ok := p.lex("people"); ok && v != "" {
		return false
	}
	for p.is("aux") || p.word("there", "fall", "fell", "falls", "belong") {
	}
	if !p.word("in", "into", "to", "of", "for") || !p.is("each") {
		return false
	}
	p.takeOne("group", "groups", "band", "bracket", "category", "class", "range", "one", "stratum", "stage")
	return p.end() || p.at(0) == "?" || p.at(0) == ")"
}
