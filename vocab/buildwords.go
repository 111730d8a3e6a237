package vocab

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// blobWriter collects strings, each once.
type blobWriter struct {
	bytes []byte
	at    map[string]uint32
	full  bool // positions no longer fit 32 bits
}

func (w *blobWriter) add(s string) uint32 {
	if at, ok := w.at[s]; ok {
		return at
	}
	if len(w.bytes)+len(s) > 1<<32-1 {
		w.full = true
		return 0
	}
	at := uint32(len(w.bytes))
	w.bytes = append(w.bytes, s...)
	w.at[s] = at
	return at
}

// buildWords writes the inverted index: words with the texts that hold them,
// and trigrams with the words that hold them.
func buildWords(out *[sectionCount][]byte, blob *blobWriter, texts []string) {
	postings := map[string][]uint32{}
	for i, text := range texts {
		for word := range strings.SplitSeq(text, " ") {
			list := postings[word]
			if n := len(list); n == 0 || list[n-1] != uint32(i) {
				postings[word] = append(list, uint32(i))
			}
		}
	}
	words := slices.Sorted(maps.Keys(postings))
	for _, word := range words {
		list := postings[word]
		out[secWords] = appendU32(out[secWords], blob.add(word), uint32(len(out[secPostings])), uint32(len(list)))
		out[secWords] = appendU16(out[secWords], clip16(len(word)), 0)
		out[secPostings] = appendDeltas(out[secPostings], list)
	}
	buildTrigrams(out, words)
}

// A trigram record: key u32, place in secTriWords u32, words u32.
func buildTrigrams(out *[sectionCount][]byte, words []string) {
	holders := map[uint32][]uint32{}
	for i, word := range words {
		for _, key := range trigrams(word) {
			list := holders[key]
			if n := len(list); n == 0 || list[n-1] != uint32(i) {
				holders[key] = append(list, uint32(i))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(holders)) {
		list := holders[key]
		out[secTrigrams] = appendU32(out[secTrigrams], key, uint32(len(out[secTriWords])), uint32(len(list)))
		out[secTriWords] = appendDeltas(out[secTriWords], list)
	}
}

// trigrams returns the keys of the letter triples of a word with its ends
// marked. A word with digits has none: a near number is another number.
func trigrams(word string) []uint32 {
	if len(word) < 3 || strings.ContainsAny(word, "0123456789") {
		return nil
	}
	marked := "^" + word + "$"
	keys := make([]uint32, 0, len(marked)-2)
	for i := 0; i+3 <= len(marked); i++ {
		keys = append(keys, uint32(marked[i])<<16|uint32(marked[i+1])<<8|uint32(marked[i+2]))
	}
	return keys
}

func appendU32(b []byte, values ...uint32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

func appendU16(b []byte, values ...uint16) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	return b
}
