package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "file")
	holds := func(want string) {
		t.Helper()
		got, err := os.ReadFile(path)
		if err != nil || string(got) != want {
			t.Errorf("%q %v, want %q", got, err, want)
		}
		if all, err := os.ReadDir(filepath.Dir(path)); err != nil || len(all) != 1 {
			t.Errorf("left behind: %v %v", all, err)
		}
	}
	if err := Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	holds("old")
	broken := errors.New("broken off")
	err := Make(path, true, func(w io.Writer) error { _, _ = w.Write([]byte("ha")); return broken })
	if !errors.Is(err, broken) {
		t.Error(err)
	}
	holds("old")
	err = Make(path, false, func(w io.Writer) error {
		meanwhile, _ := os.ReadFile(path)
		if string(meanwhile) != "old" {
			t.Errorf("while the new one is written the file holds %q", meanwhile)
		}
		_, err := w.Write([]byte("new"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	holds("new")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v %v", info.Mode(), err)
	}
}

// TestWholeLinesEndAtTheLastNewline holds it for what a crash leaves: half a line, however long, and nothing else.
func TestWholeLinesEndAtTheLastNewline(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"an empty file", "", 0},
		{"whole lines", "a\nbc\n", 5},
		{"half a line behind them", "a\nbc\nd", 5},
		{"half a line longer than is read at once", "a\n" + long, 2},
		{"half a line and no other", long, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "lines")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if got, size, err := WholeLines(f); err != nil || got != int64(tt.want) || size != int64(len(tt.text)) {
				t.Errorf("%d of %d, %v; want %d", got, size, err, tt.want)
			}
		})
	}
}
