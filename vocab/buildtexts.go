package vocab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"
)

// Origins of terms: those of the vocabulary's names are settled before those of its relationships, and the curated
// ones, are added to them.
const (
	originRows    = 0
	originRelated = 1
	originCurated = 2
)

// A term on its way through the sorter: text and a zero, origin u8, concept u32, kind u8, place of the
// display u32 and its length u16, big-endian, so that the order of the bytes is that of the fields.
const termTail = 1 + 4 + 1 + 4 + 2

func appendTermRecord(b []byte, text string, origin byte, concept uint32, kind TermKind, display uint32,
	size uint16) []byte {
	b = append(append(b, text...), 0, origin)
	b = append(appendOrdinal(b, concept), byte(kind))
	return binary.BigEndian.AppendUint16(appendOrdinal(b, display), size)
}

// sortedTerm is a term of one text.
type sortedTerm struct {
	origin    byte
	concept   uint32
	kind      TermKind
	ambiguous bool
	at        uint32
	size      uint16
}

func parseTermRecord(rec []byte) (text []byte, t sortedTerm) {
	cut := len(rec) - termTail
	tail := rec[cut:]
	return rec[:cut-1], sortedTerm{
		origin: tail[0], concept: ordinalOf(tail[1:]), kind: TermKind(tail[5]), at: ordinalOf(tail[6:]),
		size: binary.BigEndian.Uint16(tail[10:]),
	}
}

// writeTexts writes the texts, in order, with their terms, and then what is found through their words.
func (b *builder) writeTexts(ctx context.Context) error {
	words, err := newWordCount(b.dir)
	if err != nil {
		return err
	}
	defer words.close()
	var text []byte
	var group []sortedTerm
	terms, texts := uint32(0), 0
	finish := func() error {
		if len(group) == 0 {
			return nil
		}
		group = b.settleTerms(string(text), group)
		at := b.out[secBlob].size
		b.out[secBlob].append(text)
		err := words.add(text, uint32(at), terms, b.mask(group))
		for _, t := range group {
			b.out[secTerms].append(t.appendTerm(nil))
		}
		terms += uint32(len(group))
		if texts++; texts%100_000 == 0 {
			b.progress("writing terms", texts)
		}
		group = group[:0]
		return err
	}
	err = b.terms.each(ctx, func(rec []byte) error {
		of, t := parseTermRecord(rec)
		if !bytes.Equal(of, text) {
			if err := finish(); err != nil {
				return err
			}
			text = append(text[:0], of...)
		}
		group = append(group, t)
		return nil
	})
	if err != nil {
		return err
	}
	if err := finish(); err != nil {
		return err
	}
	return b.writeWords(ctx, words)
}

// settleTerms merges wordings that a concept has more than once, of which the best kind stays, marks
// abbreviations that have other readings, and puts the terms in the order of lookups.
func (b *builder) settleTerms(text string, terms []sortedTerm) []sortedTerm {
	sameConcept := func(p, q sortedTerm) bool { return p.concept == q.concept }
	terms = dropLaterBrands(terms)
	curated := slices.IndexFunc(terms, func(t sortedTerm) bool { return t.origin == originCurated })
	if curated < 0 {
		curated = len(terms)
	}
	own := slices.CompactFunc(slices.Clone(terms[:curated]), sameConcept)
	for i := range own {
		own[i].ambiguous = own[i].kind == KindAbbreviation && b.watched.isAmbiguous(text, own[i].concept)
	}
	merged := append(own, terms[curated:]...)
	slices.SortStableFunc(merged, func(p, q sortedTerm) int {
		return cmp.Or(cmp.Compare(p.concept, q.concept), cmp.Compare(p.kind, q.kind))
	})
	terms = terms[:0]
	for _, t := range merged {
		if n := len(terms); n > 0 && terms[n-1].concept == t.concept {
			terms[n-1].ambiguous = terms[n-1].ambiguous && t.ambiguous
			continue
		}
		terms = append(terms, t)
	}
	slices.SortStableFunc(terms, func(p, q sortedTerm) int {
		return cmp.Or(cmp.Compare(p.kind, q.kind), cmp.Compare(b.rank(p.concept), b.rank(q.concept)),
			cmp.Compare(p.concept, q.concept))
	})
	return terms
}

// dropLaterBrands keeps of a text's brands those of the first origin: products that bear it, else RxNorm's ingredient
// of it, else that of brands.tsv.
func dropLaterBrands(terms []sortedTerm) []sortedTerm {
	first := originCurated
	for _, t := range terms {
		if t.kind == KindBrand {
			first = min(first, int(t.origin))
		}
	}
	return slices.DeleteFunc(terms, func(t sortedTerm) bool { return t.kind == KindBrand && int(t.origin) > first })
}

// mask has a bit for each domain of the concepts that a search returns for the text, in the lower half for all
// and in the upper half for valid standard ones.
func (b *builder) mask(terms []sortedTerm) uint32 {
	var mask uint32
	for _, t := range searched(terms) {
		bit := domainBit(int(b.domain[t.concept]))
		mask |= bit
		if b.rank(t.concept) == 0 {
			mask |= bit << 16
		}
	}
	return mask
}

// searched cuts a text's terms to those that a search looks at: products that
// merely list an ingredient come only where nothing else bears the name.
func searched(terms []sortedTerm) []sortedTerm {
	n := 0
	for n < len(terms) && n < maxTermsAText && (terms[n].kind != KindProduct || terms[0].kind == KindProduct) {
		n++
	}
	return terms[:n]
}

// lastDomainBit is shared by all domains from this number on.
const lastDomainBit = 15

// domainBit is the bit of a domain by its number.
func domainBit(number int) uint32 { return 1 << min(number, lastDomainBit) }

func (t sortedTerm) appendTerm(b []byte) []byte {
	var flags byte
	if t.ambiguous {
		flags = 1
	}
	return append(appendU16(appendU32(b, t.concept, t.at), t.size), byte(t.kind), flags)
}

func appendOrdinal(b []byte, n uint32) []byte { return binary.BigEndian.AppendUint32(b, n) }

func ordinalOf(b []byte) uint32 { return binary.BigEndian.Uint32(b) }
