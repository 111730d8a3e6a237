package commands_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
)

// TestNamesThatArePathsAreRefused gives each thing that is kept by a name one that leads elsewhere, and looks that nothing is written, read or removed there.
func TestNamesThatArePathsAreRefused(t *testing.T) {
	db, _ := cmdtest.DemoAlone(t)
	around := t.TempDir()
	home := filepath.Join(around, "home")
	target := filepath.Join(around, "out.json")
	if err := os.WriteFile(target, []byte(`{"name":"secret"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	names := []string{"../../out", "../out", target, "a/b", "..", `a\b`, "x\ny"}
	if testing.Short() {
		names = names[:3]
	}
	for _, name := range names {
		for _, args := range [][]string{
			{"schedule", "add", "--yes", "--cron", "@daily", "--question", cmdtest.FirstQuestion}, {"cohort", "add", "--question", cmdtest.FirstQuestion},
			{"eval", "--cases", around, "--name"}, {"--no-log", "ask", cmdtest.FirstQuestion, "--save"},
			{"schedule", "show"}, {"schedule", "history"}, {"schedule", "remove"}, {"schedule", "run"}, {"cohort", "show"}, {"cohort", "export", "--rows"}, {"cohort", "remove"},
			{"eval", "show"}, {"library", "show"},
		} {
			e := cmdtest.RunWith(t, commands.Streams{In: strings.NewReader("")}, append(append([]string{"--home", home, "--db", db}, args...), name)...)
			if e.Code == commands.ExitAnswered || strings.Contains(e.Out, "secret") {
				t.Errorf("%v %q: exit %d: %s%s", args, name, e.Code, e.Out, e.ErrOut)
			}
		}
	}
	if data, err := os.ReadFile(target); err != nil || string(data) != `{"name":"secret"}` {
		t.Errorf("the file beside the home: %s, %v", data, err)
	}
	err := filepath.WalkDir(around, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != target && !strings.HasPrefix(path, home+string(filepath.Separator)) {
			t.Errorf("%s was written", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
