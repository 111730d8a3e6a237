package commands

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/schedule"
)

func (p *program) scheduleList(_ context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	folder := c.app.Schedules()
	all, broken := folder.List()
	docs := []app.Scheduled{}
	for _, s := range all {
		doc := app.Scheduled{Schedule: s, Next: s.Next(time.Now())}
		if records, err := folder.Recent(s.Name); err == nil && len(records) > 0 {
			doc.Last = &records[len(records)-1]
		} else if _, damaged, _ := folder.History(s.Name); damaged > 0 {
			c.note("The history of %s is damaged: askomop schedule history %s", s.Name, s.Name)
		}
		docs = append(docs, doc)
	}
	if out.format == formatJSON {
		if err := out.json(docs); err != nil {
			return err
		}
		return broken
	}
	if len(docs) == 0 && broken == nil {
		c.note(`There is none yet: askomop schedule add NAME --cron "0 6 * * 1" --question "…"`)
		return nil
	}
	w := newGrid([]string{"name", "when", "next", "last run", "result", "notes"})
	for _, d := range docs {
		w.AppendRow(gridRow(listRow(d)))
	}
	if _, err := fmt.Fprintln(c.Streams.Out, w.Render()); err != nil {
		return err
	}
	c.runnerNotes(folder)
	return broken
}

func listRow(d app.Scheduled) []string {
	when := d.Cron
	if d.OnRefresh {
		when = strings.TrimPrefix(when+", on refresh", ", ")
	}
	next := "when the data is new"
	switch {
	case d.Paused:
		next = "paused"
	case !d.Next.IsZero():
		next = d.Next.In(d.Location()).Format("2006-01-02 15:04 MST")
	}
	row := []string{d.Name, when, next, "", "", ""}
	if r := d.Last; r != nil {
		row[3], row[4] = r.Finished.In(d.Location()).Format("2006-01-02 15:04"), resultCell(*r)
		row[5] = strings.Join(recordNotes(*r), ", ")
	}
	return row
}

// resultCell is a run's outcome in a word.
func resultCell(r schedule.Record) string {
	if r.Status != schedule.Answered {
		return r.Status
	}
	return strings.TrimSpace(r.Shown + " " + r.Measure)
}

// recordNotes are what a reader of a history should look at.
func recordNotes(r schedule.Record) []string {
	var notes []string
	if len(r.Stale) > 0 {
		notes = append(notes, "stale")
	}
	if len(r.Alerts) > 0 {
		notes = append(notes, plural(len(r.Alerts), "alert", "alerts"))
	}
	if r.Missed > 0 {
		notes = append(notes, fmt.Sprintf("%d missed", r.Missed))
	}
	if r.Cohort != nil {
		notes = append(notes, fmt.Sprintf("cohort %s, generation %d", r.Cohort.Name, r.Cohort.Generation))
	}
	if r.Attempts > 1 {
		notes = append(notes, fmt.Sprintf("%d attempts", r.Attempts))
	}
	return notes
}

// runnerNotes says whether anybody runs the schedules, and what alerts are stuck.
func (c *call) runnerNotes(folder schedule.Folder) {
	if status, up := folder.Runner(); up {
		c.note("A runner is at work%s.", whoRuns(status))
	} else {
		c.note("No runner is at work: askomop schedule run")
	}
	stuck, err := folder.Undelivered()
	if err != nil {
		c.note("%v", err)
	}
	for _, s := range stuck {
		c.note("An alert has not got through: %s", s)
	}
}

func (p *program) scheduleShow(_ context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(s)
	}
	var b strings.Builder
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-14s %s\n", key, value)
		}
	}
	f := s.Frozen
	line("question", f.Question)
	if f.Study != nil {
		line("understood as", f.Study.String())
	}
	line("pair", f.Pair)
	line("when", nextTimes(s, 3))
	line("time zone", s.Zone)
	line(
		"missed runs",
		map[string]string{schedule.CatchUpOnce: "the latest is caught up",
			schedule.CatchUpSkip: "are skipped"}[s.CatchUp],
	)
	line("database", s.Database)
	line("small counts", fmt.Sprintf("hidden below %d", s.MinCell))
	if f.Window != nil {
		line("window", f.Window.String())
	}
	line("alerts", strings.Join(s.Alerts, ", "))
	line("webhook", hostOf(s.Webhook))
	line("command", s.Command)
	line("cohort", s.Cohort)
	line(
		"frozen",
		fmt.Sprintf(
			"%s, revision %d, by askomop %s",
			f.At.In(s.Location()).Format("2006-01-02 15:04 MST"),
			s.Revision,
			f.Program,
		),
	)
	line("written by", f.Writer)
	line("model", f.Model)
	line("library", f.Library)
	line("vocabulary", f.Vocabulary)
	line("CDM", f.CDM)
	if len(f.Sets) > 0 {
		out.codes(&b, s.ConceptSets())
	}
	out.heading(&b, "SQL")
	b.WriteString(indent(sqltree.Layout(f.Template), "  "))
	return out.flush(&b)
}

// hostOf leaves of an address what can be shown: the rest may be a token.
func hostOf(address string) string {
	if address == "" {
		return ""
	}
	scheme, rest, _ := strings.Cut(app.RedactURL(address), "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host + "/…"
}
