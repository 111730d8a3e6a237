package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/report"
	"github.com/askomop/askomop/internal/wholefile"
)

// direct leads what is printed into the file that --to names: it is written when all is known, whole or not at all.
func (c *call) direct(out *printer) (write func() error, err error) {
	to := c.String("to")
	if to == "" {
		if out.format == formatXLSX && c.Terminal {
			return nil, usagef("a workbook is not text for a terminal; name its file: --to result.xlsx")
		}
		return func() error { return nil }, nil
	}
	var b bytes.Buffer
	out.out, out.terminal = &b, false
	return func() error {
		if b.Len() == 0 {
			return nil
		}
		if err := wholefile.Write(to, b.Bytes()); err != nil {
			return fmt.Errorf("write %s: %w", to, err)
		}
		c.note("The result is in %s.", to)
		return nil
	}, nil
}

// prepare asks for what a format that travels says beside the answer.
func (c *call) prepare(ctx context.Context, out *printer, a *app.Answer) error {
	if !slices.Contains([]string{formatHTML, formatXLSX, formatSummarised}, out.format) {
		return nil
	}
	level, err := c.confidence()
	if err != nil {
		return err
	}
	if out.about, err = report.NewAbout(ctx, c.app, c.App.Version, nil); err != nil {
		return err
	}
	out.about.Formulas = c.Bool("csv-formulas")
	if out.format == formatHTML {
		out.view = report.NewView(a)
		return out.view.Draw(ctx, c.app, a, app.QueryOptions{Confidence: level})
	}
	return nil
}

// travelling writes an answer by a function of package report; one without a result has nothing to write.
func (p *printer) travelling(a *app.Answer, write func(io.Writer, *app.Answer, *report.About) error) error {
	if a.Run().Table == nil {
		return nil
	}
	return write(p.out, a, p.about)
}
