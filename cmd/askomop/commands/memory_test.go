package commands

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectionsComeAsAlwaysAfterTheFirst holds that what was put off is put off once.
func TestCollectionsComeAsAlwaysAfterTheFirst(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(-1)
	t.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	deferCollection()
	if debug.SetMemoryLimit(-1) != firstCollection {
		t.Fatal("the first collection is not put off")
	}
	runtime.GC()
	for deadline := time.Now().Add(10 * time.Second); debug.SetMemoryLimit(-1) != math.MaxInt64; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("collections are still put off")
		}
	}
	if got := debug.SetGCPercent(100); got != 100 {
		t.Errorf("collections come at %d %%", got)
	}
}

// TestWhoeverHasSetTheCollectorIsHeeded holds that a limit from the environment stays.
func TestWhoeverHasSetTheCollectorIsHeeded(t *testing.T) {
	t.Setenv("GOMEMLIMIT", "1GiB")
	before := debug.SetMemoryLimit(-1)
	if deferCollection(); debug.SetMemoryLimit(-1) != before {
		t.Error("the limit was replaced")
	}
}
