package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// homeWith makes a configuration in a new home and returns the home.
func homeWith(t *testing.T, config string) string {
	t.Helper()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "config.yaml"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKOMOP_HOME", home)
	return home
}

func TestFlagBeatsEnvironmentBeatsFile(t *testing.T) {
	homeWith(t, "min-cell: 10\ntimeout: 30s\nask:\n  k: 7\n  skip: [x, y]\n")
	ask := func(args ...string) *fake {
		f := &fake{answer: answered()}
		if got := execute(t, f, Streams{}, append([]string{"ask", "Q?"}, args...)...); got.code != 0 {
			t.Fatalf("exit code %d: %s", got.code, got.errOut)
		}
		return f
	}
	if f := ask(); f.opt.MinCell != 10 || f.opt.Timeout.Seconds() != 30 || f.opt.K != 7 || len(f.opt.Filter.Skip) != 2 {
		t.Errorf("by the file: %+v", f.opt)
	}
	t.Setenv("ASKOMOP_MIN_CELL", "11")
	t.Setenv("ASKOMOP_K", "8")
	if f := ask(); f.opt.MinCell != 11 || f.opt.K != 8 || f.opt.Timeout.Seconds() != 30 {
		t.Errorf("by the environment: %+v", f.opt)
	}
	if f := ask("--min-cell", "12", "--k", "9", "--skip", "z"); f.opt.MinCell != 12 || f.opt.K != 9 || len(f.opt.Filter.Skip) != 1 {
		t.Errorf("by flag: %+v", f.opt)
	}
}

func TestAConfigurationWithAMistakeIsRefusedWithItsLine(t *testing.T) {
	cases := map[string]struct{ config, want string }{
		"unknown key":            {"db: x\nmincell: 3\n", `line 2: unknown key "mincell"; did you mean "min-cell"?`},
		"unknown key of command": {"ask:\n  k: 3\n  color: red\n", `line 3: unknown key "color"`},
		"flag of another level":  {"k: 3\n", `line 1: unknown key "k"`},
		"wrong type":             {"min-cell: many\n", `line 1: min-cell:`},
		"home in the home":       {"home: /elsewhere\n", `line 1: "home" can't be set`},
		"no mapping":             {"- a\n", "line 1: expected names with values"},
		"nested value":           {"db:\n  path: x\n  info: 1\n", "line 2"},
		"broken YAML":            {"db: [\n", "config.yaml"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			homeWith(t, c.config)
			got := execute(t, &fake{answer: answered()}, Streams{}, "ask", "Q?")
			if got.code == 0 || !strings.Contains(got.errOut, c.want) {
				t.Errorf("exit code %d, %q; want %q", got.code, got.errOut, c.want)
			}
		})
	}
}

func TestConfigNamesAnotherFile(t *testing.T) {
	homeWith(t, "min-cell: 10\n")
	other := t.TempDir()
	file := filepath.Join(other, "askomop.yaml")
	if err := os.WriteFile(file, []byte("home: "+other+"\nmin-cell: 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Unsetenv("ASKOMOP_HOME")
	f := &fake{answer: answered()}
	t.Setenv("ASKOMOP_CONFIG", file)
	p := &program{Streams: Streams{In: strings.NewReader(""), Out: &strings.Builder{}, Err: &strings.Builder{}}}
	p.asker = fakeAsker(f)
	if code := run(t.Context(), p.app(), []string{"askomop", "ask", "Q?"}); code != 0 {
		t.Fatalf("exit code %d: %s", code, p.Err)
	}
	if f.opt.MinCell != 2 || f.settings.Home != other {
		t.Errorf("settings %+v, options %+v", f.settings, f.opt)
	}
	if got := execute(t, f, Streams{}, "ask", "Q?", "--config", filepath.Join(other, "nosuch.yaml")); got.code != 1 || !strings.Contains(got.errOut, "nosuch.yaml") {
		t.Errorf("a missing file: %d %s", got.code, got.errOut)
	}
}
