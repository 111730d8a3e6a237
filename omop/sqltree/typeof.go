package sqltree

import (
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// Types of expressions that no column of the CDM has.
const (
	TypeUnknown  schema.Type = ""
	TypeBool     schema.Type = "bool"
	TypeInterval schema.Type = "interval"
)

// MaxDepth bounds how far a value is followed: a recursive CTE leads back to itself.
const MaxDepth = 60

// TypeOf returns the type of an expression's values, or TypeUnknown where it can't be told.
func (st *Resolved) TypeOf(e Expr) schema.Type { return st.typeOf(e, MaxDepth) }

func (st *Resolved) typeOf(e Expr, depth int) schema.Type {
	if depth == 0 {
		return TypeUnknown
	}
	switch e := e.(type) {
	case *Constant:
		return constantTypes[e.Kind]
	case *Column:
		return st.typeOfRef(st.Refs[e], depth-1)
	case *Cast:
		return typeNamed(e.Type)
	case *Extract:
		return schema.Integer
	case *Interval:
		return TypeInterval
	case *Window:
		return st.typeOf(e.Func, depth-1)
	case *Func:
		return st.typeOfCall(e, depth-1)
	case *Case:
		for _, w := range e.Whens {
			if t := st.typeOf(w.Then, depth-1); t != TypeUnknown {
				return t
			}
		}
		return st.typeOf(e.Else, depth-1)
	case *Subquery:
		if r := st.Subs[e.Query]; r != nil && len(r.Columns) == 1 {
			return st.typeOfOutput(r.Columns[0], depth-1)
		}
	case *Compare, *And, *Or, *Not, *In, *InQuery, *Exists, *Between, *Like, *IsNull, *IsTruth, *Quantified:
		return TypeBool
	}
	return TypeUnknown
}

var constantTypes = map[ConstKind]schema.Type{
	Bool: TypeBool, Int: schema.Integer, Decimal: schema.Number, Float: schema.Number, String: schema.Text,
	Date: schema.Date, Timestamp: schema.Datetime,
}

func (st *Resolved) typeOfRef(r *Ref, depth int) schema.Type {
	switch {
	case r == nil:
		return TypeUnknown
	case r.Column != nil:
		return r.Column.Type
	case r.Output != nil:
		return st.typeOfOutput(r.Output, depth)
	}
	return TypeUnknown
}

func (st *Resolved) typeOfOutput(o *Output, depth int) schema.Type {
	switch {
	case depth == 0:
		return TypeUnknown
	case len(o.Inputs) > 0:
		return st.typeOfOutput(o.Inputs[0], depth-1)
	case o.Ref != nil:
		return st.typeOfRef(o.Ref, depth-1)
	}
	return st.typeOf(o.Expr, depth-1)
}

// typeNamed is the type that SQL calls by a name, such as DECIMAL(10, 2).
func typeNamed(name string) schema.Type {
	name, _, _ = strings.Cut(strings.ToUpper(name), "(")
	switch strings.TrimSpace(name) {
	case "DATE":
		return schema.Date
	case "TIMESTAMP", "DATETIME", "TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE":
		return schema.Datetime
	case "INTEGER", "INT", "BIGINT", "SMALLINT", "TINYINT", "HUGEINT", "INT4", "INT8", "UBIGINT", "UINTEGER":
		return schema.Integer
	case "DOUBLE", "FLOAT", "REAL", "DECIMAL", "NUMERIC", "FLOAT4", "FLOAT8":
		return schema.Number
	case "VARCHAR", "TEXT", "STRING", "CHAR":
		return schema.Text
	case "BOOLEAN", "BOOL":
		return TypeBool
	case "INTERVAL":
		return TypeInterval
	}
	return TypeUnknown
}

// callTypes are the types of functions whose arguments don't matter.
var callTypes = map[string]schema.Type{
	"count": schema.Integer, "count_star": schema.Integer, "count_if": schema.Integer,
	"approx_count_distinct": schema.Integer,
	"row_number":            schema.Integer, "rank": schema.Integer, "dense_rank": schema.Integer, "ntile": schema.Integer,
	"year": schema.Integer, "month": schema.Integer, "day": schema.Integer, "quarter": schema.Integer,
	"week":      schema.Integer,
	"date_part": schema.Integer, "date_diff": schema.Integer, "datediff": schema.Integer, "date_sub": schema.Integer,
	"length": schema.Integer,
	"floor":  schema.Number, "ceil": schema.Number, "avg": schema.Number, "mean": schema.Number, "median": schema.Number,
	"stddev": schema.Number, "stddev_samp": schema.Number, "stddev_pop": schema.Number, "variance": schema.Number,
	"var_samp":      schema.Number,
	"quantile_cont": schema.Number, "/": schema.Number, "sqrt": schema.Number, "exp": schema.Number,
	"ln": schema.Number, "pow": schema.Number,
	"current_date": schema.Date, "today": schema.Date, "make_date": schema.Date, "date_trunc": schema.Date,
	"last_day": schema.Date, "to_date": schema.Date,
	"now": schema.Datetime, "current_timestamp": schema.Datetime, "get_current_timestamp": schema.Datetime,
	"localtimestamp": schema.Datetime,
	"concat":         schema.Text, "||": schema.Text, "lower": schema.Text, "upper": schema.Text, "trim": schema.Text,
	"strftime": schema.Text,
	"substr":   schema.Text, "substring": schema.Text, "left": schema.Text, "right": schema.Text, "replace": schema.Text,
	"string_agg": schema.Text,
	"to_days":    TypeInterval, "to_months": TypeInterval, "to_years": TypeInterval, "to_weeks": TypeInterval,
	"age":     TypeInterval,
	"bool_or": TypeBool, "bool_and": TypeBool, "every": TypeBool,
}

func (st *Resolved) typeOfCall(f *Func, depth int) schema.Type {
	if t, ok := callTypes[f.Name]; ok {
		return t
	}
	switch {
	case f.Name == "sum" && len(f.Args) == 1, f.Name == "abs" && len(f.Args) == 1, f.Name == "round" && len(f.Args) > 0:
		return st.typeOf(f.Args[0], depth)
	case PassesFirst[f.Name] && len(f.Args) > 0:
		return st.typeOf(f.Args[0], depth)
	case PassesOne[f.Name]:
		for _, a := range f.Args {
			if t := st.typeOf(a, depth); t != TypeUnknown {
				return t
			}
		}
	case len(f.Args) == 1 && f.Operator:
		return st.typeOf(f.Args[0], depth)
	case len(f.Args) == 2 && f.Operator:
		return arithmeticType(f.Name, st.typeOf(f.Args[0], depth), st.typeOf(f.Args[1], depth))
	case f.Name == "date_add" && len(f.Args) > 0:
		return st.typeOf(f.Args[0], depth)
	}
	return TypeUnknown
}

// arithmeticType is the type of a + b and its like.
func arithmeticType(op string, a, b schema.Type) schema.Type {
	dated := func(t schema.Type) bool { return t == schema.Date || t == schema.Datetime }
	whole := func(t schema.Type) bool { return t == schema.Integer || t == schema.ID }
	switch {
	case dated(a) && dated(b) && a == schema.Date && b == schema.Date:
		return schema.Integer
	case dated(a) && dated(b):
		return TypeInterval
	case dated(a):
		return a
	case dated(b):
		return b
	case op == "//", op == "%" && whole(a) && whole(b), whole(a) && whole(b):
		return schema.Integer
	case a == schema.Number || b == schema.Number:
		return schema.Number
	case a == TypeInterval || b == TypeInterval:
		return TypeInterval
	}
	return TypeUnknown
}
