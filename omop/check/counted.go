package check

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// unit is what a number counts.
type unit int

const (
	otherUnit unit = iota
	peopleUnit
	recordUnit
)

// counted tells what an expression counts, and by which function. It looks through rounding,
// factors, scalar subqueries and the columns of derived tables.
func (p *pass) counted(e sqltree.Expr) (unit, *sqltree.Func) {
	for range 10 {
		e = p.essence(e)
		switch x := e.(type) {
		case *sqltree.Subquery:
			r := p.Subs[x.Query]
			if r == nil || len(r.Columns) != 1 || r.Columns[0].Expr == nil {
				return otherUnit, nil
			}
			e = r.Columns[0].Expr
			continue
		case *sqltree.Window:
			e = x.Func
			continue
		case *sqltree.Func:
			if (x.Name == "nullif" || x.Name == "greatest") && len(x.Args) > 0 {
				e = x.Args[0]
				continue
			}
			return p.countedBy(x), x
		}
		break
	}
	return otherUnit, nil
}

// countedBy tells what a function counts in the rows of its own SELECT.
func (p *pass) countedBy(f *sqltree.Func) unit {
	home := p.Homes[f]
	switch {
	case home == nil || p.groupedByPerson(home):
		return otherUnit
	case p.countsDistinctPeople(f):
		return peopleUnit
	case f.Name == "sum" && len(f.Args) == 1 && aggregated(f.Args[0]): // SUM(COUNT(*)) OVER () adds groups up
		what, _ := p.counted(f.Args[0])
		return what
	case len(p.keyCounts(f)) > 0 && f.Name == "max":
		return recordUnit
	case f.Name == "count" && len(f.Args) == 1 && p.countsKey(f.Args[0]):
		return recordUnit
	case !p.countsRows(f) && !p.countsStarts(f):
		return otherUnit
	case p.oncePerGroup(home):
		return peopleUnit
	}
	switch p.rowsPerPerson(home) {
	case yes:
		if slices.ContainsFunc(home.Relations, p.holdsPeople) {
			return peopleUnit
		}
	case no:
		return recordUnit
	}
	return otherUnit
}

// oncePerGroup reports whether each person is in each group once: the rows are told apart by the person and by what
// makes the groups.
//
// Example: FROM (SELECT DISTINCT person_id, drug_concept_id FROM drug_exposure) GROUP BY drug_concept_id.
func (p *pass) oncePerGroup(s *scope) bool {
	if len(s.Relations) != 1 || s.Relations[0].Inner == nil || s.Relations[0].Inner.Scope == nil {
		return false
	}
	inner := s.Relations[0].Inner.Scope
	var keys, by []sqltree.Expr
	switch {
	case inner.Tree.Distinct && len(inner.Tree.DistinctOn) == 0:
		for _, i := range inner.Tree.List {
			keys = append(keys, i.Expr)
		}
	case !inner.Tree.GroupBy.Empty():
		for _, e := range inner.Tree.GroupBy.Exprs {
			keys = append(keys, numbered(e, inner))
		}
	}
	for _, e := range s.Tree.GroupBy.Exprs {
		by = append(by, p.Follow(sqltree.Bare(numbered(e, s))))
	}
	person := false
	for _, e := range keys {
		is := identityOf(p.Origins(sqltree.Bare(e))) == personKey
		person = person || is
		if !is && !slices.Contains(by, p.Follow(sqltree.Bare(e))) {
			return false
		}
	}
	return person
}

// countsStarts reports whether a function counts rows by the date that each event has, as COUNT(condition_start_date).
func (p *pass) countsStarts(f *sqltree.Func) bool {
	return f.Name == "count" && !f.Distinct && len(f.Args) == 1 &&
		all(p.Origins(f.Args[0]), func(o origin) bool { return isStart(o) && isEvent(o.Relation.Table) })
}

// countsDistinctPeople reports whether e is COUNT(DISTINCT person_id), also of those who meet a condition.
func (p *pass) countsDistinctPeople(e sqltree.Expr) bool {
	f, ok := e.(*sqltree.Func)
	if !ok || len(f.Args) != 1 {
		return false
	}
	if w := p.largestRank(f, "dense_rank"); w != nil {
		return identityOf(p.Origins(w.OrderBy[0].Expr)) == personKey
	}
	return f.Name == "count" && f.Distinct && identityOf(p.Origins(f.Args[0])) == personKey
}

// rowsOf is the SELECT whose rows a count counts.
func (p *pass) rowsOf(f *sqltree.Func) *scope {
	if w := p.largestRank(f, "row_number"); w != nil {
		return p.Homes[w.Func]
	}
	return p.Homes[f]
}

// largestRank returns the window whose largest number a function is, where that number is a count: MAX(n) of
// ROW_NUMBER() OVER () AS n counts rows, and that of DENSE_RANK() OVER (ORDER BY person_id) people.
func (p *pass) largestRank(f *sqltree.Func, rank string) *sqltree.Window {
	if f.Name != "max" || len(f.Args) != 1 {
		return nil
	}
	w, ok := p.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Window)
	if !ok || w.Func.Name != rank || len(w.PartitionBy) > 0 || rank == "dense_rank" && len(w.OrderBy) != 1 {
		return nil
	}
	return w
}

// countsRows reports whether a function counts the rows that it sees, or those that meet a condition:
// COUNT(*), COUNT(1), COUNT(person_id), COUNT(CASE … THEN 1 END), SUM(CASE … THEN 1 ELSE 0 END).
func (p *pass) countsRows(f *sqltree.Func) bool {
	if f.Distinct {
		return false
	}
	switch f.Name {
	case "count_star", "count_if", "countif":
		return true
	case "max":
		return p.largestRank(f, "row_number") != nil
	case "count":
		return f.Star || len(f.Args) == 0 || isConstant(f.Args[0]) || p.flags(f.Args[0]) ||
			identityOf(p.Origins(f.Args[0])) == personKey
	case "sum":
		return len(f.Args) == 1 && (isOne(f.Args[0]) || p.flags(f.Args[0]))
	}
	return false
}

// isFlag reports whether a value is 1 or 0 by a condition on each row, or on any row of a group: CASE, BOOL_OR(c)::INT,
// MAX(c::INT), (COUNT(*) FILTER (WHERE c) > 0)::INT.
func (p *pass) isFlag(e sqltree.Expr) bool {
	switch e := sqltree.Bare(p.Follow(sqltree.Bare(e))).(type) {
	case *sqltree.Case:
		return true
	case *sqltree.Compare:
		return p.countsSome(e)
	case *sqltree.Func:
		return isNamed(e, "bool_or", "bool_and") || isNamed(e, "max", "min") && len(e.Args) == 1 && p.isFlag(e.Args[0])
	}
	return false
}

// flags reports whether an expression is a CASE of constants, such as 1 and 0.
func (p *pass) flags(e sqltree.Expr) bool {
	c, ok := sqltree.Bare(e).(*sqltree.Case)
	if !ok || c.Else != nil && !isConstant(c.Else) {
		return false
	}
	return !slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool {
		n, number := number(w.Then)
		return !number || n != 0 && n != 1
	})
}

func isOne(e sqltree.Expr) bool {
	n, ok := number(e)
	return ok && n == 1
}

// isPercent reports whether an expression is multiplied by 100.
func (p *pass) isPercent(e sqltree.Expr) bool {
	return p.Within(e, func(x sqltree.Expr) bool {
		f, ok := x.(*sqltree.Func)
		return ok && f.Name == "*" && slices.ContainsFunc(f.Args, func(a sqltree.Expr) bool {
			n, ok := number(a)
			return ok && n == 100
		})
	})
}
