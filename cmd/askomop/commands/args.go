package commands

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/app"
)

// arrange puts a command line into the order that urfave/cli can read: global
// flags, command, the command's flags, "--", arguments. urfave stops looking for
// flags at the first argument and knows global flags before the command only; a
// user writes `askomop ask "…" --json --db cdm.duckdb`.
func arrange(program *cli.App, args []string) ([]string, error) {
	if len(args) == 0 || slices.Contains(args, "--generate-bash-completion") {
		return args, nil
	}
	l := line{globals: program.Flags, commands: program.Commands}
	rest := args[1:]
	for len(rest) > 0 {
		n, err := l.take(rest)
		if err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	return l.reorderedArgs(args[0]), nil
}

// line is a command line being taken apart.
type line struct {
	globals  []cli.Flag
	commands []*cli.Command // those that the next word may name
	command  *cli.Command   // innermost so far

	globalArgs, path, commandArgs, words []string

	help bool
}

// take reads what stands first and returns how many arguments that was.
func (l *line) take(args []string) (int, error) {
	arg := args[0]
	switch {
	case arg == "--":
		l.words = append(l.words, args[1:]...)
		return len(args), nil
	case len(arg) > 1 && arg[0] == '-':
		return l.takeFlag(args)
	}
	for _, c := range l.commands {
		if len(l.words) == 0 && c.HasName(arg) {
			l.command, l.commands = c, c.Subcommands
			l.path = append(l.path, arg)
			return 1, nil
		}
	}
	l.words = append(l.words, arg)
	return 1, nil
}

// takeFlag reads a flag with its value.
func (l *line) takeFlag(args []string) (int, error) {
	name, _, valued := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	var own []cli.Flag
	if l.command != nil {
		own = l.command.Flags
	}
	n, into := 1, &l.commandArgs
	flag := findFlag(own, name)
	if flag == nil {
		flag, into = findFlag(l.globals, name), &l.globalArgs
	}
	switch {
	case flag == nil && (name == "help" || name == "h"):
		into, l.help = &l.commandArgs, true // for the innermost command, wherever the flag stands
	case flag == nil && (name == "version" || name == "v") && l.command == nil:
		into = &l.globalArgs
	case flag == nil:
		return 0, l.unknownFlag(args[0], name, own)
	case !valued && takesValue(flag):
		if n = 2; len(args) < 2 {
			return 0, usagef("flag --%s needs a value; see askomop --help", name)
		}
	}
	*into = append(*into, args[:n]...)
	return n, nil
}

func (l *line) unknownFlag(arg, name string, own []cli.Flag) error {
	arg, _, _ = strings.Cut(arg, "=") // the value can be a secret
	of := strings.TrimSpace("askomop " + strings.Join(l.path, " "))
	var known []string
	for _, f := range slices.Concat(own, l.globals) {
		known = append(known, f.Names()[0])
	}
	if near := app.Nearest(name, known); near != "" {
		return usagef("%s has no flag %s; did you mean --%s?", of, arg, near)
	}
	return usagef("%s has no flag %s; see %s --help (put -- before an argument that begins with a dash)", of, arg, of)
}

// reorderedArgs are the arguments with flags before words, each where urfave looks for it.
func (l *line) reorderedArgs(program string) []string {
	out := slices.Concat([]string{program}, l.globalArgs, l.path, l.commandArgs)
	if len(l.words) == 0 || l.help { // urfave takes a word for the name of a command to help with
		return out
	}
	return append(append(out, "--"), l.words...)
}

func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func takesValue(f cli.Flag) bool {
	doc, ok := f.(cli.DocGenerationFlag)
	return ok && doc.TakesValue()
}
