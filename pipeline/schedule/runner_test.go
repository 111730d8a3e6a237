package schedule

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
)

// bench is a runner in a bubble of time.
type bench struct {
	t      *testing.T
	folder Folder
	opener *fakeOpener
	store  *memory
	log    *strings.Builder
	opt    Options
	start  time.Time
}

func newBench(t *testing.T) *bench {
	return &bench{
		t: t, folder: Folder{Path: filepath.Join(t.TempDir(), "schedules"), NoSync: true}, opener: &fakeOpener{source: "v1"}, store: newMemory(),
		log: &strings.Builder{}, opt: Options{Poll: 10 * time.Second}, start: time.Now(),
	}
}

func (b *bench) runner() *Runner {
	return NewRunner(Parts{Folder: b.folder, Opener: b.opener, Results: b.store, Log: slog.New(slog.NewTextHandler(b.log, nil))}, b.opt)
}

// run lets a runner work for a while and stops it.
func (b *bench) run(d time.Duration) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), d)
	defer cancel()
	if err := b.runner().Run(ctx, nil); err != nil {
		b.t.Fatal(err)
	}
	if b.opener.open != 0 {
		b.t.Errorf("%d databases are still open", b.opener.open)
	}
}

func TestAThousandSchedulesDueAtOnceAreWorkedOffInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.opt.Parallel = 3
		b.opener.answer = func(string) (*omop.Table, error) { time.Sleep(time.Second); return number(1), nil }
		for i := range 1000 {
			s := plan(fmt.Sprintf("s%04d", i), "0 1 1 1 *", "UTC", b.start)
			s.Frozen.Template = fmt.Sprintf("SELECT %d", i)
			put(t, b.folder, s)
		}
		// One that is due all the time must not push itself before the others.
		often := plan("often", "* * * * *", "UTC", b.start.Add(time.Hour-time.Minute))
		often.Frozen.Template = "SELECT 'often'"
		put(t, b.folder, often)
		b.run(time.Hour + 400*time.Second)
		if b.opener.most != 3 {
			t.Errorf("%d runs at the same time, want 3", b.opener.most)
		}
		order := slices.DeleteFunc(slices.Clone(b.opener.asked), func(s string) bool { return strings.Contains(s, "often") })
		if len(order) != 1000 {
			t.Fatalf("%d runs", len(order))
		}
		last := map[string]int{}
		for i, sql := range order {
			last[sql] = i
		}
		for i := range 1000 { // in the order of their names, give or take the parallel ones
			if at := last[fmt.Sprintf("SELECT %d", i)]; at < i-3 || at > i+3 {
				t.Fatalf("schedule %d was run as number %d", i, at)
			}
		}
		for i := range 1000 {
			if h := history(t, b.folder, fmt.Sprintf("s%04d", i)); len(h) != 1 || h[0].Status != Answered {
				t.Fatalf("history of s%04d: %+v", i, h)
			}
		}
		if n := len(b.opener.asked) - 1000; n < 1 || n > 4 {
			t.Errorf("the one that is due every minute was run %d times among the others", n)
		}
	})
}

func TestABusyDatabaseIsTriedAgainAndGivenUpWithAMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.opt.Retries = 3
		busy := errors.Join(omop.ErrBusy, errors.New("the process with PID 7 has it open for writing"))
		b.opener.err = busy
		put(t, b.folder, plan("patient", "0 1 * * *", "UTC", b.start), plan("hopeless", "0 3 * * *", "UTC", b.start))
		go func() {
			time.Sleep(time.Hour + 25*time.Second) // after two attempts
			b.opener.mu.Lock()
			b.opener.err = nil
			b.opener.mu.Unlock()
			time.Sleep(time.Hour)
			b.opener.mu.Lock()
			b.opener.err = fmt.Errorf("open database: %w", fs.ErrNotExist)
			b.opener.mu.Unlock()
		}()
		b.run(4 * time.Hour)
		h := history(t, b.folder, "patient")
		if len(h) != 1 || h[0].Status != Answered || h[0].Attempts != 3 {
			t.Errorf("the patient one: %+v", h)
		}
		h = history(t, b.folder, "hopeless")
		if len(h) != 1 || h[0].Status != Failed || h[0].Attempts != 4 || !strings.Contains(h[0].Message, "askomop schedule run hopeless") {
			t.Errorf("the hopeless one: %+v", h)
		}
	})
}

func TestAFailingRunStopsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.opener.answer = func(sql string) (*omop.Table, error) {
			switch {
			case strings.Contains(sql, "bad"):
				return nil, &omop.QueryError{Err: errors.New("no such column")}
			case strings.Contains(sql, "broken"):
				panic("a bug")
			}
			return number(7), nil
		}
		bad, broken, good := plan("bad", "0 * * * *", "UTC", b.start), plan("broken", "0 * * * *", "UTC", b.start), plan("good", "0 * * * *", "UTC", b.start)
		bad.Frozen.Template, broken.Frozen.Template = "SELECT bad", "SELECT broken"
		bad.Alerts = []string{"failure"}
		put(t, b.folder, bad, broken, good)
		b.run(3*time.Hour + time.Minute)
		for name, want := range map[string]string{"bad": Failed, "broken": Failed, "good": Answered} {
			h := history(t, b.folder, name)
			if len(h) != 3 || h[2].Status != want {
				t.Errorf("%s: %+v", name, h)
			}
		}
		if h := history(t, b.folder, "bad"); len(h[0].Alerts) != 1 || !strings.Contains(h[0].Alerts[0], "The run failed: Error: ") {
			t.Errorf("alerts %v", h[0].Alerts)
		}
	})
}

func TestAChangeThatCannotBeToldIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		s := plan("hourly", "0 * * * *", "UTC", b.start)
		s.Alerts = []string{"changes", "failure"}
		put(t, b.folder, s)
		b.run(2*time.Hour + time.Minute)
		b.store = newMemory() // another place for results
		b.run(2 * time.Hour)
		h := history(t, b.folder, "hourly")
		if len(h) != 4 || len(h[1].Alerts) != 0 || len(h[2].Alerts) != 1 || !strings.Contains(h[2].Alerts[0], "can't be told") || len(h[3].Alerts) != 0 {
			t.Errorf("%+v", h)
		}
	})
}

func TestMissedRunsAreCaughtUpOnceOrSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		once, skip := plan("once", "30 * * * *", "UTC", b.start), plan("skip", "30 * * * *", "UTC", b.start)
		skip.CatchUp = CatchUpSkip
		put(t, b.folder, once, skip)
		time.Sleep(10 * time.Hour) // nobody is up
		b.run(time.Minute)
		h := history(t, b.folder, "once")
		if len(h) != 2 || h[0].Status != Missed || h[0].Missed != 9 || h[1].Status != Answered || !h[1].Due.Equal(b.start.Add(9*time.Hour+30*time.Minute)) {
			t.Errorf("once: %+v", h)
		}
		if h = history(t, b.folder, "skip"); len(h) != 1 || h[0].Status != Missed || h[0].Missed != 10 {
			t.Errorf("skip: %+v", h)
		}
		b.run(31 * time.Minute)
		for _, name := range []string{"once", "skip"} {
			h := history(t, b.folder, name)
			if last := h[len(h)-1]; last.Status != Answered || !last.Due.Equal(b.start.Add(10*time.Hour+30*time.Minute)) {
				t.Errorf("%s goes on with %+v", name, last)
			}
		}
	})
}

func TestAStandbyTakesOverAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		put(t, b.folder, plan("hourly", "0 * * * *", "UTC", b.start))
		first, stop := context.WithCancel(t.Context())
		go func() { _ = b.runner().Run(first, nil) }()
		synctest.Wait()
		waits := make(chan Status, 1)
		second, end := context.WithTimeout(t.Context(), 5*time.Hour+time.Minute)
		defer end()
		done := make(chan error)
		go func() { done <- b.runner().Run(second, func(s Status) { waits <- s }) }()
		if s := <-waits; s.PID != os.Getpid() {
			t.Errorf("the one at work is %+v", s)
		}
		time.Sleep(2*time.Hour + 30*time.Minute)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		h := history(t, b.folder, "hourly")
		if len(h) != 5 {
			t.Errorf("%d runs, want 5: %+v", len(h), h)
		}
	})
}

func TestASetBackClockRunsNothingTwiceAndSaysHowToGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		put(t, b.folder, plan("hourly", "0 * * * *", "UTC", b.start))
		// Two runs that lie ahead of the clock: an hour, as a small correction, and a year.
		ahead := func(d time.Duration) {
			rec := Record{ID: due{at: b.start.Add(d), by: ByClock}.ID(), By: ByClock, Due: b.start.Add(d), Status: Answered}
			if err := b.folder.Append("hourly", rec); err != nil {
				t.Fatal(err)
			}
		}
		ahead(2 * time.Hour)
		b.run(3*time.Hour + time.Minute)
		if h := history(t, b.folder, "hourly"); len(h) != 2 || !h[1].Due.Equal(b.start.Add(3*time.Hour)) {
			t.Errorf("after a small correction: %+v", h)
		}
		ahead(365 * 24 * time.Hour)
		b.run(3 * time.Hour)
		if h := history(t, b.folder, "hourly"); len(h) != 3 {
			t.Errorf("while the clock stands before the last run: %+v", h)
		}
		if !strings.Contains(b.log.String(), "askomop schedule resume hourly") {
			t.Errorf("the log does not say how to go on: %s", b.log)
		}
		if _, err := b.folder.Resume("hourly", time.Now()); err != nil {
			t.Fatal(err)
		}
		b.run(2 * time.Hour)
		if h := history(t, b.folder, "hourly"); len(h) != 5 {
			t.Errorf("after resume: %+v", h)
		}
	})
}

// TestAFullDiskLosesNoRun lets the history lie on a device that is always full, and then no longer.
func TestAFullDiskLosesNoRun(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		needs.Missing(t, "/dev/full: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		put(t, b.folder, plan("hourly", "0 * * * *", "UTC", b.start))
		if err := os.Symlink("/dev/full", b.folder.ledger("hourly")); err != nil {
			t.Fatal(err)
		}
		go func() {
			time.Sleep(time.Hour + time.Minute)
			if err := os.Remove(b.folder.ledger("hourly")); err != nil {
				t.Error(err)
			}
		}()
		b.run(2*time.Hour + time.Minute)
		h := history(t, b.folder, "hourly")
		if len(h) != 2 || h[0].Status != Answered || !h[0].Due.Equal(b.start.Add(time.Hour)) {
			t.Errorf("%+v", h)
		}
		if n := len(b.opener.asked); n != 2 {
			t.Errorf("%d queries for two runs: a run was made again to keep its record", n)
		}
		if log := b.log.String(); strings.Count(log, "the disk is full") != 1 || !strings.Contains(log, "free some space") {
			t.Errorf("the log: %s", log)
		}
	})
}

func TestNewDataIsNoticedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		db := filepath.Join(t.TempDir(), "cdm.duckdb")
		write := func(text string) {
			if err := os.WriteFile(db, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("one")
		s := plan("fresh", "", "UTC", b.start)
		s.OnRefresh, s.Database, s.Source = true, db, "v1"
		put(t, b.folder, s)
		b.run(time.Hour)
		if h := history(t, b.folder, "fresh"); len(h) != 0 {
			t.Fatalf("run without new data: %+v", h)
		}
		write("touched") // but cdm_source says the same
		b.run(time.Hour)
		if h := history(t, b.folder, "fresh"); len(h) != 0 {
			t.Fatalf("run for a file that says nothing new: %+v", h)
		}
		if err := os.Remove(db); err != nil {
			t.Fatal(err)
		}
		b.run(time.Hour)
		if n := strings.Count(b.log.String(), "the database is not there"); n != 1 || !strings.Contains(b.log.String(), db) {
			t.Errorf("of a database that is gone the log says %d times: %s", n, b.log)
		}
		write("loaded again")
		b.opener.source = "v2"
		b.run(time.Hour)
		b.run(time.Hour)
		h := history(t, b.folder, "fresh")
		if len(h) != 1 || h[0].By != ByRefresh || h[0].Source != "v2" {
			t.Errorf("%+v", h)
		}
	})
}

func TestAStoppedRunnerLetsRunsEndOrLeavesThemDue(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		want  int
	}{"ends in time": {10 * time.Second, 1}, "takes too long": {10 * time.Minute, 0}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				b.opener.answer = func(string) (*omop.Table, error) { time.Sleep(c.takes); return number(1), nil }
				put(t, b.folder, plan("hourly", "0 * * * *", "UTC", b.start))
				b.run(time.Hour + time.Second)
				if h := history(t, b.folder, "hourly"); len(h) != c.want {
					t.Errorf("%+v", h)
				}
				b.opener.answer = nil
				b.run(time.Minute)
				if h := history(t, b.folder, "hourly"); len(h) != 1 || h[0].Status != Answered {
					t.Errorf("after another runner: %+v", h)
				}
				time.Sleep(c.takes) // what was left behind ends
			})
		})
	}
}

func TestOnceRunsWhatIsDueAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		put(t, b.folder, plan("hourly", "0 * * * *", "UTC", b.start), plan("yearly", "@yearly", "UTC", b.start))
		time.Sleep(90 * time.Minute)
		for _, want := range []int{1, 0} {
			if n, err := b.runner().Once(t.Context()); n != want || err != nil {
				t.Errorf("%d runs, %v; want %d", n, err, want)
			}
		}
		lease, err := b.folder.TryLease()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.runner().Once(t.Context()); !errors.Is(err, ErrAtWork) {
			t.Errorf("beside another runner: %v", err)
		}
		if err := lease.Release(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestSchedulesThatAreAddedChangedAndRemovedAreNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		put(t, b.folder, plan("a", "0 * * * *", "UTC", b.start))
		go func() {
			time.Sleep(90 * time.Minute)
			put(t, b.folder, plan("b", "15 * * * *", "UTC", time.Now()))
			if _, err := b.folder.Update("a", func(s *Schedule) { s.Paused = true }); err != nil {
				t.Error(err)
			}
			time.Sleep(3 * time.Hour)
			if err := b.folder.Remove("b"); err != nil {
				t.Error(err)
			}
		}()
		b.run(6 * time.Hour)
		if h := history(t, b.folder, "a"); len(h) != 1 {
			t.Errorf("a, paused after its first run: %+v", h)
		}
		asked := len(b.opener.asked)
		if asked != 1+3 {
			t.Errorf("%d runs, want 1 of a and 3 of b", asked)
		}
	})
}
