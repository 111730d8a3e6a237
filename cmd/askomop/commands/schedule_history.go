package commands

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/pipeline/cell"
	"github.com/askomop/askomop/pipeline/schedule"
)

func (p *program) scheduleHistory(_ context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	records, damaged, err := c.app.Schedules().History(s.Name)
	if err != nil {
		return err
	}
	if damaged > 0 {
		c.note("%s of the history can't be read and were left out.", plural(damaged, "line", "lines"))
	}
	if n := c.Int("last"); n > 0 && len(records) > n {
		records = records[len(records)-n:]
	}
	if out.format == formatJSON {
		return out.json(append([]schedule.Record{}, records...))
	}
	switch {
	case len(records) == 0 && damaged > 0:
		c.note("What is left tells of no run of %s. %s", s.Name, nextTimes(s, 1))
		return nil
	case len(records) == 0:
		c.note("%s has not run yet. %s", s.Name, nextTimes(s, 1))
		return nil
	}
	var b strings.Builder
	b.WriteString(historyTable(s, records) + "\n")
	b.WriteString(messages(records))
	if out.terminal {
		if p := picture.OfHistory(records); p != nil {
			b.WriteString("\n" + p.Text(out.width))
		}
	}
	return out.flush(&b)
}

func historyTable(s *schedule.Schedule, records []schedule.Record) string {
	w := newGrid([]string{"run", "due", "by", "result", "change", "notes"})
	var before *float64
	for _, r := range records {
		change := ""
		if r.Status == schedule.Answered {
			if before != nil && r.Value != nil && *before != 0 {
				change = fmt.Sprintf("%+.1f %%", 100*(*r.Value-*before)/math.Abs(*before))
			}
			before = r.Value
		}
		w.AppendRow(
			gridRow(
				[]string{
					r.ID,
					r.Due.In(s.Location()).Format("2006-01-02 15:04 MST"),
					r.By,
					resultCell(r),
					change,
					strings.Join(recordNotes(r), ", "),
				},
			),
		)
	}
	return w.Render()
}

// messages are those of the last run that has any.
func messages(records []schedule.Record) string {
	var b strings.Builder
	last := records[len(records)-1]
	if last.Message != "" {
		fmt.Fprintf(&b, "The last run: %s\n", last.Message)
	}
	for _, a := range last.Alerts {
		fmt.Fprintf(&b, "Alert: %s\n", a)
	}
	for _, change := range last.Stale {
		fmt.Fprintf(&b, "Stale: %s\n", change)
	}
	return b.String()
}

// twoRuns are the runs that a diff is between: those named, or the last two that were answered.
func twoRuns(of string, records []schedule.Record, names []string) (before, after schedule.Record, err error) {
	answered := slices.DeleteFunc(
		slices.Clone(records),
		func(r schedule.Record) bool { return r.Status != schedule.Answered },
	)
	find := func(name string) (schedule.Record, error) {
		for i := len(answered) - 1; i >= 0; i-- {
			if answered[i].ID == name {
				return answered[i], nil
			}
		}
		return schedule.Record{}, fmt.Errorf("%s has no answered run %q; see: askomop schedule history %[1]s", of, name)
	}
	last := len(answered) - 1
	switch len(names) {
	case 0:
		if last < 1 {
			return before, after, fmt.Errorf(
				"%s has fewer than two answered runs to compare; one more: askomop schedule run %[1]s",
				of,
			)
		}
		return answered[last-1], answered[last], nil
	case 1:
		if before, err = find(names[0]); err == nil {
			after = answered[last]
		}
		return before, after, err
	}
	if before, err = find(names[0]); err == nil {
		after, err = find(names[1])
	}
	return before, after, err
}

func (p *program) scheduleDiff(ctx context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	if c.NArg() > 3 {
		return usagef("schedule diff takes a NAME and two runs at most")
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	records, _, err := c.app.Schedules().History(s.Name)
	if err != nil {
		return err
	}
	before, after, err := twoRuns(s.Name, records, c.Args().Slice()[1:])
	if err != nil {
		return err
	}
	old, err := c.app.ScheduleResult(ctx, s.Name, before.ID)
	if err != nil {
		return err
	}
	now, err := c.app.ScheduleResult(ctx, s.Name, after.ID)
	if err != nil {
		return err
	}
	d := schedule.Compare(old, now, after.Groups...)
	if out.format == formatJSON {
		return out.json(app.NewDiffDocument(before, after, d, now))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s → %s\n", s.Name, before.ID, after.ID)
	writeDiff(&b, d, before, after)
	return out.flush(&b)
}

func writeDiff(b *strings.Builder, d *schedule.Diff, before, after schedule.Record) {
	if before.Revision != after.Revision {
		fmt.Fprintf(
			b, "The question was frozen anew in between: revision %d, then %d.\n", before.Revision, after.Revision,
		)
	}
	switch {
	case len(d.Different) > 0:
		fmt.Fprintf(
			b,
			"The results have different columns (%s) and can't be compared.\n",
			strings.Join(d.Different, ", "),
		)
		return
	case d.Empty():
		fmt.Fprintf(b, "Nothing has changed in %s.\n", plural(d.After, "row", "rows"))
		return
	}
	for _, r := range d.Came {
		fmt.Fprintf(b, "+ %s\n", rowText(r))
	}
	for _, r := range d.Went {
		fmt.Fprintf(b, "- %s\n", rowText(r))
	}
	for _, change := range d.Changed {
		fmt.Fprintf(b, "~ %s\n", change)
	}
	fmt.Fprintf(
		b,
		"%d came, %d went, %s changed, %d stayed as they were.\n",
		len(d.Came),
		len(d.Went),
		plural(len(d.Changed), "number", "numbers"),
		d.Same,
	)
}

func rowText(r schedule.DiffRow) string {
	cells := make([]string, len(r.Cells))
	for i, v := range r.Cells {
		cells[i] = cell.Text(v)
	}
	return strings.Join(cells, ", ")
}
