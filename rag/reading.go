package rag

// Reading is a question word by word: entities, constraints and what the lexicon says of the rest.
type Reading struct {
	Pieces  []Piece  // in order of appearance
	Unknown []string // words that are neither in the lexicon, nor entities, nor constraints
	Outside string   // why the question lies outside of what a database answers; empty when it does not
	Mended  []Mended // misspelt words of the question's own
}

// Piece is one word or phrase of a question, with what it was read as.
type Piece struct {
	Token      string // the lexicon's, or one of those below
	Text       string // as worded, in lower case
	Entity     int    // index into Masked.Entities, or -1
	Constraint int    // index into Masked.Constraints, or -1
}

// The tokens that are not the lexicon's.
const (
	TokenEntity     = "entity"
	TokenConstraint = "constraint"
	TokenUnknown    = "?"
	TokenDefined    = "defined" // a word that the question defines for itself
	TokenNone       = "-"       // a word of grammar, which says nothing by itself
)

// Mended is a misspelt word of the question's own, and how it was read.
type Mended struct{ Written, Read string }
