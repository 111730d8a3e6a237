package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// What is cut to whole units is shown, as an age in years is: it says nothing of single people that the number itself
// would not say. Two such numbers that are cut at different places are the same for all but those between the places:
//
//	AVG(EXTRACT(YEAR FROM birth_datetime + INTERVAL '30' DAY) - EXTRACT(YEAR FROM birth_datetime))
//
// is how many people were born in December. So a statement adds up a column of people's in one such form only, be it in
// one aggregate or in several.

// A limit is the like: AVG(LEAST(year_of_birth, 1990)) beside the same with 1991 is how many were born after 1990,
// which is shown. A third one tells how many were born in one year, as a difference of differences. So a statement adds
// up a column with two limits at the most.

// step is a number that was cut or limited: from which columns, and of which form.
type step struct {
	columns []string
	form    string
	// what is left of a division: beside the number itself, SUM(x % 308) tells how many have 308
	remainder bool
	limit     bool // LEAST, GREATEST or CASE put a constant in the place of some numbers
}

// mostLimits is how many limits of one column a statement may add up.
const mostLimits = 2

// cut is a number cut to whole units of a form.
func (n *number) cut(form string) *number {
	if n == nil || n.constant {
		return n
	}
	copied := *n.pinned(nil)
	copied.steps = []step{{columns: n.columns, form: form}}
	for _, s := range n.steps {
		if s.limit {
			copied.steps = append(copied.steps, s)
		}
	}
	return &copied
}

// rounded is the number of an expression that cuts another one to whole units, which may not be so small that it would
// be a condition rather than a number.
func (v *env) rounded(e sqltree.Expr, n *number) *number {
	if n != nil && !n.constant && n.scale < finestStep {
		return nil
	}
	return n.cut(v.form(e)).withValue(cutPin(e))
}

// datePart is a part of a date, with its value. Parts of one date are cut at the same places, or at some of them.
func (v *env) datePart(value, date sqltree.Expr, n *number) *number {
	out := n.cut("of " + v.form(date)).withValue(cutPin(value))
	if out != nil && !out.constant {
		out.date = false
	}
	return out
}

// dateDifference is the units between two dates. Days are what dates are recorded in.
func (v *env) dateDifference(unit, from, to sqltree.Expr) *number {
	a, b := v.number(from), v.number(to)
	if a == nil || b == nil {
		return nil
	}
	if unit, ok := unit.(*sqltree.Constant); !ok {
		return nil
	} else if !strings.EqualFold(unit.Text, "day") || isTimed(a) || isTimed(b) {
		a, b = v.datePart(calendarUnit(unit.Text, from), from, a), v.datePart(calendarUnit(unit.Text, to), to, b)
	}
	out := *plus(a, b)
	out.date = false
	return &out
}

func isTimed(n *number) bool {
	return slices.ContainsFunc(n.columns, func(c string) bool { return strings.HasSuffix(c, "_datetime") })
}

// form is an expression as it is computed from recorded columns, whatever they are named on the way. Which of a
// person's records it is taken from is not a part of it: the last date and the first date are of one form.
func (v *env) form(e sqltree.Expr) string {
	item := &sqltree.Item{Expr: sqltree.Clone(e)}
	sqltree.Rewrite(item, func(e sqltree.Expr) sqltree.Expr {
		switch x := e.(type) {
		case *sqltree.Column:
			return &sqltree.Column{Names: []string{v.columnForm(x)}}
		case *sqltree.Cast:
			if isTime(x.Type) {
				return x.Expr
			}
		case *sqltree.Func:
			if len(x.Args) == 1 && choosesRecord(x.Name) {
				return x.Args[0]
			}
		case *sqltree.Window:
			if len(x.Func.Args) == 1 && choosesRecord(x.Func.Name) {
				return x.Func.Args[0]
			}
		}
		return e
	})
	text, err := sqltree.FormatNode(item.Expr)
	if err != nil {
		return ""
	}
	return strings.ToLower(text)
}

func (v *env) columnForm(x *sqltree.Column) string {
	c := v.resolve(x)
	if c.number != nil && c.number.form != "" {
		return c.number.form
	}
	if src, _, ok := v.findSource(x); ok && src.q != nil { // the same name may mean other things in other queries
		return fmt.Sprintf("%s of %p", x.Name(), src.q)
	}
	return x.Name()
}

// withForm is the number of an entry of a list, with its form for the queries around.
func (v *env) withForm(e sqltree.Expr) *number {
	n := v.number(e)
	if n == nil || n.constant {
		return n
	}
	copied := *n
	copied.form = v.form(e)
	copied.summands, copied.exact = v.summands(e)
	if v.agg && !aggregates(e) { // the same in all rows of a group
		copied.pins = nil
		anyOf := &sqltree.Func{Name: "any_value", Args: []sqltree.Expr{e}}
		for _, p := range n.pins {
			copied.pins = append(copied.pins, p.of(anyOf))
		}
		copied.score = eachPin(n.score, func(p pin) pin { return p.of(anyOf) })
		copied.ways = waysOfEach(n.ways, anyOf)
	}
	return &copied
}

func choosesRecord(function string) bool {
	switch strings.ToLower(function) {
	case "min", "max", "any_value", "first", "last", "median", "lag", "lead", "first_value", "last_value":
		return true
	}
	return false
}

// mayAdd reports whether numbers may be added up beside those that the statement adds up already.
func (a *analysis) mayAdd(ns []*number) bool {
	steps := a.steps
	for _, n := range ns {
		for _, s := range n.steps {
			if s.remainder && a.closed || s.limit && countLimits(append(slices.Clone(steps), s), s) > mostLimits ||
				!s.limit && slices.ContainsFunc(steps, s.differs) {
				return false
			}
			steps = append(steps[:len(steps):len(steps)], s)
		}
	}
	a.steps = steps
	return true
}

// countLimits counts the different limits of the columns of s.
func countLimits(steps []step, s step) int {
	forms := map[string]bool{}
	for _, t := range steps {
		if t.limit && s.shares(t) {
			forms[t.form] = true
		}
	}
	return len(forms)
}

// shares reports whether two numbers are made of the same, as a year of birth and that of a date of birth are.
func (s step) shares(t step) bool {
	others := strings.Fields(kin(t.columns))
	isOther := func(c string) bool { return slices.Contains(others, c) }
	return slices.ContainsFunc(strings.Fields(kin(s.columns)), isOther)
}

// differs reports whether two numbers of the same columns are cut at different places.
func (s step) differs(t step) bool {
	return !t.limit && s.shares(t) && (s.form != t.form || s.form == "")
}
