package privacy

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// mostQuantiles is how many quantiles a statement asks for: with many, they are everybody's values.
const mostQuantiles = 9

func isQuantile(f *sqltree.Func) bool {
	name := strings.ToLower(f.Name)
	return name == "median" || strings.Contains(name, "quantile") || strings.Contains(name, "percentile")
}

// mayAsk reports whether the statement may ask for one quantile or list of them beside those that it asks for already.
// Of numbers that are taken off a constant, the lowest are the highest: both places are noted.
func (a *analysis) mayAsk(f *sqltree.Func) bool {
	parts := quantileParts(f)
	if len(parts) == 0 {
		return false
	}
	asked, n := maps.Clone(a.quantiles), 0
	if asked == nil {
		asked = map[float64]bool{}
	}
	for _, e := range parts {
		part, ok := literal(e)
		if !ok || a.closed && !isUsual(part) {
			return false
		}
		if asked[part] = true; a.closed {
			opposite := math.Round((1-part)*10000) / 10000
			asked[opposite] = asked[opposite] || false
		}
	}
	for _, itself := range asked {
		if itself {
			n++
		}
	}
	if n > mostQuantiles {
		return false
	}
	a.quantiles = asked
	return true
}

// isUsual reports whether a quantile is one that is asked for: at a twentieth of the people, at a third, or in the
// tails. By a part of one's own choice it would tell how many people have less than a value: of 5,000 years of birth
// the one at 0.9982 is 1976.0018, so nine are later.
func isUsual(part float64) bool {
	return part*20 == math.Round(part*20) || slices.Contains([]float64{0.01, 0.02, 0.025, 0.975, 0.98, 0.99}, part) ||
		slices.Contains([]float64{0.33, 0.333, 0.3333, 0.67, 0.667, 0.6667}, part)
}

// quantileParts says at which parts of the people a quantile is, or a list of them.
func quantileParts(f *sqltree.Func) []sqltree.Expr {
	var parts []sqltree.Expr
	switch {
	case strings.EqualFold(f.Name, "median"):
		return []sqltree.Expr{&sqltree.Constant{Text: "0.5"}}
	case f.WithinGroup():
		parts = f.Args[:1]
	case len(f.Args) > 1:
		parts = f.Args[1:2]
	default:
		return nil
	}
	if list, ok := parts[0].(*sqltree.Func); ok && list.Name == "list_value" {
		return list.Args
	}
	return parts
}

// Between is the least part of the people who stand below the lowest of some quantiles, above the highest or between
// two of them; 0 of a median alone, for which beyondMedian is enough. Of 13 people nobody stands above the 99th
// percentile: it is made of the two highest values. Of whole numbers a quartile that lies between two tells how many
// people stand beyond it: with an upper quartile of 1.5 of 15 people, four have two or more.
func Between(parts []float64) float64 {
	parts = slices.Clone(parts)
	slices.Sort(parts)
	last, gap, median := 0.0, 1.0, true
	for _, part := range append(parts, 1) {
		median = median && part*2 == math.Trunc(part*2)
		if part > last {
			gap = min(gap, part-last)
		}
		last = part
	}
	if median {
		return 0
	}
	return gap
}

// betweenQuantiles is a number of people who stand beyond a quantile or between two that the statement asks for: a
// value that begins and ends between those of neighbours would be counted. Beside a number of people by the same
// values, those between the quantile and that one's limit would be: half of 20 people are 73 or older, and 13 are 65 or
// older.
func (v *env) betweenQuantiles(condition sqltree.Expr, columns []string) *headcount {
	return v.peopleWhere(condition).made(func(people sqltree.Expr) (sqltree.Expr, error) {
		gap := Between(slices.Collect(maps.Keys(v.a.quantiles)))
		if v.a.closed && v.a.looksAtAll(columns) {
			return sqltree.NewInt(1), nil
		} else if gap == 0 {
			return &sqltree.Constant{Kind: sqltree.Null}, nil
		}
		between := call("floor", calc("*", people,
			&sqltree.Constant{Kind: sqltree.Decimal, Text: strconv.FormatFloat(gap, 'f', 6, 64)}))
		return &sqltree.Cast{Expr: call("least", sqltree.Clone(people),
			call("greatest", sqltree.NewInt(1), between)), Type: "BIGINT"}, nil
	})
}

func isConstantList(e sqltree.Expr) bool {
	list, ok := e.(*sqltree.Func)
	if !ok || list.Name != "list_value" {
		return isConstant(e)
	}
	return len(list.Args) <= mostQuantiles &&
		!slices.ContainsFunc(list.Args, func(e sqltree.Expr) bool { return !isConstant(e) })
}
