package eval

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestSolve(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 9; n++ {
		root, a, whole, b := make([][]float64, n), make([][]float64, n), make([][]float64, n), make([]float64, n)
		for i := range n {
			b[i] = dice.NormFloat64()
			for range n {
				root[i] = append(root[i], dice.NormFloat64())
			}
		}
		for i := range n {
			for j := range n {
				whole[i] = append(whole[i], dot(root[i], root[j]))
			}
			a[i] = append(a[i], whole[i][:i+1]...)
		}
		x, ok := solve(a, b)
		if !ok {
			t.Fatalf("%d: not positive definite", n)
		}
		for i := range n {
			if got := dot(whole[i], x); math.Abs(got-b[i]) > 1e-6 {
				t.Errorf("%d: row %d is %g, want %g", n, i, got, b[i])
			}
		}
	}
	if _, ok := solve([][]float64{{1}, {2, 1}}, []float64{1, 1}); ok {
		t.Error("solved what is not positive definite")
	}
}
