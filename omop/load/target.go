package load

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop/roworder"
)

// target is the database in the making: a folder beside the final file, which holds the
// unfinished database and everything unpacked. It becomes the file in one rename, or
// goes away whole.
type target struct {
	file string // the final database
	dir  string // the working folder
	db   *sql.DB

	stale []string // working folders of loads that were killed, which were removed
}

const rejectsSuffix = ".rejects.csv"

// memoryLimit is what DuckDB may hold before it writes to disk; what Go holds comes on top, some tens of megabytes.
const memoryLimit = "3GB"

// newTarget makes the working folder and opens the database in it.
func newTarget(ctx context.Context, file string, replace bool) (*target, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, fmt.Errorf("load: %w", err)
	}
	switch info, err := os.Stat(file); {
	case strings.Contains(file, "?"):
		return nil, fmt.Errorf("load: the target %s has a question mark, which DuckDB takes for options: name another",
			file)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("load: the target %s is a folder: name a file in it", file)
	case err == nil && !replace:
		return nil, fmt.Errorf("load: the target %s is there already: name another, or ask for it to be replaced", file)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("load: %w", err)
	}
	stale := removeStale(file)
	t := &target{file: file, stale: stale, dir: workPrefix(file) + strconv.Itoa(os.Getpid()) + "-" + rand.Text()[:8]}
	if err := os.Mkdir(t.dir, 0o700); err != nil {
		return nil, fmt.Errorf("load: make the target beside %s: %w", file, err)
	}
	if err := t.open(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("load: %w", err), t.discard())
	}
	return t, nil
}

// workPrefix is what the names of working folders begin with: the target's name and a
// mark of the machine, because process ids mean nothing on another one.
func workPrefix(file string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	h := fnv.New32a()
	h.Write([]byte(host))
	return fmt.Sprintf("%s.tmp-%08x-", file, h.Sum32())
}

// removeStale removes the working folders of loads that were killed, and names them. What can't be
// removed stays: it is in nobody's way.
func removeStale(file string) (removed []string) {
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return nil
	}
	prefix := filepath.Base(workPrefix(file))
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), prefix)
		if !ok {
			continue
		}
		pid, _, _ := strings.Cut(rest, "-")
		if n, err := strconv.Atoi(pid); err == nil && n != os.Getpid() && !alive(n) {
			if dir := filepath.Join(filepath.Dir(file), e.Name()); os.RemoveAll(dir) == nil {
				removed = append(removed, dir)
			}
		}
	}
	return removed
}

// alive tells whether a process runs. Where the system doesn't say, it does.
func alive(pid int) bool {
	if runtime.GOOS == "windows" {
		return true
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, os.ErrPermission)
}

// open attaches the unfinished database to an engine in memory: unlike a DSN, ATTACH
// takes any path as it is.
func (t *target) open(ctx context.Context) error {
	attach := roworder.Attach(filepath.Join(t.dir, "cdm.duckdb"), "cdm")
	connector, err := duckdb.NewConnector("", func(c driver.ExecerContext) error {
		for _, stmt := range []string{attach, "USE cdm", "SET TimeZone='UTC'"} {
			if _, err := c.ExecContext(ctx, stmt, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t.db = sql.OpenDB(connector)
	for _, stmt := range []string{
		"SET autoinstall_known_extensions=false",
		"SET autoload_known_extensions=false",
		"SET memory_limit=" + literal(memoryLimit),
		"SET temp_directory=" + literal(filepath.Join(t.dir, "spill")),
	} {
		if _, err := t.db.ExecContext(ctx, stmt); err != nil {
			return err
		}
	}
	return nil
}

// finish makes the working database the target.
func (t *target) finish(ctx context.Context, rejects bool) error {
	if _, err := t.db.ExecContext(ctx, "CHECKPOINT cdm"); err != nil {
		return fmt.Errorf("write the database: %w", err)
	}
	db := t.db
	t.db = nil
	if err := db.Close(); err != nil {
		return fmt.Errorf("close the database: %w", err)
	}
	if err := ctx.Err(); err != nil { // the last moment at which nothing has happened yet
		return err
	}
	// A write-ahead log of a database that is being replaced would be played onto the new one.
	for _, leftover := range []string{t.file + ".wal", t.file + rejectsSuffix} {
		if err := os.Remove(leftover); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if rejects {
		if err := os.Rename(filepath.Join(t.dir, "rejects.csv"), t.file+rejectsSuffix); err != nil {
			return err
		}
	}
	if err := os.Rename(filepath.Join(t.dir, "cdm.duckdb"), t.file); err != nil {
		if rejects {
			err = errors.Join(err, os.Remove(t.file+rejectsSuffix))
		}
		return err
	}
	return t.discard()
}

// discard closes the database and removes everything unfinished.
func (t *target) discard() error {
	var err error
	if t.db != nil {
		err = t.db.Close()
		t.db = nil
	}
	return errors.Join(err, os.RemoveAll(t.dir))
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
