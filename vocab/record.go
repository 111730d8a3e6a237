package vocab

import (
	"encoding/binary"
	"math"
	"sort"
)

// section is one part of the index file. Its readers return zero or nothing for
// a place outside it, so that a damaged file cannot make them panic.
type section []byte

func (s section) u32(at int) uint32 {
	if at < 0 || at+4 > len(s) {
		return 0
	}
	return binary.LittleEndian.Uint32(s[at:])
}

func (s section) i64(at int) int64 { return int64(uint64(s.u32(at)) | uint64(s.u32(at+4))<<32) }

func (s section) u16(at int) uint16 {
	if at < 0 || at+2 > len(s) {
		return 0
	}
	return binary.LittleEndian.Uint16(s[at:])
}

// slice returns n bytes at a place, fewer where the section ends.
func (s section) slice(at, n int) []byte {
	if at < 0 || at >= len(s) || n <= 0 {
		return nil
	}
	return s[at:min(at+n, len(s))]
}

// deltas appends n ascending numbers stored as varint differences, and stops early where the section ends.
func (s section) deltas(out []uint32, at, n int) []uint32 {
	if at < 0 || at > len(s) {
		return out
	}
	var last uint64
	rest := s[at:]
	for range n {
		d, size := binary.Uvarint(rest)
		if size <= 0 {
			break
		}
		last += d
		rest = rest[size:]
		out = append(out, uint32(last))
	}
	return out
}

func appendDeltas(b []byte, ascending []uint32) []byte {
	var last uint32
	for _, v := range ascending {
		b = binary.AppendUvarint(b, uint64(v-last))
		last = v
	}
	return b
}

// A concept record: id u64, name u32+u16, code u16 (length) and u32, then the
// numbers of domain, vocabulary and class u16 each, standard and invalid a byte
// each, 4 bytes unused.
func appendConcept(b []byte, c Concept, name, code uint32, domain, vocabulary, class uint16) []byte {
	le := binary.LittleEndian
	b = le.AppendUint64(b, uint64(c.ID))
	b = le.AppendUint32(b, name)
	b = le.AppendUint16(b, clip16(len(c.Name)))
	b = le.AppendUint16(b, clip16(len(c.Code)))
	b = le.AppendUint32(b, code)
	b = le.AppendUint16(b, domain)
	b = le.AppendUint16(b, vocabulary)
	b = le.AppendUint16(b, class)
	b = append(b, firstByte(c.Standard), firstByte(c.Invalid))
	return append(b, 0, 0, 0, 0)
}

func (x *index) conceptCount() int { return len(x.sections[secConcepts]) / conceptSize }

func (x *index) conceptID(ordinal int) int64 {
	return x.sections[secConcepts].i64(ordinal * conceptSize)
}

func (x *index) concept(ordinal int) Concept {
	s, at := x.sections[secConcepts], ordinal*conceptSize
	flags := s.slice(at+26, 2)
	if len(flags) < 2 {
		return Concept{}
	}
	return Concept{
		ID:         x.conceptID(ordinal),
		Name:       string(x.sections[secBlob].slice(int(s.u32(at+8)), int(s.u16(at+12)))),
		Code:       string(x.conceptCode(ordinal)),
		Domain:     x.string(s.u16(at + 20)),
		Vocabulary: x.string(s.u16(at + 22)),
		Class:      x.string(s.u16(at + 24)),
		Standard:   byteString(flags[0]),
		Invalid:    byteString(flags[1]),
	}
}

// classNumber is the place of a concept's class among the strings.
func (x *index) classNumber(ordinal int) int {
	return int(x.sections[secConcepts].u16(ordinal*conceptSize + 24))
}

func (x *index) conceptCode(ordinal int) []byte {
	s, at := x.sections[secConcepts], ordinal*conceptSize
	return x.sections[secBlob].slice(int(s.u32(at+16)), int(s.u16(at+14)))
}

// ordinal finds a concept by id.
func (x *index) ordinal(id int64) (int, bool) {
	i := sort.Search(x.conceptCount(), func(i int) bool { return x.conceptID(i) >= id })
	return i, i < x.conceptCount() && x.conceptID(i) == id
}

func (x *index) string(n uint16) string {
	if int(n) >= len(x.meta.Strings) {
		return ""
	}
	return x.meta.Strings[n]
}

// A text record: blob u32, first term u32, length u16, words u16.
func (x *index) textCount() int { return len(x.sections[secTexts]) / textSize }

func (x *index) text(i int) []byte {
	s, at := x.sections[secTexts], i*textSize
	return x.sections[secBlob].slice(int(s.u32(at)), int(s.u16(at+8)))
}

// leastWeightStep is so small that few texts pass for lighter than they are, and so large that hardly one is heavier
// than a byte tells.
const leastWeightStep = 0.5

// leastWeight is the least weight of the words of a text, in steps. A search passes over most texts by it, and eight
// times as many of these bytes as of bearings lie in a page.
func (x *index) leastWeight(text uint32) byte {
	if s := x.sections[secLeastWeights]; int(text) < len(s) {
		return s[text]
	}
	return 0
}

// textBearing tells the domains of the concepts that bear the text, and the sum of what its words tell, see idf.
// A bearing record: mask u32, weight f32.
func (x *index) textBearing(text uint32) (mask uint32, weight float32) {
	s, at := x.sections[secBearings], int(text)*bearingSize
	return s.u32(at), math.Float32frombits(s.u32(at + 4))
}

// terms returns the range of terms that a text stands for.
func (x *index) terms(text int) (from, to int) {
	s, all := x.sections[secTexts], len(x.sections[secTerms])/termSize
	from, to = int(s.u32(text*textSize+4)), all
	if text+1 < x.textCount() {
		to = int(s.u32((text+1)*textSize + 4))
	}
	to = min(to, all)
	return min(from, to), to
}

// A term record: concept ordinal u32, blob u32, length u16, kind u8, flags u8 (1: ambiguous).
type term struct {
	concept   int
	kind      TermKind
	ambiguous bool
	at        int
}

func (x *index) term(i int) term {
	r := x.sections[secTerms].slice(i*termSize, termSize)
	if len(r) < termSize {
		return term{}
	}
	return term{
		concept:   int(binary.LittleEndian.Uint32(r)),
		kind:      min(TermKind(r[10]), KindCode),
		ambiguous: r[11]&1 != 0,
		at:        i * termSize,
	}
}

func (x *index) hit(t term, score float64) Hit {
	s := x.sections[secTerms]
	return Hit{
		Concept:   x.concept(t.concept),
		Term:      string(x.sections[secBlob].slice(int(s.u32(t.at+4)), int(s.u16(t.at+8)))),
		Kind:      t.kind,
		Score:     score,
		Ambiguous: t.ambiguous,
	}
}

// A word record: blob u32, postings u32, texts that hold it u32, length u16, 2 bytes unused.
func (x *index) wordCount() int { return len(x.sections[secWords]) / wordSize }

func (x *index) word(i int) []byte {
	s, at := x.sections[secWords], i*wordSize
	return x.sections[secBlob].slice(int(s.u32(at)), int(s.u16(at+12)))
}

// wordTexts is the number of texts that hold a word.
func (x *index) wordTexts(i int) int { return int(x.sections[secWords].u32(i*wordSize + 8)) }

// mapsTo returns the ordinals of the concepts that a concept maps to.
func (x *index) mapsTo(ordinal int) []int {
	from, to := x.sections[secMapsFrom].u32(ordinal*4), x.sections[secMapsFrom].u32(ordinal*4+4)
	var out []int
	for i := int(from); i < int(to) && i*4+4 <= len(x.sections[secMapsTo]); i++ {
		out = append(out, int(x.sections[secMapsTo].u32(i*4)))
	}
	return out
}

func clip16(n int) uint16 { return uint16(min(n, 1<<16-1)) }

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

func byteString(b byte) string {
	if b == 0 {
		return ""
	}
	return string(rune(b))
}
