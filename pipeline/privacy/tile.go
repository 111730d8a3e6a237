package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// A fourth of all people by a value is shown as what rows are grouped by. All fourths are equally large, so that how
// many people are in each is known without being counted: beside another key,
//
//	SELECT q, race_concept_id, COUNT(*) FROM (SELECT NTILE(4) OVER (ORDER BY birth_datetime) AS q, … FROM person) GROUP BY q, race_concept_id
//
// a hidden count is what is missing to a fourth. So people and records are counted by their fourth alone; averages and
// shares are shown as of any group. The same goes for those below and above a quantile, and for the first 100 of all,
// of whom there are 100.

// tile is the attribute of such a part of all.
const tile = "part of all people"

// byQuantile reports whether a condition compares what people have with a quantile.
func (v *env) byQuantile(parts []column) bool {
	is := slices.ContainsFunc(parts, func(c column) bool { return c.quantile }) &&
		slices.ContainsFunc(parts, func(c column) bool { return c.attributes != nil })
	v.a.tiles = v.a.tiles || is
	return is
}

// isLimited reports whether a query puts out so many of people's rows. The last record of each person is another thing.
func (q *query) isLimited(node sqltree.Query) bool {
	tail := node.Tail()
	return q.rows == personRows && (tail.Limit != nil || tail.Offset != nil) && !(q.env.ofOuterPerson())
}

// isTile reports whether a window tells in which part of all people's rows, which are equally large, a row is by a
// value as it is recorded, or a sum of such.
func (v *env) isTile(w *sqltree.Window) bool {
	is := v.rows == personRows && !v.agg && strings.EqualFold(w.Func.Name, "ntile") && len(w.PartitionBy) == 0 &&
		len(w.OrderBy) > 0 && !slices.ContainsFunc(w.OrderBy, func(o *sqltree.Order) bool {
		return v.expr(o.Expr).kind != Value || v.recordedForm(o.Expr) == "" && !v.isPlainNumber(o.Expr)
	})
	v.a.tiles = v.a.tiles || is
	return is
}

// isPlainNumber reports whether an expression is a number that depends on no condition.
func (v *env) isPlainNumber(e sqltree.Expr) bool {
	n := v.number(e)
	return n != nil && !n.constant && !n.flag &&
		!slices.ContainsFunc(n.pins, func(p pin) bool { return !p.isValue })
}

const inTiles = "how many there are in a part of all people, by NTILE, a quantile or LIMIT, is known, so that counts within it tell what is missing to it; averages and shares are shown"

// countsTiles reports whether it depends on people's part of all which records are counted that meet a condition, and
// not on that alone.
func (v *env) countsTiles(condition sqltree.Expr) bool {
	if !v.a.tiles {
		return false
	}
	keys := v.keys()
	alone := v.sel.Where == nil && len(v.sources) == 1 && v.isAny(condition) &&
		!slices.ContainsFunc(keys, func(e sqltree.Expr) bool { return !v.isOfTile(e) && v.expr(e).attributes != nil })
	return v.choosesTiles() || slices.ContainsFunc(sqltree.Conjuncts(condition), v.isOfTile) ||
		slices.ContainsFunc(keys, v.isOfTile) && !alone
}

func (v *env) isOfTile(e sqltree.Expr) bool {
	return v.namesTile(e) || slices.Contains(v.truth(e).attributes, tile)
}

// choosesTiles reports whether rows are chosen by their part of all.
func (v *env) choosesTiles() bool {
	return v.a.tiles && (slices.ContainsFunc(append(joinConditions(v.sel.From), v.sel.Where), v.namesTile) ||
		slices.ContainsFunc(v.sources, func(s *source) bool { return s.q != nil && s.q.tiled }))
}

func (v *env) namesTile(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.Column:
			return slices.Contains(v.resolve(n).attributes, tile)
		case *sqltree.Window:
			return v.isTile(n)
		}
		return false
	})
}

// isAny reports whether a condition only says that there is a record.
func (v *env) isAny(condition sqltree.Expr) bool {
	return !slices.ContainsFunc(sqltree.Conjuncts(condition), func(e sqltree.Expr) bool {
		is, ok := e.(*sqltree.IsNull)
		return !ok || !is.Not || v.expr(is.Expr).kind != Ident
	})
}

// keys are the expressions that the SELECT groups by.
func (v *env) keys() []sqltree.Expr {
	var out []sqltree.Expr
	for _, e := range v.sel.GroupBy.Exprs {
		out = append(out, v.groupedExpr(e))
	}
	for _, item := range v.sel.List {
		if v.sel.GroupBy.All && !aggregates(item.Expr) {
			out = append(out, item.Expr)
		}
	}
	return out
}
