package changes

import (
	"context"
	"fmt"
	"strings"
)

// Set is a concept set in use.
type Set struct {
	Name  string
	Items []Item
}

// Item is a concept of a set.
type Item struct {
	Concept     int64
	Descendants bool // with all below it
	Excluded    bool // taken out of the set, with its descendants if so said
}

// WithDescendants is the set of the concepts and all below them.
func WithDescendants(name string, ids []int64) Set {
	s := Set{Name: name}
	for _, id := range ids {
		s.Items = append(s.Items, Item{Concept: id, Descendants: true})
	}
	return s
}

// SetReport tells what a set in use gains and loses. Its members are the standard concepts that its items stand for.
type SetReport struct {
	Name   string   `json:"name"`
	Before int      `json:"before"` // members in the old version
	After  int      `json:"after"`
	Lost   []Change `json:"lost"`   // each with why: gone, not_standard, or moved
	Gained []Change `json:"gained"` // each with why: new, standard, or moved
	// Mapped and Unmapped are source concepts that map to a member only now, or no longer.
	Mapped   []Change `json:"mapped"`
	Unmapped []Change `json:"unmapped"`
}

// sets resolves every set in both versions and compares the members.
func (c *comparison) sets(ctx context.Context) error {
	c.report.SetsCompared = len(c.Sets)
	if len(c.Sets) == 0 {
		return nil
	}
	c.Progress("concept sets in use")
	var rows []string
	for i, s := range c.Sets {
		for _, item := range s.Items {
			rows = append(rows, fmt.Sprintf("(%d, %d, %t, %t)", i, item.Concept, item.Descendants, item.Excluded))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	stmt := "CREATE TEMP TABLE item (set_no INTEGER, id BIGINT, descendants BOOLEAN, excluded BOOLEAN); INSERT INTO item VALUES " + strings.Join(rows, ", ")
	for _, version := range []string{"old", "new"} {
		stmt += fmt.Sprintf(`; CREATE TEMP TABLE %[1]s_closure AS
			SELECT set_no, id, excluded FROM item
			UNION SELECT i.set_no, a.descendant_concept_id, i.excluded FROM item i JOIN %[1]s_concept_ancestor a ON a.ancestor_concept_id = i.id WHERE i.descendants;
			CREATE TEMP TABLE %[1]s_member AS
			SELECT DISTINCT m.set_no, m.id FROM %[1]s_closure m JOIN %[1]s_concept k ON k.concept_id = m.id
			WHERE NOT m.excluded AND %[2]s AND NOT EXISTS (FROM %[1]s_closure x WHERE x.excluded AND x.set_no = m.set_no AND x.id = m.id)`, version, standing("k"))
	}
	if err := c.exec(ctx, stmt); err != nil {
		return err
	}
	for i, s := range c.Sets {
		r, err := c.set(ctx, i, s)
		if err != nil {
			return fmt.Errorf("set %s: %w", s.Name, err)
		}
		if len(r.Lost)+len(r.Gained)+len(r.Mapped)+len(r.Unmapped) > 0 {
			c.report.Sets = append(c.report.Sets, r)
		}
	}
	return nil
}

func (c *comparison) set(ctx context.Context, number int, s Set) (SetReport, error) {
	r := SetReport{Name: s.Name, Mapped: []Change{}, Unmapped: []Change{}}
	err := c.db.QueryRowContext(ctx,
		"SELECT (SELECT count(*) FROM old_member WHERE set_no = ?), (SELECT count(*) FROM new_member WHERE set_no = ?)",
		number, number).Scan(&r.Before, &r.After)
	if err != nil {
		return r, err
	}
	// What explains a change is found among those of the concept; a concept that has none of its own has moved with one
	// above it.
	const differing = `SELECT m.id, coalesce((SELECT min(kind) FROM change WHERE change.id = m.id AND kind IN (%s)), '` + Moved + `'), NULL, NULL
		FROM %s_member m WHERE m.set_no = ? AND NOT EXISTS (FROM %s_member x WHERE x.set_no = m.set_no AND x.id = m.id)`
	if r.Lost, err = c.list(ctx, fmt.Sprintf(differing, "'"+Gone+"', '"+NotStandard+"'", "old", "new"),
		number); err != nil {
		return r, err
	}
	if r.Gained, err = c.list(ctx, fmt.Sprintf(differing, "'"+New+"', '"+Standard+"'", "new", "old"),
		number); err != nil {
		return r, err
	}
	if c.same["concept_relationship"] {
		return r, nil
	}
	const mapping = `SELECT DISTINCT p.id, NULL, NULL, NULL FROM target_pair p WHERE p.added = %t
		AND p.parent IN (SELECT id FROM old_member WHERE set_no = ? UNION SELECT id FROM new_member WHERE set_no = ?)`
	if r.Mapped, err = c.list(ctx, fmt.Sprintf(mapping, true), number, number); err != nil {
		return r, err
	}
	r.Unmapped, err = c.list(ctx, fmt.Sprintf(mapping, false), number, number)
	return r, err
}
