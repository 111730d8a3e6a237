package commands

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is how much memory Go's part of the program may hold, in bytes, before garbage is collected for the
// first time.
const firstCollection = 64 << 20

// deferCollection lets a process that is done in a moment end before its garbage is collected: while the heap is small,
// collections come every few milliseconds and take a tenth of a search. After the first one they come as they always
// do. Whoever has set GOGC or GOMEMLIMIT is heeded.
func deferCollection() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstCollection)
	// The first collection finds that nothing refers to this.
	runtime.AddCleanup(&struct{ mark [1]*byte }{}, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
