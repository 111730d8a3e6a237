package vocab

import (
	"cmp"
	"slices"
	"strings"
)

// watched keeps, while the terms of all concepts pass by, those whose texts terms.tsv and classes.tsv speak of.
type watched struct {
	terms map[string][]watchedTerm
	// meant holds, by an abbreviation's text, the concepts that terms.tsv says it means; ambiguous
	// the abbreviations with several readings.
	meant     map[string][]uint32
	ambiguous map[string]bool
}

// watchedTerm is a term of the vocabulary without its text.
type watchedTerm struct {
	concept uint32
	at      uint32 // of the display in the blob
	size    uint16
	kind    TermKind
}

func newWatched(rows []curatedTerm) *watched {
	w := &watched{terms: map[string][]watchedTerm{}, meant: map[string][]uint32{}, ambiguous: map[string]bool{}}
	watch := func(wordings []string) {
		for _, wording := range wordings {
			w.terms[Normalize(wording)] = nil
		}
	}
	for _, row := range rows {
		watch(row.targets)
		watch(row.wordings)
	}
	for _, class := range Classes() {
		watch(class.Members)
	}
	return w
}

func (w *watched) see(text string, t watchedTerm) {
	if seen, ok := w.terms[text]; ok {
		w.terms[text] = append(seen, t)
	}
}

// settle leaves each concept once with its best kind, in the order that lookups return them.
func (w *watched) settle(rank func(concept uint32) uint8) {
	for text, terms := range w.terms {
		slices.SortFunc(terms, func(p, q watchedTerm) int {
			return cmp.Or(cmp.Compare(p.concept, q.concept), cmp.Compare(p.kind, q.kind), cmp.Compare(p.at, q.at))
		})
		terms = slices.CompactFunc(terms, func(p, q watchedTerm) bool { return p.concept == q.concept })
		slices.SortFunc(terms, func(p, q watchedTerm) int {
			return cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(rank(p.concept), rank(q.concept)),
				cmp.Compare(p.concept, q.concept))
		})
		w.terms[text] = terms
	}
}

// addCurated adds the wordings of terms.tsv and classes.tsv to the concepts that this vocabulary holds, and
// learns which abbreviations can mean something else. All other terms have been added.
func (b *builder) addCurated() error {
	b.watched.settle(b.rank)
	displays := map[string]uint32{}
	add := func(concepts []uint32, wording string, display watchedTerm, kind TermKind) error {
		text := Normalize(wording)
		if display.size == 0 {
			shown := strings.TrimSpace(wording)
			at, ok := displays[shown]
			if !ok {
				at = b.store(shown)
				displays[shown] = at
			}
			display.at, display.size = at, clip16(len(shown))
		}
		for _, c := range concepts {
			if err := b.terms.add(appendTermRecord(nil, text, originCurated, c, kind, display.at,
				display.size)); err != nil {
				return err
			}
		}
		return nil
	}
	for _, row := range b.curated {
		if err := b.addRow(row, add); err != nil {
			return err
		}
	}
	for _, class := range Classes() {
		for _, member := range class.Members {
			concepts, _ := b.resolve(curatedTerm{domain: class.Domain, targets: []string{member}})
			for _, name := range class.Names {
				if err := add(concepts, name, watchedTerm{}, KindClass); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addRow adds the wordings of one row of terms.tsv.
func (b *builder) addRow(row curatedTerm,
	add func(concepts []uint32, wording string, display watchedTerm, kind TermKind) error) error {
	if row.ambiguous {
		for _, wording := range row.wordings {
			b.watched.ambiguous[Normalize(wording)] = true
		}
		return nil
	}
	kind, display := row.kind, watchedTerm{}
	concepts, by := b.resolve(row)
	if by.kind == KindProduct && kind != KindBrand {
		kind, display = KindProduct, by // the products list what the wording means
	}
	for _, wording := range row.wordings {
		text := Normalize(wording)
		if row.kind == KindAbbreviation {
			b.watched.meant[text] = append(b.watched.meant[text], concepts...)
		}
		if err := add(concepts, wording, display, kind); err != nil {
			return err
		}
	}
	return nil
}

// resolve finds the concepts of a row's first target that this vocabulary
// holds, and one of the terms that it was found by: by name, else by synonym, else the products that list it.
func (b *builder) resolve(row curatedTerm) ([]uint32, watchedTerm) {
	for _, kind := range []TermKind{KindName, KindSynonym, KindProduct} {
		for _, target := range row.targets {
			var found []uint32
			var first watchedTerm
			for _, t := range b.watched.terms[Normalize(target)] {
				if t.kind == kind && b.stands(t.concept, row.domain) {
					found, first = append(found, t.concept), t
				}
			}
			if len(found) > 0 {
				return b.bestStanding(found), first
			}
		}
	}
	return nil, watchedTerm{}
}

// bestStanding keeps the valid standard concepts, where there are any.
func (b *builder) bestStanding(concepts []uint32) []uint32 {
	var best []uint32
	for _, c := range concepts {
		if b.rank(c) == 0 {
			best = append(best, c)
		}
	}
	if len(best) > 0 {
		return best
	}
	return concepts
}

// isAmbiguous reports whether an abbreviation has other readings than the concept.
func (w *watched) isAmbiguous(text string, concept uint32) bool {
	concepts, curated := w.meant[text]
	return w.ambiguous[text] || len(text) <= 2 || curated && !slices.Contains(concepts, concept)
}
