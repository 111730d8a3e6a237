package plausible

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/cell"
)

// What a column of a result can hold at most is read off the tree of its SQL, or off the roles that the compiler gives,
// and never off its name:
//
//	WITH n AS (SELECT COUNT(DISTINCT person_id) AS a FROM drug_exposure WHERE …), d AS (SELECT COUNT(*) AS b FROM person)
//	SELECT ROUND(100.0 * n.a / NULLIF(d.b, 0), 2) AS x FROM n, d
//
// x is 100 · A / B, and both A and B count persons: it is at most 100.

// counting says what a column counts.
type counting uint8

const (
	countsNothing counting = iota // it is not a count
	countsPersons
	countsOthers // records, or what can't be told
)

// columnBound is what is known of one column.
type columnBound struct {
	counts counting
	share  float64 // k, where the column is k · A / B of counts of persons; 0 otherwise
}

// bounds reads what the columns of a run's result can hold; nil where that can't be told.
func (j Judge) bounds(ctx context.Context, r Result) []columnBound {
	if j.Parser == nil || r.Table == nil {
		return nil
	}
	stmt, err := sqltree.Parse(ctx, j.Parser, r.SQL)
	if err != nil {
		return nil // it ran: what the parser makes of it is another matter
	}
	versions := schema.Versions()
	s, err := schema.For(versions[len(versions)-1])
	if err != nil {
		return nil
	}
	t := boundsReader{sqltree.Resolve(stmt, s), asksForRatio.MatchString(r.Question)}
	if t.Result == nil || !t.Result.Known || len(t.Result.Columns) != len(r.Table.Columns) {
		return nil
	}
	out := make([]columnBound, len(t.Result.Columns))
	for i, c := range t.Result.Columns {
		out[i] = t.column(c)
	}
	if r.Plan != nil && len(r.Plan.Columns) == len(out) {
		for i, c := range r.Plan.Columns {
			out[i].counts = countingOf(c)
		}
	}
	return out
}

// countingOf says what a compiled column counts, by its role.
func countingOf(c compile.Column) counting {
	switch c.Role {
	case compile.Count, compile.Numerator, compile.Denominator:
		if c.Of == study.Persons {
			return countsPersons
		}
		return countsOthers
	}
	return countsNothing
}

// boundsReader reads bounds off a tree whose names are resolved.
type boundsReader struct {
	*sqltree.Resolved
	ratio bool // the question asks for a ratio of groups
}

func (t boundsReader) column(o *sqltree.Output) columnBound {
	if len(o.Inputs) > 0 { // of a set operation: what holds of every input
		all := t.column(o.Inputs[0])
		for _, in := range o.Inputs[1:] {
			if b := t.column(in); b != all {
				return columnBound{counts: max(b.counts, all.counts)}
			}
		}
		return all
	}
	if o.Expr == nil {
		return columnBound{}
	}
	return columnBound{t.counts(o.Expr, 0), t.share(o.Expr)}
}

// deepest bounds how far expressions are followed.
const deepest = 20

// counts says what an expression counts, followed through CTEs, derived tables and scalar subqueries.
func (t boundsReader) counts(e sqltree.Expr, depth int) counting {
	if depth > deepest {
		return countsNothing
	}
	switch x := t.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Cast:
		return t.counts(x.Expr, depth+1)
	case *sqltree.Window:
		return min(t.counts(x.Func, depth+1)*2, countsOthers)
	case *sqltree.Subquery:
		if inner := t.Subs[x.Query]; inner != nil && len(inner.Columns) == 1 && inner.Columns[0].Expr != nil {
			return t.counts(inner.Columns[0].Expr, depth+1)
		}
	case *sqltree.Func:
		switch {
		case x.Name == "coalesce" || x.Name == "nullif" || x.Name == "ifnull":
			return t.counts(x.Args[0], depth+1)
		case x.Name == "max" && len(x.Args) == 1 || x.Name == "min" && len(x.Args) == 1 ||
			x.Name == "any_value" && len(x.Args) == 1:
			return countsNothing // of counts: a value, whose 0 is one
		case strings.HasPrefix(x.Name, "count"):
			return t.counted(x)
		case x.Name == "sum" && len(x.Args) == 1:
			return t.summed(x, depth)
		}
	}
	return countsNothing
}

// counted says what a COUNT counts.
func (t boundsReader) counted(f *sqltree.Func) counting {
	switch {
	case f.Distinct && len(f.Args) == 1 && t.isPerson(f.Args[0]):
		return countsPersons
	case !f.Distinct && t.onePersonARow(t.Homes[f]):
		return countsPersons
	}
	return countsOthers
}

// summed says what a SUM counts: rows, where it adds ones and zeros, or what its summands count, but each as often as
// it comes.
func (t boundsReader) summed(f *sqltree.Func, depth int) counting {
	if c, ok := t.Follow(sqltree.Bare(f.Args[0])).(*sqltree.Case); ok && onesAndZeros(c) {
		if t.onePersonARow(t.Homes[f]) {
			return countsPersons
		}
		return countsOthers
	}
	if t.counts(f.Args[0], depth+1) != countsNothing {
		return countsOthers
	}
	return countsNothing
}

func onesAndZeros(c *sqltree.Case) bool {
	small := func(e sqltree.Expr) bool {
		k, ok := e.(*sqltree.Constant)
		return ok && (k.Text == "0" || k.Text == "1" || k.Kind == sqltree.Null)
	}
	return (c.Else == nil || small(c.Else)) &&
		!slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool { return !small(w.Then) })
}

// isPerson reports whether an expression is the id of a person, or NULL.
func (t boundsReader) isPerson(e sqltree.Expr) bool {
	if c, ok := t.Follow(sqltree.Bare(e)).(*sqltree.Case); ok {
		return (c.Else == nil || isNull(c.Else)) && len(c.Whens) > 0 &&
			!slices.ContainsFunc(c.Whens, func(w *sqltree.When) bool { return !t.isPerson(w.Then) })
	}
	origins := t.Origins(e)
	return len(origins) > 0 &&
		!slices.ContainsFunc(
			origins,
			func(o sqltree.Origin) bool { return o.Column == nil || o.Column.Name != "person_id" },
		)
}

func isNull(e sqltree.Expr) bool {
	c, ok := e.(*sqltree.Constant)
	return ok && c.Kind == sqltree.Null
}

// onePersonARow reports whether each person stands behind at most one row of a SELECT's FROM: it reads person or death
// alone, or one query that groups by person, or lists persons once.
func (t boundsReader) onePersonARow(s *sqltree.Scope) bool {
	if s == nil || len(s.Relations) != 1 {
		return false
	}
	rel := s.Relations[0]
	if rel.Table != nil {
		return rel.Table.Name == "person" || rel.Table.Name == "death"
	}
	if rel.Inner == nil || rel.Inner.Scope == nil {
		return false
	}
	inner := rel.Inner.Scope.Tree
	switch {
	case len(inner.GroupBy.Exprs) == 1 && inner.GroupBy.Sets == nil:
		return t.isPerson(inner.GroupBy.Exprs[0])
	case inner.Distinct && len(inner.List) == 1 && inner.GroupBy.Empty():
		return t.isPerson(inner.List[0].Expr)
	case inner.GroupBy.Empty() && !inner.GroupBy.All:
		return t.onePersonARow(rel.Inner.Scope)
	}
	return false
}

// share is k of an expression k · A / B whose A and B count persons; 0 for every other, and for the ratio of two groups
// that is asked for.
func (t boundsReader) share(e sqltree.Expr) float64 {
	k, top, bottom := t.fraction(e, 0)
	if k <= 0 || t.counts(top, 0) != countsPersons || t.counts(bottom, 0) != countsPersons ||
		t.ratio && t.apart(top, bottom) {
		return 0
	}
	return k
}

// fraction takes ROUND(k * A / NULLIF(B, 0), n) and its like apart; k is 0 for what is none.
func (t boundsReader) fraction(e sqltree.Expr, depth int) (k float64, top, bottom sqltree.Expr) {
	if depth > deepest {
		return 0, nil, nil
	}
	switch x := t.Follow(sqltree.Bare(e)).(type) {
	case *sqltree.Cast:
		return t.fraction(x.Expr, depth+1)
	case *sqltree.Func:
		switch {
		case (x.Name == "round" || x.Name == "coalesce") && len(x.Args) > 0:
			return t.fraction(x.Args[0], depth+1)
		case x.Operator && x.Name == "/" && len(x.Args) == 2:
			k, top = t.scaled(x.Args[0])
			return k, top, x.Args[1]
		case x.Operator && x.Name == "*" && len(x.Args) == 2:
			for i, arg := range x.Args {
				if by, ok := constant(arg); ok {
					k, top, bottom = t.fraction(x.Args[1-i], depth+1)
					return k * by, top, bottom
				}
			}
		}
	}
	return 0, nil, nil
}

// scaled takes constant factors off an expression.
func (t boundsReader) scaled(e sqltree.Expr) (k float64, rest sqltree.Expr) {
	k, rest = 1, sqltree.Bare(e)
	for range deepest {
		if c, ok := rest.(*sqltree.Cast); ok {
			rest = c.Expr
			continue
		}
		f, ok := rest.(*sqltree.Func)
		if !ok || !f.Operator || f.Name != "*" || len(f.Args) != 2 {
			break
		}
		if by, is := constant(f.Args[0]); is {
			k, rest = k*by, sqltree.Bare(f.Args[1])
		} else if by, is := constant(f.Args[1]); is {
			k, rest = k*by, sqltree.Bare(f.Args[0])
		} else {
			break
		}
	}
	return k, rest
}

func constant(e sqltree.Expr) (float64, bool) {
	if c, ok := e.(*sqltree.Cast); ok {
		return constant(c.Expr)
	}
	c, ok := sqltree.Bare(e).(*sqltree.Constant)
	if !ok || c.Kind != sqltree.Int && c.Kind != sqltree.Decimal && c.Kind != sqltree.Float {
		return 0, false
	}
	x, err := strconv.ParseFloat(c.Text, 64)
	return x, err == nil
}

// roundingSlack is how far rounding may lift a share above its whole.
const roundingSlack = 1e-9

// beyondBound looks for shares of persons above the whole, and for more persons than the database has. A fraction
// without a factor can be a ratio of two groups, such as of women to men, and goes back to the writer only.
func beyondBound(t *omop.Table, bounds []columnBound, people int64, sql string) []Oddity {
	var out []Oddity
	for i, b := range bounds {
		for _, row := range t.Rows {
			x, ok := cell.Number(row[i])
			if ok && b.share > 0 && x > b.share*(1+roundingSlack) {
				out = append(out, Oddity{Rule: "share-beyond-whole", Impossible: b.share > 1,
					What: "a share (column " + named(
						t.Columns[i].Name,
						sql,
					) + ") is above " + strconv.FormatFloat(
						b.share,
						'g',
						-1,
						64,
					) +
						", although numerator and denominator count people: the numerator is no part of the denominator"})
				break
			}
			if ok && b.counts == countsPersons && people > 0 && x > float64(people) {
				out = append(out, Oddity{Rule: "more-than-everybody", Impossible: true,
					What: "more people are counted (column " + named(
						t.Columns[i].Name,
						sql,
					) + ") than the database has"})
				break
			}
		}
	}
	return out
}
