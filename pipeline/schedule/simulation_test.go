package schedule

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The simulation runs real runner processes on a clock that the test turns, kills
// them without warning, and then compares every history with what should have been.
// `task year` simulates a whole year; without ASKOMOP_TEST_YEAR it is two days around each change of the clock.

const simulated = "ASKOMOP_TEST_SIMULATED_RUNNER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(simulated); dir != "" {
		runSimulated(dir)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// runSimulated is a runner process of the simulation. It ends when its standard input does.
func runSimulated(dir string) {
	f := Folder{Path: filepath.Join(dir, "schedules"), NoSync: true}
	clock := newFileClock(filepath.Join(dir, "clock"))
	opener := &fakeOpener{source: "v1"}
	out := bufio.NewWriter(os.Stdout)
	r := NewRunner(Parts{
		Folder: f, Opener: opener, Results: newMemory(), Clock: clock, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		Tell: func(name string, rec Record) {
			fmt.Fprintf(out, "%s %s\n", name, rec.ID)
			out.Flush()
		},
	}, Options{Parallel: 4, Poll: 12 * time.Hour})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		cancel()
	}()
	if err := r.Run(ctx, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fileClock shows the time that the test writes into a file.
type fileClock struct {
	file *os.File
	mu   sync.Mutex
	wait []timer
}

type timer struct {
	at time.Time
	c  chan time.Time
}

func newFileClock(path string) *fileClock {
	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	c := &fileClock{file: file}
	go func() {
		for ; ; time.Sleep(300 * time.Microsecond) {
			now := c.Now()
			c.mu.Lock()
			c.wait = slices.DeleteFunc(c.wait, func(t timer) bool {
				if t.at.After(now) {
					return false
				}
				t.c <- now
				return true
			})
			c.mu.Unlock()
		}
	}()
	return c
}

func (c *fileClock) Now() time.Time {
	var b [8]byte
	if _, err := c.file.ReadAt(b[:], 0); err != nil {
		panic(err)
	}
	return time.Unix(0, int64(binary.LittleEndian.Uint64(b[:])))
}

func (c *fileClock) At(at time.Time) <-chan time.Time {
	t := timer{at, make(chan time.Time, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wait = append(c.wait, t)
	return t.c
}

// simulation is the test's side.
type simulation struct {
	t      *testing.T
	dir    string
	folder Folder
	clock  *os.File
	random *rand.Rand

	runners []*exec.Cmd
	told    chan string
	kills   int
}

func newSimulation(t *testing.T, start time.Time) *simulation {
	dir := t.TempDir()
	s := &simulation{t: t, dir: dir, folder: Folder{Path: filepath.Join(dir, "schedules"), NoSync: true}, random: rand.New(rand.NewPCG(7, 11)), told: make(chan string, 1000)}
	var err error
	if s.clock, err = os.Create(filepath.Join(dir, "clock")); err != nil {
		t.Fatal(err)
	}
	s.set(start)
	t.Cleanup(func() {
		for _, c := range s.runners {
			s.kill(c)
		}
	})
	return s
}

func (s *simulation) set(now time.Time) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], uint64(now.UnixNano()))
	if _, err := s.clock.WriteAt(b[:], 0); err != nil {
		s.t.Fatal(err)
	}
}

func (s *simulation) start() {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), simulated+"="+s.dir)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil { // held open by this process
		s.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			s.told <- lines.Text()
		}
	}()
	s.runners = append(s.runners, cmd)
}

func (s *simulation) kill(c *exec.Cmd) {
	_ = c.Process.Signal(syscall.SIGKILL) // it may be dead already
	_ = c.Wait()                          // and it did not end well
}

// crash kills one runner or both, at a random moment of what they do.
func (s *simulation) crash() {
	time.Sleep(time.Duration(s.random.IntN(3000)) * time.Microsecond)
	n := 1 + s.random.IntN(len(s.runners))
	for range n {
		i := s.random.IntN(len(s.runners))
		s.kill(s.runners[i])
		s.runners = slices.Delete(s.runners, i, i+1)
		s.kills++
	}
}

// settle waits until the runs that are due at an instant are in the histories.
func (s *simulation) settle(at time.Time, names []string) {
	open := map[string]bool{}
	id := due{at: at, by: ByClock}.ID()
	for _, n := range names {
		open[n+" "+id] = true
	}
	deadline := time.After(30 * time.Second)
	for len(open) > 0 {
		select {
		case line := <-s.told:
			delete(open, line)
		case <-time.After(20 * time.Millisecond): // told by a runner that died meanwhile, or noted as missed
			for key := range open {
				name, _, _ := strings.Cut(key, " ")
				due, _, err := s.folder.settled(&Schedule{Name: name})
				if err != nil {
					s.t.Fatal(err)
				}
				if !due.Before(at) {
					delete(open, key)
				}
			}
		case <-deadline:
			s.t.Fatalf("at %s these were not run: %v", at, open)
		}
	}
}

var simulatedZones = []string{"America/New_York", "Europe/Berlin", "Australia/Sydney"}

// simulatedPlans are forty schedules: at hours that daylight saving skips and repeats, at midnight, every hour, rarely.
func simulatedPlans(start time.Time) []*Schedule {
	var all []*Schedule
	add := func(expr, zone, catchUp string) {
		s := plan(fmt.Sprintf("s%02d", len(all)), expr, zone, start)
		s.CatchUp = catchUp
		all = append(all, s)
	}
	for _, zone := range simulatedZones {
		for _, expr := range []string{"0 * * * *", "30 2 * * *", "30 1 * * *", "0 2 * * *", "0 3 * * *", "15 0 * * *", "0 6 * * 1", "59 1 * * 0", "0 */6 * * *", "@daily", "@monthly", "45 2 * 3,4,10,11 *"} {
			catchUp := CatchUpOnce
			if len(all)%4 == 3 {
				catchUp = CatchUpSkip
			}
			add(expr, zone, catchUp)
		}
	}
	add("0 6 1 1,4,7,10 *", "UTC", CatchUpOnce)
	add("0 0 29 2 *", "UTC", CatchUpOnce)
	add("0 12 * * *", "Asia/Kolkata", CatchUpOnce)
	add("30 23 31 * *", "America/Santiago", CatchUpOnce)
	return all
}

// wallTimes lists when an expression is due, minute by minute of real time, by the
// rules as they are written and not as they are programmed.
func wallTimes(t *testing.T, expr, zone string, from, to time.Time) []time.Time {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	switch expr {
	case "@daily":
		expr = "0 0 * * *"
	case "@monthly":
		expr = "0 0 1 * *"
	}
	fields := strings.Fields(expr)
	matches := func(wall time.Time) bool {
		for i, v := range []int{wall.Minute(), wall.Hour(), wall.Day(), int(wall.Month()), int(wall.Weekday())} {
			if !fieldHas(fields[i], v) {
				return false
			}
		}
		return true
	}
	everyHour := strings.HasPrefix(fields[1], "*")
	var out []time.Time
	shown := map[string]bool{} // wall times of the last days
	_, offset := from.Add(-time.Minute).In(loc).Zone()
	for now := from.Add(-24 * time.Hour).Truncate(time.Minute); now.Before(to); now = now.Add(time.Minute) {
		wall := now.In(loc)
		_, next := wall.Zone()
		hit := matches(wall)
		if skipped := next - offset; skipped > 0 && !everyHour && !hit {
			for m := 60; m <= skipped; m += 60 { // the minutes that the wall did not show
				hit = hit || matches(wall.UTC().Add(time.Duration(next-m)*time.Second))
			}
		}
		offset = next
		key := wall.Format("2006-01-02 15:04")
		if hit && !everyHour && shown[key] {
			hit = false
		}
		shown[key] = true
		if hit && now.After(from) {
			out = append(out, now.UTC())
		}
	}
	return out
}

func fieldHas(field string, v int) bool {
	for part := range strings.SplitSeq(field, ",") {
		if step, ok := strings.CutPrefix(part, "*/"); ok {
			n, _ := strconv.Atoi(step)
			if v%n == 0 {
				return true
			}
		} else if n, err := strconv.Atoi(part); part == "*" || err == nil && n == v {
			return true
		}
	}
	return false
}

func TestASimulatedYearWithCrashesAndTwoRunners(t *testing.T) {
	utc := func(month time.Month, day int) time.Time { return time.Date(2026, month, day, 0, 7, 0, 0, time.UTC) }
	type stretch struct{ from, to time.Time }
	stretches := []stretch{{utc(3, 7), utc(3, 9)}, {utc(3, 28), utc(3, 30)}, {utc(4, 4), utc(4, 6)}, {utc(10, 3), utc(10, 5)}, {utc(10, 24), utc(10, 26)}, {utc(10, 31), utc(11, 2)}}
	every := 10 // crashes: one in so many instants
	if os.Getenv("ASKOMOP_TEST_YEAR") != "" {
		stretches = []stretch{{utc(1, 1), utc(1, 1).AddDate(1, 0, 0)}}
		every = 80
	}
	for _, s := range stretches {
		t.Run(s.from.Format(time.DateOnly), func(t *testing.T) { simulate(t, s.from, s.to, every) })
	}
}

func simulate(t *testing.T, from, to time.Time, every int) {
	began := time.Now()
	s := newSimulation(t, from)
	plans := simulatedPlans(from)
	put(t, s.folder, plans...)
	want := map[string][]time.Time{}
	at := map[time.Time][]string{}
	for _, p := range plans {
		want[p.Name] = wallTimes(t, p.Cron, p.Zone, from, to)
		for _, when := range want[p.Name] {
			at[when] = append(at[when], p.Name)
		}
	}
	var instants []time.Time
	for when := range at {
		instants = append(instants, when)
	}
	slices.SortFunc(instants, time.Time.Compare)
	s.start()
	s.start()
	down := 0 // instants for which nobody is up
	for i, when := range instants {
		s.set(when)
		if s.random.IntN(every) == 0 && len(s.runners) > 0 {
			s.crash()
			if len(s.runners) == 0 && s.random.IntN(2) == 0 {
				down = s.random.IntN(8)
			}
		}
		if len(s.runners) == 0 && down > 0 && i+1 < len(instants) {
			down--
			continue
		}
		for len(s.runners) < 2 {
			s.start()
		}
		s.settle(when, at[when])
	}
	runs := 0
	for _, p := range plans {
		runs += compareHistory(t, p, history(t, s.folder, p.Name), want[p.Name])
	}
	t.Logf("%d instants, %d runs, %d kills, in %s", len(instants), runs, s.kills, time.Since(began).Round(time.Second))
	if s.kills == 0 || runs == 0 {
		t.Errorf("%d kills, %d runs: nothing was tried", s.kills, runs)
	}
}

// compareHistory holds that every due time is in the history once: as a run, or
// within a line of missed ones where nobody was up.
func compareHistory(t *testing.T, p *Schedule, got []Record, want []time.Time) (runs int) {
	t.Helper()
	times := map[time.Time]int{}
	for _, r := range got {
		switch r.Status {
		case Answered:
			runs++
			times[r.Due.UTC()]++
		case Missed:
			n := 0
			for _, w := range want {
				if !w.Before(r.MissedFrom) && !w.After(r.Due) {
					times[w]++
					n++
				}
			}
			if n != r.Missed {
				t.Errorf("%s (%s %s): %d missed from %s to %s, should be %d", p.Name, p.Cron, p.Zone, r.Missed, r.MissedFrom, r.Due, n)
			}
		default:
			t.Errorf("%s: run %s is %s: %s", p.Name, r.ID, r.Status, r.Message)
		}
	}
	for _, w := range want {
		if n := times[w]; n != 1 {
			t.Errorf("%s (%s %s, %s): %s is %d times in the history", p.Name, p.Cron, p.Zone, p.CatchUp, w, n)
		}
		delete(times, w)
	}
	for when := range times {
		t.Errorf("%s (%s %s): a run at %s, when none was due", p.Name, p.Cron, p.Zone, when)
	}
	return runs
}
