package duckdb

import (
	"strconv"

	"github.com/askomop/askomop/omop/sqltree"
)

// Some functions build a value in one step that DuckDB neither counts against its
// memory limit nor interrupts. The gate bounds what they can build.
const (
	// maxGrowth bounds the arguments that are put together into longer texts, lists
	// and structs in one statement. Each can at most double a value, and some do so
	// over and over through CTEs.
	maxGrowth = 40
	// maxSeries bounds range() and generate_series() outside of FROM, where they stream.
	maxSeries = 1_000_000
)

var growing = map[string]bool{
	"||": true, "concat": true, "concat_ws": true, "list_value": true, "struct_pack": true, "row": true,
}

// bounds refuses a call that could build a value of any size.
func (g *gate) bounds(f *sqltree.Func) {
	switch {
	case growing[f.Name]:
		for _, a := range f.Args {
			if _, literal := a.(*sqltree.Constant); !literal {
				g.growth++
			}
		}
		if g.growth > maxGrowth {
			g.refuse(f, "putting together so many values", "the result could be of any size")
		}
	case f.Name == "replace" || f.Name == "regexp_replace":
		if len(f.Args) >= 3 {
			if to, ok := f.Args[2].(*sqltree.Constant); !ok || len(to.Text) > 20 {
				g.refuse(f, "function "+f.Name+" with a replacement that is not a short literal",
					"the result could be of any size")
			}
			g.growth += 4
		}
	}
}

// isShortSeries reports whether f is a range or generate_series of literals, which
// may stand outside of FROM: a list of at most maxSeries numbers, or of days and longer.
func isShortSeries(f *sqltree.Func) bool {
	if f.Name != "range" && f.Name != "generate_series" || len(f.Args) == 0 || len(f.Args) > 3 {
		return false
	}
	if len(f.Args) == 3 {
		if step, ok := f.Args[2].(*sqltree.Interval); ok {
			return isDayOrLonger(step) && isLiteralDate(f.Args[0]) && isLiteralDate(f.Args[1])
		}
	}
	var widest float64 // from 0, so that no step can be forgotten
	for _, a := range f.Args[:min(2, len(f.Args))] {
		k, ok := a.(*sqltree.Constant)
		if !ok || k.Kind != sqltree.Int {
			return false
		}
		n, err := strconv.ParseFloat(k.Text, 64)
		if err != nil {
			return false
		}
		widest = max(widest, n, -n)
	}
	return widest <= maxSeries/2
}

func isLiteralDate(e sqltree.Expr) bool {
	k, ok := e.(*sqltree.Constant)
	return ok && (k.Kind == sqltree.Date || k.Kind == sqltree.Timestamp)
}

func isDayOrLonger(i *sqltree.Interval) bool {
	switch i.Unit {
	case "DAY", "WEEK", "MONTH", "QUARTER", "YEAR":
		n, err := strconv.Atoi(i.Value)
		return err == nil && n != 0
	}
	return false
}
