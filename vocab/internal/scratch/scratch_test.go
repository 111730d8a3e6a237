package scratch_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/askomop/askomop/vocab/internal/scratch"
)

func TestWhatAKilledProcessLeftIsRemovedAndWhatALivingOneHoldsIsNot(t *testing.T) {
	dir := t.TempDir()
	held, err := scratch.New(dir, ".work-")
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, ".work-left")
	if err := os.Mkdir(left, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock", "half"} {
		if err := os.WriteFile(filepath.Join(left, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Minute)
	for _, path := range []string{left, held.Path} {
		if err := os.Chtimes(filepath.Join(path, "lock"), long, long); err != nil {
			t.Fatal(err)
		}
	}
	second, err := scratch.New(dir, ".work-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("what was left is there: %v", err)
	}
	if _, err := os.Stat(held.Path); err != nil {
		t.Errorf("what another holds is gone: %v", err)
	}
	for _, f := range []*scratch.Folder{held, second} {
		if err := f.Remove(); err != nil {
			t.Error(err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left: %v", entries)
	}
}
