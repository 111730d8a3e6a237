package eval

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Stat is a score with its 95 % interval, in the score's own unit.
type Stat struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // cases that it is over; 0: there were none, and the other fields say nothing
}

// resamples is how often the bootstrap draws.
const resamples = 1000

// Bootstrap returns score over the sum of all clusters' counts, with the 2.5th and the
// 97.5th percentile of the same over clusters drawn with replacement. A cluster is
// what was not asked independently: the wordings of one pair. Each holds the same number of counts. The draws
// come from the seed, so the same input gives the same interval. A draw whose score is not a number is left out.
//
// Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; of clusters: Field and Welsh
// (2007).
func Bootstrap(clusters [][]float64, score func([]float64) float64, seed uint64) (value, low, high float64) {
	if len(clusters) == 0 {
		return 0, 0, 0
	}
	sum := make([]float64, len(clusters[0]))
	for _, c := range clusters {
		accumulate(sum, c)
	}
	value = score(sum)
	random := rand.New(rand.NewPCG(seed, uint64(len(clusters))))
	drawn := make([]float64, 0, resamples)
	for range resamples {
		clear(sum)
		for range clusters {
			accumulate(sum, clusters[random.IntN(len(clusters))])
		}
		if v := score(sum); !math.IsNaN(v) {
			drawn = append(drawn, v)
		}
	}
	if len(drawn) == 0 {
		return value, value, value
	}
	slices.Sort(drawn)
	return value, quantile(drawn, 0.025), quantile(drawn, 0.975)
}

// ofAll is the exact interval of 95 % of a percentage that all n clusters agree on, 0 or 100: the bootstrap has none.
//
// Source: Clopper and Pearson (1934), The use of confidence or fiducial limits.
func ofAll(value float64, n int) (low, high float64) {
	bound := 100 * (1 - math.Pow(0.025, 1/float64(n)))
	switch value {
	case 0:
		return 0, bound
	case 100:
		return 100 - bound, 100
	}
	return value, value
}

func accumulate(sum, c []float64) {
	for i, v := range c {
		sum[i] += v
	}
}

// quantile interpolates between the order statistics of sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

// McNemar is the two-sided exact p-value of McNemar's test: better and worse are the
// numbers of cases that only one of two runs has right. It is the probability, were both
// equally good, of a split at least as uneven.
//
// Source: McNemar (1947); exact by the binomial distribution with one half, as in Agresti (2013), Categorical Data
// Analysis, chapter 11.
func McNemar(better, worse int) float64 {
	n := better + worse
	if n == 0 {
		return 1
	}
	sum := 0.0
	for i := range min(better, worse) + 1 {
		sum += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return math.Min(1, 2*sum)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
