package duckdb

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// inWorker are the options with which queries run in children of the test binary.
func inWorker(t testing.TB) Options {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Options{Worker: []string{self}, MemoryLimit: 256 << 20}
}

func TestAWorkerGivesTheResultOfTheEngine(t *testing.T) {
	here, there := open(t, newFile(t), Options{}), open(t, newFile(t), inWorker(t))
	for _, text := range []string{
		"SELECT COUNT(*) AS people, MAX(name) AS last FROM person",
		"SELECT person_id, death_date, NULL AS nothing, 1.5 AS half, TRUE AS yes, CAST(death_date AS TIMESTAMP) AS at FROM death ORDER BY person_id",
		"SELECT person_id FROM person WHERE FALSE",
		"SELECT 0.0 / 0 AS nan",
		"SELECT person_id FROM person ORDER BY 1",
		"SELECT nobody FROM person",
		"SELECT CAST(name AS INTEGER) FROM person",
		"SELECT 1; SELECT 2",
	} {
		limit := omop.Limit{Rows: 100}
		want, wantErr := here.Query(t.Context(), text, limit)
		got, err := there.Query(t.Context(), text, limit)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
		if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
			t.Errorf("%s: got error %v, want %v", text, err, wantErr)
		}
		var a, b *omop.QueryError
		if errors.As(err, &a) != errors.As(wantErr, &b) || a != nil && (a.SQL != b.SQL || a.Line != b.Line || a.Column != b.Column) {
			t.Errorf("%s: got %#v, want %#v", text, err, wantErr)
		}
	}
}

// Bombs that DuckDB's own limits don't hold; the gate lets none of them pass, so they go to the worker directly.
var bombs = []string{
	"SELECT COUNT(*) FROM range(100000) AS a (i), range(100000) AS b (i), range(1000) AS c (i) WHERE a.i * b.i % 7 = c.i",
	"SELECT len(list_transform(range(300000000), x -> x + 1))",
	"SELECT list_sort(list_transform(range(200000000), x -> 200000000 - x))[1]",
	"SELECT MAX(len(l)) FROM (SELECT LIST(a.i) AS l FROM range(20000) AS a (i), range(20000) AS b (i))",
}

func TestATimeLimitEndsAnyQueryWithinASecond(t *testing.T) {
	e := open(t, newFile(t), inWorker(t))
	for _, bomb := range bombs {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		start := time.Now()
		_, err := e.workers.run(ctx, bomb, bomb, e.defaults)
		cancel()
		if took := time.Since(start); took > 1300*time.Millisecond {
			t.Errorf("%s: took %v", bomb, took)
		}
		if !errors.Is(err, omop.ErrTimeout) && !errors.Is(err, omop.ErrTooLarge) {
			t.Errorf("%s: %v", bomb, err)
		}
		if table, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil || table.Rows[0][0] != int64(1000) {
			t.Fatalf("after %s: %v, %v", bomb, table, err)
		}
	}
}

func TestAMemoryLimitHoldsForWhatDuckDBDoesNotCount(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the memory of another process is read from /proc")
	}
	e := open(t, newFile(t), inWorker(t))
	most := int64(0)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				most = max(most, largestChild())
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	bomb := "SELECT len(list_transform(range(300000000), x -> x + 1))"
	_, err := e.workers.run(ctx, bomb, bomb, e.defaults)
	done <- struct{}{}
	if !errors.Is(err, omop.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	if bound := int64(256<<20+overhead) + 512<<20; most > bound {
		t.Errorf("a worker held %d MB, want at most %d", most>>20, bound>>20)
	}
}

// largestChild is the memory of the largest child of this process.
func largestChild() int64 {
	pids, err := exec.Command("pgrep", "-P", strconv.Itoa(os.Getpid())).Output()
	if err != nil {
		return 0
	}
	var most int64
	for pid := range strings.FieldsSeq(string(pids)) {
		if n, err := strconv.Atoi(pid); err == nil {
			most = max(most, residentBytes(n))
		}
	}
	return most
}

func TestClosingTheDatabaseEndsItsWorkers(t *testing.T) {
	o := inWorker(t)
	o.TempDir = t.TempDir()
	e, err := Open(t.Context(), newFile(t), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
		t.Fatal(err)
	}
	w := e.workers.idle[0]
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-w.ended:
	default:
		t.Error("the worker lives on")
	}
	if left, _ := filepath.Glob(filepath.Join(o.TempDir, tempPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestWithoutAWorkerToStartAQuerySaysSo(t *testing.T) {
	o := inWorker(t)
	o.Worker = []string{filepath.Join(t.TempDir(), "missing")}
	e := open(t, newFile(t), o)
	if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err == nil || !strings.Contains(err.Error(), "start a process") {
		t.Errorf("got %v", err)
	}
}

func BenchmarkQueryInAWorker(b *testing.B) {
	for name, o := range map[string]Options{"this process": {}, "a worker": inWorker(b)} {
		e := open(b, newFile(b), o)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Query(b.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
