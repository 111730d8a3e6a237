// Package llm holds the two interfaces behind which every language model and
// every embedding model stands, and nothing of what askomop does with them.
//
// It imports no other package of the module. Decorators (retry, cache, budget)
// take a Model and return a Model; providers live in sub-packages.
package llm

import "context"

// Model generates text. A request carries everything the model is to know:
// there is no hidden conversation between two calls.
type Model interface {
	// Name is PROVIDER:MODEL. It is recorded in every run and keys the cache.
	Name() string
	// Generate answers one request. A cut-off, refused, blocked or empty answer is an
	// *Error with its Kind, never a short Response. A cancelled context ends it at once.
	Generate(ctx context.Context, req Request) (Response, error)
}

// Request is one self-contained question to a Model.
type Request struct {
	System      string  // standing instructions; the part that repeats comes first, so that provider caches hit
	User        string  // the task
	Temperature float64 // 0 unless a caller has a reason
	Seed        int64   // of the sampling, where the provider has one; 0 is a seed like any other
	MaxTokens   int     // of the answer; 0 leaves it to the provider
	Schema      string  // JSON schema of the wanted answer, as ParseSchema reads it; empty for free text
}

// Response is a Model's answer. Counts are 0 where the provider does not count.
type Response struct {
	Text             string // without the model's thoughts; with a Request.Schema one JSON value that fits it
	Finish           string // the provider's own word for why the answer ended
	PromptTokens     int    // all of the prompt, the cached part included
	CachedTokens     int    // of PromptTokens, those read from the provider's prompt cache
	CacheWriteTokens int    // of PromptTokens, those that the provider charged for keeping in its prompt cache
	CompletionTokens int
	// of a token of the answer as the model saw it, the geometric mean; 0 where the provider does not tell
	Probability float64
	FromCache   bool // answered by WithCache: nothing was asked and nothing spent
}

// Vector is an embedding of unit length (or all zero for a text without content).
type Vector []float32

// Dot is the inner product of two vectors of the same length; for unit vectors
// their cosine, in [-1, 1].
func (v Vector) Dot(w Vector) float64 {
	var s float32
	for i, x := range v {
		s += x * w[i]
	}
	return float64(s)
}

// Embedder turns texts into vectors.
type Embedder interface {
	// Name is the model and its dimension, such as "lexical:512". It keys every stored vector.
	Name() string
	// Embed returns one unit vector a text, in the order of the texts.
	Embed(ctx context.Context, texts []string) ([]Vector, error)
}
