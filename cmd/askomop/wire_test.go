package main

import (
	"log/slog"
	"testing"
)

func TestTheDatabaseGetsTheMemoryThatIsAllowed(t *testing.T) {
	path := demoDatabase(t)
	for gigabytes, want := range map[int]string{1: "1.0 GiB", 3: "3.0 GiB"} {
		p := newParts(settings{Memory: gigabytes}, Streams{}, slog.New(slog.DiscardHandler))
		e, err := p.openFile(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := e.DB().QueryRowContext(t.Context(), "SELECT current_setting('memory_limit')").Scan(&got); err != nil || got != want {
			t.Errorf("--memory %d: %s, want %s (%v)", gigabytes, got, want, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}
