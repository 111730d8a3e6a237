package commands

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is the module's version, or the commit that the program was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ", changed"
		}
	}
	if revision == "" {
		return "development"
	}
	return "development (" + revision + dirty + ")"
}

func (p *program) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version",
		Action: p.action(func(_ context.Context, c *call) error {
			if c.settings.JSON {
				return (&printer{out: c.Streams.Out}).json(map[string]string{"version": c.App.Version})
			}
			_, err := fmt.Fprintln(c.Streams.Out, "askomop", c.App.Version)
			return err
		}),
	}
}
