package privacy

import "github.com/askomop/askomop/omop/sqltree"

// over is the value of a function over a window of rows.
func (v *env) over(w *sqltree.Window) column {
	switch w.Func.Name {
	case "row_number", "rank", "dense_rank", "ntile", "percent_rank", "cume_dist":
		return column{}
	}
	for _, e := range w.PartitionBy {
		if v.expr(e).kind == Ident {
			return column{kind: Value} // of that person
		}
	}
	var out column
	if v.agg || v.rows == groupRows {
		out = v.overGroups(w)
	} else if isAggregate(w.Func.Name) && v.rows == personRows {
		inside := v.inside
		v.inside = true
		out = v.ofPersons(w.Func, v.expr(argument(w.Func)))
		v.inside = inside
		out = v.inWindow(w, out)
	} else {
		out = combined(v.below(w.Func)...)
	}
	out.window, out.family = v.agg || v.rows != personRows || len(w.OrderBy) > 0, nil // else it counts a group as GROUP BY would
	return out
}

// inWindow gives the atoms of an aggregate its window.
func (v *env) inWindow(w *sqltree.Window, c column) column {
	through := func(at *atom) *atom {
		return &atom{self: at.self, people: func() (sqltree.Expr, error) {
			e, err := at.people()
			if err != nil {
				return nil, err
			}
			return windowOf(w, e.(*sqltree.Func)), nil
		}}
	}
	for i, at := range c.atoms {
		c.atoms[i] = through(at)
	}
	for i, r := range c.ratios {
		c.ratios[i] = ratio{through(r.part), through(r.whole)}
	}
	return c
}

// windowOf is another function over the same window.
func windowOf(w *sqltree.Window, f *sqltree.Func) *sqltree.Window {
	copied := sqltree.Clone(w)
	copied.Func = f
	return copied
}

// overGroups is a window over rows that are groups of people.
func (v *env) overGroups(w *sqltree.Window) column {
	var arg column
	if expr := argument(w.Func); expr != nil {
		arg = v.expr(expr)
	}
	out := column{kind: Measure}
	across := "sum"
	switch w.Func.Name {
	case "count", "count_star":
		return column{kind: Key} // of rows that are shown, or could be
	case "sum":
		if arg.kind.counts() {
			out.kind = Records
		}
	case "lag", "lead", "first_value", "last_value", "nth_value", "first", "last", "min", "max", "any_value":
		across = w.Func.Name
		out.kind = arg.kind
		if arg.kind == People {
			out.kind = Records
		}
	}
	for _, at := range arg.atoms {
		out.atoms = append(out.atoms, &atom{people: func() (sqltree.Expr, error) {
			e, err := at.people()
			if err != nil {
				return nil, err
			}
			f := sqltree.Clone(w.Func)
			f.Name, f.Distinct = across, false
			if len(f.Args) == 0 {
				f.Args = []sqltree.Expr{e}
			} else {
				f.Args[0] = e
			}
			return windowOf(w, f), nil
		}})
	}
	return out
}
