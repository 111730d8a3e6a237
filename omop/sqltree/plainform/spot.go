package plainform

import (
	"github.com/askomop/askomop/omop/sqltree"
)

// spot is where a table stands in a FROM.
type spot struct {
	slot *sqltree.TableRef
	// where is WHERE, or ON of the outer join that may fill it: a condition of its rows stands there; nil for nowhere.
	where *sqltree.Expr
	drop  func() // leaves it out; nil where it can't be left out
}

// find returns where a table stands in the FROM of a SELECT, or nil.
func find(q *sqltree.Select, node sqltree.TableRef) *spot {
	if q == nil || q.From == nil {
		return nil
	}
	return within(q, &q.From, node, &q.Where, func() { q.From = nil })
}

func within(q *sqltree.Select, slot *sqltree.TableRef, node sqltree.TableRef, where *sqltree.Expr, drop func()) *spot {
	if *slot == node {
		return &spot{slot, where, drop}
	}
	j, ok := (*slot).(*sqltree.Join)
	if !ok {
		return nil
	}
	left, right := where, where
	switch on := onOf(j); j.Type {
	case "INNER":
	case "LEFT", "SEMI", "ANTI":
		right = on
	case "RIGHT":
		left = on
	default:
		left, right = nil, nil
	}
	besides := func(rest sqltree.TableRef) func() {
		if j.Type != "INNER" || len(j.Using) > 0 {
			return nil
		}
		return func() {
			*slot = rest
			q.Where = sqltree.Conjoin(append(sqltree.Conjuncts(q.Where), sqltree.Conjuncts(j.On)...))
		}
	}
	if at := within(q, &j.Left, node, left, besides(j.Right)); at != nil {
		return at
	}
	return within(q, &j.Right, node, right, besides(j.Left))
}

func onOf(j *sqltree.Join) *sqltree.Expr {
	if j.Kind != sqltree.JoinOn || len(j.Using) > 0 {
		return nil
	}
	return &j.On
}

// takes reports whether there is a place for a condition of the table's rows.
func (at *spot) takes(e sqltree.Expr) bool { return e == nil || at.where != nil }

// add says of the table's rows that a condition holds.
func (at *spot) add(e sqltree.Expr) {
	if e != nil {
		*at.where = sqltree.Conjoin(append(sqltree.Conjuncts(*at.where), sqltree.Conjuncts(e)...))
	}
}
