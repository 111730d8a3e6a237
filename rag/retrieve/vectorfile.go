package retrieve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"

	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/llm"
)

// vectorKey names a vector by what it was made of.
type vectorKey [32]byte

// vectorFile keeps vectors by their keys. Its zero value keeps them nowhere.
type vectorFile struct {
	path    string // empty for nowhere
	vectors map[vectorKey]llm.Vector
}

// The file: a magic, the number of vectors and their dimension, the keys, the floats, and a checksum of all before it.
const vectorMagic = "askomop vectors 3\n"

// castagnoli is the checksum that processors compute themselves; it guards against damage, not against forgery.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// openVectors reads what is kept at path. What is missing or damaged is made anew.
func openVectors(path string) vectorFile {
	vectors, err := readVectors(path)
	if err != nil {
		vectors = nil
	}
	return vectorFile{path, vectors}
}

func (f *vectorFile) hasAll(keys []vectorKey) bool {
	for _, k := range keys {
		if _, there := f.vectors[k]; !there {
			return false
		}
	}
	return true
}

func (f *vectorFile) add(k vectorKey, v llm.Vector) {
	if f.vectors == nil {
		f.vectors = map[vectorKey]llm.Vector{}
	}
	f.vectors[k] = v
}

func readVectors(path string) (map[vectorKey]llm.Vector, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	head := len(vectorMagic) + 8
	if len(b) < head+4 || string(b[:len(vectorMagic)]) != vectorMagic {
		return nil, fmt.Errorf("%s is not a file of vectors", path)
	}
	body := b[:len(b)-4]
	if crc32.Checksum(body, castagnoli()) != binary.LittleEndian.Uint32(b[len(body):]) {
		return nil, fmt.Errorf("%s is damaged", path)
	}
	n := int(binary.LittleEndian.Uint32(b[len(vectorMagic):]))
	dim := int(binary.LittleEndian.Uint32(b[len(vectorMagic)+4:]))
	const keySize = len(vectorKey{})
	if len(body)-head != n*(keySize+dim*4) {
		return nil, fmt.Errorf("%s is damaged", path)
	}
	keys, data := body[head:head+n*keySize], body[head+n*keySize:]
	floats := make([]float32, n*dim)
	for i := range floats {
		floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	vectors := make(map[vectorKey]llm.Vector, n)
	for i := range n {
		vectors[vectorKey(keys[i*keySize:])] = floats[i*dim : (i+1)*dim : (i+1)*dim]
	}
	return vectors, nil
}

// write keeps the vectors of the keys.
func (f *vectorFile) write(keys []vectorKey) error {
	if f.path == "" {
		return nil
	}
	b, err := f.bytes(keys)
	if err != nil || b == nil {
		return err
	}
	return wholefile.Make(f.path, false, func(w io.Writer) error { _, err := w.Write(b); return err })
}

// bytes is the file's content; nil where nothing is there to be kept.
func (f *vectorFile) bytes(keys []vectorKey) ([]byte, error) {
	var names, floats []byte
	n, dim := 0, 0
	written := make(map[vectorKey]bool, len(keys))
	for _, k := range keys {
		v, there := f.vectors[k]
		if !there || written[k] {
			continue
		}
		if n > 0 && len(v) != dim {
			return nil, errors.New("vectors of several dimensions")
		}
		written[k], dim = true, len(v)
		n++
		names = append(names, k[:]...)
		for _, x := range v {
			floats = binary.LittleEndian.AppendUint32(floats, math.Float32bits(x))
		}
	}
	if n == 0 {
		return nil, nil
	}
	b := []byte(vectorMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(n))
	b = binary.LittleEndian.AppendUint32(b, uint32(dim))
	b = append(append(b, names...), floats...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli())), nil
}
