// Package onnx embeds texts with a BERT model from a local folder: tokenizer.json
// and model.onnx as they are exported for the hub, run by ONNX Runtime in the process.
//
// The runtime is a shared library that is loaded when a model is opened; building
// and everything else need none.
package onnx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/llm"
	ort "github.com/yalue/onnxruntime_go"
)

// Options of an Embedder. What is left zero is read from the model's folder.
type Options struct {
	// path of the ONNX Runtime library; empty looks beside the model, then where the system keeps libraries
	Library     string
	Pooling     Pooling // how a text's vector is made from its tokens'
	QueryPrefix string  // stands before every text
	MaxTokens   int     // of a text; what is beyond is not read
	Threads     int     // 0 for one a core
}

// Pooling makes one vector of the vectors of a text's tokens.
type Pooling string

// The poolings that are known.
const (
	PoolCLS  Pooling = "cls"  // the first token's (bge, SapBERT)
	PoolMean Pooling = "mean" // the mean of all (MiniLM, e5)
)

// Embedder implements llm.Embedder. It is safe for concurrent use.
type Embedder struct {
	name      string
	model     model
	tokenizer *tokenizer
	session   *ort.DynamicAdvancedSession

	mu     sync.RWMutex // held for writing while the session is closed
	closed bool
}

// Open loads the model of a folder, which takes a second or two. Its errors say what to get.
func Open(dir string, options Options) (*Embedder, error) {
	m, err := readModel(dir, options)
	if err != nil {
		return nil, fmt.Errorf("opening the embedding model %s: %w", dir, err)
	}
	t, err := readTokenizer(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the embedding model %s: %w", dir, err)
	}
	if err := loadLibrary(dir, options.Library); err != nil {
		return nil, err
	}
	print, err := m.fingerprint(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the embedding model %s: %w", dir, err)
	}
	session, err := m.open(options.Threads)
	if err != nil {
		return nil, fmt.Errorf("opening the embedding model %s: %w", m.file, err)
	}
	return &Embedder{
		name:  fmt.Sprintf("onnx:%s-%s:%d", m.name, print, m.dim),
		model: m, tokenizer: t, session: session,
	}, nil
}

// Name implements llm.Embedder: the folder's name, a fingerprint of everything that the vectors depend on, and the
// dimension.
func (e *Embedder) Name() string { return e.name }

// Close frees the model. What is being embedded is finished first.
func (e *Embedder) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil
	}
	e.closed = true
	return e.session.Destroy()
}

// Limits of what is computed at once: memory grows with the tokens, padding included.
const (
	batchTexts  = 32
	batchTokens = 4096
)

// Embed implements llm.Embedder. A text without a word yields a zero vector.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	out := make([]llm.Vector, len(texts))
	ids := make([][]int64, len(texts))
	var order []int
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if strings.TrimSpace(text) == "" {
			out[i] = make(llm.Vector, e.model.dim)
			continue
		}
		ids[i] = e.tokenizer.encode(e.model.prefix+text, e.model.maxTokens)
		order = append(order, i)
	}
	// Texts of like length together need little padding.
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(ids[a]), len(ids[b])) })
	for len(order) > 0 {
		n := batchOf(order, ids)
		batch := make([][]int64, n)
		for k, i := range order[:n] {
			batch[k] = ids[i]
		}
		vecs, err := e.run(ctx, batch)
		if err != nil {
			return nil, err
		}
		for k, i := range order[:n] {
			out[i] = vecs[k]
		}
		order = order[n:]
	}
	return out, nil
}

// batchOf returns how many of the texts, by rising length, are computed at once.
func batchOf(order []int, ids [][]int64) int {
	n := 1
	for n < min(batchTexts, len(order)) && (n+1)*len(ids[order[n]]) <= batchTokens {
		n++
	}
	return n
}

// ErrClosed is returned by an Embedder after Close.
var ErrClosed = errors.New("the embedding model is closed")

// run computes the vectors of a batch. When the context ends, so does the computation.
func (e *Embedder) run(ctx context.Context, batch [][]int64) ([]llm.Vector, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if e.closed {
		return nil, ErrClosed
	}
	in, err := e.inputs(batch)
	defer destroy(in)
	if err != nil {
		return nil, fmt.Errorf("embedding %d texts: %w", len(batch), err)
	}
	options, err := ort.NewRunOptions()
	if err != nil {
		return nil, fmt.Errorf("embedding %d texts: %w", len(batch), err)
	}
	defer options.Destroy()
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		options.Terminate() //nolint:errcheck // it fails for nil options only
	})
	result := []ort.Value{nil}
	err = e.session.RunWithOptions(in, result, options)
	if !stop() {
		<-stopped // the options are freed only after that
	}
	defer destroy(result)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("embedding %d texts: %w", len(batch), err)
	}
	return e.model.pool(result[0], batch)
}

// inputs are the tensors of a batch, padded to its longest text, in the order of the model's inputs.
func (e *Embedder) inputs(batch [][]int64) ([]ort.Value, error) {
	longest := 0
	for _, ids := range batch {
		longest = max(longest, len(ids))
	}
	shape := ort.NewShape(int64(len(batch)), int64(longest))
	ids, mask := make([]int64, shape.FlattenedSize()), make([]int64, shape.FlattenedSize())
	for k, text := range batch {
		row := ids[k*longest : (k+1)*longest]
		for i := copy(row, text); i < longest; i++ {
			row[i] = e.tokenizer.padding
		}
		for i := range text {
			mask[k*longest+i] = 1
		}
	}
	var values []ort.Value
	for _, name := range e.model.inputs {
		data := map[string][]int64{inputIDs: ids, inputMask: mask, inputTypes: make([]int64, len(ids))}[name]
		tensor, err := ort.NewTensor(shape, data)
		if err != nil {
			return values, err
		}
		values = append(values, tensor)
	}
	return values, nil
}

func destroy(values []ort.Value) {
	for _, v := range values {
		if v != nil {
			v.Destroy()
		}
	}
}
