package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// population is the people that a number counts, by the clauses that choose them.
type population struct {
	env   *env
	where []sqltree.Expr // beyond WHERE
	all   sqltree.Expr   // the same with what is taken for true of every record; nil for none
	some  bool           // only those of them that meet a further condition, which where need not hold
}

// chosen is a population as it is compared with others.
type chosen struct {
	from   string
	terms  []term1
	groups []string
	some   bool
	tables map[string]bool // of people, that it reads
	alone  bool            // it is read from the table person and nothing else
}

// term1 is a condition: its text, and what it compares with which constants, where it does.
type term1 struct {
	text   string
	of     string   // the expression that is compared
	values []string // that it may have
	not    bool     // that it may not have
}

func (p *population) chosen() (chosen, bool) {
	s := p.env.sel
	if s == nil || s.From == nil || s.GroupBy.All {
		return chosen{}, false
	}
	c := chosen{some: p.some, from: p.text(s.From), tables: map[string]bool{}}
	if t, ok := s.From.(*sqltree.BaseTable); ok {
		c.from = strings.ToLower(t.Name)
		c.alone = c.from == "person"
	}
	for _, src := range p.env.sources {
		src.addTables(c.tables)
	}
	for _, e := range append([]sqltree.Expr{s.Where}, p.where...) {
		for _, t := range sqltree.Conjuncts(e) {
			for _, t := range sqltree.Conjuncts(flagged(t)) {
				c.terms = append(c.terms, p.term(t))
			}
		}
	}
	for _, e := range s.GroupBy.Exprs {
		e = p.env.groupedExpr(e)
		if name, ok := e.(*sqltree.Column); ok {
			e = &sqltree.Column{Names: []string{name.Name()}}
		}
		c.groups = append(c.groups, p.text(e))
	}
	for _, set := range s.GroupBy.Sets {
		c.groups = append(c.groups, fmt.Sprint(set))
	}
	return c, c.from != "" && !slices.ContainsFunc(c.terms, func(t term1) bool { return t.text == "" })
}

// addTables adds the tables of people from which a table is made.
func (s *source) addTables(to map[string]bool) {
	switch {
	case s.rows() == plainRows:
	case s.q == nil:
		to[strings.ToLower(s.table)] = true
	default:
		s.q.addTables(to)
	}
}

func (q *query) addTables(to map[string]bool) {
	for _, in := range q.inputs {
		in.addTables(to)
	}
	if q.env != nil {
		for _, src := range q.env.sources {
			src.addTables(to)
		}
	}
}

// flagged is the condition under which CASE WHEN … THEN 1 ELSE 0 END is not 0.
func flagged(e sqltree.Expr) sqltree.Expr {
	x, ok := e.(*sqltree.Compare)
	if !ok || x.Op != "<>" || !isZero(x.Right) {
		return e
	}
	number := x.Left
	if cast, ok := number.(*sqltree.Cast); ok {
		number = cast.Expr
	}
	c, ok := number.(*sqltree.Case)
	if !ok || c.Operand != nil || len(c.Whens) != 1 || isZero(c.Whens[0].Then) ||
		c.Else != nil && !isZero(c.Else) && !isNull(c.Else) {
		return e
	}
	return c.Whens[0].If
}

// term reads a condition.
func (p *population) term(e sqltree.Expr) term1 {
	t := term1{text: p.text(e)}
	switch x := e.(type) {
	case *sqltree.Compare:
		if _, constant := x.Right.(*sqltree.Constant); constant && (x.Op == "=" || x.Op == "<>") {
			t.of, t.values, t.not = p.text(x.Left), []string{p.text(x.Right)}, x.Op == "<>"
		}
	case *sqltree.In:
		t.of, t.not = p.text(x.Expr), x.Not
		for _, v := range x.List {
			if _, constant := v.(*sqltree.Constant); !constant {
				return term1{text: t.text}
			}
			t.values = append(t.values, p.text(v))
		}
	case *sqltree.IsNull:
		t.of, t.values, t.not = p.text(x.Expr), []string{"null"}, x.Not
	case *sqltree.Not:
		t.of, t.values = p.text(x.Expr), []string{"false"}
	default:
		t.of, t.values = t.text, []string{"true"}
	}
	return t
}

// excludes reports whether no record meets both conditions.
func (t term1) excludes(u term1) bool {
	switch {
	case t.of == "" || t.of != u.of || t.not && u.not:
		return false
	case t.not || u.not: // one of what the other must not be
		if u.not {
			t, u = u, t
		}
		return !slices.ContainsFunc(u.values, func(v string) bool { return !slices.Contains(t.values, v) })
	}
	return !slices.ContainsFunc(t.values, func(v string) bool { return slices.Contains(u.values, v) })
}

// text writes a part of a query without the name of its table, where there is one only; "" where it can't be written.
func (p *population) text(n sqltree.Node) string {
	if e, ok := n.(sqltree.Expr); ok && len(p.env.sources) == 1 {
		item := &sqltree.Item{Expr: sqltree.Clone(e)}
		sqltree.Rewrite(item, func(x sqltree.Expr) sqltree.Expr {
			if c, ok := x.(*sqltree.Column); ok {
				return &sqltree.Column{Names: c.Names[len(c.Names)-1:]}
			}
			return x
		})
		n = item.Expr
	}
	text, err := sqltree.FormatNode(n)
	if err != nil {
		return ""
	}
	return strings.ToLower(text)
}

// contains reports whether all people of the other population are among those of c.
func (c chosen) contains(other chosen) bool {
	switch {
	case c.some:
		return false
	case c.alone && len(c.terms) == 0:
		return true // everybody
	}
	return c.from == other.from && !slices.ContainsFunc(c.terms, func(t term1) bool {
		return !slices.ContainsFunc(other.terms, func(u term1) bool { return t.text == u.text })
	})
}

// excludes reports whether no record is counted by both.
func (c chosen) excludes(other chosen) bool {
	return slices.ContainsFunc(c.terms, func(t term1) bool { return slices.ContainsFunc(other.terms, t.excludes) })
}

// mayContain reports whether people of the other population could be among those of c for all that the SQL says: they
// are read from the same tables, and are not counted by records that exclude each other.
func (c chosen) mayContain(other chosen) bool {
	if c.excludes(other) {
		return false
	}
	for t := range c.tables {
		if other.tables[t] {
			return true
		}
	}
	return false
}
