package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/rag"
)

// parrot answers every question with the length of its text, and refuses what begins with "refuse".
type parrot struct {
	mu    sync.Mutex
	asked []string
	fail  func(question string) error // instead of an answer; may be nil
	spend func(r *pipeline.Run)       // books what an answer cost; may be nil
	slow  time.Duration
	log   *os.File // of what was asked, a line each; may be nil
}

func (p *parrot) Ask(ctx context.Context, q string) *pipeline.Run {
	p.mu.Lock()
	p.asked = append(p.asked, q)
	if p.log != nil {
		fmt.Fprintln(p.log, q)
	}
	p.mu.Unlock()
	time.Sleep(p.slow)
	r := &pipeline.Run{Question: q, Status: pipeline.Answered, Template: rag.Template{SQL: "SELECT 1", Writer: "parrot"}, Attempts: 1}
	if p.fail != nil {
		r.Err = p.fail(q)
	}
	if r.Err == nil {
		r.Err = ctx.Err()
	}
	switch {
	case r.Err != nil:
		r.Status = pipeline.Failed
	case strings.HasPrefix(q, "refuse"):
		r.Status, r.Reason = pipeline.Abstained, pipeline.ReasonOutOfScope
	default:
		r.Table = one("n", 7)
	}
	if p.spend != nil {
		p.spend(r)
	}
	return r
}

func (p *parrot) AskTemplate(_ context.Context, sql string) *pipeline.Run {
	return &pipeline.Run{Status: pipeline.Answered, SQL: sql, Table: one("patients", 7)}
}

// unparsed is a parser that knows no SQL: nothing is counted in references.
type unparsed struct{}

func (unparsed) SerializeSQL(context.Context, string) ([]byte, error) {
	return []byte(`{"error":true,"error_type":"parser","error_message":"none","position":"0"}`), nil
}

// shelf is a store that finds its pairs in order.
type shelf []rag.Pair

func (s shelf) Put(context.Context, []rag.Pair, []llm.Vector) error { return nil }

func (s shelf) Search(_ context.Context, _ llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	var out []rag.Match
	for _, p := range s {
		if f.Admits(p) && len(out) < k {
			out = append(out, rag.Match{Pair: p, Score: 0.5})
		}
	}
	return out, nil
}

// matrixOf asks n cases under two settings.
func matrixOf(n int, p *parrot) Matrix {
	m := Matrix{Database: "db", Store: shelf{}, References: p, Parser: unparsed{}, Workers: 3}
	for i := range n {
		c := Case{ID: fmt.Sprintf("pair-%d/0", i), Question: fmt.Sprintf("question %d", i), Kind: KindQuestion, PairID: fmt.Sprintf("pair-%d", i), SQL: "SELECT 1"}
		if i%4 == 3 {
			c = Case{ID: fmt.Sprintf("no-%d", i), Question: fmt.Sprintf("refuse %d", i), Kind: KindRefusal, Reason: "made-up", Topic: "made-up"}
		}
		m.Cases = append(m.Cases, c)
	}
	for _, in := range []bool{true, false} {
		m.Settings = append(m.Settings, Setting{Name: "parrot", LeaveIn: in, Build: func(rag.Store, pipeline.Options) Asker { return p }})
	}
	return m
}

func open(t *testing.T, dir string, m Matrix) *Folder {
	t.Helper()
	f, err := OpenFolder(dir, m.Plan())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestARunAsksEveryCaseOnceUnderEverySetting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	p := &parrot{}
	m := matrixOf(20, p)
	f := open(t, dir, m)
	if err := m.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if len(p.asked) != 40 || len(f.Outcomes) != 40 || m.Open(f) != 0 {
		t.Fatalf("%d asked, %d kept, %d open", len(p.asked), len(f.Outcomes), m.Open(f))
	}
	if err := m.Run(t.Context(), f); err != nil || len(p.asked) != 40 {
		t.Errorf("a finished run asked again: %d, %v", len(p.asked), err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	kept, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	rep := NewReport(kept, DefaultTolerance)
	for _, s := range rep.Settings {
		if acc, rs := s.Scores["accuracy"], s.Scores["RS(10)"]; acc.Value != 100 || acc.N != 15 || rs.Value != 100 || rs.N != 20 {
			t.Errorf("%s: accuracy %+v, RS(10) %+v", s.Label, acc, rs)
		}
	}
}

func TestAnInterruptedRunKeepsWhatIsDoneAndNothingElse(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	ctx, cancel := context.WithCancel(t.Context())
	p := &parrot{}
	p.fail = func(string) error {
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.asked) > 10 {
			cancel()
		}
		return nil
	}
	m := matrixOf(30, p)
	f := open(t, dir, m)
	if err := m.Run(ctx, f); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted with %v", err)
	}
	done := len(f.Outcomes)
	if done == 0 || done >= 60 || m.Open(f) != 60-done {
		t.Fatalf("%d kept, %d open", done, m.Open(f))
	}
	f.Close()
	again := &parrot{}
	m = matrixOf(30, again)
	f = open(t, dir, m)
	defer f.Close()
	if err := m.Run(t.Context(), f); err != nil || len(again.asked) != 60-done {
		t.Errorf("%d asked again, want %d; %v", len(again.asked), 60-done, err)
	}
	for _, o := range f.Outcomes {
		if o.Status == string(pipeline.Failed) {
			t.Errorf("an interrupted case was kept: %+v", o)
		}
	}
}

func TestASpentBudgetStopsTheRunAndIsNoOutcome(t *testing.T) {
	p := &parrot{}
	p.fail = func(q string) error {
		if q == "question 5" {
			return fmt.Errorf("writing SQL: %w", &llm.Error{Kind: llm.ErrBudget})
		}
		return nil
	}
	m := matrixOf(12, p)
	m.Workers = 1
	f := open(t, filepath.Join(t.TempDir(), "run"), m)
	defer f.Close()
	if err := m.Run(t.Context(), f); !errors.Is(err, llm.ErrBudget) {
		t.Fatalf("ended with %v", err)
	}
	if len(f.Outcomes) != 5 {
		t.Errorf("%d outcomes, want the 5 before the budget was spent", len(f.Outcomes))
	}
}

func TestHalfALineIsCutOff(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	m := matrixOf(8, &parrot{})
	f := open(t, dir, m)
	if err := m.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	f.Close()
	path := filepath.Join(dir, outcomesFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	if kept, err := Read(dir); err != nil || len(kept.Outcomes) != 15 {
		t.Fatalf("read with half a line: %v", err)
	}
	p := &parrot{}
	m = matrixOf(8, p)
	f = open(t, dir, m)
	defer f.Close()
	if err := m.Run(t.Context(), f); err != nil || len(p.asked) != 1 {
		t.Errorf("%d asked again, want the one whose line was torn; %v", len(p.asked), err)
	}
	if now, _ := os.ReadFile(path); strings.Count(string(now), "\n") != 16 || !json.Valid(now[strings.LastIndex(strings.TrimSpace(string(now)), "\n")+1:]) {
		t.Errorf("the file ends in %q", now[max(0, len(now)-80):])
	}
}

func TestARunIsHeldByOneProcessAndOnePlan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	m := matrixOf(4, &parrot{})
	f := open(t, dir, m)
	if _, err := OpenFolder(dir, m.Plan()); err == nil {
		t.Error("a run is held twice")
	}
	if err := Remove(dir); err == nil {
		t.Error("a run that is held was removed")
	}
	f.Close()
	if _, err := OpenFolder(dir, matrixOf(5, &parrot{}).Plan()); !errors.Is(err, ErrOtherPlan) {
		t.Errorf("other cases: %v", err)
	}
	more := m
	more.Settings = append(slices.Clone(m.Settings), Setting{Name: "other", Model: "p:m"})
	f = open(t, dir, more)
	if got := more.Open(f); got != 12 {
		t.Errorf("%d open after a setting was added, want 12", got)
	}
	f.Close()
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(dir); err == nil {
		t.Error("a removed run can be read")
	}
	if _, err := OpenFolder(filepath.Join(t.TempDir(), "..", "x y"), m.Plan()); err == nil {
		t.Error("a name with a blank was taken")
	}
}

// TestKilledRunsLoseNothingAndAskNothingTwice kills a process that asks, again and again, until it comes through.
func TestKilledRunsLoseNothingAndAskNothingTwice(t *testing.T) {
	const cases = 120
	if dir := os.Getenv("EVAL_TEST_RUN"); dir != "" {
		asking(t, dir, cases)
		return
	}
	dir := filepath.Join(t.TempDir(), "run")
	kills := 0
	patience := 60 * time.Millisecond
	for try := range 30 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledRunsLoseNothingAndAskNothingTwice$")
		cmd.Env = append(os.Environ(), "EVAL_TEST_RUN="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("try %d: %v", try, err)
			}
			checkKilled(t, dir, 2*cases, kills)
			return
		case <-time.After(patience):
			patience += patience / 4 // a slow machine needs longer to begin at all
			_ = cmd.Process.Kill()
			<-ended
			kills++
		}
	}
	t.Fatal("never came through")
}

// asking is the process that is killed. It goes on with the run and tells what it asks.
func asking(t *testing.T, dir string, cases int) {
	log, err := os.OpenFile(dir+".asked", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	m := matrixOf(cases, &parrot{log: log, slow: 2 * time.Millisecond})
	f := open(t, dir, m)
	defer f.Close()
	if err := m.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

func checkKilled(t *testing.T, dir string, want, kills int) {
	kept, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, o := range kept.Outcomes {
		if seen[o.Key()] {
			t.Errorf("%s is kept twice", o.Key())
		}
		seen[o.Key()] = true
	}
	asked, err := os.ReadFile(dir + ".asked")
	if err != nil {
		t.Fatal(err)
	}
	// What was under way at a kill has no outcome and is asked again: at most one a worker.
	if n := strings.Count(string(asked), "\n"); len(seen) != want || n < want || n > want+3*kills {
		t.Errorf("%d kills: %d outcomes of %d, %d asked", kills, len(seen), want, n)
	}
	if kills < 2 {
		t.Errorf("killed %d times only", kills)
	}
	t.Logf("%d kills, %d outcomes, %d asked", kills, len(seen), strings.Count(string(asked), "\n"))
}
