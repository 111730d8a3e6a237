// Package pipeline takes a question from words to an answer, stage by stage: mask, retrieve, read, write, check, code,
// execute, answer. It repairs SQL that fails, hides small counts, and records every step in a Run. It fixes the order
// of the stages; other packages do the work of each.
package pipeline

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline/worded"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/retrieve"
)

// Masker finds a question's entities and constraints and masks them.
type Masker interface {
	Mask(ctx context.Context, question string) (rag.Masked, error)
}

// Checker applies the OMOP rules to a template.
type Checker interface {
	// Check returns the findings in order of place. A template that does not parse is a *omop.QueryError.
	Check(ctx context.Context, template string) ([]omop.Finding, error)
}

// QuestionChecker is a Checker that also compares a template with the question that it is to answer.
type QuestionChecker interface {
	Checker
	// CheckFor is Check for a template that is to answer a question.
	CheckFor(ctx context.Context, question, template string) ([]omop.Finding, error)
}

// Parts are the parts of a Pipeline. Those before Reader are needed.
type Parts struct {
	Masker   Masker
	Embedder llm.Embedder
	Store    rag.Store // of the vectors that a retrieve.Encoder makes with the Embedder
	Writer   rag.Writer
	Checker  Checker
	Coder    coding.Coder
	Engine   omop.Engine
	Parser   sqltree.Serializer // reads the SQL to tell whom its result shows
	Reader   Reader             // reads what a question means; nil leaves all to the Writer
	// Templates fills verified pairs that are worded alike, without a model; nil has the model asked for all.
	Templates rag.Writer
	// Questioner has a model fill in the study question; needed by the methods question and both.
	Questioner Questioner
	// Plain codes without a model, for the reading of the words; nil takes Coder.
	Plain coding.Coder
	// Calibration holds back what is less certain than it asks for; nil holds back nothing.
	Calibration *Calibration
	// CDM tells the version of the database's data model, "5.3" or "5.4"; nil is 5.4.
	CDM func(context.Context) (string, error)
	// Cohort reports whether a cohort of the name is kept; nil takes every name for one.
	Cohort func(ctx context.Context, name string) (bool, error)
	// Phenotype gives the name of the cohort that words mean, "" for none; nil leaves the word phenotype to the reader.
	Phenotype func(ctx context.Context, words string) (string, error)
	Usage     coding.Usage  // tells whether an empty result is plausible; nil takes it for so
	Data      Data          // tells whether a result is possible at all; nil asks only what the result shows itself
	Worder    worded.Worder // words the suppressed result where Options.Worded asks for it
	Period    string        // that the records cover, for the Worder: "2008 to 2010"
	Logger    *slog.Logger  // nil discards
	Left      *atomic.Int64 // counts runs whose time is over and that still use the parts; nil counts none
}

// Defaults of Options.
const (
	DefaultExamples = 5
	DefaultAttempts = 3
)

// Options bound and shape runs. Zero fields take the defaults above.
type Options struct {
	K       int        // examples retrieved and shown
	Filter  rag.Filter // of the pairs that may be examples
	MinCell int        // counts from 1 to MinCell-1 are hidden; 0 and 1 show all
	// counts are rounded to multiples of it, and what is computed from counts; 0 for none
	Round  int
	Rows   bool // results may show single people
	DryRun bool // stop before execution
	// runs keep their table as it was before small numbers were hidden, to be compared in memory
	Raw         bool
	MaxAttempts int           // writings of a template, the first included
	Limit       omop.Limit    // of the execution
	Timeout     time.Duration // of the whole run; 0 for none
	Worded      bool          // the answer is to be worded by Parts.Worder
	// of reading with a model: a Method constant; empty reads without one, and leaves to the Writer what is not
	// understood
	Method     string
	Votes      int                // answers of the Writer that are voted on where readings differ; 0 and 1 for none
	AbstainAt  float64            // answers of less agreement are readings only; 0 for none
	Progress   func(stage string) // is told each stage as it begins; nil for nobody
	Confidence Confidence         // of intervals
}

// Pipeline answers questions. It is safe for concurrent use when its parts are.
type Pipeline struct {
	parts   Parts
	encoder *retrieve.Encoder
	opt     Options
}

// New returns a Pipeline over the parts.
func New(parts Parts, opt Options) *Pipeline {
	if opt.K <= 0 {
		opt.K = DefaultExamples
	}
	if opt.MaxAttempts <= 0 {
		opt.MaxAttempts = DefaultAttempts
	}
	if parts.Questioner == nil {
		opt.Method = "" // no model is there to be asked
	}
	if parts.Logger == nil {
		parts.Logger = slog.New(slog.DiscardHandler)
	}
	if parts.Left == nil {
		parts.Left = new(atomic.Int64)
	}
	return &Pipeline{parts: parts, encoder: retrieve.NewEncoder(parts.Embedder), opt: opt}
}

// Ask takes a question the whole way. It always returns the run, as far as it got.
func (p *Pipeline) Ask(ctx context.Context, question string) *Run {
	return p.start(ctx, Run{Question: question}, p.ask)
}

// AskTemplate takes a SQL template from the check stage on.
func (p *Pipeline) AskTemplate(ctx context.Context, template string) *Run {
	return p.start(ctx, Run{Template: rag.Template{SQL: template}, Attempts: 1}, p.run)
}

// AskStudy answers a study question: it is compiled, and goes on from the check stage.
func (p *Pipeline) AskStudy(ctx context.Context, q *study.Question) *Run {
	return p.start(ctx, Run{Question: q.String(), Study: q, Attempts: 1}, p.askStudy)
}

func (p *Pipeline) askStudy(ctx context.Context, r *work) error {
	question, plan, err := p.compile(ctx, r.Study)
	var unsupported *compile.Unsupported
	if errors.As(err, &unsupported) {
		return &rag.Abstention{Reason: ReasonSlotsDoNotFit, Message: "That is not computed yet: " + unsupported.Why}
	}
	if err != nil {
		return err
	}
	r.Study, r.Plan = question, plan
	r.Template = rag.Template{SQL: plan.SQL, Writer: writerCompiler, Assumptions: plan.Notes}
	return p.run(ctx, r)
}

func (p *Pipeline) ask(ctx context.Context, r *work) error {
	if err := p.mask(ctx, r); err != nil {
		return err
	}
	if err := p.retrieve(ctx, r); err != nil {
		return err
	}
	if p.opt.Method != "" {
		return p.askWriters(ctx, r)
	}
	compiled, err := p.understand(ctx, r)
	if err != nil {
		return err
	}
	if !compiled {
		return p.explainUnread(ctx, r, p.attempts(ctx, r))
	}
	r.Attempts = 1
	if err := p.run(ctx, r); err != nil {
		return err
	}
	p.readOtherwise(ctx, r)
	p.tellTies(ctx, r)
	return nil
}

// run takes the run's template through check, code, execute and answer.
func (p *Pipeline) run(ctx context.Context, r *work) error {
	if err := p.check(ctx, r); err != nil {
		return err
	}
	if err := p.code(ctx, r); err != nil {
		return err
	}
	if err := p.requireColumns(ctx, r); err != nil {
		return err
	}
	if err := p.requireRows(ctx, r); err != nil {
		return err
	}
	if p.opt.DryRun {
		return p.bind(ctx, r)
	}
	if err := p.guard(ctx, r); err != nil {
		return err
	}
	if err := p.execute(ctx, r); err != nil {
		return err
	}
	if err := p.requireFollowUp(r); err != nil {
		return err
	}
	if err := p.plausible(ctx, r); err != nil {
		return err
	}
	if err := p.explainEmpty(ctx, r); err != nil {
		return err
	}
	if err := p.emptyTables(ctx, r); err != nil {
		return err
	}
	return p.answer(ctx, r)
}
