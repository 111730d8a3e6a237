package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

func (p *program) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:   "doctor",
		Usage:  "say what is configured, reachable and missing, and how to mend it",
		Action: p.action(p.doctor),
	}
}

func (p *program) doctor(ctx context.Context, c *call) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	findings, err := c.app.Doctor(ctx, c.settings.Config)
	if err != nil {
		return err
	}
	if err := out.health(findings); err != nil {
		return err
	}
	for _, f := range findings {
		if f.State == app.StateBroken {
			return errReported
		}
	}
	return nil
}

func (p *printer) health(findings []app.Health) error {
	if p.format == formatJSON {
		return p.json(findings)
	}
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(
			&b,
			"%-7s %-13s %s\n", f.State, f.What,
			strings.ReplaceAll(f.Found, "\n", "\n                      "),
		)
		if f.Mend != "" {
			fmt.Fprintf(&b, "%-7s %-13s → %s\n", "", "", f.Mend)
		}
	}
	return p.flush(&b)
}
