// Package app is what askomop can do, as a Go API: ask a question, run and check SQL, code words, keep
// cohorts and schedules, load and search the vocabulary, describe databases, measure, and say what is
// missing. The command line, the page and the tools for agents are faces of it.
//
// It puts the parts together, each once (wire.go), and is the only package that names a concrete engine,
// store or provider. It knows nothing of flags, terminals and formats: a face reads its settings, calls
// it, and shows what comes back.
package app

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/write"
)

// Host is what stands around askomop: where it logs, and how it tells a person what it does meanwhile.
// Every field may be nil.
type Host struct {
	Log *slog.Logger
	// Begin begins to show a long piece of work, such as "Making a demo database".
	Begin func(title string) Work
	// Tell takes a sentence for the person who waits, which is not a result.
	Tell func(sentence string)
	// Version of the program, which records name.
	Version string
	// Worker is a command that starts this program once more, which then has to call ServeQueries: queries run there,
	// and are ended from outside when their time or memory is over. Without it the engine's own limits have to do.
	Worker []string
	// Agent gives the tools of askomop's own agent, with the filter of the question at hand; nil for no agent. They are
	// those of app/tools, which knows this package.
	Agent func(*App, rag.Filter) []write.Tool
	// Asker makes what answers questions in place of the pipeline: for the tests of faces.
	Asker func(*App, pipeline.Options) Asker
}

// Work shows how far a long piece of work is.
type Work interface {
	// At tells what is being done, and how much of it is done; total is 0 where it is not known.
	At(what string, done, total int64)
	// End may be called more than once.
	End()
}

// silent shows nothing.
type silent struct{}

func (silent) At(string, int64, int64) {}
func (silent) End()                    {}

// filled is the host with something in every field.
func (h Host) filled() Host {
	if h.Log == nil {
		h.Log = slog.New(slog.DiscardHandler)
	}
	if h.Begin == nil {
		h.Begin = func(string) Work { return silent{} }
	}
	if h.Tell == nil {
		h.Tell = func(string) {}
	}
	return h
}

// UsageError is a wrong use: a setting or an argument that nothing can be done with.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }
func (e UsageError) Unwrap() error { return e.Err }

func usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// closers are what has to be closed in the end.
type closers struct {
	mu   sync.Mutex
	open []io.Closer // in the order of opening
}

func (c *closers) add(one io.Closer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open = append(c.open, one)
}

// Close closes everything, the last opened first.
func (c *closers) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var err error
	for _, one := range slices.Backward(c.open) {
		err = errors.Join(err, one.Close())
	}
	c.open = nil
	return err
}
