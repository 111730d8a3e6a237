package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/write"
)

// With a model a question can be read three ways: by the reader of the words, which asks no model; by the model as a
// study question, which is compiled; and by the model as SQL. What two of them answer alike stands. What one alone
// answers, or each in its own way, is shown as readings and is no answer.

// Questioner fills in the study question of a question. It is a *write.Questioner, or what a test puts in its place.
type Questioner interface {
	Ask(ctx context.Context, m rag.Masked, examples []rag.Match) (write.Filled, error)
}

// The ways of Options.Method.
const (
	MethodQuestion = "question" // the model fills in the study question
	MethodSQL      = "sql"      // the model writes SQL
	MethodBoth     = "both"     // both, and two readings have to agree
	MethodAgent    = "agent"    // the Writer works in steps; as both, with the agent asked before the form
)

// readerName is what the reader of the words is called among those who read a question.
const readerName = "reader"

// sampler is a Writer of which several answers to one question can be had.
type sampler interface {
	Sample(seed int64, temperature float64) rag.Writer
}

// voteTemperature is that of the samples that are voted on: their errors are to differ.
const voteTemperature = 0.7

// candidate is one reading of the question, taken the whole way.
type candidate struct {
	by  string // who read it: reader, question, sql, vote 2
	run *work
	err error
}

func (c candidate) answered() bool { return c.err == nil && c.run.raw != nil }

// askWriters has the question read by those whom the method names, and answers with what they agree on.
func (p *Pipeline) askWriters(ctx context.Context, r *work) error {
	witness, err := p.witness(ctx, r)
	if err != nil {
		return err
	}
	if known, err := p.askTemplate(ctx, r, witness); known || err != nil {
		return err
	}
	if err := p.askBeside(ctx, r, witness); err != nil {
		return err
	}
	if err := p.hold(r); err != nil {
		return err
	}
	p.withoutModel().readOtherwise(ctx, r)
	return nil
}

// askBeside asks the model as the method says.
func (p *Pipeline) askBeside(ctx context.Context, r *work, witness candidate) error {
	switch p.opt.Method {
	case MethodAgent:
		return p.askAgent(ctx, r, witness)
	case MethodQuestion:
		return p.settle(r, []candidate{witness, p.filled(ctx, r)}, confirmed)
	case MethodSQL:
		return p.askSQL(ctx, r, witness)
	}
	return p.askBoth(ctx, r, witness)
}

// askSQL is the published way. The reader's answer, where it has one, is told beside it; votes are counted where they
// are asked for.
func (p *Pipeline) askSQL(ctx context.Context, r *work, witness candidate) error {
	written := p.written(ctx, r, 0)
	if p.opt.Votes > 1 {
		all := append([]candidate{written}, p.samples(ctx, r, p.opt.Votes-1)...)
		return p.settle(r, all, majority)
	}
	return p.settle(r, []candidate{written, witness}, first)
}

// askBoth asks for SQL only where the reader and the study question do not settle it.
func (p *Pipeline) askBoth(ctx context.Context, r *work, witness candidate) error {
	all := []candidate{witness, p.filled(ctx, r)}
	if errors.Is(all[1].err, llm.ErrPending) && !witness.answered() { // so that both requests are written out at once
		all = append(all, p.written(ctx, r, 0))
		return p.settle(r, all, twoAlike)
	}
	if len(agreeing(all)) >= 2 || errors.Is(all[1].err, llm.ErrPending) {
		return p.settle(r, all, twoAlike)
	}
	all = append(all, p.written(ctx, r, 0))
	if len(agreeing(all)) >= 2 || p.opt.Votes < 2 || pendingIn(all) != nil {
		return p.settle(r, all, twoAlike)
	}
	votes := p.samples(ctx, r, p.opt.Votes-1)
	return p.settle(r, append(all, votes...), twoAlikeOrVoted)
}

// askAgent has the agent work on the question, and asks for more readings only where the reader does not confirm what
// it comes to.
func (p *Pipeline) askAgent(ctx context.Context, r *work, witness candidate) error {
	all := []candidate{witness, p.written(ctx, r, 0)}
	if len(agreeing(all)) >= 2 || pendingIn(all) != nil {
		return p.settle(r, all, twoAlike)
	}
	all = append(all, p.filled(ctx, r))
	if len(agreeing(all)) >= 2 || p.opt.Votes < 2 || pendingIn(all) != nil || !all[1].answered() {
		return p.settle(r, all, twoAlike)
	}
	return p.settle(r, append(all, p.samples(ctx, r, p.opt.Votes-1)...), twoAlikeOrVoted)
}

// candidateRun is a run of its own for a candidate, with what was found of the question.
func (r *work) candidateRun() *work {
	return &work{Run: &Run{Question: r.Question, DryRun: r.DryRun, Masked: r.Masked, Examples: r.Examples}, retrieved: r.retrieved}
}

// witness is the reading of the words without a model. That a question lies outside of what askomop does ends the run;
// that it was not understood does not.
func (p *Pipeline) witness(ctx context.Context, r *work) (candidate, error) {
	c := candidate{by: readerName, run: r.candidateRun()}
	compiled, err := p.understand(ctx, c.run)
	r.Reading, r.uncompiled = c.run.Reading, c.run.uncompiled
	var abstention *rag.Abstention
	switch {
	case errors.As(err, &abstention) && p.opt.Method != MethodSQL && r.Reading.Refusal != nil && r.Reading.Refusal.Kind != read.Ambiguous:
		return c, err
	case errors.As(err, &abstention):
		c.err = err
	case err != nil:
		return c, err
	case !compiled:
		c.err = &rag.Abstention{Reason: ReasonSlotsDoNotFit, Message: "the reader does not understand every word"}
	default:
		c.run.Attempts = 1
		c.err = p.withoutModel().run(ctx, c.run)
	}
	return c, ctx.Err()
}

// withoutModel is the pipeline with what codes without a model, so that a witness asks nobody.
func (p *Pipeline) withoutModel() *Pipeline {
	if p.parts.Plain == nil {
		return p
	}
	other := *p
	other.parts.Coder = p.parts.Plain
	return &other
}

// filled is the model's study question, compiled.
func (p *Pipeline) filled(ctx context.Context, r *work) candidate {
	c := candidate{by: MethodQuestion, run: r.candidateRun()}
	c.err = p.fillAndRun(ctx, c.run)
	return c
}

func (p *Pipeline) fillAndRun(ctx context.Context, r *work) error {
	filled, err := p.fillIn(ctx, r)
	if err != nil {
		return err
	}
	question := amongCohort(filled.Question, r.Masked.Cohort)
	plan, err := p.compile(ctx, question)
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) {
		return &rag.Abstention{Reason: ReasonSlotsDoNotFit, Message: "That is not computed yet: " + unsupported.Why}
	}
	if err != nil {
		return err
	}
	r.Study, r.Plan, r.Attempts = question, plan, 1
	r.Template = rag.Template{SQL: p.laidOut(ctx, plan.SQL), Writer: filled.Writer, Assumptions: append(filled.Assumptions, plan.Notes...), Prompt: filled.Prompt, Probability: filled.Probability}
	if r.Masked.Cohort != "" {
		r.Template.Assumptions = append(r.Template.Assumptions, cohortNote(r.Masked.Cohort))
	}
	return p.run(ctx, r)
}

func (p *Pipeline) fillIn(ctx context.Context, r *work) (write.Filled, error) {
	defer r.stage("write")()
	return p.parts.Questioner.Ask(ctx, r.Masked, r.retrieved)
}

// written is the model's SQL; with a sample above 0, SQL of its own with another seed.
func (p *Pipeline) written(ctx context.Context, r *work, sample int) candidate {
	c := candidate{by: p.language(), run: r.candidateRun()}
	writer := p
	if sample > 0 {
		other := *p
		other.parts.Writer = p.parts.Writer.(sampler).Sample(int64(sample), voteTemperature)
		writer, c.by = &other, fmt.Sprintf("vote %d", sample+1)
	}
	c.err = writer.attempts(ctx, c.run)
	if missed := leftOut(c.run.Run); c.err == nil && missed != "" && p.opt.Method != MethodSQL {
		c.err = &rag.Abstention{Reason: ReasonSlotsDoNotFit, Message: fmt.Sprintf("the SQL leaves out %q", missed)}
	}
	return c
}

// language is what the Writer writes in, in small letters: sql, or what it says itself.
func (p *Pipeline) language() string {
	if w, ok := p.parts.Writer.(interface{ Language() string }); ok {
		return strings.ToLower(w.Language())
	}
	return MethodSQL
}

// byWriter reports whether the Writer wrote the candidate, at first or as one of the votes.
func (c candidate) byWriter() bool { return c.by != readerName && c.by != MethodQuestion }

// samples are n further answers of the writer of SQL; none of a writer that always writes the same.
func (p *Pipeline) samples(ctx context.Context, r *work, n int) []candidate {
	if _, ok := p.parts.Writer.(sampler); !ok {
		return nil
	}
	var all []candidate
	for i := range n {
		all = append(all, p.written(ctx, r, i+1))
	}
	return all
}

// verdict is what a rule makes of the candidates.
type verdict struct {
	chosen    int // -1 for none
	agreement float64
}

// settle takes the candidate that a rule chooses for the run's own, and abstains where it chooses none.
func (p *Pipeline) settle(r *work, all []candidate, rule func([]candidate) verdict) error {
	r.timed(all)
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
		if i != v.chosen && c.answered() && !SameResult(all[v.chosen].run.Run, c.run.Run) && p.mayShow(r.Run, c.run.Run) {
			r.Readings = append(r.Readings, OtherReading{What: "by " + c.by, Question: c.run.Study, SQL: c.run.Template.SQL, Table: c.run.Table})
		}
	}
	return nil
}

// pendingIn is the error of a candidate whose answer comes later, or that was interrupted or broken off for all.
func pendingIn(all []candidate) error {
	for _, c := range all {
		for _, end := range []error{llm.ErrPending, llm.ErrBudget, llm.ErrQuota, llm.ErrAuth, llm.ErrRateLimited, llm.ErrUnavailable, context.Canceled} {
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

// timed adds up what the candidates took.
func (r *work) timed(all []candidate) {
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
	Reason   string
	Message  string
	Writer   string
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
		out = append(out, Candidate{By: c.by, Status: ended.Status, Reason: ended.Reason, Message: ended.Tellable(), Writer: c.run.Template.Writer,
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
	if len(answered) > 1 {
		message = "The readings of this question come to different results, and none is answered with. " + difference(answered[0].run.Run, answered[1].run.Run)
	}
	if len(why) > 0 {
		message += ". " + strings.Join(why, "; ")
	}
	return &rag.Abstention{Reason: ReasonLowAgreement, Message: strings.TrimRight(message, ".") + ". Word the question more narrowly, or run the reading that you meant: askomop sql, askomop run."}
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
	for _, x := range wholes(a) {
		for _, y := range wholes(b) {
			if d := max(x-y, y-x); d > 0 && d < int64(p.opt.MinCell) {
				return false
			}
		}
	}
	return true
}

func wholes(r *Run) []int64 {
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
