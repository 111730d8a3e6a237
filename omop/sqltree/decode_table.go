package sqltree

import "strings"

// table decodes a table reference.
func (d *decoder) table(o *object) TableRef {
	if o == nil {
		return nil
	}
	var t TableRef
	switch o.str("type") {
	case "BASE_TABLE":
		t = d.baseTable(o)
	case "SUBQUERY":
		t = d.subselect(o)
	case "TABLE_FUNCTION":
		t = d.tableFunc(o)
	case "JOIN":
		t = d.join(o)
	}
	if t == nil || !o.complete() {
		return d.other(o)
	}
	return t
}

func (d *decoder) baseTable(o *object) TableRef {
	columns, ok := o.strings("column_name_alias")
	if !ok {
		return nil
	}
	return &BaseTable{
		Loc: d.at(o), Catalog: o.str("catalog_name"), Schema: o.str("schema_name"), Name: o.str("table_name"),
		Alias: o.str("alias"), Columns: columns,
	}
}

func (d *decoder) subselect(o *object) TableRef {
	columns, ok := o.strings("column_name_alias")
	q := d.subquery(o.get("subquery"))
	if !ok || q == nil {
		return nil
	}
	return &Subselect{Loc: d.at(o), Query: q, Alias: o.str("alias"), Columns: columns}
}

func (d *decoder) tableFunc(o *object) TableRef {
	columns, ok := o.strings("column_name_alias")
	f, isFunc := d.expr(o.get("function")).(*Func)
	if !ok || !isFunc {
		return nil
	}
	return &TableFunc{
		Loc: d.at(o), Func: f, Alias: o.str("alias"), Columns: columns,
		Ordinality: o.str("with_ordinality") == "WITH_ORDINALITY",
	}
}

func (d *decoder) join(o *object) TableRef {
	j := &Join{
		Loc: d.at(o), Type: o.str("join_type"),
		Left: d.table(o.object("left")), Right: d.table(o.object("right")),
		On: d.expr(o.get("condition")),
	}
	switch o.str("ref_type") {
	case "REGULAR":
	case "CROSS":
		j.Kind = JoinCross
		if j.Pos() < 0 { // only the comma has no keyword, hence no place
			j.Kind = JoinComma
		}
	case "NATURAL":
		j.Kind = JoinNatural
	case "ASOF":
		j.Kind = JoinAsOf
	case "POSITIONAL":
		j.Kind = JoinPositional
	default:
		return nil
	}
	var ok bool
	if j.Using, ok = o.strings("using_columns"); !ok || j.Left == nil || j.Right == nil {
		return nil
	}
	return j
}

// markLateral sets Subselect.Lateral, which the parser does not pass on, where a
// subselect qualifies a column with an alias that only the tables to its left have.
func markLateral(q Query) {
	Walk(q, func(n Node) bool {
		if s, ok := n.(*Select); ok && s.From != nil {
			markTable(s.From, nil)
		}
		return true
	})
}

// markTable marks what reads from left and returns the aliases of t.
func markTable(t TableRef, left []string) []string {
	switch t := t.(type) {
	case *BaseTable:
		return []string{strings.ToLower(t.RefName())}
	case *TableFunc:
		return []string{strings.ToLower(t.Alias)}
	case *Subselect:
		t.Lateral = readsAny(t.Query, left)
		return []string{strings.ToLower(t.Alias)}
	case *Join:
		names := markTable(t.Left, left)
		return append(names, markTable(t.Right, append(left[:len(left):len(left)], names...))...)
	}
	return nil
}

// readsAny reports whether q qualifies a column with one of the names, unless some table inside q has that name.
func readsAny(q Query, names []string) bool {
	if len(names) == 0 {
		return false
	}
	own, used := make(map[string]bool), make(map[string]bool)
	Walk(q, func(n Node) bool {
		switch n := n.(type) {
		case *BaseTable:
			own[strings.ToLower(n.RefName())] = true
		case *Subselect:
			own[strings.ToLower(n.Alias)] = true
		case *TableFunc:
			own[strings.ToLower(n.Alias)] = true
		case *Column:
			used[strings.ToLower(n.Table())] = true
		}
		return true
	})
	for _, name := range names {
		if name != "" && used[name] && !own[name] {
			return true
		}
	}
	return false
}
