// Package postgres runs questions over a CDM in PostgreSQL, where it lies.
//
// A statement is judged before anything is sent: DuckDB's parser reads it, the same gate as for a DuckDB file looks at
// every table and function, and an empty copy of the CDM's tables binds its names and types. What passes is written in
// PostgreSQL's SQL from the tree, and runs in a read-only transaction with a time limit of the server's own.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/shadow"
)

// Options configures an Engine. The zero value is good.
type Options struct {
	TempDir string // for the empty copy of the tables; "" means the system's
	Logger  *slog.Logger
	// Vocabulary is a DuckDB file of a vocabulary, with which words are coded where the server has no concepts; "" for
	// none.
	Vocabulary string
}

const (
	mostConns  = 4
	connecting = 10 * time.Second
)

// Engine is an omop.Engine over a CDM in PostgreSQL, and the sqltree.Serializer. It is safe for concurrent use.
type Engine struct {
	*shadow.Engine
	pool  *pgxpool.Pool
	db    *sql.DB
	place Place
}

var _ shadow.Server = asked{}

// Place is where a CDM lies: postgres://USER@HOST:PORT/DATABASE?cdm=SCHEMA&vocab=SCHEMA&results=SCHEMA.
type Place struct {
	URL     string // as pgx takes it, without the schemas
	Schemas duckdb.Schemas
	Name    string // for people: without a password
}

// IsPlace tells whether an address is one of PostgreSQL.
func IsPlace(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// ParsePlace reads an address. Its error does not repeat it, since it may hold a password.
func ParsePlace(address string) (Place, error) {
	bad := errors.New("the address of PostgreSQL can't be read: write postgres://USER@HOST:PORT/DATABASE?cdm=SCHEMA&vocab=SCHEMA, the password in PGPASSWORD or ~/.pgpass")
	u, err := url.Parse(address)
	if err != nil {
		return Place{}, bad
	}
	q := u.Query()
	p := Place{Schemas: duckdb.Schemas{CDM: q.Get("cdm"), Vocabulary: q.Get("vocab"), Results: q.Get("results")}}
	for _, own := range []string{"cdm", "vocab", "results"} {
		q.Del(own)
	}
	u.RawQuery = q.Encode()
	p.URL = u.String()
	config, err := pgx.ParseConfig(p.URL)
	if err != nil {
		return Place{}, bad
	}
	p.Name = "postgres://" + config.User + "@" + net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))) + "/" +
		config.Database
	told := url.Values{}
	for key, value := range map[string]string{"cdm": p.Schemas.CDM, "vocab": p.Schemas.Vocabulary,
		"results": p.Schemas.Results} {
		if value != "" {
			told.Set(key, value)
		}
	}
	if len(told) > 0 {
		p.Name += "?" + told.Encode()
	}
	return p, nil
}

// Open connects to the server, and makes the empty copy of the CDM's tables.
func Open(ctx context.Context, address string, o Options) (*Engine, error) {
	place, err := ParsePlace(address)
	if err != nil {
		return nil, err
	}
	e := &Engine{place: place}
	if err := e.open(ctx, o); err != nil {
		return nil, fmt.Errorf("open database %s: %w", place.Name, errors.Join(explainConnect(err), e.Close()))
	}
	return e, nil
}

func (e *Engine) open(ctx context.Context, o Options) error {
	config, err := pgxpool.ParseConfig(e.place.URL)
	if err != nil {
		return errors.New("the address can't be read")
	}
	found, err := e.find(ctx, config.ConnConfig)
	if err != nil {
		return err
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connecting
	}
	config.MaxConns = mostConns
	setUp(config.ConnConfig, found.path)
	if e.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return err
	}
	e.db = sql.OpenDB(newOwn(*config.ConnConfig))
	e.db.SetMaxOpenConns(int(config.MaxConns))
	standIn := ""
	if o.Vocabulary != "" {
		some, err := e.hasConcepts(ctx, found)
		if err != nil {
			return err
		}
		if !some {
			standIn = o.Vocabulary
		}
	}
	empty, err := shadow.Make(ctx, found.tables, standIn, o.TempDir, o.Logger)
	if err == nil {
		e.Engine = shadow.NewEngine(asked{e.pool}, empty, o.Logger)
	}
	return err
}

// hasConcepts tells whether the server has a vocabulary of its own.
func (e *Engine) hasConcepts(ctx context.Context, f *found) (bool, error) {
	some := slices.ContainsFunc(f.tables, func(t shadow.Table) bool { return t.Name == "concept" })
	if some {
		if err := e.pool.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM concept)").Scan(&some); err != nil {
			return false, err
		}
	}
	return some, nil
}

// setUp makes every connection one that reads only, and lets a query that is called off be ended on the server, too.
func setUp(config *pgx.ConnConfig, path []string) {
	quoted := make([]string, len(path))
	for i, name := range path {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	maps.Copy(config.RuntimeParams, map[string]string{
		"application_name": "askomop", "search_path": strings.Join(quoted, ", "), "default_transaction_read_only": "on",
		"timezone":  "UTC",
		"datestyle": "ISO", "intervalstyle": "postgres",
	})
	config.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: 2 * time.Second}
	}
}

// Close closes the connections. Queries under way are called off.
func (e *Engine) Close() error {
	err := e.Engine.Close()
	if e.db != nil {
		err = errors.Join(err, e.db.Close())
	}
	if e.pool != nil {
		e.pool.Close()
	}
	return err
}

// reader is an omop.ServerReader. Its connections only read.
type reader struct{ *sql.DB }

// Speaks implements omop.ServerReader.
func (reader) Speaks() string { return "postgres" }

// Reader is for statements that askomop itself makes.
func (e *Engine) Reader() omop.Reader { return reader{e.db} }

// Words reads the vocabulary.
func (e *Engine) Words() omop.Reader { return e.WordsFrom(e.Reader()) }

// Place is where the CDM lies, without a password.
func (e *Engine) Place() string { return e.place.Name }

// Fingerprint stands for the state of the vocabulary, so that an index of its names is known to be current: what the
// server counts of changes to its tables.
func (e *Engine) Fingerprint(ctx context.Context) (string, error) {
	const query = `SELECT COALESCE(string_agg(concat_ws(' ', c.relname, c.relfilenode, s.n_tup_ins, s.n_tup_upd, s.n_tup_del), ',' ORDER BY c.oid), '')
		FROM pg_class c LEFT JOIN pg_stat_all_tables s ON s.relid = c.oid
		WHERE c.oid IN (to_regclass('concept'), to_regclass('concept_synonym'), to_regclass('concept_relationship'), to_regclass('concept_ancestor'))`
	var state string
	if err := e.db.QueryRowContext(ctx, query).Scan(&state); err != nil {
		return "", fmt.Errorf("read the state of the vocabulary: %w", err)
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s", e.place.Name, state)
	return fmt.Sprintf("%016x", h.Sum64()), nil
}
