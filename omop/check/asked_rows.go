package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// quantitiesOfPeople are the quantities of which each person gives one, whatever records there are.
var quantitiesOfPeople = []study.Quantity{
	study.Occurrences, study.Distincts, study.Total, study.ObservedDays, study.BirthYear, study.DaysCovered,
	study.Exposures, study.Eras,
}

// averages are the functions that put the values of a group together as one.
var averages = append([]string{"percentile_cont", "percentile_disc", "quantile", "approx_quantile"}, sums...)

// judgeEachPerson reports a median or mean over records or visits where the question's is over people.
//
// Example: AVG(n) FROM (SELECT person_id, visit_occurrence_id, COUNT(*) AS n … GROUP BY 1, 2) is the mean of a visit.
func (p *pass) judgeEachPerson(q *study.Question) {
	if q.Measure.Kind != study.Number && q.Measure.Kind != study.Distribution || q.Measure.Stat == study.Sum ||
		!slices.Contains(quantitiesOfPeople, q.Measure.Quantity) || p.Result.Scope == nil || len(p.findings) > 0 {
		return
	}
	for _, f := range p.Calls {
		if p.Homes[f] == p.Result.Scope && slices.Contains(averages, f.Name) && f.Name != "sum" && !f.Distinct &&
			p.rowsPerPerson(p.Result.Scope) == no {
			p.report(f, "the question's number is one of each person, and the rows here are of records or visits; put them together by person_id first")
			return
		}
	}
}

// judgeCountedThing reports different concepts that are counted for each person where the question is of records, and
// the other way round.
func (p *pass) judgeCountedThing(q *study.Question) {
	want := map[study.Quantity]thing{study.Occurrences: ofRecords, study.Distincts: ofConcepts}[q.Measure.Quantity]
	if q.Measure.Kind != study.Number || want == "" || len(p.findings) > 0 {
		return
	}
	var other *sqltree.Func
	for _, f := range p.Calls {
		switch of := p.thingOf(f); {
		case of == want || of == ofDays || of == ofVisits:
			return
		case of == ofConcepts || of == ofRecords:
			other = f
		}
	}
	if other != nil && (want == ofRecords || p.thingOf(other) == ofRecords && p.asks("different", "distinct", "unique")) {
		p.report(other, "the question is how many %s each has, and this counts %s", want, p.thingOf(other))
	}
}

// tablesOfRecords are the tables whose rows are the records of a domain, where records are counted.
var tablesOfRecords = map[study.Domain]struct{ table, others string }{
	study.Drug: {"drug_exposure", "drug_era"}, study.DrugEra: {"drug_era", "drug_exposure"},
	study.Condition:    {"condition_occurrence", "condition_era"},
	study.ConditionEra: {"condition_era", "condition_occurrence"},
}

// judgeErasCounted reports eras that are counted or measured for prescriptions, and the other way round.
func (p *pass) judgeErasCounted(q *study.Question, mentions []mention) {
	if p.asks("episode", "episodes", "course", "courses", "treatment", "treatments") || len(p.findings) > 0 {
		return
	}
	for _, m := range mentions {
		want, ok := tablesOfRecords[m.event.Domain]
		if !ok || !countsRecordsOf(q, m) {
			continue
		}
		found, _ := p.matching(m, p.everyEvent())
		reads := func(table string) *relation {
			if i := slices.IndexFunc(found, func(d demand) bool { return d.rel.Table.Name == table }); i >= 0 {
				return found[i].rel
			}
			return nil
		}
		if other := reads(want.others); other != nil && reads(want.table) == nil && !p.addsRecordsOf(other) {
			p.report(other.Node,
				"the question is of the records in %s, and these are those of %s: an era puts several together",
				want.table, want.others)
			return
		}
	}
}

// addsRecordsOf reports whether the numbers of records that eras put together are added up: SUM(drug_exposure_count).
func (p *pass) addsRecordsOf(era *relation) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return f.Name == "sum" && len(f.Args) == 1 && all(p.Origins(f.Args[0]), func(o origin) bool {
			return o.Relation == era && (o.Column.Name == "drug_exposure_count" || o.Column.Name == "condition_occurrence_count")
		})
	})
}

// countsRecordsOf reports whether a question's number changes where several records of an event are one.
func countsRecordsOf(q *study.Question, m mention) bool {
	switch {
	case m.has != nil && m.has.Times != nil:
		return m.has.Distinct == study.ByRecord
	case m.role == ofMeasure:
		return q.Measure.Quantity == study.Occurrences
	case m.event != q.Population.Entry:
		return false
	}
	return q.Measure.Of == study.Records ||
		slices.Contains([]study.Quantity{study.Duration, study.Exposures, study.Eras, study.ExposureDays, study.EraDays,
			study.EraGap}, q.Measure.Quantity)
}

// judgeNarrowAbsence reports people who are left out only where they have something at the same visit or day, while the
// question is of those who never have it.
func (p *pass) judgeNarrowAbsence(mentions []mention) {
	for _, m := range mentions {
		if !m.missing || m.relation != nil || m.event.During != nil || m.event.Where != nil || len(p.findings) > 0 {
			continue
		}
		found, _ := p.matching(m, p.everyEvent())
		for _, d := range found {
			if t := p.letsBackIn(d.rel); t != nil {
				p.report(t.expr, "the question is who never had %s, and the OR beside this lets in some who had it",
					m.name())
				return
			}
			for _, e := range p.pairs {
				if e.test == nil || e.test.not || e.scope != d.rel.Scope || !p.isNegative(e.scope) && !p.absent(d.rel) {
					continue
				}
				for _, side := range [][]origin{e.left, e.right} {
					if slices.ContainsFunc(side, func(o origin) bool {
						return o.Relation == d.rel && (o.Column.Name == "visit_occurrence_id" || hasDate(o))
					}) {
						p.report(e.node, "the question is who never had %s, and this leaves out only those who had it then; compare the person alone", m.name())
						return
					}
				}
			}
		}
	}
}

// letsBackIn returns the condition by which an outer join's side is to be missing, where it stands under an OR beside
// one on a column of the same side, or nil.
func (p *pass) letsBackIn(rel *relation) *test {
	of := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			return ok && p.Refs[c] != nil && p.Refs[c].Relation == rel
		})
	}
	for _, t := range p.tests {
		n, ok := t.expr.(*sqltree.IsNull)
		if !ok || !rel.Optional || t.scope != rel.Scope || t.clause != inWhere || t.must || t.joint || n.Not != t.not ||
			!of(n.Expr) {
			continue
		}
		if slices.ContainsFunc(p.tests, func(o *test) bool {
			_, isNull := o.expr.(*sqltree.IsNull)
			return o.scope == t.scope && o.clause == inWhere && !o.must && !isNull && of(o.expr)
		}) {
			return t
		}
	}
	return nil
}

// judgeDenominatorRead reports a share of those with any record in the table of the outcome, where the question's is of
// all of its population: an inner join with the outcome's table leaves the others out before they are counted.
func (p *pass) judgeDenominatorRead(sh share, mentions []mention) {
	for _, d := range sh.whole {
		died := d.rel.Table.Name == "death"
		if d.there != present || !d.set.empty() || d.set.otherwise && !d.set.unchosen ||
			!namesOneThing(d.rel) && !died {
			continue
		}
		outcome := slices.ContainsFunc(mentions, func(m mention) bool {
			return m.role == ofOutcome && slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name) &&
				(len(m.event.Concepts) > 0 || died)
		})
		own := slices.ContainsFunc(mentions,
			func(m mention) bool { return m.role == ofPopulation && p.fits(d, m) == yes })
		if outcome && !own && len(p.findings) == 0 {
			p.report(sh.at, "the denominator has only those with a record in %s: the join leaves the others out; count them by LEFT JOIN or EXISTS", d.rel.Label())
		}
	}
}
