//go:build unix

package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
)

func TestCancellingKillsWhatTheProgramStarted(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	m, err := New(Config{Line: script(t, "sleep 600 &\necho $! >'"+pidFile+"'\nwait\n")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for range 100 {
			if data, _ := os.ReadFile(pidFile); len(data) > 0 {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		cancel()
	}()
	start := time.Now()
	if _, err := m.Generate(ctx, llm.Request{User: "Q"}); !errors.Is(err, context.Canceled) || time.Since(start) > 4*time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	data, err := os.ReadFile(pidFile)
	if err != nil {
		t.Fatal(err)
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	for range 50 { // the kill is on its way
		if syscall.Kill(pid, 0) != nil || zombie(pid) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d still runs", pid)
}

// zombie reports whether a process has ended and nobody has asked for its end yet.
func zombie(pid int) bool {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(data), ") ")
	return strings.HasPrefix(rest, "Z")
}
