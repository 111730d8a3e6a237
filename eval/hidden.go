package eval

import (
	"context"
	"math"
	"reflect"
	"slices"

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

// hideNear hides the numbers of a result that differ from those of its reference by fewer people than are shown: beside
// each other the two would tell of these. The comparison that is kept was made before.
func (r *runner) hideNear(ctx context.Context, c Case, o *Outcome) {
	least := r.Options.MinCell
	if c.pair != nil || !c.Answerable() || least <= 1 {
		return
	}
	r.mu.Lock()
	ref := r.folder.References[c.referenceID()]
	r.mu.Unlock()
	apart := float64(least)
	if r.wouldTell(ctx, ref, o) {
		apart = math.Inf(1)
	}
	result, shared := o.Result.withoutNear(ref.Result, apart), o.Shared.withoutNear(ref.Result, apart)
	if result.equal(o.Result) && shared.equal(o.Shared) {
		return
	}
	if o.Compared == nil { // what is kept told it until now
		j := judge(c, ref, *o, DefaultTolerance)
		o.Compared = &Compared{DefaultTolerance, j.EX, j.Verdict.Same, j.SQLRight, j.Rules, false}
	}
	o.Result, o.Shared = result, shared
}

// wouldTell reports whether a result of one row and that of its reference would tell of few people in one result:
// visits of all, and those of all but one man.
func (r *runner) wouldTell(ctx context.Context, ref Reference, o *Outcome) bool {
	if o.Result == nil || ref.Result == nil || len(o.Result.Rows) != 1 || len(ref.Result.Rows) != 1 ||
		o.SQL == "" || ref.SQL == "" || o.Result.equal(ref.Result) {
		return false
	}
	run := r.References.AskTemplate(ctx, pipeline.BesideEachOther(o.SQL, ref.SQL))
	return run.Status != pipeline.Answered || run.Suppressed+run.LeftOut > 0
}

// hiddenCell is what stands in a cell that is hidden, as in every result.
const hiddenCell = "hidden"

// withoutNear is a result without the numbers that differ by less than apart from one of another. Whole numbers are set
// against whole ones, all against each other where apart is infinite.
func (r *Result) withoutNear(other *Result, apart float64) *Result {
	if r == nil || other == nil {
		return r
	}
	isWhole := func(n float64) bool { return n == math.Trunc(n) || math.IsInf(apart, 1) }
	near := func(n float64) bool {
		for o := range numbersOf(other) {
			if d := math.Abs(n - o); d > 0 && d < apart && isWhole(n) && isWhole(o) {
				return true
			}
		}
		return false
	}
	out := *r
	out.Rows = nil
	for _, row := range r.Rows {
		row = slices.Clone(row)
		for i, v := range row {
			if x, ok := v.(int64); ok {
				v = float64(x)
			}
			if n, ok := v.(float64); ok && near(n) {
				row[i] = hiddenCell
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return &out
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
