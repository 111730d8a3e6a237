package commands

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

var documentedFlag = regexp.MustCompile(`(?:^|[\s([])(--[a-z][a-z-]+)`)

// TestEveryDocumentedCommandIsThere holds each line of the README and of docs that begins with askomop to the commands
// and flags that there are.
func TestEveryDocumentedCommandIsThere(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	program := NewApp(Streams{})
	lines := 0
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		fenced := false
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
			}
			line, _, _ = strings.Cut(line, " # ")
			line, _, _ = strings.Cut(line, " | ")
			said, found := strings.CutPrefix(strings.TrimPrefix(line, "go run ./cmd/"), "askomop ")
			if !fenced || !found {
				continue
			}
			lines++
			holdToCommands(t, filepath.Base(page), program, said)
		}
	}
	if lines < 70 {
		t.Errorf("%d commands were found", lines)
	}
}

// holdToCommands reports a command of a line that the program lacks, and a flag that neither it nor the program has.
func holdToCommands(t *testing.T, page string, program *cli.App, said string) {
	t.Helper()
	known := program.Flags
	commands, found := program.Commands, false
	for _, word := range strings.Fields(said) {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) })
		if i < 0 {
			continue
		}
		found = true
		known = append(slices.Clone(known), commands[i].Flags...)
		commands = commands[i].Subcommands
	}
	if !found {
		t.Errorf("%s: askomop %s: no command", page, said)
		return
	}
	for _, m := range documentedFlag.FindAllStringSubmatch(said, -1) {
		name := strings.TrimPrefix(m[1], "--")
		if name != "help" && !slices.ContainsFunc(known, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }) {
			t.Errorf("%s: askomop %s: no flag --%s", page, said, name)
		}
	}
}
