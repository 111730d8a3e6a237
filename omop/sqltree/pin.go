package sqltree

import "slices"

// pin says that a column of a derived table has one of a few constant values.
type pin struct {
	column int // of the relation
	values []string
}

// collectPins reads column = constant and column IN (constants) from the conditions that every row of a SELECT has to
// meet.
func (st *Resolved) collectPins() {
	st.pins = make(map[*Relation][]pin)
	for _, s := range st.Scopes {
		for _, term := range Conjuncts(s.Tree.Where) {
			st.addPin(term)
		}
		for _, j := range s.Joins() {
			for _, term := range Conjuncts(j.On) {
				st.addPin(term)
			}
		}
	}
}

func (st *Resolved) addPin(e Expr) {
	var column Expr
	var values []Expr
	switch e := e.(type) {
	case *Compare:
		if e.Op != "=" {
			return
		}
		column, values = e.Left, []Expr{e.Right}
		if _, ok := e.Left.(*Constant); ok {
			column, values = e.Right, []Expr{e.Left}
		}
	case *In:
		if e.Not {
			return
		}
		column, values = e.Expr, e.List
	}
	c, ok := column.(*Column)
	if !ok || st.Refs[c] == nil || st.Refs[c].Output == nil || st.Refs[c].Relation == nil {
		return
	}
	rel := st.Refs[c].Relation
	p := pin{column: slices.Index(rel.Columns, st.Refs[c].Output)}
	for _, v := range values {
		constant, ok := Bare(v).(*Constant)
		if !ok {
			return
		}
		p.values = append(p.values, constant.Text)
	}
	if p.column >= 0 {
		st.pins[rel] = append(st.pins[rel], p)
	}
}

// letsThrough reports whether rows of an input of a UNION can meet what conditions say of the relation.
func (st *Resolved) letsThrough(rel *Relation, input *Result) bool {
	for _, p := range st.pins[rel] {
		if p.column >= len(input.Columns) || input.Columns[p.column].Expr == nil {
			continue
		}
		c, ok := Bare(st.Follow(Bare(input.Columns[p.column].Expr))).(*Constant)
		if ok && !slices.Contains(p.values, c.Text) {
			return false
		}
	}
	return true
}
