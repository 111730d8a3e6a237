package app

import (
	"context"
	"io"
	"log/slog"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/omop/spark"
	"github.com/askomop/askomop/omop/sqltree"
)

// Engine is what a CDM is asked through, wherever it lies.
type Engine interface {
	omop.Engine
	sqltree.Serializer
	io.Closer
	// Reader is for statements that askomop itself makes.
	Reader() omop.Reader
	// StandIn is the file of the vocabulary that stands in for the database's own, or "".
	StandIn() string
	// Warm readies for the first query.
	Warm()
}

// server is an Engine whose tables lie on a server.
type server interface {
	Engine
	Place() string                                   // without a password
	Fingerprint(ctx context.Context) (string, error) // of the state of the vocabulary
	Words() omop.Reader                              // as Reader, for the vocabulary
}

// serverKind is a kind of servers that --db can name.
type serverKind struct {
	form string // of its addresses, for a message
	is   func(address string) bool
	name func(address string) (string, error) // the address without what may be secret in it
	// open opens it; vocabulary is a file of one that stands in where the server has none, or "".
	open func(ctx context.Context, address, vocabulary string, log *slog.Logger) (server, error)
}

// serverKinds are all of them. An engine for another kind is one more.
func serverKinds() []serverKind {
	return []serverKind{
		{
			form: "postgres://USER@HOST:PORT/DATABASE?cdm=SCHEMA&vocab=SCHEMA", is: postgres.IsPlace,
			name: func(address string) (string, error) { p, err := postgres.ParsePlace(address); return p.Name, err },
			open: func(ctx context.Context, address, vocabulary string, log *slog.Logger) (server, error) {
				return asServer(postgres.Open(ctx, address, postgres.Options{Logger: log, Vocabulary: vocabulary}))
			},
		},
		{
			form: spark.Form, is: spark.IsPlace,
			name: func(address string) (string, error) { p, err := spark.ParsePlace(address); return p.Name, err },
			open: func(ctx context.Context, address, vocabulary string, log *slog.Logger) (server, error) {
				return asServer(spark.Open(ctx, address, spark.Options{Logger: log, Vocabulary: vocabulary}))
			},
		},
	}
}

// asServer keeps the nil engine beside an error from becoming a server that is not nil.
func asServer[E server](e E, err error) (server, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// kindOfServer is the kind that an address is of, nil where it is none of a server.
func kindOfServer(address string) *serverKind {
	for _, k := range serverKinds() {
		if k.is(address) {
			return &k
		}
	}
	return nil
}

// serverForms are how the addresses of all kinds are written.
func serverForms() string {
	var forms []string
	for _, k := range serverKinds() {
		forms = append(forms, k.form)
	}
	return strings.Join(forms, ", ")
}

// openServerCDM opens a CDM on a server.
func (b builder) openServerCDM(ctx context.Context, k *serverKind) (*database, error) {
	e, err := k.open(ctx, b.DB, b.loadedIfThere(), b.Log)
	if err != nil {
		return nil, err
	}
	b.opened.add(e)
	db := &database{path: e.Place(), engine: e, server: e}
	db.recorded = newRecorded(db.usage())
	return db, nil
}

// serverName is a server's address without what may be secret in it.
func serverName(address string) string {
	if k := kindOfServer(address); k != nil {
		if name, err := k.name(address); err == nil {
			return name
		}
	}
	return RedactURL(address)
}

// state stands for the state of the database: of its file, or of a server's vocabulary.
func (d *database) state(ctx context.Context) (string, error) {
	if d.server != nil {
		return d.server.Fingerprint(ctx)
	}
	return Fingerprint(d.path)
}
