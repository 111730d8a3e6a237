package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// AskOptions shape one question's way. Zero fields take the defaults in brackets.
type AskOptions struct {
	QueryOptions
	K           int        // pairs shown to the writer [pipeline.DefaultExamples]
	Filter      rag.Filter // of the pairs that may be examples
	MaxAttempts int        // writings of the SQL, each told what went wrong before [pipeline.DefaultAttempts]
	Method      string     // MethodAgent has the model work in steps with tools [as the settings say]
	Worded      bool       // the model words the answer; it sees the counts, small ones hidden
	// Define takes other definitions than those of the settings, by their names: "washout": "365".
	Define map[string]string

	sparql bool // the model writes SPARQL, whatever the settings say
}

// QueryOptions shape how SQL is run and shown.
type QueryOptions struct {
	DryRun     bool                // stop before execution
	Rows       bool                // results may show single people
	Prompts    bool                // the answer holds what a model was told
	Confidence pipeline.Confidence // of intervals
	Command    string              // what the log calls it [ask or sql]
	// Progress is told each stage as it begins: mask, retrieve, read, write, check, code, execute, answer, readings.
	Progress func(stage string)
}

// Asker answers questions: a pipeline, or what a test puts in its place.
type Asker interface {
	// Ask takes a question the whole way.
	Ask(ctx context.Context, question string) *pipeline.Run
	// AskTemplate takes a SQL template from the check stage on.
	AskTemplate(ctx context.Context, template string) *pipeline.Run
	// AskStudy answers a study question.
	AskStudy(ctx context.Context, q *study.Question) *pipeline.Run
}

// Ask takes a question the whole way and records it. A question that was refused or that failed on its
// way is an Answer as well, with the reason; an error means that it could not be asked.
func (a *App) Ask(ctx context.Context, question string, opt AskOptions) (*Answer, error) {
	// a face may be a stranger's
	if v, ok := opt.Define["standard"]; ok && strings.HasSuffix(strings.ToLower(v), ".csv") {
		return nil, errors.New("a standard population's file is chosen in the settings, not with a question")
	}
	if err := checkDefinitions(opt.Define); err != nil {
		return nil, err
	}
	if opt.Worded {
		if err := a.build.mayWord(); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(a.knownTopics(ctx, opt.Filter.Topics), a.stillThere()); err != nil {
		return nil, err
	}
	run := opt.over(a.Options())
	run.K, run.Filter, run.MaxAttempts, run.Worded = opt.K, opt.Filter, opt.MaxAttempts, opt.Worded
	if opt.Method == MethodAgent {
		if err := a.mayUseAgent(); err != nil {
			return nil, err
		}
		run.Method, run.Votes = pipeline.MethodAgent, a.build.Model.agentVotes()
	}
	asker, err := a.asker(ctx, run, opt)
	if err != nil {
		return nil, err
	}
	r := asker.Ask(ctx, question)
	if err := a.showTerms(ctx, r); err != nil {
		return nil, err
	}
	return a.answer(ctx, "ask", r, opt.QueryOptions, run)
}

// Run answers a study question and records it.
func (a *App) Run(ctx context.Context, q *study.Question, opt QueryOptions) (*Answer, error) {
	if err := q.Validate(); err != nil {
		return nil, UsageError{err}
	}
	return a.runTemplate(ctx, "run", opt, func(asker Asker) *pipeline.Run { return asker.AskStudy(ctx, q) })
}

// SQL codes the placeholders of a SQL template, runs it and records it.
func (a *App) SQL(ctx context.Context, template string, opt QueryOptions) (*Answer, error) {
	return a.runTemplate(ctx, "sql", opt, func(asker Asker) *pipeline.Run { return asker.AskTemplate(ctx, template) })
}

// runTemplate runs what is asked of the asker of templates, and records it as the command.
func (a *App) runTemplate(ctx context.Context, command string, opt QueryOptions,
	ask func(Asker) *pipeline.Run) (*Answer, error) {
	if err := a.stillThere(); err != nil {
		return nil, err
	}
	run := opt.over(a.Options())
	asker, err := a.templateAsker(ctx, run)
	if err != nil {
		return nil, err
	}
	return a.answer(ctx, command, ask(asker), opt, run)
}

// answer records a run: one that can't be recorded is not shown.
func (a *App) answer(ctx context.Context, command string, r *pipeline.Run, opt QueryOptions,
	run pipeline.Options) (*Answer, error) {
	if opt.Command != "" {
		command = opt.Command
	}
	a.explainWords(r)
	if err := a.record(ctx, command, r, run); err != nil {
		return nil, err
	}
	return NewAnswer(r, opt.Prompts), nil
}

// explainWords says beside a refusal that there is no vocabulary, which may be all that is wrong.
func (a *App) explainWords(r *pipeline.Run) {
	words, open := a.parts.words.peek()
	db, _ := a.parts.database.peek()
	if r.Status == pipeline.Abstained && open && words.Info().Concepts == 0 {
		r.Message += "\nNo disease, drug or test can be found by its name: " + noVocabulary(db).Error()
	}
}

// over are a pipeline's options with those of one query.
func (q QueryOptions) over(o pipeline.Options) pipeline.Options {
	o.DryRun, o.Rows, o.Progress, o.Confidence = q.DryRun, q.Rows, q.Progress, q.Confidence
	return o
}

// Options are the options of a pipeline that the settings decide.
func (a *App) Options() pipeline.Options {
	query, question := a.build.times()
	opt := pipeline.Options{MinCell: a.build.minCell(), Round: a.build.Round, Timeout: question,
		Limit: omop.Limit{Time: query}}
	if m := a.build.Model; m.Configured() {
		opt.Method, opt.Votes, opt.AbstainAt = m.method(), m.votes(), m.abstainAt()
	}
	return opt
}

// asker answers questions with the options, and with other definitions or another writer than those of the settings
// where wanted.
func (a *App) asker(ctx context.Context, opt pipeline.Options, ask AskOptions) (Asker, error) {
	if a.build.Asker != nil {
		return a.build.Asker(a, opt), nil
	}
	stages, err := a.Stages(ctx)
	if err != nil {
		return nil, err
	}
	if len(ask.Define) > 0 {
		reader, err := a.reader(ctx)
		if err != nil {
			return nil, err
		}
		if stages.Reader, err = reader.With(ask.Define); err != nil {
			return nil, err
		}
	}
	if model, err := a.Model(ctx); err != nil || model != nil && ask.sparql {
		if err != nil {
			return nil, err
		}
		facts, err := a.Facts(ctx)
		if err != nil {
			return nil, err
		}
		if stages.Writer, err = a.sparqlWriter(ctx, model, facts, stages.Reader); err != nil {
			return nil, err
		}
	}
	writer := a.build.Model.Writer
	if opt.Method == pipeline.MethodAgent {
		writer = MethodAgent
		if stages.Writer, err = a.agent(ctx, stages.Reader, opt.Filter); err != nil {
			return nil, err
		}
	}
	if opt.Method != "" && a.build.Model.AbstainAt == AbstainCalibrated {
		if stages.Calibration, err = a.calibration(ctx, writer); err != nil {
			return nil, err
		}
	}
	return pipeline.New(stages, opt), nil
}

// templateAsker answers templates only, for which nothing has to be retrieved.
func (a *App) templateAsker(ctx context.Context, opt pipeline.Options) (Asker, error) {
	if a.build.Asker != nil {
		return a.build.Asker(a, opt), nil
	}
	stages, err := a.parts.templates.get(ctx, a.templateStages)
	if err != nil {
		return nil, err
	}
	return pipeline.New(stages, opt), nil
}

// knownTopics refuses a topic that no pair has.
func (a *App) knownTopics(ctx context.Context, topics []string) error {
	if len(topics) == 0 {
		return nil
	}
	pairs, err := a.Library(ctx)
	if err != nil {
		return err
	}
	var known []string
	for _, p := range pairs {
		known = append(known, p.Topic)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, t := range topics {
		if !slices.Contains(known, t) {
			return usagef("--topic %s: no pair is of this topic; there are %s", t, strings.Join(known, ", "))
		}
	}
	return nil
}

// Err is why there is no answer, where the answer failed; a refusal is not an error.
func (a *Answer) Err() error {
	if pipeline.Status(a.Status) != pipeline.Failed {
		return nil
	}
	return fmt.Errorf("%s", a.Message)
}
