package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWhatAKilledProcessLeftInTheHomeIsRemovedAndNamed(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "index"), 0o755); err != nil {
		t.Fatal(err)
	}
	old, fresh, real := filepath.Join(home, "index", "a.tmp1"), filepath.Join(home, "index", "b.tmp2"), filepath.Join(home, "index", "names.idx")
	for _, path := range []string{old, fresh, real} {
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-25 * time.Hour)
	for _, path := range []string{old, real} {
		if err := os.Chtimes(path, long, long); err != nil {
			t.Fatal(err)
		}
	}
	if got := removeLeftovers(home, time.Now()); len(got) != 1 || got[0] != old {
		t.Errorf("removed %v", got)
	}
	if !exists(fresh) || !exists(real) || exists(old) {
		t.Error("the wrong files are gone")
	}
}
