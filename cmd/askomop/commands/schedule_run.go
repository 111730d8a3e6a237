package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/schedule"
)

func scheduleRunFlags() []cli.Flag {
	usual := schedule.DefaultOptions()
	return []cli.Flag{
		&cli.BoolFlag{Name: "once", Usage: "run what is due and end, for cron and systemd timers"},
		&cli.IntFlag{Name: "parallel", Usage: "make `N` runs at the same time", Value: usual.Parallel},
		&cli.IntFlag{
			Name:  "retries",
			Usage: "try `N` more times where a database is busy or missing, waiting longer each time",
			Value: usual.Retries,
		},
		&cli.DurationFlag{Name: "backoff", Usage: "`TIME` before the first of them", Value: usual.Backoff},
		&cli.DurationFlag{
			Name:  "poll",
			Usage: "look for new schedules and new data every so often",
			Value: usual.Poll,
		},
		&cli.DurationFlag{
			Name:  "grace",
			Usage: "`TIME` that runs are given to end when the runner is stopped",
			Value: usual.Grace,
		},
		&cli.StringFlag{
			Name:  "webhook-secret",
			Usage: "what webhooks are signed with; better given as ASKOMOP_WEBHOOK_SECRET",
		},
	}
}

// scheduleRun runs what is due, now and again, once, or one schedule by hand.
func (p *program) scheduleRun(ctx context.Context, c *call) error {
	if c.NArg() > 1 {
		return usagef("schedule run takes one NAME, or none for all that are due")
	}
	r, err := c.runner(ctx)
	if err != nil {
		return err
	}
	switch {
	case c.NArg() == 1 && c.Bool("once"):
		return usagef("--once runs what is due; with a NAME that one is run anyway")
	case c.NArg() == 1:
		return c.runByHand(ctx, r)
	case c.Bool("once"):
		n, err := r.Once(ctx)
		if errors.Is(err, schedule.ErrAtWork) {
			c.note("Another runner is at work and does what is due.")
			return nil
		}
		c.note("%s made.", plural(n, "run", "runs"))
		return err
	}
	c.note("Running schedules of %s; Ctrl-C stops.", c.app.Schedules().Path)
	err = r.Run(ctx, func(s schedule.Status) {
		c.note("Another runner is at work%s; this one stands by.", whoRuns(s))
	})
	if err == nil {
		c.note(
			"Stopped. What falls due until the next runner starts is caught up, or skipped where a schedule says so.",
		)
	}
	return err
}

func whoRuns(s schedule.Status) string {
	if s.PID == 0 {
		return ""
	}
	return fmt.Sprintf(" (process %d on %s, since %s)", s.PID, s.Host, s.Since.Local().Format(time.DateTime))
}

func (c *call) runner(ctx context.Context) (*schedule.Runner, error) {
	if c.Int("parallel") < 1 || c.Int("retries") < 0 || c.Duration("backoff") <= 0 ||
		c.Duration("poll") < time.Second ||
		c.Duration("grace") <= 0 {
		return nil, usagef(
			"--parallel must be at least 1, --retries not negative, --backoff and --grace more than 0, and --poll at least 1s",
		)
	}
	retries := c.Int("retries")
	if retries == 0 {
		retries = -1
	}
	return c.app.Runner(ctx, schedule.Options{
		Parallel: c.Int("parallel"), Retries: retries, Backoff: c.Duration("backoff"),
		Poll: c.Duration("poll"), Grace: c.Duration("grace"), Secret: c.String("webhook-secret"),
	}, app.RunnerHooks{Ran: c.tellRun, Idle: shrink, Alert: func(n schedule.Notice) { fmt.Fprintln(c.Streams.Err, n) }})
}

// tellRun says on standard error how a run went.
func (c *call) tellRun(name string, rec schedule.Record) {
	c.note("%s %s: %s", time.Now().Format(time.DateTime), name, recordLine(rec))
}

// recordLine says in a line how a run went.
func recordLine(rec schedule.Record) string {
	switch rec.Status {
	case schedule.Answered:
		return rec.Answer
	case schedule.Missed:
		return fmt.Sprintf("%s missed. %s", plural(rec.Missed, "run", "runs"), rec.Message)
	}
	return "failed: " + rec.Message
}

// runByHand makes a run now and prints its result.
func (c *call) runByHand(ctx context.Context, r *schedule.Runner) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	rec, table, err := r.ByHand(ctx, s.Name)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		if err := out.json(app.NewRecordDocument(rec, table)); err != nil {
			return err
		}
	} else if table != nil {
		if err := out.answer(asAnswer(s, rec, table)); err != nil {
			return err
		}
	}
	if rec.Status != schedule.Answered {
		return errors.New(rec.Message)
	}
	for _, change := range rec.Stale {
		c.note("Stale: %s; askomop schedule refresh %s", change, s.Name)
	}
	if w := rec.Cohort; w != nil {
		c.note("Cohort %s, generation %d: %v people.", w.Name, w.Generation, w.People)
	}
	return nil
}

// asAnswer is a kept result as something that printers know.
func asAnswer(s *schedule.Schedule, rec schedule.Record, t *omop.Table) *app.Answer {
	return app.NewAnswer(
		&pipeline.Run{
			Question:   s.Frozen.Question,
			Status:     pipeline.Answered,
			Table:      t,
			Answer:     rec.Answer,
			Suppressed: rec.Suppressed,
		},
		false,
	)
}
