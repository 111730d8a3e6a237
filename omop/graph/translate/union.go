package translate

import (
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/sqltree"
)

// union is the solutions of all branches. A value of which the branches have different types becomes a term.
func (t *Translator) union(branches []*sparql.Group, s *scope, told func([]string) []string) *Relation {
	rs := make([]*Relation, len(branches))
	var names []string
	types := map[string]*Value{}
	for i, b := range branches {
		rs[i] = t.filtered(b, s)
		for _, name := range told(rs[i].names) {
			v := rs[i].values[name]
			if types[name] == nil {
				names = append(names, name)
				types[name] = &Value{Type: v.Type}
			}
			if types[name].Type != v.Type {
				types[name].Type = Type{}
			}
		}
	}
	columns := columnNames(names)
	set := &sqltree.SetOp{Op: "UNION", All: true}
	for _, r := range rs {
		list := make([]*sqltree.Item, 0, len(names))
		for i, name := range names {
			v, want := r.values[name], types[name]
			item := &sqltree.Item{Expr: null().Expr, Alias: columns[i]}
			switch {
			case v == nil:
				want.Nullable = true
			case want.Type.Kind == Any:
				item.Expr = Encoded(*v)
			default:
				item.Expr = v.Expr
			}
			want.Nullable = want.Nullable || v != nil && v.Nullable
			list = append(list, item)
		}
		if len(list) == 0 {
			list = one()
		}
		set.Inputs = append(set.Inputs, r.body(list))
	}
	return t.table(set, names, columns, func(name string) Value { return *types[name] })
}

// values are the rows of VALUES; one row without UNDEF needs no table.
func (t *Translator) values(v *sparql.Values) *Relation {
	r := newRelation()
	if len(v.Rows) == 1 {
		for i, name := range v.Vars {
			if v.Rows[0][i] != nil {
				r.Bind(name, t.Constant(v.Rows[0][i]))
			}
		}
		return r
	}
	types := make([]*Value, len(v.Vars))
	cells := make([][]*Value, len(v.Rows))
	for k, row := range v.Rows {
		cells[k] = make([]*Value, len(v.Vars))
		for i, term := range row {
			if types[i] == nil {
				types[i] = &Value{}
			}
			if term == nil {
				types[i].Nullable = true
				continue
			}
			c := t.Constant(term)
			cells[k][i] = &c
			if types[i].Expr == nil {
				types[i].Type, types[i].Expr = c.Type, c.Expr
			} else if types[i].Type != c.Type {
				types[i].Type = Type{}
			}
		}
	}
	if len(v.Rows) == 0 {
		r.Require(boolean(false))
		for _, name := range v.Vars {
			r.Bind(name, null())
		}
		return r
	}
	return t.rows(v, cells, types)
}

// rows makes the table of VALUES from its cells, each column of one type.
func (t *Translator) rows(v *sparql.Values, cells [][]*Value, types []*Value) *Relation {
	query := &sqltree.SetOp{Op: "UNION", All: true}
	columns := columnNames(v.Vars)
	for _, row := range cells {
		list := make([]*sqltree.Item, len(row))
		for i, c := range row {
			list[i] = &sqltree.Item{Expr: null().Expr, Alias: columns[i]}
			switch {
			case c == nil:
			case types[i].Type.Kind == Any:
				list[i].Expr = Encoded(*c)
			default:
				list[i].Expr = c.Expr
			}
		}
		if len(list) == 0 {
			list = one()
		}
		query.Inputs = append(query.Inputs, &sqltree.Select{List: list})
	}
	byName := map[string]*Value{}
	for i, name := range v.Vars {
		byName[name] = types[i]
	}
	return t.table(query, v.Vars, columns, func(name string) Value { return *byName[name] })
}
