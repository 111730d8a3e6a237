package sqltree

import "strings"

func (d *decoder) window(o *object, loc Loc) Expr {
	f := &Func{
		Loc: loc, Schema: o.str("schema"), Name: o.str("function_name"), Args: d.exprs(o.list("children")),
		Distinct: o.bool("distinct"), Filter: d.expr(o.get("filter_expr")), OrderBy: d.orders(o.list("arg_orders")),
	}
	if f.Schema == "main" {
		f.Schema = ""
	}
	for _, key := range []string{"offset_expr", "default_expr"} { // of LAG and LEAD
		if e := d.expr(o.get(key)); e != nil {
			f.Args = append(f.Args, e)
		}
	}
	if strings.TrimSuffix(f.Name, "_star") == "count" && len(f.Args) == 0 {
		f.Name, f.Star = "count", true
	}
	w := &Window{
		Loc: loc, Func: f, IgnoreNulls: o.bool("ignore_nulls"),
		PartitionBy: d.exprs(o.list("partitions")), OrderBy: d.orders(o.list("orders")),
	}
	var ok bool
	if w.Frame, ok = d.frame(o); !ok {
		return nil
	}
	return w
}

// frame returns nil for the default frame. Each end names the mode, unless it is unbounded.
func (d *decoder) frame(o *object) (*Frame, bool) {
	f := &Frame{}
	var ok bool
	if f.Start, ok = f.bound(o.str("start"), d.expr(o.get("start_expr"))); !ok {
		return nil, false
	}
	if f.End, ok = f.bound(o.str("end"), d.expr(o.get("end_expr"))); !ok {
		return nil, false
	}
	switch exclude := o.str("exclude_clause"); exclude {
	case "", "NO_OTHER":
	case "CURRENT_ROW":
		f.Exclude = "CURRENT ROW"
	case "GROUP", "TIES":
		f.Exclude = exclude
	default:
		return nil, false
	}
	if f.Mode == "" {
		f.Mode = "ROWS"
	}
	isDefault := f.Mode == "RANGE" && f.Start.Kind == "UNBOUNDED PRECEDING" && f.End.Kind == "CURRENT ROW" &&
		f.Exclude == ""
	if isDefault {
		return nil, true
	}
	return f, true
}

// bound reads "EXPR_PRECEDING_ROWS", "CURRENT_ROW_RANGE", "UNBOUNDED_FOLLOWING" and so on.
func (f *Frame) bound(s string, distance Expr) (Bound, bool) {
	for _, mode := range []string{"ROWS", "RANGE", "GROUPS"} {
		if rest, ok := strings.CutSuffix(s, "_"+mode); ok {
			f.Mode, s = mode, rest
			break
		}
	}
	switch s {
	case "UNBOUNDED_PRECEDING", "UNBOUNDED_FOLLOWING", "CURRENT_ROW":
		return Bound{Kind: strings.ReplaceAll(s, "_", " ")}, distance == nil
	case "EXPR_PRECEDING", "EXPR_FOLLOWING":
		return Bound{Kind: strings.TrimPrefix(s, "EXPR_"), Expr: distance}, distance != nil
	}
	return Bound{}, false
}
