package eval

import (
	"reflect"

	"github.com/askomop/askomop/pipeline"
)

// What a run keeps, and its reports show, has passed the gate that every result passes: small numbers are hidden in it.
// The comparison needs the numbers, so it is made while they are at hand, and what is kept of it is whether they were
// the same.

// Compared is what a comparison of unhidden results found.
type Compared struct {
	Tolerance float64  `json:"tolerance"`
	EX        bool     `json:"ex"`
	Same      bool     `json:"same"`
	SQLRight  bool     `json:"sql_right"`
	Rules     []string `json:"rules,omitempty"` // by which what differs is accepted
	// Untold says that no verdict is kept: it could tell a number that is hidden.
	Untold bool `json:"untold,omitempty"`
}

// kept is a run's result as it may be kept: hidden, and without rows where each is one person's.
func kept(r *pipeline.Run) *Result {
	result := newResult(r.Table)
	if result != nil && r.RowLevel {
		result.Rows = [][]any{}
	}
	return result
}

// unhidden is a run's result as it is compared.
func unhidden(r *pipeline.Run) *Result {
	if r.Raw == nil {
		return newResult(r.Table)
	}
	return newResult(r.Raw)
}

// equal reports whether two results hold the same; nil is the same as nil.
func (r *Result) equal(other *Result) bool { return reflect.DeepEqual(r, other) }

// keepCompared compares an outcome with its reference where what is kept of the two does not tell.
func (r *runner) keepCompared(c Case, o *Outcome) {
	if !c.Answerable() {
		return
	}
	r.mu.Lock()
	ref := r.folder.References[c.referenceID()]
	r.mu.Unlock()
	o.Names = r.Names.of(o.Result, ref.Result)
	if !ref.Hidden && o.raw.equal(o.Result) && o.rawShared.equal(o.Shared) {
		return
	}
	whole, against := *o, ref
	whole.Result, whole.Shared, against.Result, against.Pinned = o.raw, o.rawShared, ref.raw, ref.rawPinned
	whole.Names = r.Names.of(o.raw, ref.raw)
	j := judge(c, against, whole, DefaultTolerance)
	o.Compared = &Compared{DefaultTolerance, j.EX, j.Verdict.Same, j.SQLRight, j.Rules, false}
	if c.pair == nil && (hides(o.raw, o.Result) || hides(ref.raw, ref.Result)) {
		o.Compared = &Compared{Tolerance: DefaultTolerance, Untold: true}
	}
}

// hides reports whether a number is hidden in what is kept of a result: who writes the cases could write one for each
// number that it might be, be it a constant or a count that is hidden too, and read off which of them is right.
func hides(raw, kept *Result) bool {
	inSight := numbersOf(kept)
	for n := range numbersOf(raw) {
		if !inSight[n] && n != 0 {
			return true
		}
	}
	return false
}

// numbersOf are the numbers of a result's cells.
func numbersOf(r *Result) map[float64]bool {
	out := map[float64]bool{}
	if r == nil {
		return out
	}
	for _, row := range r.Rows {
		for _, v := range row {
			switch x := v.(type) {
			case int64:
				out[float64(x)] = true
			case float64:
				out[x] = true
			}
		}
	}
	return out
}

const untold = "a number of one of the two results is hidden; with --min-cell 0 they are compared"

// judgeCompared takes over what was found when the numbers were at hand.
func (j *Judged) judgeCompared() {
	found := j.Outcome.Compared
	j.SQLRight = found.SQLRight
	if !j.Outcome.Answered() {
		return
	}
	if found.Untold {
		j.Unscored = untold
		return
	}
	j.EX, j.Verdict.Same, j.Rules, j.Score = found.EX, found.Same, found.Rules, OutcomeRight
	if !found.Same {
		j.Score, j.Verdict.Reason = OutcomeWrong, "the results differ; small numbers are hidden in both"
	}
}
