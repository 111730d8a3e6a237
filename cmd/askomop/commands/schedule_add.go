package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/bounded"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/schedule"
)

func scheduleAddFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "question", Usage: "the `QUESTION` in plain words"},
		&cli.StringFlag{Name: "sql", Usage: "a `FILE` with a SQL template"},
		&cli.StringFlag{Name: "pair", Usage: "the `ID` of a pair of the library"},
		&cli.StringFlag{
			Name:  "cron",
			Usage: "when: minute, hour, day, month, weekday (\"0 6 * * 1\"), or @hourly, @daily, @weekly, @monthly",
		},
		&cli.StringFlag{
			Name:  "timezone",
			Usage: "`ZONE` whose clock counts, such as Europe/Berlin (default: the system's)",
		},
		&cli.BoolFlag{Name: "on-refresh", Usage: "when cdm_source says that the data is new"},
		&cli.StringFlag{
			Name:  "catch-up",
			Usage: "what to do about runs that were missed: once or skip",
			Value: schedule.CatchUpOnce,
		},
		&cli.StringFlag{
			Name:  "window-end",
			Usage: "what \"in the last 90 days\" is counted back from: data_end, the day of the last record, or run_date",
			Value: schedule.DataEnd,
		},
		&cli.StringSliceFlag{
			Name:  "alert",
			Usage: "`RULE`: failure, stale, empty, changes, \"patients changes > 20%\", \"patients < 50\"; may be given several times (default: failure, stale)",
		},
		&cli.StringFlag{
			Name:  "webhook",
			Usage: "`URL` that alerts are posted to, signed with ASKOMOP_WEBHOOK_SECRET of the runner",
		},
		&cli.StringFlag{
			Name:  "alert-command",
			Usage: "`PROGRAM` with arguments that gets alerts as JSON on standard input",
		},
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
	s, err := c.app.NewSchedule(ctx, name, c.scheduleOptions())
	if err != nil {
		return err
	}
	origin, err := c.origin()
	if err != nil {
		return err
	}
	frozen, err := c.freeze(ctx, s, origin)
	if err != nil {
		return err
	}
	if err := c.showFrozen(s, frozen); err != nil {
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
		c.note(
			"No runner is at work: start one with askomop schedule run, or let cron call askomop schedule run --once",
		)
	}
	return nil
}

// scheduleOptions say when and for whom, by the flags.
func (c *call) scheduleOptions() app.ScheduleOptions {
	return app.ScheduleOptions{
		Cron: c.String(
			"cron",
		), Zone: c.String("timezone"), OnRefresh: c.Bool("on-refresh"), CatchUp: c.String("catch-up"),
		WindowEnd: c.String("window-end"),
		Alerts: c.StringSlice(
			"alert",
		), Webhook: c.String("webhook"), Command: c.String("alert-command"), Cohort: c.String("cohort"),
		Replace: c.Bool("replace"),
	}
}

// origin is where a schedule's SQL comes from, by the flags.
func (c *call) origin() (app.Origin, error) {
	o := app.Origin{Question: strings.Join(strings.Fields(c.String("question")), " "), Pair: c.String("pair")}
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
		data, err := bounded.ReadFile(file, maxInput)
		if err != nil {
			return o, fmt.Errorf("reading the SQL: %w", err)
		}
		o.Template = string(data)
	}
	return o, nil
}

// showFrozen shows the answer, how time was read, and when it will be asked again.
func (c *call) showFrozen(s *schedule.Schedule, frozen *app.Frozen) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(struct {
			Schedule *schedule.Schedule `json:"schedule"`
			Run      *app.Answer        `json:"run"`
		}{s, frozen.Answer})
	}
	if err := out.answer(frozen.Answer); err != nil {
		return err
	}
	var b strings.Builder
	if made := frozen.Cohort; made != nil {
		out.heading(&b, "Cohort")
		fmt.Fprintf(&b, "  %s; people are in it from: %s\n", s.Cohort, made.Since)
		b.WriteString(attritionText(made.Steps, s.MinCell))
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

// freeze takes the origin its way and puts what came of it into the schedule. Whatever is not an answer is printed
// and ends the command.
func (c *call) freeze(ctx context.Context, s *schedule.Schedule, o app.Origin) (*app.Frozen, error) {
	frozen, err := c.app.Freeze(
		ctx, s, o,
		app.FreezeOptions{WindowEnd: c.String("window-end"), Command: commandPath(c.Context)},
	)
	if err != nil {
		return nil, err
	}
	if frozen.Answer.Run().Status == pipeline.Answered {
		return frozen, nil
	}
	return nil, c.notFrozen(frozen)
}

// notFrozen prints what is not an answer and returns the error that makes the exit code.
func (c *call) notFrozen(frozen *app.Frozen) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	return finish(c, out, frozen.Answer)
}
