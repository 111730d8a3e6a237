package eval

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Traits are what is counted in a reference's parse tree.
type Traits struct {
	Tables     int `json:"tables"`     // places in FROM that name a table of the database, subqueries included
	Nesting    int `json:"nesting"`    // queries inside each other: 1 for a plain SELECT; a step of WITH counts as one, on top of the steps that it reads
	Conditions int `json:"conditions"` // comparisons, IN, BETWEEN, LIKE, EXISTS and IS NULL
}

// Difficulties, from easy to hard.
const (
	Easy   = "easy"
	Medium = "medium"
	Hard   = "hard"
)

// Difficulty is hard for three and more nested queries, five and more tables or
// more than eight conditions; easy for at most two nested queries over at most two tables with at most four conditions;
// else medium.
func (t Traits) Difficulty() string {
	switch {
	case t.Nesting >= 3 || t.Tables >= 5 || t.Conditions > 8:
		return Hard
	case t.Nesting <= 2 && t.Tables <= 2 && t.Conditions <= 4:
		return Easy
	}
	return Medium
}

// CountTraits counts in a parse tree.
func CountTraits(s *sqltree.Statement) Traits {
	c := counter{depth: map[string]int{}}
	c.names(s.Query)
	t := Traits{Nesting: c.nesting(s.Query)}
	sqltree.Walk(s.Query, func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.BaseTable:
			if _, step := c.depth[strings.ToLower(x.Name)]; !step {
				t.Tables++
			}
		case *sqltree.Compare, *sqltree.In, *sqltree.InQuery, *sqltree.Between, *sqltree.Like, *sqltree.Exists,
			*sqltree.IsNull, *sqltree.Quantified:
			t.Conditions++
		}
		return true
	})
	return t
}

// counter follows the steps of WITH clauses, by lower-case name.
type counter struct{ depth map[string]int }

// names notes every step, so that none is taken for a table.
func (c counter) names(q sqltree.Query) {
	sqltree.Walk(q, func(n sqltree.Node) bool {
		if step, ok := n.(*sqltree.CTE); ok {
			c.depth[strings.ToLower(step.Name)] = 0
		}
		return true
	})
}

// nesting is 1 more than the deepest query that q reads or holds.
func (c counter) nesting(q sqltree.Query) int {
	deepest := 0
	look := func(n sqltree.Node) bool {
		switch x := n.(type) {
		case *sqltree.CTE:
			c.depth[strings.ToLower(x.Name)] = c.nesting(x.Query)
			return false
		case *sqltree.BaseTable:
			deepest = max(deepest, c.depth[strings.ToLower(x.Name)])
		case sqltree.Query:
			if n == sqltree.Node(q) {
				return true
			}
			if set, ok := q.(*sqltree.SetOp); ok && isInput(set, x) {
				deepest = max(deepest, c.nesting(x)-1) // the inputs of a UNION stand beside it
				return false
			}
			deepest = max(deepest, c.nesting(x))
			return false
		}
		return true
	}
	sqltree.Walk(q, look)
	return deepest + 1
}

func isInput(set *sqltree.SetOp, q sqltree.Query) bool {
	return slices.Contains(set.Inputs, q)
}
