package check

import "context"

// Concept is what the rules need of a row of CONCEPT.
type Concept struct {
	ID         int64
	Name       string
	Domain     string // domain_id
	Vocabulary string // vocabulary_id
	Class      string // concept_class_id
	Standard   string // "S", "C" or ""
	Invalid    string // invalid_reason: "" where it is valid
	Code       string // concept_code
}

// Vocabulary looks concepts up.
type Vocabulary interface {
	// Concept returns the concept, or false where the vocabulary does not hold it.
	Concept(ctx context.Context, id int64) (Concept, bool, error)
	// MapsTo returns the standard concepts that a concept maps to; none is not an error.
	MapsTo(ctx context.Context, id int64) ([]Concept, error)
	// Descendants returns the ids of the concepts below one, itself left out.
	Descendants(ctx context.Context, id int64) ([]int64, error)
	// Complete reports whether the vocabulary is a whole one, so that an id which it
	// lacks exists nowhere, and not an extract of one.
	Complete() bool
}

// remembering keeps what a vocabulary says is below a concept for the time of one statement: rules that compare
// concepts ask it of the same ones again and again.
type remembering struct {
	Vocabulary
	below map[int64][]int64
}

// Descendants implements Vocabulary.
func (r remembering) Descendants(ctx context.Context, id int64) ([]int64, error) {
	if ids, known := r.below[id]; known {
		return ids, nil
	}
	ids, err := r.Vocabulary.Descendants(ctx, id)
	if err == nil {
		r.below[id] = ids
	}
	return ids, err
}

// remembers returns a Checker of one statement, which looks nothing up twice.
func (c *Checker) remembers() *Checker {
	if c.opt.Vocabulary == nil {
		return c
	}
	next := *c
	next.opt.Vocabulary = remembering{c.opt.Vocabulary, make(map[int64][]int64)}
	return &next
}
