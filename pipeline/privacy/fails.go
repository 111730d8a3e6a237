package privacy

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// An error tells of a hidden number by occurring: CAST(COUNT(*) * 32 AS TINYINT) fails from 4 people on. So what is
// hidden whatever it is is not computed, and what is computed from numbers of people can't fail.

// largestFactor is by what a number of people may be multiplied: with more it could overflow, and so tell that it does.
const largestFactor = 1e7

// factors is the product of what numbers are multiplied by in an expression, where that makes them larger.
func factors(e sqltree.Expr) float64 {
	switch x := e.(type) {
	case *sqltree.Cast:
		return factors(x.Expr)
	case *sqltree.Func:
		if isAggregate(x.Name) {
			return 1
		}
		out := 1.0
		for _, arg := range x.Args {
			if f, ok := literal(arg); !ok {
				out *= factors(arg)
			} else if x.Name == "*" || x.Name == "/" && f != 0 {
				out *= max(1, math.Abs(f), 1/max(math.Abs(f), 1e-9))
			}
		}
		return out
	}
	return 1
}

// guardRoots has roots and logarithms of numbers of people give NULL and not fail where they have no value: that they
// fail would tell how large a hidden number is.
func (a *analysis) guardRoots() {
	for _, v := range a.selects {
		for i, c := range v.items {
			if !c.kind.aggregated() || i >= len(v.sel.List) {
				continue
			}
			sqltree.Walk(v.sel.List[i].Expr, func(n sqltree.Node) bool {
				f, ok := n.(*sqltree.Func)
				if !ok || isAggregate(f.Name) {
					return !ok && !isQuery(n)
				}
				least := map[string]string{"sqrt": ">=", "ln": ">", "log": ">", "log2": ">", "log10": ">"}[f.Name]
				if least != "" && len(f.Args) == 1 {
					has := sign(sqltree.Clone(f.Args[0]), least)
					f.Args[0] = &sqltree.Case{Whens: []*sqltree.When{{If: has, Then: f.Args[0]}}}
				}
				return least == ""
			})
		}
	}
}

// growing are the functions whose value can be larger than any number of people.
var growing = []string{"*", "multiply", "power", "pow", "exp", "epoch", "julian"}

// holdsAny reports whether a type holds whatever a number of people may come to: a CAST that fails of some tells which.
func holdsAny(x *sqltree.Cast) bool {
	name, size, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(x.Type)), "(")
	isMade := holdsIn(x.Expr, func(n sqltree.Node) bool {
		f, ok := n.(*sqltree.Func)
		return ok && slices.Contains(growing, f.Name) && !inPercent(f)
	})
	isOfText := holdsIn(x.Expr, func(n sqltree.Node) bool {
		f, isFunc := n.(*sqltree.Func)
		c, isCast := n.(*sqltree.Cast)
		return isFunc && (f.Name == "||" || strings.HasPrefix(f.Name, "concat")) || isCast && isText(c.Type)
	})
	switch name = strings.TrimSpace(name); name {
	case "FLOAT", "FLOAT4", "FLOAT8", "REAL", "DOUBLE", "DOUBLE PRECISION", "BIGINT", "INT8", "HUGEINT":
		return !isOfText
	case "INTEGER", "INT", "INT4":
		return !isOfText && !isMade
	case "DECIMAL", "NUMERIC":
		var width, scale int
		if n, _ := fmt.Sscanf(strings.ReplaceAll(size, " ", ""), "%d,%d", &width, &scale); n == 0 {
			width, scale = 18, 3
		}
		return !isOfText && (!isMade || width-scale > 12) && width-scale >= 7
	}
	return isText(x.Type) || isTime(x.Type) && !isOfText
}

// inPercent reports whether a number is multiplied by no more than shares and rates are.
func inPercent(f *sqltree.Func) bool {
	return len(f.Args) == 2 && slices.ContainsFunc(f.Args, func(e sqltree.Expr) bool {
		factor, ok := literal(e)
		return ok && math.Abs(factor) <= 1000
	})
}

// givesCells reports whether a CASE gives constants and numbers of people alone, of which none fails.
func (v *env) givesCells(x *sqltree.Case) bool {
	for _, e := range append(results(x), x.Else) {
		if e != nil && !isPlainConstant(e) && !v.expr(e).kind.aggregated() {
			return false
		}
	}
	return true
}

func results(x *sqltree.Case) []sqltree.Expr {
	var out []sqltree.Expr
	for _, w := range x.Whens {
		out = append(out, w.Then)
	}
	return out
}

// dropUnproven puts NULL in the place of what is hidden as a whole, in each SELECT, and reports whether there is any.
// CAST(CASE WHEN COUNT(*) = 4 THEN 1000 ELSE 1 END AS TINYINT) would tell of a hidden number by failing.
func (a *analysis) dropUnproven() bool {
	dropped := false
	for _, v := range a.selects {
		if v.ofOneRow { // what the row around it has, which nobody sees: by NULL, that row would be another
			continue
		}
		for i, c := range v.items {
			if c.kind != Unproven || i >= len(v.sel.List) || v.sel.GroupBy.All && !aggregates(v.sel.List[i].Expr) {
				continue
			}
			item := v.sel.List[i]
			if item.Alias == "" {
				item.Alias = c.name
			}
			if item.Alias == "" {
				item.Alias, _ = sqltree.FormatNode(item.Expr)
			}
			item.Expr, dropped = v.nothing(i), true
		}
	}
	return dropped
}

// nothing is NULL in the place of the i-th entry of the list. Where nothing else makes one row of all, it is an
// aggregate.
func (v *env) nothing(i int) sqltree.Expr {
	null := &sqltree.Constant{Kind: sqltree.Null}
	others := slices.Delete(slices.Clone(v.sel.List), i, i+1)
	if !v.agg || !v.sel.GroupBy.Empty() ||
		slices.ContainsFunc(others, func(item *sqltree.Item) bool { return aggregates(item.Expr) }) {
		return null
	}
	return call("max", &sqltree.Cast{Expr: null, Type: "BIGINT"})
}
