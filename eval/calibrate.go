package eval

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"github.com/askomop/askomop/pipeline"
)

// Calibrated is what was learned from the answers of one setting: how certain an answer has to be to be given.
//
// What the report says of it is cross-fitted: each answer is scored by a model that was fitted on the answers to other
// pairs, and held back by a threshold that was chosen on them, so that no answer is judged by what was learned from it.
type Calibrated struct {
	pipeline.Calibration
	Answers int `json:"answers"` // it was learned from
	Wrong   int `json:"wrong"`   // of them

	Before Withheld    `json:"before"` // where every answer is given
	After  Withheld    `json:"after"`  // where those below the threshold are held back, cross-fitted
	Curve  []RiskPoint `json:"curve"`  // cross-fitted: what answering from each probability on would do
}

// Withheld scores a setting as if some of its answers were held back.
type Withheld struct {
	Coverage float64 `json:"coverage"` // of all cases, those answered; in [0, 1]
	Risk     float64 `json:"risk"`     // of those answered, the wrong ones; in [0, 1]
	RS10     float64 `json:"rs10"`
}

const (
	folds         = 5
	fewestLearned = 40  // answers that anything can be learned from
	ridge         = 1.0 // of the weights: what 40 answers say is not to be believed to the letter
	penalty       = 10  // of a wrong answer, as in RS(10)
)

// ErrTooFew says that a run has too few answers, or too few of one kind, to learn from.
var ErrTooFew = errors.New("too few answers to learn from")

// Calibrate learns from the judged cases of a setting. Cases without signals, of runs of older versions, are passed
// over.
func Calibrate(all []Judged) (*Calibrated, error) {
	var cases []Judged
	n, bad := 0, 0
	for _, j := range all {
		if j.Unscored != "" || answered(j) && j.Outcome.Signals == nil {
			continue
		}
		cases = append(cases, j)
		if answered(j) {
			n++
			bad += int(truth(!acceptable(j)))
		}
	}
	if n < fewestLearned {
		return nil, fmt.Errorf("%w: %d, and %d are needed", ErrTooFew, n, fewestLearned)
	}
	c := &Calibrated{Answers: n, Wrong: bad, Before: withhold(cases, func(int) bool { return true })}
	scores := crossFitted(cases, func(int) bool { return true })
	c.Curve = curveOf(cases, scores)
	c.Calibration = fit(cases, func(int) bool { return true })
	c.Threshold = bestThreshold(cases, scores, func(int) bool { return true })
	given := honest(cases)
	c.After = withhold(cases, func(i int) bool { return given[i] })
	if c.After.RS10 <= c.Before.RS10 { // nothing that can be told from the signals
		c.Threshold, c.After = 0, c.Before
	}
	return c, nil
}

// acceptable reports whether an answer is right: by a person's word, else strictly or by the rules.
func acceptable(j Judged) bool {
	switch j.Verdict.Person {
	case VerdictRight, VerdictDefensible:
		return true
	case VerdictWrong:
		return false
	}
	return right(j) || answered(j) && len(j.Rules) > 0
}

// foldOf is the fold of a case; all wordings of a pair are in one.
func foldOf(j Judged) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(j.cluster()))
	return int(h.Sum32() % folds)
}

// crossFitted scores each answer among the cases by what was fitted on the other folds. Cases outside are not looked
// at.
func crossFitted(cases []Judged, among func(int) bool) []float64 {
	scores := make([]float64, len(cases))
	for f := range folds {
		c := fit(cases, func(i int) bool { return among(i) && foldOf(cases[i]) != f })
		for i, j := range cases {
			if among(i) && answered(j) && foldOf(j) == f {
				scores[i] = c.Score(*j.Outcome.Signals)
			}
		}
	}
	return scores
}

// honest says of each case whether its answer is given by a model and a threshold that were learned without its fold.
func honest(cases []Judged) []bool {
	given := make([]bool, len(cases))
	for f := range folds {
		others := func(i int) bool { return foldOf(cases[i]) != f }
		c := fit(cases, others)
		threshold := bestThreshold(cases, crossFitted(cases, others), others)
		for i, j := range cases {
			if answered(j) && foldOf(j) == f {
				given[i] = c.Score(*j.Outcome.Signals) >= threshold
			}
		}
	}
	return given
}

// withhold scores the cases as if only those answers were given for which given holds.
func withhold(cases []Judged, given func(int) bool) Withheld {
	sum, n, bad := 0.0, 0, 0
	for i, j := range cases {
		worth := worthOf(j, answered(j) && given(i))
		sum += worth
		if answered(j) && given(i) {
			n++
			bad += int(truth(worth < 0))
		}
	}
	return Withheld{ratio(float64(n), float64(len(cases))), ratio(float64(bad), float64(n)),
		100 * ratio(sum, float64(len(cases)))}
}

// worthOf is what a case adds to RS(10), its answer given or not.
func worthOf(j Judged, given bool) float64 {
	switch {
	case !given && !answerable(j) && (answered(j) || refused(j)):
		return 1
	case !given:
		return 0
	case acceptable(j):
		return 1
	}
	return -penalty
}

// bestThreshold is the score from which on answering gives the best RS(10); of several the one that answers more.
func bestThreshold(cases []Judged, scores []float64, among func(int) bool) float64 {
	type answer struct{ score, gain float64 }
	var all []answer
	for i, j := range cases {
		if among(i) && answered(j) {
			all = append(all, answer{scores[i], worthOf(j, true) - worthOf(j, false)})
		}
	}
	slices.SortFunc(all, func(a, b answer) int { return cmp.Compare(b.score, a.score) })
	best, threshold, sum := 0.0, 1.0, 0.0 // 1: nothing is given
	for i, a := range all {
		sum += a.gain
		if i+1 < len(all) && all[i+1].score == a.score {
			continue
		}
		if sum >= best {
			best, threshold = sum, 0
			if i+1 < len(all) {
				threshold = (a.score + all[i+1].score) / 2
			}
		}
	}
	return threshold
}

// curveOf is the curve of risk and coverage over scores.
func curveOf(cases []Judged, scores []float64) []RiskPoint {
	score := map[string]float64{}
	for i, j := range cases {
		score[j.Outcome.Key()] = scores[i]
	}
	return riskOver(cases, func(j Judged) float64 { return score[j.Outcome.Key()] })
}

// fit learns the weights from the answers among the cases, by Newton's method with a ridge.
//
// Source: le Cessie and van Houwelingen (1992), Ridge estimators in logistic regression.
func fit(cases []Judged, among func(int) bool) pipeline.Calibration {
	var x [][]float64
	var y []float64
	for i, j := range cases {
		if among(i) && answered(j) {
			x, y = append(x, j.Outcome.Signals.Vector()), append(y, truth(acceptable(j)))
		}
	}
	d := len(pipeline.SignalNames)
	c := pipeline.Calibration{Means: make([]float64, d), Scales: make([]float64, d), Weights: make([]float64, d)}
	standardise(x, c.Means, c.Scales)
	beta := newton(x, y, d)
	c.Intercept, c.Weights = beta[0], beta[1:]
	return c
}

// standardise brings each number to mean 0 and deviation 1; one that is the same everywhere becomes 0.
func standardise(x [][]float64, means, scales []float64) {
	for k := range means {
		sum, squares := 0.0, 0.0
		for _, row := range x {
			sum += row[k]
		}
		means[k] = ratio(sum, float64(len(x)))
		for _, row := range x {
			squares += (row[k] - means[k]) * (row[k] - means[k])
		}
		if scales[k] = math.Sqrt(ratio(squares, float64(len(x)))); scales[k] < 1e-9 {
			scales[k] = 1
		}
		for _, row := range x {
			row[k] = (row[k] - means[k]) / scales[k]
		}
	}
}

// newton maximises the likelihood of y, less half the ridge times the squared weights. The intercept comes first; it is
// held by a thousandth of the ridge, so that answers that are all right have a finite one.
func newton(x [][]float64, y []float64, d int) []float64 {
	beta := make([]float64, d+1)
	for range 50 {
		gradient, information := make([]float64, d+1), make([][]float64, d+1)
		for k := range beta {
			held := ridge
			if k == 0 {
				held = ridge / 1000
			}
			gradient[k], information[k] = -held*beta[k], make([]float64, d+1)
			information[k][k] = held
		}
		for r, row := range x {
			whole := append([]float64{1}, row...)
			p := 1 / (1 + math.Exp(-dot(beta, whole)))
			for k, v := range whole {
				gradient[k] += (y[r] - p) * v
				for l := range k + 1 {
					information[k][l] += p * (1 - p) * v * whole[l]
				}
			}
		}
		step, ok := solve(information, gradient)
		if !ok {
			return beta
		}
		moved := 0.0
		for k := range beta {
			beta[k] += max(-2, min(2, step[k])) // a long step can overshoot
			moved = max(moved, math.Abs(step[k]))
		}
		if moved < 1e-9 {
			break
		}
	}
	return beta
}

// solve solves a x = b by Cholesky's factors, which take the place of a. Of a, which is symmetric, the lower half is
// read; ok is false where it is not positive definite.
func solve(a [][]float64, b []float64) (x []float64, ok bool) {
	x = slices.Clone(b)
	for i := range a {
		for j := range i {
			a[i][j] = (a[i][j] - dot(a[i][:j], a[j])) / a[j][j]
		}
		if a[i][i] -= dot(a[i][:i], a[i]); !(a[i][i] > 0) {
			return nil, false
		}
		a[i][i] = math.Sqrt(a[i][i])
		x[i] = (x[i] - dot(a[i][:i], x)) / a[i][i]
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := i + 1; k < len(a); k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x, true
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
