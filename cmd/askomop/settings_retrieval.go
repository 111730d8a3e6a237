package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/askomop/askomop/llm/onnx"
)

// retrievalSettings say how the library's questions become vectors and where these are kept.
type retrievalSettings struct {
	Embedder    string // lexical or PROVIDER:MODEL
	Entities    string // none, lexical or PROVIDER:MODEL: the embedder of entities and of the names of concepts
	Store       string // memory or a URL of PostgreSQL, which can hold a password
	ONNXLibrary string // path; empty for where it is usually
	Pooling     string // of an ONNX model; empty for what its folder says
	EntityPool  string // of an ONNX model for entities
}

const (
	lexicalEmbedder = "lexical"
	onnxProvider    = "onnx"
	memoryStore     = "memory"
	noEmbedder      = "none" // concepts are found by their names alone
)

// retrievalFlags are the global flags about retrieval.
func retrievalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "embedder", Usage: "what turns questions into vectors, `NAME` being " + embedderForms, Value: lexicalEmbedder},
		&cli.StringFlag{Name: "entity-embedder", Usage: "what finds concepts by meaning beside their names, `NAME` being " + noEmbedder + ", " + embedderForms + "; before: vocab index", Value: noEmbedder},
		&cli.StringFlag{Name: "onnx-library", Usage: "`FILE` of ONNX Runtime, which runs models of onnx: (default: beside the model, then where the system looks)"},
		&cli.StringFlag{Name: "onnx-pooling", Usage: "how a model of onnx: makes one vector of a text, cls or mean (default: what its folder says)"},
		&cli.StringFlag{Name: "entity-onnx-pooling", Usage: "the same for a model of --entity-embedder onnx:"},
		&cli.StringFlag{Name: "store", Usage: "where the vectors of the library and of concepts are, memory or the `URL` of a PostgreSQL with pgvector, " + storeForm, Value: memoryStore},
	}
}

const (
	embedderForms = "lexical, onnx:DIR, openai:MODEL or gemini:MODEL"
	storeForm     = "postgres://USER@HOST:PORT/DATABASE"
)

func readRetrievalSettings(c *cli.Context) retrievalSettings {
	return retrievalSettings{
		Embedder: c.String("embedder"), Entities: c.String("entity-embedder"), Store: c.String("store"),
		ONNXLibrary: c.String("onnx-library"), Pooling: c.String("onnx-pooling"), EntityPool: c.String("entity-onnx-pooling"),
	}
}

// plainRetrieval needs nothing beside the program.
func plainRetrieval() retrievalSettings {
	return retrievalSettings{Embedder: lexicalEmbedder, Entities: noEmbedder, Store: memoryStore}
}

// inMemory reports whether the vectors need no server.
func (r retrievalSettings) inMemory() bool { return r.Store == memoryStore }

// check refuses values that no part of the program can work with. It never quotes the store: where
// a URL is written wrongly, it is not known which part of it is the password.
func (r retrievalSettings) check() error {
	switch {
	case !knownEmbedder(r.Embedder):
		return usagef("--embedder %s: use %s", r.Embedder, embedderForms)
	case r.Entities != noEmbedder && !knownEmbedder(r.Entities):
		return usagef("--entity-embedder %s: use %s, %s", r.Entities, noEmbedder, embedderForms)
	case !knownPooling(r.Pooling):
		return usagef("--onnx-pooling %s: use %s (bge, SapBERT) or %s (MiniLM, e5)", r.Pooling, onnx.PoolCLS, onnx.PoolMean)
	case !knownPooling(r.EntityPool):
		return usagef("--entity-onnx-pooling %s: use %s (bge, SapBERT) or %s (MiniLM, e5)", r.EntityPool, onnx.PoolCLS, onnx.PoolMean)
	case !r.inMemory() && !strings.HasPrefix(r.Store, "postgres://") && !strings.HasPrefix(r.Store, "postgresql://"):
		return usagef("--store: use memory, or %s for a PostgreSQL with pgvector; the password goes to PGPASSWORD or ~/.pgpass", storeForm)
	}
	return nil
}

// knownEmbedder reports whether a text is one of embedderForms.
func knownEmbedder(spec string) bool {
	name, model, _ := strings.Cut(spec, ":")
	_, known := embedders()[name]
	return spec == lexicalEmbedder || (known || name == onnxProvider) && strings.TrimSpace(model) != ""
}

func knownPooling(p string) bool {
	return slices.Contains([]string{"", string(onnx.PoolCLS), string(onnx.PoolMean)}, p)
}
