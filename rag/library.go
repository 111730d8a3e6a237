package rag

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/llm"
)

// Index puts the pairs into the store, each wording masked and embedded. What was
// embedded before is read from dir, where the vectors of a library are kept by
// embedder and content; an empty dir keeps nothing.
func Index(ctx context.Context, pairs []Pair, e llm.Embedder, store Store, dir string) error {
	var file string
	if dir != "" {
		file = filepath.Join(dir, fingerprint(pairs, e.Name())+".vec")
		if vecs, err := readVectors(file); err == nil {
			return store.Put(ctx, pairs, vecs)
		}
	}
	vecs, err := e.Embed(ctx, MaskedWordings(pairs))
	if err != nil {
		return fmt.Errorf("embedding the library: %w", err)
	}
	if file != "" {
		if err := writeVectors(file, vecs); err != nil {
			return fmt.Errorf("keeping the library's index: %w", err)
		}
	}
	return store.Put(ctx, pairs, vecs)
}

// MaskedWordings returns the texts that stand for the pairs in retrieval, those of each
// pair in the order of Wordings, pair after pair. A wording in which not every placeholder can be found is masked as far as it is understood.
func MaskedWordings(pairs []Pair) []string {
	var texts []string
	for _, p := range pairs {
		holders, err := distinct(p.SQL)
		for _, w := range p.Wordings() {
			if err == nil {
				m, _, _ := readWording(w, holders)
				w = m.Text
			}
			texts = append(texts, w)
		}
	}
	return texts
}

// fingerprint names a library's vectors: they change with the embedder, the pairs and the way questions are read.
func fingerprint(pairs []Pair, embedder string) string {
	h := sha256.New()
	for _, s := range []string{embedder, lexiconTable, constraintTable, stateTable} {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	for _, p := range pairs {
		fmt.Fprintf(h, "%s\x00%q\x00%s\x00", p.ID, p.Wordings(), p.SQL)
	}
	return hex.EncodeToString(h.Sum(nil))[:24]
}

// The file of vectors: a magic, the number of vectors and their dimension, the floats, and a checksum of all before it.
const vectorMagic = "askomop vectors 2\n"

// castagnoli is the checksum that processors compute themselves; it guards against damage, not against forgery.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func readVectors(file string) ([]llm.Vector, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	head := len(vectorMagic) + 8
	if len(b) < head+4 || string(b[:len(vectorMagic)]) != vectorMagic {
		return nil, fmt.Errorf("%s is not a file of vectors", file)
	}
	body := b[:len(b)-4]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(b[len(body):]) {
		return nil, fmt.Errorf("%s is damaged", file)
	}
	n := int(binary.LittleEndian.Uint32(b[len(vectorMagic):]))
	dim := int(binary.LittleEndian.Uint32(b[len(vectorMagic)+4:]))
	data := body[head:]
	if len(data) != n*dim*4 {
		return nil, fmt.Errorf("%s is damaged", file)
	}
	vecs := make([]llm.Vector, n)
	floats := make([]float32, n*dim)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	for i := range vecs {
		vecs[i] = floats[i*dim : (i+1)*dim : (i+1)*dim]
	}
	return vecs, nil
}

// writeVectors writes beside the file and renames, so that a reader never sees half of it.
func writeVectors(file string, vecs []llm.Vector) error {
	if len(vecs) == 0 {
		return nil
	}
	b := []byte(vectorMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(vecs)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(vecs[0])))
	for _, v := range vecs {
		for _, x := range v {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), ".vec-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(b); err != nil {
		tmp.Close()
		return err
	}
	if err := tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}
