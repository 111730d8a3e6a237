package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
)

func (p *program) dbInfo(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	d, err := c.app.Describe(ctx)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		return out.json(d.Info)
	}
	return out.info(d)
}

// info prints the description of a database.
func (p *printer) info(d *app.Description) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", d.Path, fileSize(d.Bytes))
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %-12s %s\n", name, value)
		}
	}
	version := d.Version
	if d.DeclaredVersion != "" && d.DeclaredVersion != d.Version {
		version += fmt.Sprintf(" (cdm_source says %q)", d.DeclaredVersion)
	}
	line("source", d.Source)
	line("CDM", version)
	line(
		"vocabulary",
		strings.TrimSpace(
			fmt.Sprintf(
				"%s, %d concepts, %d of them standard",
				orUnknown(d.VocabularyVersion),
				d.Concepts,
				d.StandardConcepts,
			),
		),
	)
	line("people", fmt.Sprint(d.Persons))
	if d.FirstDate != "" {
		line("dates", d.FirstDate+" to "+d.LastDate)
	}
	b.WriteByte('\n')
	tables := newGrid([]string{"table", "rows", "from", "to"})
	for _, t := range d.Tables {
		tables.AppendRow(gridRow([]string{t.Name, t.RowCount(), t.FirstDate, t.LastDate}))
	}
	b.WriteString(tables.Render() + "\n\n")
	domains := newGrid([]string{"domain", "records", "without standard concept", "share"})
	for _, m := range d.Domains {
		domains.AppendRow(gridRow([]string{m.Domain, m.RowCount(), m.UnmappedCount(), m.UnmappedShare()}))
	}
	b.WriteString(domains.Render() + "\n")
	if len(d.Findings) > 0 {
		p.heading(&b, "Missing")
		for _, f := range d.Findings {
			fmt.Fprintf(&b, "  - %s\n", f.Message)
		}
	}
	return p.flush(&b)
}

func orUnknown(s string) string {
	if s == "" {
		return "unknown version"
	}
	return s
}
