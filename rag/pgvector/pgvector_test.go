package pgvector_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/rag/retrieve"
	"github.com/askomop/askomop/rag/storetest"
)

// serverURL is the test server's, whose user is a superuser. Without one the test is skipped, but not in CI.
func serverURL(t testing.TB) string {
	t.Helper()
	return needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL with pgvector (.ci/postgres makes one and prints its URL)")
}

// admin is a connection of the test's own.
func admin(t testing.TB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), serverURL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

func exec(t testing.TB, conn *pgx.Conn, sql string, args ...any) {
	t.Helper()
	if _, err := conn.Exec(context.WithoutCancel(t.Context()), sql, args...); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// newSchema returns the name of a schema that is dropped when the test ends.
func newSchema(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("askomop_test_%d", rand.Uint64())
	conn := admin(t)
	t.Cleanup(func() { exec(t, conn, "DROP SCHEMA IF EXISTS "+name+" CASCADE") })
	return name
}

func open(t testing.TB, o pgvector.Options) *pgvector.Store {
	t.Helper()
	s, err := pgvector.Open(t.Context(), serverURL(t), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	for _, c := range []struct {
		name       string
		indexAbove int
	}{{"comparing all", -1}, {"with an index", 1}} {
		t.Run(c.name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T, dim int) rag.Store {
				return open(t, pgvector.Options{Embedder: "test:2", Dim: dim, Schema: newSchema(t), IndexAbove: c.indexAbove})
			})
		})
	}
}

func TestWhatIsStoredComesBackWhole(t *testing.T) {
	s := open(t, pgvector.Options{Embedder: "test:2", Dim: 2, Schema: newSchema(t)})
	want := rag.Pair{
		ID: "é-1", Question: `What's "this" \ [x]?`, Paraphrases: []string{"a, b", `{"c"}`, ""}, Topic: "t", Notes: []string{"mind the gap"},
		SQL: "SELECT 1\nFROM person -- “quoted”", Source: "pairs/e.sql",
	}
	plain := rag.Pair{ID: "plain", Question: "q", SQL: "SELECT 1"}
	if err := s.Put(t.Context(), []rag.Pair{want, plain}, []llm.Vector{{1, 0}, {1, 0}, {1, 0}, {1, 0}, {0, 1}}); err != nil {
		t.Fatal(err)
	}
	ms, err := s.Search(t.Context(), llm.Vector{1, 0}, 5, rag.Filter{})
	if err != nil || len(ms) != 2 {
		t.Fatalf("found %v, %v", ms, err)
	}
	if got := fmt.Sprintf("%#v", ms[0].Pair); got != fmt.Sprintf("%#v", want) {
		t.Errorf("got  %s\nwant %#v", got, want)
	}
	if got := fmt.Sprintf("%#v", ms[1].Pair); got != fmt.Sprintf("%#v", plain) {
		t.Errorf("got  %s\nwant %#v", got, plain)
	}
}

func TestEmbeddersAreKeptApart(t *testing.T) {
	schema := newSchema(t)
	two := open(t, pgvector.Options{Embedder: "two:2", Dim: 2, Schema: schema})
	three := open(t, pgvector.Options{Embedder: "three:3", Dim: 3, Schema: schema})
	p := rag.Pair{ID: "a", Question: "q", SQL: "SELECT 1"}
	if err := two.Put(t.Context(), []rag.Pair{p}, []llm.Vector{{1, 0}}); err != nil {
		t.Fatal(err)
	}
	if ms, err := three.Search(t.Context(), llm.Vector{1, 0, 0}, 5, rag.Filter{}); err != nil || len(ms) != 0 {
		t.Errorf("another embedder's pairs were found: %v, %v", ms, err)
	}
	p.SQL = "SELECT 3"
	if err := three.Put(t.Context(), []rag.Pair{p}, []llm.Vector{{1, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if ms, err := two.Search(t.Context(), llm.Vector{1, 0}, 5, rag.Filter{}); err != nil || len(ms) != 1 || ms[0].Pair.SQL != "SELECT 1" {
		t.Errorf("found %v, %v, want the pair as it was embedded", ms, err)
	}
}

func TestHalfvecAboveTwoThousandDimensions(t *testing.T) {
	for _, dim := range []int{3072, 5000} { // the second is beyond what can be indexed
		schema := newSchema(t)
		s := open(t, pgvector.Options{Embedder: "large", Dim: dim, Schema: schema, IndexAbove: 1})
		r := rand.New(rand.NewPCG(1, 2))
		pairs, vecs := randomPairs(r, 40, 2, dim)
		if err := s.Put(t.Context(), pairs, vecs); err != nil {
			t.Fatal(err)
		}
		question := randomVector(r, dim)
		ms, err := s.Search(t.Context(), question, 3, rag.Filter{})
		if err != nil || len(ms) != 3 {
			t.Fatalf("found %v, %v", ms, err)
		}
		want := exact(t, pairs, vecs, question, 3)
		for i := range want {
			if ms[i].Pair.ID != want[i].Pair.ID || math.Abs(ms[i].Score-want[i].Score) > 1e-3 {
				t.Errorf("%d dimensions, place %d: %s %.4f, want %s %.4f", dim, i, ms[i].Pair.ID, ms[i].Score, want[i].Pair.ID, want[i].Score)
			}
		}
		if indexed := indexes(t, schema); indexed != (dim <= 4000) {
			t.Errorf("%d dimensions: indexed is %v", dim, indexed)
		}
	}
}

func TestTheIndexFindsWhatComparingAllFinds(t *testing.T) {
	schema := newSchema(t)
	const dim, k = 48, 10
	r := rand.New(rand.NewPCG(3, 4))
	pairs, vecs := randomPairs(r, 1500, 4, dim)
	s := open(t, pgvector.Options{Embedder: "test", Dim: dim, Schema: schema, IndexAbove: 4000})
	half := len(pairs) / 2
	if err := s.Put(t.Context(), pairs[:half], vecs[:4*half]); err != nil {
		t.Fatal(err)
	}
	if indexes(t, schema) {
		t.Error("there is an index below the size")
	}
	if err := s.Put(t.Context(), pairs[half:], vecs[4*half:]); err != nil {
		t.Fatal(err)
	}
	if !indexes(t, schema) {
		t.Fatal("there is no index above the size")
	}
	found, scans := 0, indexScans(t, schema)
	const questions = 30
	for range questions {
		question := randomVector(r, dim)
		ms, err := s.Search(t.Context(), question, k, rag.Filter{Skip: []string{pairs[0].ID}})
		if err != nil || len(ms) != k {
			t.Fatalf("found %d, %v", len(ms), err)
		}
		if !slices.IsSortedFunc(ms, func(a, b rag.Match) int { return cmp.Compare(b.Score, a.Score) }) {
			t.Error("not best first")
		}
		want := exact(t, pairs[1:], vecs[4:], question, k)
		for _, m := range ms {
			if slices.ContainsFunc(want, func(w rag.Match) bool { return w.Pair.ID == m.Pair.ID && w.Wording == m.Wording }) {
				found++
			}
		}
	}
	if share := float64(found) / (questions * k); share < 0.95 {
		t.Errorf("the index finds %.3f of the nearest pairs; at least 0.95 is expected", share)
	}
	s.Close() // the counts of scans are sent when a connection ends
	if got := indexScans(t, schema) - scans; got < questions {
		t.Errorf("the index was used %d times for %d questions", got, questions)
	}
}

func TestOnlyWhatChangedIsMissing(t *testing.T) {
	s := open(t, pgvector.Options{Embedder: "test:2", Dim: 2, Schema: newSchema(t)})
	pairs := []rag.Pair{{ID: "a", Question: "a", SQL: "SELECT 1"}, {ID: "b", Question: "b", SQL: "SELECT 1", Source: "one/b.sql"}}
	missing := func(want string) {
		t.Helper()
		got, err := s.Missing(t.Context(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, p := range got {
			names = append(names, p.ID)
		}
		if strings.Join(names, " ") != want {
			t.Errorf("missing are %q, want %q", names, want)
		}
	}
	missing("a b")
	if err := s.Put(t.Context(), pairs, []llm.Vector{{1, 0}, {0, 1}}); err != nil {
		t.Fatal(err)
	}
	missing("")
	pairs[1].Source = "elsewhere/b.sql"
	missing("")
	pairs[0].SQL = "SELECT 2"
	missing("a")
	pairs = append(pairs, rag.Pair{ID: "c", Question: "c"})
	missing("a c")

	if n, err := s.Prune(t.Context(), []string{"b"}); err != nil || n != 1 {
		t.Errorf("removed %d, %v; want 1", n, err)
	}
	missing("a c")
	if ms, err := s.Search(t.Context(), llm.Vector{1, 0}, 5, rag.Filter{}); err != nil || ids(ms) != "b" {
		t.Errorf("found %s, %v, want b alone", ids(ms), err)
	}
}

// counting counts the texts it embeds.
type counting struct {
	lexical.Embedder
	mu    *sync.Mutex
	texts map[string]int
}

func (c counting) Embed(ctx context.Context, texts []string) ([]llm.Vector, error) {
	c.mu.Lock()
	for _, t := range texts {
		c.texts[t]++
	}
	c.mu.Unlock()
	return c.Embedder.Embed(ctx, texts)
}

func TestTwoThatIndexAtOnceEmbedEverythingOnce(t *testing.T) {
	schema := newSchema(t)
	var pairs []rag.Pair
	for i := range 150 {
		id := "pair" + string(rune('a'+i/26)) + string(rune('a'+i%26)) // no number: that would be masked
		pairs = append(pairs, rag.Pair{ID: id, Question: "how many " + id, Paraphrases: []string{"count of " + id}, SQL: "SELECT 1"})
	}
	e := counting{mu: &sync.Mutex{}, texts: map[string]int{}}
	encoder := retrieve.NewEncoder(e)
	dim, err := encoder.Dim()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { // each opens, and so migrates, too
			s, err := pgvector.Open(t.Context(), serverURL(t), pgvector.Options{Embedder: encoder.Name(), Dim: dim, Schema: schema, IndexAbove: 100})
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if err := s.Index(t.Context(), pairs, encoder, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(e.texts) != 300 {
		t.Errorf("%d texts were embedded, want 300", len(e.texts))
	}
	for text, n := range e.texts {
		if n != 1 {
			t.Errorf("%q was embedded %d times", text, n)
		}
	}
	s := open(t, pgvector.Options{Embedder: encoder.Name(), Dim: dim, Schema: schema})
	vecs, err := encoder.Encode(t.Context(), mask.ReadWordings([]rag.Pair{{Question: "how many paircz", SQL: "SELECT 1"}}))
	if err != nil {
		t.Fatal(err)
	}
	if ms, err := s.Search(t.Context(), vecs[0], 1, rag.Filter{}); err != nil || ids(ms) != "paircz" {
		t.Errorf("found %s, %v", ids(ms), err)
	}
}

func TestAnInterruptedIndexGoesOnWhereItWas(t *testing.T) {
	encoder := retrieve.NewEncoder(lexical.New())
	dim, err := encoder.Dim()
	if err != nil {
		t.Fatal(err)
	}
	o := pgvector.Options{Embedder: encoder.Name(), Dim: dim, Schema: newSchema(t)}
	s := open(t, o)
	var pairs []rag.Pair
	for i := range 100 {
		pairs = append(pairs, rag.Pair{ID: fmt.Sprint(i), Question: fmt.Sprintf("question %d", i), SQL: "SELECT 1"})
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = s.Index(ctx, pairs, encoder, func(done, _ int) {
		if done > 40 {
			cancel()
		}
	})
	if err == nil {
		t.Fatal("a cancelled index is no error")
	}
	missing, err := s.Missing(t.Context(), pairs)
	if err != nil || len(missing) == 0 || len(missing) > 60 {
		t.Fatalf("%d are missing, %v; want what came after the interruption", len(missing), err)
	}
	total := -1
	if err := s.Index(t.Context(), pairs, encoder, func(_, n int) { total = n }); err != nil || total != len(missing) {
		t.Errorf("embedded %d, %v; want the %d that were missing", total, err, len(missing))
	}
}

func ids(ms []rag.Match) string {
	var names []string
	for _, m := range ms {
		names = append(names, m.Pair.ID)
	}
	return strings.Join(names, " ")
}

func randomVector(r *rand.Rand, dim int) llm.Vector {
	v := make(llm.Vector, dim)
	var sum float64
	for i := range v {
		v[i] = float32(r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// randomPairs returns n pairs with w wordings each and their vectors.
func randomPairs(r *rand.Rand, n, w, dim int) ([]rag.Pair, []llm.Vector) {
	pairs := make([]rag.Pair, n)
	var vecs []llm.Vector
	for i := range pairs {
		pairs[i] = rag.Pair{ID: fmt.Sprintf("%05d", i), Question: "q", Paraphrases: make([]string, w-1)}
		for range w {
			vecs = append(vecs, randomVector(r, dim))
		}
	}
	return pairs, vecs
}

// exact is what the Store in memory finds.
func exact(t *testing.T, pairs []rag.Pair, vecs []llm.Vector, question llm.Vector, k int) []rag.Match {
	t.Helper()
	m := retrieve.NewMemory()
	if err := m.Put(t.Context(), pairs, vecs); err != nil {
		t.Fatal(err)
	}
	ms, err := m.Search(t.Context(), question, k, rag.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return ms
}

// indexes reports whether the schema holds an approximate index.
func indexes(t *testing.T, schema string) bool {
	t.Helper()
	var n int
	err := admin(t).QueryRow(t.Context(), "SELECT count(*) FROM pg_indexes WHERE schemaname = $1 AND indexdef LIKE '%hnsw%'", schema).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}

// indexScans counts how often the approximate indexes of a schema were used.
func indexScans(t *testing.T, schema string) int {
	t.Helper()
	var n int
	err := admin(t).QueryRow(t.Context(), "SELECT coalesce(sum(idx_scan), 0)::int FROM pg_stat_user_indexes WHERE schemaname = $1 AND indexrelname LIKE '%nearest'", schema).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
