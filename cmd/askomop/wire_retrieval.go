package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/gemini"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/llm/onnx"
	"github.com/askomop/askomop/llm/openai"
	"github.com/askomop/askomop/llm/provider"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/pgvector"
)

// embedders are the providers over the network that --embedder can name.
func embedders() provider.Embedders {
	return provider.Embedders{"openai": openai.OpenEmbedder, "gemini": gemini.OpenEmbedder}
}

// Embedder turns questions into vectors.
func (p *parts) Embedder(ctx context.Context) (llm.Embedder, error) {
	return p.embedder.get(func() (llm.Embedder, error) {
		return p.openEmbedder(ctx, p.settings.Retrieval.ofQuestions(), llm.RetryOptions{Log: p.log})
	})
}

// embedderSpec is an embedder as the user names it.
type embedderSpec struct {
	name    string // lexical or PROVIDER:MODEL
	pooling string // of an ONNX model
}

func (r retrievalSettings) ofQuestions() embedderSpec { return embedderSpec{r.Embedder, r.Pooling} }

func (r retrievalSettings) ofEntities() embedderSpec { return embedderSpec{r.Entities, r.EntityPool} }

func (p *parts) openEmbedder(ctx context.Context, spec embedderSpec, retry llm.RetryOptions) (llm.Embedder, error) {
	if spec.name == lexicalEmbedder {
		return lexical.New(), nil
	}
	if dir, local := strings.CutPrefix(spec.name, onnxProvider+":"); local {
		e, err := onnx.Open(dir, onnx.Options{Library: p.settings.Retrieval.ONNXLibrary, Pooling: onnx.Pooling(spec.pooling)})
		if err != nil {
			return nil, onnxTrouble(err)
		}
		p.closeLater(e)
		return e, nil
	}
	set, err := p.providerSettings()
	if err != nil {
		return nil, err
	}
	set.Options.Retry = retry
	if set.Options.Timeout > 0 { // the dimension is asked for before what is opened has a time limit of its own
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, set.Options.Timeout)
		defer cancel()
	}
	return embedders().Open(ctx, spec.name, set)
}

// onnxTrouble names the flags that give what onnx asks for.
func onnxTrouble(err error) error {
	switch text := err.Error(); {
	case strings.Contains(text, "loading ONNX Runtime"):
		return fmt.Errorf("%w; name it with --onnx-library FILE", err)
	case strings.Contains(text, "say how the tokens' vectors are pooled"):
		return fmt.Errorf("%w; with --onnx-pooling", err)
	}
	return err
}

// Store holds the library's wordings as vectors: in memory, or in PostgreSQL, where library index has put them.
func (p *parts) Store(ctx context.Context) (rag.Store, error) {
	pairs, err := p.Library()
	if err != nil {
		return nil, err
	}
	e, err := p.Embedder(ctx)
	if err != nil {
		return nil, err
	}
	if p.settings.Retrieval.inMemory() {
		return p.inMemory(ctx, pairs, e)
	}
	store, err := p.Server(ctx)
	if err != nil {
		return nil, err
	}
	missing, err := store.Missing(ctx, pairs)
	switch {
	case err != nil:
		return nil, err
	case len(missing) == len(pairs):
		return nil, fmt.Errorf("the vector store %s holds nothing of the library for the embedder %s; fill it: askomop library index",
			redactURL(p.settings.Retrieval.Store), e.Name())
	case len(missing) > 0:
		if !p.settings.Quiet {
			fmt.Fprintf(p.streams.Err, "The vector store is behind the library: %s of %d can't be found, or by an old wording only. Mend it: askomop library index\n",
				plural(len(missing), "pair", "pairs"), len(pairs))
		}
	}
	return newCurrent(store, pairs), nil
}

// Server is the vector store of the embedder in PostgreSQL.
func (p *parts) Server(ctx context.Context) (*pgvector.Store, error) {
	return p.server.get(func() (*pgvector.Store, error) {
		e, err := p.Embedder(ctx)
		if err != nil {
			return nil, err
		}
		opt, err := storeOptions(e)
		if err != nil {
			return nil, err
		}
		store, err := pgvector.Open(ctx, p.settings.Retrieval.Store, opt)
		if err != nil {
			return nil, fmt.Errorf("%w; or do without it: --store memory", err)
		}
		p.closeLater(store)
		return store, nil
	})
}

// storeOptions are of the vectors that questions and wordings have with an embedder.
func storeOptions(e llm.Embedder) (pgvector.Options, error) {
	c := rag.NewEncoder(e)
	dim, err := c.Dim()
	if err != nil {
		return pgvector.Options{}, err
	}
	return pgvector.Options{Embedder: c.Name(), Dim: dim}, nil
}

// vectorFolder is where the vectors of the library are kept that are searched in memory.
func (p *parts) vectorFolder() string { return filepath.Join(p.settings.Home, "index") }

// inMemory reads the vectors that were kept, or makes them, which takes an embedder that is no lexical one a while.
func (p *parts) inMemory(ctx context.Context, pairs []rag.Pair, e llm.Embedder) (rag.Store, error) {
	if p.settings.Retrieval.Embedder != lexicalEmbedder {
		shown := &shownEmbedder{Embedder: e, begin: func() *progress {
			return newProgress(p.streams, p.settings.Quiet, "Embedding the library with "+e.Name()+", once")
		}}
		defer shown.end()
		e = shown
	}
	store := rag.NewMemory()
	if err := rag.Index(ctx, pairs, rag.NewEncoder(e), store, p.vectorFolder()); err != nil {
		return nil, fmt.Errorf("indexing the library: %w", err)
	}
	return store, nil
}

// shownEmbedder shows how far it is.
type shownEmbedder struct {
	llm.Embedder
	begin func() *progress
	bar   *progress
}

// shownAtATime is how many texts are embedded between two steps of the bar: a request, or a second or two.
const shownAtATime = 64

func (s *shownEmbedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	s.bar = s.begin()
	vecs := make([]llm.Vector, 0, len(texts))
	for part := range slices.Chunk(texts, shownAtATime) {
		s.bar.at("wordings", int64(len(vecs)), int64(len(texts)))
		more, err := s.Embedder.Embed(ctx, part)
		if err != nil {
			return nil, err
		}
		vecs = append(vecs, more...)
	}
	return vecs, nil
}

func (s *shownEmbedder) end() {
	if s.bar != nil {
		s.bar.end()
	}
}
