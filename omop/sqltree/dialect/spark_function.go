package dialect

import (
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// sparkRenamed are functions that Spark has under another name, with the same arguments and results.
var sparkRenamed = map[string]string{
	"mean": "avg", "len": "length", "strlen": "octet_length", "pow": "power", "ceiling": "ceil", "any": "bool_or",
	"today":                 "current_date",
	"get_current_timestamp": "now", "approx_count_distinct": "count", "substring": "substr", "variance": "var_samp",
	"group_concat": "string_agg",
	"listagg":      "string_agg", "countif": "count_if", "argmin": "min_by", "arg_min": "min_by", "argmax": "max_by",
	"arg_max":     "max_by",
	"starts_with": "startswith", "prefix": "startswith", "strpos": "instr", "instr": "instr", "contains": "contains",
	"log": "log10", "quantile": "quantile_disc",
	"ifnull": "coalesce", "stddev": "stddev_samp", "ends_with": "endswith", "suffix": "endswith",
}

// sparkParts are functions that give a part of a date by the same name.
var sparkParts = map[string]string{
	"year": "YEAR", "month": "MONTH", "day": "DAY", "dayofmonth": "DAY", "quarter": "QUARTER", "week": "WEEK",
	"weekofyear": "WEEK", "hour": "HOUR",
	"minute": "MINUTE", "second": "SECOND", "isoyear": "ISOYEAR", "isodow": "ISODOW", "dayofweek": "DOW",
	"weekday": "DOW", "dayofyear": "DOY", "decade": "DECADE",
}

// sparkSame are the functions that mean the same in Spark.
var sparkSame = func() map[string]bool {
	out := map[string]bool{}
	for name := range strings.FieldsSeq(`coalesce nullif row grouping
		abs ceil floor sign mod power sqrt exp ln log10 pi degrees radians sin cos tan asin acos atan atan2
		lower upper length octet_length substr left right ltrim rtrim concat_ws replace reverse position split_part ascii chr md5 translate
		startswith endswith instr contains
		count count_if sum min max stddev_samp stddev_pop var_pop var_samp bool_and bool_or corr covar_pop covar_samp min_by max_by mode string_agg
		row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
		current_date current_timestamp now make_date last_day sequence`) {
		out[name] = true
	}
	return out
}()

// function rewrites a call.
func (p *spark) function(f *sqltree.Func) sqltree.Expr {
	if part, ok := sparkParts[f.Name]; ok && len(f.Args) == 1 {
		return p.extract(&sqltree.Extract{Loc: f.Loc, Field: part, From: f.Args[0]})
	}
	if f.Name == "quantile" && len(f.Args) == 2 ||
		(f.Name == "quantile_cont" || f.Name == "quantile_disc") && len(f.Args) == 2 {
		return p.quantile(f, f.Args[0], f.Args[1], strings.Replace(f.Name+"_disc", "_cont_disc", "_cont", 1))
	}
	if made, ok := p.special(f); ok {
		return made
	}
	if name, ok := sparkRenamed[f.Name]; ok {
		f.Distinct = f.Distinct || f.Name == "approx_count_distinct"
		f.Name, f.Bare = name, f.Bare || name == "current_date"
	}
	if !sparkSame[f.Name] && !f.WithinGroup() {
		p.fail(f, "the function "+strings.ToUpper(f.Name))
	}
	return f
}

// special rewrites the functions that take more than another name.
func (p *spark) special(f *sqltree.Func) (sqltree.Expr, bool) {
	n := len(f.Args)
	switch {
	case f.Name == "median" && n == 1:
		return p.quantile(f, f.Args[0], &sqltree.Constant{Kind: sqltree.Decimal, Text: "0.5"}, "quantile_cont"), true
	case (f.Name == "avg" || f.Name == "mean") && n == 1 && p.types.TypeOf(f.Args[0]) == schema.Number:
		f.Name, f.Args[0] = "avg", asDouble(f.Args[0]) // the mean of decimals would be cut to their places
		return f, true
	case f.Name == "avg", f.Name == "mean":
		f.Name = "avg"
		return f, true
	case f.Name == "round" && n > 0:
		return p.round(f), true
	case f.Name == "trunc" && n == 1:
		x := f.Args[0]
		return operator("*", call("sign", x), call("floor", call("abs", sqltree.Clone(x)))), true
	case (f.Name == "least" || f.Name == "greatest") && n > 0:
		if n == 1 {
			return f.Args[0], true
		}
		return f, true
	case (f.Name == "any_value" || f.Name == "arbitrary") && n == 1:
		f.Name, f.Args = "any_value", append(f.Args, &sqltree.Constant{Kind: sqltree.Bool, Text: "true"})
		return f, true
	case f.Name == "concat" && n > 0: // a NULL among them is skipped
		return call("concat_ws", append([]sqltree.Expr{sqltree.NewString("")}, f.Args...)...), true
	case f.Name == "trim" && n == 1:
		return f, true
	case f.Name == "string_agg" || f.Name == "listagg" || f.Name == "group_concat":
		f.Name, f.Args[0] = "string_agg", cast(f.Args[0], "STRING")
		if n == 1 {
			f.Args = append(f.Args, sqltree.NewString(","))
		}
		return f, true
	}
	return p.dates(f)
}

// round rounds as it is written, half away from zero; a whole number of a double remains a double.
func (p *spark) round(f *sqltree.Func) sqltree.Expr {
	if len(f.Args) == 2 && !isWhole(f.Args[1]) {
		p.fail(f, "ROUND to a computed number of places")
	}
	return f
}

func (p *spark) quantile(f *sqltree.Func, x, q sqltree.Expr, name string) sqltree.Expr {
	if p.dated(x) {
		p.fail(f, "a quantile of dates")
	}
	return &sqltree.Func{Loc: f.Loc, Name: name, Args: []sqltree.Expr{q}, OrderBy: []*sqltree.Order{{Expr: x}},
		Filter: f.Filter}
}

// dates rewrites the functions of dates.
func (p *spark) dates(f *sqltree.Func) (sqltree.Expr, bool) {
	unit := ""
	if len(f.Args) > 0 {
		if c, ok := f.Args[0].(*sqltree.Constant); ok && c.Kind == sqltree.String {
			unit = strings.TrimSuffix(strings.ToLower(c.Text), "s")
		}
	}
	part := func(name string, e sqltree.Expr) sqltree.Expr { return &sqltree.Extract{Field: name, From: e} }
	switch {
	case (f.Name == "date_trunc" || f.Name == "datetrunc") && len(f.Args) == 2:
		begin := call("date_trunc", f.Args[0], f.Args[1])
		if p.dated(f.Args[1]) {
			return cast(begin, "DATE"), true
		}
		return begin, true
	case (f.Name == "date_diff" || f.Name == "datediff") && len(f.Args) == 3:
		from, to := f.Args[1], f.Args[2]
		years := operator("-", part("YEAR", to), part("YEAR", from))
		switch unit {
		case "day":
			return call("datediff", to, from), true
		case "year":
			return years, true
		case "month":
			months := operator("-", part("MONTH", sqltree.Clone(to)), part("MONTH", sqltree.Clone(from)))
			return operator("+", operator("*", years, sqltree.NewInt(12)), months), true
		}
		p.fail(f, "a difference in units of "+unit)
		return f, true
	case f.Name == "to_years" || f.Name == "to_months" || f.Name == "to_weeks" || f.Name == "to_days" ||
		f.Name == "to_hours":
		return p.timeSpan(f, f.Args[0], strings.ToUpper(strings.TrimSuffix(strings.TrimPrefix(f.Name, "to_"), "s"))),
			true
	case f.Name == "date_add" && len(f.Args) == 2:
		return operator("+", f.Args[0], f.Args[1]), true
	}
	return f, false
}
