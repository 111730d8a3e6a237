package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/check"
	"github.com/askomop/askomop/omop/demo"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/pipeline/asked"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/rag/read"
	"github.com/askomop/askomop/vocab"
)

// testbed holds a demo database and everything that reads it.
type testbed struct {
	dir     string
	engine  *duckdb.Engine
	words   *vocab.Vocabulary
	coder   coding.Coder
	checker *check.Checker
	layout  *schema.Schema
	pairs   []*pair
	others  []*pair               // correct SQL beyond the library
	foreign map[omop.Domain]int64 // a concept of each domain that is not standard
	said    sync.Map              // *pair → what the rules say of it as it stands, []omop.Finding
}

// pair is a pair of the library whose SQL has a result on the demo database.
type pair struct {
	rag.Pair
	tree   *sqltree.Statement
	result string
	roots  map[string]int64   // placeholder → the first concept of its set
	sets   map[string][]int64 // placeholder → all of them
}

// queryLimit bounds a mutant: one that joins everything with everything is told by its time.
var queryLimit = omop.Limit{Time: 3 * time.Second, Rows: 20_000}

func build(ctx context.Context) (_ *testbed, err error) {
	dir, err := os.MkdirTemp("", "askomop-mutate-")
	if err != nil {
		return nil, err
	}
	h := &testbed{dir: dir, foreign: map[omop.Domain]int64{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
		}
	}()
	file := filepath.Join(dir, "demo.duckdb")
	if err := demo.Generate(ctx, demo.Options{Path: file}); err != nil {
		return nil, err
	}
	if h.engine, err = duckdb.Open(ctx, file, duckdb.Options{TempDir: dir}); err != nil {
		return nil, err
	}
	if h.words, err = vocab.Open(ctx, vocab.Options{DB: h.engine.Reader(), Dir: dir, Fingerprint: "demo"}); err != nil {
		return nil, err
	}
	rules := coding.NewRules(h.words, coding.Options{})
	h.coder = rules
	reader := read.New(names{h.words, rules})
	if h.layout, err = schema.For("5.4"); err != nil {
		return nil, err
	}
	h.checker = check.New(check.Options{
		Parser: h.engine, Schema: h.layout, Vocabulary: &whole{words: h.words}, Generated: true,
		Years:      func(context.Context) (int, int, bool) { return 2008, 2010, true },
		BirthDates: func(context.Context) bool { return true },
		Meaning: readOnce(func(ctx context.Context, question string) (check.Meaning, error) {
			return asked.Meaning(ctx, reader, h.words, rules.Loose, question)
		}),
	})
	if err := h.readForeign(ctx); err != nil {
		return nil, err
	}
	if err := h.readPairs(ctx); err != nil {
		return nil, err
	}
	return h, h.readOthers(ctx)
}

// names are the vocabulary's names, by their words in any order too.
type names struct {
	*vocab.Vocabulary
	rules *coding.Rules
}

// Loose implements read.LooseTerms.
func (n names) Loose(text string) []vocab.Hit { return n.rules.Loose(text) }

func (h *testbed) close() error {
	var errs []error
	if h.words != nil {
		errs = append(errs, h.words.Close())
	}
	if h.engine != nil {
		errs = append(errs, h.engine.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(h.dir))...)
}

// readForeign looks for a source concept of each domain.
func (h *testbed) readForeign(ctx context.Context) error {
	t, err := h.engine.Query(ctx,
		"SELECT domain_id, MIN(concept_id) FROM concept WHERE standard_concept IS NULL AND concept_id < 2000000000 GROUP BY domain_id", omop.Limit{})
	if err != nil {
		return err
	}
	for _, row := range t.Rows {
		for _, d := range omop.Domains {
			if name, _ := row[0].(string); len(name) > 0 && string(d[1:]) == name[1:] {
				h.foreign[d], _ = row[1].(int64)
			}
		}
	}
	return nil
}

func (h *testbed) readPairs(ctx context.Context) error {
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		return err
	}
	for _, p := range pairs {
		next := &pair{Pair: p, roots: map[string]int64{}, sets: map[string][]int64{}}
		if next.tree, err = sqltree.Parse(ctx, h.engine, p.SQL); err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		sql, sets, err := coding.CodeTemplate(ctx, h.coder, p.SQL)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		for _, s := range sets {
			name := s.Entity.Domain + "@" + s.Entity.Text
			next.roots[name] = s.Concepts[0].ID
			for _, c := range s.Concepts {
				next.sets[name] = append(next.sets[name], c.ID)
			}
		}
		if next.result, err = h.result(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		h.pairs = append(h.pairs, next)
	}
	return nil
}

// correctFiles are the correct statements of the rules' own tests, from the repository's root.
const correctFiles = "omop/check/testdata/correct/*.sql"

// readOthers adds correct SQL in which no mistake is made: it is only written otherwise.
func (h *testbed) readOthers(ctx context.Context) error {
	files, err := filepath.Glob(fromRoot(correctFiles))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for i, sql := range strings.Split(strings.TrimSpace(string(text)), "\n\n")[1:] {
			next := &pair{Pair: rag.Pair{ID: fmt.Sprintf("%s:%d", filepath.Base(file), i+1), SQL: sql}}
			if next.tree, err = sqltree.Parse(ctx, h.engine, sql); err != nil {
				return fmt.Errorf("%s: %w", next.ID, err)
			}
			h.others = append(h.others, next)
		}
	}
	return nil
}

// readOnce reads each question once: its pair has a hundred forms.
func readOnce(read func(context.Context, string) (check.Meaning, error)) func(context.Context, string) (check.Meaning, error) {
	var known sync.Map
	return func(ctx context.Context, question string) (check.Meaning, error) {
		if m, ok := known.Load(question); ok {
			return m.(check.Meaning), nil
		}
		m, err := read(ctx, question)
		if err == nil {
			known.Store(question, m)
		}
		return m, err
	}
}

// whole is the demo vocabulary as if it were a complete one.
type whole struct {
	words *vocab.Vocabulary
	below sync.Map // the id of a concept → those of its descendants, []int64
}

// Concept implements check.Vocabulary.
func (w *whole) Concept(_ context.Context, id int64) (check.Concept, bool, error) {
	c, err := w.words.Concept(id)
	if errors.Is(err, vocab.ErrNotFound) {
		return check.Concept{}, false, nil
	}
	return ruleConcept(c), err == nil, err
}

// MapsTo implements check.Vocabulary.
func (w *whole) MapsTo(_ context.Context, id int64) ([]check.Concept, error) {
	var out []check.Concept
	for _, c := range w.words.MapsTo(id) {
		out = append(out, ruleConcept(c))
	}
	return out, nil
}

// Descendants implements check.Vocabulary.
func (w *whole) Descendants(ctx context.Context, id int64) ([]int64, error) {
	if ids, ok := w.below.Load(id); ok {
		return ids.([]int64), nil
	}
	closure, err := w.words.Descendants(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	var out []int64
	for _, d := range closure.Descendants {
		out = append(out, d.Concept.ID)
	}
	w.below.Store(id, out)
	return out, nil
}

// Complete implements check.Vocabulary.
func (*whole) Complete() bool { return true }

func ruleConcept(c vocab.Concept) check.Concept {
	return check.Concept{ID: c.ID, Name: c.Name, Domain: c.Domain, Vocabulary: c.Vocabulary, Code: c.Code, Class: c.Class,
		Standard: c.Standard, Invalid: c.Invalid}
}
