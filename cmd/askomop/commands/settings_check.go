package commands

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
)

// checkFlags are the global flags about the rules and the definitions.
func checkFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name:  "define",
			Usage: "`NAME=VALUE` takes a word otherwise than by default, as in started=any (docs/definitions.md lists them); repeat it",
		},
		&cli.StringSliceFlag{
			Name:  "severity",
			Usage: "`RULE=LEVEL` gives a rule of check another severity: off, info, warning or error; repeat it",
		},
	}
}

// readSeverities reads --severity.
func readSeverities(c *cli.Context) (map[string]omop.Severity, error) {
	out := map[string]omop.Severity{}
	var known []string
	for _, r := range check.Rules() {
		known = append(known, r.ID)
	}
	for _, text := range c.StringSlice("severity") {
		rule, level, ok := strings.Cut(text, "=")
		rule, level = strings.TrimSpace(rule), strings.ToLower(strings.TrimSpace(level))
		switch {
		case !ok:
			return nil, usagef("--severity %s: write RULE=LEVEL, as in limit-order=off", text)
		case !slices.Contains(known, rule):
			if near := app.Nearest(rule, known); near != "" {
				return nil, usagef("--severity %s: there is no rule %q; did you mean %s?", text, rule, near)
			}
			return nil, usagef("--severity %s: there is no rule %q; askomop check --rules lists them", text, rule)
		case !slices.Contains(check.Severities(), omop.Severity(level)):
			return nil, usagef("--severity %s: %q is none of off, info, warning and error", text, level)
		}
		out[rule] = omop.Severity(level)
	}
	return out, nil
}
