package plainform

import (
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// flag is CASE WHEN c THEN 1 ELSE 0 END for CAST(c AS INTEGER) of a condition, or nil.
func flag(e *sqltree.Cast) sqltree.Expr {
	switch strings.ToUpper(e.Type) {
	case "INTEGER", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "DOUBLE", "FLOAT":
	default:
		return nil
	}
	if !isCondition(e.Expr) {
		return nil
	}
	one := &sqltree.When{If: e.Expr, Then: sqltree.NewInt(1)}
	return &sqltree.Case{Loc: e.Loc, Whens: []*sqltree.When{one}, Else: sqltree.NewInt(0), Flag: true}
}

// anyBranch is a OR b for CASE WHEN a THEN TRUE WHEN b THEN TRUE ELSE FALSE END, or nil.
func anyBranch(c *sqltree.Case) sqltree.Expr {
	if c.Operand != nil || !isTruth(c.Else, "false") {
		return nil
	}
	var terms []sqltree.Expr
	for _, w := range c.Whens {
		if !isTruth(w.Then, "true") {
			return nil
		}
		terms = append(terms, w.If)
	}
	return sqltree.NewOr(c.Loc, terms...)
}

func isTruth(e sqltree.Expr, text string) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Bool && c.Text == text
}

// flagged is the condition of a flag that is compared with a number, or nil: c for CASE WHEN c THEN 1 ELSE 0 END = 1,
// and NOT c where it is to be 0.
func flagged(e *sqltree.Compare) sqltree.Expr {
	c, ok := e.Left.(*sqltree.Case)
	n, isInt := whole(e.Right)
	if !ok || !isInt || c.Operand != nil || len(c.Whens) != 1 || c.Else == nil {
		return nil
	}
	then, one := whole(c.Whens[0].Then)
	otherwise, two := whole(c.Else)
	is, isNot := holds(then, e.Op, n), holds(otherwise, e.Op, n)
	switch {
	case !one || !two || is == isNot:
		return nil
	case is:
		return c.Whens[0].If
	}
	if not := negated(c.Whens[0].If); not != nil {
		return not
	}
	return &sqltree.Not{Loc: e.Loc, Expr: c.Whens[0].If}
}

// multiplied is the AND and OR of flags that are multiplied and added, or nil: a > 0 AND b > 0 OR c > 0 for
// a * b + c > 0. The least of them is above 0 where all are, the greatest where one is.
func multiplied(e *sqltree.Compare) sqltree.Expr {
	f, ok := e.Left.(*sqltree.Func)
	if n, isInt := whole(e.Right); !ok || !isInt || joined[f.Name] == "" ||
		e.Op+" "+strconv.FormatInt(n, 10) != "> 0" && e.Op+" "+strconv.FormatInt(n, 10) != ">= 1" {
		return nil
	}
	var terms []sqltree.Expr
	for _, a := range f.Args {
		term := sqltree.Expr(&sqltree.Compare{Loc: sqltree.At(a.Pos()), Op: ">", Left: a, Right: sqltree.NewInt(0)})
		inner, nested := a.(*sqltree.Func)
		if _, column := a.(*sqltree.Column); !column {
			if !nested || joined[inner.Name] == "" {
				return nil
			}
			if term = multiplied(term.(*sqltree.Compare)); term == nil {
				return nil
			}
		}
		terms = append(terms, term)
	}
	if joined[f.Name] == "OR" {
		return sqltree.NewOr(e.Loc, terms...)
	}
	return sqltree.NewAnd(e.Loc, terms...)
}

// joined says by what flags are joined that a function puts together.
var joined = map[string]string{"+": "OR", "greatest": "OR", "*": "AND", "least": "AND"}

// noneOf is the AND and OR of counts that are 0 where they are added and multiplied, or nil: a = 0 AND b = 0 for
// a + b = 0, a = 0 OR b = 0 for a * b = 0. Only what is named is taken for a count: a difference can be below 0.
func noneOf(e *sqltree.Compare) sqltree.Expr {
	f, ok := e.Left.(*sqltree.Func)
	if n, isInt := whole(e.Right); !ok || !isInt || joined[f.Name] == "" || e.Op != "=" || n != 0 {
		return nil
	}
	var terms []sqltree.Expr
	for _, a := range f.Args {
		if _, column := a.(*sqltree.Column); !column {
			return nil
		}
		terms = append(terms, &sqltree.Compare{Loc: sqltree.At(a.Pos()), Op: "=", Left: a, Right: sqltree.NewInt(0)})
	}
	if joined[f.Name] == "OR" {
		return sqltree.NewAnd(e.Loc, terms...)
	}
	return sqltree.NewOr(e.Loc, terms...)
}

func holds(a int64, op string, b int64) bool {
	switch op {
	case "=":
		return a == b
	case "<>":
		return a != b
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return op == ">=" && a >= b
}

// nameSets writes EXISTS of a row of the vocabulary for a concept as IN: EXISTS (SELECT 1 FROM concept_ancestor AS a
// WHERE a.ancestor_concept_id = 201826 AND a.descendant_concept_id = c.condition_concept_id) chooses the concepts of c.
func (f *form) nameSets() {
	sqltree.Rewrite(f.Tree, func(e sqltree.Expr) sqltree.Expr {
		is, ok := e.(*sqltree.Exists)
		if !ok {
			return e
		}
		q, ok := is.Query.(*sqltree.Select)
		if !ok || !simple(q) {
			return e
		}
		table, ok := q.From.(*sqltree.BaseTable)
		if !ok || !strings.HasPrefix(strings.ToLower(table.Name), "concept") {
			return e
		}
		inner, outer, rest := partedByTable(q.Where, table.RefName())
		if inner == nil {
			return e
		}
		q.List, q.Where, f.changed = []*sqltree.Item{{Expr: inner}}, rest, true
		return &sqltree.InQuery{Loc: is.Loc, Not: is.Not, Expr: outer, Query: q}
	})
}

// partedByTable returns the column of a table that a condition holds equal to one from outside, that one, and what is
// left of the condition, which is of the table alone; nil where it is not so made.
func partedByTable(where sqltree.Expr, table string) (inner, outer *sqltree.Column, rest sqltree.Expr) {
	var others []sqltree.Expr
	for _, e := range sqltree.Conjuncts(where) {
		if c, ok := e.(*sqltree.Compare); ok && c.Op == "=" && inner == nil {
			l, left := c.Left.(*sqltree.Column)
			r, right := c.Right.(*sqltree.Column)
			if left && right && strings.EqualFold(r.Table(), table) {
				l, r = r, l
			}
			if left && right && strings.EqualFold(l.Table(), table) && r.Table() != "" && !strings.EqualFold(r.Table(), table) {
				inner, outer = l, r
				continue
			}
		}
		own := true
		sqltree.Inspect(e, func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Column)
			own = own && (!ok || strings.EqualFold(c.Table(), table))
		})
		if !own {
			return nil, nil, nil
		}
		others = append(others, e)
	}
	return inner, outer, sqltree.Conjoin(others)
}
