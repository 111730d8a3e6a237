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
			said := p.bounds
			for _, b := range said {
				if b.absolute && b.fixed && b.days > 0 && b.op[0] == '<' && p.betweenEvents(b) {
					p.report(b.test.expr, "this lets in the days before as well as those after")
					continue
				}
				if w, ok := asWindow(b); ok && b.test.clause.chooses() && p.betweenEvents(w) {
					p.judgeWindow(w, said)
				}
			}
		},
	}
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
	x, y := p.refs[w.first].rel, p.refs[w.second].rel
	for _, b := range among {
		if b.op == "=" && p.of(b, x, y) {
			return
		}
		if b.op == ">" || b.op == ">=" {
			b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
		}
		// Now b says first - second <= days; the other side is bounded by second - first of w.
		if b.op[0] != '<' || b.op == "<>" || p.refs[b.first].rel != y || p.refs[b.second].rel != x {
			continue
		}
		if b.fixed && b.days > 0 && !b.absolute {
			if w.test.expr.Pos() >= b.test.expr.Pos() && p.mirrors(w, b) { // said once of the two
				p.report(w.test.expr, "this lets in the days before as well as those after")
			}
		}
		return
	}
	if p.ordered(x, y, w) {
		return
	}
	p.report(w.test.expr, "the window is open on its other side: %s may lie any time before %s", w.first.Name(), w.second.Name())
}

// mirrors reports whether two windows of the same dates look to both sides.
func (p *pass) mirrors(w, b bound) bool {
	return sqltree.Equal(w.first, b.second) && sqltree.Equal(w.second, b.first)
}

func (p *pass) of(b bound, x, y *relation) bool {
	f, s := p.refs[b.first].rel, p.refs[b.second].rel
	return f == x && s == y || f == y && s == x
}

// ordered reports whether something else than these dates puts x and y in order: their
// numbers in a sequence, or a date that is the first of x's own.
func (p *pass) ordered(x, y *relation, w bound) bool {
	first := p.origins(w.first)
	if f, ok := p.follow(w.second).(*sqltree.Func); ok && f.Name == "min" && len(f.Args) == 1 {
		if all(p.origins(f.Args[0]), func(o origin) bool {
			return slices.ContainsFunc(first, func(x origin) bool { return x.col == o.col && p.concepts(x.rel) == p.concepts(o.rel) })
		}) {
			return true
		}
	}
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		c, ok := t.expr.(*sqltree.Compare)
		if !ok || len(p.boundsOf(c)) > 0 {
			return false
		}
		_, left := bare(c.Left).(*sqltree.Column)
		_, right := bare(c.Right).(*sqltree.Column)
		if c.Op == "=" && left && right {
			return false
		}
		both := 0
		inspect(c, func(e sqltree.Expr) {
			if col, ok := e.(*sqltree.Column); ok && p.refs[col] != nil {
				switch p.refs[col].rel {
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

// betweenEvents reports whether the dates are of two different events of patients, of
// which neither is death, after which nothing comes.
func (p *pass) betweenEvents(b bound) bool {
	f, s := p.refs[b.first], p.refs[b.second]
	if f == nil || s == nil || f.rel == nil || s.rel == nil || f.rel == s.rel {
		return false
	}
	event := func(o origin) bool {
		return isEvent(o.rel.table) && o.table() != "observation_period" && o.table() != "payer_plan_period" && hasDate(o)
	}
	return all(p.origins(b.first), event) && all(p.origins(b.second), event)
}

// concepts is what a table's own concepts are compared with, as a text to tell sets apart.
func (p *pass) concepts(rel *relation) string {
	var sets []string
	for _, s := range p.selections {
		if !slices.ContainsFunc(s.column, func(o origin) bool { return o.rel == rel && o.col.Name == rel.table.ConceptColumn }) {
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
