// Package vocab is the OMOP standardized vocabulary: concepts with their names,
// synonyms and codes, the hierarchy, and the maps from source codes to standard
// concepts.
//
// It reads the vocabulary's tables through database/sql from whatever database
// holds them, and keeps a search index of names beside them. It knows nothing of
// questions, patients or models.
package vocab

import "errors"

// Concept is a row of the CONCEPT table.
type Concept struct {
	ID         int64
	Name       string
	Domain     string // domain_id: "Condition", "Drug", …
	Vocabulary string // vocabulary_id: "SNOMED", "RxNorm", …
	Class      string // concept_class_id: "Clinical Finding", "Ingredient", …
	Standard   string // "S" standard, "C" classification, "" source concept
	Code       string // concept_code, leading zeros kept
	Invalid    string // invalid_reason: "" valid, "D" deleted, "U" updated
}

// IsStandard reports whether the concept may stand in a *_concept_id column.
func (c Concept) IsStandard() bool { return c.Standard == "S" }

// TermKind says where a term of the index comes from.
type TermKind uint8

// Kinds of terms, best first: a name outranks a synonym, a synonym an abbreviation.
const (
	KindName         TermKind = iota // concept_name
	KindSynonym                      // concept_synonym_name, or a name used in another country
	KindAbbreviation                 // "CVA", from a synonym "CVA - Cerebrovascular accident" or from terms.tsv
	KindLay                          // a lay wording of terms.tsv: "heart attack"
	KindBrand                        // a brand: of the product whose name bears it, else of the ingredient by terms.tsv
	// a class of drugs or a group of tests, by classes.tsv; the concept is one of its members
	KindClass
	KindProduct // an ingredient that the product's systematic name lists
	KindCode    // concept_code
)

func (k TermKind) String() string {
	return [...]string{"name", "synonym", "abbreviation", "lay term", "brand", "class", "product", "code"}[k]
}

// Hit is a concept found by one of its terms.
type Hit struct {
	Concept Concept
	Term    string   // the term as the vocabulary writes it
	Kind    TermKind // what the term is to the concept
	Score   float64  // 1 for an exact match after normalising, else a similarity in (0, 1)
	// Ambiguous marks an abbreviation that has other readings in clinical use, whatever this vocabulary holds.
	Ambiguous bool
}

// Filter narrows a search. Zero fields do not narrow.
type Filter struct {
	Domains      []string // domain_id
	Vocabularies []string // vocabulary_id
	Standard     bool     // standard concepts only
	Source       bool     // concepts that are not standard only
}

// ErrNotFound is returned for a concept id or a source code that the vocabulary does not hold.
var ErrNotFound = errors.New("not in the vocabulary")
