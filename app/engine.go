package app

import (
	"context"
	"database/sql"
	"io"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/postgres"
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

// openPostgres opens a CDM in PostgreSQL.
func (b builder) openPostgres(ctx context.Context) (*database, error) {
	e, err := postgres.Open(ctx, b.DB, postgres.Options{Logger: b.Log})
	if err != nil {
		return nil, err
	}
	b.opened.add(e)
	db := &database{path: e.Place(), engine: e, server: e}
	db.recorded = newRecorded(db.usage())
	return db, nil
}

// state stands for the state of the database: of its file, or of a server's vocabulary.
func (d *database) state(ctx context.Context) (string, error) {
	if d.server != nil {
		return d.server.Fingerprint(ctx)
	}
	return Fingerprint(d.path)
}
