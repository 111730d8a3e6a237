package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func otherQuestion() Rule {
	return Rule{
		ID: "other-question", Group: groupQuestion, Severity: omop.SeverityWarning,
		Summary: "The statement answers another question than the one in the comment before it (or after `--question`): another year or number, the other sex, no median, nothing that leaves anybody out.",
		Instead: "Read the question again, or correct its comment.",
		Wrong:   "-- question: How many patients never had asthma?\nSELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma])",
		Right:   "-- question: How many patients never had asthma?\nSELECT COUNT(*) AS patients FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM condition_occurrence AS co WHERE co.person_id = p.person_id AND co.condition_concept_id IN ([condition@asthma]))",
		check: func(p *pass) {
			if p.question.text == "" || len(p.question.words) == 0 {
				return
			}
			if p.madeUp() {
				p.reportAs(omop.SeverityError, p.main(), "no number here comes from the database")
				return
			}
			if p.judgeMeaning() || p.judgePart() {
				return
			}
			defer p.judgeTraces()
			p.judgeCompletedYears()
			p.judgeAgeOnNamedDay()
			p.judgeNeighbours()
			p.judgeWholePeriods()
			p.judgeKindOfPick()
			p.judgeKindAfterPick()
			p.judgeNamed()
			p.judgeAskedSpan()
			p.judgeAskedPeriods()
			p.judgeAskedPairs()
			p.judgeThresholds()
			p.judgeAskedEnds()
			p.judgeAskedDay()
			p.judgeAskedAbsence()
			p.judgeAskedFirst()
			p.judgeRestarts()
			p.judgeApproximate()
			p.judgeAskedSide()
			p.judgeAskedObservation()
			p.judgeAgeAt()
			p.judgeNameAlone()
			p.judgeRecordedAtVisits()
		},
	}
}

// madeUp reports whether the result holds only constants, as SELECT 4711 AS patients does.
func (p *pass) madeUp() bool {
	if len(p.Bases) == 0 {
		return true
	}
	return p.Result.Known && len(p.Result.Columns) > 0 && !slices.ContainsFunc(p.Result.Columns, func(o *output) bool {
		return o.Expr == nil || !isConstant(o.Expr)
	})
}

// main is where a finding about the whole statement stands: what its SELECT puts out last.
func (p *pass) main() sqltree.Node {
	if s := p.Result.Scope; s != nil && len(s.Tree.List) > 0 {
		return s.Tree.List[len(s.Tree.List)-1].Expr
	}
	return p.Tree
}

// judgeAskedAbsence reports a statement that leaves nobody out where the question is who has not got something.
func (p *pass) judgeAskedAbsence() {
	if !p.asksForAbsence() || p.leavesAnythingOut() ||
		p.asks("without it", "without them", "days without", "observation without") && p.hasWindow() ||
		p.asks("in between") && p.looksAlong() || p.wordsFor("before it") && p.takesFirstOfOne() || p.asks("without an end", "without end", "no end date") {
		return
	}
	p.report(p.main(), "the question is who has not got something, and nothing here leaves anybody out; write NOT EXISTS")
}

// asksForAbsence reports whether the question is of people who have not got something.
func (p *pass) asksForAbsence() bool {
	if p.asks("leave out", "leaving out", "left out", "exclude", "excluding", "ignore", "ignoring", "omit", "omitting",
		"skip", "skipping", "disregard", "disregarding", "disregarded", "ignored", "omitted", "not counting", "not counted") {
		return false // who has not got something may be who is left out
	}
	if p.wordsFor("no gap") || p.wordsFor("zeros") || p.wordsFor("not an absence") || p.asksConceptsAlone() || p.withoutKinds() ||
		p.saidAsIncluded("without") || p.shownApart() ||
		p.asks("counted too", "counted as well", "shown too", "shown as well") {
		return false // who was there all the time; who has none counts, too; "that do not overlap"
	}
	if q := p.meaning.Question; q != nil {
		return slices.ContainsFunc(mentionsOf(q), func(m mention) bool { return m.missing })
	}
	return p.asks("never", "without", "did not", "have not", "has not", "had not", "do not", "does not", "no record of",
		"had no", "have no", "with no", "not have", "not had")
}

// leavesAnythingOut reports whether anything in the statement can mean that something is not there.
func (p *pass) leavesAnythingOut() bool {
	for _, t := range p.tests {
		if p.leavesOutRecords(t) || p.ofCountedSome(t) {
			continue
		}
		if t.not || p.looksAtAll(t) {
			return true
		}
		switch e := t.expr.(type) {
		case *sqltree.Exists:
			if e.Not {
				return true
			}
		case *sqltree.InQuery:
			if e.Not {
				return true
			}
		case *sqltree.In:
			if e.Not {
				return true
			}
		case *sqltree.Like:
			if e.Not {
				return true
			}
		case *sqltree.IsNull, *sqltree.Quantified:
			return true
		case *sqltree.Compare:
			if e.Op == "<>" || p.TypeOf(e.Left) == sqltree.TypeBool && e.Op != "=" { // one holds, and the other does not
				return true
			}
			for _, side := range []sqltree.Expr{e.Left, e.Right} {
				if n, ok := number(side); ok && n <= 1 && !p.countsSome(e) { // COUNT(…) = 0, < 1
					return true
				}
			}
		}
	}
	set := func(r *result) bool { // of people, and not of concepts
		q, ok := r.Tree.(*sqltree.SetOp)
		other := func(o *output) bool { return !areConcepts(p.OriginsOf(o)) }
		return ok && q.Op == "EXCEPT" && slices.ContainsFunc(r.Columns, other)
	}
	minus := func(f *sqltree.Func) bool { return f.Name == "-" } // everybody less those with it
	return slices.ContainsFunc(p.Sets, set) || slices.ContainsFunc(p.Calls, minus) || p.outerJoined() ||
		p.turnsRound() ||
		slices.ContainsFunc(p.Scopes, func(s *scope) bool {
			anti := func(j *sqltree.Join) bool { return j.Type == "ANTI" && !p.leavesOutConcepts(j) }
			return slices.ContainsFunc(s.Joins(), anti)
		})
}

// countsSome reports whether a condition is that a number of some records is above 0:
// COUNT(*) FILTER (WHERE visit_concept_id <> 9201) > 0.
func (p *pass) countsSome(c *sqltree.Compare) bool {
	f, ok := p.Follow(sqltree.Bare(c.Left)).(*sqltree.Func)
	return ok && sideOf(c.Op) > 0 && f.Name == "count" && f.Filter != nil
}

// ofCountedSome reports whether a condition chooses the records of which there need only be one.
func (p *pass) ofCountedSome(t *test) bool {
	return t.clause == inFilter && slices.ContainsFunc(p.tests, func(o *test) bool {
		c, ok := o.expr.(*sqltree.Compare)
		if !ok || o.not || !p.countsSome(c) {
			return false
		}
		return isWithin(t.expr, p.Follow(sqltree.Bare(c.Left)).(*sqltree.Func).Filter)
	})
}

// leavesOutConcepts reports whether an ANTI JOIN leaves out records by what they are of.
func (p *pass) leavesOutConcepts(j *sqltree.Join) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool { return t.join == j && p.leavesOutRecords(t) })
}

// areConcepts reports whether values are all concepts of what happened.
func areConcepts(from []origin) bool {
	return all(from, func(o origin) bool { return identity(o) == conceptKey || o.Relation.Table.Group == "vocabulary" })
}

// turnsRound reports whether a CASE gives 0 to who has something, and something else to the others.
func (p *pass) turnsRound() bool {
	found := false
	sqltree.Walk(p.Tree, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Case)
		found = found || ok && len(c.Whens) == 1 && isZero(c.Whens[0].Then) && c.Else != nil && !isZero(c.Else)
		return !found
	})
	return found
}

// leavesOutRecords reports whether a condition leaves some concepts out of the records that others choose: who has a
// record of both is still there.
func (p *pass) leavesOutRecords(t *test) bool {
	if p.leavesOutDates(t) {
		return true
	}
	if t.clause != inWhere && antiJoined(t) == nil || p.isNegative(t.scope) {
		return false
	}
	return all(p.excluded(t), func(o origin) bool {
		rows, _ := p.chosenConcepts(o.Relation)
		return !rows.empty()
	})
}

// leavesOutDates reports whether a condition leaves out the records of some time: who has others is still there.
// Example: EXTRACT(YEAR FROM visit_start_date) <> 2010
func (p *pass) leavesOutDates(t *test) bool {
	what, with := compared(t.expr)
	if what == nil || len(with) == 0 || !isConstant(with[0]) || t.clause != inWhere || !t.must ||
		p.isNegative(t.scope) {
		return false
	}
	not := t.not
	switch e := t.expr.(type) {
	case *sqltree.Compare:
		not = not != (e.Op == "<>")
	case *sqltree.Between:
		not = not != e.Not
	case *sqltree.In:
		not = not != e.Not
	}
	return not && p.Within(what, func(x sqltree.Expr) bool { return all(p.Origins(x), isStart) })
}

// outerJoined reports whether a SELECT keeps rows without a partner: an ELSE or a zero can stand for the absence.
func (p *pass) outerJoined() bool {
	return slices.ContainsFunc(p.Scopes, func(s *scope) bool {
		return slices.ContainsFunc(s.Joins(),
			func(j *sqltree.Join) bool { return j.Type == "LEFT" || j.Type == "RIGHT" || j.Type == "FULL" })
	})
}

// judgeAskedFirst reports a statement in which nothing looks for the first record where the question asks for it, or
// which keeps the last.
func (p *pass) judgeAskedFirst() {
	anyOf := func(last bool) func(*relation) bool {
		return func(r *relation) bool { return isEvent(r.Table) && p.anyServes(r, last) }
	}
	if p.asks("at the latest", "at the earliest") || slices.ContainsFunc(p.Bases, anyOf(false)) && p.countsWord("first") == 1 ||
		slices.ContainsFunc(p.Bases, anyOf(true)) && p.countsWord("last") == 1 {
		return
	}
	if (p.wordsFor("first record") || p.asksFirstOf()) && !p.looksForOrder() {
		p.report(p.main(), "the question asks for the first record, and nothing here looks for it: all records count")
		return
	}
	if p.wordsFor("last record") && !p.looksForOrder() {
		p.report(p.main(), "the question asks for the last record, and nothing here looks for it: all records count")
		return
	}
	first, last := p.wordsFor("first record") || p.asksFirstOf(),
		p.asks("most recent", "latest", "last recorded", "last measured", "last visit", "last measurement",
			"last prescription", "last diagnosis")
	keepsAsked := func(k pick) bool { return k.kept == yes && k.last == last }
	// "between their first and their last measurement" asks for both
	if first == last || slices.ContainsFunc(p.picks(), keepsAsked) {
		return
	}
	for _, k := range append(p.picks(), p.extremes()...) {
		if k.kept != yes || k.last != first || !all(k.from, isStart) {
			continue
		}
		if other := map[bool]string{true: "min", false: "max"}[first]; !slices.ContainsFunc(p.Calls,
			func(f *sqltree.Func) bool { return f.Name == other || f.Name == "arg_"+other }) {
			p.report(k.node, "the question asks for the %s record, and the %s is kept",
				map[bool]string{true: "first", false: "last"}[first],
				map[bool]string{true: "last", false: "first"}[first])
			return
		}
	}
}

// noFirsts are the words behind a "first" that is not a record of a person.
var noFirsts = []string{"line", "degree", "trimester", "quarter", "half", "year", "month", "week", "day", "days", "and",
	"of", "name", "names", "generation", "episode", "author"}

// asksFirstOf reports whether the question asks for the first of something that it names: "the first metformin
// prescription".
func (p *pass) asksFirstOf() bool {
	w := p.question.words
	for i, word := range w[:max(0, len(w)-1)] {
		_, number := asNumber(w[i+1])
		if word == "first" && !number && !slices.Contains(noFirsts, w[i+1]) {
			return true
		}
	}
	return false
}

// looksForOrder reports whether anything in the statement looks along the records of a person.
func (p *pass) looksForOrder() bool {
	if p.readsColumn("*.preceding_visit_occurrence_id") || p.readsColumn("*.preceding_visit_detail_id") {
		return true // the record before is told
	}
	ordering := []string{"min", "max", "arg_min", "arg_max", "min_by", "max_by", "argmin", "argmax", "row_number",
		"rank", "dense_rank", "first_value", "last_value", "nth_value", "lag", "lead", "first", "last", "list",
		"array_agg"}
	if slices.ContainsFunc(p.Calls, func(f *sqltree.Func) bool {
		ofValues := isNamed(f, "min", "max") && len(f.Args) == 1 && all(p.Origins(sqltree.Bare(f.Args[0])), isValue)
		return slices.Contains(ordering, f.Name) && !ofValues || len(f.OrderBy) > 0
	}) {
		return true
	}
	for _, s := range p.Scopes {
		if len(s.Tree.DistinctOn) > 0 || s.Tree.Limit != nil || slices.ContainsFunc(s.Relations, isAnti) ||
			joinsNearest(s) {
			return true
		}
	}
	for _, t := range p.tests {
		switch e := t.expr.(type) {
		case *sqltree.InQuery:
			if identityOf(p.Origins(sqltree.Bare(e.Expr))) != conceptKey {
				return true
			}
		case *sqltree.IsNull:
			if !all(p.Origins(sqltree.Bare(e.Expr)), isValue) { // that there is a value says nothing of an order
				return true
			}
		case *sqltree.Exists:
			if e.Not != t.not || len(p.bounds) > 0 || !p.wordsFor("last record") { // that there is one is not an order
				return true
			}
		case *sqltree.Quantified:
			return true
		}
	}
	taken := func(set *result) bool { q, ok := set.Tree.(*sqltree.SetOp); return ok && q.Op == "EXCEPT" }
	dated := func(e sqltree.Expr) bool {
		return p.Within(e, func(x sqltree.Expr) bool { return all(p.Origins(x), isStart) })
	}
	return p.readsOwnTables() || slices.ContainsFunc(p.Sets, taken) || // those before the period
		p.noneBeyond(dated)
}

func isDrugEraTable(r *relation) bool { return strings.HasSuffix(r.Table.Name, "_era") }

// judgeAskedSide reports a window on the other side of an index date than the question says.
func (p *pass) judgeAskedSide() {
	after := p.asks("after", "afterwards", "afterward", "later", "thereafter", "following", "since starting", "subsequent")
	before := p.asks("before", "prior", "preceding", "previous", "previously", "earlier")
	if after == before || p.wordsFor("any index") { // the one date of a person is not what time is counted from
		return
	}
	for _, b := range p.bounds {
		w, ok := asWindow(b) // first - second <= days
		if !ok || !w.test.clause.chooses() || w.days < 2 {
			continue
		}
		index, event := w.second, w.first // event - index <= days: the event comes after
		side := after
		if p.isIndex(w.first) && !p.isIndex(w.second) {
			index, event, side = w.first, w.second, before
		} else if !p.isIndex(w.second) || p.isIndex(w.first) {
			continue
		}
		if side || !all(p.Origins(event), func(o origin) bool { return isStart(o) || o.TableName() == "death" }) ||
			!p.closedAt(event, index, after) {
			continue
		}
		p.report(w.test.expr, "the question is what came %s %s, and this looks %s it",
			map[bool]string{true: "after", false: "before"}[after], index.Name(),
			map[bool]string{true: "before", false: "after"}[after])
		return
	}
}

// isIndex reports whether a column is the one date of a person from which time is counted, or of several such.
func (p *pass) isIndex(e sqltree.Expr) bool {
	e = p.Follow(e)
	if c, ok := e.(*sqltree.Column); ok {
		r := p.Refs[c]
		return r != nil && r.Output != nil && len(r.Output.Inputs) > 0 &&
			!slices.ContainsFunc(r.Output.Inputs, func(o *output) bool { return o.Expr == nil || !p.isIndex(o.Expr) })
	}
	f, ok := e.(*sqltree.Func)
	return ok && (f.Name == "min" || f.Name == "max") && p.Homes[f] != nil && p.groupedByPerson(p.Homes[f]) && len(f.Args) == 1 &&
		all(p.Origins(f.Args[0]), isStart)
}

// closedAt reports whether the window of an event ends at the index date, on the side where the question says that it
// lies.
func (p *pass) closedAt(event, index *sqltree.Column, after bool) bool {
	return slices.ContainsFunc(p.bounds, func(b bound) bool {
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		if b.absolute || !b.fixed || b.op[0] != '<' || b.op == "<>" || b.days > 0 {
			return false
		}
		first, second := event, index // event - index <= 0: not after
		if !after {
			first, second = index, event
		}
		return sqltree.Equal(b.first, first) && sqltree.Equal(b.second, second)
	})
}

// judgeUndatedPeriods reports periods of observation that are joined by the person alone where the question is who was
// observed at some time.
func (p *pass) judgeUndatedPeriods() {
	var periods []*relation
	for _, r := range p.Bases {
		if r.Table.Name == "observation_period" {
			periods = append(periods, r)
		}
	}
	if len(periods) > 0 && !slices.ContainsFunc(periods, func(r *relation) bool {
		return p.Mentions(r, r.Table.StartDate, r.Table.EndDate) || p.readsAll(r)
	}) {
		p.report(periods[0].Node, "the question is who was under observation at that time, and nothing here looks at the dates of observation_period")
	}
}

// judgeAskedObservation reports a statement that does not look at who was observed where the question is of those who
// were.
func (p *pass) judgeAskedObservation() {
	if !p.asks("observed", "observation", "under observation", "enrolled", "enrolment", "enrollment", "observable") && !p.wordsFor("continuously observed") {
		return
	}
	if p.wordsFor("whether observed or not") {
		return
	}
	if p.asks("observations of", "observation of", "observation records", "observation concept", "observations") {
		return
	}
	if p.wordsFor("observed at a time") {
		p.judgeUndatedPeriods()
	}
	clinical := slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return isEvent(r.Table) && r.Table.Name != "observation" && r.Table.Name != "death"
	})
	if clinical && !slices.ContainsFunc(p.Bases, func(r *relation) bool {
		return slices.Contains([]string{"observation_period", "payer_plan_period", "cohort", "observation",
			"visit_occurrence"}, r.Table.Name) && (r.Table.Name != "visit_occurrence" || p.sideOfObservation() == 0)
	}) {
		p.report(p.main(), "the question is of people under observation, and nothing here reads observation_period")
	}
}
