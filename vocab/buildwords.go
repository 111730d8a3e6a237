package vocab

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// wordCount meets the texts in order, numbers their words and counts the texts of each. The
// texts wait in a file until all words are known.
type wordCount struct {
	numbers map[string]uint32 // of the words, by first appearance
	texts   []uint32          // that hold the word, by number
	last    []uint32          // of them, and one more
	count   int               // texts
	file    *os.File
	w       *bufio.Writer
}

// A waiting text: blob u32, first term u32, mask u32, length u16, words u16, and the number of each word as varint.
const waitingSize = 16

func newWordCount(dir string) (*wordCount, error) {
	f, err := os.Create(filepath.Join(dir, "texts"))
	if err != nil {
		return nil, err
	}
	return &wordCount{numbers: map[string]uint32{}, file: f, w: bufio.NewWriterSize(f, 1<<18)}, nil
}

func (c *wordCount) close() { c.file.Close() } // the folder goes away with it

func (c *wordCount) add(text []byte, at, firstTerm, mask uint32) error {
	c.count++
	b := appendU32(make([]byte, 0, 64), at, firstTerm, mask)
	b = appendU16(b, clip16(len(text)), clip16(1+bytes.Count(text, []byte{' '})))
	for word := range bytes.SplitSeq(text, []byte{' '}) {
		n, ok := c.numbers[string(word)]
		if !ok {
			n = uint32(len(c.texts))
			c.numbers[string(word)] = n
			c.texts, c.last = append(c.texts, 0), append(c.last, 0)
		}
		if c.last[n] != uint32(c.count) {
			c.texts[n]++
			c.last[n] = uint32(c.count)
		}
		b = binary.AppendUvarint(b, uint64(n))
	}
	_, err := c.w.Write(b)
	return err
}

// waiting is a text that waits, with the numbers of its words.
type waiting struct {
	at, firstTerm, mask uint32
	size, wordCount     uint16
	words               []uint32
}

// each goes through the texts from the first; a text is valid until the next.
func (c *wordCount) each(ctx context.Context, visit func(i int, t *waiting)) error {
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReaderSize(c.file, 1<<18)
	var head [waitingSize]byte
	var words []uint32
	le := binary.LittleEndian
	for i := range c.count {
		if i%100_000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		t := waiting{at: le.Uint32(head[:]), firstTerm: le.Uint32(head[4:]), mask: le.Uint32(head[8:]),
			size: le.Uint16(head[12:]), wordCount: le.Uint16(head[14:])}
		words = words[:0]
		for range t.wordCount {
			n, err := binary.ReadUvarint(r)
			if err != nil {
				return err
			}
			words = append(words, uint32(n))
		}
		t.words = words
		visit(i, &t)
	}
	return nil
}

// postingsBuffer is how many entries of postings are held in memory; there are as many passes over the texts as it
// takes.
const postingsBuffer = 32 << 20

// writeWords writes the texts with their weights, the inverted index, and the trigrams of the words.
func (b *builder) writeWords(ctx context.Context, c *wordCount) error {
	b.progress("indexing words", len(c.texts))
	if err := c.w.Flush(); err != nil {
		return err
	}
	words := slices.Sorted(maps.Keys(c.numbers))
	place := make([]uint32, len(words)) // of the word with a number
	for i, word := range words {
		place[c.numbers[word]] = uint32(i)
	}
	counts := make([]uint32, len(words)) // by place
	for number, n := range c.texts {
		counts[place[number]] = n
	}
	c.numbers, c.last = nil, nil
	weight := func(word uint32) float64 { return idf(c.count, int(counts[word])) }
	first := true
	for from := 0; from < len(words) || first; {
		to, total := from, 0
		for to < len(words) && (to == from || total+int(counts[to]) <= postingsBuffer) {
			total += int(counts[to])
			to++
		}
		fill := newPostingsFill(from, counts[from:to], total)
		err := c.each(ctx, func(i int, t *waiting) {
			var sum float64
			for _, number := range t.words {
				word := place[number]
				fill.add(int(word), uint32(i))
				if first {
					sum += weight(word)
				}
			}
			if first {
				b.out[secTexts].append(appendU16(appendU32(nil, t.at, t.firstTerm), t.size, t.wordCount))
				b.out[secBearings].append(appendU32(nil, t.mask, math.Float32bits(float32(sum))))
				b.out[secLeastWeights].append([]byte{byte(min(sum/leastWeightStep, math.MaxUint8))})
			}
		})
		if err != nil {
			return err
		}
		for i := from; i < to; i++ {
			b.writeWord(words[i], fill.texts(i))
		}
		from, first = to, false
		b.progress("indexing words", to)
	}
	b.writeTrigrams(words)
	return nil
}

// postingsFill collects the postings of some words that follow each other.
type postingsFill struct {
	first int
	begin []int // of each word's texts in all
	end   []int
	all   []uint32
}

func newPostingsFill(first int, counts []uint32, total int) *postingsFill {
	f := &postingsFill{first: first, begin: make([]int, len(counts)), end: make([]int, len(counts)),
		all: make([]uint32, total)}
	at := 0
	for i, n := range counts {
		f.begin[i], f.end[i] = at, at
		at += int(n)
	}
	return f
}

func (f *postingsFill) add(word int, text uint32) {
	i := word - f.first
	if i < 0 || i >= len(f.begin) {
		return
	}
	if end := f.end[i]; end == f.begin[i] || f.all[end-1] != text { // a text may hold a word twice
		f.all[end] = text
		f.end[i]++
	}
}

func (f *postingsFill) texts(word int) []uint32 {
	return f.all[f.begin[word-f.first]:f.end[word-f.first]]
}

func (b *builder) writeWord(word string, texts []uint32) {
	record := appendU32(nil, b.store(word), uint32(b.out[secPostings].size), uint32(len(texts)))
	b.out[secWords].append(appendU16(record, clip16(len(word)), 0))
	b.out[secPostings].append(appendPostings(nil, texts))
}

// writeTrigrams writes the trigrams of the words with the words that hold them.
// A trigram record: key u32, place in secTriWords u32, words u32.
func (b *builder) writeTrigrams(words []string) {
	var held []uint64 // trigram in the upper half, word in the lower
	for i, word := range words {
		for _, key := range trigrams(word) {
			held = append(held, uint64(key)<<32|uint64(i))
		}
	}
	slices.Sort(held)
	held = slices.Compact(held)
	for from := 0; from < len(held); {
		to := from
		var wordIDs []uint32
		for to < len(held) && held[to]>>32 == held[from]>>32 {
			wordIDs = append(wordIDs, uint32(held[to]))
			to++
		}
		b.out[secTrigrams].append(appendU32(nil, uint32(held[from]>>32), uint32(b.out[secTriWords].size),
			uint32(len(wordIDs))))
		b.out[secTriWords].append(appendDeltas(nil, wordIDs))
		from = to
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

// idf is the inverse document frequency of a word that holding of all texts contain.
func idf(all, holding int) float64 {
	return math.Log(1 + float64(all+1)/float64(holding+1))
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

func appendID(b []byte, id int64) []byte { return binary.LittleEndian.AppendUint64(b, uint64(id)) }
