package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// judgeNamed reports a thing that the question names, and for which the statement looks nowhere, where the question is
// not understood as a whole.
func (p *pass) judgeNamed() {
	if p.meaning.Question != nil || len(p.findings) > 0 || len(p.Lost) > 0 || p.readsOwnTables() ||
		p.asks("such as", "like", "including", "e g", "for example", "i e", "namely", "for instance") {
		return
	}
	all := p.everyEvent()
	chosen := func(d demand) bool { return !d.set.empty() }
	unclear := slices.ContainsFunc(all,
		func(d demand) bool { return d.set.otherwise || len(d.set.except) > 0 || p.readsAll(d.rel) })
	for i := range p.meaning.Named {
		m := mention{event: &p.meaning.Named[i]}
		at := slices.IndexFunc(all,
			func(d demand) bool { return slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name) })
		if at < 0 && m.event.Domain == study.Visit {
			continue // a visit can be told by other tables, and said of any record
		}
		if at < 0 && len(all) > 0 {
			at = 0
		}
		if at < 0 || unclear || p.saysMore(m) || p.inBrackets(m.name()) || p.readsPlace(m) ||
			p.anyKindServes(m, all) {
			continue
		}
		if !slices.ContainsFunc(all, chosen) || !slices.ContainsFunc(all, func(d demand) bool {
			return chosen(d) && p.standsFor(d, m)
		}) {
			p.report(all[at].rel.Node, "the question names %s, and nothing here looks for it", m.name())
			return
		}
	}
}

// readsPlace reports whether the statement reads what kind of place a care site is, or from and to which people went:
// a kind of visit that the question names, such as an inpatient hospital, can be looked for there.
func (p *pass) readsPlace(m mention) bool {
	return m.event.Domain == study.Visit && slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "place_of_service_concept_id", "place_of_service_source_value", "admitted_from_concept_id",
			"admitted_from_source_value", "discharged_to_concept_id", "discharged_to_source_value",
			"admitting_source_concept_id", "discharge_to_concept_id")
	})
}

// standsFor reports whether a choice of concepts is, or may be, what a question names, in whichever table.
func (p *pass) standsFor(d demand, m mention) bool {
	return slices.ContainsFunc(m.event.Concepts,
		func(e study.Entity) bool { return p.sameThing(d.set, e) != no })
}

// saysMore reports whether a name holds another one of the question, as "diabetes drugs" does.
func (p *pass) saysMore(m mention) bool {
	return slices.ContainsFunc(p.meaning.Named, func(o study.Event) bool {
		return o.Name() != m.name() && strings.Contains(m.name(), o.Name())
	})
}
