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
	Store       string // memory or a URL of PostgreSQL, which can hold a password
	ONNXLibrary string // path; empty for where it is usually
	Pooling     string // of an ONNX model; empty for what its folder says
}

const (
	lexicalEmbedder = "lexical"
	onnxProvider    = "onnx"
	memoryStore     = "memory"
)

// retrievalFlags are the global flags about retrieval.
func retrievalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "embedder", Usage: "what turns questions into vectors, `NAME` being " + embedderForms, Value: lexicalEmbedder},
		&cli.StringFlag{Name: "onnx-library", Usage: "`FILE` of ONNX Runtime, which runs models of onnx: (default: beside the model, then where the system looks)"},
		&cli.StringFlag{Name: "onnx-pooling", Usage: "how a model of onnx: makes one vector of a text, cls or mean (default: what its folder says)"},
		&cli.StringFlag{Name: "store", Usage: "where the library's vectors are, memory or the `URL` of a PostgreSQL with pgvector, " + storeForm, Value: memoryStore},
	}
}

const (
	embedderForms = "lexical, onnx:DIR, openai:MODEL or gemini:MODEL"
	storeForm     = "postgres://USER@HOST:PORT/DATABASE"
)

func readRetrievalSettings(c *cli.Context) retrievalSettings {
	return retrievalSettings{
		Embedder: c.String("embedder"), Store: c.String("store"),
		ONNXLibrary: c.String("onnx-library"), Pooling: c.String("onnx-pooling"),
	}
}

// plainRetrieval needs nothing beside the program.
func plainRetrieval() retrievalSettings {
	return retrievalSettings{Embedder: lexicalEmbedder, Store: memoryStore}
}

// inMemory reports whether the vectors need no server.
func (r retrievalSettings) inMemory() bool { return r.Store == memoryStore }

// check refuses values that no part of the program can work with. It never quotes the store: where
// a URL is written wrongly, it is not known which part of it is the password.
func (r retrievalSettings) check() error {
	name, model, _ := strings.Cut(r.Embedder, ":")
	_, known := embedders()[name]
	if name == onnxProvider {
		known = true
	}
	switch {
	case r.Embedder != lexicalEmbedder && (!known || strings.TrimSpace(model) == ""):
		return usagef("--embedder %s: use %s", r.Embedder, embedderForms)
	case !slices.Contains([]string{"", string(onnx.PoolCLS), string(onnx.PoolMean)}, r.Pooling):
		return usagef("--onnx-pooling %s: use %s (bge, SapBERT) or %s (MiniLM, e5)", r.Pooling, onnx.PoolCLS, onnx.PoolMean)
	case !r.inMemory() && !strings.HasPrefix(r.Store, "postgres://") && !strings.HasPrefix(r.Store, "postgresql://"):
		return usagef("--store: use memory, or %s for a PostgreSQL with pgvector; the password goes to PGPASSWORD or ~/.pgpass", storeForm)
	}
	return nil
}
