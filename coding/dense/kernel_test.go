package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestScoresAreTheInnerProducts holds the kernel against a plain loop, for rows of every length and the largest numbers
// that there can be.
func TestScoresAreTheInnerProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	any := func() int8 { return int8(rng.IntN(255) - 127) }
	for _, fill := range []struct {
		name       string
		row, query func() int8
	}{
		{"any", any, any},
		{"highest", func() int8 { return 127 }, func() int8 { return 127 }},
		{"opposite", func() int8 { return -127 }, func() int8 { return 127 }},
		{"damaged", func() int8 { return -128 }, func() int8 { return -127 }}, // no row that was written holds -128
	} {
		for stride := lane; stride <= 9*lane; stride += lane {
			t.Run(fmt.Sprint(fill.name, stride), func(t *testing.T) {
				rows, scales, query := make([]int8, 7*stride), make([]float32, 7), make([]int8, stride)
				for i := range rows {
					rows[i] = fill.row()
				}
				for i := range query {
					query[i] = fill.query()
				}
				for i := range scales {
					scales[i] = rng.Float32()
				}
				got := make([]float32, 7)
				scores(rows, scales, query, got)
				for r := range got {
					sum := int32(0)
					for i, q := range query {
						sum += int32(rows[r*stride+i]) * int32(q)
					}
					if want := float32(sum) * scales[r]; got[r] != want {
						t.Errorf("row %d: %v, want %v", r, got[r], want)
					}
				}
			})
		}
	}
}

// BenchmarkScores compares 100,000 rows of 384 numbers on one core.
func BenchmarkScores(b *testing.B) {
	const n, stride = 100_000, 384
	rows, scales, into := make([]int8, n*stride), make([]float32, n), make([]float32, n)
	for i := range rows {
		rows[i] = int8(i % 251)
	}
	b.SetBytes(n * stride)
	for b.Loop() {
		scores(rows, scales, rows[:stride], into)
	}
}
