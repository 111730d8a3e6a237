package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/demodb"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
)

// viewsOf looks at the wordings in several ways. A pair's paraphrases are about the same entities and
// numbers, by which they find each other; users ask about others. So questions are also asked with the
// entities of other pairs and with other numbers. First the embedder alone, on whole and on masked questions, then
// askomop's own way of comparing, in which the embedder is a part.
func viewsOf(ctx context.Context, pairs []rag.Pair) ([]view, error) {
	var plain []string
	for _, p := range pairs {
		plain = append(plain, p.Wordings()...)
	}
	stored := mask.ReadWordings(pairs)
	same, err := maskByVocabulary(ctx, plain)
	if err != nil {
		return nil, fmt.Errorf("masking by the vocabulary: %w", err)
	}
	elsewhere := ofOtherEntities(same)
	other, err := maskByVocabulary(ctx, elsewhere)
	if err != nil {
		return nil, fmt.Errorf("masking by the vocabulary: %w", err)
	}
	return []view{
		{"unmasked", embedded(plain), embedded(plain)},
		{"unmasked, of other entities and numbers", embedded(plain), embedded(elsewhere)},
		{"masked: <CONDITION>", embedded(texts(stored, maskedText)), embedded(texts(same, maskedText))},
		{"masked: stand-ins", embedded(texts(stored, rag.Masked.Natural)), embedded(texts(same, rag.Masked.Natural))},
		{"masked and read, as ask does", encoded(stored), encoded(same)},
		{"masked and read, of other entities and numbers", encoded(stored), encoded(other)},
	}, nil
}

func maskedText(m rag.Masked) string { return m.Text }

func texts(questions []rag.Masked, of func(rag.Masked) string) []string {
	out := make([]string, len(questions))
	for i, q := range questions {
		out[i] = of(q)
	}
	return out
}

// ofOtherEntities asks each question about entities of the same domains that stand in questions further on, and with
// other numbers.
func ofOtherEntities(questions []rag.Masked) []string {
	known := map[string][]string{} // by domain
	for _, q := range questions {
		for _, e := range q.Entities {
			if !slices.Contains(known[e.Domain], e.Text) {
				known[e.Domain] = append(known[e.Domain], e.Text)
			}
		}
	}
	out := make([]string, len(questions))
	for i, q := range questions {
		out[i] = ofOtherNumbers(withEntities(q, func(e rag.Mention) string {
			of := known[e.Domain]
			return of[(slices.Index(of, e.Text)+1+len(of)/3)%len(of)]
		}))
	}
	return out
}

var digits = regexp.MustCompile(`[0-9]+`)

// ofOtherNumbers changes every number: years by three, others to about half as much again.
func ofOtherNumbers(question string) string {
	return digits.ReplaceAllStringFunc(question, func(d string) string {
		n, err := strconv.Atoi(d)
		switch {
		case err != nil:
			return d
		case n >= 1900 && n < 2100:
			return strconv.Itoa(n - 3)
		}
		return strconv.Itoa(n + 1 + n/2)
	})
}

// withEntities rewrites the entities of a question.
func withEntities(m rag.Masked, rewrite func(rag.Mention) string) string {
	var b strings.Builder
	at := 0
	for _, e := range m.Entities {
		b.WriteString(m.Question[at:e.Start] + rewrite(e))
		at = e.End
	}
	return b.String() + m.Question[at:]
}

// maskByVocabulary masks questions as ask does on the demo database.
func maskByVocabulary(ctx context.Context, questions []string) ([]rag.Masked, error) {
	dir, err := os.MkdirTemp("", "askomop-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "demo.duckdb")
	// its vocabulary is whole with one person, too
	if err := demo.Generate(ctx, demo.Options{Path: file, Persons: 1}); err != nil {
		return nil, err
	}
	engine, err := duckdb.Open(ctx, file, duckdb.Options{})
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	db, err := demodb.Open(ctx, engine, dir, "bench")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	masker := mask.New(db.Names)
	masked := make([]rag.Masked, len(questions))
	for i, q := range questions {
		if masked[i], err = masker.Mask(ctx, q); err != nil {
			return nil, err
		}
	}
	return masked, nil
}
