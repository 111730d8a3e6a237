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
	// MapsTo returns the standard concepts that a concept maps to; none is no error.
	MapsTo(ctx context.Context, id int64) ([]Concept, error)
	// Descendants returns the ids of the concepts below one, itself left out.
	Descendants(ctx context.Context, id int64) ([]int64, error)
	// Complete reports whether the vocabulary is a whole one, so that an id which it
	// lacks exists nowhere, and not an extract of one.
	Complete() bool
}
