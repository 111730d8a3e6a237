package app

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/askomop/askomop/rag/retrieve"
)

// embedders are the providers over the network that --embedder can name.
func embedders() provider.Embedders {
	return provider.Embedders{"openai": openai.OpenEmbedder, "gemini": gemini.OpenEmbedder}
}

// embedderSpec is an embedder as the user names it.
type embedderSpec struct {
	name    string // lexical or PROVIDER:MODEL
	pooling string // of an ONNX model
}

func (r Retrieval) ofQuestions() embedderSpec { return embedderSpec{r.Embedder, r.Pooling} }

func (r Retrieval) ofEntities() embedderSpec { return embedderSpec{r.Entities, r.EntityPool} }

// openEmbedder opens an embedder. The settings are those of models: both spend from one budget.
func (b builder) openEmbedder(ctx context.Context, set provider.Settings, spec embedderSpec,
	retry llm.RetryOptions) (llm.Embedder, error) {
	if spec.name == Lexical {
		return lexical.New(), nil
	}
	if dir, local := strings.CutPrefix(spec.name, onnxProvider+":"); local {
		e, err := onnx.Open(dir, onnx.Options{Library: b.Retrieval.ONNXLibrary, Pooling: onnx.Pooling(spec.pooling)})
		if err != nil {
			return nil, onnxTrouble(err)
		}
		b.opened.add(e)
		return e, nil
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
	switch {
	case errors.Is(err, onnx.ErrLibrary):
		return fmt.Errorf("%w; name it with --onnx-library FILE", err)
	case errors.Is(err, onnx.ErrPooling):
		return fmt.Errorf("%w; with --onnx-pooling", err)
	}
	return err
}

// openServer opens the vector store of an embedder in PostgreSQL.
func (b builder) openServer(ctx context.Context, e llm.Embedder) (*pgvector.Store, error) {
	opt, err := storeOptions(e)
	if err != nil {
		return nil, err
	}
	store, err := pgvector.Open(ctx, b.Retrieval.Store, opt)
	if err != nil {
		return nil, fmt.Errorf("%w; or do without it: --store memory", err)
	}
	b.opened.add(store)
	return store, nil
}

// onServer is the store on the server, which must hold something of the library.
func (b builder) onServer(ctx context.Context, store *pgvector.Store, pairs []rag.Pair,
	e llm.Embedder) (rag.Store, error) {
	missing, err := store.Missing(ctx, pairs)
	switch {
	case err != nil:
		return nil, err
	case len(missing) == len(pairs):
		return nil, fmt.Errorf("the vector store %s holds nothing of the library for the embedder %s; fill it: askomop library index",
			RedactURL(b.Retrieval.Store), e.Name())
	case len(missing) > 0:
		b.Tell(fmt.Sprintf("The vector store is behind the library: %s of %d can't be found, or by an old wording only. Mend it: askomop library index",
			plural(len(missing), "pair", "pairs"), len(pairs)))
	}
	return newCurrent(store, pairs), nil
}

// storeOptions are of the vectors that questions and wordings have with an embedder.
func storeOptions(e llm.Embedder) (pgvector.Options, error) {
	c := retrieve.NewEncoder(e)
	dim, err := c.Dim()
	if err != nil {
		return pgvector.Options{}, err
	}
	return pgvector.Options{Embedder: c.Name(), Dim: dim}, nil
}

// indexInMemory reads the vectors that were kept, or makes them, which is slow unless the embedder is lexical.
func (b builder) indexInMemory(ctx context.Context, pairs []rag.Pair, e llm.Embedder) (rag.Store, error) {
	if b.Retrieval.Embedder != Lexical {
		shown := &shownEmbedder{Embedder: e, begin: func() Work {
			return b.Begin("Embedding the library with " + e.Name() + ", once")
		}}
		defer shown.end()
		e = shown
	}
	store := retrieve.NewMemory()
	err := b.inIndexFolder(func(dir string) error {
		return retrieve.Index(ctx, pairs, retrieve.NewEncoder(e), store, dir)
	})
	if err != nil {
		return nil, fmt.Errorf("indexing the library: %w", err)
	}
	return store, nil
}

// shownEmbedder shows how far it is.
type shownEmbedder struct {
	llm.Embedder
	begin func() Work
	work  Work
}

// shownAtATime is how many texts are embedded between two steps of the bar: a request, or a second or two.
const shownAtATime = 64

func (s *shownEmbedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	s.work = s.begin()
	vecs := make([]llm.Vector, 0, len(texts))
	for part := range slices.Chunk(texts, shownAtATime) {
		s.work.At("wordings", int64(len(vecs)), int64(len(texts)))
		more, err := s.Embedder.Embed(ctx, part)
		if err != nil {
			return nil, err
		}
		vecs = append(vecs, more...)
	}
	return vecs, nil
}

func (s *shownEmbedder) end() {
	if s.work != nil {
		s.work.End()
	}
}
