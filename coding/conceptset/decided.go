package conceptset

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/vocab"
)

// Remembered is the reason of concepts that a person has decided for.
const Remembered = "remembered decision"

// decided codes an entity as a person has decided: by the concepts decided for, or without those decided against.
func (c *Coder) decided(ctx context.Context, e coding.Entity, decisions []Decision) (coding.ConceptSet, error) {
	var expression Expression
	chosen := false
	for _, d := range decisions {
		k, err := c.Vocabulary.Concept(d.Concept)
		if errors.Is(err, vocab.ErrNotFound) {
			continue // decided on another vocabulary
		}
		if err != nil {
			return coding.ConceptSet{}, err
		}
		chosen = chosen || !d.Never
		expression.Items = append(expression.Items,
			Item{Concept: k, Exclude: d.Never, Descendants: true, Why: Remembered})
	}
	if !chosen {
		return c.without(ctx, e, expression, decisions)
	}
	resolved, err := expression.Resolve(ctx, c.Vocabulary)
	if err != nil {
		return coding.ConceptSet{}, err
	}
	if len(resolved.Members) == 0 {
		return coding.ConceptSet{},
			&coding.NoConceptError{Entity: e,
				Reason: "the remembered decisions leave nothing; askomop code decisions lists them"}
	}
	set := coding.ConceptSet{Entity: e, Concepts: resolved.Members, Notes: resolved.Notes}
	for _, i := range expression.Items {
		if !i.Exclude {
			set.Chosen = append(set.Chosen, memberOf(i.Concept, Remembered))
		}
	}
	set.Notes = append(set.Notes, notes(decisions)...)
	return set, nil
}

// without lets the next coder code, and takes out what was decided against. Where the words were
// ambiguous and one reading is left, that one is meant.
func (c *Coder) without(ctx context.Context, e coding.Entity, never Expression,
	decisions []Decision) (coding.ConceptSet, error) {
	out, err := c.all(ctx, never)
	if err != nil {
		return coding.ConceptSet{}, err
	}
	drop := func(m coding.Member) bool { return out[m.ID] }
	set, err := c.Next.Code(ctx, e)
	var none *coding.NoConceptError
	if errors.As(err, &none) && none.Ambiguous {
		left := slices.DeleteFunc(slices.Clone(none.Nearest), drop)
		if len(left) != 1 || len(left) == len(none.Nearest) {
			return coding.ConceptSet{}, err
		}
		k, err := c.Vocabulary.Concept(left[0].ID)
		if err != nil {
			return coding.ConceptSet{}, err
		}
		one := Expression{Items: append([]Item{{Concept: k, Descendants: true, Why: left[0].Why}}, never.Items...)}
		resolved, err := one.Resolve(ctx, c.Vocabulary)
		if err != nil {
			return coding.ConceptSet{}, err
		}
		set = coding.ConceptSet{Entity: e, Concepts: resolved.Members, Chosen: left, Notes: resolved.Notes}
	} else if err != nil {
		return coding.ConceptSet{}, err
	}
	before := len(set.Concepts)
	set.Concepts, set.Chosen = slices.DeleteFunc(slices.Clone(set.Concepts), drop),
		slices.DeleteFunc(slices.Clone(set.Chosen), drop)
	if len(set.Concepts) == 0 {
		return coding.ConceptSet{},
			&coding.NoConceptError{Entity: e,
				Reason: fmt.Sprintf("all %d concepts were decided against; askomop code decisions lists the decisions",
					before)}
	}
	set.Notes = append(slices.Clone(set.Notes), notes(decisions)...)
	return set, nil
}

// all are the ids of what the items of an expression stand for.
func (c *Coder) all(ctx context.Context, e Expression) (map[int64]bool, error) {
	ids := map[int64]bool{}
	for _, i := range e.Items {
		members, _, err := standsFor(ctx, c.Vocabulary, i.Concept, i)
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			ids[m.ID] = true
		}
	}
	return ids, nil
}

// notes tell of the decisions that had a part.
func notes(decisions []Decision) []string {
	var out []string
	for _, d := range decisions {
		verdict := "means"
		if d.Never {
			verdict = "never means"
		}
		out = append(out, fmt.Sprintf("%s %d of %s: it %s %s (%d); to undo it: askomop code forget %[2]d", Remembered,
			d.Number, d.At.Format("2006-01-02"), verdict, d.Name, d.Concept))
	}
	return out
}
