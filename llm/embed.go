package llm

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Dim is the dimension of an embedder's vectors, with which its name ends.
func Dim(e Embedder) (int, error) {
	name := e.Name()
	dim, err := strconv.Atoi(name[strings.LastIndexByte(name, ':')+1:])
	if err != nil || dim < 1 {
		return 0, fmt.Errorf("the embedder %s does not name its dimension", name)
	}
	return dim, nil
}

// EmbedFilled embeds through call, which takes no blank text: providers refuse those.
// A blank text gets a zero vector of dim dimensions, each other one its own of length one.
// call gets at most so many texts at a time, and must return as many vectors of dim dimensions; anything else is
// ErrInvalid.
func EmbedFilled(name string, dim int, texts []string, most int, call func(part []string) ([]Vector, error)) ([]Vector,
	error) {
	out := make([]Vector, len(texts))
	var filled []string
	var at []int
	for i, t := range texts {
		if strings.TrimSpace(t) == "" {
			out[i] = make(Vector, dim)
			continue
		}
		filled, at = append(filled, t), append(at, i)
	}
	var vecs []Vector
	for part := range slices.Chunk(filled, most) {
		some, err := call(part)
		if err != nil {
			return nil, err
		}
		vecs = append(vecs, some...)
	}
	if len(vecs) != len(filled) {
		return nil, &Error{Model: name, Kind: ErrInvalid,
			Detail: "it has another number of vectors than there were texts"}
	}
	for i, v := range vecs {
		if len(v) != dim || !v.toUnit() {
			return nil, &Error{Model: name, Kind: ErrInvalid,
				Detail: "a vector is of another dimension, zero or not a number",
				Fix:    "name the dimension that the model gives, and index again"}
		}
		out[at[i]] = v
	}
	return out, nil
}

// toUnit scales v to length one; it can't for a vector that is zero or not finite.
func (v Vector) toUnit() bool {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsInf(sum, 0) || math.IsNaN(sum) {
		return false
	}
	n := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= n
	}
	return true
}
