package vocab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// Mapping is a source concept and one that it maps to.
type Mapping struct {
	Source Concept
	Target int64
}

// MappedFrom returns the concepts that map to any of the concepts by valid rows, other than these
// themselves, by id.
func (v *Vocabulary) MappedFrom(ctx context.Context, ids []int64) ([]Mapping, error) {
	if len(ids) == 0 || v.tables.none() {
		return nil, ctx.Err()
	}
	if _, err := v.tables.open(ctx); err != nil {
		return nil, fmt.Errorf("read 'Maps to' of CONCEPT_RELATIONSHIP: %w", err)
	}
	if v.tables.empty(ctx, "concept_relationship") {
		return nil, ctx.Err()
	}
	query := "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " +
		"concept_relationship WHERE relationship_id = 'Maps to' AND concept_id_1 <> concept_id_2 AND CAST(concept_id_2 AS BIGINT) IN " +
		list(ids) + " AND " + valid
	var found []Mapping
	err := v.tables.each(ctx, query, func(scan func(...any) error) error {
		var source, target int64
		if err := scan(&source, &target); err != nil {
			return err
		}
		if i, ok := v.index.ordinal(source); ok {
			found = append(found, Mapping{v.index.concept(i), target})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read 'Maps to' of CONCEPT_RELATIONSHIP: %w", err)
	}
	slices.SortFunc(found, func(a, b Mapping) int {
		return cmp.Or(cmp.Compare(a.Source.ID, b.Source.ID), cmp.Compare(a.Target, b.Target))
	})
	return found, nil
}
