package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

// Exit codes of the program.
const (
	ExitAnswered  = 0
	ExitFailed    = 1
	ExitUsage     = 2
	ExitAbstained = 3
)

// errAbstained ends a command that printed an abstention.
var errAbstained = errors.New("abstained")

// errReported ends a command that failed and has said so already.
var errReported = errors.New("failed")

func usagef(format string, args ...any) error {
	return app.UsageError{Err: fmt.Errorf(format, args...)}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	return app.UsageError{Err: fmt.Errorf("%w; see %s --help", err, strings.TrimSpace("askomop "+commandPath(c)))}
}

// commandWords are the words that name the command: "schedule", "run". urfave's own
// FullName has the last of them only.
func commandWords(c *cli.Context) []string {
	var words []string
	for _, level := range c.Lineage() {
		if level.Command != nil && level.Command.Name != "" && level.Command.Name != c.App.Name {
			words = append(words, level.Command.Name)
		}
	}
	slices.Reverse(words)
	return words
}

func commandPath(c *cli.Context) string {
	if c.Command == nil || c.Command.Name == c.App.Name {
		return ""
	}
	return strings.Join(commandWords(c), " ")
}

// run runs the app and turns its error into an exit code and, unless it has been
// told already, one line on standard error.
func run(ctx context.Context, program *cli.App, args []string) int {
	args, err := arrange(program, args)
	if err == nil {
		err = program.RunContext(ctx, args)
	}
	var usage app.UsageError
	switch {
	case err == nil:
		return ExitAnswered
	case errors.Is(err, errAbstained):
		return ExitAbstained
	case errors.Is(err, errReported):
		return ExitFailed
	case errors.As(err, &usage):
		fmt.Fprintln(program.ErrWriter, visible("askomop: "+err.Error()))
		return ExitUsage
	case ctx.Err() != nil:
		fmt.Fprintln(program.ErrWriter, "askomop: interrupted")
		return ExitFailed
	default:
		fmt.Fprintln(program.ErrWriter, visible("askomop: "+err.Error()))
		return ExitFailed
	}
}
