package vocab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// HierarchyKind says how descendants can be known.
type HierarchyKind uint8

// Kinds of hierarchy, from none to the best.
const (
	HierarchyNone          HierarchyKind = iota // neither table says anything
	HierarchyRelationships                      // "Subsumes", "Is a" and the drug relationships of CONCEPT_RELATIONSHIP
	HierarchyAncestors                          // CONCEPT_ANCESTOR
)

func (k HierarchyKind) String() string {
	return [...]string{"none", "concept_relationship", "concept_ancestor"}[min(k, HierarchyAncestors)]
}

// Relationships that lead from a concept down to narrower ones, and their
// reverses, in one list each: an extract may hold only one of the two directions.
const (
	downward = "('Subsumes', 'RxNorm ing of', 'Constitutes', 'RxNorm inverse is a', 'Has tradename', " +
		"'Has quantified form', 'Contained in', 'Available as box', 'Has marketed form')"
	upward = "('Is a', 'RxNorm has ing', 'Consists of', 'RxNorm is a', 'Tradename of', " +
		"'Quantified form of', 'Contains', 'Box of', 'Marketed form of')"
)

// Descendant is a concept below one of those asked for.
type Descendant struct {
	Concept  Concept
	Ancestor int64 // the concept asked for that it lies below, the nearest one
	Levels   int   // steps between the two, at least 1
}

// Closure is what lies below some concepts.
type Closure struct {
	Descendants []Descendant // by name, then id; without the concepts asked for; of any standing
	// Unknown holds the concepts asked for about which the hierarchy says nothing at all, neither up nor down.
	Unknown []int64
	// Gaps is set where descendants may be missing: the relationships pass through
	// concepts that are not in CONCEPT, or CONCEPT_ANCESTOR is itself an extract.
	Gaps bool
}

// Hierarchy tells how descendants are known in this vocabulary.
func (v *Vocabulary) Hierarchy() HierarchyKind { return v.index.meta.Hierarchy }

// Descendants returns everything below the concepts that the vocabulary holds.
// Without any hierarchy all concepts asked for come back as Unknown.
func (v *Vocabulary) Descendants(ctx context.Context, ids []int64) (Closure, error) {
	switch {
	case len(ids) == 0:
		return Closure{}, nil
	case v.Hierarchy() == HierarchyNone:
		return Closure{Unknown: slices.Clone(ids)}, nil
	}
	g := newGathering(v, ids)
	if v.Hierarchy() == HierarchyAncestors {
		if err := v.fromAncestors(ctx, g); err != nil {
			return Closure{}, err
		}
	}
	if v.Hierarchy() == HierarchyRelationships || v.index.meta.Partial {
		v.fromRelationships(g)
	}
	return g.closure(), nil
}

// Placed returns those of the concepts that CONCEPT_ANCESTOR places anywhere.
func (v *Vocabulary) Placed(ctx context.Context, ids []int64) (map[int64]bool, error) {
	placed := map[int64]bool{}
	if v.Hierarchy() != HierarchyAncestors || len(ids) == 0 {
		return placed, nil
	}
	query := "SELECT DISTINCT CAST(descendant_concept_id AS BIGINT) FROM " +
		"concept_ancestor WHERE CAST(descendant_concept_id AS BIGINT) IN " + list(ids)
	err := v.tables.each(ctx, query, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		placed[id] = true
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read CONCEPT_ANCESTOR: %w", err)
	}
	return placed, nil
}

func (v *Vocabulary) fromAncestors(ctx context.Context, g *gathering) error {
	query := "SELECT CAST(ancestor_concept_id AS BIGINT), CAST(descendant_concept_id AS BIGINT), " +
		"COALESCE(CAST(min_levels_of_separation AS BIGINT), 1) FROM " +
		"concept_ancestor WHERE CAST(ancestor_concept_id AS BIGINT) IN " + list(g.asked)
	err := v.tables.each(ctx, query, func(scan func(...any) error) error {
		var ancestor, descendant, levels int64
		if err := scan(&ancestor, &descendant, &levels); err != nil {
			return err
		}
		g.known[ancestor] = true
		g.add(descendant, ancestor, int(levels))
		return nil
	})
	if err != nil {
		return fmt.Errorf("read CONCEPT_ANCESTOR: %w", err)
	}
	return nil
}

// fromRelationships walks down level by level. The walk goes on through
// concepts that CONCEPT lacks, as far as the relationships reach.
func (v *Vocabulary) fromRelationships(g *gathering) {
	origin := map[int64]int64{} // of every concept reached: the concept asked for above it
	for _, id := range g.asked {
		origin[id] = id
		g.known[id] = g.known[id] || v.index.related(id)
	}
	for level, front := 1, slices.Clone(g.asked); len(front) > 0; level++ {
		var next []int64
		for _, parent := range front {
			for child := range v.index.children(parent) {
				if _, seen := origin[child]; seen {
					continue
				}
				origin[child] = origin[parent]
				next = append(next, child)
				g.add(child, origin[parent], level)
			}
		}
		slices.Sort(next)
		front = next
	}
}

// gathering collects descendants while they are read.
type gathering struct {
	v       *Vocabulary
	asked   []int64
	known   map[int64]bool
	nearest map[int64]Descendant
	gaps    bool
}

func newGathering(v *Vocabulary, asked []int64) *gathering {
	return &gathering{v: v, asked: asked, known: map[int64]bool{}, nearest: map[int64]Descendant{}}
}

func (g *gathering) add(id, ancestor int64, levels int) {
	if slices.Contains(g.asked, id) {
		return
	}
	d, ok := g.nearest[id]
	if ok && cmp.Or(cmp.Compare(d.Levels, levels), cmp.Compare(d.Ancestor, ancestor)) <= 0 {
		return
	}
	if !ok {
		i, held := g.v.index.ordinal(id)
		if !held {
			g.gaps = true
			return
		}
		d.Concept = g.v.index.concept(i)
	}
	d.Ancestor, d.Levels = ancestor, levels
	g.nearest[id] = d
}

func (g *gathering) closure() Closure {
	// A whole CONCEPT_ANCESTOR is closed over concepts that CONCEPT lacks; only a walk along relationships can lose its
	// way.
	c := Closure{Gaps: g.gaps && g.v.Hierarchy() == HierarchyRelationships || g.v.index.meta.Partial}
	for _, id := range g.asked {
		if !g.known[id] {
			c.Unknown = append(c.Unknown, id)
		}
	}
	for _, d := range g.nearest {
		c.Descendants = append(c.Descendants, d)
	}
	slices.SortFunc(c.Descendants, func(a, b Descendant) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Concept.Name), strings.ToLower(b.Concept.Name)),
			cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return c
}

// hierarchyKind looks at what the tables hold.
func (t *tables) hierarchyKind(ctx context.Context) HierarchyKind {
	var one int
	query := "SELECT 1 FROM concept_ancestor WHERE ancestor_concept_id <> descendant_concept_id LIMIT 1"
	if t.first(ctx, query, &one) == nil {
		return HierarchyAncestors
	}
	query = "SELECT 1 FROM concept_relationship WHERE relationship_id IN " + downward +
		" OR relationship_id IN " + upward + " LIMIT 1"
	if t.first(ctx, query, &one) == nil {
		return HierarchyRelationships
	}
	return HierarchyNone
}

// partialAncestors reports whether more than one in fifty of the standard SNOMED
// conditions and procedures is missing from CONCEPT_ANCESTOR, where each
// concept of a whole one is at least its own descendant.
func (t *tables) partialAncestors(ctx context.Context) bool {
	var all, placed int64
	query := "SELECT COUNT(*), COUNT(a.id) FROM concept c " +
		"LEFT JOIN (SELECT DISTINCT descendant_concept_id AS id FROM concept_ancestor) a ON a.id = c.concept_id " +
		"WHERE c.standard_concept = 'S' AND c.vocabulary_id = 'SNOMED' AND c.domain_id IN ('Condition', 'Procedure')"
	if err := t.first(ctx, query, &all, &placed); err != nil {
		return true
	}
	return placed*50 < all*49
}

// list writes ids as a SQL list.
func list(ids []int64) string {
	b := []byte{'('}
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(append(b, ')'))
}

func notFound(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, ErrNotFound)...)
}
