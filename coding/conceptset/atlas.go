package conceptset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/vocab"
)

// atlasExpression is a concept set expression as ATLAS exports and imports it.
type atlasExpression struct {
	Items []atlasItem `json:"items"`
}

type atlasItem struct {
	Concept            atlasConcept `json:"concept"`
	IsExcluded         bool         `json:"isExcluded"`
	IncludeDescendants bool         `json:"includeDescendants"`
	IncludeMapped      bool         `json:"includeMapped"`
}

// atlasConcept has the fields of ATLAS in its order.
type atlasConcept struct {
	Class           string `json:"CONCEPT_CLASS_ID"`
	Code            string `json:"CONCEPT_CODE"`
	ID              int64  `json:"CONCEPT_ID"`
	Name            string `json:"CONCEPT_NAME"`
	Domain          string `json:"DOMAIN_ID"`
	Invalid         string `json:"INVALID_REASON"`
	InvalidCaption  string `json:"INVALID_REASON_CAPTION"`
	Standard        string `json:"STANDARD_CONCEPT"`
	StandardCaption string `json:"STANDARD_CONCEPT_CAPTION"`
	Vocabulary      string `json:"VOCABULARY_ID"`
}

// WriteAtlas writes the JSON that ATLAS imports as a concept set expression.
func WriteAtlas(w io.Writer, e Expression) error {
	doc := atlasExpression{Items: []atlasItem{}}
	for _, i := range e.Items {
		doc.Items = append(doc.Items, atlasItem{atlasOf(i.Concept), i.Exclude, i.Descendants, i.Mapped})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("write concept set: %w", err)
	}
	return nil
}

// AtlasConcept is a concept as a value whose JSON is ATLAS's.
func AtlasConcept(c vocab.Concept) any { return atlasOf(c) }

func atlasOf(c vocab.Concept) atlasConcept {
	a := atlasConcept{Class: c.Class, Code: c.Code, ID: c.ID, Name: c.Name, Domain: c.Domain, Vocabulary: c.Vocabulary,
		Invalid: "V", InvalidCaption: "Valid", Standard: "N", StandardCaption: "Non-Standard"}
	if c.Invalid != "" {
		a.Invalid, a.InvalidCaption = c.Invalid, "Invalid"
	}
	switch c.Standard {
	case "S":
		a.Standard, a.StandardCaption = "S", "Standard"
	case "C":
		a.Standard, a.StandardCaption = "C", "Classification"
	}
	return a
}

func (a atlasConcept) concept() vocab.Concept {
	c := vocab.Concept{ID: a.ID, Name: a.Name, Domain: a.Domain, Vocabulary: a.Vocabulary, Class: a.Class, Code: a.Code}
	if a.Standard == "S" || a.Standard == "C" {
		c.Standard = a.Standard
	}
	if a.Invalid != "V" {
		c.Invalid = a.Invalid
	}
	return c
}

// storedItem is an item of a stored set: as ATLAS has it, and why it is in.
type storedItem struct {
	atlasItem
	Why string `json:"why,omitempty"`
}

// MarshalJSON writes the expression as ATLAS does, with the reason of each item beside it.
func (e Expression) MarshalJSON() ([]byte, error) {
	items := make([]storedItem, len(e.Items))
	for n, i := range e.Items {
		items[n] = storedItem{atlasItem{atlasOf(i.Concept), i.Exclude, i.Descendants, i.Mapped}, i.Why}
	}
	return json.Marshal(struct {
		Items []storedItem `json:"items"`
	}{items})
}

// UnmarshalJSON reads what MarshalJSON has written.
func (e *Expression) UnmarshalJSON(text []byte) error {
	var doc struct {
		Items []storedItem `json:"items"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	e.Items = nil
	for _, i := range doc.Items {
		e.Items = append(e.Items,
			Item{Concept: i.Concept.concept(), Exclude: i.IsExcluded, Descendants: i.IncludeDescendants,
				Mapped: i.IncludeMapped, Why: i.Why})
	}
	return nil
}

// ReadAtlas reads an expression that ATLAS has exported, alone or as part of a concept set
// with its name ("expression": {…}). Fields that it does not know are passed over.
func ReadAtlas(r io.Reader) (Expression, error) {
	text, err := bounded.ReadAll(r, bounded.Text)
	if err != nil {
		return Expression{}, fmt.Errorf("read concept set: %w", err)
	}
	var doc struct {
		Items      *[]atlasItem     `json:"items"`
		Expression *atlasExpression `json:"expression"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), &doc); err != nil {
		var other *json.UnmarshalTypeError
		if errors.As(err, &other) { // its own text names a type of Go
			err = fmt.Errorf("it has a JSON %s where another kind of value belongs", other.Value)
		}
		return Expression{},
			fmt.Errorf("read concept set: it is no JSON of a concept set: %w; export it from ATLAS, or write one with: askomop code --format atlas", err)
	}
	items := doc.Items
	if items == nil && doc.Expression != nil {
		items = &doc.Expression.Items
	}
	if items == nil {
		return Expression{},
			errors.New(`read concept set: it has no "items"; export the set's expression from ATLAS, or write one with: askomop code --format atlas`)
	}
	var e Expression
	for n, i := range *items {
		if i.Concept.ID == 0 {
			return Expression{}, fmt.Errorf("read concept set: item %d has no CONCEPT_ID", n+1)
		}
		e.Items = append(e.Items,
			Item{Concept: i.Concept.concept(), Exclude: i.IsExcluded, Descendants: i.IncludeDescendants,
				Mapped: i.IncludeMapped})
	}
	return e, nil
}
