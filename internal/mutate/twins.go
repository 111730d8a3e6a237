package main

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// twins are the forms in which other people write what the library writes: each has its pair's result, by other
// clauses. A rule that speaks of one and not of the pair takes a form for a mistake.
//
// Example: COUNT(DISTINCT co.person_id) … is SELECT COUNT(*) FROM person SEMI JOIN (SELECT co.person_id …).
func twins() []rewording {
	return slices.Concat(peopleTwins(), existenceTwins(), pickTwins(), yearTwins(), windowTwins(), logicTwins(),
		conceptTwins())
}

// twin is a form that changes the tree.
func twin(name string, change func(s *site) bool) rewording {
	return rewording{name, func(s *site) (string, bool) {
		if !change(s) {
			return "", false
		}
		text, err := sqltree.Format(s.Statement)
		return text, err == nil
	}}
}

// everyone is the alias of person in a twin.
const everyone = "everyone"

// peopleTwins count people otherwise than by COUNT(DISTINCT person_id).
func peopleTwins() []rewording {
	whose := func() *sqltree.Column { return column(everyone, "person_id") }
	// over counts the rows of the people who are selected.
	over := func(name string, change func(q *sqltree.Select, x sqltree.Expr)) rewording {
		return twin(name, func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, x sqltree.Expr) *sqltree.Select {
				change(q, x)
				return &sqltree.Select{From: &sqltree.Subselect{Query: q, Alias: "who"}}
			})
		})
	}
	// of counts the persons whom a condition keeps.
	of := func(name string, where func(q *sqltree.Select, x sqltree.Expr) sqltree.Expr) rewording {
		return twin(name, func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, x sqltree.Expr) *sqltree.Select {
				return &sqltree.Select{From: base("person", everyone), Where: where(q, x)}
			})
		})
	}
	correlated := func(q *sqltree.Select, x sqltree.Expr, list ...*sqltree.Item) *sqltree.Select {
		q.List = list
		q.Where = joined(q.Where, equal(x, whose()))
		return q
	}
	number := func(f *sqltree.Func) sqltree.Expr { return f }
	return []rewording{
		over("people in a DISTINCT subquery", func(q *sqltree.Select, _ sqltree.Expr) { q.Distinct = true }),
		over("people as groups", func(q *sqltree.Select, x sqltree.Expr) {
			q.GroupBy = sqltree.GroupBy{Exprs: []sqltree.Expr{sqltree.Clone(x)}}
		}),
		over("people by QUALIFY", func(q *sqltree.Select, x sqltree.Expr) {
			w := &sqltree.Window{Func: &sqltree.Func{Name: "row_number"}, PartitionBy: []sqltree.Expr{sqltree.Clone(x)}}
			q.Qualify = equal(w, sqltree.NewInt(1))
		}),
		of("persons IN", func(q *sqltree.Select, _ sqltree.Expr) sqltree.Expr {
			return &sqltree.InQuery{Expr: whose(), Query: q}
		}),
		of("persons = ANY", func(q *sqltree.Select, _ sqltree.Expr) sqltree.Expr {
			return &sqltree.Quantified{Op: "=", Left: whose(), Query: q}
		}),
		of("persons of whom a record EXISTS", func(q *sqltree.Select, x sqltree.Expr) sqltree.Expr {
			return &sqltree.Exists{Query: correlated(q, x, &sqltree.Item{Expr: sqltree.NewInt(1)})}
		}),
		of("persons with a number of records", func(q *sqltree.Select, x sqltree.Expr) sqltree.Expr {
			n := &sqltree.Item{Expr: number(&sqltree.Func{Name: "count_star"})}
			return &sqltree.Compare{Op: ">", Left: &sqltree.Subquery{Query: correlated(q, x, n)}, Right: sqltree.NewInt(0)}
		}),
		twin("persons SEMI JOIN", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, _ sqltree.Expr) *sqltree.Select {
				return &sqltree.Select{From: &sqltree.Join{Type: "SEMI", Left: base("person", everyone),
					Right: &sqltree.Subselect{Query: q, Alias: "who"}, Using: []string{"person_id"}}}
			})
		}),
		twin("persons with a LATERAL number", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, x sqltree.Expr) *sqltree.Select {
				n := &sqltree.Item{Expr: &sqltree.Func{Name: "count_star"}, Alias: "n"}
				return &sqltree.Select{
					From: &sqltree.Join{Kind: sqltree.JoinComma, Type: "INNER", Left: base("person", everyone),
						Right: &sqltree.Subselect{Query: correlated(q, x, n), Alias: "theirs", Lateral: true}},
					Where: &sqltree.Compare{Op: ">", Left: column("theirs", "n"), Right: sqltree.NewInt(0)},
				}
			})
		}),
		twin("persons beside those in an outer join", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, _ sqltree.Expr) *sqltree.Select {
				q.Distinct = true
				return &sqltree.Select{
					List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "count", Args: []sqltree.Expr{column("who", "person_id")}}}},
					From: &sqltree.Join{Type: "LEFT", Left: base("person", everyone),
						Right: &sqltree.Subselect{Query: q, Alias: "who"},
						On:    equal(column("who", "person_id"), whose())},
				}
			})
		}),
		twin("persons counted by FILTER", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, _ sqltree.Expr) *sqltree.Select {
				return &sqltree.Select{
					List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "count_star",
						Filter: &sqltree.InQuery{Expr: whose(), Query: q}}}},
					From: base("person", everyone),
				}
			})
		}),
		twin("all but the others", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, _ sqltree.Expr) *sqltree.Select {
				others := &sqltree.Func{Name: "count_star", Filter: &sqltree.InQuery{Not: true, Expr: whose(), Query: q}}
				return &sqltree.Select{
					List: []*sqltree.Item{{Expr: &sqltree.Func{Name: "-", Operator: true,
						Args: []sqltree.Expr{&sqltree.Func{Name: "count_star"}, others}}}},
					From: base("person", everyone),
				}
			})
		}),
	}
}

// recountPeople writes SELECT COUNT(DISTINCT x.person_id) … otherwise: change gets the SELECT of the people, with
// person_id as its one column, and returns the one that counts them. Without a list it counts rows.
func (s *site) recountPeople(change func(q *sqltree.Select, x sqltree.Expr) *sqltree.Select) bool {
	q, ok := s.Query.(*sqltree.Select)
	if !ok || len(q.List) != 1 || !q.GroupBy.Empty() || q.Having != nil || q.Limit != nil ||
		q.Qualify != nil || q.Distinct {
		return false
	}
	f, ok := q.List[0].Expr.(*sqltree.Func)
	if !ok || f.Name != "count" || !f.Distinct || f.Filter != nil || len(f.Args) != 1 {
		return false
	}
	x, ok := f.Args[0].(*sqltree.Column)
	if !ok || x.Name() != "person_id" {
		return false
	}
	name, with, order := q.List[0].Alias, q.With, q.OrderBy
	q.With, q.OrderBy = nil, nil
	q.List = []*sqltree.Item{{Expr: x, Alias: "person_id"}}
	next := change(q, sqltree.Clone[sqltree.Expr](x))
	if next.List == nil {
		next.List = []*sqltree.Item{{Expr: &sqltree.Func{Name: "count_star"}}}
	}
	next.List[0].Alias = name
	next.With, next.OrderBy = with, order
	s.Query = next
	return true
}

// existenceTwins say otherwise that a record of the person is there, or is not.
func existenceTwins() []rewording {
	// each changes every EXISTS that ties its rows to the person alone.
	each := func(name string, change func(not bool, who sqltree.Expr, q *sqltree.Select) sqltree.Expr) rewording {
		return twin(name, func(s *site) bool {
			changed := false
			sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
				x, who, q := s.ofThePerson(e)
				if x == nil {
					return e
				}
				changed = true
				return change(x.Not, who, q)
			})
			return changed
		})
	}
	return []rewording{
		each("IN or NOT IN", func(not bool, who sqltree.Expr, q *sqltree.Select) sqltree.Expr {
			return &sqltree.InQuery{Not: not, Expr: who, Query: q}
		}),
		each("ANY or ALL", func(not bool, who sqltree.Expr, q *sqltree.Select) sqltree.Expr {
			if not {
				return &sqltree.Quantified{Op: "<>", All: true, Left: who, Query: q}
			}
			return &sqltree.Quantified{Op: "=", Left: who, Query: q}
		}),
		each("NOT over it", func(not bool, who sqltree.Expr, q *sqltree.Select) sqltree.Expr {
			e := sqltree.Expr(&sqltree.InQuery{Expr: who, Query: q})
			if not {
				e = &sqltree.Not{Expr: e}
			}
			return e
		}),
		twin("number of records of the person", func(s *site) bool {
			changed := false
			sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
				x, ok := e.(*sqltree.Exists)
				if !ok {
					return e
				}
				q, ok := x.Query.(*sqltree.Select)
				if !ok || !q.GroupBy.Empty() || q.Limit != nil || q.Distinct || q.Having != nil {
					return e
				}
				changed = true
				q.List = []*sqltree.Item{{Expr: &sqltree.Func{Name: "count_star"}}}
				op := map[bool]string{true: "=", false: ">"}[x.Not]
				return &sqltree.Compare{Op: op, Left: &sqltree.Subquery{Query: q}, Right: sqltree.NewInt(0)}
			})
			return changed
		}),
		twin("ANTI or SEMI JOIN", func(s *site) bool {
			return s.asJoin(func(not bool, left sqltree.TableRef, right *sqltree.Subselect,
				on sqltree.Expr) (*sqltree.Join, sqltree.Expr) {
				return &sqltree.Join{Type: map[bool]string{true: "ANTI", false: "SEMI"}[not], Left: left, Right: right, On: on}, nil
			})
		}),
		twin("outer join without a partner", func(s *site) bool {
			return s.asJoin(func(not bool, left sqltree.TableRef, right *sqltree.Subselect,
				on sqltree.Expr) (*sqltree.Join, sqltree.Expr) {
				right.Query.(*sqltree.Select).Distinct = true
				return &sqltree.Join{Type: "LEFT", Left: left, Right: right, On: on},
					&sqltree.IsNull{Not: !not, Expr: column(right.Alias, "person_id")}
			})
		}),
		twin("EXCEPT", func(s *site) bool {
			return s.recountPeople(func(q *sqltree.Select, _ sqltree.Expr) *sqltree.Select {
				return &sqltree.Select{From: &sqltree.Subselect{Query: q, Alias: "who"}}
			}) && s.asExcept()
		}),
	}
}

// ofThePerson takes an EXISTS apart whose rows have nothing but the person in common with what is outside: the person,
// and a SELECT of the people. x is nil where it is something else.
func (s *site) ofThePerson(e sqltree.Expr) (x *sqltree.Exists, who sqltree.Expr, people *sqltree.Select) {
	x, ok := e.(*sqltree.Exists)
	if !ok {
		return nil, nil, nil
	}
	q, ok := x.Query.(*sqltree.Select)
	if !ok {
		return nil, nil, nil
	}
	and, ok := q.Where.(*sqltree.And)
	if !ok {
		return nil, nil, nil
	}
	l, r, ok := s.persons(and.Terms[0])
	if ok && inFrom(q.From, r.Table()) {
		l, r = r, l
	}
	if !ok || !inFrom(q.From, l.Table()) || inFrom(q.From, r.Table()) {
		return nil, nil, nil
	}
	rest := sqltree.NewAnd(sqltree.Loc{}, and.Terms[1:]...)
	if mentions(rest, r.Table()) {
		return nil, nil, nil
	}
	q.Where = rest
	q.List = []*sqltree.Item{{Expr: l}}
	return x, r, q
}

// joining makes the join that stands for an EXISTS, or for a NOT EXISTS, with what WHERE must want besides.
type joining func(not bool, left sqltree.TableRef, right *sqltree.Subselect,
	on sqltree.Expr) (*sqltree.Join, sqltree.Expr)

// asJoin writes the EXISTS of the outermost condition that is of the person alone as a join.
func (s *site) asJoin(join joining) bool {
	q, ok := s.Query.(*sqltree.Select)
	if !ok || q.From == nil {
		return false
	}
	terms := []sqltree.Expr{q.Where}
	if and, ok := q.Where.(*sqltree.And); ok {
		terms = and.Terms
	}
	for i, e := range terms {
		x, who, people := s.ofThePerson(e)
		if x == nil {
			continue
		}
		people.List[0].Alias = "person_id"
		theirs := &sqltree.Subselect{Query: people, Alias: "theirs"}
		j, where := join(x.Not, q.From, theirs, equal(column("theirs", "person_id"), who))
		q.From = j
		rest := slices.Delete(slices.Clone(terms), i, i+1)
		if where != nil {
			rest = append(rest, where)
		}
		q.Where = sqltree.NewAnd(sqltree.Loc{}, rest...)
		return true
	}
	return false
}

// asExcept writes a NOT EXISTS of the people who are counted as the other side of an EXCEPT.
func (s *site) asExcept() bool {
	counted, ok := s.Query.(*sqltree.Select).From.(*sqltree.Subselect)
	if !ok {
		return false
	}
	q := counted.Query.(*sqltree.Select)
	and, ok := q.Where.(*sqltree.And)
	if !ok {
		return false
	}
	of := q.List[0].Expr.(*sqltree.Column)
	for i, e := range and.Terms {
		x, who, people := s.ofThePerson(sqltree.Clone(e))
		if x == nil || !x.Not || !sqltree.Equal(who, of) {
			continue
		}
		q.Where = sqltree.NewAnd(sqltree.Loc{}, slices.Delete(slices.Clone(and.Terms), i, i+1)...)
		counted.Query = &sqltree.SetOp{Op: "EXCEPT", Inputs: []sqltree.Query{q, people}}
		return true
	}
	return false
}
