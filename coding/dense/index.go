// Package dense searches the vectors of very many terms in a file: a first pass over int8 vectors finds candidates,
// which are then ranked by the full vectors. The file is mapped into memory, so that it is opened at once and shared by
// processes.
package dense

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
	"github.com/askomop/askomop/vocab/mapped"
)

// Index is an opened file. It may be used concurrently; it is a coding.Dense.
type Index struct {
	file   mapped.File
	meta   meta
	scales []float32
	small  []int8
	large  []float32
	terms  []byte
	texts  []byte
}

// Close releases the file.
func (x *Index) Close() error { return x.file.Close() }

// Len is the number of terms.
func (x *Index) Len() int { return x.meta.Terms }

const (
	// rescored is how many terms a search of the nearest k settles with the full vectors, besides eight for each of the
	// k: a concept can have many terms.
	rescored = 200
	// chunk is how many rows are scored in one step; their scores stay in the processor's cache.
	chunk = 4096
)

// Search implements coding.Dense.
func (x *Index) Search(ctx context.Context, v llm.Vector, k int, f vocab.Filter) ([]vocab.Hit, error) {
	if len(v) != x.meta.Dim {
		return nil, fmt.Errorf("the vector has %d dimensions, those of the concepts have %d", len(v), x.meta.Dim)
	}
	if k <= 0 {
		return nil, nil
	}
	extents, all := x.extents(f)
	for n := rescored + 8*k; ; n *= 4 {
		rows, err := x.nearest(ctx, v, extents, n)
		if err != nil {
			return nil, err
		}
		hits := x.settle(v, rows)
		if len(hits) >= k || len(rows) == all {
			return hits[:min(k, len(hits))], nil
		}
	}
}

// extents are the rows of a filter's domains, and how many they are.
func (x *Index) extents(f vocab.Filter) ([]extent, int) {
	var extents []extent
	all := 0
	for _, e := range x.meta.Domains {
		if e.From < 0 || e.To > x.meta.Terms || e.From > e.To { // a damaged file
			continue
		}
		if len(f.Domains) == 0 || slices.Contains(f.Domains, e.Domain) {
			extents = append(extents, e)
			all += e.To - e.From
		}
	}
	return extents, all
}

// settle scores rows exactly and returns the concepts of their terms, each once by its nearest, nearest first, ties by
// id.
func (x *Index) settle(v llm.Vector, rows []scored) []vocab.Hit {
	best := map[int64]vocab.Hit{}
	for _, r := range rows {
		score := v.Dot(x.large[r.row*x.meta.Dim : (r.row+1)*x.meta.Dim])
		concept, term := x.term(r.row)
		if old, seen := best[concept]; !seen || score > old.Score || score == old.Score && term < old.Term {
			best[concept] = vocab.Hit{Concept: vocab.Concept{ID: concept}, Term: term, Score: score}
		}
	}
	hits := make([]vocab.Hit, 0, len(best))
	for _, h := range best {
		hits = append(hits, h)
	}
	slices.SortFunc(hits, func(a, b vocab.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Concept.ID, b.Concept.ID))
	})
	return hits
}

func (x *Index) term(row int) (concept int64, text string) {
	b := x.terms[row*termSize:]
	at, n := int(binary.LittleEndian.Uint32(b[8:])), int(binary.LittleEndian.Uint32(b[12:]))
	if at > len(x.texts) || n > len(x.texts)-at {
		return 0, "" // a damaged file
	}
	return int64(binary.LittleEndian.Uint64(b)), string(x.texts[at : at+n])
}

// scored is a row with its score in the first pass.
type scored struct {
	row   int
	score float32
}

// nearest returns the n rows with the highest scores of the first pass.
func (x *Index) nearest(ctx context.Context, v llm.Vector, extents []extent, n int) ([]scored, error) {
	query := make([]int8, x.meta.stride())
	quantise(v, query)
	return highest(ctx, extents, n, func(e extent, into []float32) {
		scores(x.small[e.From*len(query):e.To*len(query)], x.scales[e.From:e.To], query, into)
	})
}

// highest returns the n rows with the highest scores. The rows are shared out among the processors; score writes those
// of a few.
func highest(ctx context.Context, extents []extent, n int, score func(e extent, into []float32)) ([]scored, error) {
	var steps []extent
	for _, e := range extents {
		for from := e.From; from < e.To; from += chunk {
			steps = append(steps, extent{From: from, To: min(from+chunk, e.To)})
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(steps))
	tops := make([]top, workers)
	var taken atomic.Int64 // steps; who is held up takes fewer
	g, ctx := errgroup.WithContext(ctx)
	for w := range workers {
		g.Go(func() error {
			into := make([]float32, chunk)
			t := &tops[w]
			t.n = n
			for i := int(taken.Add(1)) - 1; i < len(steps); i = int(taken.Add(1)) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				e := steps[i]
				score(e, into[:e.To-e.From])
				for j, s := range into[:e.To-e.From] {
					if s >= t.bar || len(t.rows) < n {
						t.add(scored{e.From + j, s})
					}
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	all := top{n: n}
	for _, t := range tops {
		all.rows = append(all.rows, t.rows...)
	}
	all.cut()
	return all.rows, nil
}

// top keeps the n rows of the highest scores, ties by row.
type top struct {
	n    int
	rows []scored
	bar  float32 // what the last of n rows has; what is lower is no longer added
}

func (t *top) add(s scored) {
	if t.rows = append(t.rows, s); len(t.rows) >= 2*t.n {
		t.cut()
	}
}

func (t *top) cut() {
	slices.SortFunc(t.rows,
		func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.row, b.row)) })
	if len(t.rows) >= t.n {
		t.rows = t.rows[:t.n]
		t.bar = t.rows[t.n-1].score
	}
}

// ExactRows returns the n rows with the highest inner products, by comparing all vectors in full. It is what Search is
// measured against.
func (x *Index) ExactRows(ctx context.Context, v llm.Vector, n int) ([]int, error) {
	found, err := highest(ctx, []extent{{To: x.meta.Terms}}, n, func(e extent, into []float32) {
		exact(x.large[e.From*x.meta.Dim:e.To*x.meta.Dim], v, into)
	})
	rows := make([]int, len(found))
	for i, r := range found {
		rows[i] = r.row
	}
	return rows, err
}

// cast reads a section as n numbers of the machine's own form. Sections lie on boundaries of 64 bytes.
func cast[T any](b []byte, n int) []T { return unsafe.Slice((*T)(unsafe.Pointer(&b[0])), n) }
