package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/eval"
	"github.com/askomop/askomop/pipeline"
)

// evalCalibrate learns from a run how certain an answer has to be, and keeps it.
func (p *program) evalCalibrate(_ context.Context, c *call) error {
	if err := checkReport(c); err != nil {
		return err
	}
	arg, err := oneArgument(c, "RUN[:SETTING]")
	if err != nil {
		return err
	}
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	name, setting, _ := strings.Cut(arg, ":")
	record, err := c.readRun(name)
	if err != nil {
		return err
	}
	rep := eval.NewReport(record, c.Float64("tolerance"))
	if path := c.String("adjudicate"); path != "" {
		if err := c.adjudicate(rep, path); err != nil {
			return err
		}
	}
	learned, path, err := c.app.Calibrate(rep, setting)
	if err != nil {
		return err
	}
	c.note("Kept in %s; used with --abstain-at calibrated.", path)
	if out.format == formatJSON {
		return out.json(learned)
	}
	return out.calibrated(learned)
}

// calibrated prints what was learned: the weights first, what it is worth last.
func (p *printer) calibrated(c *eval.Calibrated) error {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s under %s: learned from %s, %d of them wrong\n", c.Model, c.Method,
		plural(c.Answers, "answer", "answers"),
		c.Wrong,
	)
	p.heading(&b, "What makes an answer more certain (weights of standardised numbers)")
	w := newGrid([]string{"signal", "weight"})
	for i, name := range pipeline.SignalNames {
		w.AppendRow(gridRow([]string{name, fmt.Sprintf("%+.2f", c.Weights[i])}))
	}
	b.WriteString(w.Render() + "\n")
	p.heading(&b, "What it is worth, cross-fitted")
	g := newGrid([]string{"", "answered, %", "wrong of those, %", "RS(10)"})
	for _, row := range []struct {
		name string
		of   eval.Withheld
	}{{"every answer given", c.Before}, {"calibrated", c.After}} {
		g.AppendRow(
			gridRow(
				[]string{
					row.name,
					fmt.Sprintf("%.1f", 100*row.of.Coverage),
					fmt.Sprintf("%.1f", 100*row.of.Risk),
					fmt.Sprintf("%.1f", row.of.RS10),
				},
			),
		)
	}
	b.WriteString(g.Render() + "\n")
	if c.Threshold == 0 {
		b.WriteString("\nHolding answers back gains nothing: every answer is given.\n")
	} else {
		fmt.Fprintf(&b, "\nAnswers are given from a probability of %.2f on.\n", c.Threshold)
	}
	return p.flush(&b)
}
