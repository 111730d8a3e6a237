package read

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// The nouns of visits and of deaths.

// visitHead reads a kind of visits: "ER visits", "a readmission", "admissions with pneumonia".
func (p *parser) visitHead(e *event) bool {
	if p.is("readmitnoun") {
		e.Domain, e.Concepts, e.again, e.noun = study.Visit, []study.Entity{{Text: "inpatient visit"}}, true,
			"readmission"
		return true
	}
	if v, ok := p.suchVisits(); ok {
		e.Domain, e.record, e.Concepts = study.Visit, true, []study.Entity{{Text: v}}
		return true
	}
	p.try(func() bool { return p.specialists(e) && p.sees("visit") }) // "cardiology visits"
	p.try(func() bool {                                               // "a record of hospitalisation"
		v, ok := p.lex("eventnoun")
		return ok && v == "any" && p.word("of") && p.sees("visit") && !p.visitInName()
	})
	if p.visitInName() {
		return false
	}
	if v, ok := p.visitKind(e); ok {
		if v == "inpatient visit" && p.ahead(func() bool { return p.word("of", "length") && p.word("stay") }) {
			return false
		}
		e.Domain, e.record = study.Visit, true
		e.admitted = strings.Contains(p.lastPhrase(), "admission")
		ended := strings.Contains(p.lastPhrase(), "discharge")
		p.discharges = p.discharges || ended
		p.word("record", "records", "occurrence", "occurrences", "event", "events", "episode", "episodes")
		if v != "" {
			e.Concepts = []study.Entity{{Text: v}}
		}
		p.visitReason(e)
		if ended {
			p.endedIn(e)
		}
		return true
	}
	return false
}

// visitInName reports whether what is next is a name that begins with the word for a visit and is none: "admission to
// hospice".
func (p *parser) visitInName() bool {
	i := p.pos
	for i < len(p.toks) && isArticle[p.toks[i].low] {
		i++
	}
	_, n := p.longest(i, "visit")
	c := p.entityAt(i)
	return n > 0 && c.n > n && p.seq(i+n, "to") && !slices.Contains(c.domains, "visit")
}

// suchVisits reads "such visits" of the one kind of visits that was named before.
func (p *parser) suchVisits() (kind string, ok bool) {
	such := p.pos
	ok = p.try(func() bool {
		if !p.word("such") {
			return false
		}
		such = p.pos - 1
		return p.takeOne("visit", "visits", "stay", "stays", "admission", "admissions", "encounter", "encounters")
	})
	for i := 0; ok && i < such; i++ {
		if ph, n := p.longest(i, "visit", "visitverb"); n > 0 {
			if ok = ph.value != "" && (kind == "" || kind == ph.value); !ok {
				break
			}
			kind = ph.value
			i += n - 1
		}
	}
	if ok = ok && kind != ""; !ok {
		p.pos = such
	}
	return kind, ok
}

// visitKind consumes a kind of visits, "ER visits", or the first word of several with one noun: the first of "inpatient
// and outpatient visits".
func (p *parser) visitKind(e *event) (string, bool) {
	l, ok := p.visitsAt(p.pos)
	if !ok || p.seq(0, "compare|comparing|contrast") { // which are asked of each by itself
		return p.lex("visit")
	}
	one := newParser(context.Background(), p.r, l.items[0])
	v, _ := one.longest(0, "visit")
	for {
		p.mark(p.pos, p.pos+1, "visit")
		if p.pos++; p.jointAhead() {
			e.lent = true
			return v.value, true
		}
	}
}

// jointAhead reports whether what joins the members of a list is next.
func (p *parser) jointAhead() bool {
	next, _ := p.separated(p.pos)
	return next > p.pos
}

// visitReason reads the diagnosis of a visit: "with pneumonia", "for heart failure", "at which pneumonia was
// recorded".
func (p *parser) visitReason(e *event) {
	p.try(func() bool {
		which := p.word("at", "in", "during") && p.word("which", "whom")
		if !which && !p.word("with", "for", "w/", "due", "involving", "where", "having") {
			return false
		}
		p.word("to")
		if p.sees("readmitnoun", "visit") || p.ahead(func() bool { _, ok := p.date(); return ok }) {
			return false
		}
		counted := p.countedFrom
		p.countedFrom = false
		reasons, ok := p.eventList([]string{"condition", "procedure", "measurement", "observation", "drug"}, false)
		p.countedFrom = counted
		if !ok || reasons.kind != leaf && reasons.kind != anyKind && reasons.kind != allKind {
			return false
		}
		if es := reasons.events(); len(es) == 1 && es[0].During != nil { // "admitted with X in 2009": the visit is
			e.During, es[0].During = es[0].During, nil
		}
		c, ok := reasons.atVisit(p)
		if !ok {
			return false
		}
		e.With = append(e.With, c...)
		p.is("passive")
		for which && (p.is("aux") || p.is("passive")) {
		}
		return true
	})
}

// deathHead reads "death", "death of pneumonia".
func (p *parser) deathHead(e *event) bool {
	if p.try(func() bool { return p.is("eventnoun") && p.word("of") && p.is("deathnoun") }) {
		e.Domain, e.record = study.Death, true
		return true
	}
	if p.is("deathof") {
		e.Domain = study.Death
		for {
			c, ok := p.entity([]string{"condition"})
			if !ok {
				return len(e.where().Cause) > 0
			}
			e.where().Cause = append(e.Where.Cause, study.Entity{Text: c.text})
			if !p.try(func() bool { return p.is("or") && p.sees("entity") }) {
				return true
			}
		}
	}
	if p.is("deathnoun") {
		e.Domain = study.Death
		return true
	}
	return false
}
