package privacy

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/sqltree"
)

// The language that is judged is closed by use: what legitimate SQL about people has no use for is refused before
// anything is proven of it. language.tsv has the constructs, with the reason of each.

//go:embed language.tsv
var languageText string

// construct is what SQL from outside may not hold.
type construct struct{ called, reason, instead string }

// constructs reads language.tsv.
var constructs = sync.OnceValue(func() map[string]construct {
	out := map[string]construct{}
	for line := range strings.Lines(languageText) {
		if cells := strings.Split(strings.TrimRight(line, "\n"), "\t"); len(cells) == 4 {
			out[cells[0]] = construct{cells[1], cells[2], cells[3]}
		}
	}
	return out
})

// The largest numbers that one result may hold beside each other. Legitimate ones
// have 7, 6, 12, 4 and 3 of them at most.
const (
	mostInputs     = 8  // of a UNION of counts
	mostNumbers    = 8  // in a row
	mostOfUnion    = 16 // numbers, of all its inputs
	mostSubqueries = 8  // for a value
	mostKeys       = 5  // of GROUP BY
)

// refuse notes a construct of language.tsv.
func (a *analysis) refuse(name string, what ...any) {
	c := constructs()[name]
	called := strings.Replace(c.called, "%s", fmt.Sprint(what...), 1)
	a.outside = append(a.outside, called+" is not shown of people's data: "+c.reason+"; "+c.instead)
}

// readsPeople reports whether a query reads a table of people, or holds what is not understood. Named are the queries
// that WITH names around it: the name of one may be that of a table elsewhere.
func readsPeople(q sqltree.Query, named map[string]bool) bool {
	named, found := maps.Clone(named), false
	if named == nil {
		named = map[string]bool{}
	}
	for _, c := range q.Tail().With {
		name := strings.ToLower(c.Name)
		before := named[name]
		named[name] = before || c.Recursive
		if readsPeople(c.Query, named) {
			return true
		}
		named[name] = true
	}
	sqltree.Walk(q, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Other:
			found = true
		case *sqltree.CTE:
			return false
		case sqltree.Query:
			if n != q {
				found = found || readsPeople(n, named)
				return false
			}
		case *sqltree.BaseTable:
			isNamed := n.Schema == "" && n.Catalog == "" && named[strings.ToLower(n.Name)]
			found = found || !withoutPeople(n.Name) && !isNamed
		}
		return !found
	})
	return found
}

// groupsByPerson reports whether a SELECT names a person's id among what it groups by.
func groupsByPerson(s *sqltree.Select) bool {
	keys := slices.Clone(s.GroupBy.Exprs)
	for i, item := range s.List {
		if s.GroupBy.All || slices.ContainsFunc(s.GroupBy.Exprs, func(e sqltree.Expr) bool {
			c, ok := e.(*sqltree.Constant)
			n, isInt := int64(0), false
			if ok {
				n, isInt = c.Int64()
			}
			return isInt && n == int64(i+1)
		}) {
			keys = append(keys, item.Expr)
		}
	}
	return slices.ContainsFunc(keys, func(e sqltree.Expr) bool {
		c, ok := e.(*sqltree.Column)
		return ok && ofPatients(c.Name()).person
	})
}

// inLanguage looks for constructs that can be told by their words alone. Each kind of node is named here, in
// tableInLanguage or in exprInLanguage, or refused.
func (a *analysis) inLanguage(s *sqltree.Statement) {
	subqueries := 0
	a.plain = map[string]bool{}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.CTE); ok {
			name := strings.ToLower(c.Name)
			before, again := a.plain[name]
			a.plain[name] = (before || !again) && !a.isOfPeople(c.Query)
		}
		return true
	})
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Other: // a query, a table or an expression
			a.outside = append(a.outside, notUnderstood(n))
			return false
		case *sqltree.CTE:
			if n.Recursive || len(n.Key) > 0 {
				a.refuse("recursion")
			}
		case *sqltree.Values:
			if !isOfConstants(n) {
				a.refuse("values")
			}
		case *sqltree.SetOp:
			a.setInLanguage(n)
		case *sqltree.Select:
			a.selectInLanguage(n)
		case sqltree.TableRef:
			a.tableInLanguage(n)
		case *sqltree.Order: // ORDER BY ALL is a star
			_, isAll := n.Expr.(*sqltree.Star)
			return !isAll
		case sqltree.Expr:
			if _, ok := n.(*sqltree.Subquery); ok {
				subqueries++
			}
			a.exprInLanguage(n)
		}
		if q, ok := n.(sqltree.Query); ok && q.Tail().Percent {
			a.refuse("percent")
		}
		return true
	})
	if subqueries > mostSubqueries {
		a.refuse("subqueries", mostSubqueries)
	}
}

func (a *analysis) setInLanguage(x *sqltree.SetOp) {
	inputs, numbers, keyed := 0, 0, 0
	for _, in := range x.Inputs {
		s, ok := in.(*sqltree.Select)
		if !ok || !groups(s) || groupsByPerson(s) {
			continue
		}
		inputs++
		for _, item := range s.List {
			if aggregates(item.Expr) {
				numbers++
			}
		}
		if !s.GroupBy.Empty() && numbers > 0 {
			keyed++
		}
	}
	switch {
	case x.ByName:
		a.refuse("set", x.Op+" BY NAME")
	case x.All && x.Op != "UNION":
		a.refuse("set", x.Op+" ALL")
	case inputs > mostInputs:
		a.refuse("inputs", mostInputs)
	case numbers > mostOfUnion:
		a.refuse("union-size", mostOfUnion)
	case keyed > 1:
		a.refuse("groupings")
	}
}

func (a *analysis) tableInLanguage(t sqltree.TableRef) {
	switch t := t.(type) {
	case *sqltree.Subselect:
	case *sqltree.BaseTable:
		if sqltree.IsCatalog(t.Schema) || sqltree.IsCatalog(t.Catalog) {
			a.refuse("element", "the catalog")
		}
	case *sqltree.TableFunc:
		if t.Func.Name != "generate_series" && t.Func.Name != "range" || t.Ordinality {
			a.refuse("table-function", strings.ToUpper(t.Func.Name))
		}
	case *sqltree.Join:
		a.joinInLanguage(t)
	default:
		a.outside = append(a.outside, notUnderstood(t))
	}
}

// The joins that are judged, by their kind and by their type.
var (
	joinKindsInLanguage = []sqltree.JoinKind{sqltree.JoinOn, sqltree.JoinComma, sqltree.JoinCross, sqltree.JoinAsOf}
	joinTypesInLanguage = []string{"INNER", "LEFT", "SEMI", "ANTI"}
)

func (a *analysis) joinInLanguage(j *sqltree.Join) {
	switch {
	case !slices.Contains(joinTypesInLanguage, j.Type):
		a.refuse("join", j.Type)
	case !slices.Contains(joinKindsInLanguage, j.Kind):
		a.refuse("join", string(j.Kind))
	}
	if j.On != nil && holdsIn(j.On, func(n sqltree.Node) bool {
		switch n.(type) {
		case *sqltree.Subquery, *sqltree.Exists:
			return true
		}
		return false
	}) {
		a.refuse("join-query")
	}
}

// selectInLanguage looks where subqueries stand, and how many keys and numbers there are.
func (a *analysis) selectInLanguage(s *sqltree.Select) {
	places := []struct {
		name  string
		exprs []sqltree.Expr
	}{{"GROUP BY", s.GroupBy.Exprs}, {"HAVING", []sqltree.Expr{s.Having}}, {"QUALIFY", []sqltree.Expr{s.Qualify}},
		{"LIMIT", []sqltree.Expr{s.Limit, s.Offset}}, {"ORDER BY", orderedBy(s.OrderBy)}}
	sqltree.Walk(s, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case sqltree.Query:
			return n == sqltree.Query(s)
		case *sqltree.Window:
			places = append(places, struct {
				name  string
				exprs []sqltree.Expr
			}{"a window", append(orderedBy(n.OrderBy), n.PartitionBy...)})
		}
		return true
	})
	for _, at := range places {
		for _, e := range at.exprs {
			if e != nil && holdsIn(e, a.isOfPeople) {
				a.refuse("place", at.name)
			}
		}
	}
	keys := len(s.GroupBy.Exprs)
	if s.GroupBy.All {
		keys = len(s.List) - len(slices.DeleteFunc(slices.Clone(s.List),
			func(i *sqltree.Item) bool { return !aggregates(i.Expr) }))
	}
	if keys > mostKeys && s.GroupBy.Sets == nil {
		a.refuse("keys", mostKeys)
	}
}

func orderedBy(by []*sqltree.Order) []sqltree.Expr {
	var out []sqltree.Expr
	for _, o := range by {
		out = append(out, o.Expr)
	}
	return out
}

func isQuery(n sqltree.Node) bool { _, ok := n.(sqltree.Query); return ok }

// isOfPeople reports whether a node is a query that reads other tables than those of the vocabulary.
func (a *analysis) isOfPeople(n sqltree.Node) bool {
	return isQuery(n) && holdsIn(n, func(n sqltree.Node) bool {
		t, ok := n.(*sqltree.BaseTable)
		if !ok {
			return false
		}
		plain, isNamed := a.plain[strings.ToLower(t.Name)]
		return isNamed && !plain || !isNamed && !withoutPeople(t.Name)
	})
}

func (a *analysis) exprInLanguage(e sqltree.Expr) {
	switch x := e.(type) {
	case *sqltree.Column, *sqltree.Constant, *sqltree.Placeholder, *sqltree.Interval, *sqltree.Extract, *sqltree.Case,
		*sqltree.Compare, *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.In, *sqltree.InQuery, *sqltree.Exists,
		*sqltree.Subquery, *sqltree.IsNull, *sqltree.IsTruth, *sqltree.Between, *sqltree.Like, *sqltree.Window:
	case *sqltree.Cast:
		if !isNumeric(x.Type) && !isTime(x.Type) && !isText(x.Type) && !strings.EqualFold(x.Type, "BOOLEAN") {
			a.refuse("element", "a CAST to "+x.Type)
		}
	case *sqltree.Star:
		if x.Columns || len(x.Exclude) > 0 || len(x.Replace) > 0 {
			a.refuse("star")
		}
	case *sqltree.Subscript:
		if f, ok := x.Expr.(*sqltree.Func); !ok || !isQuantile(f) {
			a.refuse("element", "an element of a list")
		}
	case *sqltree.Lambda:
		a.refuse("element", "a lambda")
	case *sqltree.Field, *sqltree.Named:
		a.refuse("element", "a struct")
	case *sqltree.Position:
		a.refuse("element", "a column by its place")
	case *sqltree.Collate:
		a.refuse("element", "COLLATE")
	case *sqltree.Quantified:
		a.refuse("quantified")
	case *sqltree.Func:
		a.functionInLanguage(x)
	default:
		a.outside = append(a.outside, notUnderstood(e))
	}
}

func (a *analysis) functionInLanguage(f *sqltree.Func) {
	name := strings.ToUpper(f.Name)
	switch k := kindOf(f.Name); {
	case k == opaque:
		a.refuse("aggregate", name)
	case k == outside || k == unknownFunction:
		a.refuse("function", name)
	case f.Schema != "":
		a.refuse("function", strings.ToUpper(f.Schema)+"."+name)
	case !isAggregate(f.Name) && k != windowing && (f.Star || f.Distinct || f.Filter != nil || len(f.OrderBy) > 0),
		f.Star && k != counting:
		a.refuse("function", name+" with a clause of aggregates")
	case k == rowMaking:
		if slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool { return !isFixed(e) }) {
			a.refuse("unnest")
		}
	case isAggregate(f.Name) && f.Distinct && k != counting && k != listing && k != extreme:
		a.refuse("aggregate-distinct", name)
	case isAggregate(f.Name) && len(f.OrderBy) > 0 && !f.WithinGroup() && f.Name != "string_agg":
		a.refuse("aggregate-order", name)
	}
}

// numbersInLanguage refuses a result of more numbers in a row than can be set against each other.
func (a *analysis) numbersInLanguage(q *query) {
	n := 0
	for _, c := range q.cols {
		if c.kind.aggregated() {
			n++
		}
	}
	if n > mostNumbers {
		a.refuse("numbers", mostNumbers)
	}
}
