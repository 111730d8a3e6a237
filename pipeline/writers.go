package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/rag/write"
)

// With a model a question can be read three ways: by the reader of the words, which asks no model; by the model as a
// study question, which is compiled; and by the model as SQL. What two of them answer alike stands. What one alone
// answers, or each in its own way, is shown as readings and is not an answer.

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

// readerName is the name of the reader of the words, among those who read a question.
const readerName = "reader"

// sampler is a Writer of which several answers to one question can be had.
type sampler interface {
	Sample(seed int64, temperature float64) rag.Writer
}

// voteTemperature is the temperature of the samples that are voted on: their errors are to differ.
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
		return p.settle(r, []candidate{witness, p.fillCandidate(ctx, r)}, confirmed)
	case MethodSQL:
		return p.askSQL(ctx, r, witness)
	}
	return p.askBoth(ctx, r, witness)
}

// askSQL is the published way. The reader's answer, where it has one, is told beside it; votes are counted where they
// are asked for.
func (p *Pipeline) askSQL(ctx context.Context, r *work, witness candidate) error {
	written := p.writeCandidate(ctx, r, 0)
	if p.opt.Votes > 1 {
		all := append([]candidate{written}, p.samples(ctx, r, p.opt.Votes-1)...)
		return p.settle(r, all, majority)
	}
	return p.settle(r, []candidate{written, witness}, first)
}

// askBoth asks for SQL only where the reader and the study question do not settle it.
func (p *Pipeline) askBoth(ctx context.Context, r *work, witness candidate) error {
	all := []candidate{witness, p.fillCandidate(ctx, r)}
	if errors.Is(all[1].err, llm.ErrPending) && !witness.answered() { // so that both requests are written out at once
		all = append(all, p.writeCandidate(ctx, r, 0))
		return p.settle(r, all, atLeastTwoAgree)
	}
	if len(agreeing(all)) >= 2 || errors.Is(all[1].err, llm.ErrPending) {
		return p.settle(r, all, atLeastTwoAgree)
	}
	all = append(all, p.writeCandidate(ctx, r, 0))
	if len(agreeing(all)) >= 2 || p.opt.Votes < 2 || pendingIn(all) != nil {
		return p.settle(r, all, atLeastTwoAgree)
	}
	votes := p.samples(ctx, r, p.opt.Votes-1)
	return p.settle(r, append(all, votes...), atLeastTwoAgreeOrVoted)
}

// askAgent has the agent work on the question, and asks for more readings only where the reader does not confirm what
// it comes to.
func (p *Pipeline) askAgent(ctx context.Context, r *work, witness candidate) error {
	all := []candidate{witness, p.writeCandidate(ctx, r, 0)}
	if len(agreeing(all)) >= 2 || pendingIn(all) != nil {
		return p.settle(r, all, atLeastTwoAgree)
	}
	all = append(all, p.fillCandidate(ctx, r))
	if len(agreeing(all)) >= 2 || p.opt.Votes < 2 || pendingIn(all) != nil || !all[1].answered() {
		return p.settle(r, all, atLeastTwoAgree)
	}
	return p.settle(r, append(all, p.samples(ctx, r, p.opt.Votes-1)...), atLeastTwoAgreeOrVoted)
}

// candidateRun is a run of its own for a candidate, with what was found of the question.
func (r *work) candidateRun() *work {
	return &work{Run: &Run{Question: r.Question, DryRun: r.DryRun, Masked: r.Masked, Examples: r.Examples},
		retrieved: r.retrieved}
}

// witness is the reading of the words without a model. That a question lies outside of what askomop does ends the run;
// that it was not understood does not.
func (p *Pipeline) witness(ctx context.Context, r *work) (candidate, error) {
	c := candidate{by: readerName, run: r.candidateRun()}
	compiled, err := p.understand(ctx, c.run)
	r.Reading, r.uncompiled = c.run.Reading, c.run.uncompiled
	var abstention *rag.Abstention
	switch {
	case errors.As(err, &abstention) && p.opt.Method != MethodSQL && r.Reading.Refusal != nil &&
		r.Reading.Refusal.Kind != read.Ambiguous:
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

// fillCandidate is the reading by the model's study question, compiled.
func (p *Pipeline) fillCandidate(ctx context.Context, r *work) candidate {
	c := candidate{by: MethodQuestion, run: r.candidateRun()}
	c.err = p.fillAndRun(ctx, c.run)
	return c
}

func (p *Pipeline) fillAndRun(ctx context.Context, r *work) error {
	filled, err := p.fillIn(ctx, r)
	if err != nil {
		return err
	}
	question, plan, err := p.compile(ctx, amongCohort(filled.Question, r.Masked.Cohort))
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) {
		return &rag.Abstention{Reason: ReasonSlotsDoNotFit, Message: "That is not computed yet: " + unsupported.Why}
	}
	if err != nil {
		return err
	}
	r.Study, r.Plan, r.Attempts = question, plan, 1
	r.Template = rag.Template{SQL: p.laidOut(ctx, plan.SQL), Writer: filled.Writer,
		Assumptions: append(filled.Assumptions, plan.Notes...), Prompt: filled.Prompt, Probability: filled.Probability}
	if r.Masked.Cohort != "" {
		r.Template.Assumptions = append(r.Template.Assumptions, cohortNote(r.Masked.Cohort))
	}
	return p.run(ctx, r)
}

func (p *Pipeline) fillIn(ctx context.Context, r *work) (write.Filled, error) {
	defer r.stage("write")()
	return p.parts.Questioner.Ask(ctx, r.Masked, r.retrieved)
}

// writeCandidate is the reading by the model's SQL; with a sample above 0, SQL of its own with another seed. Each is
// shown other examples: a writer that copies the first one does not agree with itself.
func (p *Pipeline) writeCandidate(ctx context.Context, r *work, sample int) candidate {
	c := candidate{by: p.language(), run: r.candidateRun()}
	c.run.others = p.opt.Method != MethodSQL
	writer := p
	if sample > 0 {
		c.run.retrieved = c.run.retrieved[min(sample, len(c.run.retrieved)):]
		other := *p
		other.parts.Writer = p.parts.Writer.(sampler).Sample(int64(sample), voteTemperature)
		writer, c.by = &other, fmt.Sprintf("vote %d", sample+1)
	}
	c.err = writer.attempts(ctx, c.run)
	if c.err != nil || p.opt.Method == MethodSQL {
		return c
	}
	if missed := p.namedIn(ctx, c.run.Question, c.run.Template).leftOut(c.run.Run); missed != "" {
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
		all = append(all, p.writeCandidate(ctx, r, i+1))
	}
	return all
}
