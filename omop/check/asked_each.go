package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// Records that are weighed where the question is of people: who has many records weighs more.

// judgeShareOfPeople reports a share of records where the question asks for one of people.
//
// Example: of "what percentage of people with an HbA1c ever had one above 8", AVG(CASE WHEN value_as_number > 8 …) over
// the results themselves.
func (p *pass) judgeShareOfPeople() {
	s := p.Result.Scope
	if s == nil || !p.asksShareOfPeople() {
		return
	}
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if !ok || !p.sharesRecords(f) {
			continue
		}
		p.report(item.Expr, "the question's share is of people, and this is one of records: who has many weighs more; count DISTINCT person_id on both sides")
		return
	}
}

// sharesRecords reports whether a function is the share of records that meet a condition.
func (p *pass) sharesRecords(f *sqltree.Func) bool {
	switch {
	case (f.Name == "/" || f.Name == "//") && len(f.Args) == 2:
		above, _ := p.counted(f.Args[0])
		below, of := p.counted(f.Args[1])
		return above == recordUnit && below == recordUnit && !p.partsPeople(p.Homes[of])
	case (f.Name == "avg" || f.Name == "mean") && len(f.Args) == 1 && p.Homes[f] != nil:
		if _, flag := sqltree.Bare(p.Follow(sqltree.Bare(f.Args[0]))).(*sqltree.Case); !flag {
			return false
		}
		return !p.partsPeople(p.Homes[f]) && p.rowsPerPerson(p.Homes[f]) == no
	}
	return false
}

// partsPeople reports whether a SELECT has groups of which a person can be in several, once in each: years, or kinds of
// records.
func (p *pass) partsPeople(s *scope) bool {
	return s != nil && slices.ContainsFunc(s.Tree.GroupBy.Exprs,
		func(e sqltree.Expr) bool { return !all(p.Origins(numbered(e, s)), isTraitOfPeople) })
}

// judgeShareOfRecords reports people over records where the question's share is of records.
func (p *pass) judgeShareOfRecords() {
	f, ok := p.essence(p.last()).(*sqltree.Func)
	if !ok || f.Name != "/" || len(f.Args) != 2 || p.sharedUnit() != recordUnit {
		return
	}
	above, a := p.counted(f.Args[0])
	below, b := p.counted(f.Args[1])
	if a != nil && b != nil && above == peopleUnit && below == recordUnit {
		p.report(f, "the question's share is of records, and people are divided by records here; count the records on both sides")
	}
}

// judgeTotalOfEach reports a mean over records where the question's is over what each person has in all.
//
// Example: of "how many days in total was each person in hospital, on average", AVG(visit_end_date - visit_start_date).
func (p *pass) judgeTotalOfEach() {
	s := p.Result.Scope
	if s == nil || !p.wordsFor("mean") || !p.wordsFor("total") || !p.wordsFor("each person") && !p.asksEachOfPeople() {
		return
	}
	for _, f := range p.Calls {
		if p.Homes[f] == s && (f.Name == "avg" || f.Name == "mean" || f.Name == "median") && s.Tree.GroupBy.Empty() &&
			(p.rowsPerPerson(s) == no || p.seesColumn(f, "paid_")) && !p.sharesRecords(f) {
			p.report(f, "the question's mean is over what each person has in all, and this is one over records; add them up by person_id first")
			return
		}
	}
}

// asksEachOfPeople reports whether "each" or "per" stands before people, with a word between: "each hospitalised person".
func (p *pass) asksEachOfPeople() bool {
	w := p.question.words
	for i, word := range w {
		if (word == "each" || word == "per" || word == "every") && slices.ContainsFunc(w[i+1:min(i+4, len(w))],
			func(x string) bool { return slices.Contains(onePerson, x) }) {
			return true
		}
	}
	return false
}

// judgeAddedUp reports a limit on each record where the question's is on what a person has in all.
//
// Example: of "more than 180 days of supply altogether", days_supply > 180 in WHERE.
func (p *pass) judgeAddedUp() {
	if !p.wordsFor("added up") || !p.countsPeopleByQuestion() || p.calls("sum", "count", "fsum") && p.comparesSum() {
		return
	}
	for _, t := range p.tests {
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 || t.clause != inWhere {
			continue
		}
		n, ok := number(with[0])
		if ok && n > 1 && p.isAmount(what) && p.seesRecords(t.scope) && !p.groupedByPerson(t.scope) {
			p.report(t.expr, "the question's limit is on what a person has in all, and this is one on each record; write HAVING SUM(…)")
			return
		}
	}
}

// comparesSum reports whether a sum is compared with anything.
func (p *pass) comparesSum() bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		return p.Within(t.expr, func(x sqltree.Expr) bool {
			c, ok := x.(*sqltree.Column)
			if ok {
				x = p.Follow(c)
			}
			f, ok := p.essence(x).(*sqltree.Func)
			return ok && (f.Name == "sum" || f.Name == "fsum")
		})
	})
}

// isAmount reports whether an expression is what one record supplies, lasts or costs.
func (p *pass) isAmount(e sqltree.Expr) bool {
	amounts := []string{"days_supply", "quantity", "paid_by_payer", "paid_by_patient", "total_paid", "total_cost", "total_charge"}
	if d, ok := (dateReader{statement: p.statement, depth: asWritten}).difference(unplussed(e)); ok && !d.absolute {
		first, second := p.Origins(d.first), p.Origins(d.second)
		return all(first, isEnd) && all(second, isStart) && first[0].Relation == second[0].Relation
	}
	return all(p.Origins(sqltree.Bare(e)), func(o origin) bool { return slices.Contains(amounts, o.Column.Name) })
}

// judgePayers reports amounts of the payer or of the patient alone where the question is of both together.
func (p *pass) judgePayers() {
	if !p.wordsFor("payer and patient") || slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return p.Mentions(r, "total_paid", "total_cost", "total_charge") || p.readsAll(r)
	}) {
		return
	}
	reads := func(columns ...string) bool {
		return slices.ContainsFunc(p.Bases, func(r *relation) bool { return p.Mentions(r, columns...) })
	}
	payer, patient := reads("paid_by_payer", "paid_by_primary"), reads("paid_by_patient", "paid_patient_copay")
	if payer != patient {
		p.report(p.main(), "the question is of what payer and patient paid together, and only %s is read here",
			map[bool]string{true: "paid_by_payer", false: "paid_by_patient"}[payer])
	}
}

// judgeShareWithin reports shares of everybody where the question's are of each group: of the women, of the men.
func (p *pass) judgeShareWithin() {
	s := p.Result.Scope
	if s == nil || s.Tree.GroupBy.Empty() || !p.wordsFor("share") || !p.wordsFor("within a group") || p.asks("of all", "of everybody", "of everyone") {
		return
	}
	trait := slices.ContainsFunc(s.Tree.GroupBy.Exprs, func(e sqltree.Expr) bool { return all(p.Origins(numbered(e, s)), isTraitOfPeople) })
	for _, item := range s.Tree.List {
		f, ok := p.essence(item.Expr).(*sqltree.Func)
		if !ok || f.Name != "/" || len(f.Args) != 2 || !trait {
			continue
		}
		whole, scalar := sqltree.Bare(p.withoutNullIf(f.Args[1])).(*sqltree.Subquery)
		if scalar && p.Subs[whole.Query] != nil && p.Subs[whole.Query].Scope != nil && p.Subs[whole.Query].Scope.Tree.Where == nil {
			p.report(item.Expr, "the question's share is of each group, and the denominator is everybody; count the people of the group")
			return
		}
	}
}

// judgeShareOfNamed reports a share of all records where the question's is of those that it names behind "of".
//
// Example: of "what proportion of hospital stays lasted a week", COUNT(*) over visits of every kind.
func (p *pass) judgeShareOfNamed() {
	s := p.Result.Scope
	if s == nil {
		return
	}
	var behind []mention
	if q := p.meaning.Question; q != nil && q.Measure.Kind == study.Share && q.Population.Entry != nil {
		behind = append(behind, mention{event: q.Population.Entry})
	}
	for i := range p.meaning.Named {
		if m := (mention{event: &p.meaning.Named[i]}); p.standsBehindShare(p.wordsOf(m)) {
			behind = append(behind, m)
		}
	}
	behind = slices.DeleteFunc(behind, func(m mention) bool { return len(m.event.Concepts) == 0 })
	for _, m := range behind {
		for _, item := range s.Tree.List {
			sh, ok := p.shareOf(item)
			if !ok || len(sh.whole) == 0 {
				continue
			}
			chosen := slices.ContainsFunc(sh.whole, func(d demand) bool { return d.there != maybe && !d.set.unchosen })
			if found, _ := p.matching(m, sh.part); !chosen && len(found) > 0 {
				p.report(sh.at, "the question's share is of %s, and the denominator is of all records; choose them in WHERE", m.name())
				return
			}
		}
	}
}

// standsBehindShare reports whether a place of the question is that behind "what share of (all)".
func (p *pass) standsBehindShare(at int) bool {
	w := p.question.words
	for i := max(0, at-4); i < at-1; i++ {
		if slices.Contains(phrases()["share"], w[i]) && w[i+1] == "of" {
			return at-i <= 3 || slices.Contains([]string{"all", "the"}, w[i+2])
		}
	}
	return false
}
