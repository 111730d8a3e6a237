package models

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/internal/wholefile"
)

// newDatabase is the URL of an empty database that is dropped when the test ends. Without a server
// the test is skipped, but not in CI.
func newDatabase(t *testing.T) string {
	t.Helper()
	server := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL with pgvector (.ci/postgres makes one and prints its URL)")
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
	cmdtest.UseDemo(t) // which is made without the server
	t.Setenv("ASKOMOP_STORE", newDatabase(t))
	empty := cmdtest.OnDemo(t, "ask", cmdtest.FirstQuestion)
	if empty.Code != commands.ExitFailed || !strings.Contains(empty.ErrOut, "askomop library index") {
		t.Errorf("an empty store: exit code %d, %s%s", empty.Code, empty.Out, empty.ErrOut)
	}
	if got := cmdtest.OnDemo(t, "doctor"); got.Code != commands.ExitFailed || !strings.Contains(got.Out, "→ askomop library index") {
		t.Errorf("doctor on an empty store: %s", got.Out)
	}

	first := cmdtest.Document[app.Indexed](t, "library", "index")
	if first.Embedded != first.Pairs || first.Pairs < 100 {
		t.Errorf("the first time: %+v", first)
	}
	if second := cmdtest.Document[app.Indexed](t, "library", "index"); second.Embedded != 0 || second.Removed != 0 || second.Pairs != first.Pairs {
		t.Errorf("the second time: %+v, want nothing done", second)
	}
	if got := cmdtest.OnDemo(t, "doctor"); got.Code != commands.ExitAnswered || !strings.Contains(got.Out, fmt.Sprintf("%d of %[1]d pairs indexed", first.Pairs)) {
		t.Errorf("doctor on a filled store: %s", got.Out)
	}
	for _, question := range []string{
		cmdtest.FirstQuestion,
		"How many patients with asthma are there by year of diagnosis?",
		"Who was the best football player of 1998?",
	} {
		sameAnswer(t, cmdtest.Document[cmdtest.Answer](t, "ask", question), cmdtest.Document[cmdtest.Answer](t, "ask", question, "--store", "memory"))
	}
	if rows := cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion).Rows; len(rows) != 1 {
		t.Errorf("rows %v", rows)
	}
}

func TestOnlyWhatChangedIsIndexed(t *testing.T) {
	cmdtest.UseDemo(t) // which is made without the server
	t.Setenv("ASKOMOP_STORE", newDatabase(t))
	base, asked := embeddingServer(t)
	with := append(ownHome(t), "--embedder", "openai:embed-test@"+base)
	index := func(more ...string) app.Indexed {
		return cmdtest.Document[app.Indexed](t, append(append([]string{"library", "index"}, more...), with...)...)
	}
	n := index().Pairs
	wordings := len(asked()) - 1 // one word for the dimension
	if n < 100 || wordings < 3*n {
		t.Fatalf("%d pairs with %d wordings", n, wordings)
	}

	const id = "condition-then-drug-within-days"
	shown := cmdtest.OnDemo(t, "library", "show", id).Out
	own := filepath.Join(with[1], "library", "own-pair.sql")
	if err := wholefile.Write(own, []byte(strings.Replace(shown, "-- id: "+id, "-- id: own-pair", 1))); err != nil {
		t.Fatal(err)
	}
	behind := cmdtest.OnDemo(t, append([]string{"ask", cmdtest.FirstQuestion}, with...)...)
	if behind.Code != commands.ExitAnswered || !strings.Contains(behind.ErrOut, "askomop library index") {
		t.Errorf("a store that is behind: exit code %d, %s", behind.Code, behind.ErrOut)
	}
	asked()
	if done := index(); done.Embedded != 1 || done.Pairs != n+1 {
		t.Errorf("with one pair more: %+v", done)
	}
	if texts := asked(); len(texts) < 2 || len(texts) > 30 { // its wordings, of a library of thousands
		t.Errorf("%d texts were embedded for one pair: %q", len(texts), texts)
	}

	if err := os.Remove(own); err != nil {
		t.Fatal(err)
	}
	answer := cmdtest.Document[cmdtest.Answer](t, append([]string{"ask", "--skip", id, cmdtest.FirstQuestion, "--k", "500"}, with...)...)
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

// TestAKilledIndexGoesOn kills library index at random moments. What is stored stays usable, and the next run
// stores the rest, each pair once, and says how many there were.
func TestAKilledIndexGoesOn(t *testing.T) {
	cmdtest.UseDemo(t) // which is made without the server
	if err := cmdtest.MakeDemo(); err != nil {
		t.Fatal(err)
	}
	home, temp, store := t.TempDir(), t.TempDir(), newDatabase(t)
	env := []string{"ASKOMOP_HOME=" + home, "ASKOMOP_DB=" + cmdtest.Demo(), "TMPDIR=" + temp, "ASKOMOP_STORE=" + store}
	rounds := 4
	if testing.Short() {
		rounds = 2
	}
	r := rand.New(rand.NewPCG(12, 4))
	if _, errOut, err := cmdtest.Process(t, env, "library", "index"); err != nil { // which makes the tables
		t.Fatal(err, errOut)
	}
	slow := execOn(t, store)
	slow("SELECT askomop.forget(name) FROM askomop.embedder")
	slow(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.003); RETURN NEW; END'`)
	slow("CREATE TRIGGER wait BEFORE INSERT ON askomop.pair FOR EACH ROW EXECUTE FUNCTION wait()")
	left := 0
	for range rounds {
		killedWhen(t, env, func() bool { return pairsNow(t, store) > left }, "library", "index")
		left = storedPairs(t, store)
		cmdtest.Kill(t, env, time.Duration(r.IntN(400))*time.Millisecond, "library", "index")
		left = storedPairs(t, store)
	}
	slow("DROP TRIGGER wait ON askomop.pair")

	out, errOut, err := cmdtest.Process(t, env, "library", "index", "--json")
	var done app.Indexed
	if err != nil || json.Unmarshal([]byte(out), &done) != nil {
		t.Fatalf("the next index: %v %s%s", err, out, errOut)
	}
	if done.Embedded != done.Pairs-left || done.Removed != 0 || storedPairs(t, store) != done.Pairs {
		t.Errorf("%d pairs were stored before the last index, which did %+v; %d are stored", left, done, storedPairs(t, store))
	}
	t.Setenv("ASKOMOP_STORE", store)
	sameAnswer(t, cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion), cmdtest.Document[cmdtest.Answer](t, "ask", cmdtest.FirstQuestion, "--store", "memory"))
	if found, _ := filepath.Glob(filepath.Join(temp, "askomop-*")); len(found) > 0 {
		t.Errorf("left in the temporary folder: %v", found)
	}
	if left == 0 || left == done.Pairs {
		t.Errorf("%d of %d pairs were stored when the last was killed: none was killed in the midst of it", left, done.Pairs)
	}
	t.Logf("%d of %d pairs were stored when the last was killed; said: %s", left, done.Pairs, errOut)
}

// execOn returns what runs a statement on a store.
func execOn(t *testing.T, store string) func(string) {
	t.Helper()
	return func(statement string) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(t.Context())
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// killedWhen starts askomop with the arguments and kills it once something has happened, if it has not ended before.
func killedWhen(t *testing.T, env []string, happened func() bool, args ...string) {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), append(env, cmdtest.RunVar+"=1")...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	for {
		select {
		case <-ended:
			return
		case <-time.After(5 * time.Millisecond):
			if happened() {
				_ = c.Process.Kill() // it may have ended
				<-ended
				return
			}
		}
	}
}

// storedPairs is how many pairs a store has once the server has noticed that whoever wrote is gone.
func storedPairs(t *testing.T, store string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	others := -1
	for range 100 {
		if err := conn.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").Scan(&others); err != nil {
			t.Fatal(err)
		}
		if others == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if others != 0 {
		t.Errorf("%d connections are left of processes that were killed", others)
	}
	return pairsNow(t, store)
}

// pairsNow is how many pairs a store has, 0 where it has no tables yet.
func pairsNow(t *testing.T, store string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'askomop' AND tablename = 'pair'").Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		return 0
	}
	if err := conn.QueryRow(t.Context(), "SELECT COUNT(*) FROM askomop.pair").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
