package read

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// discharged reads "discharged from hospital in 2009", "discharged with heart failure": a stay that ended in that time.
// Where they were discharged to, with which drug, and after what is not said of a stay by these words.
func (p *parser) discharged(e *event) bool {
	return p.try(func() bool {
		*e = event{from: p.pos}
		if !p.is("discharge") || !slices.Contains([]string{"discharged", "released", "left"},
			strings.Fields(lower(p.lastPhrase()))[0]) {
			return false
		}
		if p.try(func() bool { return p.word("from") && p.visitOf(e) }); e.Domain == "" {
			e.Domain, e.Concepts = study.Visit, []study.Entity{{Text: "inpatient visit"}}
		}
		if p.at(0) == "for" || p.at(0) == "on" && !p.ahead(func() bool { _, ok := p.period(); return ok }) {
			return false
		}
		p.visitReason(e)
		p.eventMods(e)
		if len(e.rels) > 0 || e.Which != study.Any || e.times != nil || e.Age != nil ||
			len(e.Concepts) != 1 || e.Concepts[0].Text != "inpatient visit" ||
			slices.ContainsFunc(e.With, func(c study.Criterion) bool {
				return c.Has == nil || c.Has.Event.Domain != study.Condition
			}) {
			return false
		}
		p.discharges = true
		if e.During != nil {
			e.where().Finish, e.During = e.During, nil
		}
		return true
	})
}

// endedIn reads when a stay ended that is named by its end: "hospital discharges in 2009".
func (p *parser) endedIn(e *event) {
	if e.During == nil && e.Which == study.Any && !p.sees("stratumstrong") {
		e.During, _ = p.period()
	}
	if e.During != nil && e.Which == study.Any {
		e.where().Finish, e.During = e.During, nil
	}
}

// datesOfDischarges refuses times of stays that are named by their end, where it is not clear that they are of the end,
// and a stay beside something else of which a time may be as well.
func (b *builder) datesOfDischarges() {
	if !b.s.p.discharges || b.isDatedByItsEnd() {
		return
	}
	if b.isTimed() {
		b.refuse(Unsupported, "the time of discharges; visits are dated by their start, so say “admissions”")
	}
	if q := b.s.main; q != nil && q.kind == allKind && slices.ContainsFunc(q.kids, func(k *predicate) bool {
		return k.kind == leaf && k.ev.Where != nil && k.ev.Where.Finish != nil
	}) && slices.ContainsFunc(q.kids, func(k *predicate) bool {
		return k.kind != leaf || k.ev.Domain != study.Visit && len(k.ev.rels) == 0
	}) {
		b.refuse(Ambiguous, "is the time of the discharge alone? Ask of “people discharged in …”")
	}
}

// isDatedByItsEnd reports whether the index date is the end of a stay.
func (b *builder) isDatedByItsEnd() bool {
	e := b.q.Population.Entry
	return e != nil && e.Moved != nil
}

// visitOf reads the visit that people were discharged from.
func (p *parser) visitOf(e *event) bool {
	of, ok := p.bareEvent([]string{"visit"})
	if ok = ok && of.Domain == study.Visit && len(of.rels) == 0; ok {
		from := e.from
		*e = *of
		e.from = from
	}
	return ok
}

// dated reports whether it is said when a stay was.
func (e *event) dated() bool { return e.During != nil || e.Where != nil && e.Where.Finish != nil }

// namesDischarge reports whether a stay is named by its end: "the last hospital discharge".
func (p *parser) namesDischarge() bool {
	for i, t := range p.toks {
		if strings.HasPrefix(t.low, "discharge") && p.role[i] == "visit" {
			return true
		}
	}
	return false
}

// countsFromStart reports whether a time of the question is counted from the start of a record.
func (b *builder) countsFromStart() bool {
	return slices.ContainsFunc(spotsOf(b.q), func(s spot) bool {
		return s.rel != nil && *s.rel != nil && (*s.rel).Place == study.Distance && !(*s.rel).End
	}) || b.q.Measure.Relation != nil && !b.q.Measure.Relation.End
}
