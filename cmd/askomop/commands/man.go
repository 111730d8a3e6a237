package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"
)

// manSection is the section of the manual that user commands stand in.
const manSection = 1

func (p *program) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "askomop man | man -l -",
		Action: p.action(func(_ context.Context, c *call) error {
			if c.NArg() > 0 {
				return usagef("man takes no argument: one page has all commands")
			}
			page, err := c.App.ToManWithSection(manSection)
			if err != nil {
				return fmt.Errorf("writing the manual page: %w", err)
			}
			_, err = fmt.Fprint(c.Streams.Out, page)
			return err
		}),
	}
}
