package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/rag"
)

// verdict is the choice of a rule among the candidates.
type verdict struct {
	chosen    int // -1 for none
	agreement float64
	why       string // nothing was chosen though candidates agree
}

// settle takes the candidate that a rule chooses for the run's own, and abstains where it chooses none.
func (p *Pipeline) settle(r *work, all []candidate, rule func([]candidate) verdict) error {
	r.addTimes(all)
	if err := pendingIn(all); err != nil {
		return err
	}
	v := rule(all)
	if r.DryRun { // nothing ran that could be compared
		v = verdict{chosen: max(0, slices.IndexFunc(all, func(c candidate) bool { return c.err == nil }))}
	}
	r.Candidates = candidatesOf(all)
	if v.chosen < 0 {
		return p.disagree(r, all, v)
	}
	if p.opt.AbstainAt > 0 && v.agreement < p.opt.AbstainAt {
		return p.disagree(r, all, v)
	}
	r.take(all[v.chosen].run)
	r.Agreement = v.agreement
	if all[v.chosen].err != nil {
		return all[v.chosen].err
	}
	for i, c := range all {
		if i != v.chosen && c.answered() && !SameResult(all[v.chosen].run.Run, c.run.Run) &&
			p.mayShow(r.Run, c.run.Run) {
			r.Readings = append(r.Readings, OtherReading{What: "by " + c.by, Question: c.run.Study,
				SQL: c.run.Template.SQL, Table: c.run.Table})
		}
	}
	return nil
}

// pendingIn is the error of a candidate whose answer comes later, or that was interrupted or broken off for all.
func pendingIn(all []candidate) error {
	for _, c := range all {
		for _, end := range []error{llm.ErrPending, llm.ErrBudget, llm.ErrQuota, llm.ErrAuth, llm.ErrRateLimited,
			llm.ErrUnavailable, context.Canceled} {
			if errors.Is(c.err, end) {
				return c.err
			}
		}
	}
	return nil
}

// take makes a candidate's run the run's own, with what was counted of all.
func (r *work) take(from *work) {
	kept, uncompiled := r.Run, r.uncompiled
	took, reading, candidates := r.Took, r.Reading, r.Candidates
	*kept, *r = *from.Run, *from
	r.Run, r.uncompiled = kept, uncompiled
	r.Took, r.Candidates = took, candidates
	if r.Reading == nil && r.Study == nil {
		r.Reading = reading
	}
}

// addTimes adds up what the candidates took.
func (r *work) addTimes(all []candidate) {
	for _, c := range all {
		for _, s := range c.run.Took {
			if i := slices.IndexFunc(r.Took, func(o StageTime) bool { return o.Stage == s.Stage }); i >= 0 {
				r.Took[i].Took += s.Took
				continue
			}
			r.Took = append(r.Took, s)
		}
	}
}

// Candidate is one reading of a question that several were made of, as the record keeps it.
type Candidate struct {
	By       string
	Status   Status
	Message  string
	Study    *study.Question
	Template string
	SQL      string
	Steps    []rag.Step // of an agent
}

func candidatesOf(all []candidate) []Candidate {
	var out []Candidate
	for _, c := range all {
		ended := *c.run.Run
		ended.end(c.err)
		out = append(out, Candidate{By: c.by, Status: ended.Status, Message: ended.Tellable(),
			Study: c.run.Study, Template: c.run.Template.SQL, SQL: c.run.SQL, Steps: c.run.Template.Steps})
	}
	return out
}

// disagree is the abstention over candidates of which none was chosen, with their readings.
func (p *Pipeline) disagree(r *work, all []candidate, v verdict) error {
	var answered []candidate
	var why []string
	for _, c := range all {
		if c.answered() {
			answered = append(answered, c)
			continue
		}
		ended := *c.run.Run
		ended.end(c.err)
		why = append(why, fmt.Sprintf("%s: %s", c.by, strings.TrimSpace(ended.Message)))
	}
	if len(answered) == 0 {
		return combined(all, why)
	}
	r.Agreement = v.agreement
	p.showReadings(r, answered)
	message := "Only one reading of this question came to a result, and nothing confirms it"
	switch {
	case v.why != "":
		message = "Only the model's SQL came to this result, and " + v.why
	case len(answered) > 1:
		message = "The readings of this question come to different results, and none is answered with. " +
			difference(answered[0].run.Run, answered[1].run.Run)
	}
	if len(why) > 0 {
		message += ". " + strings.Join(why, "; ")
	}
	return &rag.Abstention{Reason: ReasonLowAgreement,
		Message: strings.TrimRight(message, ".") +
			". Word the question more narrowly, or run the reading that you meant: askomop sql, askomop run."}
}

// combined is the error where no candidate came to a result: the model's own, else that of the last.
func combined(all []candidate, why []string) error {
	last := all[len(all)-1].err
	var model *llm.Error
	for _, c := range all {
		if errors.As(c.err, &model) {
			return c.err
		}
	}
	var abstention *rag.Abstention
	if errors.As(last, &abstention) && len(why) > 1 {
		return &rag.Abstention{Reason: abstention.Reason, Message: strings.Join(why, "\n")}
	}
	return last
}

// showReadings puts the results of readings beside an abstention, unless the difference of two would tell of few
// people.
func (p *Pipeline) showReadings(r *work, answered []candidate) {
	for i, c := range answered {
		shown := OtherReading{What: "by " + c.by, Question: c.run.Study, SQL: c.run.Template.SQL, Table: c.run.Table}
		for _, o := range answered[:i] {
			if !p.farApart(o.run.Run, c.run.Run) {
				shown.Table = nil
			}
		}
		r.Readings = append(r.Readings, shown)
	}
}

// mayShow reports whether another reading's result can be shown beside the run's.
func (p *Pipeline) mayShow(r, other *Run) bool { return p.farApart(r, other) }

// farApart reports whether no two counts of the results differ by fewer people than may be shown.
func (p *Pipeline) farApart(a, b *Run) bool {
	if p.opt.MinCell <= 1 {
		return true
	}
	if a.Suppressed+a.LeftOut+b.Suppressed+b.LeftOut > 0 || a.RowLevel || b.RowLevel {
		return false
	}
	for _, x := range wholeNumbers(a) {
		for _, y := range wholeNumbers(b) {
			if d := max(x-y, y-x); d > 0 && d < int64(p.opt.MinCell) {
				return false
			}
		}
	}
	return true
}

// wholeNumbers are the whole numbers of a result before any is hidden: all that may be counts of people.
func wholeNumbers(r *Run) []int64 {
	var out []int64
	for _, row := range r.raw.Rows {
		for _, v := range row {
			if n, ok := v.(int64); ok {
				out = append(out, n)
			}
		}
	}
	return out
}
