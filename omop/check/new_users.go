package check

import (
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func newUsers() Rule {
	return Rule{
		ID: "new-users", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "New cases or users are looked for within a period only, or the time before is looked at on the wrong side: who had the drug or disease earlier looks new.",
		Instead: "Take the first record of all time and ask whether it lies in the period, or exclude people with an earlier one.",
		Wrong:   `SELECT COUNT(*) AS new_users FROM (SELECT person_id, MIN(drug_exposure_start_date) AS first_date FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) AND drug_exposure_start_date >= DATE '2010-01-01' GROUP BY person_id) AS f`,
		Right:   `SELECT COUNT(*) AS new_users FROM (SELECT person_id, MIN(drug_exposure_start_date) AS first_date FROM drug_exposure WHERE drug_concept_id IN ([drug@metformin]) GROUP BY person_id) AS f WHERE f.first_date >= DATE '2010-01-01'`,
		check: func(p *pass) {
			p.lagsWithinPeriod()
			asked := p.asks("new users", "new user", "newly", "incident", "incidence", "initiators", "initiated",
				"naive", "new cases", "new diagnoses", "first ever", "first time", "first diagnosed", "new onset",
				"new patients")
			if p.asks(startWords...) && p.excludesLater() {
				return
			}
			if !asked && !p.says("new", "newly", "incident", "incidence", "initiators", "initiator", "initiation",
				"initiated", "naive", "starters", "starter", "washout", "prior", "novel") {
				return
			}
			if p.wrongSide() || p.newInEachYear() {
				return
			}
			for _, s := range p.Scopes {
				if (p.picksPeople(s) || p.groupedByPerson(s) || p.numbersRecords(s) || p.feedsFirst(s)) &&
					!p.isNegative(s) {
					p.judgeLookback(s)
				}
			}
		},
	}
}

// newInEachYear reports new cases that are counted by the year of each of their records: who had it in two years is new
// in both.
func (p *pass) newInEachYear() bool {
	s := p.Result.Scope
	if s == nil || !slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		return p.countsDistinctPeople(p.essence(i.Expr)) && (len(p.question.words) > 0 || saysNew(i.Alias))
	}) {
		return false
	}
	for _, e := range s.Tree.GroupBy.Exprs {
		by := p.columnsIn(p.Follow(numbered(e, s)))
		if len(by) != 1 || !isStart(by[0]) || by[0].Relation.Scope != s || !namesOneThing(by[0].Relation) ||
			p.conceptSets(by[0].Relation) == "" || p.looksElsewhere(by[0].Relation) {
			continue
		}
		if first, _ := p.takes(by[0].Relation, false); !first {
			p.report(e, "who has records in two of these is new in both; take the first record of all time of each person, and count by its date")
			return true
		}
	}
	return false
}

// saysNew reports whether a name speaks of new cases or users.
func saysNew(name string) bool {
	return slices.ContainsFunc(words(name), func(w string) bool {
		return slices.Contains([]string{"new", "newly", "incident", "incidence", "initiators", "starters"}, w)
	})
}

// judgeLookback reports events chosen by a period where nothing else of the statement reads events of the kind.
func (p *pass) judgeLookback(s *scope) {
	for _, t := range p.tests {
		if t.scope != s || t.clause != inWhere && t.clause != inOn || !t.must || t.not || !p.beginsPeriod(t) {
			continue
		}
		what, _ := compared(t.expr)
		if isConstant(what) {
			continue
		}
		at, ok := p.cellOf(s, sqltree.Bare(what))
		if !ok || at.rel.Table == nil ||
			!namesOneThing(at.rel) &&
				!(at.rel.Table.Name == "visit_occurrence" && p.asks("first ever", "first time", "first visit")) ||
			p.looksElsewhere(at.rel) || p.ranksByDate(s) {
			continue
		}
		p.report(t.expr, "only this period is looked at: who had it before looks new; take the first record of all time, or exclude people with an earlier one")
		return
	}
}

// comparesYear reports whether an event's date is compared with a literal day or year by one of the operators, the date
// being on the left.
func (p *pass) comparesYear(e *sqltree.Compare, operators ...string) bool {
	what, op, with := e.Left, e.Op, e.Right
	if isConstant(what) {
		what, op, with = e.Right, flipped(e.Op), e.Left
	}
	_, ok := p.yearOf(what, with)
	return ok && slices.Contains(operators, op)
}

// beginsPeriod reports whether a condition keeps an event's date from a literal day or year on.
func (p *pass) beginsPeriod(t *test) bool {
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		return p.comparesYear(e, "=", ">=", ">")
	case *sqltree.Between:
		_, ok := p.yearOf(e.Expr, e.Low)
		return ok && !e.Not
	case *sqltree.In:
		_, ok := p.yearOf(e.Expr, e.List[0])
		return ok && !e.Not
	}
	return false
}

// looksElsewhere reports whether the statement reads other records of the same kind of event.
func (p *pass) looksElsewhere(rel *relation) bool {
	return slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return r != rel && r.Table.Domain == rel.Table.Domain && !isWhole(r.Scope)
	})
}

// isWhole reports whether a SELECT is SELECT * FROM one table: who reads it reads the table.
func isWhole(s *scope) bool {
	q := s.Tree
	if len(s.Relations) != 1 || q.Where != nil || q.Limit != nil || q.Qualify != nil || len(q.List) != 1 {
		return false
	}
	_, star := q.List[0].Expr.(*sqltree.Star)
	return star
}

// ranksByDate reports whether a window function looks along the records of a person, elsewhere than in a
// SELECT: there it sees what that SELECT has chosen.
func (p *pass) ranksByDate(but *scope) bool {
	return slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		return slices.Contains([]string{"lag", "row_number", "rank", "dense_rank", "first_value"}, f.Name) &&
			p.Homes[f] != but
	})
}

// feedsFirst reports whether a SELECT passes rows on to one that takes the first date of each person.
func (p *pass) feedsFirst(s *scope) bool {
	return p.passesRows(s) && slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		home := p.Homes[f]
		return f.Name == "min" && home != nil && home != s && p.groupedByPerson(home) &&
			slices.ContainsFunc(home.Relations, func(r *relation) bool { return readsResult(r, s.Result) })
	})
}

// numbersRecords reports whether a SELECT numbers the records of each person.
func (p *pass) numbersRecords(s *scope) bool {
	numbers := func(e sqltree.Expr) bool {
		w, ok := e.(*sqltree.Window)
		return ok && isRank(w) && len(w.PartitionBy) == 1 &&
			identityOf(p.Origins(w.PartitionBy[0])) == personKey
	}
	return s.Tree.Qualify != nil && p.Within(s.Tree.Qualify, numbers) ||
		slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool { return numbers(i.Expr) })
}

// wrongSide reports a washout that excludes people by later events, or that wants less observation before rather than
// more.
func (p *pass) wrongSide() bool {
	found := false
	for _, b := range p.bounds {
		if b.op == "<" || b.op == "<=" { // turn: first - second > days
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.op[0] != '>' || b.absolute || !b.fixed || p.Refs[b.first] == nil || p.Refs[b.second] == nil {
			continue
		}
		inner, outer := p.Origins(b.first), p.Origins(b.second)
		if len(inner) != 1 || len(outer) != 1 {
			continue
		}
		switch {
		case b.days >= 0 && isStart(inner[0]) && isStart(outer[0]) &&
			inner[0].Relation.Table == outer[0].Relation.Table &&
			p.leavesOut(b) && p.alike(inner[0].Relation, outer[0].Relation):
			p.report(b.test.expr, "this excludes people by later events; a washout looks at those before")
			found = true
		case b.days <= -30 && inner[0].String() == "observation_period.observation_period_start_date" &&
			isStart(outer[0]) && b.test.must && b.test.clause.chooses():
			p.report(b.test.expr,
				"this wants at most %v days of observation before the event; a washout wants at least as many", -b.days)
			found = true
		}
	}
	return found
}

// leavesOut reports whether a bound says which other records leave a record out: in NOT EXISTS, or in the ON of an
// anti-join.
func (p *pass) leavesOut(b bound) bool {
	first, second := p.Refs[b.first], p.Refs[b.second]
	if first.Relation != nil && b.test.clause == inOn && p.absent(first.Relation) {
		return true
	}
	return second.Outer && !first.Outer && p.directlyNegative(b.test.scope)
}

// alike reports whether two relations are chosen by the same concepts, as far as can be told.
func (p *pass) alike(a, b *relation) bool {
	return p.conceptSets(a) == p.conceptSets(b) || p.sameConcept(a, b)
}

// sameConcept reports whether a condition wants the same concept in the rows of two relations of one table.
func (p *pass) sameConcept(a, b *relation) bool {
	if a.Table != b.Table || a.Table.ConceptColumn == "" {
		return false
	}
	left, right := a.Origin(a.Table.ConceptColumn), b.Origin(b.Table.ConceptColumn)
	return slices.ContainsFunc(p.pairs, func(e *equality) bool {
		if e.test != nil && (e.test.not || isNotIn(e.test.expr)) {
			return false
		}
		return slices.Contains(e.left, left) && slices.Contains(e.right, right) ||
			slices.Contains(e.left, right) && slices.Contains(e.right, left)
	})
}

// excludesLater reports people who are left out for records after a literal day, and kept for those before it: NOT IN
// (SELECT person_id … WHERE start > '2009-12-31') beside a period that ends then.
func (p *pass) excludesLater() bool {
	for _, out := range p.Bases {
		if !p.isNegative(out.Scope) && !p.takenAway(out.Scope.Result) || !namesOneThing(out) {
			continue
		}
		var after *test
		for _, t := range p.tests {
			switch {
			case t.scope != out.Scope || t.clause != inWhere || !t.must || t.not:
			case p.endsPeriod(t):
				return false
			case p.beginsPeriod(t):
				after = t
			}
		}
		if after == nil {
			continue
		}
		if slices.ContainsFunc(p.Bases, func(in *relation) bool {
			return in != out && in.Table == out.Table && !p.isNegative(in.Scope) && p.alike(in, out) &&
				slices.ContainsFunc(p.tests,
					func(t *test) bool { return t.scope == in.Scope && t.must && p.endsPeriod(t) })
		}) {
			p.report(after.expr, "this excludes people by later records; a washout looks at those before")
			return true
		}
	}
	return false
}
