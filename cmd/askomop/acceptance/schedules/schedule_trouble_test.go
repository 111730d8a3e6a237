package schedules

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/pipeline/schedule"
)

// holdVar makes the test's binary a process that opens the file of that name for writing, until its input ends.
const holdVar = "ASKOMOP_TEST_HOLD"

// holdFile opens a database for writing, as a loader of data does, and says so.
func holdFile(path string) error {
	connector, err := driverduckdb.NewConnector(path, nil)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	if err := db.Ping(); err != nil {
		return errors.Join(err, db.Close())
	}
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, db.Close())
}

// hold has another process hold a file; the result lets it go.
func hold(t *testing.T, file string) (release func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), holdVar+"="+file)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatalf("the holder did not start: %v", err)
	}
	return func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Error(err)
		}
	}
}

// owed adds a schedule to a copy of the demo database that owes one run already, and the next at new year.
func owed(t *testing.T, extra ...string) (cdm, name string) {
	t.Helper()
	cmdtest.UseDemo(t)
	cdm = filepath.Join(t.TempDir(), "cdm.duckdb")
	cmdtest.Edited(t, cmdtest.Demo(), cdm)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	cmdtest.Must(t, append([]string{"--db", cdm, "schedule", "add", "owed", "--cron", "@yearly", "--timezone", "UTC", "--pair", "all-patients", "--yes"}, extra...)...)
	folder := schedule.Folder{Path: filepath.Join(os.Getenv("ASKOMOP_HOME"), "schedules")}
	if _, err := folder.Update("owed", func(s *schedule.Schedule) { s.Since = time.Date(time.Now().Year()-1, 12, 31, 0, 0, 0, 0, time.UTC) }); err != nil {
		t.Fatal(err)
	}
	return cdm, "owed"
}

func lastRecord(t *testing.T, name string) schedule.Record {
	t.Helper()
	h := cmdtest.MustJSON[[]schedule.Record](t, "schedule", "history", name)
	if len(h) == 0 {
		t.Fatal("the history is empty")
	}
	return h[len(h)-1]
}

func TestADatabaseThatIsBeingWrittenIsWaitedFor(t *testing.T) {
	cdm, name := owed(t)
	release := hold(t, cdm)
	go func() {
		time.Sleep(time.Second)
		release()
	}()
	got := cmdtest.Must(t, "schedule", "run", "--once", "--backoff", "200ms", "--retries", "10")
	rec := lastRecord(t, name)
	if rec.Status != schedule.Answered || rec.Attempts < 2 || !strings.Contains(got.ErrOut, "open for writing") {
		t.Errorf("%+v\n%s", rec, got.ErrOut)
	}
}

func TestADatabaseThatStaysLockedOrGoneFailsWithAMessage(t *testing.T) {
	cdm, name := owed(t)
	release := hold(t, cdm)
	cmdtest.Must(t, "schedule", "run", "--once", "--backoff", "50ms", "--retries", "2")
	release()
	rec := lastRecord(t, name)
	if rec.Status != schedule.Failed || rec.Attempts != 3 || !strings.Contains(rec.Message, "has it open for writing") || !strings.Contains(rec.Message, "askomop schedule run owed") {
		t.Errorf("locked: %+v", rec)
	}
	if err := os.Rename(cdm, cdm+".away"); err != nil {
		t.Fatal(err)
	}
	got := cmdtest.Run(t, "schedule", "run", name)
	rec = lastRecord(t, name)
	if got.Code != commands.ExitFailed || rec.Status != schedule.Failed || !strings.Contains(rec.Message, cdm) || len(rec.Alerts) != 1 || !strings.Contains(got.ErrOut, "ALERT owed") {
		t.Errorf("gone: %d %+v\n%s", got.Code, rec, got.ErrOut)
	}
	if err := os.Rename(cdm+".away", cdm); err != nil {
		t.Fatal(err)
	}
	cmdtest.Must(t, "schedule", "run", name)
	if h := cmdtest.MustJSON[[]schedule.Record](t, "schedule", "history", name); len(h) != 3 || h[2].Status != schedule.Answered {
		t.Errorf("history %+v", h)
	}
}

// TestAResultThatFindsNoRoomFailsWithAMessage keeps results on a small file system that something else fills.
func TestAResultThatFindsNoRoomFailsWithAMessage(t *testing.T) {
	small := t.TempDir()
	if err := mountSmall(small); err != nil {
		needs.Missing(t, "the right to mount a small file system: %v", err)
	}
	defer unmount(small)
	t.Setenv("ASKOMOP_RESULTS", filepath.Join(small, "results.duckdb"))
	_, name := owed(t)
	filler := filepath.Join(small, "filler")
	if err := os.WriteFile(filler, make([]byte, 1<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the file system: %v", err)
	}
	cmdtest.Must(t, "schedule", "run", "--once", "--retries", "0")
	rec := lastRecord(t, name)
	if rec.Status != schedule.Failed || !strings.Contains(rec.Message, "the disk is full") || !strings.Contains(rec.Message, "--results") {
		t.Errorf("%+v", rec)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	cmdtest.Must(t, "schedule", "run", name)
	if rec := lastRecord(t, name); rec.Status != schedule.Answered {
		t.Errorf("with room: %+v", rec)
	}
}

// TestKilledRunnersLoseNoRunAndNoResult kills runners at work over a real results file, until everything that was due is done.
func TestKilledRunnersLoseNoRunAndNoResult(t *testing.T) {
	cdm, first := owed(t)
	names := []string{first}
	folder := schedule.Folder{Path: filepath.Join(os.Getenv("ASKOMOP_HOME"), "schedules")}
	s, err := folder.Get(first)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 19 {
		s.Name = fmt.Sprintf("owed-%d", i)
		if err := folder.Put(s, false); err != nil {
			t.Fatal(err)
		}
		names = append(names, s.Name)
	}
	kills := 0
	for left := len(names); left > 0; kills++ {
		if kills == 40 {
			t.Fatalf("after %d kills %d runs are still due", kills, left)
		}
		cmdtest.Kill(t, []string{"ASKOMOP_DB=" + cdm}, 300*time.Millisecond+time.Duration(rand.IntN(700))*time.Millisecond, "schedule", "run")
		left = 0
		for _, name := range names {
			if h, _, err := folder.History(name); err != nil || len(h) == 0 {
				left++
			}
		}
	}
	if got := cmdtest.Must(t, "schedule", "run", "--once"); !strings.Contains(got.ErrOut, "0 runs made") {
		t.Errorf("after all was done: %s", got.ErrOut)
	}
	for _, name := range names {
		h, damaged, err := folder.History(name)
		if err != nil || damaged > 0 || len(h) != 1 || h[0].Status != schedule.Answered {
			t.Errorf("%s: %+v, %d damaged, %v", name, h, damaged, err)
		}
		if got := cmdtest.Must(t, "schedule", "export", name); got.Out != "patients\n5000\n" {
			t.Errorf("the result of %s: %q", name, got.Out)
		}
	}
	t.Logf("%d kills", kills)
}

// TestAnIdleRunnerIsSmall runs the program as a process of its own, lets it work, and measures it while it waits.
func TestAnIdleRunnerIsSmall(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads /proc")
	}
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	_, name := owed(t)
	var errOut bytes.Buffer
	cmd := exec.Command(os.Args[0], "schedule", "run")
	cmd.Env = append(os.Environ(), cmdtest.RunVar+"=1")
	cmd.Stderr = &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	folder := schedule.Folder{Path: filepath.Join(os.Getenv("ASKOMOP_HOME"), "schedules")}
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if h, _, _ := folder.History(name); len(h) > 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("no run within a minute: %s", &errOut)
		}
	}
	time.Sleep(time.Second)
	_, before := usageOf(t, cmd.Process.Pid)
	time.Sleep(3 * time.Second)
	kB, after := usageOf(t, cmd.Process.Pid)
	t.Logf("%d kB, %d ticks of 10 ms in 3 s", kB, after-before)
	if kB > 60<<10 || after-before > 3 {
		t.Errorf("an idle runner has %d kB and used %d ms of 3 s; want less than 60 MB and 1 %%", kB, 10*(after-before))
	}
	if err := errors.Join(cmd.Process.Signal(syscall.SIGTERM), cmd.Wait()); err != nil {
		t.Errorf("stopping it: %v: %s", err, &errOut)
	}
}

// usageOf are a process's memory in kB and its time in ticks.
func usageOf(t *testing.T, pid int) (kB, ticks int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kB, _ = strconv.Atoi(strings.Fields(rest)[0])
		}
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	f := strings.Fields(rest)
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return kB, user + system
}
