package vocab

import (
	"slices"
	"strings"
)

// source is a name or a synonym, from which the terms of a concept are derived.
type source struct {
	row     *Concept // that the name is of, for a name
	concept uint32   // ordinal, for a synonym
	text    string
	synonym bool
	drug    bool // the concept is a drug
	product bool // the text is the systematic name of a drug product
}

// builtTerm is one wording of one concept.
type builtTerm struct {
	text    string // normalised
	display string // as the vocabulary writes it; empty for the text of the source
	kind    TermKind
}

// wordings derives terms from names and synonyms. It is not changed after it was made.
type wordings struct {
	forms    map[string][]longForm
	sameDrug map[string][]string // names of one ingredient, by each of them normalised
}

func newWordings(rows []curatedTerm) *wordings {
	w := &wordings{forms: longForms(rows), sameDrug: map[string][]string{}}
	for _, row := range rows {
		if row.kind == KindSynonym && row.domain == "Drug" {
			group := append(slices.Clone(row.targets), row.wordings...)
			for _, n := range group {
				w.sameDrug[Normalize(n)] = group
			}
		}
	}
	return w
}

// of returns the terms of a name or synonym: itself, the two sides of "CVA - Cerebrovascular
// accident", "Red blood cell count" of "Red blood cell (RBC) count", other orders of its words, the abbreviations of
// terms.tsv in place of their long forms, and what a product's name lists.
func (w *wordings) of(s source) []builtTerm {
	kind := KindName
	if s.synonym {
		kind = KindSynonym
		if isAbbreviation(s.text) {
			kind = KindAbbreviation
		}
	}
	var terms []builtTerm
	add := func(wording string, kind TermKind) {
		if text := Normalize(wording); text != "" {
			terms = append(terms, builtTerm{text: text, kind: kind})
		}
	}
	add(s.text, kind)
	if kind <= KindSynonym && !s.drug && len(terms) > 0 {
		for _, other := range rearranged(terms[0].text) {
			terms = append(terms, builtTerm{text: other, kind: KindSynonym})
		}
	}
	if s.drug && len(terms) > 0 {
		for _, other := range systemic(terms[0].text) {
			terms = append(terms, builtTerm{text: other, kind: KindSynonym})
		}
	}
	if short, long, ok := splitAbbreviation(s.text); ok {
		add(long, KindSynonym)
		if abbreviates(short, long) {
			add(short, KindAbbreviation)
		}
	}
	if long, short, ok := splitBracketed(s.text); ok {
		add(long, KindSynonym)
		if isAbbreviation(short) { // "Cerebral palsy (CP)"
			add(short, KindAbbreviation)
		} else {
			add(short, KindSynonym)
		}
	}
	for _, t := range terms {
		if t.kind <= KindSynonym {
			terms = w.abbreviated(terms, t)
		}
	}
	if s.product {
		terms = w.listed(terms, s.text)
	}
	return terms
}

// listed adds the ingredients and the brand that a drug product's systematic name lists.
func (w *wordings) listed(terms []builtTerm, product string) []builtTerm {
	name := ParseProduct(product)
	brand := Normalize(name.Brand)
	for _, ingredient := range name.Ingredients {
		names := []string{ingredient, BaseIngredient(ingredient)}
		for _, n := range names[:2:2] {
			names = append(names, w.sameDrug[Normalize(n)]...)
		}
		for _, n := range names {
			text := Normalize(n)
			if text == "" {
				continue
			}
			terms = append(terms, builtTerm{text: text, display: ingredient, kind: KindProduct})
			if text == brand {
				brand = "" // named after its ingredient
			}
		}
	}
	if brand != "" {
		terms = append(terms, builtTerm{text: brand, display: name.Brand, kind: KindBrand})
	}
	return terms
}

// isProduct reports whether a concept's name is a systematic one of a drug product.
func isProduct(c Concept) bool {
	return c.Domain == "Drug" && c.IsStandard() && strings.HasPrefix(c.Vocabulary, "RxNorm")
}

// abbreviated adds "CKD stage 3" for "Chronic kidney disease stage 3": the long form of an abbreviation and
// more, with the abbreviation in its place.
func (w *wordings) abbreviated(terms []builtTerm, t builtTerm) []builtTerm {
	for i := 0; i < len(t.text); {
		word, _, _ := strings.Cut(t.text[i:], " ")
		for _, form := range w.forms[word] {
			rest, ok := strings.CutPrefix(t.text[i:], form.words)
			if ok && len(form.words) < len(t.text) && (rest == "" || rest[0] == ' ') {
				terms = append(terms, builtTerm{text: t.text[:i] + form.short + rest, kind: KindAbbreviation})
			}
		}
		i += len(word) + 1
	}
	return terms
}
