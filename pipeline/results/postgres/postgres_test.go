package postgres

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/pipeline/results"
	"github.com/askomop/askomop/pipeline/results/resultstest"
)

// server returns the URL of a server and the name of a schema that goes when the test ends.
func server(t *testing.T) (url, schema string) {
	t.Helper()
	url = needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL with pgvector (.ci/postgres makes one and prints its URL)")
	schema = fmt.Sprintf("askomop test %d", time.Now().UnixNano())
	t.Cleanup(func() {
		s := open(t, url, schema)
		if _, err := s.db.Exec(`DROP SCHEMA IF EXISTS "` + schema + `" CASCADE`); err != nil {
			t.Error(err)
		}
	})
	return url, schema
}

func open(t *testing.T, url, schema string) *Store {
	t.Helper()
	s, err := New(url, schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	url, schema := server(t)
	resultstest.Run(t, func(t *testing.T) results.Store { return open(t, url, schema) })
}

func TestAServerThatEndsConnectionsIsComeBackTo(t *testing.T) {
	url, schema := server(t)
	s, other := open(t, url, schema), open(t, url, schema)
	k := results.Key{Schedule: "s", Run: "r"}
	tab := &omop.Table{Columns: []omop.Column{{Name: "n", Type: "BIGINT"}}, Rows: [][]any{{int64(1)}}}
	if err := s.Put(t.Context(), k, time.Now(), tab); err != nil {
		t.Fatal(err)
	}
	var pid int
	if err := s.db.QueryRow("SELECT pg_backend_pid()").Scan(&pid); err != nil {
		t.Fatal(err)
	}
	if _, err := other.db.Exec("SELECT pg_terminate_backend($1)", pid); err != nil {
		t.Fatal(err)
	}
	err := s.Put(t.Context(), k, time.Now(), tab)
	for n := 0; errors.Is(err, results.ErrBusy) && n < 3; n++ { // as a run does
		err = s.Put(t.Context(), k, time.Now(), tab)
	}
	if err != nil {
		t.Error(err)
	}
}

func TestWhatTheServerRefusesIsSaid(t *testing.T) {
	url, schema := server(t)
	for address, want := range map[string]string{
		url + "_of_nobody": "createdb",
		strings.Replace(url, "://askomop@", "://nobody:hunter2@", 1): "PGPASSWORD",
	} {
		_, err := open(t, address, schema).Cohorts(t.Context())
		if err == nil || errors.Is(err, results.ErrBusy) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAServerThatIsNotThereIsBusyAndThePasswordStaysHidden(t *testing.T) {
	s := open(t, "postgres://me:hunter2@127.0.0.1:1/db?connect_timeout=2", "")
	for what, err := range map[string]error{
		"reading": func() error { _, err := s.Cohorts(t.Context()); return err }(),
		"writing": s.Drop(t.Context(), "weekly"),
	} {
		if !errors.Is(err, results.ErrBusy) || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), "127.0.0.1:1") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := New("postgres://me:hunter2@:::x/db", ""); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}
