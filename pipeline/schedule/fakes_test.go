package schedule

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/vocab"
)

// fakeOpener opens nothing: its database answers every question with one table.
type fakeOpener struct {
	mu     sync.Mutex
	err    error // of Open
	source string
	end    time.Time
	answer func(sql string) (*omop.Table, error)
	open   int // sessions now
	most   int // queries at the same time
	now    int
	asked  []string
}

func (f *fakeOpener) Open(context.Context, string) (Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, f.err
	}
	f.open++
	return &fakeSession{f}, nil
}

type fakeSession struct{ *fakeOpener }

func (f *fakeSession) Stages() pipeline.Parts { return pipeline.Parts{Engine: f, Parser: f} }
func (f *fakeSession) Vocabulary() Vocabulary { return noVocabulary{} }
func (f *fakeSession) Source(context.Context) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.source, nil
}
func (f *fakeSession) DataEnd(context.Context, time.Time) (time.Time, error) { return f.end, nil }
func (f *fakeSession) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open--
	return nil
}

func (f *fakeSession) Dialect() string                     { return "fake" }
func (f *fakeSession) Check(context.Context, string) error { return nil }
func (f *fakeSession) Query(ctx context.Context, sql string, _ omop.Limit) (*omop.Table, error) {
	f.mu.Lock()
	f.now++
	f.most = max(f.most, f.now)
	f.asked = append(f.asked, sql)
	answer := f.answer
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		f.now--
		f.mu.Unlock()
	}()
	if answer == nil {
		return number(1), nil
	}
	return answer(sql)
}

// SerializeSQL reads every statement as one count.
func (f *fakeSession) SerializeSQL(context.Context, string) ([]byte, error) {
	return []byte(`{"error": false, "statements": [{"node": {"type": "SELECT_NODE", "modifiers": [], "cte_map": {"map": []}, "select_list":
		[{"class": "FUNCTION", "type": "FUNCTION", "alias": "patients", "function_name": "count_star", "arguments": [], "order_bys": {"type": "ORDER_MODIFIER", "orders": []}}],
		"from_table": {"type": "BASE_TABLE", "table_name": "person"}, "aggregate_handling": "STANDARD_HANDLING"}}]}`), nil
}

func number(n int64) *omop.Table {
	return &omop.Table{Columns: []omop.Column{{Name: "patients", Type: "BIGINT"}}, Rows: [][]any{{n}}}
}

type noVocabulary struct{}

func (noVocabulary) Concept(int64) (vocab.Concept, error) { return vocab.Concept{}, vocab.ErrNotFound }
func (noVocabulary) Descendants(context.Context, []int64) (vocab.Closure, error) {
	return vocab.Closure{}, nil
}

// memory is a results.Store for tables.
type memory struct {
	results.Store
	mu  sync.Mutex
	all map[results.Key]*omop.Table
	err error
}

func newMemory() *memory { return &memory{all: map[results.Key]*omop.Table{}} }

func (m *memory) Put(_ context.Context, k results.Key, _ time.Time, t *omop.Table) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err != nil {
		return m.err
	}
	m.all[k] = t
	return nil
}

func (m *memory) Get(_ context.Context, k results.Key) (*omop.Table, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t, ok := m.all[k]; ok {
		return t, nil
	}
	return nil, errors.Join(results.ErrNotFound, errors.New(k.Run))
}

// plan is a schedule that asks nothing in particular.
func plan(name, cron, zone string, since time.Time) *Schedule {
	return &Schedule{
		Name: name, Cron: cron, Zone: zone, CatchUp: CatchUpOnce, Database: "none.duckdb", Since: since, Created: since,
		Frozen: Frozen{Template: "SELECT 1 AS patients"},
	}
}

func put(t *testing.T, f Folder, all ...*Schedule) {
	t.Helper()
	for _, s := range all {
		if err := f.Put(s, true); err != nil {
			t.Fatal(err)
		}
	}
}

func history(t *testing.T, f Folder, name string) []Record {
	t.Helper()
	records, damaged, err := f.History(name)
	if err != nil || damaged > 0 {
		t.Fatalf("history of %s: %d damaged lines, %v", name, damaged, err)
	}
	return records
}
