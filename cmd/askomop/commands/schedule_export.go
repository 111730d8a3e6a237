package commands

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/schedule"
)

const formatParquet = "parquet"

// scheduleExport writes the result of a run, or of all runs under each other.
func (p *program) scheduleExport(ctx context.Context, c *call) error {
	s, err := c.oneSchedule()
	if err != nil {
		return err
	}
	if c.NArg() > 2 || c.NArg() == 2 && c.Bool("all") {
		return usagef("schedule export takes a NAME and one run at most, or --all")
	}
	records, _, err := c.app.Schedules().History(s.Name)
	if err != nil {
		return err
	}
	records = slices.DeleteFunc(records, func(r schedule.Record) bool { return r.Status != schedule.Answered })
	if len(records) == 0 {
		return fmt.Errorf("%s has no answered run to export", s.Name)
	}
	var table *omop.Table
	if c.Bool("all") {
		table, err = c.app.AllResults(ctx, s.Name, records)
	} else {
		run := records[len(records)-1].ID
		if c.NArg() == 2 {
			run = c.Args().Get(1)
		}
		table, err = c.app.ScheduleResult(ctx, s.Name, run)
	}
	if err != nil {
		return err
	}
	return c.export(ctx, table)
}

// export writes a table as --format and --to say.
func (c *call) export(ctx context.Context, t *omop.Table) error {
	format, to := c.String("format"), c.String("to")
	if format == "" {
		format = formatCSV
		if c.settings.JSON {
			format = formatJSON
		}
	}
	var b bytes.Buffer
	out := &printer{out: &b, format: format}
	var err error
	switch format {
	case formatCSV:
		rows := [][]string{app.ColumnNames(t)}
		for _, row := range t.Rows {
			rows = append(rows, texts(row, t.Columns, app.ExactFloat))
		}
		err = out.csv(rows)
	case formatJSON:
		objects := []map[string]any{}
		for _, row := range t.Rows {
			object := map[string]any{}
			for i, v := range row {
				object[t.Columns[i].Name] = app.Cell(v, t.Columns[i].Type)
			}
			objects = append(objects, object)
		}
		err = out.json(objects)
	case formatParquet:
		if to == "" {
			return usagef("--format parquet needs --to FILE")
		}
		return app.WriteParquet(ctx, to, t)
	default:
		return usagef("--format %s: %s prints as csv, json, parquet", format, commandPath(c.Context))
	}
	if err != nil {
		return err
	}
	if to == "" {
		_, err = c.Streams.Out.Write(b.Bytes())
		return err
	}
	if err := wholefile.Write(to, b.Bytes()); err != nil {
		return fmt.Errorf("exporting to %s: %w", to, err)
	}
	return nil
}
