// Package lexical is an embedder that needs no model: words, pairs of words and
// character n-grams, hashed into a vector. It is deterministic, the same on every machine, and
// takes microseconds a text.
package lexical

import (
	"context"
	"hash/fnv"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/askomop/askomop/llm"
)

// Dim is the number of dimensions of the vectors.
const Dim = 512

// Weights of the features. Masks such as <CONDITION> carry the structure of a
// question, words the sense, n-grams forgive spelling and inflection.
const (
	weightMask   = 1.6
	weightWord   = 1.0
	weightPair   = 0.7
	weightNGram  = 0.25
	weightCommon = 0.15 // of words that every question has
)

// Embedder implements llm.Embedder.
type Embedder struct{}

// New returns the embedder.
func New() Embedder { return Embedder{} }

// Weight is how much the vectors count beside a reading of the question: little, since the
// reading knows what the words say, and all that these vectors add is forgiveness of unknown ones.
func (Embedder) Weight() float64 { return 0.2 }

// Name implements llm.Embedder. The number behind the dimension changes with the features.
func (Embedder) Name() string { return "lexical-1:" + strconv.Itoa(Dim) }

// Embed implements llm.Embedder. A text without a letter or digit yields a zero vector.
func (Embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, len(texts))
	for i, t := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = embed(t)
	}
	return out, nil
}

func embed(text string) llm.Vector {
	v := make(llm.Vector, Dim)
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '<' && r != '>' && r != '_'
	})
	prev := "^"
	for _, w := range words {
		weight := float32(weightWord)
		switch {
		case strings.HasPrefix(w, "<") && strings.HasSuffix(w, ">"):
			weight = weightMask
		case common[w]:
			weight = weightCommon
		default:
			for _, g := range ngrams(w) {
				add(v, "g:"+g, weightNGram)
			}
		}
		add(v, "w:"+w, weight)
		add(v, "p:"+prev+" "+w, weightPair*weight)
		prev = w
	}
	return unit(v)
}

// common words say little about what is asked.
var common = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "in": true, "is": true, "are": true, "was": true, "were": true,
	"had": true, "have": true,
	"has": true, "who": true, "that": true, "which": true, "what": true, "there": true, "to": true, "for": true,
	"with": true, "and": true,
	"on": true, "at": true, "patients": true, "people": true, "persons": true, "individuals": true, "do": true,
	"did": true, "does": true,
}

func ngrams(w string) []string {
	r := []rune("^" + w + "$")
	var gs []string
	for i := 0; i+4 <= len(r); i++ {
		gs = append(gs, string(r[i:i+4]))
	}
	return gs
}

// add hashes a feature to a dimension and a sign, so that collisions cancel on average.
func add(v llm.Vector, feature string, weight float32) {
	h := fnv.New64a()
	h.Write([]byte(feature))
	x := h.Sum64()
	if x>>63 == 1 {
		weight = -weight
	}
	v[x%Dim] += weight
}

func unit(v llm.Vector) llm.Vector {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return v
	}
	n := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= n
	}
	return v
}
