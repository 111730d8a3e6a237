package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// Options configures an Engine. The zero value is good for a laptop.
type Options struct {
	MemoryLimit int64        // bytes that DuckDB may hold; 0 means 2 GiB
	Threads     int          // 0 means one a core
	TempDir     string       // where what does not fit into memory goes, in a folder of its own; "" means the system's
	TempLimit   int64        // bytes there; 0 means 8 GiB
	Schemas     Schemas      // where the tables lie
	Vocabulary  string       // a DuckDB file whose vocabulary stands in where the database has no concepts; "" is none
	Defaults    omop.Limit   // for what a query's own limit leaves open
	Logger      *slog.Logger // nil: none
	Tell        func(string) // told what was cleaned up after processes that were killed; nil: nobody
	// Worker is the command that starts a process which calls ServeWorker: the program itself. With it every query
	// runs in a child that is killed when its time or memory is over; without it DuckDB's own limits have to do.
	Worker []string
}

const (
	defaultMemory = 2 << 30
	defaultTemp   = 8 << 30
)

// Engine is an omop.Engine over one DuckDB file, and the sqltree.Serializer. It is
// safe for concurrent use.
type Engine struct {
	db       *sql.DB
	path     string
	temp     *scratch
	defaults omop.Limit
	log      *slog.Logger
	session  *session
	workers  *workers // nil: queries run in this process

	mu    sync.Mutex
	once  map[string]bool // views in place of the person table that have nobody twice
	have  *catalog        // read at the first query
	calls map[string]bool // every function that DuckDB knows, read when one is not on the list
}

var (
	_ omop.Engine        = (*Engine)(nil)
	_ sqltree.Serializer = (*Engine)(nil)
)

// Open opens the DuckDB file at path read-only. The error says what to do where the
// file is missing, is not a DuckDB file, is of another version, or is being written.
func Open(ctx context.Context, path string, o Options) (*Engine, error) {
	o = o.withDefaults()
	file, err := checkFile(path)
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	if dead := removeDead(o.TempDir); len(dead) > 0 && o.Tell != nil {
		o.Tell(removedMessage(dead))
	}
	temp, err := newScratch(o.TempDir)
	if err != nil {
		return nil, fmt.Errorf("open database %s: make its temporary folder: %w", path, err)
	}
	db, session, err := connect(ctx, file, temp.spill(), o)
	if err != nil {
		err = errors.Join(explainOpen(file, err), temp.remove())
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	e := &Engine{db: db, path: file.path, temp: temp, defaults: o.Defaults, log: o.Logger, session: session,
		once: map[string]bool{}}
	if len(o.Worker) > 0 {
		first := opening{file.path, workerOptions{o.MemoryLimit, o.TempLimit, o.Threads, temp.dir, o.Vocabulary,
			o.Schemas}}
		e.workers = newWorkers(o.Worker, first, o.Logger)
	}
	return e, nil
}

func (o Options) withDefaults() Options {
	if o.MemoryLimit <= 0 {
		o.MemoryLimit = defaultMemory
	}
	if o.Threads <= 0 {
		o.Threads = runtime.NumCPU()
	}
	if o.TempLimit <= 0 {
		o.TempLimit = defaultTemp
	}
	o.Defaults = o.Defaults.Or(omop.DefaultLimit)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// closing is how long Close waits for connections in use.
const closing = 10 * time.Second

// Close closes the database and removes its temporary folder. It waits for queries
// under way, but not forever: one that does not stop is left behind.
func (e *Engine) Close() error {
	if e.workers != nil {
		e.workers.close()
	}
	for end := time.Now().Add(closing); e.db.Stats().InUse > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if err := errors.Join(e.settleIdle(), e.db.Close(), e.temp.remove()); err != nil {
		return fmt.Errorf("close database %s: %w", e.path, err)
	}
	return nil
}

// Warm gets ready for a query that is about to come.
func (e *Engine) Warm() {
	if e.workers != nil {
		e.workers.keepWarm()
	}
}

// settleIdle settles every idle connection. One that is closed before that never lets
// go of the database, and DuckDB waits without end when this process opens the file again.
func (e *Engine) settleIdle() error {
	var err error
	for range e.db.Stats().Idle {
		c, cerr := e.db.Conn(context.Background())
		if cerr != nil {
			return errors.Join(err, cerr)
		}
		defer c.Close() // not before all are settled: the pool would hand the same one out
		err = errors.Join(err, settle(c))
	}
	return err
}

// settle lets a connection get rid of an interrupted query, which it holds on to until
// its next statement. A query that was called off between its planning and its start
// is worked on by that statement, without end if it has none, unless it is interrupted
// again: so each try has a time, and gets more of it than the one before, for the machine may just be slow.
func settle(c *sql.Conn) error {
	var err error
	for wait := 50 * time.Millisecond; wait < 10*time.Second; wait *= 2 {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		var one int
		err = c.QueryRowContext(ctx, "SELECT 1").Scan(&one) // the driver interrupts a query throughout, an Exec not
		cancel()
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("settle a connection: %w", err)
}

// Reader reads through the locked-down connections, for statements that askomop itself makes.
func (e *Engine) Reader() omop.Reader { return e.db }

// Connections tells how many connections are open, and how many of them are in use.
func (e *Engine) Connections() (open, inUse int) {
	s := e.db.Stats()
	return s.OpenConnections, s.InUse
}

// StandIn is the file of the vocabulary that stands in for the database's own, or "".
func (e *Engine) StandIn() string {
	if len(e.session.stood) == 0 {
		return ""
	}
	return e.session.vocabulary
}

// Dialect returns "duckdb".
func (e *Engine) Dialect() string { return "duckdb" }

// SerializeSQL implements sqltree.Serializer.
func (e *Engine) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	if err := checkText(text); err != nil {
		return nil, err
	}
	var out string
	if err := e.db.QueryRowContext(ctx, "SELECT json_serialize_sql(?::VARCHAR)::VARCHAR", text).Scan(&out); err != nil {
		return nil, fmt.Errorf("ask DuckDB's parser: %w", err)
	}
	return []byte(out), nil
}
