// Package pipeline is the way of a question: mask, retrieve, write, check, code,
// execute, answer, with repair between them, and the record of it all.
//
// It holds the order of the stages and nothing of how a stage is done.
package pipeline

import (
	"context"
	"log/slog"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/rag"
)

// Masker finds a question's entities and constraints and masks them.
type Masker interface {
	Mask(ctx context.Context, question string) (rag.Masked, error)
}

// Checker applies the OMOP rules to a template.
type Checker interface {
	// Check returns the findings in order of place. A template that does not parse is a *omop.QueryError.
	Check(ctx context.Context, template string) ([]omop.Finding, error)
}

// Parts are what a Pipeline is built from. All are needed but Logger.
type Parts struct {
	Masker   Masker
	Embedder llm.Embedder
	Store    rag.Store
	Writer   rag.Writer
	Checker  Checker
	Coder    coding.Coder
	Engine   omop.Engine
	Logger   *slog.Logger // nil discards
}

// Options bound and shape runs. Zero fields take the defaults in brackets.
type Options struct {
	K           int           // examples retrieved and shown [5]
	Skip        []string      // ids of pairs to leave out
	MinCell     int           // counts of people from 1 to MinCell-1 are hidden; 0 and 1 show all
	DryRun      bool          // stop before execution
	MaxAttempts int           // writings of a template, the first included [3]
	Limit       omop.Limit    // of the execution
	Timeout     time.Duration // of the whole run; 0 for none
}

// Pipeline answers questions. It is safe for concurrent use when its parts are.
type Pipeline struct {
	parts Parts
	opt   Options
}

// New returns a Pipeline over the parts.
func New(parts Parts, opt Options) *Pipeline {
	if opt.K <= 0 {
		opt.K = 5
	}
	if opt.MaxAttempts <= 0 {
		opt.MaxAttempts = 3
	}
	if parts.Logger == nil {
		parts.Logger = slog.New(slog.DiscardHandler)
	}
	return &Pipeline{parts: parts, opt: opt}
}
