// Package retrieve finds the curated pairs that are most similar to a question: it turns masked questions into
// vectors, keeps the library's in a file, and searches them in memory. It knows nothing of SQL and of answers.
package retrieve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// Encoder makes the vectors by which questions are compared. A vector has two parts. One is the
// embedder's, of the question asked about stand-ins (Masked.Natural): of what is in the
// question the embedder sees neither entities nor numbers. The other is what the reading knows of the
// question: its skeleton, the kinds of its entities and constraints, and, with little weight, which ones
// they are. It is made here and leaves no machine.
type Encoder struct {
	embedder llm.Embedder
	weight   float64 // of the embedder's part, in (0, 1)
}

// Weigher is an Embedder that says how much its vectors are to count beside the
// reading, in (0, 1). Those of others have DefaultWeight.
type Weigher interface{ Weight() float64 }

// DefaultWeight of an embedder's vectors is as much as that of the reading.
const DefaultWeight = 0.5

// NewEncoder returns the Encoder over an embedder.
func NewEncoder(e llm.Embedder) *Encoder {
	c := &Encoder{e, DefaultWeight}
	if w, ok := e.(Weigher); ok {
		c.weight = w.Weight()
	}
	return c
}

// Name keys stored vectors: the embedder's name, the form of the reading's part with the weights, and the dimension.
func (c *Encoder) Name() string {
	dim, err := c.Dim()
	if err != nil { // what cannot be told apart by its dimension is by its name
		return fmt.Sprintf("%s+reading1/%g", c.embedder.Name(), c.weight)
	}
	return fmt.Sprintf("%s+reading1/%g:%d", c.embedder.Name(), c.weight, dim)
}

// Dim is the dimension of the vectors. It needs an embedder whose name ends with its own.
func (c *Encoder) Dim() (int, error) {
	dim, err := llm.Dim(c.embedder)
	if err != nil {
		return 0, err
	}
	return dim + readingDim, nil
}

// Encode returns one unit vector a question, in order.
func (c *Encoder) Encode(ctx context.Context, questions []rag.Masked) ([]llm.Vector, error) {
	texts := make([]string, len(questions))
	for i, q := range questions {
		texts[i] = q.Natural()
	}
	vecs, err := c.embedder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(vecs) != len(questions) {
		return nil, errors.New("embedding questions: " + c.embedder.Name() +
			" gave another number of vectors than there were texts")
	}
	out := make([]llm.Vector, len(questions))
	for i, q := range questions {
		out[i] = c.join(vecs[i], features(q))
	}
	return out, nil
}

// join puts the two parts into one unit vector. Where one is zero, the other counts alone.
func (c *Encoder) join(text, reading llm.Vector) llm.Vector {
	a, b := math.Sqrt(c.weight), math.Sqrt(1-c.weight)
	if isZero(text) {
		b = 1
	} else if isZero(reading) {
		a = 1
	}
	v := make(llm.Vector, 0, len(text)+len(reading))
	for _, x := range text {
		v = append(v, x*float32(a))
	}
	for _, x := range reading {
		v = append(v, x*float32(b))
	}
	return v
}

func isZero(v llm.Vector) bool {
	for _, x := range v {
		if x != 0 {
			return false
		}
	}
	return true
}
