package plainform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Lists of the rows of a group, by which a person can count, add up and pick as by aggregates.

// The functions of a list that give what an aggregate does, by the aggregate's name.
var ofLists = map[string]string{
	"len": "count", "length": "count", "array_length": "count", "list_count": "count", "cardinality": "count",
	"array_size": "count", "size": "count", "list_unique": "count", "array_unique": "count",
	"list_sum": "sum", "list_avg": "avg", "list_min": "min", "list_max": "max", "list_median": "median",
	"array_min": "min", "array_max": "max", "list_bool_or": "bool_or", "list_bool_and": "bool_and",
}

// listed is the aggregate that a function of a list of a group's values comes to, or nil:
//
//	LEN(LIST(person_id))                COUNT(person_id)
//	LEN(LIST_DISTINCT(LIST(person_id))) COUNT(DISTINCT person_id)
//	LIST_AVG(LIST(value_as_number))     AVG(value_as_number)
func listed(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) == 0 {
		return nil
	}
	name, distinct := ofLists[f.Name], f.Name == "list_unique" || f.Name == "array_unique"
	if f.Name == "list_aggregate" || f.Name == "list_aggr" || f.Name == "array_aggregate" {
		if c, ok := f.Args[len(f.Args)-1].(*sqltree.Constant); ok {
			name = strings.ToLower(c.Text)
		}
	}
	list, unlike := listOf(f.Args[0])
	if name == "" || list == nil {
		return nil
	}
	return &sqltree.Func{Loc: f.Loc, Name: name, Args: list.Args, Filter: list.Filter,
		Distinct: distinct || unlike || list.Distinct}
}

// listOf is the aggregate that makes a list, behind what only puts its values in order or leaves out repeated ones.
func listOf(e sqltree.Expr) (list *sqltree.Func, distinct bool) {
	f, ok := e.(*sqltree.Func)
	if !ok || len(f.Args) == 0 {
		return nil, false
	}
	switch f.Name {
	case "list", "array_agg":
		return f, false
	case "list_distinct", "array_distinct":
		list, _ = listOf(f.Args[0])
		return list, true
	case "list_filter", "array_filter", "filter", "list_transform", "array_transform", "list_apply", "array_apply", "apply":
		list, distinct = listOf(f.Args[0])
		return eachOf(list, f), distinct
	case "list_sort", "array_sort", "sort_array", "list_reverse_sort", "list_reverse", "array_reverse":
		return listOf(f.Args[0])
	}
	return nil, false
}

// firstOf is the aggregate that the first or last value of a list in order is, or nil:
//
//	LIST_SORT(LIST(d))[1]   MIN(d)
//	LIST(x ORDER BY d)[1]   FIRST(x ORDER BY d)
func firstOf(e *sqltree.Subscript) sqltree.Expr {
	at, ok := whole(e.Args[0])
	if !ok || e.Slice || at != 1 && at != -1 {
		return nil
	}
	f, ok := e.Expr.(*sqltree.Func)
	if !ok || len(f.Args) == 0 {
		return nil
	}
	if last := at == -1; f.Name != "list" && f.Name != "array_agg" {
		list, _ := listOf(f)
		if list == nil || len(list.OrderBy) > 0 || !strings.Contains(f.Name, "sort") {
			return nil
		}
		down := f.Name == "list_reverse_sort" || slices.ContainsFunc(f.Args[1:], isDescending)
		name := map[bool]string{true: "max", false: "min"}[down != last]
		return &sqltree.Func{Loc: f.Loc, Name: name, Args: list.Args, Filter: list.Filter}
	}
	if len(f.OrderBy) == 0 {
		return nil
	}
	name := map[bool]string{true: "last", false: "first"}[at == -1]
	return &sqltree.Func{Loc: f.Loc, Name: name, Args: f.Args, OrderBy: f.OrderBy, Filter: f.Filter}
}

func isDescending(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && strings.EqualFold(c.Text, "DESC")
}

// extreme is the least or largest value for the first one in its own order, or nil: MIN(d) for ARG_MIN(d, d) and for
// FIRST(d ORDER BY d).
func extreme(f *sqltree.Func) sqltree.Expr {
	if f.Distinct {
		return nil
	}
	least := false
	switch f.Name {
	case "arg_min", "min_by", "argmin", "arg_max", "max_by", "argmax":
		if len(f.Args) != 2 {
			return nil
		}
		if by, ok := f.Args[1].(*sqltree.Func); ok && by.Name == "row" && len(by.Args) > 0 { // by its first value
			out := *f
			out.Args = []sqltree.Expr{f.Args[0], by.Args[0]}
			return &out
		}
		if !sqltree.Equal(f.Args[0], f.Args[1]) {
			return nil
		}
		least = strings.Contains(f.Name, "min")
	case "first", "last", "any_value":
		if len(f.Args) != 1 || len(f.OrderBy) != 1 || !sqltree.Equal(f.Args[0], f.OrderBy[0].Expr) {
			return nil
		}
		least = f.OrderBy[0].Desc == (f.Name == "last")
	default:
		return nil
	}
	return &sqltree.Func{Loc: f.Loc, Name: map[bool]string{true: "min", false: "max"}[least], Args: f.Args[:1],
		Filter: f.Filter}
}

// firstInWindow is MIN(d) OVER (PARTITION BY p) for FIRST_VALUE(d) OVER (PARTITION BY p ORDER BY d), or nil.
func firstInWindow(w *sqltree.Window) sqltree.Expr {
	if w.Func.Name != "first_value" || len(w.Func.Args) != 1 || len(w.OrderBy) != 1 || w.Frame != nil ||
		!sqltree.Equal(w.Func.Args[0], w.OrderBy[0].Expr) {
		return nil
	}
	name := map[bool]string{true: "max", false: "min"}[w.OrderBy[0].Desc]
	return &sqltree.Window{Loc: w.Loc, PartitionBy: w.PartitionBy,
		Func: &sqltree.Func{Loc: w.Func.Loc, Name: name, Args: w.Func.Args, Filter: w.Func.Filter}}
}

// firstRow writes a query that puts out the first of its rows by what it puts out, as one that takes the least:
// SELECT d FROM t ORDER BY d LIMIT 1 as SELECT MIN(d) FROM t. It reports whether the query is such a one.
func firstRow(q *sqltree.Select) bool {
	n, ok := whole(q.Limit)
	if !ok || n != 1 || q.Offset != nil || q.Percent || q.Distinct || len(q.DistinctOn) > 0 || !q.GroupBy.Empty() ||
		q.Having != nil || q.Qualify != nil || q.From == nil || len(q.List) != 1 || len(q.OrderBy) == 0 {
		return false
	}
	c, column := q.List[0].Expr.(*sqltree.Column)
	by := q.OrderBy[0]
	if k, ok := whole(by.Expr); !column || !sqltree.Equal(c, by.Expr) && !(ok && k == 1) {
		return false
	}
	if q.List[0].Alias == "" {
		q.List[0].Alias = c.Name()
	}
	name := map[bool]string{true: "max", false: "min"}[by.Desc]
	q.List[0].Expr = &sqltree.Func{Loc: sqltree.At(c.Pos()), Name: name, Args: []sqltree.Expr{c}}
	q.OrderBy, q.Limit = nil, nil
	return true
}

// countLists takes functions of lists that a derived table or CTE puts out to where the lists are made, and leaves out
// the lists of which nothing else is read.
// Example: AVG(LEN(list)) over SELECT person_id, LIST(x) AS list … is AVG(n) over SELECT person_id, COUNT(x) AS n ….
func (f *form) countLists() {
	counted := map[*sqltree.Output]*sqltree.Relation{}
	sqltree.Rewrite(f.Tree, func(e sqltree.Expr) sqltree.Expr {
		of, name := listRead(e)
		column, made, rel := f.listWithin(of)
		if made == nil {
			return e
		}
		moved := sqltree.Clone(e)
		sqltree.Rewrite(moved, func(x sqltree.Expr) sqltree.Expr {
			if c, ok := x.(*sqltree.Column); ok && sqltree.Equal(c, column) {
				return sqltree.Clone(made)
			}
			return x
		})
		value := ofList(moved)
		if value == nil {
			return e
		}
		counted[f.Refs[column].Output], f.changed = rel, true
		put := func(e sqltree.Expr) sqltree.Expr {
			q := rel.Inner.Scope.Tree
			alias := column.Name() + "_" + name
			if slices.ContainsFunc(q.List, func(i *sqltree.Item) bool { return i.Alias == alias }) {
				alias += strconv.Itoa(len(q.List))
			}
			q.List = append(q.List, &sqltree.Item{Expr: e, Alias: alias})
			table := slices.Clone(column.Names[:len(column.Names)-1])
			return &sqltree.Column{Loc: sqltree.At(column.Pos()), Names: append(table, alias)}
		}
		return putCounts(value, put)
	})
	for list, rel := range counted {
		f.leaveOut(list, rel)
	}
}

// putCounts puts a value of a group, or each number that a condition of the group compares, where put does, and returns
// what stands for it.
func putCounts(value sqltree.Expr, put func(sqltree.Expr) sqltree.Expr) sqltree.Expr {
	switch is := value.(type) {
	case *sqltree.Compare:
		is.Left = put(is.Left)
		return is
	case *sqltree.And:
		for i := range is.Terms {
			is.Terms[i] = putCounts(is.Terms[i], put)
		}
		return is
	}
	return put(value)
}

// listRead is the list that an expression reads, and a name for what it reads of it; nil where it reads none.
func listRead(e sqltree.Expr) (list sqltree.Expr, name string) {
	switch e := e.(type) {
	case *sqltree.Func:
		if len(e.Args) > 0 {
			return e.Args[0], e.Name
		}
	case *sqltree.Subscript:
		return e.Expr, "at"
	case *sqltree.IsNull:
		return e.Expr, "there"
	}
	return nil, ""
}

// leaveOut takes a column out of a query where nothing reads it.
func (f *form) leaveOut(o *sqltree.Output, rel *sqltree.Relation) {
	read := false
	sqltree.Walk(f.Tree, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Star:
			read = true
		case *sqltree.Column:
			read = read || f.Refs[n] != nil && f.Refs[n].Output == o
		}
		return !read
	})
	if q := rel.Inner.Scope.Tree; !read {
		q.List = slices.DeleteFunc(q.List, func(i *sqltree.Item) bool { return i.Expr == o.Expr })
	}
}

// ofList is what a function of a list, one of its values, or whether it has that value comes to; nil for nothing.
func ofList(e sqltree.Expr) sqltree.Expr {
	switch e := e.(type) {
	case *sqltree.Func:
		return first(e, listed, holdsValue)
	case *sqltree.Subscript:
		return firstOf(e)
	case *sqltree.IsNull:
		return hasSoMany(e)
	}
	return nil
}

// listWithin finds the column within an expression that is a list which a query makes of the values of a group, how it
// is made, and the relation of that query.
func (f *form) listWithin(e sqltree.Expr) (column *sqltree.Column, made *sqltree.Func, rel *sqltree.Relation) {
	if e == nil {
		return nil, nil, nil
	}
	sqltree.Inspect(e, func(x sqltree.Expr) {
		c, ok := x.(*sqltree.Column)
		if !ok || made != nil {
			return
		}
		if list, in := f.listBehind(c); list != nil {
			column, made, rel = c, list, in
		}
	})
	return column, made, rel
}

// listBehind returns the aggregate by which the query behind a column makes a list, and the relation of that query.
func (f *form) listBehind(c *sqltree.Column) (*sqltree.Func, *sqltree.Relation) {
	ref := f.Refs[c]
	if c == nil || ref == nil || ref.Relation == nil || ref.Output == nil || ref.Relation.Inner == nil ||
		ref.Relation.Inner.Scope == nil || len(columnNames(ref.Relation.Node)) > 0 {
		return nil, nil
	}
	made, ok := ref.Output.Expr.(*sqltree.Func)
	q, plain := ref.Relation.Inner.Tree.(*sqltree.Select)
	if list, _ := listOf(ref.Output.Expr); !ok || !plain || q.Distinct || list == nil {
		return nil, nil
	}
	return made, ref.Relation
}
