package schedule

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/results"
)

// Cohorts writes the people behind a run as a cohort.
type Cohorts interface {
	// Write returns what was written; an error says why the cohort is refused.
	Write(ctx context.Context, s *Schedule, db Session, runID string, at time.Time, run *pipeline.Run) (*Written, error)
}

// executor makes single runs.
type executor struct {
	folder   Folder
	results  results.Store
	cohorts  Cohorts
	sessions *sessions
	clock    Clock
	timeout  time.Duration // where the schedule has none
	record   func(context.Context, *Schedule, *pipeline.Run) error
}

// errGone ends a run whose process is being stopped: it is due again.
var errGone = errors.New("stopped before its end")

// run makes one attempt at a run. An error means that another attempt may go well;
// any other failure is in the record.
func (e *executor) run(ctx context.Context, s *Schedule, d due) (Record, error) {
	rec := Record{ID: d.ID(), By: d.by, Due: d.at.UTC(), Started: e.clock.Now().UTC(), Revision: s.Revision,
		Status: Failed}
	db, err := e.sessions.acquire(ctx, s.Database)
	if err != nil {
		return e.failed(ctx, s, rec, err)
	}
	defer e.sessions.release(db)
	table, err := e.answer(ctx, s, d, db, &rec)
	if err == nil && table != nil {
		err = e.results.Put(ctx, results.Key{Schedule: s.Name, Run: rec.ID}, e.clock.Now(), table)
	}
	if err != nil {
		return e.failed(ctx, s, rec, err)
	}
	rec.Finished = e.clock.Now().UTC()
	rec.Alerts = e.alerts(ctx, s, rec, table)
	return rec, nil
}

// failed parts failures for good from those that are worth another attempt.
func (e *executor) failed(ctx context.Context, s *Schedule, rec Record, err error) (Record, error) {
	switch {
	case ctx.Err() != nil:
		return rec, errGone
	case transient(err):
		return rec, err
	}
	return e.giveUp(ctx, s, rec, err), nil
}

// giveUp is the record of a run that failed for good.
func (e *executor) giveUp(ctx context.Context, s *Schedule, rec Record, err error) Record {
	rec.Status, rec.Message, rec.Finished = Failed, err.Error(), e.clock.Now().UTC()
	rec.Alerts = e.alerts(ctx, s, rec, nil)
	return rec
}

// answer runs the frozen template and fills the record in. A question that fails is
// in the record and no error.
func (e *executor) answer(ctx context.Context, s *Schedule, d due, db Session, rec *Record) (*omop.Table, error) {
	var err error
	if rec.Source, err = db.Source(ctx); err != nil {
		return nil, err
	}
	if rec.Stale, err = s.Frozen.Stale(ctx, db.Vocabulary()); err != nil {
		return nil, err
	}
	moments, err := momentsOf(ctx, s.Frozen.Template, localDay(d.at, s.Location()), db)
	if err != nil {
		return nil, err
	}
	rec.RunDate = moments.RunDate.Format(time.DateOnly)
	if !moments.DataEnd.IsZero() {
		rec.DataEnd = moments.DataEnd.Format(time.DateOnly)
	}
	template, err := RenderMoments(s.Frozen.Template, moments)
	if err != nil {
		return nil, err
	}
	run := e.ask(ctx, s, db, template)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if e.record != nil {
		if err := e.record(ctx, s, run); err != nil {
			return nil, err
		}
	}
	if run.SQL != "" {
		sum := sha256.Sum256([]byte(run.SQL))
		rec.SQL = hex.EncodeToString(sum[:8])
	}
	if run.Status != pipeline.Answered {
		if transient(run.Err) {
			return nil, run.Err
		}
		rec.Status, rec.Reason, rec.Message = Failed, run.Reason, run.Tellable()
		return nil, nil
	}
	rec.Status, rec.Answer = Answered, run.Answer
	rec.Rows, rec.Truncated, rec.Suppressed = len(run.Table.Rows), run.Table.Truncated, run.Suppressed+run.LeftOut
	rec.Groups = run.Groups
	rec.headline(run.Table)
	return run.Table, e.cohort(ctx, s, db, run, rec)
}

// headline keeps the main number: that of the only row, or how many rows there are.
func (rec *Record) headline(t *omop.Table) {
	column, value, ok := pipeline.Headline(t)
	if !ok {
		n := float64(len(t.Rows))
		rec.Measure, rec.Value, rec.Shown = "rows", &n, cell.Text(int64(len(t.Rows)))
		return
	}
	rec.Measure, rec.Shown = column, cell.Text(value)
	if x, ok := cell.Number(value); ok {
		rec.Value = &x
	}
}

func (e *executor) cohort(ctx context.Context, s *Schedule, db Session, run *pipeline.Run, rec *Record) error {
	if s.Cohort == "" || e.cohorts == nil {
		return nil
	}
	written, err := e.cohorts.Write(ctx, s, db, rec.ID, e.clock.Now(), run)
	switch {
	case err == nil:
		rec.Cohort = written
	case transient(err) || ctx.Err() != nil:
		return err
	default:
		var query *omop.QueryError
		if errors.As(err, &query) { // it may quote a value of a person
			err = errors.New("its SQL failed on the data; look at it with askomop schedule show " + s.Name)
		}
		rec.Status, rec.Reason, rec.Message = Failed, "cohort",
			fmt.Sprintf("The question was answered, but its cohort %s was not written: %s", s.Cohort, err)
	}
	return nil
}

// ask takes the frozen template its way, without a model and without the rules: a
// person has reviewed it, and a rule that finds something new must not stop it. Single people
// are never shown: the result is kept, and others are told of it.
func (e *executor) ask(ctx context.Context, s *Schedule, db Session, template string) *pipeline.Run {
	parts := db.Stages()
	parts.Coder, parts.Checker = s.Frozen.Coder(), noRules{}
	limit := s.Timeout
	if limit <= 0 {
		limit = e.timeout
	}
	return pipeline.New(parts, pipeline.Options{MinCell: s.MinCell, Timeout: limit,
		Limit: omop.Limit{Time: limit}}).AskTemplate(ctx, template)
}

type noRules struct{}

// Check implements pipeline.Checker.
func (noRules) Check(context.Context, string) ([]omop.Finding, error) { return nil, nil }

// MomentsAt are the days that {{…}} in a template stands for on a day. The end of
// the data is looked up only where the template names it.
func MomentsAt(ctx context.Context, template string, at time.Time, zone *time.Location, db Session) (Moments, error) {
	return momentsOf(ctx, template, localDay(at, zone), db)
}

func momentsOf(ctx context.Context, template string, day time.Time, db Session) (Moments, error) {
	m := Moments{RunDate: day}
	if !Uses(template, DataEnd) {
		return m, nil
	}
	var err error
	m.DataEnd, err = db.DataEnd(ctx, day)
	return m, err
}

// localDay is the day on the wall of a zone.
func localDay(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// alerts apply the schedule's rules to a run, against the last one that was answered.
func (e *executor) alerts(ctx context.Context, s *Schedule, rec Record, t *omop.Table) []string {
	rules, err := ParseRules(s.Alerts)
	if err != nil {
		return []string{"The alert rules can't be read: " + err.Error()}
	}
	before, err := e.before(ctx, s.Name, rec.ID)
	var d *Diff
	if before != nil && t != nil {
		d = Compare(before, t, rec.Groups...)
	}
	var out []string
	for _, r := range rules {
		if err != nil && t != nil && r.kind == "change" {
			out = append(out, fmt.Sprintf("%s: it can't be told, for the result of the run before can't be read: %s",
				r.Text, err))
			continue
		}
		if text := r.fired(rec, t, d); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// before is the result of the last answered run but this one; nil where there is none.
func (e *executor) before(ctx context.Context, name, id string) (*omop.Table, error) {
	last, err := e.folder.lastAnswered(name, id)
	if err != nil || last == nil {
		return nil, err
	}
	return e.results.Get(ctx, results.Key{Schedule: name, Run: last.ID})
}
