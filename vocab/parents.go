package vocab

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Parents returns what lies directly above each of the concepts, by name. It holds
// no entry for a concept of which the hierarchy says nothing, and is empty without any hierarchy.
func (v *Vocabulary) Parents(ctx context.Context, ids []int64) (map[int64][]Concept, error) {
	parents := map[int64][]Concept{}
	if len(ids) == 0 || v.Hierarchy() == HierarchyNone {
		return parents, nil
	}
	err := v.tables.each(ctx, v.parentsQuery(ids), func(scan func(...any) error) error {
		var child, parent int64
		if err := scan(&child, &parent); err != nil {
			return err
		}
		i, held := v.index.ordinal(parent)
		if held && parent != child && !slices.ContainsFunc(parents[child],
			func(c Concept) bool { return c.ID == parent }) {
			parents[child] = append(parents[child], v.index.concept(i))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the hierarchy above %d concepts: %w", len(ids), err)
	}
	for _, above := range parents {
		slices.SortFunc(above, func(a, b Concept) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
	}
	return parents, nil
}

// HasClass reports whether CONCEPT_ANCESTOR knows a concept, which CONCEPT may lack, below which lie these and no
// others that CONCEPT has.
func (v *Vocabulary) HasClass(ctx context.Context, ids []int64) (bool, error) {
	if v.Hierarchy() != HierarchyAncestors || len(ids) == 0 {
		return false, nil
	}
	found := false
	err := v.tables.each(ctx, fmt.Sprintf("SELECT a.ancestor_concept_id FROM concept_ancestor a JOIN concept c "+
		"ON c.concept_id = a.descendant_concept_id WHERE a.ancestor_concept_id IN (SELECT ancestor_concept_id "+
		"FROM concept_ancestor WHERE CAST(descendant_concept_id AS BIGINT) = %d) AND a.ancestor_concept_id <> "+
		"a.descendant_concept_id GROUP BY a.ancestor_concept_id HAVING COUNT(DISTINCT a.descendant_concept_id) = %d "+
		"AND COUNT(DISTINCT CASE WHEN CAST(a.descendant_concept_id AS BIGINT) IN %s THEN a.descendant_concept_id END) = %d",
		ids[0], len(ids), list(ids), len(ids)),
		func(func(...any) error) error { found = true; return nil })
	if err != nil {
		return false, fmt.Errorf("read CONCEPT_ANCESTOR: %w", err)
	}
	return found, nil
}

// parentsQuery selects pairs of a concept and one directly above it.
func (v *Vocabulary) parentsQuery(ids []int64) string {
	if v.Hierarchy() == HierarchyAncestors {
		return "SELECT CAST(descendant_concept_id AS BIGINT), CAST(ancestor_concept_id AS BIGINT) FROM " +
			"concept_ancestor WHERE CAST(descendant_concept_id AS BIGINT) IN " + list(ids) +
			" AND min_levels_of_separation = 1"
	}
	table := "concept_relationship"
	return "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " + table +
		" WHERE CAST(concept_id_1 AS BIGINT) IN " + list(ids) + " AND relationship_id IN " + upward + " AND " + valid +
		" UNION ALL SELECT CAST(concept_id_2 AS BIGINT), CAST(concept_id_1 AS BIGINT) FROM " + table +
		" WHERE CAST(concept_id_2 AS BIGINT) IN " + list(ids) + " AND relationship_id IN " + downward + " AND " + valid
}
