package schedules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/pipeline/schedule"
)

var (
	hexWord    = regexp.MustCompile(`[0-9A-F]{16}`)
	quotedCode = regexp.MustCompile(`'[A-Z]\d`)
)

// home reads everything that askomop keeps, but for the demo database and the indexes.
func home(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, folder := range []string{"log", "schedules", "results.duckdb"} {
		err := filepath.WalkDir(filepath.Join(os.Getenv("ASKOMOP_HOME"), folder), func(path string, d os.DirEntry, err error) error {
			if os.IsNotExist(err) || err == nil && d.IsDir() {
				return nil
			}
			data, err := os.ReadFile(path)
			all.Write(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}

func TestASchedulesResultNeverShowsSinglePeople(t *testing.T) {
	cmdtest.UseDemo(t)
	t.Setenv("ASKOMOP_HOME", t.TempDir())
	t.Setenv("ASKOMOP_DB", cmdtest.Demo())
	t.Setenv("ASKOMOP_ROWS", "true") // is ask's and sql's
	file := filepath.Join(t.TempDir(), "people.sql")
	if err := os.WriteFile(file, []byte("SELECT p.person_id, p.person_source_value FROM person AS p"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := cmdtest.Run(t, "schedule", "add", "people", "--cron", "@daily", "--sql", file, "--yes")
	if got.Code != commands.ExitAbstained || !strings.Contains(got.ErrOut+got.Out, "--cohort") {
		t.Errorf("adding it: %d %s%s", got.Code, got.Out, got.ErrOut)
	}
	if got := cmdtest.Run(t, "schedule", "show", "people"); got.Code != commands.ExitFailed {
		t.Errorf("it was added: %s", got.Out)
	}

	values := map[string]bool{}
	everybody := filepath.Join(t.TempDir(), "everybody.sql")
	if err := os.WriteFile(everybody, []byte("SELECT STRING_AGG(p.person_source_value, ' ') AS v FROM person AS p"), 0o600); err != nil {
		t.Fatal(err)
	}
	for v := range strings.FieldsSeq(cmdtest.MustJSON[cmdtest.Answer](t, "sql", everybody, "--rows").Rows[0][0].(string)) {
		values[v] = true
	}
	if len(values) < 5000 {
		t.Fatalf("%d values of people", len(values))
	}

	// A schedule whose file somebody has edited, and one whose SQL meets a value that its error quotes.
	folder := schedule.Folder{Path: filepath.Join(os.Getenv("ASKOMOP_HOME"), "schedules")}
	for name, sql := range map[string]string{
		"edited": "SELECT p.person_id, p.person_source_value FROM person AS p",
		"quoted": "SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence AS co WHERE CAST(co.condition_source_value AS INTEGER) > 0",
	} {
		cmdtest.Must(t, "schedule", "add", name, "--cron", "@daily", "--pair", "all-patients", "--alert", "failure", "--yes")
		if _, err := folder.Update(name, func(s *schedule.Schedule) { s.Frozen.Template = sql }); err != nil {
			t.Fatal(err)
		}
		got := cmdtest.Run(t, "schedule", "run", name)
		rec := lastRecord(t, name)
		if got.Code != commands.ExitFailed || rec.Status != schedule.Failed || rec.Message == "" {
			t.Errorf("%s: %d %+v", name, got.Code, rec)
		}
		if name == "quoted" && (!strings.Contains(rec.Message, "Conversion Error: a value can't be worked with") || quotedCode.MatchString(got.ErrOut)) {
			t.Errorf("%s; on standard error %s", rec.Message, got.ErrOut)
		}
		for _, text := range []string{home(t), got.Out + got.ErrOut} {
			for _, word := range hexWord.FindAllString(text, -1) {
				if values[word] {
					t.Errorf("%s shows a value of a person: %s", name, word)
				}
			}
		}
	}
}

func TestEveryScheduledRunIsInTheLog(t *testing.T) {
	_, name := owed(t)
	cmdtest.Must(t, "schedule", "run", "--once")
	cmdtest.Must(t, "schedule", "run", name)
	entries := cmdtest.MustJSON[[]struct {
		Command, Database, Status, User, SQL, Question string
		Rows                                           int
	}](t, "log", "show", "--last", "100")
	logged := map[string]int{}
	for _, e := range entries {
		logged[e.Command]++
		if e.Command == "schedule run "+name && (e.Status != "answered" || e.Rows != 1 || e.User == "" || !strings.Contains(e.SQL, "person") || !strings.HasSuffix(e.Database, "cdm.duckdb")) {
			t.Errorf("%+v", e)
		}
	}
	if logged["schedule add"] != 1 || logged["schedule run "+name] != 2 {
		t.Errorf("the log has %v", logged)
	}
	if got := cmdtest.Must(t, "log", "verify"); !strings.Contains(got.Out, "3 entries") {
		t.Errorf("log verify: %s%s", got.Out, got.ErrOut)
	}
	// Without a record there is no answer.
	if err := os.RemoveAll(filepath.Join(os.Getenv("ASKOMOP_HOME"), "log")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("ASKOMOP_HOME"), "log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := cmdtest.Run(t, "schedule", "run", name)
	if rec := lastRecord(t, name); got.Code != commands.ExitFailed || rec.Status != schedule.Failed || !strings.Contains(rec.Message, "--no-log") {
		t.Errorf("with no place for the log: %d %+v", got.Code, rec)
	}
}
