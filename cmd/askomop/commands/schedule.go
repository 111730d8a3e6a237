package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/pipeline/schedule"
)

func (p *program) scheduleCommand() *cli.Command {
	yes := &cli.BoolFlag{Name: "yes", Usage: "don't ask"}
	return &cli.Command{
		Name:  "schedule",
		Usage: "ask reviewed questions again and again",
		Subcommands: []*cli.Command{
			{
				Name: "add", Usage: "answer a question, freeze it, and have it answered from then on",
				ArgsUsage: "NAME",
				Flags:     scheduleAddFlags(), Action: p.action(p.scheduleAdd),
			},
			{
				Name:   "list",
				Usage:  "list the schedules, when they are due and how they went",
				Action: p.action(p.scheduleList),
			},
			{
				Name:      "show",
				Usage:     "show a schedule with everything that was frozen",
				ArgsUsage: "NAME",
				Action:    p.action(p.scheduleShow),
			},
			{
				Name: "run", Usage: "run what is due, until stopped; with a NAME, run that one now",
				ArgsUsage: "[NAME]",
				Flags:     scheduleRunFlags(), Action: p.action(p.scheduleRun),
			},
			{
				Name: "history", Usage: "show the runs of a schedule", ArgsUsage: "NAME",
				Flags:  []cli.Flag{&cli.IntFlag{Name: "last", Usage: "the last `N` runs; 0 for all", Value: 20}},
				Action: p.action(p.scheduleHistory),
			},
			{
				Name:      "diff",
				Usage:     "show what differs between two runs (default: the last two)",
				ArgsUsage: "NAME [RUN] [RUN]",
				Action:    p.action(p.scheduleDiff),
			},
			{
				Name: "export", Usage: "write results to a file (default: the last run's, as CSV to standard output)",
				ArgsUsage: "NAME [RUN]",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "format", Usage: "csv, json or parquet (default: csv)"},
					&cli.StringFlag{Name: "to", Usage: "`FILE` to write"},
					&cli.BoolFlag{Name: "all", Usage: "all runs, with their time in front"},
				},
				Action: p.action(p.scheduleExport),
			},
			{
				Name: "refresh", Usage: "freeze a schedule's question anew, after showing what changes",
				ArgsUsage: "NAME",
				Flags:     []cli.Flag{yes}, Action: p.action(p.scheduleRefresh),
			},
			{Name: "pause", Usage: "let a schedule rest", ArgsUsage: "NAME", Action: p.action(p.schedulePause)},
			{
				Name:      "resume",
				Usage:     "let a schedule run again, from now on",
				ArgsUsage: "NAME",
				Action:    p.action(p.scheduleResume),
			},
			{
				Name: "remove", Usage: "remove a schedule with its history and its results", ArgsUsage: "NAME",
				Flags: []cli.Flag{yes}, Action: p.action(p.scheduleRemove),
			},
		},
	}
}

// oneSchedule reads the schedule that the command's first argument names.
func (c *call) oneSchedule() (*schedule.Schedule, error) {
	if c.NArg() == 0 || c.Args().First() == "" {
		return nil, usagef("%s needs the NAME of a schedule; askomop schedule list", commandPath(c.Context))
	}
	name := c.Args().First()
	s, err := c.app.Schedules().Get(name)
	if errors.Is(err, schedule.ErrNotFound) {
		if near := app.Nearest(name, c.app.Schedules().Names()); near != "" {
			return nil, fmt.Errorf("there is no schedule %q; did you mean %q?", name, near)
		}
	}
	return s, err
}

// confirm asks a person on the terminal. Without one, only --yes will do.
func (c *call) confirm(question string) error {
	if c.Bool("yes") {
		return nil
	}
	if !c.Terminal {
		return usagef("%s needs a person to confirm; look at what was shown, then give --yes", commandPath(c.Context))
	}
	fmt.Fprintf(c.Streams.Err, "%s [y/N] ", question)
	var line string
	_, err := fmt.Fscanln(c.In, &line)
	if answer := strings.ToLower(line); err == nil && (answer == "y" || answer == "yes") {
		return nil
	}
	return errors.New("nothing was changed")
}

func (p *program) schedulePause(_ context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	if _, err := c.app.Schedules().Update(s.Name, func(s *schedule.Schedule) { s.Paused = true }); err != nil {
		return err
	}
	c.note("%s rests until: askomop schedule resume %s", s.Name, s.Name)
	return nil
}

func (p *program) scheduleResume(_ context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	s, err = c.app.Schedules().Resume(s.Name, time.Now())
	if err != nil {
		return err
	}
	c.note("%s", nextTimes(s, 3))
	return nil
}

func (p *program) scheduleRemove(ctx context.Context, c *call) error {
	s, err := c.oneSchedule()
	name := c.Args().First()
	if errors.Is(err, schedule.ErrNotFound) || name == "" {
		return err
	}
	if err == nil {
		name = s.Name
	} // a damaged one can be removed, too
	if err := c.confirm(fmt.Sprintf("Remove %s with its history and its results?", name)); err != nil {
		return err
	}
	return c.app.RemoveSchedule(ctx, name)
}

// nextTimes says when a schedule is due.
func nextTimes(s *schedule.Schedule, n int) string {
	if s.Paused {
		return s.Name + " is paused; askomop schedule resume " + s.Name
	}
	var times []string
	for t := s.Next(time.Now()); !t.IsZero() && len(times) < n; t = s.Next(t) {
		times = append(times, t.In(s.Location()).Format("Mon 2006-01-02 15:04 MST"))
	}
	text := s.Name + " is due "
	switch {
	case len(times) > 0 && s.OnRefresh:
		text += strings.Join(times, ", ") + ", … and when cdm_source says that the data is new"
	case len(times) > 0:
		text += strings.Join(times, ", ") + ", …"
	default:
		text += "when cdm_source says that the data is new"
	}
	return text
}
