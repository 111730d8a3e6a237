package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// How many records somebody has may be added up once for each person. Over the records it would be a sum of squares,
//
//	visits of each  COUNT(*) OVER (PARTITION BY person_id)
//	     1  2  3         1 + 2 + 2 + 3 + 3 + 3
//
// and with the number of visits, of people, and of those with a second one it leaves how many have four.

const addedAgain = "how many records people have is added up for each of their records, which tells how many have how many; for each person it is shown: FROM (SELECT person_id, COUNT(*) AS n … GROUP BY person_id)"

// countsAgain reports whether an expression is made of how many records a person has, in several rows of that person.
func (v *env) countsAgain(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Window:
			count := v.windowNumber(n)
			return count != nil && slices.ContainsFunc(count.columns, isCountColumn)
		case *sqltree.Func:
			k := kindOf(n.Name)
			adds := isAggregate(n.Name) && (k == summing || k == averaging)
			return adds && v.agg && !v.inside && v.countsAgain(argument(n))
		case *sqltree.Column:
			return v.readsCountAgain(n)
		}
		return false
	})
}

func (v *env) readsCountAgain(c *sqltree.Column) bool {
	n := v.resolve(c).number
	src, _, ok := v.findSource(c)
	if !ok || src.q == nil || n == nil || !slices.ContainsFunc(n.columns, isCountColumn) {
		return false
	}
	repeats := func(s *source) bool {
		return s != src && s.rows() == personRows && !s.onePerPerson() && !v.isNamed(s)
	}
	return slices.ContainsFunc(v.sources, repeats) || src.q.countsAgain(src.place(c.Name()))
}

func (q *query) countsAgain(i int) bool {
	if len(q.inputs) > 0 {
		return slices.ContainsFunc(q.inputs, func(in *query) bool { return in.countsAgain(i) })
	}
	e := q.item(i)
	return e != nil && q.env.countsAgain(e)
}

const ofSeveralValues = "the %s of several values of a person is all of them; of one, or a time between two, it is shown"

// isOneValue reports whether an expression is one recorded value, or the difference of two, in whatever units. Of
// day_of_birth * 10000 + year_of_birth the largest is a day and a year of one person.
func (v *env) isOneValue(e sqltree.Expr) bool {
	n := v.number(e)
	if n == nil || len(union(n.columns, nil)) < 2 {
		return n != nil
	}
	switch x := e.(type) {
	case *sqltree.Column:
		src, _, ok := v.findSource(x)
		return ok && src.q != nil && src.q.isOneValue(src.place(x.Name()))
	case *sqltree.Cast:
		return v.isOneValue(x.Expr)
	case *sqltree.Extract:
		return v.isOneValue(x.From)
	case *sqltree.Case:
		return v.areOneValue(append(results(x), x.Else))
	case *sqltree.Window:
		return v.areOneValue(x.Func.Args)
	case *sqltree.Func:
		name := strings.ToLower(x.Name)
		isUnit := strings.HasPrefix(name, "date_diff") || strings.HasPrefix(name, "datediff") ||
			strings.HasPrefix(name, "date_sub") || strings.HasPrefix(name, "datesub")
		switch {
		case isUnit && len(x.Args) == 3:
			return v.isDifference(x.Args[1], x.Args[2])
		case (name == "-" || name == "subtract" || isUnit) && len(x.Args) == 2 && !v.isKnown(x.Args[0]) &&
			!v.isKnown(x.Args[1]):
			return v.isDifference(x.Args[0], x.Args[1])
		case name == "*" || name == "/" || name == "//" || name == "+" || name == "-" || name == "multiply" ||
			name == "divide" || name == "fdiv" || name == "add" || name == "subtract" || name == "%":
			varying := slices.DeleteFunc(slices.Clone(x.Args), v.isKnown)
			return len(varying) == 1 && v.isOneValue(varying[0])
		}
		return v.areOneValue(x.Args)
	}
	return false
}

// isKnown reports whether an expression is the same for everybody.
func (v *env) isKnown(e sqltree.Expr) bool {
	n := v.number(e)
	return isFixed(e) || n != nil && n.constant
}

func (v *env) areOneValue(list []sqltree.Expr) bool {
	isOther := func(e sqltree.Expr) bool { return e != nil && !v.isKnown(e) && !v.isOneValue(e) }
	return !slices.ContainsFunc(list, isOther)
}

// isDifference reports whether two numbers are one recorded value each, of other events and in the same units.
func (v *env) isDifference(a, b sqltree.Expr) bool {
	x, y := v.number(a), v.number(b)
	if x == nil || y == nil || !v.isOneValue(a) || !v.isOneValue(b) {
		return false
	}
	one := len(union(x.columns, nil)) == 1 && len(union(y.columns, nil)) == 1
	isOfBirth := func(c string) bool { return strings.HasSuffix(c, "_of_birth") }
	ofBirth := slices.ContainsFunc(x.columns, isOfBirth) && slices.ContainsFunc(y.columns, isOfBirth)
	return one && x.scale == y.scale && !ofBirth
}

func (q *query) isOneValue(i int) bool {
	if len(q.inputs) > 0 {
		return !slices.ContainsFunc(q.inputs, func(in *query) bool { return !in.isOneValue(i) })
	}
	e := q.item(i)
	return e != nil && q.env.isOneValue(e)
}

// mostBesidePairs is beside how many other numbers one of pairs of records is shown: of 134 people with 281 visits that
// are 324 pairs 123 have two, 9 have three, and 2 have four.
const mostBesidePairs = 1

// tellsPairs reports whether an aggregate tells how many pairs of records there are.
func (v *env) tellsPairs(f *sqltree.Func) bool {
	switch kindOf(f.Name) {
	case counting, summing, averaging:
		return v.rows == personRows && !v.single && !f.Distinct && (v.pairsRecords() || v.holdsPairs(argument(f)))
	}
	return false
}

// holdsPairs reports whether an expression is made of numbers of pairs of a person's records.
func (v *env) holdsPairs(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Func:
			return v.agg && isAggregate(n.Name) && !n.Distinct && kindOf(n.Name) != extreme && v.pairsRecords()
		case *sqltree.Column:
			src, _, ok := v.findSource(n)
			return ok && src.q != nil && src.q.env != nil && src.q.env.holdsPairs(src.q.item(src.place(n.Name())))
		}
		return false
	})
}

// hidePairs hides numbers of pairs of records beside several others.
func (s *sheet) hidePairs() {
	type number struct {
		value int
		of    string
	}
	others := map[number]bool{}
	more := 0
	for _, t := range s.tallies {
		if t.pairs && t.number.branches != nil && t.label.text == "" { // of which rows is not known
			more = len(s.table.Rows) - 1
		}
		if !t.pairs && !t.number.only && !t.over && t.unit != noUnit {
			others[number{t.value, t.label.text}] = true
		}
	}
	if len(others)+more <= mostBesidePairs {
		return
	}
	for _, t := range s.tallies {
		for r, row := range s.table.Rows {
			if t.pairs && t.label.fits(row) && s.cells[r][t.column] == visible {
				s.cells[r][t.column] = hidden
			}
		}
	}
}
