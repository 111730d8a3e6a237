package main

import (
	"fmt"
	"iter"
	"maps"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

func keysOf(m map[string]string) iter.Seq[string] { return maps.Keys(m) }

// mapFrom puts what f makes of them in place of the tables of every FROM below a node, innermost SELECTs last.
func mapFrom(n sqltree.Node, f func(sqltree.TableRef) sqltree.TableRef) {
	var visit func(t sqltree.TableRef) sqltree.TableRef
	visit = func(t sqltree.TableRef) sqltree.TableRef {
		if j, ok := t.(*sqltree.Join); ok {
			j.Left, j.Right = visit(j.Left), visit(j.Right)
			return j
		}
		return f(t)
	}
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if q, ok := n.(*sqltree.Select); ok && q.From != nil {
			q.From = visit(q.From)
		}
		return true
	})
}

// inlineCTEs writes each CTE where it is read, as a derived table.
func inlineCTEs(s *site) bool {
	tail := s.Query.Tail()
	with := tail.With
	if len(with) == 0 {
		return false
	}
	tail.With = nil
	for i, cte := range with {
		if cte.Recursive {
			return false
		}
		in := func(t sqltree.TableRef) sqltree.TableRef {
			b, ok := t.(*sqltree.BaseTable)
			if !ok || b.Schema != "" || !strings.EqualFold(b.Name, cte.Name) {
				return t
			}
			return &sqltree.Subselect{Query: sqltree.Clone(cte.Query), Alias: b.RefName(), Columns: cte.Columns}
		}
		for _, later := range with[i+1:] {
			mapFrom(later.Query, in)
		}
		mapFrom(s.Query, in)
	}
	return true
}

// liftSubselects writes the derived tables as CTEs, each before the CTE or the SELECT that reads it.
func liftSubselects(s *site) bool {
	var with []*sqltree.CTE
	n := 0
	var lift func(q sqltree.Query)
	lift = func(q sqltree.Query) {
		mapFrom(q, func(t sqltree.TableRef) sqltree.TableRef {
			sub, ok := t.(*sqltree.Subselect)
			if !ok || sub.Lateral || len(freeTables(sub.Query)) > 0 || readsAny(sub.Query, q.Tail().With) {
				return t
			}
			lift(sub.Query)
			n++
			name := fmt.Sprintf("part_%d", n)
			with = append(with, &sqltree.CTE{Name: name, Columns: sub.Columns, Query: sub.Query})
			return base(name, sub.Alias)
		})
	}
	tail := s.Query.Tail()
	own := tail.With
	tail.With = nil
	for _, cte := range own {
		lift(cte.Query)
		with = append(with, cte)
	}
	lift(s.Query)
	tail.With = with
	return n > 0
}

// readsAny reports whether a query reads one of some CTEs.
func readsAny(q sqltree.Query, with []*sqltree.CTE) bool {
	found := false
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok {
			for _, cte := range with {
				found = found || strings.EqualFold(cte.Name, t.Name)
			}
		}
		return true
	})
	return found
}
