package duckdb

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

func TestOpenSaysWhatToDo(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tests := []struct{ name, path, want string }{
		{"missing", filepath.Join(dir, "nowhere.duckdb"), `askomop db load`},
		{"folder", dir, "it is a folder"},
		{"text", write("person.csv", "person_id,gender_concept_id\n1,8507\n"), "not a DuckDB file"},
		{"empty", write("empty.duckdb", ""), "not a DuckDB file"},
		{"old", versioned(t, 33), "storage version 33"},
		{"hash", write("a#b.duckdb", "x"), "rename"},
		{"question mark", write("a?access_mode=read_write", "x"), "rename"},
		{"percent", write("100%.duckdb", "x"), "rename"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			e, err := Open(t.Context(), tt.path, Options{TempDir: temp})
			if err == nil {
				t.Fatal(errors.Join(errors.New("it opened"), e.Close()))
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.path) {
				t.Errorf("error is %q, want %q and the path in it", err, tt.want)
			}
			if errors.Is(err, fs.ErrNotExist) != (tt.name == "missing") {
				t.Errorf("errors.Is(%v, fs.ErrNotExist) is wrong", err)
			}
			if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// versioned returns a database file whose header claims another storage version.
func versioned(t *testing.T, version uint64) string {
	t.Helper()
	path := newFile(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint64(data[12:], version)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestANewerFileIsExplained(t *testing.T) {
	said := errors.New("IO Error: Trying to read a database file with version number 999, but we can only read versions between 64 and 68.")
	err := explainOpen(dbFile{version: 999, writer: "v2.0.0"}, said)
	if !strings.Contains(err.Error(), "newer DuckDB wrote it (v2.0.0, storage version 999)") || !errors.Is(err, said) {
		t.Errorf("error is %q", err)
	}
}

func TestTheWriterOfAFileIsKnown(t *testing.T) {
	file, err := checkFile(newFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if file.version < oldestStorage || !strings.HasPrefix(file.writer, "v") {
		t.Errorf("the header reads %+v", file)
	}
}

func TestPathsWithBlanksAndLettersOfTheWorld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "my données: 1&2.duckdb")
	if err := os.Rename(newFile(t), path); err != nil {
		t.Fatal(err)
	}
	e := open(t, path, Options{})
	if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
		t.Error(err)
	}
}

func TestCloseRemovesTheTemporaryFolder(t *testing.T) {
	temp := t.TempDir()
	e, err := Open(t.Context(), newFile(t), Options{TempDir: temp})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestCloseWaitsForAQueryUnderWay(t *testing.T) {
	path := newFile(t)
	e, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := e.DB().QueryContext(ctx, "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- e.Close() }()
	select {
	case <-closed:
		t.Error("closed under a reader")
	case <-time.After(50 * time.Millisecond):
	}
	cancel()
	rows.Close()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	again := open(t, path, Options{})
	if _, err := again.Query(t.Context(), "SELECT 1", omop.Limit{}); err != nil {
		t.Error(err)
	}
}

func TestAFileOpensAgainAfterInterruptedQueries(t *testing.T) {
	path := newFile(t)
	for i := range 6 {
		e, err := Open(t.Context(), path, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+i)*time.Millisecond)
		for range 3 { // more connections than the pool of database/sql keeps by default
			go func() {
				rows, err := e.DB().QueryContext(ctx, "SELECT table_name, column_name FROM information_schema.columns")
				if err == nil {
					err = rows.Close()
				}
				_ = err // some are done in time, some are not
			}()
		}
		<-ctx.Done()
		cancel()
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// The environment variable that makes the test binary hold a database instead of testing.
const holdVariable = "ASKOMOP_TEST_HOLD"

func TestMain(m *testing.M) {
	if os.Getenv(WorkerVariable) != "" {
		if err := ServeWorker(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if mode, path, ok := strings.Cut(os.Getenv(holdVariable), ":"); ok {
		if err := hold(mode, path); err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// hold opens the database, says so, and closes it when its input ends.
func hold(mode, path string) error {
	var count int
	if mode == "read" {
		e, err := Open(context.Background(), path, Options{})
		if err != nil {
			return err
		}
		defer e.Close()
		table, err := e.Query(context.Background(), "SELECT COUNT(*) FROM person", omop.Limit{})
		if err != nil {
			return err
		}
		count = len(table.Rows)
	} else {
		db, err := sql.Open("duckdb", path)
		if err != nil {
			return err
		}
		defer db.Close()
		if err := db.QueryRow("SELECT COUNT(*) FROM person").Scan(&count); err != nil {
			return err
		}
	}
	fmt.Println("holding", count)
	_, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil && err.Error() != "EOF" {
		return err
	}
	return nil
}

// holder starts another process that holds the database until the test ends, and returns its id.
func holder(t *testing.T, mode, path string) int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), exe)
	cmd.Env = append(os.Environ(), holdVariable+"="+mode+":"+path)
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
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "holding") {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	return cmd.Process.Pid
}

func TestTwoProcessesReadOneFile(t *testing.T) {
	path := newFile(t)
	holder(t, "read", path)
	e := open(t, path, Options{})
	if _, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil {
		t.Error(err)
	}
}

func TestAWriterIsNamed(t *testing.T) {
	path := newFile(t)
	pid := holder(t, "write", path)
	e, err := Open(t.Context(), path, Options{})
	if err == nil {
		t.Fatal(errors.Join(errors.New("it opened"), e.Close()))
	}
	if !strings.Contains(err.Error(), "PID "+strconv.Itoa(pid)) || !strings.Contains(err.Error(), "close that") {
		t.Errorf("error is %q, want the writer's PID %d and what to do", err, pid)
	}
}
