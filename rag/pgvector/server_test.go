package pgvector_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/llm/lexical"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/pgvector"
	"github.com/askomop/askomop/rag/retrieve"
	"github.com/askomop/askomop/vocab"
)

// A schema as each earlier version of the program left it, with a pair in it.
func TestOlderSchemasAreBroughtUpToDate(t *testing.T) {
	steps, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(steps) < 3 {
		t.Fatalf("migrations are %v, %v", steps, err)
	}
	open(t, in(newSchema(t))) // creates the extension
	for n := 1; n < len(steps); n++ {
		t.Run(fmt.Sprint("from ", n), func(t *testing.T) {
			schema, conn := newSchema(t), admin(t)
			exec(t, conn, "CREATE SCHEMA "+schema+"; SET search_path = "+schema+", public; CREATE TABLE migration (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())")
			for i, step := range steps[:n] {
				text, err := os.ReadFile(step)
				if err != nil {
					t.Fatal(err)
				}
				exec(t, conn, string(text))
				exec(t, conn, "INSERT INTO migration (version, name) VALUES ($1, $2)", i+1, filepath.Base(step))
			}
			exec(t, conn, `INSERT INTO embedder (name, dimensions) VALUES ('test:2', 2);
				CREATE TABLE wording_1 (pair text COLLATE "C" NOT NULL, wording integer NOT NULL, embedding vector(2) NOT NULL, PRIMARY KEY (pair, wording));
				INSERT INTO wording_1 VALUES ('a', 0, '[1,0]');
				INSERT INTO pair (embedder, id, question, paraphrases, topic, notes, sql, source, content) VALUES (1, 'a', 'q', '{}', 't', '{}', 'SELECT 1', 's', '')`)

			s := open(t, in(schema))
			if ms, err := s.Search(t.Context(), llm.Vector{1, 0}, 1, rag.Filter{}); err != nil || ids(ms) != "a" || ms[0].Pair.SQL != "SELECT 1" {
				t.Errorf("found %+v, %v; want what was stored before", ms, err)
			}
			if err := s.Put(t.Context(), []rag.Pair{{ID: "b", Question: "b", SQL: "SELECT 2", Verified: "us"}}, []llm.Vector{{0, 1}}); err != nil {
				t.Error(err)
			}
			c := openConcepts(t, in(schema))
			if err := c.Put(t.Context(), []vocab.Named{{Concept: 1, Term: "gout", Domain: "Condition"}}, []llm.Vector{{1, 0}}); err != nil {
				t.Error(err)
			}
			var version int
			if err := conn.QueryRow(t.Context(), "SELECT max(version) FROM migration").Scan(&version); err != nil || version != len(steps) {
				t.Errorf("version %d, %v; want %d", version, err, len(steps))
			}
		})
	}
}

// The server ends the connections in the middle of an index, as when it is restarted.
func TestAConnectionThatIsLostLosesNothing(t *testing.T) {
	encoder := retrieve.NewEncoder(lexical.New())
	dim, err := encoder.Dim()
	if err != nil {
		t.Fatal(err)
	}
	server, err := url.Parse(serverURL(t))
	if err != nil {
		t.Fatal(err)
	}
	database := newDatabase(t) // whose connections are this test's alone
	server.Path = "/" + database
	s, err := pgvector.Open(t.Context(), server.String(), pgvector.Options{Embedder: encoder.Name(), Dim: dim})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var pairs []rag.Pair
	for i := range 100 {
		pairs = append(pairs, rag.Pair{ID: fmt.Sprint(i), Question: "question of " + strings.Repeat("x", i+1), SQL: "SELECT 1"})
	}
	conn := admin(t)
	cut := false
	cutNow := func(done, _ int) {
		if done > 40 && !cut {
			cut = true
			exec(t, conn, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", database)
		}
	}
	err = s.Index(t.Context(), pairs, encoder, cutNow)
	if err == nil || !strings.Contains(err.Error(), "run it again when the server is up") {
		t.Errorf("err = %v, want one that says what to do", err)
	}
	if err := s.Index(t.Context(), pairs, encoder, nil); err != nil {
		t.Fatalf("indexing again: %v", err)
	}
	if missing, err := s.Missing(t.Context(), pairs); err != nil || len(missing) != 0 {
		t.Errorf("%d are missing, %v", len(missing), err)
	}
	ms, err := s.Search(t.Context(), make(llm.Vector, dim), 100, rag.Filter{})
	if err != nil || len(ms) != 100 {
		t.Errorf("found %d, %v; want each pair once", len(ms), err)
	}
}
