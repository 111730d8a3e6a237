package rag

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// query is a parse tree being changed.
type query struct{ stmt *sqltree.Statement }

// setConstraint replaces a number, a duration, a top-n, a group width or the sex
// that a share is asked of. clash says that the value stands for something else, too.
func (q *query) setConstraint(was, is *Constraint, clash bool) error {
	if clash {
		return noFit("%q stands twice in the example", was.Text)
	}
	n := 0
	if was.Kind == KindUnit || was.Kind == KindNumber && was.Unit != is.Unit {
		if err := q.setUnit(was, is); err != nil || was.Kind == KindUnit {
			return err
		}
	}
	switch was.Kind {
	case KindDuration:
		n = q.setDuration(was, is)
	case KindNumber, KindTop:
		if was.Op == "" || was.Kind == KindTop { // "the top 10", "which 10": a LIMIT
			n = q.setTop(was, is)
		} else {
			n = q.setNumber(was, is)
		}
	case KindGroup:
		return q.setGroup(was, is)
	case KindAge:
		n = q.setNumber(was, is)
	case KindSex:
		n = q.setCode("gender_concept_id", genders[was.Values[0]], genders[is.Values[0]])
	case KindRace:
		n = q.setCode("race_concept_id", races[was.Values[0]], races[is.Values[0]])
	case KindEthnicity:
		n = q.setCode("ethnicity_concept_id", ethnicities[was.Values[0]], ethnicities[is.Values[0]])
	}
	if n == 0 {
		return noFit("%q has no certain place in the example's SQL", is.Text)
	}
	return nil
}

// setUnit changes the unit of measurement in which values are taken.
func (q *query) setUnit(was, is *Constraint) error {
	if units[was.Unit] == "" || units[is.Unit] == "" || q.setCode("unit_concept_id", units[was.Unit], units[is.Unit]) == 0 {
		return noFit("the unit of %q has no certain place in the example's SQL", is.Text)
	}
	return nil
}

// units are the concept ids of units of measurement (UCUM) by their name in the lexicon.
var units = map[string]string{
	"%": "8554", "mg/dl": "8840", "g/dl": "8713", "ug/dl": "8837", "mmol/l": "8753", "mmol/mol": "9579", "umol/l": "8749", "ng/ml": "8842",
	"pg/ml": "8845", "ml/min": "8795", "ml/min/1.73m2": "9117", "mmhg": "8876", "kg/m2": "9531", "kg": "9529", "cm": "8582", "/min": "8541",
	"celsius": "586323",
}

// setDuration changes intervals of the old length, and bare numbers of days.
func (q *query) setDuration(was, is *Constraint) int {
	n := 0
	days, whole := inDays(is)
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		switch x := node.(type) {
		case *sqltree.Interval:
			if x.Value == was.Values[0] && strings.EqualFold(x.Unit, was.Unit) {
				x.Value, x.Unit = is.Values[0], strings.ToUpper(is.Unit)
				n++
			}
			return false
		case *sqltree.Constant:
			if old, ok := inDays(was); ok && whole && x.Kind == sqltree.Int && x.Text == old {
				x.Text = days
				n++
			}
		}
		return true
	})
	return n
}

// inDays returns a duration as a number of days, where that is exact.
func inDays(c *Constraint) (string, bool) {
	v, err := strconv.Atoi(c.Values[0])
	if err != nil {
		return "", false
	}
	switch c.Unit {
	case "day":
		return strconv.Itoa(v), true
	case "week":
		return strconv.Itoa(7 * v), true
	}
	return "", false
}

// setNumber changes the comparisons with the old number, operator and all.
func (q *query) setNumber(was, is *Constraint) int {
	n := 0
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		switch x := node.(type) {
		case *sqltree.Compare:
			if was.Op != "between" && x.Op == was.Op && isNumber(x.Right, was.Values[0]) {
				x.Op, x.Right = is.Op, numberOf(is.Values[0])
				n++
			}
		case *sqltree.Between:
			if was.Op == "between" && !x.Not && isNumber(x.Low, was.Values[0]) && isNumber(x.High, was.Values[1]) {
				x.Low, x.High = numberOf(is.Values[0]), numberOf(is.Values[1])
				n++
			}
		}
		return true
	})
	return n
}

// setTop changes the LIMIT. A question that names no number keeps the example's.
func (q *query) setTop(was, is *Constraint) int {
	if len(is.Values) == 0 || is.Values[0] == "" {
		return 1
	}
	tail := q.stmt.Query.Tail()
	if tail.Limit == nil || len(was.Values) > 0 && was.Values[0] != "" && !isNumber(tail.Limit, was.Values[0]) {
		return 0
	}
	tail.Limit = numberOf(is.Values[0])
	return 1
}

// setGroup changes the width of age groups, where the SQL holds it once.
func (q *query) setGroup(was, is *Constraint) error {
	if len(is.Values) != len(was.Values) {
		return noFit("only one of %q and %q says how wide the groups are", is.Text, was.Text)
	}
	old := was.Values[1]
	var widths []*sqltree.Constant
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		if c, ok := node.(*sqltree.Constant); ok && isNumber(c, old) {
			widths = append(widths, c)
		}
		return true
	})
	if len(widths) != 1 {
		return noFit("the example groups by %s years", old)
	}
	widths[0].Text = is.Values[1]
	return nil
}

// setCode changes comparisons of a column with a concept id. Both ids present means that the two are
// compared with each other; then they trade places.
func (q *query) setCode(column, was, is string) int {
	n := 0
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		c, ok := node.(*sqltree.Compare)
		if !ok || !isColumn(c.Left, column) {
			return true
		}
		switch {
		case isNumber(c.Right, was):
			c.Right = numberOf(is)
			n++
		case isNumber(c.Right, is):
			c.Right = numberOf(was)
		}
		return true
	})
	return n
}

func isColumn(e sqltree.Expr, name string) bool {
	c, ok := e.(*sqltree.Column)
	return ok && strings.EqualFold(c.Name(), name)
}

// isNumber reports whether e is the number, however it is written: 9, 9.0.
func isNumber(e sqltree.Expr, number string) bool {
	c, ok := e.(*sqltree.Constant)
	if !ok || c.Kind != sqltree.Int && c.Kind != sqltree.Decimal && c.Kind != sqltree.Float {
		return false
	}
	x, err1 := strconv.ParseFloat(c.Text, 64)
	y, err2 := strconv.ParseFloat(number, 64)
	return err1 == nil && err2 == nil && x == y
}

func numberOf(s string) *sqltree.Constant {
	kind := sqltree.Int
	if strings.Contains(s, ".") {
		kind = sqltree.Decimal
	}
	return &sqltree.Constant{Kind: kind, Text: s}
}

// baseTables lists the base tables of a FROM clause from left to right, with those
// that only an outer join brings in marked.
func baseTables(ref sqltree.TableRef) (tables []*sqltree.BaseTable, optional []bool) {
	var visit func(ref sqltree.TableRef, opt bool)
	visit = func(ref sqltree.TableRef, opt bool) {
		switch t := ref.(type) {
		case *sqltree.BaseTable:
			tables, optional = append(tables, t), append(optional, opt)
		case *sqltree.Join:
			visit(t.Left, opt || t.Type == "RIGHT" || t.Type == "FULL")
			visit(t.Right, opt || t.Type == "LEFT" || t.Type == "FULL" || t.Type == "ANTI" || t.Type == "SEMI")
		}
	}
	visit(ref, false)
	return tables, optional
}

// cteNames lists the names that WITH clauses define anywhere in the statement.
func (q *query) cteNames() []string {
	var names []string
	for _, s := range q.selects() {
		for _, c := range s.With {
			names = append(names, strings.ToLower(c.Name))
		}
	}
	for _, c := range q.stmt.Query.Tail().With {
		if !slices.Contains(names, strings.ToLower(c.Name)) {
			names = append(names, strings.ToLower(c.Name))
		}
	}
	return names
}

// selects lists every SELECT of the statement, subqueries included.
func (q *query) selects() []*sqltree.Select {
	var out []*sqltree.Select
	sqltree.Walk(q.stmt, func(node sqltree.Node) bool {
		if s, ok := node.(*sqltree.Select); ok {
			out = append(out, s)
		}
		return true
	})
	return out
}
