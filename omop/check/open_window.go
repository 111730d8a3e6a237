package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func openWindow() Rule {
	return Rule{
		ID: "open-window", Group: groupTime, Severity: omop.SeverityWarning,
		Summary: "A window of days around an event is open on its other side, or reaches to both sides.",
		Instead: "Bound both sides: BETWEEN first_date AND first_date + INTERVAL '30' DAY.",
		Wrong:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_exposure_start_date <= co.condition_start_date + INTERVAL '30' DAY`,
		Right:   `SELECT COUNT(DISTINCT de.person_id) AS patients FROM condition_occurrence AS co JOIN drug_exposure AS de ON de.person_id = co.person_id WHERE co.condition_concept_id IN ([condition@asthma]) AND de.drug_exposure_start_date BETWEEN co.condition_start_date AND co.condition_start_date + INTERVAL '30' DAY`,
		check: func(p *pass) {
			said := p.gapBounds
			for _, b := range said {
				if b.absolute && b.fixed && b.days > 0 && b.op[0] == '<' && p.betweenEvents(b) {
					if p.asksBothSides() || p.eitherMayBeFirst(b) {
						continue
					}
					p.report(b.test.expr, "this lets in the days before as well as those after")
					continue
				}
				if b.absolute && b.fixed && b.days > 0 && b.op[0] == '<' && p.aroundDeath(b) {
					p.report(b.test.expr,
						"this also takes records from after the death; leave ABS out and bound both sides")
					continue
				}
				if w, ok := asWindow(b); ok && b.test.clause.chooses() && p.betweenEvents(w) {
					p.judgeWindow(w, said)
				} else if ok && b.test.must && p.aroundDeath(w) {
					p.judgeBeforeDeath(w, said)
				}
			}
			for _, t := range p.tests {
				p.judgePartOfAge(t)
			}
		},
	}
}

// judgeBeforeDeath reports that an event comes at most some days after death: every event does.
func (p *pass) judgeBeforeDeath(w bound, among []bound) {
	x, y := p.Refs[w.first].Relation, p.Refs[w.second].Relation
	alone := !slices.ContainsFunc(among, func(b bound) bool { return b.test != w.test && p.of(b, x, y) })
	if alone && all(p.Origins(w.first), isStart) {
		p.report(w.test.expr, "whatever came before the death meets this, however long before; take the event's date from that of the death")
	}
}

// judgePartOfAge reports a length of time of which only the days beside the months, or the months beside the years, are
// compared: of 2 months and 5 days, EXTRACT(DAY FROM AGE(…)) is 5.
func (p *pass) judgePartOfAge(t *test) {
	what, with := compared(t.expr)
	if what == nil || !isConstant(with[0]) || !t.clause.chooses() {
		return
	}
	fields := map[string]bool{}
	sqltree.Inspect(p.Follow(sqltree.Bare(what)), func(x sqltree.Expr) {
		if e, ok := x.(*sqltree.Extract); ok {
			if f, ok := p.Follow(sqltree.Bare(e.From)).(*sqltree.Func); ok && f.Name == "age" {
				fields[e.Field] = true
			}
		}
	})
	if len(fields) > 0 && !fields["YEAR"] && !fields["EPOCH"] {
		p.report(t.expr, "this is a part of the time only: of 2 months and 5 days, the days are 5; subtract the dates")
	}
}

// asksBothSides reports whether the question means the days before as well as those after.
func (p *pass) asksBothSides() bool {
	return p.wordsFor("either side")
}

// eitherMayBeFirst reports whether two events are of one kind, so that of two within some days of each other the people
// are the same whichever comes first.
//
// Example: of "two emergency visits within any 30 days", ABS(a.visit_start_date - b.visit_start_date) <= 30.
func (p *pass) eitherMayBeFirst(b bound) bool {
	x, y := p.Origins(b.first), p.Origins(b.second)
	if len(x) != 1 || len(y) != 1 || x[0].Relation.Table != y[0].Relation.Table || x[0].Column != y[0].Column {
		return false
	}
	unit, _ := p.counted(p.last())
	return unit == peopleUnit && p.concepts(x[0].Relation) != "" &&
		p.concepts(x[0].Relation) == p.concepts(y[0].Relation)
}

// aroundDeath reports whether one of the dates is that of death, and the other that of an event.
func (p *pass) aroundDeath(b bound) bool {
	death := func(o origin) bool { return o.TableName() == "death" }
	first, second := p.Origins(b.first), p.Origins(b.second)
	return all(first, death) && all(second, isStart) || all(second, death) && all(first, isStart)
}

// asWindow reads a bound as first - second <= days, with days above 0.
func asWindow(b bound) (bound, bool) {
	if b.op == ">" || b.op == ">=" {
		b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
	}
	return b, !b.absolute && b.fixed && b.days > 0 && (b.op == "<" || b.op == "<=")
}

// judgeWindow looks for what bounds the window on its other side.
func (p *pass) judgeWindow(w bound, among []bound) {
	x, y := p.Refs[w.first].Relation, p.Refs[w.second].Relation
	for _, b := range among {
		if b.op == "=" && p.of(b, x, y) {
			return
		}
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		// Now b says first - second <= days; the other side is bounded by second - first of w.
		if b.op[0] != '<' || b.op == "<>" || p.Refs[b.first].Relation != y || p.Refs[b.second].Relation != x {
			continue
		}
		if b.fixed && b.days > 0 && !b.absolute {
			if w.test.expr.Pos() >= b.test.expr.Pos() && p.mirrors(w, b) && !p.asksBothSides() { // said once of the two
				p.report(w.test.expr, "this lets in the days before as well as those after")
			}
		}
		return
	}
	if p.ordered(x, y, w) || p.Refs[w.first].Scope != w.test.scope && p.boundedElsewhere(w) {
		return
	}
	p.report(w.test.expr, "the window is open on its other side: %s may lie any time before %s", w.first.Name(),
		w.second.Name())
}

// boundedElsewhere reports whether another condition says something of the two dates of a window, which a derived
// column is the distance of.
func (p *pass) boundedElsewhere(w bound) bool {
	return slices.ContainsFunc(p.deepBounds, func(b bound) bool {
		same := func(x, y *sqltree.Column) bool { return slices.Equal(p.Origins(x), p.Origins(y)) }
		return b.test != w.test &&
			(same(b.first, w.first) && same(b.second, w.second) || same(b.first, w.second) && same(b.second, w.first))
	})
}

// mirrors reports whether two windows of the same dates look to both sides.
func (p *pass) mirrors(w, b bound) bool {
	return sqltree.Equal(w.first, b.second) && sqltree.Equal(w.second, b.first)
}

func (p *pass) of(b bound, x, y *relation) bool {
	f, s := p.Refs[b.first].Relation, p.Refs[b.second].Relation
	return f == x && s == y || f == y && s == x
}

// ordered reports whether something else than these dates puts x and y in order: their
// numbers in a sequence, or a date that is the first of x's own.
func (p *pass) ordered(x, y *relation, w bound) bool {
	first := p.Origins(w.first)
	if f, ok := p.Follow(w.second).(*sqltree.Func); ok && f.Name == "min" && len(f.Args) == 1 {
		if all(p.Origins(f.Args[0]), func(o origin) bool {
			return slices.ContainsFunc(first,
				func(x origin) bool { return x.Column == o.Column && p.concepts(x.Relation) == p.concepts(o.Relation) })
		}) {
			return true
		}
	}
	if p.pickedByRank(x) && p.pickedByRank(y) {
		return true
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || len(p.boundsOf(c)) > 0 {
			return false
		}
		_, left := sqltree.Bare(c.Left).(*sqltree.Column)
		_, right := sqltree.Bare(c.Right).(*sqltree.Column)
		if (c.Op == "=" || c.Op == "<>") && left && right { // the same person, another record: no order
			return false
		}
		both := 0
		sqltree.Inspect(c, func(e sqltree.Expr) {
			if col, ok := e.(*sqltree.Column); ok && p.Refs[col] != nil {
				switch p.Refs[col].Relation {
				case x:
					both |= 1
				case y:
					both |= 2
				}
			}
		})
		return both == 3
	})
}

// pickedByRank reports whether a condition picks the rows of a relation by their number, as the second of a person.
func (p *pass) pickedByRank(rel *relation) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		c, ok := sqltree.Bare(what).(*sqltree.Column)
		if !ok || len(with) != 1 || !isConstant(with[0]) || p.Refs[c] == nil || p.Refs[c].Relation != rel {
			return false
		}
		w, ok := p.Follow(c).(*sqltree.Window)
		return ok && isRank(w)
	})
}

// betweenEvents reports whether the dates are of two different events of patients, of
// which neither is death, after which nothing comes.
func (p *pass) betweenEvents(b bound) bool {
	f, s := p.Refs[b.first], p.Refs[b.second]
	if f == nil || s == nil || f.Relation == nil || s.Relation == nil || f.Relation == s.Relation {
		return false
	}
	event := func(o origin) bool {
		return isEvent(o.Relation.Table) && o.TableName() != "observation_period" &&
			o.TableName() != "payer_plan_period" && hasDate(o)
	}
	return all(p.Origins(b.first), event) && all(p.Origins(b.second), event)
}

// concepts is what a table's own concepts are compared with, as a text to tell sets apart.
func (p *pass) concepts(rel *relation) string {
	var sets []string
	for _, s := range p.selections {
		if !slices.ContainsFunc(s.column,
			func(o origin) bool { return o.Relation == rel && o.Column.Name == rel.Table.ConceptColumn }) {
			continue
		}
		for _, ph := range s.placeholders {
			sets = append(sets, ph.String())
		}
		for _, c := range s.constants {
			sets = append(sets, c.Text)
		}
	}
	slices.Sort(sets)
	return strings.Join(slices.Compact(sets), " ")
}
