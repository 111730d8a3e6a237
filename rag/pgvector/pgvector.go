// Package pgvector is a rag.Store in PostgreSQL with the pgvector extension, and a
// coding.Dense. It keeps to a schema of its own, which it makes and migrates, and keeps the vectors
// of each embedder apart. Several processes may search and index at once.
//
// It knows pairs, names of concepts and vectors, and nothing of how they were made.
package pgvector

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"
	pgvectorpgx "github.com/pgvector/pgvector-go/pgx"
)

// DefaultSchema is where askomop keeps its tables.
const DefaultSchema = "askomop"

// DefaultIndexAbove is the number of wordings up to which every one is compared, which
// misses nothing and takes 30 ms at most. The index takes 5 ms, and finds 999 of 1000 among 30,000 names of concepts.
const DefaultIndexAbove = 20_000

// Options say which part of a database a Store is.
type Options struct {
	Embedder string // retrieve.Encoder.Name, or for concepts llm.Embedder.Name, of the vectors
	Dim      int    // their dimension, at most 16,000
	Schema   string // DefaultSchema when empty
	// number of wordings above which an approximate index is kept; 0 for DefaultIndexAbove, negative for never
	IndexAbove int
}

func (o Options) withDefaults() (Options, error) {
	if o.Embedder == "" || o.Dim < 1 || o.Dim > maxDim {
		return o, fmt.Errorf("a vector store needs an embedder's name and a dimension from 1 to %d, not %q and %d",
			maxDim, o.Embedder, o.Dim)
	}
	if o.Schema == "" {
		o.Schema = DefaultSchema
	}
	if o.IndexAbove == 0 {
		o.IndexAbove = DefaultIndexAbove
	}
	return o, nil
}

// Limits of pgvector.
const (
	maxDim            = 16_000
	maxIndexedVector  = 2_000 // dimensions of 4-byte numbers that HNSW indexes
	maxIndexedHalfvec = 4_000 // of 2-byte numbers
)

// ErrDimension says that the server holds vectors of the same embedder with another dimension.
var ErrDimension = errors.New("stored with another dimension")

// Store implements rag.Store for one embedder. It is safe for concurrent use.
type Store struct {
	options Options
	of      string          // what its vectors are of
	config  *pgx.ConnConfig // with the search path of the pool
	pool    *pgxpool.Pool
}

// Open connects to the server, makes or migrates the schema where that is needed,
// and returns the Store of one embedder. Its errors say what to do and hold no password.
func Open(ctx context.Context, url string, options Options) (*Store, error) {
	return open(ctx, url, ofWordings, options)
}

func open(ctx context.Context, url, of string, options Options) (*Store, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	path, err := prepare(ctx, config.ConnConfig, options)
	if err != nil {
		return nil, withRemedy(fmt.Errorf("opening the vector store %s: %w", place(config.ConnConfig), onOneLine(err)),
			config.ConnConfig, options)
	}
	config.ConnConfig.RuntimeParams["search_path"] = path
	config.AfterConnect = pgvectorpgx.RegisterTypes
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("opening the vector store %s: %w", place(config.ConnConfig), err)
	}
	return &Store{options: options, of: of, config: config.ConnConfig, pool: pool}, nil
}

// Close closes the connections. What runs on them ends first.
func (s *Store) Close() error {
	s.pool.Close()
	return nil
}

// parse reads the URL, or the "host=... dbname=..." form. The driver's own message
// can quote the URL with its password, so it is not passed on.
func parse(url string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errURL
	}
	c := config.ConnConfig
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = 10 * time.Second
	}
	c.RuntimeParams["application_name"] = "askomop"
	// A server that is gone without a word is noticed in minutes.
	c.DialFunc = (&net.Dialer{KeepAlive: 30 * time.Second}).DialContext
	// A cancelled statement is to end on the server, too: building an index takes minutes.
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: 2 * time.Second}
	}
	return config, nil
}

var errURL = errors.New("the address of PostgreSQL cannot be read: " + urlForm)

const urlForm = "write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %-codes for special characters in the password"

// place names a server and database without its password, as psql takes it.
func place(c *pgx.ConnConfig) string {
	if strings.HasPrefix(c.Host, "/") { // a socket
		return fmt.Sprintf("host=%s port=%d user=%s dbname=%s", c.Host, c.Port, c.User, c.Database)
	}
	return "postgres://" + c.User + "@" + net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))) + "/" + c.Database
}

// half reports whether vectors are kept as 2-byte numbers: those of 4 bytes could
// not be indexed, and would not fit on a page of the table.
func (o Options) half() bool { return o.Dim > maxIndexedVector }

// indexable reports whether pgvector has an index for the dimension.
func (o Options) indexable() bool { return o.Dim <= maxIndexedHalfvec }
