package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
)

// sample is the memory and the open files of the process at a moment. What the system does not tell is 0.
type sample struct {
	at          time.Duration
	resident    int64 // bytes
	goroutines  int
	connections int
	files       int // descriptors
	temporary   int // files in the engine's folder
}

func (s *soaking) sample(since time.Time) sample {
	open, _ := s.engine.Connections()
	return sample{
		at: time.Since(since), resident: residentBytes(os.Getpid()), goroutines: runtime.NumGoroutine(),
		connections: open, files: openFiles(), temporary: s.temporary(),
	}
}

// watch takes about a hundred samples until the time is over.
func (s *soaking) watch(ctx context.Context) {
	start := time.Now()
	tick := time.NewTicker(max(s.opt.during/100, 50*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.samples = append(s.samples, s.sample(start))
		}
	}
}

// temporary counts the files that DuckDB has put down.
func (s *soaking) temporary() int {
	n := 0
	_ = filepath.WalkDir(filepath.Join(s.dir, "temp"), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil // one that is gone is not an error
	})
	return n
}

// end looks for what was left behind, closes the engine and opens the file again.
func (s *soaking) end(ctx context.Context) {
	for limit := time.Now().Add(30 * time.Second); s.inUse() > 0 && time.Now().Before(limit); {
		time.Sleep(50 * time.Millisecond)
	}
	if n := s.inUse(); n > 0 {
		s.violate("%d connections are in use after the last query", n)
	}
	if n, _ := s.engine.Connections(); n > 4*s.opt.clients+4 {
		s.violate("%d connections are open for %d clients", n, s.opt.clients)
	}
	s.judgeMemory()
	start := time.Now()
	if err := s.engine.Close(); err != nil {
		s.violate("closing the engine: %v", err)
	}
	if took := time.Since(start); took > slack {
		s.violate("closing the engine took %s", took)
	}
	if n := s.temporary(); n > 0 {
		s.violate("%d temporary files are left", n)
	}
	if left, err := filepath.Glob(filepath.Join(s.dir, "temp", "*")); err != nil || len(left) > 0 {
		s.violate("temporary folders are left: %v %v", left, err)
	}
	for limit := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > idleGoroutines &&
		time.Now().Before(limit); {
		time.Sleep(50 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > idleGoroutines {
		s.violate("%d goroutines are left", n)
	}
	if left := children(); len(left) > 0 {
		s.violate("%d processes are left", len(left))
	}
	s.reopen(ctx)
}

// idleGoroutines are as many as the process has with nothing to do.
const idleGoroutines = 12

// reopen opens the file once more in this process, which hangs where anything of the first opening lives.
func (s *soaking) reopen(ctx context.Context) {
	done := make(chan error, 1)
	go func() {
		e, err := duckdb.Open(ctx, s.file, duckdb.Options{TempDir: filepath.Join(s.dir, "temp"),
			MemoryLimit: queryMemory})
		if err == nil {
			_, err = e.Query(ctx, "SELECT COUNT(*) FROM person", omop.Limit{})
			if closed := e.Close(); err == nil {
				err = closed
			}
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			s.violate("opening the file again: %v", err)
		}
	case <-time.After(30 * time.Second):
		s.violate("opening the file again hangs")
	}
}

// queryMemory is what the engine may hold for queries under way.
const queryMemory = 512 << 20

// judgeMemory compares what is held when nothing runs, before the soak and after it, and the middle of the second fifth
// of the time with that of the last: memory, and file descriptors.
func (s *soaking) judgeMemory() {
	if after := s.settle(); after-s.settled > mayGrow {
		s.violate("memory grew from %d to %d MB with nothing under way", s.settled>>20, after>>20)
	}
	n := len(s.samples)
	if n < 20 {
		return
	}
	early, late := median(s.samples[n/5:2*n/5], sample.memory), median(s.samples[4*n/5:], sample.memory)
	if late-early > mayGrow {
		s.violate("memory grew from %d to %d MB", early>>20, late>>20)
	}
	early, late = median(s.samples[n/5:2*n/5], sample.descriptors), median(s.samples[4*n/5:], sample.descriptors)
	if late > early+10 {
		s.violate("file descriptors grew from %d to %d", early, late)
	}
}

func (x sample) memory() int64      { return x.resident }
func (x sample) descriptors() int64 { return int64(x.files) }

func median(list []sample, of func(sample) int64) int64 {
	var all []int64
	for _, x := range list {
		all = append(all, of(x))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// print writes the report.
func (s *soaking) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "%s, %d clients, %d processes at a time\n\n", s.opt.during, s.opt.clients, s.opt.processes)
	fmt.Fprintln(w, "work\ttimes\tlongest\tended")
	for _, kind := range []string{"good", "bad", "huge", "cancelled", "check", "process"} {
		if c := s.counts[kind]; c != nil {
			var ends []string
			for _, end := range sorted(c.ends) {
				ends = append(ends, fmt.Sprintf("%s %d", end, c.ends[end]))
			}
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\n", kind, c.n, c.longest.Round(time.Millisecond), strings.Join(ends, ", "))
		}
	}
	w.Flush()
	fmt.Fprintln(out)
	fmt.Fprintln(w, "at\tresident MB\tgoroutines\tconnections\tdescriptors\ttemporary files")
	for i := range 11 {
		if n := len(s.samples); n > 0 {
			x := s.samples[min(i*n/10, n-1)]
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\n", x.at.Round(time.Second), x.resident>>20, x.goroutines,
				x.connections, x.files, x.temporary)
		}
	}
	w.Flush()
	fmt.Fprintf(out, "\n%d violations\n", len(s.violations))
}

func sorted(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// openFiles counts the process's file descriptors; 0 where the system does not say.
func openFiles() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}
