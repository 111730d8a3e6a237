package vocab

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// builder collects what an index is made of.
type builder struct {
	concepts []Concept // by id, once sorted
	terms    []builtTerm
	maps     [][2]int64 // "Maps to": from, to
	edges    [][2]int64 // one concept directly above another
	meta     indexMeta
	sameDrug map[string][]string // names of one drug, by each of them normalised
}

// builtTerm is one wording of one concept.
type builtTerm struct {
	text      string // normalised
	display   string // as the vocabulary writes it
	concept   uint32 // ordinal
	kind      TermKind
	ambiguous bool
}

// sortConcepts orders the concepts by id, drops repeated ids, and adds their names and product ingredients as terms.
func (b *builder) sortConcepts() {
	slices.SortStableFunc(b.concepts, func(p, q Concept) int { return cmp.Compare(p.ID, q.ID) })
	b.concepts = slices.CompactFunc(b.concepts, func(p, q Concept) bool { return p.ID == q.ID })
	for i, c := range b.concepts {
		b.addWording(uint32(i), c.Name, KindName)
		b.addProduct(uint32(i), c)
	}
}

// ordinal finds a concept by id; the concepts are sorted.
func (b *builder) ordinal(id int64) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(b.concepts, id, func(c Concept, id int64) int { return cmp.Compare(c.ID, id) })
	return uint32(i), ok
}

// addWording adds a name or synonym and the wordings that it holds in turn:
// the two sides of "CVA - Cerebrovascular accident", and "Red blood cell count" of "Red blood cell (RBC) count".
func (b *builder) addWording(concept uint32, wording string, kind TermKind) {
	if kind == KindSynonym && isAbbreviation(wording) {
		kind = KindAbbreviation
	}
	b.add(concept, wording, wording, kind)
	if kind <= KindSynonym && b.concepts[concept].Domain != "Drug" {
		for _, other := range rearranged(Normalize(wording)) {
			b.terms = append(b.terms, builtTerm{text: other, display: wording, concept: concept, kind: KindSynonym})
		}
	}
	if short, long, ok := splitAbbreviation(wording); ok {
		b.add(concept, long, wording, KindSynonym)
		if abbreviates(short, long) {
			b.add(concept, short, wording, KindAbbreviation)
		}
	}
	if long, short, ok := splitBracketed(wording); ok {
		b.add(concept, long, wording, KindSynonym)
		if isAbbreviation(short) { // "Cerebral palsy (CP)"
			b.add(concept, short, wording, KindAbbreviation)
		} else {
			b.add(concept, short, wording, KindSynonym)
		}
	}
}

// addProduct adds the ingredients and the brand that a drug product's systematic name lists.
func (b *builder) addProduct(concept uint32, c Concept) {
	if c.Domain != "Drug" || !c.IsStandard() || !strings.HasPrefix(c.Vocabulary, "RxNorm") {
		return
	}
	name := ParseProduct(c.Name)
	brand := Normalize(name.Brand)
	for _, ingredient := range name.Ingredients {
		names := append([]string{ingredient}, BaseIngredient(ingredient))
		for _, n := range append(names, b.otherNames(names)...) {
			b.add(concept, n, ingredient, KindProduct)
			if Normalize(n) == brand {
				brand = "" // named after its ingredient
			}
		}
	}
	if brand != "" {
		b.add(concept, name.Brand, name.Brand, KindBrand)
	}
}

// otherNames returns the names of terms.tsv that mean the same ingredient as one of the names.
func (b *builder) otherNames(names []string) []string {
	if b.sameDrug == nil {
		b.sameDrug = map[string][]string{}
		for _, row := range curatedTerms() {
			if row.kind == KindSynonym && row.domain == "Drug" {
				group := append(slices.Clone(row.targets), row.wordings...)
				for _, n := range group {
					b.sameDrug[Normalize(n)] = group
				}
			}
		}
	}
	var others []string
	for _, n := range names {
		others = append(others, b.sameDrug[Normalize(n)]...)
	}
	return others
}

func (b *builder) add(concept uint32, wording, display string, kind TermKind) {
	text := Normalize(wording)
	if text == "" {
		return
	}
	b.terms = append(b.terms, builtTerm{text: text, display: display, concept: concept, kind: kind})
}

// sortTerms orders the terms as lookups return them and merges wordings that a
// concept has more than once; the best kind stays.
func (b *builder) sortTerms() {
	slices.SortStableFunc(b.terms, func(p, q builtTerm) int {
		return cmp.Or(cmp.Compare(p.text, q.text), cmp.Compare(p.concept, q.concept), cmp.Compare(p.kind, q.kind))
	})
	merged := b.terms[:0]
	for _, t := range b.terms {
		if n := len(merged); n > 0 && merged[n-1].text == t.text && merged[n-1].concept == t.concept {
			merged[n-1].ambiguous = merged[n-1].ambiguous && t.ambiguous
			continue
		}
		merged = append(merged, t)
	}
	b.terms = merged
	slices.SortStableFunc(b.terms, func(p, q builtTerm) int {
		return cmp.Or(cmp.Compare(p.text, q.text), cmp.Compare(p.kind, q.kind),
			cmp.Compare(b.rank(p.concept), b.rank(q.concept)), cmp.Compare(p.concept, q.concept))
	})
}

// rank puts valid standard concepts first, then standard, then valid ones.
func (b *builder) rank(concept uint32) int {
	c := b.concepts[concept]
	rank := 0
	if !c.IsStandard() {
		rank += 2
	}
	if c.Invalid != "" {
		rank++
	}
	return rank
}

// textTerms returns the terms of one normalised text; the terms are sorted.
func (b *builder) textTerms(text string) []builtTerm {
	byText := func(t builtTerm, text string) int { return cmp.Compare(t.text, text) }
	from, _ := slices.BinarySearchFunc(b.terms, text, byText)
	to := from
	for to < len(b.terms) && b.terms[to].text == text {
		to++
	}
	return b.terms[from:to]
}

// build lays out the sections of the index.
func (b *builder) build() ([sectionCount][]byte, error) {
	var out [sectionCount][]byte
	blob := &blobWriter{at: map[string]uint32{}}
	if err := b.buildConcepts(&out, blob); err != nil {
		return out, err
	}
	b.buildCodes(&out)
	texts := b.buildTexts(&out, blob)
	buildWords(&out, blob, texts)
	b.buildMaps(&out)
	b.buildEdges(&out)
	meta, err := json.Marshal(b.meta)
	if err != nil {
		return out, err
	}
	out[secMeta] = meta
	if blob.full {
		return out, fmt.Errorf("more than 4 GiB of names")
	}
	out[secBlob] = blob.bytes
	return out, nil
}

func (b *builder) buildConcepts(out *[sectionCount][]byte, blob *blobWriter) error {
	numbers := map[string]uint16{}
	number := func(s string) uint16 {
		n, ok := numbers[s]
		if !ok {
			n = uint16(len(b.meta.Strings))
			numbers[s] = n
			b.meta.Strings = append(b.meta.Strings, s)
		}
		return n
	}
	vocabularies := map[string]bool{}
	for _, c := range b.concepts {
		vocabularies[c.Vocabulary] = true
		out[secConcepts] = appendConcept(out[secConcepts], c, blob.add(c.Name), blob.add(c.Code),
			number(c.Domain), number(c.Vocabulary), number(c.Class))
	}
	if len(b.meta.Strings) > 1<<16 {
		return fmt.Errorf("%d different domains, vocabularies and classes", len(b.meta.Strings))
	}
	b.meta.Vocabularies = slices.Sorted(maps.Keys(vocabularies))
	return nil
}

func (b *builder) buildCodes(out *[sectionCount][]byte) {
	codes := make([]string, len(b.concepts))
	order := make([]uint32, len(b.concepts))
	for i, c := range b.concepts {
		codes[i], order[i] = codeKey(c.Code), uint32(i)
	}
	slices.SortStableFunc(order, func(p, q uint32) int { return cmp.Compare(codes[p], codes[q]) })
	for _, i := range order {
		out[secCodes] = appendU32(out[secCodes], i)
	}
}

// buildTexts writes the texts with their terms and returns the texts in order.
func (b *builder) buildTexts(out *[sectionCount][]byte, blob *blobWriter) []string {
	var texts []string
	for i, t := range b.terms {
		if i == 0 || t.text != b.terms[i-1].text {
			out[secTexts] = appendU32(out[secTexts], blob.add(t.text), uint32(i))
			out[secTexts] = appendU16(out[secTexts], clip16(len(t.text)), clip16(1+strings.Count(t.text, " ")))
			texts = append(texts, t.text)
		}
		var flags byte
		if t.ambiguous {
			flags = 1
		}
		out[secTerms] = appendU32(out[secTerms], t.concept, blob.add(t.display))
		out[secTerms] = append(appendU16(out[secTerms], clip16(len(t.display))), byte(t.kind), flags)
	}
	return texts
}

func (b *builder) buildMaps(out *[sectionCount][]byte) {
	type edge struct{ from, to uint32 }
	var edges []edge
	for _, m := range b.maps {
		from, ok := b.ordinal(m[0])
		if to, ok2 := b.ordinal(m[1]); ok && ok2 {
			edges = append(edges, edge{from, to})
		}
	}
	slices.SortFunc(edges, func(p, q edge) int { return cmp.Or(cmp.Compare(p.from, q.from), cmp.Compare(p.to, q.to)) })
	edges = slices.Compact(edges)
	next := 0
	for i := range b.concepts {
		out[secMapsFrom] = appendU32(out[secMapsFrom], uint32(next))
		for ; next < len(edges) && edges[next].from == uint32(i); next++ {
			out[secMapsTo] = appendU32(out[secMapsTo], edges[next].to)
		}
	}
	out[secMapsFrom] = appendU32(out[secMapsFrom], uint32(next))
}
