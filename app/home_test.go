package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestTheHomeFollowsTheHabitOfTheSystem(t *testing.T) {
	userHome := func() (string, error) { return "/home/ada", nil }
	cases := []struct {
		system string
		env    map[string]string
		want   string
	}{
		{"linux", nil, "/home/ada/.local/share"},
		{"linux", map[string]string{"XDG_DATA_HOME": "/data"}, "/data"},
		{"linux", map[string]string{"XDG_DATA_HOME": "relative"}, "/home/ada/.local/share"},
		{"darwin", nil, "/home/ada/Library/Application Support"},
		{"windows", map[string]string{"LocalAppData": `C:\Users\ada\AppData\Local`}, `C:\Users\ada\AppData\Local`},
	}
	for _, c := range cases {
		got, err := dataDir(c.system, func(k string) string { return c.env[k] }, userHome)
		if err != nil || filepath.ToSlash(got) != filepath.ToSlash(c.want) {
			t.Errorf("%s %v: %q, %v; want %q", c.system, c.env, got, err, c.want)
		}
	}
	if _, err := dataDir("linux", func(string) string { return "" }, func() (string, error) { return "", errors.New("no home") }); err == nil {
		t.Error("no home folder is no error")
	}
}

func TestOfSeveralThatWantAFileOneMakesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo", "x.db")
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			err := makeOnce(t.Context(), path, func(_ context.Context, half string) error {
				made.Add(1)
				if exists(path) {
					t.Error("the file is there before it is whole")
				}
				time.Sleep(20 * time.Millisecond)
				return os.WriteFile(half, []byte("whole"), 0o644)
			})
			if err != nil {
				t.Error(err)
			}
			if data, err := os.ReadFile(path); err != nil || string(data) != "whole" {
				t.Errorf("read %q, %v", data, err)
			}
		})
	}
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
}

func TestWhatFailsHalfwayLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	ctx, cancel := context.WithCancel(t.Context())
	err := makeOnce(ctx, path, func(ctx context.Context, half string) error {
		if err := os.WriteFile(half+".wal", []byte("half"), 0o644); err != nil {
			return err
		}
		cancel()
		return ctx.Err()
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "x.db.lock" {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}

func TestWhatAKilledProcessLeftIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.MkdirAll(filepath.Join(path+".making", ".demo-1"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := makeOnce(t.Context(), path, func(_ context.Context, half string) error { return os.WriteFile(half, nil, 0o644) })
	if err != nil || !exists(path) || exists(path+".making") {
		t.Errorf("error %v, made %v, left %v", err, exists(path), exists(path+".making"))
	}
}
