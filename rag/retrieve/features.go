package retrieve

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/vocab"
)

// readingDim is the dimension of the reading's part of a vector.
const readingDim = 512

// Weights of the features, found by trying them on the library with each wording left out in turn (task
// bench:retrieval).
const (
	weightToken  = 1.0 // of the skeleton
	weightPair   = 0.2 // of two that follow one another
	weightShape  = 1.5 // all entities' domains together, and all constraints' kinds
	weightEntity = 1.0 // which entity it is: of pairs that ask alike, the one about the same comes first
	weightValue  = 0.6 // which number, year or sex it is
)

// features hashes what the reading knows of a question into a unit vector; zero where that is nothing.
func features(m rag.Masked) llm.Vector {
	v := hashed{make(llm.Vector, readingDim)}
	before := "^"
	for _, token := range tokens(m) {
		v.add("token "+token, weightToken)
		v.add("pair "+before+" "+token, weightPair)
		before = token
	}
	v.add("pair "+before+" $", weightPair)
	var domains, seen []string
	for _, e := range m.Entities {
		name := e.Domain + " " + vocab.Normalize(e.Text)
		if !slices.Contains(seen, name) {
			seen, domains = append(seen, name), append(domains, e.Domain)
			v.add("entity "+name, weightEntity)
		}
	}
	var kinds []string
	for _, c := range m.Constraints {
		kinds = append(kinds, tokenOf(c))
		for _, value := range c.Values {
			v.add("value "+string(c.Kind)+" "+value, weightValue)
		}
	}
	slices.Sort(domains)
	slices.Sort(kinds)
	v.add("entities "+strings.Join(domains, " "), weightShape)
	v.add("constraints "+strings.Join(kinds, " "), weightShape)
	return v.unit()
}

// tokens are the words of the question that say something, in the lexicon's terms.
func tokens(m rag.Masked) []string {
	var tokens []string
	for _, it := range m.Reading.Pieces {
		switch {
		case it.Entity >= 0:
			tokens = append(tokens, "entity:"+m.Entities[it.Entity].Domain)
		case it.Constraint >= 0:
			tokens = append(tokens, tokenOf(m.Constraints[it.Constraint]))
		case it.Token == rag.TokenUnknown:
			tokens = append(tokens, "?"+it.Text)
		case it.Token != rag.TokenNone:
			tokens = append(tokens, it.Token)
		}
	}
	return tokens
}

// tokenOf is what a constraint says apart from its values; of a grouping these are what it says.
func tokenOf(c rag.Constraint) string {
	token := string(c.Kind)
	switch {
	case c.Kind == rag.KindGroup:
		token += ":" + strings.Join(c.Values, ",")
	case c.Kind != rag.KindUnit:
		token += ":" + c.Op + ":" + c.Unit
	}
	return token
}

// fingerprint is a text that changes with everything that an Encoder sees of the question.
func fingerprint(m rag.Masked) string {
	var b strings.Builder
	b.WriteString(m.Natural())
	h := fnv.New64a()
	var bits []byte
	for _, x := range features(m) {
		bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(x))
	}
	h.Write(bits)
	fmt.Fprintf(&b, "\x00%016x", h.Sum64())
	return b.String()
}

// hashed is a vector of features. Each has a dimension and a sign by its hash, so that collisions cancel on average.
type hashed struct{ v llm.Vector }

func (h hashed) add(feature string, weight float32) {
	f := fnv.New64a()
	f.Write([]byte(feature))
	x := f.Sum64()
	if x>>63 == 1 {
		weight = -weight
	}
	h.v[x%uint64(len(h.v))] += weight
}

func (h hashed) unit() llm.Vector {
	var sum float64
	for _, x := range h.v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return h.v
	}
	n := float32(1 / math.Sqrt(sum))
	for i := range h.v {
		h.v[i] *= n
	}
	return h.v
}
