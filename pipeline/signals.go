package pipeline

import (
	"fmt"
	"math"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

// Signals tell how certain a run is of its answer. None of them says that an answer is right; Calibration learns from
// a measured run how often answers with such signals are.
type Signals struct {
	Agreement   float64 `json:"agreement"`             // the part of the readings that agree; 0 where there was one
	Readings    int     `json:"readings"`              // that came to a result
	Similarity  float64 `json:"similarity"`            // of the most similar example, cosine
	Coding      float64 `json:"coding"`                // the least score of an entity's best concept; 1 where none is coded
	Findings    int     `json:"findings"`              // of the rules
	Repairs     int     `json:"repairs"`               // attempts that were given up
	Compiled    bool    `json:"compiled"`              // of a study question
	Probability float64 `json:"probability,omitempty"` // the model's own, of a token of what it wrote, in the mean; 0 where the provider does not tell
}

// Signals are the signals of the run.
func (r *Run) Signals() Signals {
	s := Signals{Agreement: r.Agreement, Coding: 1, Repairs: max(0, r.Attempts-1), Compiled: r.Plan != nil,
		Probability: r.Template.Probability}
	for _, c := range r.Candidates {
		if c.Status == Answered {
			s.Readings++
		}
	}
	for _, m := range r.Examples {
		s.Similarity = max(s.Similarity, m.Score)
	}
	for _, set := range r.Concepts {
		best := 0.0
		for _, m := range set.Concepts {
			best = max(best, m.Score)
		}
		s.Coding = min(s.Coding, best)
	}
	for _, f := range r.Warnings {
		if f.Severity != omop.SeverityInfo {
			s.Findings++
		}
	}
	return s
}

// SignalNames name the numbers of Signals.Vector.
var SignalNames = []string{"agreement", "several readings", "similarity", "coding", "findings", "repairs", "compiled",
	"probability", "no probability"}

// Vector is the signals as the numbers that Calibration weighs.
func (s Signals) Vector() []float64 {
	return []float64{s.Agreement, truth(s.Readings > 1), s.Similarity, s.Coding, float64(min(s.Findings, 3)),
		float64(min(s.Repairs, 3)), truth(s.Compiled),
		s.Probability, truth(s.Probability == 0)}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Calibration turns signals into the probability that an answer is right, and says from which probability on to answer.
// It is a logistic regression over Signals.Vector, learned by eval calibrate for one model and one method.
type Calibration struct {
	Model     string    `json:"model"`
	Method    string    `json:"method"`
	Means     []float64 `json:"means"`  // of the numbers, in the run that it was learned from
	Scales    []float64 `json:"scales"` // their standard deviations; 1 for those that are the same everywhere
	Weights   []float64 `json:"weights"`
	Intercept float64   `json:"intercept"`
	Threshold float64   `json:"threshold"` // answers of less probability are shown as readings only
}

// Score is the probability that an answer with the signals is right, in [0, 1].
func (c *Calibration) Score(s Signals) float64 {
	sum := c.Intercept
	for i, v := range s.Vector() {
		sum += c.Weights[i] * (v - c.Means[i]) / c.Scales[i]
	}
	return 1 / (1 + math.Exp(-sum))
}

// Check refuses a calibration that was made for other signals.
func (c *Calibration) Check() error {
	if n := len(SignalNames); len(c.Means) != n || len(c.Scales) != n || len(c.Weights) != n {
		return fmt.Errorf("it weighs other signals than this version has; make it again: askomop eval calibrate RUN")
	}
	return nil
}

// hold abstains from an answer that is less certain than the calibration asks for; what it would have been is shown as
// a reading.
func (p *Pipeline) hold(r *work) error {
	c := p.parts.Calibration
	if c == nil || r.DryRun {
		return nil
	}
	score := c.Score(r.Signals())
	if score >= c.Threshold {
		return nil
	}
	r.Readings = append([]OtherReading{{What: "by " + r.Template.Writer, Question: r.Study, SQL: r.Template.SQL,
		Table: r.Table}}, r.Readings...)
	return &rag.Abstention{Reason: ReasonLowAgreement,
		Message: fmt.Sprintf("This answer is right with a probability of %.2f, and the calibration of %s answers from %.2f on. "+
			"It is shown as a reading. Word the question more narrowly, or run the reading that you meant: askomop sql, askomop run.", score, c.Model, c.Threshold)}
}
