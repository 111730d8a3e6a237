package duckfile

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/pipeline/results"
)

// writeVar makes the test's binary a process that puts one result after another into the file of that name, and says
// each one's run when it is kept.
const writeVar = "ASKOMOP_TEST_WRITE"

func TestMain(m *testing.M) {
	if path := os.Getenv(writeVar); path != "" {
		putForEver(path)
	}
	os.Exit(m.Run())
}

func putForEver(path string) {
	s, err := New(path)
	for n := 0; err == nil; n++ {
		run := fmt.Sprintf("%d-%d", os.Getpid(), n)
		if err = s.Put(context.Background(), results.Key{Schedule: "a", Run: run}, time.Now(), one()); err == nil {
			fmt.Println(run)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestAWriterThatIsKilledLosesNothing kills writers at any moment of their work: what they said to be kept is there.
func TestAWriterThatIsKilledLosesNothing(t *testing.T) {
	s := newStore(t)
	kills := 60
	if testing.Short() {
		kills = 10
	}
	var kept []string
	for range kills {
		kept = append(kept, killedWriter(t, s.path)...)
		for _, run := range kept[max(0, len(kept)-3):] {
			if _, err := s.Get(t.Context(), results.Key{Schedule: "a", Run: run}); err != nil {
				t.Fatalf("%s of %d: %v", run, len(kept), err)
			}
		}
	}
	if got := rowsOf(t, s, "SELECT run FROM result"); len(got) < len(kept) || len(kept) < kills {
		t.Errorf("%d results, %d said to be kept by %d writers", len(got), len(kept), kills)
	}
}

// killedWriter starts a writer, kills it during its second result or one of the next, and returns what it said.
func killedWriter(t *testing.T, path string) (kept []string) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), writeVar+"="+path)
	var errOut bytes.Buffer
	c.Stderr = &errOut
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	first, err := said.ReadString('\n')
	if err != nil {
		t.Fatalf("the writer wrote nothing: %v: %s", err, &errOut)
	}
	time.Sleep(rand.N(80 * time.Millisecond))
	_ = c.Process.Kill()
	rest, _ := io.ReadAll(said)
	_ = c.Wait()
	return strings.Fields(first + string(rest))
}

// TestAWritingLeavesTheFileAloneUntilItIsWhole keeps the file under a second name, which must stay what it was.
func TestAWritingLeavesTheFileAloneUntilItIsWhole(t *testing.T) {
	s := newStore(t)
	put(t, s, "1")
	before, witness := contents(t, s.path), s.path+".witness"
	if err := os.Link(s.path, witness); err != nil {
		t.Fatal(err)
	}
	put(t, s, "2")
	if !bytes.Equal(contents(t, witness), before) {
		t.Error("a writing changed blocks of the file that is in use")
	}
	if bytes.Equal(contents(t, s.path), before) {
		t.Error("nothing was written")
	}
}

func TestWhatAKilledWriterLeftIsNoHindrance(t *testing.T) {
	s := newStore(t)
	put(t, s, "1")
	for _, left := range []string{s.path + ".new", s.path + ".new.wal"} {
		if err := os.WriteFile(left, []byte("half of a block"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(t, s, "2")
	if got := rowsOf(t, s, "SELECT count(*) FROM result"); got[0] != "[2]" {
		t.Errorf("results: %v", got)
	}
}

// TestTheLogThatAnotherProgramLeftIsKept writes as a database tool does that is killed before it closes the file.
func TestTheLogThatAnotherProgramLeftIsKept(t *testing.T) {
	s := newStore(t)
	put(t, s, "1")
	db, err := connect(t.Context(), s.path, readWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = s.use(t.Context(), db, func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, `PRAGMA disable_checkpoint_on_shutdown;
			INSERT INTO cohort VALUES (1, 1, '2020-01-01', '2020-01-01')`)
		return err
	})
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	if log, err := os.Stat(s.path + ".wal"); err != nil || log.Size() == 0 {
		t.Fatalf("no log: %v", err)
	}
	put(t, s, "2")
	if got := rowsOf(t, s, "SELECT (SELECT count(*) FROM result), (SELECT count(*) FROM cohort)"); got[0] != "[2 1]" {
		t.Errorf("results and members: %v", got)
	}
}

func newStore(t *testing.T) *Store {
	t.Helper()
	s, err := New(filepath.Join(t.TempDir(), "results.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, s *Store, run string) {
	t.Helper()
	if err := s.Put(t.Context(), results.Key{Schedule: "a", Run: run}, time.Now(), one()); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
