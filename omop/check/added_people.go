package check

import "github.com/askomop/askomop/omop/sqltree"

// addsPeopleUp reports whether a sum over everything is of people counted in groups by what differs from one
// record of a person to the next, such as the year.
func (p *pass) addsPeopleUp(f *sqltree.Func) bool {
	if f.Name != "sum" || len(f.Args) != 1 || f.Filter != nil || !p.Homes[f].Tree.GroupBy.Empty() {
		return false
	}
	count, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Func)
	if !ok || !p.countsDistinctPeople(count) || p.Homes[count] == nil || p.Homes[count] == p.Homes[f] {
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
	return false
}
