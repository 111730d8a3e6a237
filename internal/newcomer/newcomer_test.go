package newcomer

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
)

// change is what a newcomer does to the repository: files of their own, and edits of files that are there.
type change struct {
	add  map[string]string
	edit map[string][][2]string // file → what stands there, and what takes its place
}

// overlay lays the change over the repository as the go command's -overlay does, so that the repository stays as it is and
// only what depends on the change is built anew. It returns the file for -overlay.
func (c change) overlay(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	put := func(name, text string) {
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "+"))
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, name)] = at
	}
	for name, text := range c.add {
		put(name, text)
	}
	for name, edits := range c.edit {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, e := range edits {
			if strings.Count(text, e[0]) != 1 {
				t.Fatalf("%s has %q %d times; the test needs a place that is there once", name, e[0], strings.Count(text, e[0]))
			}
			text = strings.Replace(text, e[0], e[1], 1)
		}
		put(name, text)
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// run runs the go command in the repository with the change, and returns what it prints.
func run(t *testing.T, root string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func repository(t *testing.T) string {
	t.Helper()
	needs.Time(t, "builds the program")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// An engine is a folder of its own, a line in app and its name in the test of imports.
func TestAnEngineTouchesFewFiles(t *testing.T) {
	root := repository(t)
	c := change{
		add: map[string]string{"omop/nowhere/engine.go": read(t, "engine.go.txt"), "app/nowhere_test.go": read(t, "engine_test.go.txt")},
		edit: map[string][][2]string{
			"app/engine.go": {
				{"	\"github.com/askomop/askomop/omop/postgres\"\n", "	\"github.com/askomop/askomop/omop/nowhere\"\n	\"github.com/askomop/askomop/omop/postgres\"\n"},
				{"	return []serverKind{\n", "	return []serverKind{\n		{form: nowhere.Form, is: nowhere.IsPlace, name: nowhere.Name, " +
					"open: func(_ context.Context, address, _ string, _ *slog.Logger) (server, error) { return asServer(nowhere.Open(address)) }},\n"},
			},
			"internal/importtest/importtest_test.go": {{`var concrete = []string{`, `var concrete = []string{"omop/nowhere", `}},
			"docs/engine.md":                         {},
		},
	}
	if n := len(c.edit); n > 6 {
		t.Errorf("%d files are touched, at most 6 may be", n)
	}
	out := run(t, root, "test", "-vet=off", "-overlay", c.overlay(t, root), "-run", "TestNowhere", "-v", "./app")
	if !strings.Contains(out, "--- PASS: TestNowhereIsAnEngine") {
		t.Errorf("the engine's test did not run:\n%s", out)
	}
}

// A statistic is its name with its words, its SQL, and the phrases that ask for it.
func TestAStatisticTouchesFewFiles(t *testing.T) {
	root := repository(t)
	c := change{
		add: map[string]string{"omop/study/compile/variance_test.go": read(t, "measure_test.go.txt")},
		edit: map[string][][2]string{
			"omop/study/measure.go": {
				{"	SD        Stat = \"sd\"\n", "	SD        Stat = \"sd\"\n	Variance  Stat = \"variance\"\n"},
				{`{Sum, "total"}`, `{Variance, "variance of the"}, {Sum, "total"}`},
			},
			"omop/study/compile/number.go": {{"	case study.Sum:\n", "	case study.Variance:\n		return []aggregate{plain(\"variance\", \"ROUND(VAR_SAMP(%s), 2)\")}\n	case study.Sum:\n"}},
			"rag/read/lexicon.tsv":         {{"standard deviation | std", "variance | variance of\tstat\tvariance\tusage\nstandard deviation | std"}},
		},
	}
	if n := len(c.edit); n > 3 {
		t.Errorf("%d files are touched, at most 3 may be", n)
	}
	out := run(t, root, "test", "-vet=off", "-overlay", c.overlay(t, root), "-run", "TestVariance", "-v", "./omop/study/compile", "./rag/read")
	if !strings.Contains(out, "--- PASS: TestVarianceCompiles") {
		t.Errorf("the measure's test did not run:\n%s", out)
	}
}

// A face is a package that calls app, a command that starts it, and its place among the commands.
func TestAFaceTouchesFewFiles(t *testing.T) {
	root := repository(t)
	c := change{
		add: map[string]string{"app/lines/lines.go": read(t, "face.go.txt"), "cmd/askomop/commands/lines.go": read(t, "command.go.txt")},
		edit: map[string][][2]string{
			"cmd/askomop/commands/app.go": {{"p.doctorCommand(), ", "p.doctorCommand(), p.linesCommand(), "}},
			"README.md":                   {},
			"CHANGELOG.md":                {},
		},
	}
	if n := len(c.edit); n > 4 {
		t.Errorf("%d files are touched, at most 4 may be", n)
	}
	program := filepath.Join(t.TempDir(), "askomop")
	run(t, root, "build", "-overlay", c.overlay(t, root), "-o", program, "./cmd/askomop")
	help, err := exec.CommandContext(t.Context(), program, "lines", "--help").CombinedOutput()
	if err != nil || !strings.Contains(string(help), "answer each line of standard input") {
		t.Errorf("%v: %s", err, help)
	}
}
