package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/cohort"
	"github.com/askomop/askomop/pipeline/schedule"
)

func scheduleAddFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "question", Usage: "the `QUESTION` in plain words"},
		&cli.StringFlag{Name: "sql", Usage: "a `FILE` with a SQL template"},
		&cli.StringFlag{Name: "pair", Usage: "the `ID` of a pair of the library"},
		&cli.StringFlag{Name: "cron", Usage: "when: minute, hour, day, month, weekday (\"0 6 * * 1\"), or @hourly, @daily, @weekly, @monthly"},
		&cli.StringFlag{Name: "timezone", Usage: "`ZONE` whose clock counts, such as Europe/Berlin (default: the system's)"},
		&cli.BoolFlag{Name: "on-refresh", Usage: "when cdm_source says that the data is new"},
		&cli.StringFlag{Name: "catch-up", Usage: "what to do about runs that were missed: once or skip", Value: schedule.CatchUpOnce},
		&cli.StringFlag{Name: "window-end", Usage: "what \"in the last 90 days\" is counted back from: data_end, the day of the last record, or run_date", Value: schedule.DataEnd},
		&cli.StringSliceFlag{Name: "alert", Usage: "`RULE`: failure, stale, empty, changes, \"patients changes > 20%\", \"patients < 50\"; may be given several times (default: failure, stale)"},
		&cli.StringFlag{Name: "webhook", Usage: "`URL` that alerts are posted to, signed with ASKOMOP_WEBHOOK_SECRET of the runner"},
		&cli.StringFlag{Name: "alert-command", Usage: "`PROGRAM` with arguments that gets alerts as JSON on standard input"},
		&cli.StringFlag{Name: "cohort", Usage: "write the people behind each run as the cohort of this `NAME`"},
		&cli.BoolFlag{Name: "replace", Usage: "a schedule of this name may be there already; its history stays"},
		&cli.BoolFlag{Name: "yes", Usage: "don't ask"},
	}
}

// scheduleAdd takes a question the whole way once, shows it, and freezes it.
func (p *program) scheduleAdd(ctx context.Context, c *call) error {
	name, err := oneArgument(c, "NAME")
	if err != nil {
		return err
	}
	s, err := c.newSchedule(name)
	if err != nil {
		return err
	}
	if s.Database, err = c.app.DatabaseFile(ctx); err != nil {
		return err
	}
	origin, err := c.origin()
	if err != nil {
		return err
	}
	run, err := p.freeze(ctx, c, s, origin)
	if err != nil {
		return err
	}
	if err := c.showFrozen(s, run); err != nil {
		return err
	}
	if err := c.confirm("Schedule this?"); err != nil {
		return err
	}
	if err := c.app.Schedules().Put(s, c.Bool("replace")); err != nil {
		return err
	}
	c.note("%s", nextTimes(s, 3))
	if _, up := c.app.Schedules().Runner(); !up {
		c.note("No runner is at work: start one with askomop schedule run, or let cron call askomop schedule run --once")
	}
	return nil
}

// newSchedule is a schedule by the flags, with nothing frozen yet.
func (c *call) newSchedule(name string) (*schedule.Schedule, error) {
	now := time.Now().UTC()
	s := &schedule.Schedule{
		Name: name, Cron: c.String("cron"), Zone: c.String("timezone"), OnRefresh: c.Bool("on-refresh"), CatchUp: c.String("catch-up"),
		MinCell: c.app.MinCell(), Alerts: c.StringSlice("alert"), Webhook: c.String("webhook"), Command: c.String("alert-command"),
		Cohort: c.String("cohort"), Created: now, Since: now, Revision: 1,
	}
	if s.Zone == "" {
		s.Zone = app.LocalZone()
	}
	s.Timeout = max(0, c.settings.Timeout)
	if len(s.Alerts) == 0 {
		s.Alerts = []string{"failure", "stale"}
	}
	if end := c.String("window-end"); end != schedule.DataEnd && end != schedule.RunDate {
		return nil, usagef("--window-end %s: write %s or %s", end, schedule.DataEnd, schedule.RunDate)
	}
	if s.Webhook != "" {
		if err := schedule.CheckWebhook(s.Webhook); err != nil {
			return nil, app.UsageError{Err: err}
		}
	}
	if s.Cohort != "" {
		if err := schedule.CheckName(s.Cohort); err != nil {
			return nil, usagef("--cohort: %w", err)
		}
	}
	if err := s.Check(); err != nil {
		return nil, app.UsageError{Err: err}
	}
	if _, err := c.app.Schedules().Get(name); err == nil && !c.Bool("replace") {
		return nil, fmt.Errorf("there is a schedule %q already; remove it, choose another name, or give --replace", name)
	}
	return s, nil
}

// origin is where a schedule's SQL comes from: exactly one is set.
type origin struct{ question, template, pair string }

func (c *call) origin() (origin, error) {
	o := origin{question: strings.Join(strings.Fields(c.String("question")), " "), pair: c.String("pair")}
	given := 0
	for _, flag := range []string{"question", "sql", "pair"} {
		if c.String(flag) != "" {
			given++
		}
	}
	if given != 1 {
		return o, usagef("schedule add needs one of --question, --sql and --pair")
	}
	if file := c.String("sql"); file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return o, fmt.Errorf("reading the SQL: %w", err)
		}
		o.template = string(data)
	}
	return o, nil
}

// noPeople says where single people go instead.
const noPeople = "The result would show single people rather than groups of them. A schedule keeps its results and tells others of them, so it takes counts only. " +
	"People are kept as a cohort: give SQL that selects person_id and a date with --cohort NAME, or run it by hand with askomop sql --rows."

// freeze takes the origin its way and puts what came of it into the schedule.
func (p *program) freeze(ctx context.Context, c *call, s *schedule.Schedule, o origin) (*pipeline.Run, error) {
	opt := c.pipelineOptions()
	opt.MinCell, opt.Rows = s.MinCell, false
	a, err := p.asker(ctx, c.app, opt)
	if err != nil {
		return nil, err
	}
	db, err := c.app.Session(ctx)
	if err != nil {
		return nil, err
	}
	f := schedule.Frozen{Question: o.question, Template: o.template, Pair: o.pair, Program: c.App.Version, At: time.Now().UTC()}
	var run *pipeline.Run
	if o.question != "" {
		run, err = askRelative(ctx, c, a, db, s, &f)
	} else {
		run, err = askFixed(ctx, c, a, db, s, &f)
	}
	if err != nil {
		return nil, err
	}
	if err := c.record(ctx, commandPath(c.Context), run, opt); err != nil {
		return nil, err
	}
	if run.RowLevel {
		run.Message = noPeople
	}
	if run.Status != pipeline.Answered {
		out, err := c.printer(formatTable, formatJSON)
		if err != nil {
			return nil, err
		}
		return nil, finish(c, out, run)
	}
	f.Assumptions, f.Writer = run.Template.Assumptions, run.Template.Writer
	if run.Template.PairID != "" {
		f.Pair = run.Template.PairID
	}
	if model, err := c.app.Model(ctx); err == nil && model != nil {
		f.Model = model.Name()
	}
	if f.Sets, err = schedule.FreezeSets(ctx, db.Words(), run.Concepts); err != nil {
		return nil, err
	}
	if f.CDM, f.Vocabulary, err = db.Versions(ctx); err != nil {
		return nil, err
	}
	if f.Library, err = c.app.LibraryMark(ctx); err != nil {
		return nil, err
	}
	if s.Source, err = db.Source(ctx); err != nil {
		return nil, err
	}
	s.Frozen = f
	if s.Cohort == "" {
		return run, nil
	}
	stages := db.Stages()
	c.made, err = cohort.Make(ctx, stages.Engine, stages.Parser, f.Coder(), run, s.MinCell)
	return run, err
}

// askRelative asks a question, with a window that moves as fixed dates, and puts the window back into the SQL.
func askRelative(ctx context.Context, c *call, a asker, db *app.Session, s *schedule.Schedule, f *schedule.Frozen) (*pipeline.Run, error) {
	end := c.String("window-end")
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
		run := a.Ask(ctx, f.Question)
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
	run := a.Ask(ctx, asked)
	if run.Status == pipeline.Answered {
		if f.Template, err = w.Loosen(run.Template.SQL, m); err != nil {
			return nil, err
		}
	}
	f.Window = w
	return run, nil
}

// askFixed runs a template of the user's or of a pair, with today's dates.
func askFixed(ctx context.Context, c *call, a asker, db *app.Session, s *schedule.Schedule, f *schedule.Frozen) (*pipeline.Run, error) {
	if f.Pair != "" {
		pair, err := c.app.Pair(ctx, f.Pair)
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
		return nil, app.UsageError{Err: err}
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
	return a.AskTemplate(ctx, rendered), nil
}

// showFrozen shows the answer, how time was read, and when it will be asked again.
func (c *call) showFrozen(s *schedule.Schedule, run *pipeline.Run) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(struct {
			Schedule *schedule.Schedule `json:"schedule"`
			Run      jsonRun            `json:"run"`
		}{s, runDocument(run, false)})
	}
	if err := out.run(run); err != nil {
		return err
	}
	var b strings.Builder
	if c.made != nil {
		out.heading(&b, "Cohort")
		fmt.Fprintf(&b, "  %s; people are in it from: %s\n", s.Cohort, c.made.Since)
		b.WriteString(attritionText(c.made.Steps, s.MinCell))
	}
	if s.Cron == "" && !s.OnRefresh { // a cohort that is made once
		return out.flush(&b)
	}
	out.heading(&b, "Schedule")
	for _, line := range frozenLines(s) {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	return out.flush(&b)
}

func frozenLines(s *schedule.Schedule) []string {
	lines := []string{nextTimes(s, 3)}
	if w := s.Frozen.Window; w != nil {
		lines = append(lines, w.String())
	}
	lines = append(lines, "alerts: "+strings.Join(s.Alerts, ", "))
	if s.Cohort != "" {
		lines = append(lines, "the people of each run are written as the cohort "+s.Cohort)
	}
	return lines
}
