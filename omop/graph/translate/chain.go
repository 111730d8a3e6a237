package translate

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// withoutImplied leaves out that a column IS NOT NULL where another condition is not true of NULL either.
func withoutImplied(conditions []sqltree.Expr) []sqltree.Expr {
	tested := map[string]bool{}
	test := func(e sqltree.Expr) {
		if c, ok := e.(*sqltree.Column); ok {
			tested[strings.Join(c.Names, ".")] = true
		}
	}
	for _, c := range conditions {
		switch c := c.(type) {
		case *sqltree.Compare:
			test(c.Left)
			test(c.Right)
		case *sqltree.In:
			test(c.Expr)
		case *sqltree.InQuery:
			test(c.Expr)
		}
	}
	return slices.DeleteFunc(slices.Clone(conditions), func(e sqltree.Expr) bool {
		n, ok := e.(*sqltree.IsNull)
		if !ok || !n.Not {
			return false
		}
		c, ok := n.Expr.(*sqltree.Column)
		return ok && tested[strings.Join(c.Names, ".")]
	})
}

// chain joins tables one after the other, each ON the conditions that tie it to those before it, and returns the
// conditions that are left. A table that nothing ties to the ones before it comes as late as possible.
func chain(tables []sqltree.TableRef, conditions []sqltree.Expr) (sqltree.TableRef, []sqltree.Expr) {
	if len(tables) == 0 {
		return nil, conditions
	}
	uses := make([][]string, len(conditions))
	for i, c := range conditions {
		uses[i] = aliasesIn(c)
	}
	rest := slices.Clone(tables[1:])
	from := tables[0]
	here := aliasesOf(from)
	for len(rest) > 0 {
		k, ties := 0, []int(nil)
		for i, t := range rest {
			if ties = tying(uses, here, aliasesOf(t), tables); len(ties) > 0 {
				k = i
				break
			}
		}
		next := rest[k]
		rest = slices.Delete(rest, k, k+1)
		join := &sqltree.Join{Kind: sqltree.JoinCross, Type: "INNER", Left: from, Right: next}
		if len(ties) > 0 {
			join.Kind = sqltree.JoinOn
			var on []sqltree.Expr
			for _, i := range ties {
				on = append(on, conditions[i])
				uses[i], conditions[i] = nil, nil
			}
			join.On = and(on...)
		}
		from, here = join, append(here, aliasesOf(next)...)
	}
	return from, slices.DeleteFunc(conditions, func(e sqltree.Expr) bool { return e == nil })
}

// tying lists the conditions that name a table of both sides, and of these tables no other.
func tying(uses [][]string, left, right []string, tables []sqltree.TableRef) []int {
	all := []string{}
	for _, t := range tables {
		all = append(all, aliasesOf(t)...)
	}
	var ties []int
	for i, names := range uses {
		l, r, other := false, false, false
		for _, n := range names {
			switch {
			case slices.Contains(left, n):
				l = true
			case slices.Contains(right, n):
				r = true
			case slices.Contains(all, n):
				other = true
			}
		}
		if l && r && !other {
			ties = append(ties, i)
		}
	}
	return ties
}

func aliasesIn(e sqltree.Expr) []string {
	var names []string
	subquery := false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			names = append(names, n.Table())
		case sqltree.Query:
			subquery = true
		}
		return true
	})
	if subquery { // stays in WHERE: not every engine takes a subquery in ON
		return nil
	}
	return names
}

func aliasesOf(t sqltree.TableRef) []string {
	switch t := t.(type) {
	case *sqltree.BaseTable:
		return []string{t.RefName()}
	case *sqltree.Subselect:
		return []string{t.Alias}
	case *sqltree.Join:
		return append(aliasesOf(t.Left), aliasesOf(t.Right)...)
	}
	return nil
}
