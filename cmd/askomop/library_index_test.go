package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// newDatabase is the URL of an empty database that is dropped when the test ends. Without a server
// the test is skipped, but not in CI.
func newDatabase(t *testing.T) string {
	t.Helper()
	server := os.Getenv("ASKOMOP_TEST_POSTGRES")
	switch {
	case server == "" && os.Getenv("CI") == "true":
		t.Fatal("ASKOMOP_TEST_POSTGRES is not set; .ci/postgres makes a server and prints its URL")
	case server == "":
		t.Skip("needs PostgreSQL with pgvector: set ASKOMOP_TEST_POSTGRES to its URL (.ci/postgres makes one)")
	}
	conn, err := pgx.Connect(t.Context(), server)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.WithoutCancel(t.Context())
	name := fmt.Sprintf("askomop_test_%d", rand.Uint64())
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

func TestAnAnswerThroughPostgresIsTheOneInMemory(t *testing.T) {
	onDemo(t) // which is made without the server
	t.Setenv("ASKOMOP_STORE", newDatabase(t))
	empty := askomop(t, "ask", firstQuestion)
	if empty.code != exitFailed || !strings.Contains(empty.errOut, "askomop library index") {
		t.Errorf("an empty store: exit code %d, %s%s", empty.code, empty.out, empty.errOut)
	}
	if got := askomop(t, "doctor"); got.code != exitFailed || !strings.Contains(got.out, "→ askomop library index") {
		t.Errorf("doctor on an empty store: %s", got.out)
	}

	first := document[indexed](t, "library", "index")
	if first.Embedded != first.Pairs || first.Pairs < 100 {
		t.Errorf("the first time: %+v", first)
	}
	if second := document[indexed](t, "library", "index"); second.Embedded != 0 || second.Removed != 0 || second.Pairs != first.Pairs {
		t.Errorf("the second time: %+v, want nothing done", second)
	}
	if got := askomop(t, "doctor"); got.code != exitAnswered || !strings.Contains(got.out, fmt.Sprintf("%d of %[1]d pairs indexed", first.Pairs)) {
		t.Errorf("doctor on a filled store: %s", got.out)
	}
	for _, question := range []string{
		firstQuestion,
		"How many patients with asthma are there by year of diagnosis?",
		"Who was the best football player of 1998?",
	} {
		sameAnswer(t, document[jsonAnswer](t, "ask", question), document[jsonAnswer](t, "ask", question, "--store", "memory"))
	}
	if rows := document[jsonAnswer](t, "ask", firstQuestion).Rows; len(rows) != 1 {
		t.Errorf("rows %v", rows)
	}
}

func TestOnlyWhatChangedIsIndexed(t *testing.T) {
	onDemo(t) // which is made without the server
	t.Setenv("ASKOMOP_STORE", newDatabase(t))
	base, asked := embeddingServer(t)
	with := append(ownHome(t), "--embedder", "openai:embed-test@"+base)
	index := func(more ...string) indexed {
		return document[indexed](t, append(append([]string{"library", "index"}, more...), with...)...)
	}
	n := index().Pairs
	wordings := len(asked()) - 1 // one word for the dimension
	if n < 100 || wordings < 3*n {
		t.Fatalf("%d pairs with %d wordings", n, wordings)
	}

	const id = "condition-then-drug-within-days"
	shown := askomop(t, "library", "show", id).out
	own := filepath.Join(with[1], "library", "own-pair.sql")
	if err := writeFile(own, []byte(strings.Replace(shown, "-- id: "+id, "-- id: own-pair", 1))); err != nil {
		t.Fatal(err)
	}
	behind := askomop(t, append([]string{"ask", firstQuestion}, with...)...)
	if behind.code != exitAnswered || !strings.Contains(behind.errOut, "askomop library index") {
		t.Errorf("a store that is behind: exit code %d, %s", behind.code, behind.errOut)
	}
	asked()
	if done := index(); done.Embedded != 1 || done.Pairs != n+1 {
		t.Errorf("with one pair more: %+v", done)
	}
	if texts := asked(); len(texts) < 2 || len(texts) > 10 {
		t.Errorf("%d texts were embedded for one pair: %q", len(texts), texts)
	}

	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	answer := document[jsonAnswer](t, append([]string{"ask", "--skip", id, firstQuestion, "--k", "500"}, with...)...)
	for _, e := range answer.Examples {
		if e.ID == "own-pair" {
			t.Error("a pair was found that the library no longer has")
		}
	}
	if done := index("--keep"); done.Removed != 0 {
		t.Errorf("with --keep: %+v", done)
	}
	if done := index(); done.Removed != 1 || done.Embedded != 0 || done.Pairs != n {
		t.Errorf("with one pair fewer: %+v", done)
	}
}
