package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/rag"
)

// requireColumns abstains from SQL that touches a column which the CDM requires and this database does not fill: a
// count by it would be 0, and look like an answer.
func (p *Pipeline) requireColumns(ctx context.Context, r *work) error {
	if p.parts.Data == nil || p.parts.Parser == nil {
		return nil
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, r.Template.SQL)
	var syntax *sqltree.SyntaxError
	if errors.As(err, &syntax) {
		return nil // the engine says so, with the place
	}
	if err != nil {
		return fmt.Errorf("looking for the columns of the SQL: %w", err)
	}
	touched, err := touchedColumns(stmt)
	if err != nil {
		return err
	}
	for _, table := range tablesRead(stmt) {
		lacks, err := p.parts.Data.Lacks(ctx, table)
		if err != nil {
			return fmt.Errorf("looking for the columns of %s: %w", table, err)
		}
		for _, column := range lacks {
			if slices.Contains(touched, table+"."+column) {
				return &rag.Abstention{Reason: ReasonOutOfScope, Message: fmt.Sprintf(
					"The question needs %s.%s, which is missing or empty in this database: any number would be wrong. \"askomop db info\" lists what is missing; load the data again with that column.",
					table, column)}
			}
		}
	}
	return nil
}

// touchedColumns lists the columns of the CDM that a statement mentions, as "table.column" in lower case.
func touchedColumns(stmt *sqltree.Statement) ([]string, error) {
	versions := schema.Versions()
	s, err := schema.For(versions[len(versions)-1])
	if err != nil {
		return nil, err
	}
	var out []string
	for _, ref := range sqltree.Resolve(stmt, s).Refs {
		if ref.Relation != nil && ref.Relation.Table != nil && ref.Column != nil {
			out = append(out, ref.Relation.Table.Name+"."+strings.ToLower(ref.Column.Name))
		}
	}
	return out, nil
}
