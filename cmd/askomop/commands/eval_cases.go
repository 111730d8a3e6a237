package commands

import (
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/lazyregexp"
)

// casesFlags are the flags about whose questions are asked.
func casesFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{
			Name: "cases",
			Usage: "ask the questions of a set made elsewhere in place of the library's: `FILE|FOLDER` (" +
				app.ForeignForms + ")",
		},
		&cli.StringFlag{
			Name:  "examples",
			Usage: "whose pairs are examples for the questions of --cases: `WHOSE` of library, set or both (default: library)",
		},
	}, foreignFlags()...)
}

var notInRunName = lazyregexp.New(`[^A-Za-z0-9.-]+`)

// runName is the name of the run: that of --name, else that of the set, else the flag's default.
func (c *call) runName() string {
	file := c.String("cases")
	if file == "" || c.IsSet("name") {
		return c.String("name")
	}
	base := filepath.Base(filepath.Clean(file))
	name := strings.Trim(notInRunName.ReplaceAllString(strings.TrimSuffix(base, filepath.Ext(base)), "-"), "-.")
	if name == "" {
		return "set"
	}
	return name
}

// defaultWorkers is one a core, and no more than a database on a laptop serves well.
func defaultWorkers() int { return min(runtime.NumCPU(), 8) }
