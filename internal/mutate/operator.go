package main

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// class tells what may be asked of the rules about a mistake.
type class int

const (
	classError   class = iota // the SQL can't mean what it says: an error is expected
	classWarning              // right in some questions, wrong in most: a warning is expected
	classNote                 // mostly a mistake of the data or the habit of a site: a note is expected
	classMeaning              // good SQL that answers another question: nobody can tell without the question
)

func (c class) String() string { return []string{"error", "warning", "note", "meaning"}[c] }

// operator is a kind of mistake.
type operator struct {
	name  string
	class class
	rule  string // that is meant to find it; "" for a mistake of meaning
	// anyway is of what other data would show: the demo's times are all midnight, for one, and its birthdays whole.
	anyway bool

	// tree makes the mistake at the n-th place where it can be made, and reports whether there is one.
	tree func(s *site, n int) bool
	// text makes it in the text of the statement; n counts its variants.
	text func(sql string, n int) (string, bool)
}

// elsewhere is the operator of a mistake that only other data than the demo's show.
func (o operator) elsewhere() operator {
	o.anyway = true
	return o
}

// site is a copy of a pair's tree, to make a mistake in.
type site struct {
	*sqltree.Statement
	pair    *pair
	testbed *testbed
}

// operators lists every kind of mistake.
func operators() []operator {
	return slices.Concat(statementOperators(), keyOperators(), placeOperators(), conceptOperators(),
		vocabularyOperators(),
		countingOperators(), timeOperators(), valueOperators(), amountOperators(), orderOperators(),
		modelOperators(), publishedOperators(), askedOperators(), pickOperators(), meaningOperators())
}

// replace puts something else in place of the n-th expression that change applies to.
// change must not touch what it is given; where it returns gone, the term is removed.
func (s *site) replace(n int, change func(sqltree.Expr) sqltree.Expr) bool {
	done := false
	sqltree.Rewrite(s.Statement, func(e sqltree.Expr) sqltree.Expr {
		if done {
			return e
		}
		next := change(e)
		switch {
		case next == nil:
			return e
		case n > 0:
			n--
			return e
		}
		done = true
		if next == gone {
			return nil
		}
		return next
	})
	return done
}

// gone stands for an expression that is left out.
var gone = sqltree.Expr(&sqltree.Constant{})

// find returns the n-th node of a kind that satisfies want.
func find[T sqltree.Node](s *site, n int, want func(T) bool) (T, bool) {
	var out T
	ok := false
	sqltree.Walk(s.Statement, func(x sqltree.Node) bool {
		if t, is := x.(T); is && !ok && want(t) {
			if n == 0 {
				out, ok = t, true
			}
			n--
		}
		return !ok
	})
	return out, ok
}

// table returns the table of the CDM that an alias stands for; nil where it is a CTE's or ambiguous.
func (s *site) table(alias string) *schema.Table {
	ctes := map[string]bool{}
	var names []string
	sqltree.Walk(s.Statement, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.CTE:
			ctes[strings.ToLower(n.Name)] = true
		case *sqltree.BaseTable:
			if strings.EqualFold(n.RefName(), alias) && !slices.Contains(names, n.Name) {
				names = append(names, n.Name)
			}
		}
		return true
	})
	if len(names) != 1 || ctes[strings.ToLower(names[0])] {
		return nil
	}
	t, _ := s.testbed.layout.Table(names[0])
	return t
}

// of returns the table and the name of a qualified column of the CDM.
func (s *site) of(e sqltree.Expr) (t *schema.Table, alias, column string) {
	c, ok := e.(*sqltree.Column)
	if !ok || c.Table() == "" {
		return nil, "", ""
	}
	if t = s.table(c.Table()); t == nil {
		return nil, "", ""
	}
	return t, c.Table(), strings.ToLower(c.Name())
}

// event is of for columns of tables with dated records of people.
func (s *site) event(e sqltree.Expr) (t *schema.Table, alias, column string) {
	if t, alias, column = s.of(e); t != nil && t.IsEvent() && t.HasPerson && len(t.Key) == 1 && t.Name != "death" {
		return t, alias, column
	}
	return nil, "", ""
}

// persons returns the aliases of a condition a.person_id = b.person_id.
func (s *site) persons(e sqltree.Expr) (left, right *sqltree.Column, ok bool) {
	c, is := e.(*sqltree.Compare)
	if !is || c.Op != "=" {
		return nil, nil, false
	}
	left, l := c.Left.(*sqltree.Column)
	right, r := c.Right.(*sqltree.Column)
	return left, right, l && r && left.Name() == "person_id" && right.Name() == "person_id" && left.Table() != "" &&
		right.Table() != ""
}

// chosen returns the placeholder of alias.column IN ([…]).
func (s *site) chosen(e sqltree.Expr) (in *sqltree.In, ph *sqltree.Placeholder, t *schema.Table) {
	in, ok := e.(*sqltree.In)
	if !ok || in.Not || len(in.List) != 1 {
		return nil, nil, nil
	}
	ph, ok = in.List[0].(*sqltree.Placeholder)
	if !ok {
		return nil, nil, nil
	}
	t, _, column := s.of(in.Expr)
	if t == nil || column != t.ConceptColumn {
		return nil, nil, nil
	}
	return in, ph, t
}

// root is the concept that a placeholder's set begins with.
func (s *site) root(ph *sqltree.Placeholder) int64 {
	return s.pair.roots[string(ph.Domain)+"@"+ph.Text]
}

func column(alias, name string) *sqltree.Column { return &sqltree.Column{Names: []string{alias, name}} }

func equal(l, r sqltree.Expr) *sqltree.Compare { return &sqltree.Compare{Op: "=", Left: l, Right: r} }

func oneOf(e sqltree.Expr, list ...sqltree.Expr) *sqltree.In {
	return &sqltree.In{Expr: sqltree.Clone(e), List: list}
}

// among is e IN (SELECT what FROM table AS alias WHERE …).
func among(e sqltree.Expr, what *sqltree.Column, from sqltree.TableRef, where ...sqltree.Expr) *sqltree.InQuery {
	return &sqltree.InQuery{Expr: sqltree.Clone(e), Query: &sqltree.Select{
		List: []*sqltree.Item{{Expr: what}}, From: from, Where: sqltree.NewAnd(sqltree.Loc{}, where...),
	}}
}

func base(table, alias string) *sqltree.BaseTable {
	return &sqltree.BaseTable{Name: table, Alias: alias}
}

// otherDomain is a domain whose concepts are never in the columns of d.
func otherDomain(d omop.Domain) omop.Domain {
	if d == omop.Drug {
		return omop.Condition
	}
	return omop.Drug
}
