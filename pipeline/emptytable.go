package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag"
)

// requireRows abstains from a question whose SQL reads a table without any row: "0 died", "everybody had no device" and
// a survival of 100 percent would tell how the database was filled, not what happened to people. Two readings go on
// with a warning: a table that only ends follow-up, and a description of a population, whose other rows stand.
func (p *Pipeline) requireRows(ctx context.Context, r *work) error {
	if p.parts.Data == nil || p.parts.Parser == nil || r.Question == "" {
		return nil
	}
	if r.Study != nil && r.Study.Measure.Kind == study.Characteristics {
		return nil
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, r.Template.SQL)
	var syntax *sqltree.SyntaxError
	if errors.As(err, &syntax) {
		return nil // the engine says so, with the place
	}
	if err != nil {
		return fmt.Errorf("looking for the tables of the SQL: %w", err)
	}
	for _, table := range tablesRead(stmt) {
		empty, err := p.parts.Data.Empty(ctx, table)
		if err != nil {
			return fmt.Errorf("looking whether the table %s holds anything: %w", table, err)
		}
		if empty && !onlyEndsFollowUp(stmt, table) && !(table == "death" && r.Study != nil && !asksOfDeath(r.Study)) {
			return &rag.Abstention{Reason: ReasonOutOfScope, Message: fmt.Sprintf(
				"The question needs the table %s, which holds no rows in this database: it does not record these things, so any number would mislead. \"askomop db info\" lists what each table holds.",
				table)}
		}
	}
	return nil
}

// asksOfDeath reports whether a study question names death. Where it does not, deaths only end follow-up or compete
// with the outcome.
func asksOfDeath(q *study.Question) bool {
	if q.Measure.Kind == study.Survival && q.Outcome == nil {
		return true
	}
	doc, err := json.Marshal(q)
	if err != nil {
		return true
	}
	for _, field := range []string{`"domain":"death"`, `"of":"death"`, `"on":"death"`} {
		if strings.Contains(string(doc), field) {
			return true
		}
	}
	return false
}

// onlyEndsFollowUp reports whether every reading of the table is the right side of a LEFT JOIN whose columns the query
// uses in LEAST alone, as in LEAST(observation_period_end_date, COALESCE(died.death_date, …)): without rows, nobody's
// end moves.
func onlyEndsFollowUp(stmt *sqltree.Statement, table string) bool {
	all := countReads(stmt.Query, table)
	ends := 0
	sqltree.Walk(stmt.Query, func(n sqltree.Node) bool {
		s, ok := n.(*sqltree.Select)
		if !ok {
			return true
		}
		for _, j := range leftJoins(s.From) {
			if endsOnly(s, j) {
				ends += countReads(j.Right, table)
			}
		}
		return true
	})
	return all > 0 && ends == all
}

// countReads counts how often the table stands in a FROM of n.
func countReads(n sqltree.Node, table string) (reads int) {
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if t, ok := n.(*sqltree.BaseTable); ok && strings.EqualFold(t.Name, table) {
			reads++
		}
		return true
	})
	return reads
}

// leftJoins lists the LEFT joins of one FROM, those within its sub-queries apart.
func leftJoins(from sqltree.TableRef) (joins []*sqltree.Join) {
	j, ok := from.(*sqltree.Join)
	if !ok {
		return nil
	}
	if j.Type == "LEFT" {
		joins = append(joins, j)
	}
	return append(append(joins, leftJoins(j.Left)...), leftJoins(j.Right)...)
}

// endsOnly reports whether s uses the columns of the join's right side in LEAST alone, its ON apart.
func endsOnly(s *sqltree.Select, j *sqltree.Join) bool {
	var name string
	switch right := j.Right.(type) {
	case *sqltree.Subselect:
		name = right.Alias
	case *sqltree.BaseTable:
		name = right.RefName()
	}
	if name == "" || j.On == nil {
		return false
	}
	used := countColumns(s, name) - countColumns(j.On, name)
	within := 0
	sqltree.Walk(s, func(n sqltree.Node) bool {
		f, ok := n.(*sqltree.Func)
		if !ok || f.Name != "least" {
			return true
		}
		within += countColumns(f, name)
		return false
	})
	return used > 0 && used == within
}

// countColumns counts the columns below n that are qualified by name.
func countColumns(n sqltree.Node, name string) (columns int) {
	sqltree.Walk(n, func(n sqltree.Node) bool {
		if c, ok := n.(*sqltree.Column); ok && strings.EqualFold(c.Table(), name) {
			columns++
		}
		return true
	})
	return columns
}
