package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// tableDresses move what stands in a statement between its tables, CTEs, derived tables and joins.
func tableDresses() []rewording {
	return []rewording{
		twin("chosen in CTEs", func(s *site) bool {
			n := 0
			return s.chooseApart(func(t *sqltree.BaseTable, chosen *sqltree.Select) sqltree.TableRef {
				n++
				name := fmt.Sprintf("chosen_%d", n)
				tail := s.Query.Tail()
				tail.With = slices.Insert(tail.With, 0, &sqltree.CTE{Name: name, Query: chosen})
				return base(name, t.RefName())
			})
		}),
		twin("chosen in derived tables", func(s *site) bool {
			return s.chooseApart(func(t *sqltree.BaseTable, chosen *sqltree.Select) sqltree.TableRef {
				return &sqltree.Subselect{Query: chosen, Alias: t.RefName()}
			})
		}),
		twin("columns renamed in a chain of CTEs", renamedColumns),
		twin("CTEs written in place", inlineCTEs),
		twin("derived tables as CTEs", liftSubselects),
		twin("derived tables in derived tables", func(s *site) bool {
			return s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
				q := everything(t.Name)
				for _, alias := range []string{"a", "b"} {
					q = &sqltree.Select{List: []*sqltree.Item{{Expr: &sqltree.Star{}}},
						From: &sqltree.Subselect{Query: q, Alias: alias}}
				}
				return &sqltree.Subselect{Query: q, Alias: t.RefName()}
			})
		}),
		twin("tables in two halves", func(s *site) bool {
			return s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
				both := &sqltree.SetOp{Op: "UNION", All: true}
				for _, op := range []string{"=", "<>"} {
					q := everything(t.Name)
					q.Where = &sqltree.Compare{Op: op, Right: sqltree.NewInt(0), Left: &sqltree.Func{Name: "%", Operator: true,
						Args: []sqltree.Expr{&sqltree.Column{Names: []string{"person_id"}}, sqltree.NewInt(2)}}}
					both.Inputs = append(both.Inputs, q)
				}
				return &sqltree.Subselect{Query: both, Alias: t.RefName()}
			})
		}),
		twin("JOIN USING", joinUsing),
		twin("LATERAL joins", func(s *site) bool {
			return s.eachJoin(func(_ *sqltree.Select, j *sqltree.Join) bool {
				t, ok := j.Right.(*sqltree.BaseTable)
				if !ok || j.Kind != sqltree.JoinOn || j.Type != "INNER" || j.On == nil {
					return false
				}
				q := everything(t.Name)
				q.From, q.Where = t, j.On
				j.Kind, j.On = sqltree.JoinComma, nil
				j.Right = &sqltree.Subselect{Query: q, Alias: t.RefName(), Lateral: true}
				return true
			})
		}),
		twin("RIGHT for LEFT", func(s *site) bool {
			return s.eachJoin(func(_ *sqltree.Select, j *sqltree.Join) bool {
				if j.Type != "LEFT" || j.Kind != sqltree.JoinOn {
					return false
				}
				j.Type, j.Left, j.Right = "RIGHT", j.Right, j.Left
				return true
			})
		}),
		twin("WHERE in ON", func(s *site) bool {
			return s.eachJoin(func(q *sqltree.Select, j *sqltree.Join) bool {
				if sqltree.TableRef(j) != q.From || j.Type != "INNER" || j.On == nil || q.Where == nil {
					return false
				}
				j.On, q.Where = joined(j.On, q.Where), nil
				return true
			})
		}),
	}
}

func (s *site) selects() []*sqltree.Select {
	var out []*sqltree.Select
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if q, ok := n.(*sqltree.Select); ok && q.From != nil {
			out = append(out, q)
		}
		return true
	})
	return out
}

// eachJoin calls change for each join with the SELECT in whose FROM it stands, and reports whether any was changed.
func (s *site) eachJoin(change func(q *sqltree.Select, j *sqltree.Join) bool) bool {
	changed := false
	for _, q := range s.selects() {
		for t, ok := q.From.(*sqltree.Join); ok; t, ok = t.Left.(*sqltree.Join) {
			changed = change(q, t) || changed
		}
	}
	return changed
}

// chooseApart moves the conditions of a WHERE that are of one table alone into a SELECT of that table, which place puts
// where it likes. A table that an outer join fills with NULLs keeps its conditions: there they say something else.
func (s *site) chooseApart(place func(t *sqltree.BaseTable, chosen *sqltree.Select) sqltree.TableRef) bool {
	changed := false
	for _, q := range s.selects() {
		_, joins := q.From.(*sqltree.Join)
		q.From = innerTables(q.From, func(t *sqltree.BaseTable) sqltree.TableRef {
			var own, rest []sqltree.Expr
			for _, e := range sqltree.Conjuncts(q.Where) {
				if s.isTable(t) && ofAlone(e, t.RefName(), !joins) {
					own = append(own, e)
				} else {
					rest = append(rest, e)
				}
			}
			if len(own) == 0 {
				return t
			}
			changed = true
			q.Where = sqltree.Conjoin(rest)
			chosen := everything(t.Name)
			chosen.From, chosen.Where = base(t.Name, t.Alias), sqltree.Conjoin(own)
			return place(t, chosen)
		})
	}
	return changed
}

// innerTables puts what f makes of them in place of the tables of a FROM whose rows no outer join makes.
func innerTables(t sqltree.TableRef, f func(*sqltree.BaseTable) sqltree.TableRef) sqltree.TableRef {
	switch t := t.(type) {
	case *sqltree.Join:
		if t.Type == "INNER" || t.Type == "LEFT" {
			t.Left = innerTables(t.Left, f)
		}
		if t.Type == "INNER" {
			t.Right = innerTables(t.Right, f)
		}
	case *sqltree.BaseTable:
		return f(t)
	}
	return t
}

// ofAlone reports whether a condition names columns of one table only. Columns without a table are that table's where
// there is no other.
func ofAlone(e sqltree.Expr, alias string, single bool) bool {
	own, other := false, false
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if _, inner := n.(sqltree.Query); inner {
			other = other || len(freeTables(n)) > 0
			return false
		}
		if c, ok := n.(*sqltree.Column); ok {
			mine := strings.EqualFold(c.Table(), alias) || c.Table() == "" && single
			own, other = own || mine, other || !mine
		}
		return true
	})
	return own && !other
}

// freeTables lists the tables that a query names and does not read.
func freeTables(q sqltree.Node) []string {
	read := map[string]bool{"": true}
	sqltree.Walk(q, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.BaseTable:
			read[strings.ToLower(n.RefName())] = true
		case *sqltree.Subselect:
			read[strings.ToLower(n.Alias)] = true
		}
		return true
	})
	var out []string
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && !read[strings.ToLower(c.Table())] {
			out = append(out, c.Table())
		}
		return true
	})
	return out
}

// joinUsing writes a.person_id = b.person_id as USING (person_id), and what else ON has into WHERE.
func joinUsing(s *site) bool {
	return s.eachJoin(func(q *sqltree.Select, j *sqltree.Join) bool {
		terms := sqltree.Conjuncts(j.On)
		if j.Kind != sqltree.JoinOn || j.Type != "INNER" && (j.Type != "LEFT" || len(terms) > 1) {
			return false
		}
		for i, e := range terms {
			if _, _, ok := s.persons(e); ok {
				rest := slices.Delete(slices.Clone(terms), i, i+1)
				j.Using, j.On = []string{"person_id"}, nil
				q.Where = sqltree.Conjoin(append(sqltree.Conjuncts(q.Where), rest...))
				return true
			}
		}
		return false
	})
}

// renamedColumns reads the tables of people through two CTEs, of which the second gives the columns other names.
func renamedColumns(s *site) bool {
	names := map[string]map[string]string{} // alias → column → its new name
	plain := true
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.BaseTable:
			if s.isTable(n) {
				names[n.RefName()] = map[string]string{}
			}
		case *sqltree.Star:
			plain = false
		case *sqltree.Join:
			plain = plain && len(n.Using) == 0 && n.Kind != sqltree.JoinNatural
		case *sqltree.Column:
			plain = plain && n.Table() != ""
		}
		return true
	})
	if !plain || len(names) == 0 {
		return false
	}
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if i, ok := n.(*sqltree.Item); ok && i.Alias == "" {
			if c, ok := i.Expr.(*sqltree.Column); ok && names[c.Table()] != nil {
				i.Alias = c.Name()
			}
		}
		return true
	})
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && names[c.Table()] != nil {
			of := names[c.Table()]
			if of[c.Name()] == "" {
				of[c.Name()] = fmt.Sprintf("k%d", len(of)+1)
			}
			c.Names[len(c.Names)-1] = of[c.Name()]
		}
		return true
	})
	var with []*sqltree.CTE
	done := map[string]bool{}
	s.retableAll(func(t *sqltree.BaseTable) sqltree.TableRef {
		alias := t.RefName()
		if !done[alias] {
			done[alias] = true
			renamed := &sqltree.Select{From: base("source_of_"+alias, "")}
			for _, old := range slices.Sorted(keysOf(names[alias])) {
				renamed.List = append(renamed.List, &sqltree.Item{Expr: &sqltree.Column{Names: []string{old}}, Alias: names[alias][old]})
			}
			if len(renamed.List) == 0 {
				renamed.List = []*sqltree.Item{{Expr: sqltree.NewInt(1), Alias: "k1"}}
			}
			with = append(with, &sqltree.CTE{Name: "source_of_" + alias, Query: everything(t.Name)},
				&sqltree.CTE{Name: "renamed_" + alias, Query: renamed})
		}
		return base("renamed_"+alias, alias)
	})
	tail := s.Query.Tail()
	tail.With = append(with, tail.With...)
	return true
}
