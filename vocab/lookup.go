package vocab

import (
	"bytes"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Lookup returns the concepts that a normalised text stands for, best kind of
// term first, then valid standard concepts, then by id. Products that merely list an
// ingredient of that name come only where nothing else bears it; Products returns them always.
//
// "concept 201826" stands for the concept of that id.
func (v *Vocabulary) Lookup(normalised string) []Hit {
	if id, ok := conceptID(normalised); ok {
		if c, err := v.Concept(id); err == nil {
			return []Hit{{Concept: c, Term: normalised, Kind: KindName, Score: 1}}
		}
	}
	from, to := v.index.termsOf(normalised)
	if from < to && v.index.term(from).kind < KindProduct {
		to = v.index.upTo(from, to, KindProduct-1)
	}
	hits := v.index.hits(from, to)
	if own := v.own[normalised]; len(own) > 0 {
		return append(slices.Clone(own), hits...)
	}
	return hits
}

// conceptID reads "concept 201826" and "concept id 201826".
func conceptID(normalised string) (id int64, ok bool) {
	rest, ok := strings.CutPrefix(normalised, "concept ")
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(strings.TrimPrefix(rest, "id "), 10, 64)
	return id, err == nil
}

// Ingredients returns the valid standard ingredients that a normalised text is a name or a synonym of, best kind of
// term first. It looks at little else: an ingredient is listed by thousands of products, and many source concepts are
// called the same.
func (v *Vocabulary) Ingredients(normalised string) []Hit {
	var hits []Hit
	for _, h := range v.own[normalised] {
		if h.Kind <= KindSynonym && h.Concept.Class == ingredientClass && h.Concept.IsStandard() &&
			h.Concept.Invalid == "" {
			hits = append(hits, h)
		}
	}
	class := slices.Index(v.index.meta.Strings, ingredientClass)
	from, to := v.index.termsOf(normalised)
	for kind := KindName; kind <= KindSynonym; kind++ {
		end := v.index.upTo(from, to, kind)
		for ; from < end && v.index.standing(v.index.term(from).concept) == 0; from++ {
			if t := v.index.term(from); v.index.classNumber(t.concept) == class {
				hits = append(hits, v.index.hit(t, 1))
			}
		}
		from = end
	}
	return hits
}

const ingredientClass = "Ingredient"

// Abbreviations returns the concepts that a normalised text is an abbreviation or a lay wording of, as Lookup does,
// without looking at anything else.
func (v *Vocabulary) Abbreviations(normalised string) []Hit {
	from, to := v.index.termsOf(normalised)
	var hits []Hit
	for _, h := range v.own[normalised] {
		if h.Kind == KindAbbreviation || h.Kind == KindLay {
			hits = append(hits, h)
		}
	}
	return append(hits, v.index.hits(v.index.upTo(from, to, KindSynonym), v.index.upTo(from, to, KindLay))...)
}

// Products returns the drug products whose systematic name lists the ingredient or bears the brand of that normalised
// name.
func (v *Vocabulary) Products(normalised string) []Hit {
	from, to := v.index.termsOf(normalised)
	var hits []Hit
	for i := from; i < to; i++ {
		t := v.index.term(i)
		if t.kind == KindProduct || t.kind == KindBrand && v.index.concept(t.concept).Class != "Ingredient" {
			hits = append(hits, v.index.hit(t, 1))
		}
	}
	return hits
}

// termsOf is the range of terms of a text; it is empty where no term is that text.
func (x *index) termsOf(normalised string) (from, to int) {
	at, ok := x.findText([]byte(normalised))
	if !ok {
		return 0, 0
	}
	return x.terms(at)
}

// upTo cuts a range of terms, which are in the order of their kinds, behind the last of a kind.
func (x *index) upTo(from, to int, last TermKind) int {
	return from + sort.Search(to-from, func(i int) bool { return x.term(from+i).kind > last })
}

func (x *index) hits(from, to int) []Hit {
	if from >= to {
		return nil
	}
	hits := make([]Hit, 0, to-from)
	for i := from; i < to; i++ {
		hits = append(hits, x.hit(x.term(i), 1))
	}
	return hits
}

// findText returns the place of a text, or of the first one after it.
func (x *index) findText(text []byte) (int, bool) {
	n := x.textCount()
	i := sort.Search(n, func(i int) bool { return bytes.Compare(x.text(i), text) >= 0 })
	return i, i < n && bytes.Equal(x.text(i), text)
}

// Concept returns a concept by id, or ErrNotFound.
func (v *Vocabulary) Concept(id int64) (Concept, error) {
	i, ok := v.index.ordinal(id)
	if !ok {
		return Concept{}, notFound("concept %d", id)
	}
	return v.index.concept(i), nil
}

// Concepts returns those of the ids that the vocabulary holds, in order.
func (v *Vocabulary) Concepts(ids []int64) []Concept {
	var out []Concept
	for _, id := range ids {
		if i, ok := v.index.ordinal(id); ok {
			out = append(out, v.index.concept(i))
		}
	}
	return out
}

// ByCode returns the concepts with a code, written with or without dots and in
// any case, in one vocabulary, or in all where vocabulary is empty. It returns
// ErrNotFound where there is none. "ICD-10-CM" is taken for "ICD10CM".
func (v *Vocabulary) ByCode(vocabulary, code string) ([]Concept, error) {
	key, wanted := codeKey(code), vocabularyKey(vocabulary)
	if wanted == "icd10" && !v.HasVocabulary(vocabulary) {
		wanted = "icd10cm" // the American modification goes by the same name in speech
	}
	codes := v.index.sections[secCodes]
	n := len(codes) / 4
	from := sort.Search(n, func(i int) bool { return codeKey(string(v.index.conceptCode(int(codes.u32(i*4))))) >= key })
	var out []Concept
	for i := from; i < n; i++ {
		c := v.index.concept(int(codes.u32(i * 4)))
		if codeKey(c.Code) != key {
			break
		}
		if wanted == "" || vocabularyKey(c.Vocabulary) == wanted {
			out = append(out, c)
		}
	}
	if out = preferExact(out, code); len(out) == 0 {
		return nil, notFound("%s code %s", vocabulary, code)
	}
	return out, nil
}

// preferExact keeps the concepts that write the code just so, where there are any.
func preferExact(concepts []Concept, code string) []Concept {
	var exact []Concept
	for _, c := range concepts {
		if strings.EqualFold(c.Code, code) {
			exact = append(exact, c)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return concepts
}

// HasVocabulary reports whether any concept is of that vocabulary.
func (v *Vocabulary) HasVocabulary(vocabulary string) bool {
	wanted := vocabularyKey(vocabulary)
	return slices.ContainsFunc(v.index.meta.Vocabularies, func(s string) bool { return vocabularyKey(s) == wanted })
}

// Domains lists the domain_id of the concepts, sorted.
func (v *Vocabulary) Domains() []string { return slices.Sorted(slices.Values(v.index.meta.Domains)) }

// MapsTo returns the concepts that a concept "Maps to" by valid rows, by id; a standard concept often maps to itself.
func (v *Vocabulary) MapsTo(id int64) []Concept {
	i, ok := v.index.ordinal(id)
	if !ok {
		return nil
	}
	var out []Concept
	for _, target := range v.index.mapsTo(i) {
		out = append(out, v.index.concept(target))
	}
	return out
}

// codeKey is a code in capitals without dots and blanks.
func codeKey(code string) string {
	return strings.ToUpper(strings.Map(func(c rune) rune {
		if c == '.' || c == ' ' {
			return -1
		}
		return c
	}, code))
}

// vocabularyKey is a vocabulary's id in lower case without hyphens, so that "ICD-10-CM" is "ICD10CM".
func vocabularyKey(vocabulary string) string {
	key := strings.ToLower(strings.NewReplacer("-", "", " ", "", "_", "").Replace(vocabulary))
	switch key {
	case "icd9":
		return "icd9cm"
	case "snomedct":
		return "snomed"
	}
	return key
}
