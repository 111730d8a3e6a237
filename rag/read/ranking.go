package read

import (
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// ranking reads "10 most common conditions of patients with X", "which drugs are most often prescribed", "top 5
// drugs by cost",
// "which state has the most patients with X", "in which year were the most patients diagnosed with X".
func (p *parser) ranking(s *sentence) bool {
	s.measure.Kind = study.Count
	p.word("in")
	p.is("which", "list")
	p.is("list")
	top, ranked := p.topOf(s)
	first := p.is("firstline")
	if !ranked {
		return p.whichMost(s)
	}
	p.is("listverb")
	p.is("otherword")
	v, ok := p.lex("listdomain")
	if !ok {
		return false
	}
	s.top = top
	return !first && p.rankedThings(s, v)
}

// topOf reads how many: "top 10", "10 most common", "most common", "leading".
func (p *parser) topOf(s *sentence) (*study.Top, bool) {
	start := p.pos
	n, counted := p.number()
	v, ok := p.lex("mostpaid")
	if ok {
		s.costly()
	} else {
		v, ok = p.lex("most")
	}
	if !ok {
		p.pos = start
		return nil, false
	}
	if m, more := p.number(); more && !counted {
		n, counted = m, true
	}
	for {
		w, more := p.lex("most")
		if !more {
			break
		}
		v = w
	}
	if !counted {
		n = 10
		if !p.pluralAhead() {
			n = 1
		}
	}
	p.is("listverb")
	return &study.Top{N: int(n), Lowest: v == "low"}, n >= 1
}

// pluralAhead reports whether several are asked for: "the most common conditions".
func (p *parser) pluralAhead() bool {
	return p.ahead(func() bool {
		p.is("listverb")
		p.is("otherword")
		return (p.is("listdomain") || p.is("stratum")) && strings.HasSuffix(p.lastPhrase(), "s") && p.lastPhrase() != "diagnosis"
	})
}

// rankedThings reads whose things are ranked, and when: "of patients with X", "in 2009", "within 90 days after
// a stroke".
func (p *parser) rankedThings(s *sentence, v string) bool {
	domain, level, _ := strings.Cut(v, " ")
	e := &event{Event: study.Event{Domain: study.Domain(domain)}, record: true}
	if level == "ingredient" {
		e.Domain, level = study.DrugEra, "" // an era is of an ingredient
	}
	st := &study.Stratum{Kind: study.Concept, Event: &e.Event, Level: level}
	if domain == "visit" {
		st = &study.Stratum{Kind: study.VisitType}
	}
	s.listed = st
	for range 8 {
		at := p.pos
		switch {
		case p.is("rankpersons"):
		case p.is("rankrecords"):
			s.measure.Of = study.Records
		case p.is("rankpaid"):
			s.costly()
		case p.is("listverb", "passive", "aux"):
		case p.try(func() bool {
			d, ok := p.period()
			if ok {
				e.During = d
			}
			return ok
		}):
		case p.try(func() bool {
			p.word("of", "in", "among", "for", "by", "that", "which", "did", "do")
			g, ok := p.people()
			if ok && s.people == nil {
				s.people = g
			}
			for p.is("verb", "aux") {
			}
			return ok
		}):
		case p.try(func() bool {
			r, ok := p.atAge()
			if ok {
				e.Age = &r
			}
			return ok
		}):
		case p.try(func() bool { return p.atVisitOf(e) }):
		case s.listedRelation() == nil && p.try(func() bool {
			r, ok := p.relation(e)
			if ok {
				s.front = append(s.front, r)
			}
			return ok
		}):
		default:
			p.pos = at
			return true
		}
	}
	return true
}

func (s *sentence) listedRelation() *relation {
	if len(s.front) > 0 {
		return s.front[0]
	}
	return nil
}

// costly makes the total paid the measure of a ranking.
func (s *sentence) costly() {
	s.measure.Kind, s.measure.Stat, s.measure.Quantity, s.measure.Of = study.Number, study.Sum, study.Paid, study.Records
}

// whichMost reads "which drugs are most often prescribed to X", "which 5 states have the most patients with X".
func (p *parser) whichMost(s *sentence) bool {
	n, counted := p.number()
	p.is("otherword")
	plural := p.pluralAhead()
	if v, ok := p.lex("listdomain"); ok {
		for p.is("aux") || p.word("with") || p.is("verb") {
		}
		most, ok := p.lex("most")
		if !ok {
			return false
		}
		if _, records := p.lex("eventnoun"); records {
			s.measure.Of = study.Records
		} else {
			p.is("people")
		}
		if !counted {
			n = 10
			if !plural {
				n = 1
			}
		}
		s.top = &study.Top{N: int(n), Lowest: most == "low"}
		return p.rankedThings(s, v)
	}
	v, ok := p.lex("stratum")
	if !ok {
		return false
	}
	for p.is("aux") || p.is("verb") || p.word("with") {
	}
	most, ok := p.lex("most")
	if !ok {
		return false
	}
	p.is("howmany")
	if !counted {
		n = 1
		if plural {
			n = 10
		}
	}
	s.top = &study.Top{N: int(n), Lowest: most == "low"}
	s.strata = append(s.strata, stratumOf(v))
	return p.counted(s, false)
}
