package app

import (
	"context"
	"database/sql"
	"io"

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
	// DB is for statements that askomop itself makes: no text of a question or a model may become part of one.
	DB() *sql.DB
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
	Words() *sql.DB                                  // as DB, for reading the vocabulary
}

// isServer tells whether an address is one of a server.
func isServer(address string) bool { return postgres.IsPlace(address) || spark.IsPlace(address) }

// openServerCDM opens a CDM on a server.
func (b builder) openServerCDM(ctx context.Context) (*database, error) {
	var e server
	var err error
	if spark.IsPlace(b.DB) {
		e, err = spark.Open(ctx, b.DB, spark.Options{Logger: b.Log, Vocabulary: b.loadedIfThere()})
	} else {
		e, err = postgres.Open(ctx, b.DB, postgres.Options{Logger: b.Log, Vocabulary: b.loadedIfThere()})
	}
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
	if place, err := postgres.ParsePlace(address); err == nil && postgres.IsPlace(address) {
		return place.Name
	}
	if place, err := spark.ParsePlace(address); err == nil && spark.IsPlace(address) {
		return place.Name
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
