package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
)

// explainEmpty warns beside a result that holds nothing of the entities that have
// no record at all: a zero then says what the database codes, not what the people had.
func (p *Pipeline) explainEmpty(ctx context.Context, r *work) error {
	if p.parts.Usage == nil || !p.judge().HoldsNothing(ctx, p.judged(r)) {
		return nil
	}
	for _, s := range r.Concepts {
		used, err := p.parts.Usage.Used(ctx, s.IDs())
		if err != nil {
			return fmt.Errorf("looking why the result is empty: %w", err)
		}
		if len(used) == 0 {
			r.Warnings = append(r.Warnings, omop.Finding{
				Rule: "no-records", Severity: omop.SeverityWarning,
				Message: fmt.Sprintf("No record of this database has a concept of [%s]: it may code %q differently, or not at all.", s.Entity, s.Entity.Text),
			})
		}
	}
	return nil
}

// emptyTables warns of tables that the query reads and that hold nothing at all, whatever
// comes out: without any record of a death, survival is 100 percent and mortality 0. Observation periods that overlap
// are said likewise.
func (p *Pipeline) emptyTables(ctx context.Context, r *work) error {
	if p.parts.Data == nil || p.parts.Parser == nil {
		return nil
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, r.SQL)
	if err != nil {
		return fmt.Errorf("looking for the tables of the SQL: %w", err)
	}
	read := tablesRead(stmt)
	if slices.Contains(read, "observation_period") && p.parts.Data.PeriodsOverlap(ctx) {
		r.Warnings = append(r.Warnings, omop.Finding{Rule: "overlapping-periods", Severity: omop.SeverityWarning,
			Message: "Observation periods of one person overlap in this database, which the CDM forbids: days in two of them count twice in person-time, and a rate by it is too low. \"askomop db info\" says of how many people."})
	}
	for _, table := range read {
		empty, err := p.parts.Data.Empty(ctx, table)
		if err != nil {
			return fmt.Errorf("looking whether the table %s holds anything: %w", table, err)
		}
		if empty {
			r.Warnings = append(r.Warnings, omop.Finding{
				Rule: "empty-table", Severity: omop.SeverityWarning,
				Message: fmt.Sprintf("The table %s of this database holds no rows: it does not record these things, so that 0 or nothing here does not mean that they did not happen.", table),
			})
		}
	}
	return nil
}

// recordTables are the tables of the CDM but the vocabulary's, which another one may stand in for, and the results',
// whose cohorts are kept apart from the database.
func recordTables() []string {
	apart := map[string]bool{}
	if cdm, err := schema.For("5.4"); err == nil {
		for _, t := range cdm.Tables {
			apart[t.Name] = t.Group == "vocabulary" || t.Group == "results"
		}
	}
	return slices.DeleteFunc(schema.TableNames(), func(t string) bool { return apart[t] })
}

// tablesRead lists the tables of the CDM, those of the vocabulary apart, that a statement reads in the database itself,
// by lower-case name.
func tablesRead(stmt *sqltree.Statement) []string {
	var tables, named []string
	sqltree.Walk(stmt, func(n sqltree.Node) bool {
		switch n := n.(type) {
		case *sqltree.CTE:
			named = append(named, strings.ToLower(n.Name))
		case *sqltree.BaseTable:
			if n.Catalog == "" && (n.Schema == "" || strings.EqualFold(n.Schema, "main")) {
				tables = append(tables, strings.ToLower(n.Name))
			}
		}
		return true
	})
	slices.Sort(tables)
	cdm := recordTables()
	return slices.DeleteFunc(slices.Compact(tables), func(t string) bool {
		return slices.Contains(named, t) || !slices.Contains(cdm, t)
	})
}
