package app

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
)

// What is asked beside an answer: how its people came about, and its curve at more times than it names. Each is a
// question of its own, with small cells hidden and a record in the log. Where there is none, or where it would give
// away what the answer hides, nil is returned and the answer stands alone.

// AttritionOf is how many people are left after each step of the answer's population: everybody, those with the entry
// event, those for whom each criterion holds.
func (a *App) AttritionOf(ctx context.Context, answer *Answer, opt QueryOptions) (*Answer, error) {
	q := answer.Run().Study
	if q == nil || answer.Run().Status != pipeline.Answered || answer.Run().Table == nil || answer.Run().RowLevel ||
		q.Measure.Kind == study.Attrition {
		return nil, nil
	}
	steps := q.Clone()
	steps.Measure, steps.Strata, steps.Top, steps.AtRisk = study.Measure{Kind: study.Attrition}, nil, nil, nil
	if q.Measure.Kind != study.Count && q.Measure.Kind != study.Share {
		steps.Outcome = nil // it counts in a time at risk only
	}
	if len(steps.Steps()) < 2 || steps.Validate() != nil {
		return nil, nil
	}
	found, err := a.beside(ctx, steps, opt, besideSteps)
	if err != nil || found == nil || !answer.Run().MayShowSteps(found.Run(), a.MinCell()) {
		return nil, err
	}
	return found, nil
}

// The commands under which the log has what was asked beside an answer, for its pictures.
const (
	besideSteps = "attrition"
	besideCurve = "curve"
)

// IsBeside reports whether an entry was asked beside an answer and not by a person.
func (e *LogEntry) IsBeside() bool { return e.Command == besideSteps || e.Command == besideCurve }

// How many times a curve is drawn at: fewer where few people have the outcome between two of them.
var curvePoints = []int{12, 6, 4}

const (
	usualCurveDays = 5 * 365 // of a median, which names no time
	mostGaps       = 4       // one hidden estimate in so many at most
)

// CurveOf is the estimate of a survival or of a cumulative incidence at times between those that the answer names.
func (a *App) CurveOf(ctx context.Context, answer *Answer, opt QueryOptions) (*Answer, error) {
	q := answer.Run().Study
	if q == nil || answer.Run().Status != pipeline.Answered || answer.Run().Table == nil ||
		len(q.Measure.Times) >= curvePoints[len(curvePoints)-1] {
		return nil, nil
	}
	for _, points := range curvePoints {
		more := q.Clone()
		more.Measure.Times = curveTimes(q.Measure.Times, points)
		found, err := a.beside(ctx, more, opt, besideCurve)
		if err != nil || found == nil {
			return nil, err
		}
		if mostGaps*found.Run().Suppressed <= len(found.Rows)*len(found.Columns) &&
			answer.Run().MayShowCurve(found.Run()) {
			return found, nil
		}
	}
	return nil, nil
}

// curveTimes are so many times of equal distance up to the last that is named, and those that are named.
func curveTimes(named []study.Offset, points int) []study.Offset {
	last := usualCurveDays
	var days []int
	for _, o := range named {
		days = append(days, daysOf(o))
	}
	if len(days) > 0 {
		last = slices.Max(days)
	}
	step := max(1, last/points)
	all := slices.Clone(named)
	for n := 1; n <= points && n*step <= last; n++ {
		near := slices.ContainsFunc(days, func(d int) bool { return 2*max(d-n*step, n*step-d) < step })
		if !near {
			all = append(all, study.Offset{Days: n * step})
		}
	}
	slices.SortFunc(all, func(x, y study.Offset) int { return daysOf(x) - daysOf(y) })
	return all
}

// daysOf is an offset in days, as the compiler counts them.
func daysOf(o study.Offset) int {
	return o.Days + int(30.4375*float64(o.Months)) + int(365.25*float64(o.Years))
}

// beside asks a study question; nil where it was not answered.
func (a *App) beside(ctx context.Context, q *study.Question, opt QueryOptions, what string) (*Answer, error) {
	opt.Command, opt.Progress, opt.Rows, opt.Prompts = what, nil, false, false
	found, err := a.Run(ctx, q, opt)
	if err != nil || ctx.Err() != nil {
		return nil, err
	}
	if found.Run().Status != pipeline.Answered || found.Run().Table == nil {
		return nil, nil
	}
	return found, nil
}
