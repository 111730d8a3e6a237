package schedules

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/pipeline/schedule"
)

// gate stands before a server, and can be shut as a server is that is started anew: every connection ends, none is
// taken.
type gate struct {
	server string // host:port
	listen net.Listener
	mu     sync.Mutex
	shut   bool
	conns  []net.Conn
	word   []byte // at which the gate shuts by itself, once
	shuts  chan struct{}
}

// before makes a gate before the server of an address, and returns the address through it.
func before(t *testing.T, address string) (*gate, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{server: u.Host, listen: l, shuts: make(chan struct{}, 1)}
	u.Host = l.Addr().String()
	go g.serve()
	t.Cleanup(func() {
		g.set(true)
		_ = l.Close() // ends serve
	})
	return g, u.String()
}

func (g *gate) serve() {
	for {
		client, err := g.listen.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", g.server)
		if err != nil {
			_ = client.Close()
			continue
		}
		g.mu.Lock()
		if g.shut {
			_ = client.Close()
			_ = server.Close()
		} else {
			g.conns = append(g.conns, client, server)
			go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
			go g.forward(server, client)
		}
		g.mu.Unlock()
	}
}

// forward hands on what the client says, until the word falls.
func (g *gate) forward(server, client net.Conn) {
	defer server.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := client.Read(buffer)
		g.mu.Lock()
		fell := len(g.word) > 0 && bytes.Contains(buffer[:n], g.word)
		if fell {
			g.word = nil
		}
		g.mu.Unlock()
		if fell {
			g.set(true)
			g.shuts <- struct{}{}
			return
		}
		if _, werr := server.Write(buffer[:n]); err != nil || werr != nil {
			return
		}
	}
}

func (g *gate) set(shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut = shut; shut {
		for _, c := range g.conns {
			_ = c.Close()
		}
		g.conns = nil
	}
}

// shutAt lets the gate shut when the client says a word.
func (g *gate) shutAt(word string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.word = []byte(word)
}

// onServer puts a small demo database on the test server, and returns its address and the file.
func onServer(t *testing.T, schemaName string) (address, file string) {
	t.Helper()
	server := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file = filepath.Join(t.TempDir(), "small.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "300", file)
	enginetest.FillPostgres(t, server, schemaName, file)
	separator := "?"
	if strings.Contains(server, "?") {
		separator = "&"
	}
	return server + separator + "cdm=" + schemaName, file
}

// TestAServerStartedAnewInTheMidstOfAScheduleLosesNoRun holds that a run whose server goes away, before it or during
// its statement, is made once the server is there again.
func TestAServerStartedAnewInTheMidstOfAScheduleLosesNoRun(t *testing.T) {
	address, file := onServer(t, "askomop_scheduled")
	g, through := before(t, address)
	cmdtest.Must(t, "--db", through, "schedule", "add", "owed", "--cron", "@yearly", "--timezone", "UTC", "--pair", "all-patients", "--yes")
	folder := schedule.Folder{Path: filepath.Join(os.Getenv("ASKOMOP_HOME"), "schedules")}
	owe := func(since time.Time) {
		t.Helper()
		if _, err := folder.Update("owed", func(s *schedule.Schedule) { s.Since = since }); err != nil {
			t.Fatal(err)
		}
	}
	owe(time.Date(time.Now().Year()-1, 12, 31, 0, 0, 0, 0, time.UTC))
	g.shutAt("statement_timeout") // which the run's own statement begins with
	go func() {
		<-g.shuts
		time.Sleep(700 * time.Millisecond)
		g.set(false)
	}()
	got := cmdtest.Must(t, "schedule", "run", "--once", "--backoff", "200ms", "--retries", "20")
	rec := lastRecord(t, "owed")
	if rec.Status != schedule.Answered || rec.Attempts < 2 {
		t.Errorf("%+v\n%s", rec, got.ErrOut)
	}
	want := enginetest.Rows(t, file, "SELECT COUNT(*) AS n FROM person")
	if !strings.Contains(want, `"`+rec.Shown+`"`) {
		t.Errorf("the run says %s, the file has %s", rec.Shown, want)
	}
	g.set(true)
	away := cmdtest.Run(t, "schedule", "run", "owed")
	rec = lastRecord(t, "owed")
	if away.Code != commands.ExitFailed || rec.Status != schedule.Failed || !strings.Contains(rec.Message, "server") || strings.Contains(away.ErrOut+rec.Message, "panic") {
		t.Errorf("a server that is away: %d %+v\n%s", away.Code, rec, away.ErrOut)
	}
	g.set(false)
	cmdtest.Must(t, "schedule", "run", "owed")
	if h := cmdtest.MustJSON[[]schedule.Record](t, "schedule", "history", "owed"); len(h) != 3 || h[2].Status != schedule.Answered {
		t.Errorf("history %+v", h)
	}
}

// TestCohortsAndDoctorOnPostgreSQL keeps the people behind a question of a server, and asks doctor of it.
func TestCohortsAndDoctorOnPostgreSQL(t *testing.T) {
	address, file := onServer(t, "askomop_cohorts")
	ask := []string{"cohort", "add", "women", "--yes", "--question", "How many women are there?"}
	got := cmdtest.Must(t, append([]string{"--db", address, "--min-cell", "0"}, ask...)...)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	want := cmdtest.Must(t, append([]string{"--db", file, "--min-cell", "0"}, ask...)...)
	people := func(text string) string {
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, " people") {
				return line
			}
		}
		return text
	}
	if people(got.Out+got.ErrOut) != people(want.Out+want.ErrOut) {
		t.Errorf("of the server %s\nof the file %s", got.Out+got.ErrOut, want.Out+want.ErrOut)
	}
	doctor := cmdtest.Run(t, "--db", address, "doctor")
	if !strings.Contains(doctor.Out, "role") || !strings.Contains(doctor.Out, "CREATE ROLE") {
		t.Errorf("doctor says nothing of a role that may do too much:\n%s", doctor.Out)
	}
}

// TestTheEntryIntoAKeptCohortIsAskedOnPostgreSQL holds that times, ages and rates are counted from a kept cohort on a
// server as in a file.
func TestTheEntryIntoAKeptCohortIsAskedOnPostgreSQL(t *testing.T) {
	address, file := onServer(t, "askomop_entries")
	keep := []string{"cohort", "add", "hypertensives", "--yes", "--question", "How many patients were diagnosed with hypertension?"}
	said := func(db string) (all []string) {
		t.Setenv("ASKOMOP_HOME", t.TempDir())
		cmdtest.Must(t, append([]string{"--db", db, "--min-cell", "0"}, keep...)...)
		for _, question := range []string{
			"Median age of patients in cohort hypertensives", "Describe patients in [cohort@hypertensives]", "How many women in cohort hypertensives died within 1 year?",
			"Incidence rate of heart failure in patients in cohort hypertensives per 1,000 person-years", "How many patients in cohort hypertensives are there by year?",
			"How many patients had an inpatient visit within 90 days after [cohort@hypertensives]?",
		} {
			got := cmdtest.Run(t, "--db", db, "--min-cell", "0", "ask", "--format", "csv", question)
			if got.Code != 0 {
				t.Errorf("%s %s: exit code %d: %s%s", db, question, got.Code, got.Out, got.ErrOut)
			}
			all = append(all, question+"\n"+got.Out)
		}
		return all
	}
	want := said(file)
	for i, got := range said(address) {
		if got != want[i] {
			t.Errorf("on the server:\n%s\nin the file:\n%s", got, want[i])
		}
	}
}

// TestAServerWithoutAVocabularyIsAskedWithTheLoadedOne holds that words are coded, and that names of concepts, their
// hierarchy and codes are put in, from the home folder's vocabulary: numbers and names are those of a file with a
// vocabulary of its own.
func TestAServerWithoutAVocabularyIsAskedWithTheLoadedOne(t *testing.T) {
	server := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "small.duckdb")
	cmdtest.Must(t, "db", "demo", "--persons", "300", file)
	server = enginetest.NewDatabase(t, server, "askomop_wordless") // where no other schema has concepts
	enginetest.FillPostgres(t, server, "cdm", file, enginetest.Vocabulary...)
	if got := cmdtest.Run(t, "--db", server, "ask", "How many patients have gout?"); got.Code != commands.ExitAbstained || !strings.Contains(got.Out+got.ErrOut, "askomop vocab load") {
		t.Errorf("without any vocabulary: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	got := cmdtest.Run(t, "--db", server, "ask", "How many patients are there by sex?")
	if !strings.Contains(got.Out+got.ErrOut, "askomop vocab load") {
		t.Errorf("names without any vocabulary: exit code %d: %s%s", got.Code, got.Out, got.ErrOut)
	}
	cmdtest.Must(t, "vocab", "load", athenaOf(t, file))
	for _, question := range []string{
		"How many patients are there?", "How many patients have gout?", "How many patients are there by sex?", "What are the ten most common conditions?",
		"What are the characteristics of patients with type 2 diabetes?", "How many patients with type 2 diabetes took metformin by race?",
		"How many patients have a hemoglobin A1c above 7 %?", "How many patients have a hemoglobin A1c above 3 U/L?", // which is not a unit of it
		"What is the median creatinine of women by year?", "How many patients had a last creatinine above 100 umol/L?",
	} {
		want := cmdtest.Run(t, "--db", file, "ask", question)
		got := cmdtest.Run(t, "--db", server, "ask", question)
		if got.Code != want.Code || withoutSQL(got.Out) != withoutSQL(want.Out) {
			t.Errorf("%s exit code %d:\n%s%s\nof the file:\n%s", question, got.Code, got.Out, got.ErrOut, want.Out)
		}
	}
}

// withoutSQL is an answer without its SQL, which each server has in its own words.
func withoutSQL(answer string) string {
	before, rest, _ := strings.Cut(answer, "\nSQL\n")
	_, after, _ := strings.Cut(rest, "\n\n")
	return before + after
}

// athenaOf writes the vocabulary of a database as Athena delivers one, and returns the folder.
func athenaOf(t *testing.T, file string) string {
	t.Helper()
	dir := t.TempDir()
	for _, table := range enginetest.Vocabulary {
		target := filepath.Join(dir, strings.ToUpper(table)+".csv")
		enginetest.Change(t, file, fmt.Sprintf("COPY (SELECT * FROM %s) TO '%s' (HEADER, DELIMITER '\t', QUOTE '', DATEFORMAT '%%Y%%m%%d')", table, target))
	}
	return dir
}
