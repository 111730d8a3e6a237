package duckfile

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/resultstest"
)

func TestStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.duckdb")
	resultstest.Run(t, func(t *testing.T) results.Store {
		s, err := New(path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func one() *omop.Table {
	return &omop.Table{Columns: []omop.Column{{Name: "n", Type: "BIGINT"}}, Rows: [][]any{{int64(1)}}}
}

// TestAFileThatAnotherHasIsBusy opens the file beside the store, as a person with a database tool does.
func TestAFileThatAnotherHasIsBusy(t *testing.T) {
	s, err := New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	s.patient = 300 * time.Millisecond
	if err := s.Put(t.Context(), results.Key{Schedule: "a", Run: "1"}, time.Now(), one()); err != nil {
		t.Fatal(err)
	}
	other, err := New(s.path)
	if err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	held := make(chan struct{})
	done := make(chan error)
	go func() {
		done <- other.write(t.Context(),
			func(_ context.Context, _ *sql.Conn) error { close(held); <-release; return nil })
	}()
	<-held
	err = s.Put(t.Context(), results.Key{Schedule: "a", Run: "2"}, time.Now(), one())
	close(release)
	if !errors.Is(err, results.ErrBusy) || !strings.Contains(err.Error(), "another askomop") {
		t.Errorf("%v", err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatIsNoneIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results.duckdb")
	if err := os.WriteFile(path, []byte(strings.Repeat("no database, ", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := New(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), results.Key{}, time.Now(), one()); err == nil || !strings.Contains(err.Error(), "--results") {
		t.Errorf("%v", err)
	}
}

func TestOnlyTheOwnerMayReadTheFile(t *testing.T) {
	s, err := New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), results.Key{}, time.Now(), one()); err != nil {
		t.Fatal(err)
	}
	mine := func(path string) {
		t.Helper()
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	mine(s.path)
	err = s.write(t.Context(), func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, "INSERT INTO cohort VALUES (1, 1, '2020-01-01', '2020-01-01'); COMMIT; BEGIN TRANSACTION")
		mine(s.path + ".new.wal")
		return err
	})
	if err != nil {
		t.Error(err)
	}
	// A writing that changes nothing leaves the file readable, too.
	if err := s.write(t.Context(), func(context.Context, *sql.Conn) error { return nil }); err != nil {
		t.Error(err)
	}
	if _, err := s.Get(t.Context(), results.Key{}); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(s.path + ".new*"); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func BenchmarkPut(b *testing.B) {
	s, err := New(filepath.Join(b.TempDir(), "results.duckdb"))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := s.Put(b.Context(), results.Key{Schedule: "a", Run: time.Now().String()}, time.Now(), one()); err != nil {
			b.Fatal(err)
		}
	}
}
