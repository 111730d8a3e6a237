package privacy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// joinConditions are the conditions by which the tables of a FROM clause are joined.
func joinConditions(ref sqltree.TableRef) []sqltree.Expr {
	j, ok := ref.(*sqltree.Join)
	if !ok {
		return nil
	}
	out := append(joinConditions(j.Left), joinConditions(j.Right)...)
	return append(out, sqltree.Conjuncts(j.On)...)
}

// joins are the conditions by which rows are joined and chosen.
func (v *env) joins() []sqltree.Expr {
	return append(joinConditions(v.sel.From), sqltree.Conjuncts(v.sel.Where)...)
}

// link finds which tables of people are joined by their person, or by a record of theirs: their rows are of the same
// person. Of tables that are not, each has people of its own, and all of them must be enough.
func (v *env) link() {
	parent := map[*source]*source{}
	root := func(s *source) *source {
		for parent[s] != nil {
			s = parent[s]
		}
		return s
	}
	join := func(a, b *source) {
		if ra, rb := root(a), root(b); ra != rb {
			parent[ra] = rb
		}
	}
	var through [][2]*source // by a table that names no person
	link := func(a, b *source) {
		if a.ownerless() || b.ownerless() {
			through = append(through, [2]*source{a, b})
		} else {
			join(a, b)
		}
	}
	for _, e := range v.joins() {
		if a, b, ok := v.equalRecords(e); ok {
			link(a, b)
		}
	}
	v.linkUsing(v.sel.From, link)
	for _, s := range v.sources { // LATERAL
		if s.q != nil && s.q.env.ofOuterPerson() && v.sources[0].rows() == personRows && s != v.sources[0] {
			join(v.sources[0], s)
		}
	}
	for _, pair := range through {
		if !v.meetOthers(pair, root) {
			join(pair[0], pair[1])
		}
	}
	v.components = nil
	for _, s := range v.sources {
		if s.rows() != personRows {
			continue
		}
		i := slices.IndexFunc(v.components, func(c []*source) bool { return root(c[0]) == root(s) })
		if i < 0 {
			v.components = append(v.components, []*source{s})
		} else {
			v.components[i] = append(v.components[i], s)
		}
	}
}

// meetOthers reports whether a table that names no person joins two that do, and so perhaps two people: those who live
// in one place. Of records in tables that may lack a partner, such as the visit or the drug that a cost is of, there is
// one.
func (v *env) meetOthers(pair [2]*source, root func(*source) *source) bool {
	a, b := root(pair[0]), root(pair[1])
	certain, places := [2]bool{}, false
	owned := [2]bool{}
	for _, s := range v.sources {
		i := slices.Index([]*source{a, b}, root(s))
		if i < 0 || s.rows() != personRows {
			continue
		}
		owned[i] = owned[i] || !s.ownerless()
		certain[i] = certain[i] || !s.ownerless() && !s.optional
		places = places || strings.EqualFold(s.table, "location")
	}
	return v.a.closed && a != b && owned[0] && owned[1] && (places || certain[0] || certain[1])
}

// equalRecords are the tables of which a condition says that the person, or the record, is the same.
func (v *env) equalRecords(e sqltree.Expr) (a, b *source, ok bool) {
	eq, isCompare := e.(*sqltree.Compare)
	if !isCompare || eq.Op != "=" {
		return nil, nil, false
	}
	left, ok1 := eq.Left.(*sqltree.Column)
	right, ok2 := eq.Right.(*sqltree.Column)
	if !ok1 || !ok2 {
		return nil, nil, false
	}
	a, l, ok1 := v.findSource(left)
	b, r, ok2 := v.findSource(right)
	if !ok1 || !ok2 || a == b || a.rows() != personRows || b.rows() != personRows {
		return nil, nil, false
	}
	isPlace := strings.EqualFold(left.Name(), "location_id") && strings.EqualFold(right.Name(), "location_id")
	switch {
	case a.ownerless() || b.ownerless():
		return a, b, l.kind == Ident && r.kind == Ident || isPlace
	case l.kind != Ident || r.kind != Ident:
		return nil, nil, false
	}
	return a, b, l.person && r.person || strings.EqualFold(left.Name(), right.Name()) ||
		a.refersTo(left.Name(), b, right.Name()) || b.refersTo(right.Name(), a, left.Name())
}

// refersTo reports whether a column of a table holds the keys of the other one, as the model has it: the visit before.
func (s *source) refersTo(name string, other *source, key string) bool {
	t, ok := model().Table(s.table)
	if !ok || s.q != nil || other.q != nil {
		return false
	}
	c, ok := t.Column(name)
	return ok && strings.EqualFold(c.RefTable, other.table) && strings.EqualFold(c.RefColumn, key)
}

// linkUsing does it for joins with USING.
func (v *env) linkUsing(ref sqltree.TableRef, join func(a, b *source)) {
	j, ok := ref.(*sqltree.Join)
	if !ok {
		return
	}
	v.linkUsing(j.Left, join)
	v.linkUsing(j.Right, join)
	for _, name := range j.Using {
		left, right := v.peopleOf(j.Left), v.peopleOf(j.Right)
		if len(left) == 0 || len(right) == 0 {
			continue
		}
		isPlace := strings.EqualFold(name, "location_id") && (left[0].ownerless() || right[0].ownerless())
		if ofPatients(name).kind == Ident || isPlace {
			join(left[0], right[0])
		}
	}
}

// peopleOf are the tables of people in a part of FROM.
func (v *env) peopleOf(ref sqltree.TableRef) []*source {
	var out []*source
	for _, s := range v.sources {
		if s.rows() == personRows && mentions(ref, s.ref) {
			out = append(out, s)
		}
	}
	return out
}

func mentions(ref, part sqltree.TableRef) bool {
	if j, ok := ref.(*sqltree.Join); ok {
		return mentions(j.Left, part) || mentions(j.Right, part)
	}
	return ref == part
}

// linked reports whether a row is of one person.
func (v *env) linked() bool { return len(v.components) <= 1 }

// personExprs name the people of a row in the SELECT's own scope.
func (v *env) personExprs() ([]sqltree.Expr, error) {
	var out []sqltree.Expr
	for _, c := range v.components {
		e, err := personOf(c)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		return nil, errors.New("the tables that the query reads name no person")
	}
	return out, nil
}

// personOf names the person of tables that are joined by it.
func personOf(component []*source) (sqltree.Expr, error) {
	var certain, optional []sqltree.Expr
	problem := fmt.Errorf("the table %s names no person, and is not joined to one that does", component[0].table)
	for _, src := range component {
		if src.ownerless() {
			continue
		}
		e, err := src.personExpr()
		switch {
		case err != nil:
			problem = err
		case src.optional:
			optional = append(optional, e)
		default:
			certain = append(certain, e)
		}
	}
	switch {
	case len(certain) > 0:
		return certain[0], nil
	case len(optional) == 1:
		return optional[0], nil
	case len(optional) > 1:
		return &sqltree.Func{Name: "coalesce", Args: optional}, nil
	case len(component) == 1 && component[0].ownerless():
		return component[0].owner(problem)
	}
	return nil, problem
}

// joinPins are the people who have a row in a table that is joined to those of others who may have none, and those who
// have none: with more rows for some than for others, what is counted or averaged tells of these. Where each has one
// row, as people beside their deaths, nobody has more.
func (v *env) joinPins(condition sqltree.Expr) []*headcount {
	var out []*headcount
	for _, src := range v.sources {
		if !src.optional || src.rows() != personRows || src.onePerPerson() || src.ownerless() || len(v.sources) == 1 {
			continue
		}
		for _, not := range []bool{true, false} {
			out = append(out, &headcount{people: func() (sqltree.Expr, error) {
				e, err := src.personExpr()
				if err != nil {
					return nil, err
				}
				isThere := and(condition, &sqltree.IsNull{Not: true, Expr: e})
				rows, err1 := rowsWhere(isThere).people()
				joined, err2 := v.peopleWhere(isThere).people()
				people, err := v.peopleWhere(and(condition, &sqltree.IsNull{Not: not, Expr: e})).people()
				several := &sqltree.Compare{Op: "<>", Left: rows, Right: joined}
				return &sqltree.Case{Whens: []*sqltree.When{{If: several, Then: people}}}, errors.Join(err1, err2, err)
			}})
		}
	}
	return out
}

// bind gives the columns of tables without people what they are joined to: where a row of a calendar is joined by a
// date of a person, its day is that person's.
func (v *env) bind() {
	conditions := v.joins()
	for range v.sources {
		changed := false
		for _, e := range conditions {
			bound, joined, of := Key, false, []*source{}
			sqltree.Walk(e, func(n sqltree.Node) bool {
				switch n := n.(type) {
				case sqltree.Query:
					return false
				case *sqltree.Column:
					src, c, ok := v.findSource(n)
					if !ok {
						c = v.resolve(n) // of a query around
					}
					if ok && src.rows() == plainRows {
						of, joined = append(of, src), joined || src.joined
						bound = max(bound, src.bound)
					} else if joined = joined || c.attributes != nil || c.joined; c.kind == Value {
						bound = Value
					}
				}
				return true
			})
			if v.comparesShared(e) {
				bound = Key
			}
			for _, src := range of {
				if bound > src.bound || joined && !src.joined {
					src.bound, src.joined, changed = max(bound, src.bound), src.joined || joined, true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// comparesShared reports whether what a condition compares is shared by many people, as years are.
func (v *env) comparesShared(e sqltree.Expr) bool {
	var sides []sqltree.Expr
	switch x := e.(type) {
	case *sqltree.Compare:
		sides = []sqltree.Expr{x.Left, x.Right}
	case *sqltree.Between:
		sides = []sqltree.Expr{x.Expr, x.Low, x.High}
	default:
		return false
	}
	return !slices.ContainsFunc(sides, func(s sqltree.Expr) bool { return v.expr(s).kind != Key })
}
