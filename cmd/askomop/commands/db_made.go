package commands

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// What commands have in common that make a database.

func madeFlag() cli.Flag {
	return &cli.StringFlag{Name: "to", Usage: "the DuckDB `FILE` to make (needed)"}
}

func replaceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "replace", Usage: "the file may exist and is replaced"}
}

// databaseToMake is the file that --to names; such names one as an example.
func databaseToMake(c *call, such string) (string, error) {
	if file := c.String("to"); file != "" {
		return file, nil
	}
	return "", usagef("--to FILE is needed: the database to make, such as --to %s", such)
}

// printMade prints how a database was made, as JSON or as text; then what else there is to say, and how to go on.
func printMade[R any](c *call, file string, r R, write func(b *strings.Builder, c *call, r R), say string) error {
	out, err := c.printer(formatTable, formatJSON)
	if err != nil {
		return err
	}
	if out.format == formatJSON {
		err = out.json(r)
	} else {
		var b strings.Builder
		write(&b, c, r)
		err = out.flush(&b)
	}
	if err == nil {
		c.note("%sAsk it: askomop --db %s ask \"…\"", say, file)
	}
	return err
}
