package privacy

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// aggregateKind says how a function puts many values into one.
type aggregateKind uint8

const (
	noAggregate aggregateKind = iota
	counting
	summing
	averaging // also everything else of which the result is nobody's own value
	extreme   // the smallest or largest: somebody's, but one does not see whose
	listing   // values as they are
)

func isAggregate(name string) bool { return kindOf(name) != noAggregate }

func kindOf(name string) aggregateKind {
	switch strings.ToLower(name) {
	case "count", "count_star", "count_if", "countif", "approx_count_distinct":
		return counting
	case "sum", "fsum", "kahan_sum", "sumkahan", "sum_no_overflow":
		return summing
	case "avg", "mean", "favg", "median", "mad", "stddev", "stddev_samp", "stddev_pop", "variance", "var_samp", "var_pop", "quantile", "quantile_cont",
		"quantile_disc", "percentile_cont", "percentile_disc", "approx_quantile", "reservoir_quantile", "corr", "covar_pop", "covar_samp", "skewness", "kurtosis", "kurtosis_pop",
		"entropy", "sem", "geomean", "geometric_mean", "product", "regr_slope", "regr_intercept", "regr_r2", "regr_count", "regr_avgx", "regr_avgy", "regr_sxx", "regr_syy", "regr_sxy",
		"bool_and", "bool_or", "bit_and", "bit_or", "bit_xor", "mode":
		return averaging
	case "min", "max":
		return extreme
	case "list", "array_agg", "string_agg", "group_concat", "listagg", "histogram", "histogram_exact", "first", "last", "any_value", "arbitrary", "arg_min", "arg_max", "argmin", "argmax",
		"min_by", "max_by", "arg_min_null", "arg_max_null", "approx_top_k", "map_from_entries", "json_group_array", "json_group_object", "json_group_structure", "bitstring_agg":
		return listing
	}
	return noAggregate
}

// argument is what an aggregate is made of, nil for COUNT(*).
func argument(f *sqltree.Func) sqltree.Expr {
	switch {
	case f.WithinGroup():
		return f.OrderBy[0].Expr
	case f.Star || len(f.Args) == 0:
		return nil
	}
	return f.Args[0]
}

// aggregate is the value of an aggregate.
func (v *env) aggregate(f *sqltree.Func) column {
	inside := v.inside
	v.inside = true
	arg := v.expr(argument(f))
	for _, other := range f.Args[min(1, len(f.Args)):] {
		if c := v.expr(other); c.kind > arg.kind && kindOf(f.Name) == listing {
			arg.kind = c.kind
		}
	}
	filter := v.expr(f.Filter)
	v.inside = inside
	out := v.aggregated(f, arg, filter)
	out.tells = arg.tells || out.kind >= People && kindOf(f.Name) != extreme
	return out
}

func (v *env) aggregated(f *sqltree.Func, arg, filter column) column {
	switch {
	case len(arg.atoms) > 0 || len(filter.atoms) > 0 || arg.kind >= People:
		return v.ofGroups(f, combinedInto(arg, filter))
	case v.rows == groupRows:
		return v.ofGroups(f, arg)
	case v.rows == plainRows:
		return column{kind: arg.kind}
	}
	return v.ofPersons(f, arg)
}

// givesEach reports whether an aggregate that lists puts out something of each record, or counts them: how many
// people have what can be read off the list.
func givesEach(f *sqltree.Func) bool {
	switch strings.ToLower(f.Name) {
	case "list", "array_agg", "string_agg", "group_concat", "listagg", "json_group_array":
		return !f.Distinct
	case "histogram", "histogram_exact", "json_group_object", "json_group_structure", "approx_top_k":
		return true
	}
	return false
}

// combinedInto gives a column the atoms of another one.
func combinedInto(c, other column) column {
	c.atoms = append(c.atoms[:len(c.atoms):len(c.atoms)], other.atoms...)
	return c
}

// ofPersons is an aggregate over rows of people.
func (v *env) ofPersons(f *sqltree.Func, arg column) column {
	expr := argument(f)
	if v.single { // of one person: their own smallest is a value as any
		if k := kindOf(f.Name); k == extreme || k == listing {
			return column{kind: arg.kind, person: arg.person}
		}
		return column{kind: Value}
	}
	switch kindOf(f.Name) {
	case counting:
		return v.count(f, expr, arg)
	case listing:
		if arg.kind == Value || arg.kind == Ident || arg.kind == Key && givesEach(f) {
			return column{kind: Ident}
		}
	case extreme:
		if arg.kind == Ident || len(f.Args) > 1 {
			return column{kind: Ident, person: arg.person && v.groupedByPerson()}
		}
		return column{kind: Measure, atoms: []*atom{v.peopleWhere(and(f.Filter, present(expr)))}, own: arg.kind == Value}
	case summing:
		switch {
		case v.indicates(expr):
			return v.counted(Records, v.peopleWhere(and(f.Filter, holds(expr))), true)
		case isConstant(expr):
			return v.counted(Records, v.peopleWhere(f.Filter), f.Filter != nil)
		}
		zero := &sqltree.Compare{Op: "<>", Left: expr, Right: sqltree.NewInt(0)}
		return column{kind: Measure, sum: true, atoms: []*atom{v.peopleWhere(and(f.Filter, zero))}}
	case averaging:
		if v.indicates(expr) {
			part, whole := v.peopleWhere(and(f.Filter, holds(expr))), v.peopleWhere(and(f.Filter, present(expr)))
			return column{kind: Measure, atoms: []*atom{part, whole}, ratios: []ratio{{part, whole}}}
		}
	}
	return column{kind: Measure, atoms: []*atom{v.peopleWhere(and(f.Filter, present(expr)))}}
}

// count is COUNT in one of its forms: of people, of their records, or of something else.
func (v *env) count(f *sqltree.Func, expr sqltree.Expr, arg column) column {
	isCase := false
	if _, ok := expr.(*sqltree.Case); ok {
		isCase = true
	}
	part := f.Filter != nil || isCase || arg.part
	switch {
	case f.Name == "approx_count_distinct" || f.Distinct && (arg.kind == Key || arg.kind == Value):
		return column{kind: Measure, atoms: []*atom{v.peopleWhere(and(f.Filter, present(expr)))}}
	case f.Name == "count_if" || f.Name == "countif":
		return v.counted(Records, v.peopleWhere(and(f.Filter, expr)), true)
	case f.Distinct && arg.person || v.onePerPerson():
		own := sqltree.Clone(f)
		whom := v.whom(and(f.Filter, present(expr)))
		whom.some = part && f.Filter == nil
		at := &atom{self: true, of: whom, people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }}
		return v.counted(People, at, part)
	}
	return v.counted(Records, v.peopleWhere(and(f.Filter, present(expr))), part)
}

func (v *env) counted(kind Kind, at *atom, part bool) column {
	return column{kind: kind, atoms: []*atom{at}, family: v.sel, part: part}
}

// peopleWhere is the number of people whose records meet a condition, nil for all.
func (v *env) peopleWhere(condition sqltree.Expr) *atom {
	return &atom{of: v.whom(condition), people: func() (sqltree.Expr, error) {
		person, err := v.personExpr()
		if err != nil {
			return nil, err
		}
		var filter sqltree.Expr
		if condition != nil {
			filter = sqltree.Clone(condition)
		}
		return &sqltree.Func{Name: "count", Distinct: true, Args: []sqltree.Expr{person}, Filter: filter}, nil
	}}
}

// whom is the people of the SELECT whose records meet a condition, nil for all.
func (v *env) whom(condition sqltree.Expr) *population {
	p := &population{env: v}
	for _, term := range conjuncts(condition) {
		if is, ok := term.(*sqltree.IsNull); ok && is.Not {
			if _, isColumn := is.Expr.(*sqltree.Column); isColumn {
				continue // a key that every row has
			}
		}
		p.where = append(p.where, term)
	}
	return p
}

// ofGroups is an aggregate over rows that are groups of people already.
func (v *env) ofGroups(f *sqltree.Func, arg column) column {
	out := column{kind: Measure, own: arg.own}
	across := "sum"
	switch kindOf(f.Name) {
	case counting:
		if len(arg.atoms) == 0 {
			return column{kind: v.countOfGroups()}
		}
		out.kind = Records
	case summing:
		if arg.kind.counts() {
			out.kind = Records
		}
	case extreme:
		if arg.kind.counts() {
			out.kind, across = Records, f.Name
		} else {
			across = "min"
		}
	case listing:
		across = "min"
		if arg.kind == Value || arg.kind == Ident {
			return column{kind: Ident}
		}
	}
	if v.rows == personRows && across == "sum" {
		across = "max" // the same number stands in the rows of many people
	}
	for _, at := range arg.atoms {
		w := v.wrapped(across, at, f.Filter)
		w.self = at.self && kindOf(f.Name) == extreme && arg.kind == People
		out.atoms = append(out.atoms, w)
	}
	return out
}

// countOfGroups is what a number of groups is: that of concepts tells of nobody, that of days may.
func (v *env) countOfGroups() Kind {
	for _, src := range v.sources {
		for _, c := range src.cols {
			if c.grouping && c.kind != Key {
				return Records
			}
		}
	}
	return Key
}

// wrapped is an atom of the rows that are read, aggregated.
func (v *env) wrapped(function string, at *atom, filter sqltree.Expr) *atom {
	return &atom{people: func() (sqltree.Expr, error) {
		e, err := at.people()
		if err != nil {
			return nil, err
		}
		f := &sqltree.Func{Name: function, Args: []sqltree.Expr{e}}
		if filter != nil {
			f.Filter = sqltree.Clone(filter)
		}
		return f, nil
	}}
}

// indicates reports whether an expression is 1 or another constant for some rows and 0 for the rest, also where
// a query below says so: a flag of each person.
func (v *env) indicates(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Column:
		return v.resolve(x).flag
	case *sqltree.Cast:
		return indicates(x) || v.indicates(x.Expr)
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "max", "min", "any_value", "first", "bool_or", "bool_and", "coalesce":
			return len(x.Args) > 0 && v.indicates(x.Args[0])
		}
	}
	return indicates(e)
}

// indicates reports whether an expression is 1 or another constant for some rows and 0 for the rest.
func indicates(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Case:
		for _, w := range x.Whens {
			if !isConstant(w.Then) {
				return false
			}
		}
		return x.Else == nil || isConstant(x.Else)
	case *sqltree.Cast:
		return indicates(x.Expr) || isCondition(x.Expr)
	case *sqltree.Func:
		switch strings.ToLower(x.Name) {
		case "if", "iif":
			return len(x.Args) == 3 && isConstant(x.Args[1]) && isConstant(x.Args[2])
		case "coalesce", "*":
			return len(x.Args) == 2 && (indicates(x.Args[0]) && isConstant(x.Args[1]) || x.Name == "*" && isConstant(x.Args[0]) && indicates(x.Args[1]))
		}
	}
	return isCondition(e)
}

func isConstant(e sqltree.Expr) bool {
	switch x := e.(type) {
	case *sqltree.Constant:
		return x.Kind == sqltree.Int || x.Kind == sqltree.Decimal || x.Kind == sqltree.Float || x.Kind == sqltree.Null || x.Kind == sqltree.Bool
	case *sqltree.Cast:
		return isConstant(x.Expr)
	}
	return false
}

func isCondition(e sqltree.Expr) bool {
	switch e.(type) {
	case *sqltree.Compare, *sqltree.And, *sqltree.Or, *sqltree.Not, *sqltree.In, *sqltree.IsNull, *sqltree.IsTruth, *sqltree.Between, *sqltree.Like,
		*sqltree.Exists, *sqltree.InQuery, *sqltree.Quantified:
		return true
	}
	return false
}

// holds is the condition under which an expression that indicates is not 0.
func holds(e sqltree.Expr) sqltree.Expr {
	if isCondition(e) {
		return e
	}
	number := &sqltree.Cast{Expr: e, Type: "DOUBLE"}
	return &sqltree.Compare{Op: "<>", Left: number, Right: sqltree.NewInt(0)}
}

// present is the condition under which an aggregate takes a row in, nil for always.
func present(e sqltree.Expr) sqltree.Expr {
	if e == nil || isConstant(e) {
		return nil
	}
	return &sqltree.IsNull{Not: true, Expr: e}
}

func and(terms ...sqltree.Expr) sqltree.Expr { return sqltree.NewAnd(sqltree.Loc{}, terms...) }
