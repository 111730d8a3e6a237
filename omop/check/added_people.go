package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// addsPeopleUp reports whether a sum over everything is of people counted in groups by what differs from one
// record of a person to the next, such as the year.
func (p *pass) addsPeopleUp(f *sqltree.Func) bool {
	if f.Name != "sum" || len(f.Args) != 1 || choosesOne(f.Filter) || !p.Homes[f].Tree.GroupBy.Empty() {
		return false
	}
	count, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Func)
	if !ok || !p.countsDistinctPeople(count) || p.Homes[count] == nil || p.Homes[count] == p.Homes[f] {
		return p.addsPartsUp(f.Args[0])
	}
	if slices.ContainsFunc(p.tests, func(t *test) bool {
		return t.scope == p.Homes[f] && t.clause == inWhere && choosesOne(t.expr)
	}) {
		return false
	}
	s := p.Homes[count]
	for _, e := range s.Tree.GroupBy.Exprs {
		found := false
		sqltree.Inspect(numbered(e, s), func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Column)
			found = found || ok && all(p.Origins(c), func(o origin) bool {
				return o.Relation.Scope == s && isEvent(o.Relation.Table) && identity(o) != personKey
			})
		})
		if found {
			return true
		}
	}
	return p.partedByOuter(s)
}

// addsPartsUp reports whether a sum is over a UNION of numbers of people, each of those with a record in some time.
func (p *pass) addsPartsUp(e sqltree.Expr) bool {
	c, ok := sqltree.Bare(e).(*sqltree.Column)
	if !ok || p.Refs[c] == nil || p.Refs[c].Output == nil || len(p.Refs[c].Output.Inputs) < 2 {
		return false
	}
	return !slices.ContainsFunc(p.Refs[c].Output.Inputs, func(o *output) bool {
		f, ok := sqltree.Bare(o.Expr).(*sqltree.Func)
		timed := func(t *test) bool {
			return t.scope == p.Homes[f] && t.must && t.clause == inWhere && all(p.columnsIn(t.expr), isStart)
		}
		return !ok || !p.countsDistinctPeople(f) || !slices.ContainsFunc(p.tests, timed)
	})
}

// partedByOuter reports whether a SELECT counts for each row around it the people of a part of their records, as those
// of a month: LATERAL (SELECT COUNT(DISTINCT person_id) FROM … WHERE MONTH(visit_start_date) = months.n).
func (p *pass) partedByOuter(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if t.scope != s || !t.must || t.not {
			return false
		}
		outer, own := false, false
		sqltree.Inspect(t.expr, func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Column)
			if !ok || p.Refs[c] == nil {
				return
			}
			outer = outer || p.Refs[c].Outer
			own = own || !p.Refs[c].Outer && all(p.Origins(c), func(o origin) bool {
				return o.Relation.Scope == s && isEvent(o.Relation.Table) && identity(o) != personKey
			})
		})
		return outer && own
	})
}

// addsRecordsUp reports whether a sum over everything is of what is counted of each person's records.
func (p *pass) addsRecordsUp(f *sqltree.Func) bool {
	if f.Name != "sum" || len(f.Args) != 1 {
		return false
	}
	count, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Func)
	if !ok || count.Name != "count" || p.Homes[count] == nil || p.Homes[count] == p.Homes[f] ||
		p.countsDistinctPeople(count) {
		return false
	}
	by := p.Homes[count].Tree.GroupBy.Exprs
	return len(by) == 1 && identityOf(p.Origins(numbered(by[0], p.Homes[count]))) == personKey &&
		p.rowsPerPerson(p.Homes[count]) == no
}

// choosesOne reports whether a condition may leave one group over, as sex = 'F' does. A span of time leaves several.
func choosesOne(e sqltree.Expr) bool {
	switch e := e.(type) {
	case nil:
		return false
	case *sqltree.And:
		return slices.ContainsFunc(e.Terms, choosesOne)
	case *sqltree.Between:
		return e.Not
	case *sqltree.Compare:
		return e.Op[0] != '<' && e.Op[0] != '>' || e.Op == "<>"
	}
	return true
}
