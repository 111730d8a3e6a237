package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/askomop/askomop/coding"
	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/rag/library"
	"github.com/askomop/askomop/vocab"
)

// soaking is one run.
type soaking struct {
	opt     options
	dir     string
	file    string
	engine  *duckdb.Engine
	good    []query
	settled int64    // bytes that are held before the soak, after each query has run once
	ask     []string // questions for the processes

	mu         sync.Mutex
	counts     map[string]*count
	violations []string
	samples    []sample
}

// query is SQL with the result that it had when nothing else ran.
type query struct{ id, sql, result string }

// count holds the outcomes of one kind of work.
type count struct {
	n       int
	longest time.Duration
	ends    map[string]int // how it ended → times
}

func open(ctx context.Context, dir, file string, opt options) (*soaking, error) {
	s := &soaking{opt: opt, dir: dir, file: file, counts: map[string]*count{}}
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o755); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	o := duckdb.Options{TempDir: temp, MemoryLimit: queryMemory, Worker: []string{self}}
	if s.engine, err = duckdb.Open(ctx, file, o); err != nil {
		return nil, err
	}
	if err := s.readQueries(ctx); err != nil {
		return nil, errors.Join(err, s.engine.Close())
	}
	return s, nil
}

// readQueries codes the library's SQL and runs each once.
func (s *soaking) readQueries(ctx context.Context) error {
	words, err := vocab.Open(ctx, vocab.Options{DB: s.engine.Reader(), Dir: s.dir, Fingerprint: "demo"})
	if err != nil {
		return err
	}
	defer words.Close()
	pairs, err := library.Read(evaldata.Pairs, "pairs")
	if err != nil {
		return err
	}
	coder := coding.NewRules(words, coding.Options{})
	for i, p := range pairs {
		if i%4 != 0 {
			continue
		}
		sql, _, err := coding.CodeTemplate(ctx, coder, p.SQL)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		t, err := s.engine.Query(ctx, sql, omop.Limit{})
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		s.good = append(s.good, query{p.ID, sql, text(t)})
		s.ask = append(s.ask, p.Question)
	}
	return nil
}

// text is a result, the order of its rows apart.
func text(t *omop.Table) string {
	rows := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, c := range row {
			if x, ok := c.(float64); ok {
				c = fmt.Sprintf("%.6g", x)
			}
			rows[i] += fmt.Sprint(c) + "\x1f"
		}
	}
	slices.Sort(rows)
	return fmt.Sprint(rows)
}

// soak runs clients, processes and the watch until the time is over, and waits for them.
func (s *soaking) soak(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, s.opt.during)
	defer cancel()
	var wg sync.WaitGroup
	for i := range s.opt.clients {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(s.opt.seed, uint64(i)))
			for ctx.Err() == nil {
				s.one(r)
			}
		})
	}
	for i := range s.opt.processes {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(s.opt.seed, uint64(1000+i)))
			for n := 0; ctx.Err() == nil; n++ {
				s.process(r, filepath.Join(s.dir, "home"))
			}
		})
	}
	s.watch(ctx)
	wg.Wait()
}

func (s *soaking) violate(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := fmt.Sprintf(format, args...); len(s.violations) < 50 && !slices.Contains(s.violations, v) {
		s.violations = append(s.violations, v)
	}
}

// record notes how a piece of work ended. Work of a query that takes longer than it
// may, by more than the machine's being busy explains, is hung.
func (s *soaking) record(kind, end string, took, may time.Duration) {
	s.mu.Lock()
	c := s.counts[kind]
	if c == nil {
		c = &count{ends: map[string]int{}}
		s.counts[kind] = c
	}
	c.n++
	c.ends[end]++
	c.longest = max(c.longest, took)
	s.mu.Unlock()
	if took > may+slack {
		s.violate("%s took %s; it had %s", kind, took.Round(time.Millisecond), may)
	}
}

// slack is what a loaded machine may add to a time limit. The engine itself needs up to a second.
const slack = 10 * time.Second

func checksum(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
