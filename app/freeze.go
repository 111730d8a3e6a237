package app

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study/compile"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/schedule"
)

// Origin is where a schedule's SQL comes from: exactly one is set, of a pair its id.
type Origin struct{ Question, Template, Pair string }

// FreezeOptions say how a question is frozen.
type FreezeOptions struct {
	// WindowEnd is what "in the last 90 days" is counted back from, schedule.DataEnd or schedule.RunDate [DataEnd].
	WindowEnd string
	Command   string // what the log calls it
}

// Frozen is what came of freezing a question.
type Frozen struct {
	Answer *Answer
	Cohort *cohort.Made // the people behind the answer, where the schedule keeps them
}

// noPeople says where single people go instead.
const noPeople = "The result would show single people rather than groups of them. A schedule keeps its results and tells others of them, so it takes counts only. " +
	"People are kept as a cohort: give SQL that selects person_id and a date with --cohort NAME, or run it by hand with askomop sql --rows."

// Freeze takes the origin its way, records it, and puts what came of it into the schedule. Where the Answer was
// not answered the schedule stays as it was.
func (a *App) Freeze(ctx context.Context, s *schedule.Schedule, o Origin, opt FreezeOptions) (*Frozen, error) {
	db, err := a.Session(ctx)
	if err != nil {
		return nil, err
	}
	f := schedule.Frozen{Question: o.Question, Template: o.Template, Pair: o.Pair, Program: a.build.Version,
		At: time.Now().UTC()}
	run, err := a.askToFreeze(ctx, db, s, &f, opt)
	if err != nil {
		return nil, err
	}
	if run.RowLevel {
		run.Message = noPeople
	}
	frozen := &Frozen{Answer: NewAnswer(run, false)}
	if run.Status != pipeline.Answered {
		return frozen, nil
	}
	if err := a.complete(ctx, db, &f, run); err != nil {
		return nil, err
	}
	if s.Source, err = db.Source(ctx); err != nil {
		return nil, err
	}
	s.Frozen = f
	if s.Cohort == "" {
		return frozen, nil
	}
	stages := db.Stages()
	maker := cohort.Maker{Engine: stages.Engine, Parser: stages.Parser, Coder: f.Coder(), CDM: compile.Version(f.CDM),
		MinCell: s.MinCell}
	frozen.Cohort, err = maker.Make(ctx, run, f.Study)
	return frozen, err
}

// askToFreeze asks what is to be frozen, and records it.
func (a *App) askToFreeze(ctx context.Context, db *Session, s *schedule.Schedule, f *schedule.Frozen,
	opt FreezeOptions) (*pipeline.Run, error) {
	set := a.Options()
	set.MinCell = s.MinCell
	asker, err := a.asker(ctx, set, AskOptions{})
	if err != nil {
		return nil, err
	}
	var run *pipeline.Run
	if f.Question != "" {
		run, err = askRelative(ctx, asker, db, s, f, opt.WindowEnd)
	} else {
		run, err = a.askFixed(ctx, asker, db, s, f)
	}
	if err != nil {
		return nil, err
	}
	return run, a.record(ctx, opt.Command, run, set)
}

// complete notes by what a run was answered.
func (a *App) complete(ctx context.Context, db *Session, f *schedule.Frozen, run *pipeline.Run) (err error) {
	f.Assumptions, f.Writer = run.Template.Assumptions, run.Template.Writer
	if f.Window == nil {
		f.Study = run.Study
	}
	if run.Template.PairID != "" {
		f.Pair = run.Template.PairID
	}
	if model, err := a.Model(ctx); err == nil && model != nil {
		f.Model = model.Name()
	}
	if f.Sets, err = schedule.FreezeSets(ctx, db.words, run.Concepts); err != nil {
		return err
	}
	if f.CDM, f.Vocabulary, err = db.Versions(ctx); err != nil {
		return err
	}
	f.Library, err = a.LibraryMark(ctx)
	return err
}

// askRelative asks a question, with a window that moves as fixed dates, and puts the window back into the SQL.
func askRelative(ctx context.Context, asker Asker, db *Session, s *schedule.Schedule, f *schedule.Frozen,
	end string) (*pipeline.Run, error) {
	if s.Frozen.Window != nil && strings.Contains(s.Frozen.Window.To, schedule.RunDate) {
		end = schedule.RunDate // as it was frozen before
	}
	if end == "" {
		end = schedule.DataEnd
	}
	w, err := schedule.FindWindow(f.Question, end)
	if err != nil {
		return nil, err
	}
	if w == nil {
		run := asker.Ask(ctx, f.Question)
		f.Template = run.Template.SQL
		return run, nil
	}
	m, err := schedule.MomentsAt(ctx, w.From+w.To, time.Now(), s.Location(), db)
	if err != nil {
		return nil, err
	}
	asked, err := w.Asked(f.Question, m)
	if err != nil {
		return nil, err
	}
	run := asker.Ask(ctx, asked)
	if run.Status == pipeline.Answered {
		if f.Template, err = w.Loosen(run.Template.SQL, m); err != nil {
			return nil, err
		}
	}
	f.Window = w
	return run, nil
}

// askFixed runs a template of the user's or of a pair, with today's dates.
func (a *App) askFixed(ctx context.Context, asker Asker, db *Session, s *schedule.Schedule,
	f *schedule.Frozen) (*pipeline.Run, error) {
	if f.Pair != "" {
		pair, err := a.Pair(ctx, f.Pair)
		if err != nil {
			return nil, err
		}
		f.Template = pair.SQL
	}
	m, err := schedule.MomentsAt(ctx, f.Template, time.Now(), s.Location(), db)
	if err != nil {
		return nil, err
	}
	rendered, err := schedule.RenderMoments(f.Template, m)
	if err != nil {
		return nil, UsageError{err}
	}
	if s.Cohort != "" {
		// SQL that selects people is asked for their number, and the cohort is who they are.
		count, ok, err := cohort.CountOf(ctx, db.Stages().Parser, f.Template, rendered)
		var syntax *sqltree.SyntaxError
		switch {
		case errors.As(err, &syntax): // told below
		case err != nil:
			return nil, err
		case ok:
			f.Template = count
			if rendered, err = schedule.RenderMoments(count, m); err != nil {
				return nil, err
			}
		}
	}
	return asker.AskTemplate(ctx, rendered), nil
}
