// Package llmtest has models for tests that need no network, and the contract tests
// that every llm.Model and every llm.Embedder runs.
package llmtest

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/askomop/askomop/llm"
)

// Func is a Model made of a function.
type Func func(ctx context.Context, req llm.Request) (llm.Response, error)

// Name implements llm.Model.
func (Func) Name() string { return "test:func" }

// Generate implements llm.Model.
func (f Func) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return f(ctx, req)
}

// Reply is one answer of a Script: a text, or an error.
type Reply struct {
	Text string
	Err  error
}

// Script is a Model that gives its replies one after the other and keeps what it was
// asked. It is safe for concurrent use.
type Script struct {
	mu       sync.Mutex
	replies  []Reply
	requests []llm.Request
}

// NewScript returns a model that gives the replies in order, and llm.ErrInvalid after the last.
func NewScript(replies ...Reply) *Script { return &Script{replies: replies} }

// Texts returns a model that gives the texts in order.
func Texts(texts ...string) *Script {
	s := &Script{}
	for _, t := range texts {
		s.replies = append(s.replies, Reply{Text: t})
	}
	return s
}

// Name implements llm.Model.
func (s *Script) Name() string { return "test:script" }

// Generate implements llm.Model. Tokens are bytes.
func (s *Script) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if err := llm.Interrupted(ctx, s.Name()); err != nil {
		return llm.Response{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.requests)
	s.requests = append(s.requests, req)
	if n >= len(s.replies) {
		return llm.Response{}, &llm.Error{Model: s.Name(), Kind: llm.ErrInvalid,
			Detail: fmt.Sprintf("the script has %d replies and was asked once more", n)}
	}
	r := s.replies[n]
	if r.Err != nil {
		return llm.Response{}, r.Err
	}
	return llm.Accept(s.Name(), req, llm.Response{
		Text: r.Text, Finish: "stop", PromptTokens: len(req.System) + len(req.User), CompletionTokens: len(r.Text),
	})
}

// Requests returns what was asked, in order.
func (s *Script) Requests() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}
