package app

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/llm/onnx"
)

// Retrieval says how the library's questions become vectors and where these are kept.
type Retrieval struct {
	Embedder string // Lexical or PROVIDER:MODEL [Lexical]
	// NoEmbedder, Lexical or PROVIDER:MODEL: the embedder of entities and of the names of concepts [NoEmbedder]
	Entities    string
	Store       string // InMemory or a URL of PostgreSQL, which can hold a password [InMemory]
	ONNXLibrary string // path [where it usually is]
	Pooling     string // of an ONNX model [what its folder says]
	EntityPool  string // of an ONNX model for entities [what its folder says]
}

// What Retrieval's fields say in place of a model or a server.
const (
	Lexical    = "lexical"
	InMemory   = "memory"
	NoEmbedder = "none" // concepts are found by their names alone

	onnxProvider = "onnx"
)

// How embedders and servers are written.
const (
	EmbedderForms = "lexical, onnx:DIR, openai:MODEL or gemini:MODEL"
	StoreForm     = "postgres://USER@HOST:PORT/DATABASE"
)

// filled takes what needs nothing beside the program where nothing is said.
func (r Retrieval) filled() Retrieval {
	for field, value := range map[*string]string{&r.Embedder: Lexical, &r.Entities: NoEmbedder, &r.Store: InMemory} {
		if *field == "" {
			*field = value
		}
	}
	return r
}

// InMemory reports whether the vectors need no server.
func (r Retrieval) InMemory() bool { return r.Store == InMemory }

// check refuses values that no part of the program can work with. It never quotes the store: where
// a URL is written wrongly, it is not known which part of it is the password.
func (r Retrieval) check() error {
	switch {
	case !knownEmbedder(r.Embedder):
		return usagef("--embedder %s: use %s", r.Embedder, EmbedderForms)
	case r.Entities != NoEmbedder && !knownEmbedder(r.Entities):
		return usagef("--entity-embedder %s: use %s, %s", r.Entities, NoEmbedder, EmbedderForms)
	case !knownPooling(r.Pooling):
		return usagef("--onnx-pooling %s: use %s (bge, SapBERT) or %s (MiniLM, e5)", r.Pooling, onnx.PoolCLS,
			onnx.PoolMean)
	case !knownPooling(r.EntityPool):
		return usagef("--entity-onnx-pooling %s: use %s (bge, SapBERT) or %s (MiniLM, e5)", r.EntityPool, onnx.PoolCLS,
			onnx.PoolMean)
	case !r.InMemory() && !isPostgres(r.Store):
		return usagef("--store: use memory, or %s for a PostgreSQL with pgvector; the password goes to PGPASSWORD or ~/.pgpass", StoreForm)
	}
	return nil
}

// knownEmbedder reports whether a text is one of EmbedderForms.
func knownEmbedder(spec string) bool {
	name, model, _ := strings.Cut(spec, ":")
	_, known := embedders()[name]
	return spec == Lexical || (known || name == onnxProvider) && strings.TrimSpace(model) != ""
}

func knownPooling(p string) bool {
	return slices.Contains([]string{"", string(onnx.PoolCLS), string(onnx.PoolMean)}, p)
}
