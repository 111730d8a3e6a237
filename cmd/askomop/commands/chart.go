package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/picture"
	"github.com/askomop/askomop/internal/wholefile"
	"github.com/askomop/askomop/pipeline"
)

// onTerminal stands for the terminal in place of a picture's file.
const onTerminal = "-"

// checkChart refuses a picture that could not be drawn, before anything is asked.
func (c *call) checkChart(out *printer) error {
	switch to := c.String("chart"); {
	case to == "":
		return nil
	case c.Bool("dry-run"):
		return usagef("--chart draws a result, and --dry-run makes none")
	case to == onTerminal && out.format != formatTable:
		return usagef(
			"--chart - draws below a table; name a file that ends in .svg, .png or .pdf beside --format %s",
			out.format,
		)
	case to == onTerminal:
		return nil
	default:
		_, err := picture.Format(to)
		return err
	}
}

// errNoPicture is why nothing is drawn of an answer.
var errNoPicture = errors.New(
	"there is no picture of this answer: it has no groups to compare, or what could be drawn beside it would tell of few people; " +
		"ask by year, by sex or by age group",
)

// drawn is the picture that --chart asks for; nil where it asks for none.
func (c *call) drawn(ctx context.Context, a *app.Answer) (*picture.Picture, error) {
	if c.String("chart") == "" || a.Run().Status != pipeline.Answered {
		return nil, nil
	}
	level, err := c.confidence()
	if err != nil {
		return nil, err
	}
	p, err := picture.For(ctx, c.app, a, app.QueryOptions{Confidence: level})
	if err != nil {
		return nil, fmt.Errorf("draw the picture: %w", err)
	}
	return p, nil
}

// writeChart writes the picture into its file.
func (c *call) writeChart(p *picture.Picture) error {
	to := c.String("chart")
	switch {
	case to == "":
		return nil
	case p == nil:
		return errNoPicture
	case to == onTerminal:
		return nil // it stands below the table
	}
	format, err := picture.Format(to)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := p.Write(&b, format); err != nil {
		return err
	}
	if err := wholefile.Write(to, b.Bytes()); err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	c.note("The picture is in %s.", to)
	return nil
}

// picture draws below the table, where --chart - asks for it.
func (p *printer) picture(b *strings.Builder) {
	if p.below != nil {
		p.heading(b, "Picture")
		b.WriteString(indent(p.below.Text(p.width-2), "  "))
	}
}
