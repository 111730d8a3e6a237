package answers

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// step is a command of the tutorial and the lines that it shows of its output.
type step struct {
	command string
	shown   []string
}

// tutorialSteps reads the commands of a page, and the SQL that it has the reader save.
func tutorialSteps(page string) (steps []step, sql string) {
	block := ""
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		fence, isFence := strings.CutPrefix(line, "```")
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case isFence:
			block = fence
		case block == "sql":
			sql += line + "\n"
		case block == "console" && isCommand:
			steps = append(steps, step{command: command})
		case block == "console":
			last := &steps[len(steps)-1]
			last.shown = append(last.shown, line)
		}
	}
	return steps, sql
}

// lacks returns the first line of a step that its output lacks: the lines in order, "…" for whatever is left out.
func (s step) lacks(out string) string {
	for _, line := range s.shown {
		parts := strings.Split(line, "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern := regexp.MustCompile("(?m)^" + strings.Join(parts, ".*") + "$")
		at := pattern.FindStringIndex(out)
		if at == nil {
			return line
		}
		out = out[at[1]:]
	}
	return ""
}

// words splits a command as a shell would that knows double quotes only.
func words(command string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`"([^"]*)"|(\S+)`).FindAllStringSubmatch(command, -1) {
		out = append(out, m[1]+m[2])
	}
	return out
}

// TestTheTutorialSaysWhatHappens runs every command of docs/tutorial.md.
func TestTheTutorialSaysWhatHappens(t *testing.T) {
	source := needs.Sample(t, needs.GiBleed)
	page, err := os.ReadFile("../../../../docs/tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	steps, sql := tutorialSteps(string(page))
	if len(steps) < 15 || sql == "" {
		t.Fatalf("%d commands, SQL %q", len(steps), sql)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("ASKOMOP_HOME", filepath.Join(dir, "home"))
	if err := os.Symlink(source, "GiBleed_5.3.zip"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("celecoxib.sql", []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		if setting, ok := strings.CutPrefix(s.command, "export "); ok {
			name, value, _ := strings.Cut(setting, "=")
			t.Setenv(name, value)
			continue
		}
		args := words(s.command)
		if args[0] != "askomop" {
			t.Fatalf("%s is no command of askomop", s.command)
		}
		got := cmdtest.Run(t, args[1:]...)
		refused := len(s.shown) > 0 && strings.HasPrefix(s.shown[0], "I can't answer this")
		if want := map[bool]int{true: commands.ExitAbstained, false: commands.ExitAnswered}[refused]; got.Code != want {
			t.Errorf("%s: exit code %d, want %d: %s%s", s.command, got.Code, want, got.Out, got.ErrOut)
		}
		if line := s.lacks(got.Out); line != "" {
			t.Errorf("%s does not print %q:\n%s%s", s.command, line, got.Out, got.ErrOut)
		}
	}
}
