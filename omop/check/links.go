package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// linked numbers the groups of relations that conditions connect. Where dates is
// false, conditions that only put dates in order connect nothing.
func (p *pass) linked(s *scope, dates bool) map[*relation]int {
	return p.linkedBy(s, func(e sqltree.Expr) bool { return dates || !p.tiesNobody(e) },
		func(*sqltree.Join) bool { return true })
}

// linkedBy numbers the groups of relations that some conditions, and the names of some joins, connect.
func (p *pass) linkedBy(s *scope, condition func(sqltree.Expr) bool, names func(*sqltree.Join) bool) map[*relation]int {
	group := make(map[*relation]int)
	for i, rel := range s.Relations {
		group[rel] = i
	}
	join := func(rels []*relation) {
		for _, rel := range rels[min(1, len(rels)):] {
			from, to := group[rel], group[rels[0]]
			for r, g := range group {
				if g == from {
					group[r] = to
				}
			}
		}
	}
	for _, t := range p.tests {
		if t.scope == s && condition(t.expr) {
			join(p.mentioned(t.expr, s))
		}
	}
	for _, j := range s.Joins() {
		if (j.Kind == sqltree.JoinNatural || j.Kind == sqltree.JoinPositional || len(j.Using) > 0) && names(j) {
			join(s.Below(j))
		}
	}
	for _, rel := range s.Relations {
		if sub, ok := rel.Node.(*sqltree.Subselect); ok && sub.Lateral {
			join(append(p.mentioned(sub, s), rel))
		}
		if f, ok := rel.Node.(*sqltree.TableFunc); ok {
			join(append(p.mentioned(f, s), rel))
		}
	}
	return group
}

// mentioned lists the relations of s whose columns occur in n, also within its queries.
func (p *pass) mentioned(n sqltree.Node, s *scope) []*relation {
	var out []*relation
	seen := map[*sqltree.Column]bool{}
	var visit func(n sqltree.Node)
	visit = func(n sqltree.Node) {
		sqltree.Walk(n, func(n sqltree.Node) bool {
			c, ok := n.(*sqltree.Column)
			if !ok || seen[c] {
				return true
			}
			seen[c] = true
			r := p.Refs[c]
			switch {
			case r == nil:
			case r.Relation != nil && r.Scope == s && !slices.Contains(out, r.Relation):
				out = append(out, r.Relation)
			case r.Relation == nil && r.Output != nil && r.Output.Expr != nil: // an alias of the SELECT list
				visit(r.Output.Expr)
			}
			return true
		})
	}
	visit(n)
	return out
}

// onlyDates reports whether a condition does no more than put dates in order, or a
// date and a birth: what it says is true of the events of any two people.
func (p *pass) onlyDates(e sqltree.Expr) bool {
	same := false
	switch e := e.(type) {
	case *sqltree.Compare:
		same = e.Op == "="
	case *sqltree.Between:
	default:
		return false
	}
	dates, others := 0, 0
	var count func(e sqltree.Expr, depth int)
	count = func(e sqltree.Expr, depth int) {
		sqltree.Inspect(e, func(x sqltree.Expr) {
			c, ok := x.(*sqltree.Column)
			if !ok {
				return
			}
			from := p.Origins(c)
			next := p.Follow(c)
			switch {
			case all(from, hasDate):
				dates++
			case all(from, isBirth), p.ofNobody(c):
			case from == nil && next != sqltree.Expr(c) && depth > 0:
				count(next, depth-1)
			default:
				others++
			}
		})
	}
	count(e, 5)
	if same { // a date that is also another's: a calendar's own dates are nobody's
		return dates > 1 && others == 0
	}
	return dates > 0 && others == 0
}

// tiesNobody reports whether a condition is true of the rows of any two people: one of dates alone, or one that keys
// differ.
func (p *pass) tiesNobody(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Compare)
	return ok && c.Op == "<>" && identityOf(p.Origins(sqltree.Bare(c.Left))) != "" || p.onlyDates(e)
}

// ofNobody reports whether a column is of a relation without people, such as a table of parameters.
func (p *pass) ofNobody(c *sqltree.Column) bool {
	r := p.Refs[c]
	return r != nil && r.Relation != nil && !p.holdsPeople(r.Relation)
}

func isBirth(o origin) bool {
	return o.TableName() == "person" && (o.Column.Name == "year_of_birth" || o.Column.Name == "birth_datetime")
}

// isDate reports whether an expression is a date that comes from the CDM's, or a literal.
func (p *pass) isDate(e sqltree.Expr) bool {
	switch e := sqltree.Bare(p.Follow(sqltree.Bare(e))).(type) {
	case *sqltree.Constant:
		return e.Kind == sqltree.Date || e.Kind == sqltree.Timestamp || e.Kind == sqltree.String
	case *sqltree.Column:
		return all(p.Origins(e), hasDate)
	case *sqltree.Func:
		switch {
		case (e.Name == "+" || e.Name == "-" || e.Name == "date_add") && len(e.Args) == 2:
			return p.isDate(e.Args[0]) && !p.isDate(e.Args[1])
		case sqltree.PassesFirst[e.Name] && len(e.Args) > 0:
			return p.isDate(e.Args[0])
		case sqltree.PassesOne[e.Name]:
			return !slices.ContainsFunc(e.Args, func(a sqltree.Expr) bool { return !p.isDate(a) })
		}
	}
	return false
}
