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
	terms  []string // of the conditions
	groups []string
	some   bool
	alone  bool // it is read from the table person and nothing else
	// the tables that each row is made of, and the conditions without the names of tables
	tables, bare []string
}

func (p *population) chosen() (chosen, bool) {
	s := p.env.sel
	if s == nil || s.From == nil || s.GroupBy.All {
		return chosen{}, false
	}
	c := chosen{some: p.some, from: p.text(s.From)}
	if t, ok := s.From.(*sqltree.BaseTable); ok {
		c.from = strings.ToLower(t.Name)
		c.alone = c.from == "person"
	}
	for _, src := range p.env.sources {
		if src.q == nil && !src.optional {
			c.tables = append(c.tables, strings.ToLower(src.table))
		}
	}
	for _, e := range append([]sqltree.Expr{s.Where}, p.where...) {
		for _, t := range sqltree.Conjuncts(e) {
			for _, t := range sqltree.Conjuncts(flagged(t)) {
				c.terms, c.bare = append(c.terms, p.text(t)), append(c.bare, bareText(t))
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
	return c, c.from != "" && !slices.Contains(c.terms, "")
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

// text writes a part of a query without the name of its table, where there is one only; "" where it can't be written.
func (p *population) text(n sqltree.Node) string {
	if e, ok := n.(sqltree.Expr); ok && len(p.env.sources) == 1 {
		return bareText(e)
	}
	text, err := sqltree.FormatNode(n)
	if err != nil {
		return ""
	}
	return strings.ToLower(text)
}

// bareText writes an expression without the names of tables.
func bareText(e sqltree.Expr) string {
	item := &sqltree.Item{Expr: sqltree.Clone(e)}
	sqltree.Rewrite(item, func(x sqltree.Expr) sqltree.Expr {
		if c, ok := x.(*sqltree.Column); ok {
			return &sqltree.Column{Names: c.Names[len(c.Names)-1:]}
		}
		return x
	})
	text, err := sqltree.FormatNode(item.Expr)
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
	return c.from == other.from &&
		!slices.ContainsFunc(c.terms, func(t string) bool { return !slices.Contains(other.terms, t) })
}

// covers reports whether all people of the other population are among those of c, be it that c is read from one of
// several tables that the other one is read from.
func (c chosen) covers(other chosen) bool {
	isTable := len(c.tables) == 1 && c.tables[0] == c.from
	return c.contains(other) || !c.some && isTable && slices.Contains(other.tables, c.from) &&
		!slices.ContainsFunc(c.bare, func(t string) bool { return t == "" || !slices.Contains(other.bare, t) })
}
