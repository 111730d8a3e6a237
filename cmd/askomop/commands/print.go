package commands

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/pipeline"
)

// printer writes results in one of the formats of the command line.
type printer struct {
	formulas bool // a text of a CSV file may begin like a formula
	out      io.Writer
	format   string
	explain  bool
	terminal bool // headings in bold, long lists and tables folded
	width    int
	below    *picture.Picture // drawn below the table
	about    *report.About    // of the formats that travel
	view     *report.View     // of a report
}

// formats are those that the commands know; each command says which of them it has.
const (
	formatTable    = "table"
	formatJSON     = "json"
	formatCSV      = "csv"
	formatMarkdown = "markdown"
	formatAtlas    = "atlas"

	formatHTML       = "html"
	formatXLSX       = "xlsx"
	formatSummarised = "summarised_result"
)

// printer returns the printer for the format that the user wants, which must be one of known.
func (c *call) printer(known ...string) (*printer, error) {
	p := &printer{
		out:      c.Streams.Out,
		format:   formatTable,
		terminal: c.Terminal,
		width:    c.Width,
		formulas: c.Bool("csv-formulas"),
	}
	if slices.Contains(c.FlagNames(), "format") && c.String("format") != "" {
		p.format = c.String("format")
	} else if c.settings.JSON {
		p.format = formatJSON
	}
	if p.format == formatTable && slices.Contains(known, formatText) {
		p.format = formatText
	}
	if !slices.Contains(known, p.format) {
		return nil, usagef("--format %s: %s prints as %s", p.format, commandPath(c.Context), strings.Join(known, ", "))
	}
	return p, nil
}

// answer prints an answer.
func (p *printer) answer(a *app.Answer) error {
	switch p.format {
	case formatHTML:
		return p.view.HTML(p.out, p.about)
	case formatXLSX:
		return p.travelling(a, report.Workbook)
	case formatSummarised:
		return p.travelling(a, report.Summarised)
	case formatJSON:
		return p.json(a)
	case formatCSV:
		return p.csvTable(a.Run())
	case formatMarkdown:
		return p.markdown(a.Run())
	default:
		return errors.Join(p.text(a.Run()), p.sparql(a))
	}
}

// sparql prints the query that a question was answered by; one that was given is known.
func (p *printer) sparql(a *app.Answer) error {
	if a.SPARQL == "" || a.Question == "" {
		return nil
	}
	var b strings.Builder
	p.heading(&b, "SPARQL")
	b.WriteString(indent(a.SPARQL, "  "))
	return p.flush(&b)
}

// csvTable prints the result and nothing else; a run without one prints nothing.
func (p *printer) csvTable(r *pipeline.Run) error {
	if r.Table == nil {
		return nil
	}
	t := app.WithEnds(r)
	rows := [][]string{app.ColumnNames(t)}
	for _, row := range t.Rows {
		rows = append(rows, texts(row, t.Columns, app.ExactFloat))
	}
	return p.csv(rows)
}

func (p *printer) csv(rows [][]string) error {
	w := csv.NewWriter(p.out)
	if !p.formulas {
		safe := make([][]string, len(rows))
		for r, row := range rows {
			for _, cell := range row {
				safe[r] = append(safe[r], app.DefuseCell(cell))
			}
		}
		rows = safe
	}
	if err := w.WriteAll(rows); err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

// json prints one value: on a line of its own in a pipe, indented on a terminal.
func (p *printer) json(value any) error {
	e := json.NewEncoder(p.out)
	e.SetEscapeHTML(false) // SQL is full of < and >
	if p.terminal {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(value); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// heading begins a section.
func (p *printer) heading(b *strings.Builder, text string) {
	if p.terminal {
		text = boldOn + visible(text) + boldOff
	}
	b.WriteString("\n" + text + "\n")
}

// flush writes what was built.
func (p *printer) flush(b *strings.Builder) error {
	if _, err := io.WriteString(p.out, visible(b.String())); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}

func indent(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+by) + "\n"
}
