// Package coding turns the words of a question into sets of OMOP concepts:
// candidates by similarity, verified, completed with descendants, each concept with
// the reason why it is in.
//
// It knows the vocabulary and, where one is configured, a model. It knows nothing
// of SQL beyond the placeholders in it, and nothing of patients.
//
// The way of a mention through the files:
//
//	rules                              Code: what is tried, in which order
//	codelist, sourcecode               "ICD-9 250.02; E11.9": a list of codes, mapped
//	context, initials                  "MS": the question around an abbreviation decides
//	drug, brand, class, vaccine        "statins", "Lipitor": the class, the brand, the ingredient
//	dosage, strength, drugstrength,    "nifedipine 20mg caps", "oral": products of a strength, a form, a route
//	route
//	testset, askedtest, labtest,       "urine protein": all tests of it, by LOINC's parts
//	labwording
//	similar, choice                    a name as it stands, in another order, misspelt; which of its concepts is taken
//	loose                              names that are not terms as they stand; a masker finds entities by it
//	variant                            "KDM6A c.3151G>T": variants of genes
//	reread, readings, rewritings,      "hx of T2DM": what it says in full words
//	shorthand, brackets, cleaned
//	evidence, search, likeness,        what is near it in words and letters, and when that is enough
//	coverage, fusion, dense, weights,
//	stem, words
//	kinds                              in a cut-down vocabulary: "hip fracture" by "Closed fracture of hip"
//	expand, narrower, left             the set: descendants, what is left out of it
//	certain, verified, candidates      with a model, which accepts or rejects each candidate
//	suggest, offer                     what an abstention names
//	template                           the placeholders of a SQL template
//	lookups                            what is looked up once for a mention
package coding

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Entity is one thing to be coded: the inside of a placeholder [domain@text] or [domain@VOCABULARY:code].
type Entity struct {
	Domain string // condition, drug, procedure, measurement, observation, device, visit
	Text   string // as written in the placeholder, unescaped
}

func (e Entity) String() string { return e.Domain + "@" + e.Text }

// Coder turns an entity into the set of concepts that it means.
type Coder interface {
	// Code returns a non-empty set, or an error that wraps ErrNoConcept where no concept is close enough to be sure.
	Code(ctx context.Context, e Entity) (ConceptSet, error)
}

// ConceptSet is what an entity means, concept by concept. The concepts are
// distinct, the chosen ones first, then their descendants by name.
type ConceptSet struct {
	Entity   Entity
	Concepts []Member
	Notes    []string // what a reader must know: no hierarchy, a code with several targets
	// Chosen are the concepts that the words themselves stand for, classes among them, which stand
	// in no record; Concepts holds those of them that records can have, and what lies below all of them.
	Chosen []Member
	// LeftOut are products of what was chosen that are given in another way than the words say.
	LeftOut []Member
	// Source are codes of a list that records hold in *_source_concept_id alone: they have no standard concept, or one
	// that no record has.
	Source []Member
}

// IDs returns the concept ids in order.
func (s ConceptSet) IDs() []int64 {
	ids := make([]int64, len(s.Concepts))
	for i, m := range s.Concepts {
		ids[i] = m.ID
	}
	return ids
}

// Member is one concept of a set, and why it is in.
type Member struct {
	ID         int64
	Name       string
	Vocabulary string
	Code       string
	Why        string  // "exact name", "synonym", "abbreviation", "mapped from ICD10CM N18.6", "similar", "descendant of Sinusitis", …
	Score      float64 // 1 for exact and mapped; the similarity otherwise; descendants inherit it
}

// ErrNoConcept is wrapped by every NoConceptError.
var ErrNoConcept = errors.New("no concept is close enough")

// NoConceptError says that an entity was not coded, and what came nearest.
type NoConceptError struct {
	Entity    Entity
	Ambiguous bool // two readings are equally good: Nearest holds them
	Reason    string
	Nearest   []Member // best first, may be empty
	Source    []Member // the codes that were asked for, where they have no standard concept
}

func (e *NoConceptError) Error() string {
	var b strings.Builder
	switch {
	case e.Ambiguous:
		fmt.Fprintf(&b, "%q can mean several %s concepts", e.Entity.Text, e.Entity.Domain)
	default:
		fmt.Fprintf(&b, "no %s concept in this vocabulary for %q", e.Entity.Domain, e.Entity.Text)
	}
	if e.Reason != "" {
		b.WriteString(": " + e.Reason)
	}
	for i, m := range e.Nearest {
		if i == 0 {
			b.WriteString("; nearest: ")
		} else {
			b.WriteString(", ")
		}
		if i == 5 {
			b.WriteString("…")
			break
		}
		fmt.Fprintf(&b, "%s (%d)", m.Name, m.ID)
	}
	return b.String()
}

// Sentence says the same to a user, in whole sentences: "There is no condition concept in this vocabulary for …".
func (e *NoConceptError) Sentence() string {
	s := e.Error()
	if !e.Ambiguous {
		s = "There is " + s
	}
	return strings.Replace(s, "; nearest: ", ". The nearest: ", 1) + "."
}

func (e *NoConceptError) Unwrap() error { return ErrNoConcept }
