package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/schedule"
)

// ScheduleOptions say when a question is asked again, and who hears of it.
type ScheduleOptions struct {
	Cron      string
	Zone      string   // whose clock counts [the system's]
	OnRefresh bool     // when cdm_source says that the data is new
	CatchUp   string   // schedule.CatchUpOnce or CatchUpSkip [CatchUpOnce]
	WindowEnd string   // schedule.DataEnd or schedule.RunDate [DataEnd]
	Alerts    []string // rules [failure, stale]
	Webhook   string
	Command   string // program that gets alerts
	Cohort    string // the people of each run are kept by this name
	Replace   bool   // a schedule of the name may be there already
}

// NewSchedule is a schedule with nothing frozen yet. It is not kept.
func (a *App) NewSchedule(ctx context.Context, name string, o ScheduleOptions) (*schedule.Schedule, error) {
	now := time.Now().UTC()
	s := &schedule.Schedule{
		Name: name, Cron: o.Cron, Zone: cmp.Or(o.Zone, LocalZone()), OnRefresh: o.OnRefresh,
		CatchUp: cmp.Or(o.CatchUp, schedule.CatchUpOnce),
		MinCell: a.build.minCell(), Timeout: max(0, a.build.Timeout), Alerts: o.Alerts, Webhook: o.Webhook,
		Command: o.Command, Cohort: o.Cohort,
		Created: now, Since: now, Revision: 1,
	}
	if len(s.Alerts) == 0 {
		s.Alerts = []string{"failure", "stale"}
	}
	if end := cmp.Or(o.WindowEnd, schedule.DataEnd); end != schedule.DataEnd && end != schedule.RunDate {
		return nil, usagef("--window-end %s: write %s or %s", end, schedule.DataEnd, schedule.RunDate)
	}
	if s.Webhook != "" {
		if err := schedule.CheckWebhook(s.Webhook); err != nil {
			return nil, UsageError{err}
		}
	}
	if s.Cohort != "" {
		if err := schedule.CheckName(s.Cohort); err != nil {
			return nil, usagef("--cohort: %w", err)
		}
	}
	if err := s.Check(); err != nil {
		return nil, UsageError{err}
	}
	if _, err := a.Schedules().Get(name); err == nil && !o.Replace {
		return nil, fmt.Errorf("there is a schedule %q already; remove it, choose another name, or give --replace",
			name)
	}
	db, err := a.database(ctx)
	if err != nil {
		return nil, err
	}
	s.Database = db.path
	return s, nil
}

// Refresh freezes a schedule's question anew, on the database that it was asked of. The schedule stays as it is
// until KeepRefreshed.
func (a *App) Refresh(ctx context.Context, old *schedule.Schedule,
	command string) (*schedule.Schedule, *Frozen, error) {
	on, err := a.on(old.Database)
	if err != nil {
		return nil, nil, err
	}
	o := Origin{Question: old.Frozen.Question}
	switch {
	case o.Question != "":
	case old.Frozen.Pair != "":
		o.Pair = old.Frozen.Pair
	default:
		o.Template = old.Frozen.Template
	}
	fresh := *old
	frozen, err := on.Freeze(ctx, &fresh, o, FreezeOptions{Command: command})
	return &fresh, frozen, err
}

// KeepRefreshed puts what was frozen anew in the place of the old.
func (a *App) KeepRefreshed(fresh *schedule.Schedule) error {
	fresh.Revision++
	_, err := a.Schedules().Update(fresh.Name, func(s *schedule.Schedule) {
		s.Frozen, s.Revision = fresh.Frozen, fresh.Revision
	})
	return err
}

// RemoveSchedule removes a schedule with its history and its results. A damaged one can be removed, too.
func (a *App) RemoveSchedule(ctx context.Context, name string) error {
	store, err := a.Results(ctx)
	if err != nil {
		return err
	}
	if err := store.Drop(ctx, name); err != nil {
		return err
	}
	return a.Schedules().Remove(name)
}

// ScheduleResult is the answer to a run of a schedule.
func (a *App) ScheduleResult(ctx context.Context, name, run string) (*omop.Table, error) {
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	t, err := store.Get(ctx, results.Key{Schedule: name, Run: run})
	if errors.Is(err, results.ErrNotFound) {
		err = fmt.Errorf("%w; it may have been kept elsewhere: --results", err)
	}
	return t, err
}

// AllResults are the results of the runs, each row with its run and its due time in front.
// Runs whose columns differ from the last one's are left out, and said to be.
func (a *App) AllResults(ctx context.Context, name string, records []schedule.Record) (*omop.Table, error) {
	last, err := a.ScheduleResult(ctx, name, records[len(records)-1].ID)
	if err != nil {
		return nil, err
	}
	all := &omop.Table{Columns: append([]omop.Column{{Name: "run", Type: "VARCHAR"}, {Name: "due", Type: "TIMESTAMP"}},
		last.Columns...)}
	left := 0
	for _, r := range records {
		t, err := a.ScheduleResult(ctx, name, r.ID)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(ColumnNames(t), ColumnNames(last)) {
			left++
			continue
		}
		for _, row := range t.Rows {
			all.Rows = append(all.Rows, append([]any{r.ID, r.Due.UTC()}, row...))
		}
	}
	if left > 0 {
		a.build.Tell(plural(left, "run", "runs") + " with other columns left out; name one to export it.")
	}
	return all, nil
}

// RunnerHooks are told what a runner does. Every field may be nil.
type RunnerHooks struct {
	Ran   func(name string, r schedule.Record)
	Alert func(schedule.Notice)
	Idle  func() // nothing is due for a while
}

// Runner runs schedules. Each opens its own database, without a model; they share the App's results and log.
func (a *App) Runner(ctx context.Context, opt schedule.Options, hooks RunnerHooks) (*schedule.Runner, error) {
	store, err := a.Results(ctx)
	if err != nil {
		return nil, err
	}
	opt.Timeout, _ = a.build.times()
	return schedule.NewRunner(schedule.Parts{
		Folder: a.Schedules(), Opener: opener{a}, Results: store, Cohorts: cohort.Writer{Store: store},
		Log:    a.build.Log,
		Record: a.recordScheduled, Tell: hooks.Ran, Idle: hooks.Idle, Alert: hooks.Alert,
	}, opt), nil
}
