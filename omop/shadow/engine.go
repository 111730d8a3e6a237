package shadow

import (
	"context"
	"errors"
	"log/slog"
	"strconv"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/dialect"
)

// Server is where the tables of an Engine lie.
type Server interface {
	Dialect() string // for omop.Engine
	// Write writes a judged statement in the server's SQL. A part without equivalent there is a *dialect.Unsupported.
	Write(s *sqltree.Statement, cdm *schema.Schema) (string, error)
	// Run runs a statement of Write's within the limit. When ctx ends, the server is told to stop.
	Run(ctx context.Context, native string, limit omop.Limit) (*omop.Table, error)
	// Explain says what an error of Run means for the statement that text was written as.
	Explain(ctx context.Context, text string, err error) error
}

// Engine is an omop.Engine over tables on a server, and the sqltree.Serializer: what it sends has passed the gate, was
// bound by the empty copy, and is written anew from the tree. It is safe for concurrent use.
type Engine struct {
	server Server
	copy   *Copy
	log    *slog.Logger
}

var (
	_ omop.Engine        = (*Engine)(nil)
	_ sqltree.Serializer = (*Engine)(nil)
)

// NewEngine asks the server through the copy of its tables, which Close removes. What defaults leaves open is
// omop.DefaultLimit.
func NewEngine(server Server, c *Copy, log *slog.Logger) *Engine {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Engine{server, c, log}
}

// Close removes the copy. A nil Engine is closed.
func (e *Engine) Close() error {
	if e == nil {
		return nil
	}
	return e.copy.Close()
}

// Dialect implements omop.Engine.
func (e *Engine) Dialect() string { return e.server.Dialect() }

// Copy is the empty copy of the tables.
func (e *Engine) Copy() *Copy { return e.copy }

// StandIn is the file of the vocabulary that stands in where the server has no concepts, or "".
func (e *Engine) StandIn() string { return e.copy.standIn }

// Warm does nothing: the server is there.
func (e *Engine) Warm() {}

// WordsFrom is where the vocabulary is read from: the server, or the empty copy where the server has none.
func (e *Engine) WordsFrom(server omop.Reader) omop.Reader {
	if e.copy.has["concept"] {
		return server
	}
	return e.copy.engine.Reader()
}

// SerializeSQL implements sqltree.Serializer.
func (e *Engine) SerializeSQL(ctx context.Context, text string) ([]byte, error) {
	return e.copy.SerializeSQL(ctx, text)
}

// Check implements omop.Engine: it judges and binds the statement and writes it for the server, which is not asked.
func (e *Engine) Check(ctx context.Context, text string) error {
	_, _, err := e.admit(ctx, text, nil)
	return err
}

// Native returns the statement in the server's SQL, once it has passed the gate.
func (e *Engine) Native(ctx context.Context, text string) (string, error) {
	native, _, err := e.admit(ctx, text, e.ask)
	return native, err
}

// admit judges a statement and writes it for the server. Rows of a vocabulary that stands in are chosen by what ask
// says of the server's tables; without ask their places stay empty.
func (e *Engine) admit(ctx context.Context, text string, ask asker) (native string, s *sqltree.Statement, err error) {
	if s, err = e.copy.Admit(ctx, text); err != nil {
		return "", nil, err
	}
	lent, err := e.copy.lend(ctx, s, ask)
	if err != nil {
		return "", nil, err
	}
	if native, err = e.server.Write(lent, e.copy.CDM); err != nil {
		q := &omop.QueryError{SQL: text, Err: err}
		var part *dialect.Unsupported
		if errors.As(err, &part) && part.Offset >= 0 {
			q.Line, q.Column = sqltree.LineColumn(text, part.Offset)
		}
		return "", nil, q
	}
	return native, s, nil
}

// ask runs a statement of this package's own over tables of the server.
func (e *Engine) ask(ctx context.Context, text string, limit omop.Limit) (*omop.Table, error) {
	native, s, err := e.admit(ctx, text, nil)
	if err != nil {
		return nil, err
	}
	table, err := e.run(ctx, native, s, limit.Or(omop.DefaultLimit))
	if err != nil {
		return nil, e.server.Explain(ctx, text, err)
	}
	return table, nil
}

// Query implements omop.Engine. When ctx ends, the server is told to stop.
func (e *Engine) Query(ctx context.Context, text string, limit omop.Limit) (*omop.Table, error) {
	limit = limit.Or(omop.DefaultLimit)
	ctx, cancel := context.WithTimeout(ctx, limit.Time)
	defer cancel()
	native, s, err := e.admit(ctx, text, e.ask)
	if err != nil {
		if ctx.Err() != nil {
			return nil, e.server.Explain(ctx, text, err)
		}
		return nil, err
	}
	table, err := e.run(ctx, native, s, limit)
	if err != nil {
		e.log.DebugContext(ctx, "query failed", "sql", native, "error", err)
		return nil, e.server.Explain(ctx, text, err)
	}
	return table, nil
}

func (e *Engine) run(ctx context.Context, native string, s *sqltree.Statement, limit omop.Limit) (*omop.Table, error) {
	if s.Query.Tail().Limit == nil {
		native += "\nLIMIT " + strconv.Itoa(limit.Rows+1)
	}
	return e.server.Run(ctx, native, limit)
}
