package pipeline

import (
	"context"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/edit"
	"github.com/askomop/askomop/rag"
)

// withUnits runs a statement with those values only that have a unit, where the question looks at values, and the
// statement takes every value as one of the unit; nil where that is not so.
func (p *Pipeline) withUnits(ctx context.Context, asked *study.Question, template string) *Run {
	if !edit.LooksAtValues(asked) || strings.Contains(strings.ToLower(template), "unit_") {
		return nil
	}
	stmt, err := sqltree.Parse(ctx, p.parts.Parser, template)
	if err != nil || !requireUnits(stmt) {
		return nil
	}
	sql, err := sqltree.Format(stmt)
	if err != nil {
		return nil
	}
	r := &work{Run: &Run{Template: rag.Template{SQL: sql}, Attempts: 1}}
	if p.runAsIs(ctx, r) != nil {
		return nil
	}
	return r.Run
}

// requireUnits lets every SELECT read only those measurements that have a unit; it is false where a SELECT has no
// certain place for that.
func requireUnits(stmt *sqltree.Statement) bool {
	all := selects(stmt)
	named := cteNames(stmt, all)
	added := 0
	for _, s := range all {
		if s.From == nil {
			continue
		}
		tables, optional := baseTables(s.From)
		for i, t := range tables {
			name := strings.ToLower(t.Name)
			if name != "measurement" || slices.Contains(named, name) {
				continue
			}
			if optional[i] {
				return false
			}
			unit := &sqltree.Column{Names: []string{t.RefName(), "unit_concept_id"}}
			s.Where = sqltree.Conjoin(append(slices.Clone(sqltree.Conjuncts(s.Where)),
				&sqltree.Compare{Op: "<>", Left: unit, Right: sqltree.NewInt(0)}))
			added++
		}
	}
	return added > 0
}
