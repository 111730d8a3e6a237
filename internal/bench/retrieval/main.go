// Command retrieval measures how well the library's questions are found again. Each
// paraphrase in turn is left out and asked: is its own pair, by the wordings that are left, the
// nearest, or one of the five nearest? It compares embedders, and questions as they are worded with masked ones.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/llm/onnx"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/retrieve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench retrieval:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	model := flag.String("onnx", os.Getenv("ASKOMOP_TEST_ONNX"),
		"folder of an embedding model, to be compared with the lexical embedder")
	library := flag.String("library", os.Getenv("ASKOMOP_TEST_ONNX_LIBRARY"), "ONNX Runtime")
	folder := flag.String("pairs", "", "folder of the pairs (default: the curated library)")
	flag.Parse()

	embedders := []llm.Embedder{lexical.New()}
	if *model != "" {
		e, err := onnx.Open(*model, onnx.Options{Library: *library})
		if err != nil {
			return err
		}
		defer e.Close()
		embedders = append(embedders, e)
	} else {
		fmt.Fprintln(os.Stderr,
			"only the lexical embedder is measured; for a transformer beside it: task bench:model, then -onnx .cache/embedder/all-MiniLM-L6-v2 -library .cache/embedder/libonnxruntime.so")
	}
	pairs, err := readPairs(*folder)
	if err != nil {
		return err
	}
	views, err := viewsOf(ctx, pairs)
	if err != nil {
		return err
	}
	return measure(ctx, out, pairs, views, embedders)
}

func readPairs(folder string) ([]rag.Pair, error) {
	var files fs.FS = evaldata.Pairs
	dir := "pairs"
	if folder != "" {
		files, dir = os.DirFS(folder), "."
	}
	pairs, err := library.Read(files, dir)
	if err == nil && len(pairs) == 0 {
		err = errors.New("there are no pairs")
	}
	return pairs, err
}

// measure prints a row for each embedder and view. Texts that two views share are embedded once.
func measure(ctx context.Context, out io.Writer, pairs []rag.Pair, views []view, embedders []llm.Embedder) error {
	paraphrases := 0
	for _, p := range pairs {
		paraphrases += len(p.Paraphrases)
	}
	fmt.Fprintf(out, "%d paraphrases of %d pairs, each asked with itself left out\n\n", paraphrases, len(pairs))
	table := tabwriter.NewWriter(out, 0, 0, 3, ' ', 0)
	fmt.Fprint(table, "embedder\tquestions\tfirst\tin the first 5\tembedding, ms a text\n")
	for _, e := range embedders {
		known := &embeddings{Embedder: e, vecs: map[string]llm.Vector{}}
		for _, v := range views {
			r, err := nearest(ctx, pairs, v, known)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", e.Name(), v.name, err)
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%.2f\n", e.Name(), v.name, share(r.first, r.asked),
				share(r.firstFive, r.asked), known.perText())
		}
	}
	return table.Flush()
}

func share(n, of int) string { return fmt.Sprintf("%.1f %% (%d)", 100*float64(n)/float64(of), n) }

// embeddings is an embedder that remembers: what two views share is embedded once.
type embeddings struct {
	llm.Embedder
	vecs map[string]llm.Vector
	took time.Duration
}

// Weight implements rag.Weigher.
func (e *embeddings) Weight() float64 {
	if w, ok := e.Embedder.(retrieve.Weigher); ok {
		return w.Weight()
	}
	return retrieve.DefaultWeight
}

func (e *embeddings) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	var missing []string
	for _, t := range texts {
		if _, ok := e.vecs[t]; !ok {
			e.vecs[t] = nil
			missing = append(missing, t)
		}
	}
	start := time.Now()
	vecs, err := e.Embedder.Embed(ctx, missing)
	if err != nil {
		return nil, err
	}
	e.took += time.Since(start)
	for i, t := range missing {
		e.vecs[t] = vecs[i]
	}
	out := make([]llm.Vector, len(texts))
	for i, t := range texts {
		out[i] = e.vecs[t]
	}
	return out, nil
}

func (e *embeddings) perText() float64 {
	return float64(e.took.Microseconds()) / 1000 / float64(max(1, len(e.vecs)))
}
