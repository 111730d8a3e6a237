package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/askomop/askomop/coding/dense"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// vectorQueries is how many searches are made of each kind.
const vectorQueries = 40

// madeVectors are random unit vectors, the hardest that an index can meet: everything lies equally far from everything.
func (s settings) madeVectors(n int, seed uint64) []llm.Vector {
	rng := rand.New(rand.NewPCG(seed, 11))
	vecs := make([]llm.Vector, n)
	for i := range vecs {
		v := make(llm.Vector, s.Dim)
		var sum float64
		for j := range v {
			v[j] = float32(rng.NormFloat64())
			sum += float64(v[j]) * float64(v[j])
		}
		for j := range v {
			v[j] /= float32(math.Sqrt(sum))
		}
		vecs[i] = v
	}
	return vecs
}

// asked are vectors to search for: half of them random, half near one that is there, as a mention is near a name.
func (s settings) askedVectors(vecs []llm.Vector) []llm.Vector {
	asked := s.madeVectors(vectorQueries, 2)
	for i := range asked[:vectorQueries/2] {
		var sum float64
		for j := range asked[i] {
			asked[i][j] = asked[i][j]/2 + vecs[i*len(vecs)/vectorQueries][j]
			sum += float64(asked[i][j]) * float64(asked[i][j])
		}
		for j := range asked[i] {
			asked[i][j] /= float32(math.Sqrt(sum))
		}
	}
	return asked
}

// searchVectors searches a file of vectors, and in turn compares all of them.
func (s settings) searchVectors(ctx context.Context) (r vectorsResult, err error) {
	vecs := s.madeVectors(s.Vectors, 1)
	asked := s.askedVectors(vecs)
	terms := make([]vocab.Named, len(vecs))
	for i := range terms {
		terms[i] = vocab.Named{Concept: int64(i), Term: fmt.Sprintf("term %d", i), Domain: "Condition"}
	}
	began := time.Now()
	if err := dense.Write(s.vectors(), fmt.Sprintf("random:%d", s.Dim), terms, vecs); err != nil {
		return r, err
	}
	r.WriteSeconds = time.Since(began).Seconds()
	info, err := os.Stat(s.vectors())
	if err != nil {
		return r, err
	}
	r.Bytes = info.Size()
	began = time.Now()
	x, err := dense.Open(s.vectors())
	if err != nil {
		return r, err
	}
	r.OpenMS = ms(time.Since(began))
	defer func() { err = errors.Join(err, x.Close()) }()
	found, all := 0, 0
	for i, v := range append(asked[:1:1], asked...) { // the first brings the file into memory
		began := time.Now()
		hits, err := x.Search(ctx, v, wanted, vocab.Filter{})
		if err != nil {
			return r, err
		}
		search := ms(time.Since(began))
		began = time.Now()
		exact, err := x.ExactRows(ctx, v, wanted)
		if err != nil {
			return r, err
		}
		scan := ms(time.Since(began))
		began = time.Now()
		plainScan(vecs, v)
		if i == 0 {
			continue
		}
		r.Plain = append(r.Plain, ms(time.Since(began)))
		r.Search, r.Exact = append(r.Search, search), append(r.Exact, scan)
		here := map[int64]bool{}
		for _, h := range hits {
			here[h.Concept.ID] = true
		}
		for _, row := range exact {
			if all++; here[int64(row)] {
				found++
			}
		}
	}
	r.Recall = float64(found) / float64(all)
	return r, nil
}

// plainScan compares all vectors as a plain loop does.
func plainScan(vecs []llm.Vector, v llm.Vector) float64 {
	best := math.Inf(-1)
	for _, w := range vecs {
		best = max(best, v.Dot(w))
	}
	return best
}
