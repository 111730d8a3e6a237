package dense

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// A Folder has a file for every batch that was embedded, so that a run can be interrupted, and so that several
// processes can add to it: a file is whole when it is there, and named by what is in it.

// batch is the content of one file.
type batch struct {
	terms []vocab.Named
	vecs  []llm.Vector
}

const batchSuffix = ".vec"

// The file: a magic, the number of terms and the dimension; for each term its concept, and domain and text with
// their lengths; the floats; and a checksum of all before it.
const batchMagic = "askomop concepts 1\n"

// castagnoli is the checksum that processors compute themselves; it guards against damage, not against forgery.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// readBatches reads the files of a folder in the order of their names. Damaged ones are left out, as
// are those with vectors of another dimension.
func readBatches(folder string, dim int) ([]batch, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []batch
	for _, e := range entries {
		if filepath.Ext(e.Name()) != batchSuffix {
			continue
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		if s, err := parseBatch(b, dim); err == nil {
			all = append(all, s)
		}
	}
	return all, nil
}

func parseBatch(b []byte, dim int) (batch, error) {
	head := len(batchMagic) + 8
	if len(b) < head+4 || string(b[:len(batchMagic)]) != batchMagic {
		return batch{}, ErrDamaged
	}
	body := b[:len(b)-4]
	if crc32.Checksum(body, castagnoli()) != binary.LittleEndian.Uint32(b[len(body):]) {
		return batch{}, ErrDamaged
	}
	n := int(binary.LittleEndian.Uint32(body[len(batchMagic):]))
	if int(binary.LittleEndian.Uint32(body[len(batchMagic)+4:])) != dim {
		return batch{}, ErrDamaged
	}
	r := batchReader{rest: body[head:]}
	var s batch
	for i := 0; i < n && !r.failed; i++ {
		s.terms = append(s.terms, vocab.Named{Concept: int64(r.u64()), Domain: r.text(), Term: r.text()})
	}
	if r.failed || len(r.rest) != n*dim*4 {
		return batch{}, ErrDamaged
	}
	floats := make(llm.Vector, n*dim)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.rest[4*i:]))
	}
	for i := range n {
		s.vecs = append(s.vecs, floats[i*dim:(i+1)*dim:(i+1)*dim])
	}
	return s, nil
}

// batchReader reads the terms; a text is its length and its bytes.
type batchReader struct {
	rest   []byte
	failed bool
}

func (r *batchReader) take(n int) []byte {
	if n > len(r.rest) {
		r.failed = true
		return make([]byte, min(n, 8))
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *batchReader) u64() uint64 { return binary.LittleEndian.Uint64(r.take(8)) }

func (r *batchReader) text() string {
	return string(r.take(int(binary.LittleEndian.Uint16(r.take(2)))))
}

// writeBatch adds a file. It writes beside it and renames, so that a reader never sees half of it.
func writeBatch(folder string, dim int, terms []vocab.Named, vecs []llm.Vector) error {
	b := []byte(batchMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(terms)))
	b = binary.LittleEndian.AppendUint32(b, uint32(dim))
	for _, t := range terms {
		if len(t.Term) > math.MaxUint16 || len(t.Domain) > math.MaxUint16 {
			return fmt.Errorf("a name of concept %d is too long", t.Concept)
		}
		b = binary.LittleEndian.AppendUint64(b, uint64(t.Concept))
		for _, s := range []string{t.Domain, t.Term} {
			b = binary.LittleEndian.AppendUint16(b, uint16(len(s)))
			b = append(b, s...)
		}
	}
	name := sha256.Sum256(b)
	for _, v := range vecs {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli()))
	return wholefile.Write(filepath.Join(folder, fmt.Sprintf("%x"+batchSuffix, name[:10])), b)
}
