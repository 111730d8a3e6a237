package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// judgeWhich reports an event of which the question means a person's first or last, and the statement takes any.
func (p *pass) judgeWhich(q *study.Question, mentions []mention) {
	for i, m := range mentions {
		if m.event.Which != study.First && m.event.Which != study.Last || m.missing || m.alternative ||
			m.event.Which == study.First && !p.firstMatters(q, mentions, i) {
			continue
		}
		found, sure := p.matching(m, p.everyEvent())
		if len(found) == 0 || !sure && len(found) < 1 {
			continue
		}
		if p.anyTaken(found, m.event.Which == study.Last) {
			continue
		}
		if !p.judgeTaken(m, found) {
			return
		}
		if m.event.During == nil || m.event.During.From == "" || m.event.Which != study.First ||
			p.wordsFor("earlier ones allowed") {
			continue
		}
		for _, d := range found {
			if t := p.cutBefore(d.rel); t != nil && len(found) == 1 {
				p.report(t.expr, "the first record is looked for within this period only: who had one earlier looks new; choose the period after taking the first")
				return
			}
		}
	}
}

// firstRecordWords say in a question that the first of a person's records is meant. That something starts does not:
// each record does.
var firstRecordWords = []string{
	"first", "newly", "new", "initial", "onset", "incident", "earliest", "starters", "initiation", "initiated",
	"initiating", "initiators",
}

// startWords say so, too, where a window before the start is asked for.
var startWords = append([]string{"start", "started", "starting", "begin", "began", "beginning"}, firstRecordWords...)

// judgeTaken reports records of which neither is taken the first, and returns whether one is.
func (p *pass) judgeTaken(m mention, found population) bool {
	var otherwise *pick
	last := m.event.Which == study.Last
	for _, d := range found {
		takes, other := p.takes(d.rel, last)
		if takes {
			return true
		}
		if otherwise == nil {
			otherwise = other
		}
	}
	other := map[study.Which]study.Which{study.First: study.Last, study.Last: study.First}[m.event.Which]
	if otherwise != nil && otherwise.last != last && otherwise.kept == yes {
		p.report(otherwise.node, "the question is of the %s %s of a person, and the %s is kept here", m.event.Which,
			m.name(), other)
	} else if last || p.asks(firstRecordWords...) { // else it is the house that takes the first, where any may be meant
		p.report(found[0].rel.Node, "the question is of the %s %s of a person, and here any record will do",
			m.event.Which, m.name())
		if p.asks(firstRecordWords...) {
			p.standBy()
		}
	}
	return false
}

// standBy keeps the last finding where only another reading of the question gives the statement's result: its words say
// that this one is not meant.
func (p *pass) standBy() {
	if n := len(p.findings); n > 0 {
		p.surely = append(p.surely, p.findings[n-1].Message)
	}
}

// standWhere keeps the last finding, though the statement's result may be that of its question on this database, where
// a condition holds: the question's words leave no doubt.
func (p *pass) standWhere(sure bool) {
	if n := len(p.findings); sure && n > 0 {
		p.regardless = append(p.regardless, p.findings[n-1].Message)
	}
}

// firstMatters reports whether it makes a difference that the first of a person's events is meant.
func (p *pass) firstMatters(q *study.Question, mentions []mention, i int) bool {
	m := mentions[i]
	if m.event.During != nil || m.relation != nil {
		return true
	}
	if m.event == q.Population.Entry &&
		slices.ContainsFunc(q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() }) {
		return true
	}
	if m.event.Age != nil { // at what age somebody had it is read as the first time, though any will do
		return p.asks("first", "newly", "new", "initial", "onset")
	}
	if m.event != q.Population.Entry {
		return false
	}
	kind := q.Measure.Quantity
	return q.Measure.Kind == study.Number &&
		slices.Contains([]study.Quantity{study.AgeYears, study.DaysTo, study.Value, study.FollowUpDays,
			study.PriorDays}, kind) ||
		slices.ContainsFunc(mentions, func(o mention) bool { return o.relation != nil })
}

// hasEarlier reports whether the statement reads other rows of the relation's table that must not be there, or with
// whose dates its own are compared.
func (p *pass) hasEarlier(rel *relation) bool {
	ofRel := func(o origin) bool { return o.Relation == rel }
	own := func(b bound) bool { // a CTE that is joined to itself
		return p.Refs[b.first].Relation != p.Refs[b.second].Relation && b.op != "=" &&
			all(p.Origins(b.first), ofRel) && all(p.Origins(b.second), ofRel)
	}
	return slices.ContainsFunc(p.bounds, own) || slices.ContainsFunc(p.Bases, func(r *relation) bool {
		if r == rel || r.Table.Domain != rel.Table.Domain {
			return false
		}
		return p.isNegative(r.Scope) || p.absent(r) || r.Semi && isAnti(r) || p.comparesDates(r, rel)
	})
}

// comparesDates reports whether a condition compares the dates of two relations.
func (p *pass) comparesDates(a, b *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		of := func(rel *relation) bool {
			return p.Within(t.expr, func(x sqltree.Expr) bool {
				c, ok := x.(*sqltree.Column)
				return ok && slices.ContainsFunc(p.Origins(c),
					func(o origin) bool { return o.Relation == rel && hasDate(o) })
			})
		}
		return of(a) && of(b)
	})
}

// cutBefore returns the condition that chooses the rows of a relation by a literal period before their first is taken.
func (p *pass) cutBefore(rel *relation) *test {
	for _, t := range p.tests {
		if t.scope != rel.Scope || t.clause != inWhere && t.clause != inOn || !t.must || t.not || !p.beginsPeriod(t) {
			continue
		}
		what, _ := compared(t.expr)
		if at, ok := p.cellOf(t.scope, sqltree.Bare(what)); ok && at.rel == rel && p.passesOrGroups(rel.Scope) {
			return t
		}
	}
	return nil
}

// passesOrGroups reports whether what a SELECT chooses is chosen before a first is taken: it takes it itself, or
// passes its rows on.
func (p *pass) passesOrGroups(s *scope) bool {
	return p.groupedByPerson(s) || p.numbersRecords(s) || p.feedsFirst(s)
}

// judgeOrderOf reports events that the question puts in an order, where the statement has the other, or none.
func (p *pass) judgeOrderOf(q *study.Question, mentions []mention, demanded population) {
	entry := q.Population.Entry
	for _, m := range mentions {
		// "observed on that date, and diagnosed before that day": the day is written, and no record's
		onDay := entry != nil && entry.Domain == study.Observed && p.asks("that day", "that date")
		if m.relation == nil || m.nested || entry == nil || m.event == entry || len(m.relation.Also) > 0 || onDay {
			continue
		}
		index := mention{event: entry}
		p.judgeDistance(index, m, m.relation)
	}
	for _, s := range q.Strata {
		if s.Event != nil && s.Relation != nil && entry != nil {
			listed := mention{event: s.Event, role: ofMeasure, relation: s.Relation}
			p.judgeDistance(mention{event: entry}, listed, s.Relation)
		}
	}
	p.judgeWith(entry, mentions)
}

// judgeWith judges the events that a question ties to another event than the index. One of the index's own concepts
// has two relations to that event, and a date of the statement can serve either.
func (p *pass) judgeWith(entry *study.Event, mentions []mention) {
	for _, m := range mentions {
		for i := range m.event.With {
			for _, w := range mentionsIn(&m.event.With[i], mention{}) {
				again := entry != nil && entry.Name() == w.name()
				if w.relation != nil && !w.missing && len(w.relation.Also) == 0 && !again {
					p.judgeDistance(m, w, w.relation)
				}
			}
		}
	}
}

// judgeFirstBeforeWindow reports a window in which a person's first event of all is looked for, where the question is
// of any: who had one before the window as well is left out.
func (p *pass) judgeFirstBeforeWindow(to population, event mention, want *study.Relation) {
	if event.event.Which != study.Any || event.missing || want.Place != study.Distance || want.From == nil ||
		want.To == nil || len(p.findings) > 0 {
		return
	}
	for _, b := range p.deepBounds {
		for _, c := range []*sqltree.Column{b.first, b.second} {
			for _, f := range p.Calls {
				home := p.Homes[f]
				if f.Name != "min" || len(f.Args) != 1 || home == nil || len(home.Relations) != 1 ||
					!p.groupedByPerson(home) || !b.fixed {
					continue
				}
				inWindow := slices.ContainsFunc(p.Origins(f.Args[0]), func(o origin) bool {
					return isStart(o) && slices.ContainsFunc(to, func(d demand) bool { return d.rel == o.Relation }) &&
						slices.Contains(p.Origins(c), o)
				})
				if inWindow && home.Relations[0].Table != nil {
					p.report(f, "this is the first %s of all, and the question is of any in its time: who had an earlier one is left out; choose by the time first", event.name())
					return
				}
			}
		}
	}
}

// judgeUnordered reports events whose dates are put in an order of which the question says nothing.
func (p *pass) judgeUnordered(q *study.Question, mentions []mention) {
	if len(p.findings) > 0 || q.AtRisk != nil ||
		!slices.Contains([]study.Kind{study.Count, study.Share}, q.Measure.Kind) || p.wordsFor("order of events") {
		return
	}
	all := p.everyEvent()
	for i, a := range mentions {
		for _, b := range mentions[i+1:] {
			if a.relation != nil || b.relation != nil || len(a.event.With)+len(b.event.With) > 0 || a.missing ||
				b.missing {
				return
			}
			from, _ := p.matching(a, all)
			to, _ := p.matching(b, all)
			if len(from) == 0 || len(to) == 0 || p.overlapping(from, to) {
				continue
			}
			if got := p.spanBetween(from, to); got.test != nil && got.test.must {
				p.report(got.test.expr, "the question does not say which of %s and %s came first", a.name(), b.name())
				return
			}
		}
	}
}

// judgeExtraEvents reports events that people must have, and of which the question says nothing.
func (p *pass) judgeExtraEvents(q *study.Question, mentions []mention, demanded population) {
	if len(p.findings) > 0 || !slices.Contains([]study.Kind{study.Count, study.Share, study.Number}, q.Measure.Kind) ||
		len(q.Strata) > 0 || len(mentions) == 0 {
		return
	}
	for _, d := range demanded {
		named := slices.Contains([]string{"condition_occurrence", "condition_era", "drug_exposure", "drug_era",
			"procedure_occurrence", "measurement"}, d.rel.Table.Name)
		named = named || d.rel.Table.Name == "visit_occurrence" && !slices.ContainsFunc(mentions, func(m mention) bool {
			return m.event.Domain == study.Visit || m.event.Where != nil
		})
		if d.there != present || !named || len(d.set.ids)+len(d.set.placeholders) == 0 {
			continue
		}
		if !slices.ContainsFunc(mentions, func(m mention) bool { return p.fits(d, m) != no }) {
			p.report(d.rel.Node, "people must have something in %s here of which the question says nothing",
				d.rel.Label())
			return
		}
	}
}

func (p *pass) seesBirth(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		c, ok := x.(*sqltree.Column)
		return ok && all(p.Origins(c), isBirth)
	})
}
