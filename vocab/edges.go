package vocab

import (
	"context"
	"fmt"
	"iter"
	"sort"
)

const edgeSize = 16

// readEdges reads which concept lies directly above which, from the relationships of either direction.
func (t *tables) readEdges(ctx context.Context, b *builder) error {
	for _, s := range b.spans() {
		if err := t.readEdgesOf(ctx, b, s); err != nil {
			return fmt.Errorf("read the hierarchy of CONCEPT_RELATIONSHIP: %w", err)
		}
	}
	return nil
}

func (t *tables) readEdgesOf(ctx context.Context, b *builder, s span) error {
	table, valid := "concept_relationship", valid+" AND "+s.in("concept_id_1")
	query := "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " + table +
		" WHERE relationship_id IN " + downward + " AND " + valid +
		" UNION ALL SELECT CAST(concept_id_2 AS BIGINT), CAST(concept_id_1 AS BIGINT) FROM " + table +
		" WHERE relationship_id IN " + upward + " AND " + valid
	return t.each(ctx, query, func(scan func(...any) error) error {
		var e [2]int64
		if err := scan(&e[0], &e[1]); err != nil {
			return err
		}
		b.edges = append(b.edges, e)
		b.told("reading relationships", len(b.edges))
		return nil
	})
}

// children yields the concepts directly below a concept, by id.
func (x *index) children(parent int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		s := x.sections[secEdges]
		n := len(s) / edgeSize
		for i := sort.Search(n,
			func(i int) bool { return s.i64(i*edgeSize) >= parent }); i < n && s.i64(i*edgeSize) == parent; i++ {
			if !yield(s.i64(i*edgeSize + 8)) {
				return
			}
		}
	}
}

// related reports whether the relationships place a concept above or below any other.
func (x *index) related(id int64) bool {
	for range x.children(id) {
		return true
	}
	s := x.sections[secChildren]
	i := sort.Search(len(s)/8, func(i int) bool { return s.i64(i*8) >= id })
	return i < len(s)/8 && s.i64(i*8) == id
}
