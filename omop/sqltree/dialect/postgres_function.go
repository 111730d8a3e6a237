package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// renamed are functions that PostgreSQL has under another name, with the same arguments and results.
var renamed = map[string]string{
	"ifnull": "coalesce", "mean": "avg", "len": "length", "lcase": "lower", "ucase": "upper", "strlen": "octet_length",
	"pow":     "power",
	"ceiling": "ceil", "any": "bool_or", "today": "current_date", "get_current_timestamp": "now",
	"approx_count_distinct": "count", "list": "array_agg",
	"substring": "substr", "variance": "var_samp", "group_concat": "string_agg", "listagg": "string_agg",
	"char_length": "length",
}

// parts are functions that give a part of a date.
var parts = map[string]string{
	"year": "YEAR", "month": "MONTH", "day": "DAY", "quarter": "QUARTER", "week": "WEEK", "weekofyear": "WEEK",
	"hour": "HOUR", "minute": "MINUTE",
	"decade": "DECADE", "century": "CENTURY", "isoyear": "ISOYEAR", "isodow": "ISODOW", "dayofweek": "DOW",
	"weekday": "DOW", "dayofyear": "DOY",
	"dayofmonth": "DAY",
}

// same are the functions that mean the same in PostgreSQL. What is in none of these lists is refused: a function of the
// same name may mean something else there.
var same = func() map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(`coalesce nullif greatest least row grouping
		abs ceil floor sign mod power sqrt exp ln pi degrees radians sin cos tan asin acos atan atan2 gcd lcm
		lower upper length octet_length substr left right trim ltrim rtrim concat concat_ws replace reverse position split_part ascii chr md5 translate starts_with strpos
		count sum avg min max stddev stddev_pop stddev_samp var_pop var_samp bool_and bool_or corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2
		regr_slope regr_sxx regr_sxy regr_syy array_agg mode
		row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
		current_date current_timestamp localtime localtimestamp now make_date generate_series unnest div trunc`) {
		out[name] = true
	}
	return out
}()

// function rewrites a call.
func (p *postgres) function(f *sqltree.Func) sqltree.Expr {
	if part, ok := parts[f.Name]; ok && len(f.Args) == 1 {
		return cast(&sqltree.Extract{Field: part, From: f.Args[0]}, "integer")
	}
	if made, ok := p.special(f); ok {
		return made
	}
	if name, ok := renamed[f.Name]; ok {
		f.Distinct = f.Distinct || f.Name == "approx_count_distinct"
		f.Name, f.Bare = name, f.Bare || name == "current_date"
	}
	if f.Name == "string_agg" && len(f.Args) > 0 {
		f.Args[0] = cast(f.Args[0], "text")
		return f
	}
	if !same[f.Name] && !f.WithinGroup() {
		p.fail(f, "the function "+strings.ToUpper(f.Name))
	}
	return f
}

// special rewrites the functions that take more than another name.
func (p *postgres) special(f *sqltree.Func) (sqltree.Expr, bool) {
	n := len(f.Args)
	switch {
	case f.Name == "round" && n > 0: // a fraction is rounded as it is written, half away from zero
		f.Args[0] = cast(f.Args[0], "numeric")
		return f, true
	case f.Name == "trunc" && n == 2:
		f.Args[0] = cast(f.Args[0], "numeric")
		return f, true
	case f.Name == "log" && n == 1, f.Name == "log10" && n == 1:
		return call("log", cast(f.Args[0], double)), true
	case f.Name == "median" && n == 1:
		return p.quantile(f, f.Args[0], &sqltree.Constant{Kind: sqltree.Decimal, Text: "0.5"}, "quantile_cont"), true
	case (f.Name == "quantile_cont" || f.Name == "quantile_disc") && n == 2:
		return p.quantile(f, f.Args[0], f.Args[1], f.Name), true
	case f.Name == "quantile" && n == 2:
		return p.quantile(f, f.Args[0], f.Args[1], "quantile_disc"), true
	case (f.Name == "count_if" || f.Name == "countif") && n == 1:
		return &sqltree.Func{Name: "count", Star: true, Filter: sqltree.NewAnd(f.Loc, f.Args[0], f.Filter)}, true
	case (f.Name == "arg_min" || f.Name == "min_by" || f.Name == "argmin") && n == 2:
		return p.firstBy(f, false), true
	case (f.Name == "arg_max" || f.Name == "max_by" || f.Name == "argmax") && n == 2:
		return p.firstBy(f, true), true
	case (f.Name == "any_value" || f.Name == "first" || f.Name == "arbitrary") && n == 1:
		return &sqltree.Subscript{Expr: &sqltree.Func{Name: "array_agg", Args: f.Args, OrderBy: f.OrderBy,
			Filter: f.Filter}, Args: []sqltree.Expr{sqltree.NewInt(1)}}, true
	}
	return p.dates(f)
}

// quantile is PERCENTILE_CONT(q) WITHIN GROUP (ORDER BY x), which arrives in trees as quantile_cont(q) ordered by x.
func (p *postgres) quantile(f *sqltree.Func, x, q sqltree.Expr, name string) sqltree.Expr {
	return &sqltree.Func{Name: name, Args: []sqltree.Expr{q}, OrderBy: []*sqltree.Order{{Expr: x}}, Filter: f.Filter}
}

// firstBy is the value beside the least or the greatest of another.
func (p *postgres) firstBy(f *sqltree.Func, desc bool) sqltree.Expr {
	known := &sqltree.IsNull{Expr: f.Args[1], Not: true}
	order := &sqltree.Order{Expr: f.Args[1], Desc: desc}
	agg := &sqltree.Func{Name: "array_agg", Args: f.Args[:1], OrderBy: []*sqltree.Order{order},
		Filter: sqltree.NewAnd(f.Loc, known, f.Filter)}
	return &sqltree.Subscript{Expr: agg, Args: []sqltree.Expr{sqltree.NewInt(1)}}
}

// dates rewrites the functions of dates.
func (p *postgres) dates(f *sqltree.Func) (sqltree.Expr, bool) {
	unit := ""
	if len(f.Args) > 0 {
		if c, ok := f.Args[0].(*sqltree.Constant); ok && c.Kind == sqltree.String {
			unit = strings.TrimSuffix(strings.ToLower(c.Text), "s")
		}
	}
	day := func(e sqltree.Expr) sqltree.Expr { return cast(e, "date") }
	part := func(name string, e sqltree.Expr) sqltree.Expr {
		return cast(&sqltree.Extract{Field: name, From: e}, "integer")
	}
	switch {
	case (f.Name == "date_trunc" || f.Name == "datetrunc") && len(f.Args) == 2:
		return call("date_trunc", f.Args[0], cast(f.Args[1], "timestamp")), true
	case f.Name == "last_day" && len(f.Args) == 1:
		month := call("date_trunc", sqltree.NewString("month"), cast(f.Args[0], "timestamp"))
		next := operator("+", month, &sqltree.Interval{Value: "1", Unit: "MONTH"})
		return day(operator("-", next, &sqltree.Interval{Value: "1", Unit: "DAY"})), true
	case (f.Name == "date_diff" || f.Name == "datediff") && len(f.Args) == 3:
		from, to := f.Args[1], f.Args[2]
		years := operator("-", part("YEAR", to), part("YEAR", from))
		switch unit {
		case "day":
			return operator("-", day(to), day(from)), true
		case "year":
			return years, true
		case "month":
			months := operator("-", part("MONTH", sqltree.Clone(to)), part("MONTH", sqltree.Clone(from)))
			return operator("+", operator("*", years, sqltree.NewInt(12)), months), true
		}
		p.fail(f, "a difference in units of "+unit)
		return f, true
	}
	return f, false
}
