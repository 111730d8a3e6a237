package pipeline

import (
	"context"
	"fmt"

	"github.com/askomop/askomop/omop"
)

// explainEmpty warns beside a result that holds nothing of the entities that have
// no record at all: a zero then says what the database codes, not what the people had.
func (p *Pipeline) explainEmpty(ctx context.Context, r *Run) error {
	if p.parts.Usage == nil || emptiness(r.Table) == "" {
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
