package vocab

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"sort"
)

const edgeSize = 16

// readEdges reads which concept lies directly above which, from the relationships of either direction.
func (t tables) readEdges(ctx context.Context, b *builder, progress func(int)) error {
	table := t.prefix + "concept_relationship"
	query := "SELECT CAST(concept_id_1 AS BIGINT), CAST(concept_id_2 AS BIGINT) FROM " + table + " WHERE relationship_id IN " + downward + " AND " + valid +
		" UNION ALL SELECT CAST(concept_id_2 AS BIGINT), CAST(concept_id_1 AS BIGINT) FROM " + table + " WHERE relationship_id IN " + upward + " AND " + valid
	err := t.each(ctx, query, func(scan func(...any) error) error {
		var e [2]int64
		if err := scan(&e[0], &e[1]); err != nil {
			return err
		}
		b.edges = append(b.edges, e)
		progress(len(b.edges))
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the hierarchy of CONCEPT_RELATIONSHIP: %w", err)
	}
	return nil
}

func (b *builder) buildEdges(out *[sectionCount][]byte) {
	slices.SortFunc(b.edges, func(p, q [2]int64) int { return cmp.Or(cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1])) })
	b.edges = slices.Compact(b.edges)
	children := make([]int64, 0, len(b.edges))
	for _, e := range b.edges {
		out[secEdges] = binary.LittleEndian.AppendUint64(out[secEdges], uint64(e[0]))
		out[secEdges] = binary.LittleEndian.AppendUint64(out[secEdges], uint64(e[1]))
		children = append(children, e[1])
	}
	slices.Sort(children)
	for _, id := range slices.Compact(children) {
		out[secChildren] = binary.LittleEndian.AppendUint64(out[secChildren], uint64(id))
	}
}

// children yields the concepts directly below a concept, by id.
func (x *index) children(parent int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		s := x.sections[secEdges]
		n := len(s) / edgeSize
		for i := sort.Search(n, func(i int) bool { return s.i64(i*edgeSize) >= parent }); i < n && s.i64(i*edgeSize) == parent; i++ {
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
