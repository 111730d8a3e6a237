package eval

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/askomop/askomop/pipeline"
)

// knownAnswers are n answers of which those with a low agreement are wrong with the first probability, all others with the second.
func knownAnswers(n int, wrongIfLow, wrongIfHigh float64) []Judged {
	random := rand.New(rand.NewPCG(1, 2))
	var all []Judged
	for i := range n {
		j := Judged{Score: OutcomeRight, Case: Case{ID: fmt.Sprint(i), PairID: fmt.Sprint(i), SQL: "SELECT 1"},
			Outcome: Outcome{Case: fmt.Sprint(i), Status: "answered", Signals: &pipeline.Signals{Agreement: 1, Readings: 3, Coding: 1, Similarity: random.Float64()}}}
		wrong := wrongIfHigh
		if i%4 == 0 {
			j.Outcome.Signals.Agreement, wrong = 0.5, wrongIfLow
		}
		if random.Float64() < wrong {
			j.Score = OutcomeWrong
		}
		all = append(all, j)
	}
	return all
}

func TestCalibrationHoldsBackWhatIsOftenWrong(t *testing.T) {
	c, err := Calibrate(knownAnswers(400, 0.6, 0.01))
	if err != nil {
		t.Fatal(err)
	}
	if c.After.RS10 < c.Before.RS10+100 || c.After.Risk > 0.03 || c.After.Coverage < 0.6 || c.After.Coverage > 0.8 {
		t.Errorf("before %+v, after %+v, threshold %.2f", c.Before, c.After, c.Threshold)
	}
	low, high := c.Score(pipeline.Signals{Agreement: 0.5, Readings: 3, Coding: 1, Similarity: 0.5}), c.Score(pipeline.Signals{Agreement: 1, Readings: 3, Coding: 1, Similarity: 0.5})
	if math.Abs(low-0.4) > 0.12 || math.Abs(high-0.99) > 0.02 || c.Threshold <= low || c.Threshold > high {
		t.Errorf("scored %.2f and %.2f, answering from %.2f on", low, high, c.Threshold)
	}
	if len(c.Curve) < 2 || c.Curve[0].Risk > c.Curve[len(c.Curve)-1].Risk {
		t.Errorf("the curve: %+v", c.Curve)
	}
}

func TestCalibrationOfNoiseClaimsNothing(t *testing.T) {
	c, err := Calibrate(knownAnswers(400, 0.05, 0.05)) // answering all gives RS(10) 45, holding back by chance less
	if err != nil {
		t.Fatal(err)
	}
	if c.After.RS10 > c.Before.RS10+15 {
		t.Errorf("cross-fitted, noise gains %+.1f", c.After.RS10-c.Before.RS10)
	}
	if _, err := Calibrate(knownAnswers(30, 0.5, 0.1)); !errors.Is(err, ErrTooFew) {
		t.Errorf("30 answers: %v", err)
	}
	right, err := Calibrate(knownAnswers(60, 0, 0))
	if err != nil || right.Threshold != 0 || right.After != right.Before || right.After.RS10 != 100 {
		t.Errorf("where all is right: %+v, %v", right, err)
	}
}

// TestWhatHasToBeRefusedIsWorthHoldingBack: an answer to it is wrong, and no answer is right.
func TestWhatHasToBeRefusedIsWorthHoldingBack(t *testing.T) {
	j := Judged{Score: OutcomeWrong, Outcome: Outcome{Status: "answered"}}
	if worthOf(j, true) != -penalty || worthOf(j, false) != 1 {
		t.Errorf("worth %g and %g", worthOf(j, true), worthOf(j, false))
	}
}

func TestEquationsAreSolved(t *testing.T) {
	x, ok := solve([][]float64{{4}, {2, 3}, {-2, 1, 6}}, []float64{6, 1, -13}) // of the symmetric matrix, the lower half
	if !ok || math.Abs(3*x[0]+2) > 1e-12 || math.Abs(3*x[1]-5) > 1e-12 || math.Abs(3*x[2]+8) > 1e-12 {
		t.Errorf("%v %v", x, ok)
	}
	if _, ok := solve([][]float64{{1}, {2, 1}}, []float64{1, 1}); ok {
		t.Error("a matrix that is not positive definite was solved")
	}
}
