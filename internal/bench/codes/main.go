// Command codes measures how well mentions are coded without a model: how often
// the right concept is among the candidates, whether what is answered is right, and whether it
// abstains where it should. The mentions of gold.tsv are tried on the public vocabulary
// extract, where it lies beside the checkout, and on the demo vocabulary.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/load"
	"github.com/askomop/askomop/vocab"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench codes:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	athena := flag.String("athena", filepath.Join("..", "shared", "data", "vocabulary_extract_athena.zip"),
		"vocabulary downloaded from Athena, folder or zip")
	part := flag.String("part", "", "dev or held (default: both, one after the other)")
	misses := flag.Bool("misses", false, "list what was coded wrong or not at all")
	own := flag.String("mentions", "",
		"file with mentions of your own, in the form of gold.tsv, to measure instead on the vocabulary of -athena")
	var vectors vectorOptions
	flag.StringVar(&vectors.model, "model", "", "folder of an ONNX model: candidates are found by vectors, too")
	flag.StringVar(&vectors.library, "onnx-library", "", "ONNX Runtime's library")
	flag.StringVar(&vectors.folder, "vectors", filepath.Join(".cache", "codes-vectors"),
		"folder in which the vectors of the names are kept")
	flag.Parse()

	text := goldTSV
	if *own != "" {
		b, err := os.ReadFile(*own)
		if err != nil {
			return err
		}
		text = string(b)
	}
	dir, err := os.MkdirTemp("", "askomop-codes-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	parts := []string{"dev", "held"}
	if *part != "" {
		parts = []string{*part}
	}
	if _, err := os.Stat(*athena); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("%s is not there: the extract is not measured\n\n", *athena)
	} else {
		path := filepath.Join(dir, "athena.duckdb")
		if _, err := load.Load(ctx, load.Options{Source: *athena, Target: path, Version: "5.4",
			Vocabulary: true}); err != nil {
			return err
		}
		if err := measure(ctx, "Vocabulary extract", path, text, parts, *misses, vectors); err != nil {
			return err
		}
	}
	if *own != "" {
		return nil
	}
	path := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: path, Persons: 10, Seed: 1}); err != nil {
		return err
	}
	return measure(ctx, "Demo vocabulary", path, text, parts, *misses, vectors)
}

// measure codes the mentions of each part on one vocabulary and prints the scores.
func measure(ctx context.Context, title, path, text string, parts []string, misses bool,
	vectors vectorOptions) (err error) {
	engine, err := duckdb.Open(ctx, path, duckdb.Options{})
	if err != nil {
		return err
	}
	defer engine.Close()
	words, err := vocab.Open(ctx, vocab.Options{DB: engine.Reader(), Dir: filepath.Dir(path),
		Fingerprint: filepath.Base(path)})
	if err != nil {
		return err
	}
	defer words.Close()
	// Lenient: no data is there to tell which concepts are in use, and an extract has no whole hierarchy.
	rules := coding.NewRules(words, coding.Options{Lenient: true, Wider: true})
	search, closeSearch, err := vectors.searchBy(ctx, words, rules)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeSearch()) }()
	for _, part := range parts {
		mentions, err := mentionsOf(text, part)
		if err != nil {
			return err
		}
		fmt.Printf("%s, part %s, %d mentions\n", title, part, len(mentions))
		var all []outcome
		for _, m := range mentions {
			o, err := try(ctx, rules, search, words, m)
			if err != nil {
				return err
			}
			all = append(all, o)
		}
		printScores(os.Stdout, all)
		if misses {
			printMisses(os.Stdout, all)
		}
		fmt.Println()
	}
	return nil
}
