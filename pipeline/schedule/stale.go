package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Vocabulary has the concepts with which frozen ones are compared.
type Vocabulary interface {
	// Concept returns a concept by id; vocab.ErrNotFound where there is none.
	Concept(id int64) (vocab.Concept, error)
	// Descendants returns everything below the concepts.
	Descendants(ctx context.Context, ids []int64) (vocab.Closure, error)
}

// FreezeSets keeps the concept sets of a run with every id, and what lies below them
// and is not in them.
func FreezeSets(ctx context.Context, v Vocabulary, sets []coding.ConceptSet) ([]Set, error) {
	out := []Set{}
	for _, c := range sets {
		s := freezeSet(c)
		below, err := newBelow(ctx, v, s)
		if err != nil {
			return nil, fmt.Errorf("freezing the concepts of [%s]: %w", c.Entity, err)
		}
		for _, d := range below {
			s.Apart = append(s.Apart, d.ID)
		}
		slices.Sort(s.Apart)
		out = append(out, s)
	}
	return out, nil
}

// shownNames is how many concepts a line about changes names.
const shownNames = 5

// Stale says what has changed in the vocabulary since the sets were frozen, a line a
// set and kind of change; nothing where they are as they were.
func (f Frozen) Stale(ctx context.Context, v Vocabulary) ([]string, error) {
	var lines []string
	for _, s := range f.Sets {
		var gone, retired []string
		for _, m := range s.Concepts {
			c, err := v.Concept(m.ID)
			switch {
			case errors.Is(err, vocab.ErrNotFound):
				gone = append(gone, fmt.Sprintf("%s (%d)", m.Name, m.ID))
			case err != nil:
				return nil, fmt.Errorf("looking whether concepts have changed: %w", err)
			case !c.IsStandard() || c.Invalid != "":
				retired = append(retired, fmt.Sprintf("%s (%d)", m.Name, m.ID))
			}
		}
		below, err := newBelow(ctx, v, s)
		if err != nil {
			return nil, fmt.Errorf("looking whether concepts have changed: %w", err)
		}
		var fresh []string
		for _, c := range below {
			fresh = append(fresh, fmt.Sprintf("%s (%d)", c.Name, c.ID))
		}
		for _, change := range []struct {
			what  string
			names []string
		}{{"gone from the vocabulary", gone}, {"no longer standard", retired}, {"new below the set and not in it",
			fresh}} {
			if len(change.names) > 0 {
				lines = append(lines, fmt.Sprintf("[%s@%s] %s: %s", s.Domain, s.Text, change.what,
					someOf(change.names)))
			}
		}
	}
	return lines, nil
}

func someOf(names []string) string {
	if more := len(names) - shownNames; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shownNames], ", "), more)
	}
	return strings.Join(names, ", ")
}

// newBelow are the valid standard concepts below a set that are neither in it nor were
// left out when it was frozen, by id.
func newBelow(ctx context.Context, v Vocabulary, s Set) ([]vocab.Concept, error) {
	known := map[int64]bool{}
	var ids []int64
	for _, m := range s.Concepts {
		ids, known[m.ID] = append(ids, m.ID), true
	}
	for _, id := range s.Apart {
		known[id] = true
	}
	closure, err := v.Descendants(ctx, ids)
	if err != nil {
		return nil, err
	}
	var below []vocab.Concept
	for _, d := range closure.Descendants {
		if !known[d.Concept.ID] && d.Concept.IsStandard() && d.Concept.Invalid == "" {
			known[d.Concept.ID] = true
			below = append(below, d.Concept)
		}
	}
	slices.SortFunc(below, func(a, b vocab.Concept) int { return int(a.ID - b.ID) })
	return below, nil
}

// Coder codes the placeholders of the frozen template by the frozen sets: no
// vocabulary is asked, and no model.
func (f Frozen) Coder() coding.Coder {
	sets := frozenCoder{}
	for _, s := range f.Sets {
		c := s.thaw()
		sets[c.Entity] = c
	}
	return sets
}

type frozenCoder map[coding.Entity]coding.ConceptSet

// Code implements coding.Coder.
func (f frozenCoder) Code(_ context.Context, e coding.Entity) (coding.ConceptSet, error) {
	s, ok := f[e]
	if !ok {
		return coding.ConceptSet{},
			fmt.Errorf("[%s] was not frozen with the question; freeze it again: askomop schedule refresh NAME", e)
	}
	return s, nil
}
