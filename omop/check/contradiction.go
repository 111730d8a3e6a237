package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func contradiction() Rule {
	return Rule{
		ID: "contradiction", Group: groupStatement, Severity: omop.SeverityError,
		Summary: "Conditions on one row exclude each other: one column is to be two things at once, or to lie between a higher and a lower bound.",
		Instead: "For people with both of two events read the table twice, or use EXISTS; for either of them write IN or OR; put the lower bound first.",
		Wrong:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id = 8507 AND gender_concept_id = 8532`,
		Right:   `SELECT COUNT(*) AS patients FROM person WHERE gender_concept_id IN (8507, 8532)`,
		check: func(p *pass) {
			p.judgeDisjoint()
			p.judgeNeverNull()
			p.judgeItself()
			p.judgeAlwaysTrue()
			p.judgeCountsItself()
			p.judgeNeverReached()
			p.judgeNeverInCase()
			seen := map[cell]*facts{}
			for _, t := range p.tests {
				if !t.must || t.not || t.clause != inWhere && t.clause != inOn {
					continue
				}
				at, said, ok := p.fact(t)
				if !ok {
					continue
				}
				if seen[at] == nil {
					seen[at] = &facts{}
				}
				switch conflict := seen[at].add(said); {
				case conflict && len(said.sets) > 0:
					p.reportAs(omop.SeverityWarning, t.expr,
						"one record is to be in two concept sets; for people with both, read the table twice or use EXISTS")
				case conflict:
					p.report(t.expr, "no row can satisfy this together with the other conditions on %s", at.column)
				}
				if p.endsBeforeStart(seen, at) {
					p.report(t.expr, "what begins this late can't end this early: no row is left; turn the two days round")
				}
			}
		},
	}
}

// cell is a column in the rows of one relation of one SELECT.
type cell struct {
	scope  *scope
	rel    *relation
	column string
}

// facts are what conditions say of a cell.
type facts struct {
	values  []scalar // one of them, where there are any
	low     *scalar
	high    *scalar
	lowOut  bool // the bound itself is excluded
	highOut bool
	sets    []string // placeholders, one of which holds the value
}

// scalar is a number, or a text that orders as its bytes do, such as an ISO date.
type scalar struct {
	number  float64
	text    string
	textual bool
}

func (s scalar) compare(o scalar) int {
	if s.textual {
		return strings.Compare(s.text, o.text)
	}
	switch {
	case s.number < o.number:
		return -1
	case s.number > o.number:
		return 1
	}
	return 0
}

// fact reads a condition on one column and literals.
func (p *pass) fact(t *test) (cell, facts, bool) {
	var f facts
	what, with := compared(t.expr)
	at, ok := p.cellOf(t.scope, sqltree.Bare(what))
	if !ok {
		return cell{}, f, false
	}
	if in, ok := t.expr.(*sqltree.In); ok && len(in.List) > 0 {
		for _, item := range in.List {
			if ph, ok := item.(*sqltree.Placeholder); ok {
				f.sets = append(f.sets, ph.String())
			}
		}
		if len(f.sets) > 0 {
			return at, f, !in.Not && len(f.sets) == len(in.List)
		}
	}
	var values []scalar
	for _, e := range with {
		v, ok := scalarOf(e)
		if !ok || len(values) > 0 && v.textual != values[0].textual {
			return cell{}, f, false
		}
		values = append(values, v)
	}
	switch e := t.expr.(type) {
	case *sqltree.In:
		f.values = values
		return at, f, !e.Not
	case *sqltree.Between:
		f.low, f.high = &values[0], &values[1]
		return at, f, !e.Not
	case *sqltree.Compare:
		op := e.Op
		if isConstant(e.Left) {
			op = flipped(op)
		}
		switch op {
		case "=":
			f.values = values
		case "<", "<=":
			f.high, f.highOut = &values[0], op == "<"
		case ">", ">=":
			f.low, f.lowOut = &values[0], op == ">"
		default:
			return cell{}, f, false
		}
		return at, f, true
	}
	return cell{}, f, false
}

// cellOf returns the cell that an expression is, or computes from, as EXTRACT(YEAR FROM d) does.
func (p *pass) cellOf(s *scope, e sqltree.Expr) (cell, bool) {
	var column *sqltree.Column
	switch e := e.(type) {
	case *sqltree.Column:
		column = e
	case *sqltree.Extract:
		column, _ = e.From.(*sqltree.Column)
	case *sqltree.Func:
		if e.Name == "year" && len(e.Args) == 1 {
			column, _ = e.Args[0].(*sqltree.Column)
		}
	}
	if column == nil || p.Refs[column] == nil || p.Refs[column].Relation == nil || p.Refs[column].Outer {
		return cell{}, false
	}
	name := strings.ToLower(column.Name())
	if e != sqltree.Expr(column) {
		field := "YEAR"
		if x, ok := e.(*sqltree.Extract); ok {
			field = x.Field
		}
		name = field + " of " + name
	}
	return cell{s, p.Refs[column].Relation, name}, true
}

// scalarOf reads a literal: a number, a date, or a text as it is.
func scalarOf(e sqltree.Expr) (scalar, bool) {
	if n, ok := signed(e); ok {
		return scalar{number: n}, true
	}
	c, ok := e.(*sqltree.Constant)
	if !ok || c.Kind != sqltree.Date && c.Kind != sqltree.String {
		return scalar{}, false
	}
	return scalar{text: c.Text, textual: true}, true
}

// add takes more facts in, and reports whether they contradict those that are there, or themselves.
func (f *facts) add(more facts) bool {
	if len(more.sets) > 0 {
		domain := func(s string) string { d, _, _ := strings.Cut(s, "@"); return d }
		other := len(f.sets) > 0 && !slices.ContainsFunc(more.sets, func(s string) bool {
			return slices.Contains(f.sets, s) || domain(s) != domain(f.sets[0]) // which another rule speaks of
		})
		f.sets = append(f.sets, more.sets...)
		return other
	}
	kinds := slices.Concat(f.values, more.values)
	for _, b := range []*scalar{f.low, f.high, more.low, more.high} {
		if b != nil {
			kinds = append(kinds, *b)
		}
	}
	if slices.ContainsFunc(kinds, func(s scalar) bool { return s.textual != kinds[0].textual }) {
		return false // what is compared across types is another rule's
	}
	switch {
	case len(f.values) == 0:
		f.values = more.values
	case len(more.values) > 0:
		f.values = slices.DeleteFunc(slices.Clone(f.values),
			func(v scalar) bool { return !slices.Contains(more.values, v) })
		if len(f.values) == 0 {
			return true
		}
	}
	if b := more.low; b != nil && (f.low == nil || b.compare(*f.low) > 0) {
		f.low, f.lowOut = b, more.lowOut
	}
	if b := more.high; b != nil && (f.high == nil || b.compare(*f.high) < 0) {
		f.high, f.highOut = b, more.highOut
	}
	return f.empty()
}

// empty reports whether no value lies within the bounds.
func (f *facts) empty() bool {
	if f.low != nil && f.high != nil {
		if c := f.low.compare(*f.high); c > 0 || c == 0 && (f.lowOut || f.highOut) {
			return true
		}
	}
	return len(f.values) > 0 && !slices.ContainsFunc(f.values, func(v scalar) bool {
		low := f.low == nil || v.compare(*f.low) > 0 || !f.lowOut && v.compare(*f.low) == 0
		high := f.high == nil || v.compare(*f.high) < 0 || !f.highOut && v.compare(*f.high) == 0
		return low && high
	})
}
