package dense

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/mapped"
)

// The file is a magic, length and CRC of the meta data, the meta data as JSON, and the sections, each on a boundary of
// 64 bytes, little-endian: float32 scales, int8 rows of stride numbers, float32 rows of dim numbers, terms, and the
// texts of the terms. The rows are sorted by domain, so that a search in a domain reads nothing else.
//
// formatVersion goes up with every change.
const (
	formatVersion = 1
	magic         = "ASKDENSE"
	headSize      = len(magic) + 8
	alignment     = 64
	termSize      = 16 // concept u64, place of the text u32, its length u32
	lane          = 32 // rows are padded to a multiple of so many numbers
)

// meta is the head of the file.
type meta struct {
	Version  int      `json:"version"`
	Embedder string   `json:"embedder"`
	Dim      int      `json:"dim"`
	Terms    int      `json:"terms"`
	Texts    int      `json:"texts"`   // bytes
	Domains  []extent `json:"domains"` // in order
}

// extent is the rows of a domain.
type extent struct {
	Domain string `json:"domain"`
	From   int    `json:"from"`
	To     int    `json:"to"`
}

func (m meta) stride() int { return (m.Dim + lane - 1) / lane * lane }

// layout are the begins of the sections, in file order, and the size of the file.
type layout struct{ scales, small, large, terms, texts, size int }

func (m meta) layout(head int) layout {
	aligned := func(n int) int { return (n + alignment - 1) / alignment * alignment }
	var l layout
	l.scales = aligned(head)
	l.small = aligned(l.scales + 4*m.Terms)
	l.large = aligned(l.small + m.stride()*m.Terms)
	l.terms = aligned(l.large + 4*m.Dim*m.Terms)
	l.texts = aligned(l.terms + termSize*m.Terms)
	l.size = l.texts + m.Texts
	return l
}

// ErrDamaged is wrapped where a file is not one that Write has written, or not whole.
var ErrDamaged = errors.New("the file of vectors is damaged")

// Write writes the vectors of the terms, one each, to a file that takes the place of one of the same name when it is
// whole.
func Write(path, embedder string, terms []vocab.Named, vecs []llm.Vector) (err error) {
	if len(terms) != len(vecs) || len(terms) == 0 {
		return fmt.Errorf("write vectors: %d terms and %d vectors", len(terms), len(vecs))
	}
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		s, t := terms[a], terms[b]
		return cmp.Or(cmp.Compare(s.Domain, t.Domain), cmp.Compare(s.Concept, t.Concept), cmp.Compare(s.Term, t.Term))
	})
	m := meta{Version: formatVersion, Embedder: embedder, Dim: len(vecs[0]), Terms: len(terms)}
	for row, i := range order {
		if len(vecs[i]) != m.Dim {
			return fmt.Errorf("write vectors: that of %q has %d dimensions, not %d", terms[i].Term, len(vecs[i]), m.Dim)
		}
		m.Texts += len(terms[i].Term)
		if n := len(m.Domains); n == 0 || m.Domains[n-1].Domain != terms[i].Domain {
			m.Domains = append(m.Domains, extent{terms[i].Domain, row, row})
		}
		m.Domains[len(m.Domains)-1].To = row + 1
	}
	if m.Texts > math.MaxUint32 {
		return errors.New("write vectors: more than 4 GiB of names")
	}
	err = wholefile.Make(path, true, func(w io.Writer) error { return m.write(w, order, terms, vecs) })
	if err != nil {
		return fmt.Errorf("write vectors: %w", err)
	}
	return nil
}

func (m meta) write(to io.Writer, order []int, terms []vocab.Named, vecs []llm.Vector) error {
	js, err := json.Marshal(m)
	if err != nil {
		return err
	}
	w := &writer{w: bufio.NewWriterSize(to, 1<<20)}
	le := binary.LittleEndian
	w.put([]byte(magic))
	w.put(le.AppendUint32(le.AppendUint32(nil, uint32(len(js))), crc32.ChecksumIEEE(js)))
	w.put(js)
	l := m.layout(w.at)
	small := make([]int8, m.stride())
	w.upTo(l.scales)
	for _, i := range order {
		w.put(le.AppendUint32(nil, math.Float32bits(quantise(vecs[i], small))))
	}
	w.upTo(l.small)
	for _, i := range order {
		quantise(vecs[i], small)
		for _, x := range small {
			w.w.WriteByte(byte(x))
		}
		w.at += len(small)
	}
	w.upTo(l.large)
	var row []byte
	for _, i := range order {
		row = row[:0]
		for _, x := range vecs[i] {
			row = le.AppendUint32(row, math.Float32bits(x))
		}
		w.put(row)
	}
	w.upTo(l.terms)
	text := 0
	for _, i := range order {
		t := terms[i]
		w.put(le.AppendUint32(le.AppendUint32(le.AppendUint64(nil, uint64(t.Concept)), uint32(text)),
			uint32(len(t.Term))))
		text += len(t.Term)
	}
	w.upTo(l.texts)
	for _, i := range order {
		w.put([]byte(terms[i].Term))
	}
	return w.w.Flush()
}

// writer counts what is written; errors stay with the buffer until it is flushed.
type writer struct {
	w  *bufio.Writer
	at int
}

func (w *writer) put(b []byte) {
	w.w.Write(b)
	w.at += len(b)
}

func (w *writer) upTo(at int) { w.put(make([]byte, at-w.at)) }

// quantise writes a vector as int8 numbers, padded with zeros, and returns what each stands for times 1.
func quantise(v []float32, into []int8) (scale float32) {
	for _, x := range v {
		scale = max(scale, x, -x)
	}
	clear(into)
	if scale == 0 {
		return 0
	}
	scale /= math.MaxInt8
	for i, x := range v {
		into[i] = int8(math.RoundToEven(float64(x / scale)))
	}
	return scale
}

// Open opens a file that Write has written. Only its meta data is read.
func Open(path string) (*Index, error) {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, errors.New("open vectors: the file is for little-endian machines")
	}
	file, err := mapped.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open vectors: %w", err)
	}
	x := &Index{file: file}
	if err := x.parse(); err != nil {
		return nil, errors.Join(fmt.Errorf("open vectors %s: %w; make it anew with askomop vocab index", path, err),
			file.Close())
	}
	return x, nil
}

func (x *Index) parse() error {
	b := x.file.Bytes
	if len(b) < headSize || string(b[:len(magic)]) != magic {
		return ErrDamaged
	}
	n := int(binary.LittleEndian.Uint32(b[len(magic):]))
	if n > len(b)-headSize {
		return ErrDamaged
	}
	js := b[headSize : headSize+n]
	if crc32.ChecksumIEEE(js) != binary.LittleEndian.Uint32(b[len(magic)+4:]) {
		return ErrDamaged
	}
	if err := json.Unmarshal(js, &x.meta); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if x.meta.Version != formatVersion {
		return fmt.Errorf("%w: version %d, want %d", ErrDamaged, x.meta.Version, formatVersion)
	}
	l := x.meta.layout(headSize + n)
	if l.size != len(b) || x.meta.Terms == 0 || x.meta.Dim == 0 {
		return fmt.Errorf("%w: %d bytes, want %d", ErrDamaged, len(b), l.size)
	}
	x.scales = cast[float32](b[l.scales:], x.meta.Terms)
	x.small = cast[int8](b[l.small:], x.meta.Terms*x.meta.stride())
	x.large = cast[float32](b[l.large:], x.meta.Terms*x.meta.Dim)
	x.terms, x.texts = b[l.terms:l.texts], b[l.texts:]
	return nil
}
