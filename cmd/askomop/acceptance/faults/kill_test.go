package faults

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/pipeline/audit"
)

// TestAKillLeavesNothingHalfWritten kills the program at random moments of what
// writes, and looks whether the next start finds everything in order, and says what it cleaned.
func TestAKillLeavesNothingHalfWritten(t *testing.T) {
	cmdtest.UseDemo(t)
	if err := cmdtest.MakeDemo(); err != nil {
		t.Fatal(err)
	}
	home, temp := t.TempDir(), t.TempDir()
	db := cmdtest.Demo()
	before, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"ASKOMOP_HOME=" + home, "ASKOMOP_DB=" + db, "TMPDIR=" + temp}
	rounds := 4
	if testing.Short() {
		rounds = 2
	}
	source := filepath.Join(t.TempDir(), "cdm")
	if err := os.MkdirAll(source, 0o755); err != nil {
		t.Fatal(err)
	}
	var people strings.Builder
	people.WriteString("person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n")
	for i := range 200_000 {
		fmt.Fprintf(&people, "%d,8532,%d,0,0\n", i+1, 1930+i%80)
	}
	if err := os.WriteFile(filepath.Join(source, "person.csv"), []byte(people.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "loaded.duckdb")
	r := rand.New(rand.NewPCG(9, 9))
	if _, errOut, err := cmdtest.Process(t, env, "ask", "How many patients died each year?"); err != nil { // the vocabulary's index is made
		t.Fatal(err, errOut)
	}
	said := ""
	for range rounds {
		for _, args := range [][]string{{"ask", "How many patients died each year?"}, {"db", "load", source, "--to", target}, {"log", "verify"}, {"log", "export"}, {"library", "list"}} {
			cmdtest.Kill(t, env, time.Duration(r.IntN(300))*time.Millisecond, args...)
			if _, err := os.Stat(target); err == nil { // a load that came to its end is whole
				got, errOut, err := cmdtest.Process(t, env, "--db", target, "db", "info", "--json")
				if err != nil || !strings.Contains(got, "200000") {
					t.Fatalf("the loaded database: %v %s %s", err, got, errOut)
				}
				os.Remove(target)
			}
		}
	}
	old := time.Now().Add(-25 * time.Hour)
	dirs, _ := filepath.Glob(filepath.Join(temp, "askomop-duckdb-*"))
	for _, d := range dirs { // as if the next start came later
		_ = os.Chtimes(d, old, old)
		_ = os.Chtimes(filepath.Join(d, "lock"), old, old)
	}
	out, errOut, err := cmdtest.Process(t, env, "ask", "How many patients died each year?", "--json")
	said += errOut
	var doc cmdtest.Answer
	if err != nil || json.Unmarshal([]byte(out), &doc) != nil || len(doc.Rows) == 0 {
		t.Fatalf("the next question: %v %s%s", err, out, errOut)
	}
	if _, errOut, err = cmdtest.Process(t, env, "db", "load", source, "--to", target); err != nil {
		t.Fatalf("the next load: %v %s", err, errOut)
	}
	said += errOut
	if left, _ := filepath.Glob(filepath.Join(temp, "askomop-duckdb-*")); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
	if left, _ := filepath.Glob(target + ".tmp-*"); len(left) > 0 {
		t.Errorf("left beside the loaded database: %v", left)
	}
	if len(dirs) > 0 && !strings.Contains(said, "Removed") {
		t.Errorf("%d folders were cleaned and nothing was said: %q", len(dirs), said)
	}
	s, err := audit.Open(filepath.Join(home, "log"), audit.Options{}).Verify()
	if err != nil || len(s.Faults) > 0 || s.Records == 0 {
		t.Errorf("the log: %+v %v", s, err)
	}
	if after, err := os.ReadFile(db); err != nil || string(after) != string(before) {
		t.Errorf("the database was changed: %v", err)
	}
	t.Logf("%d temporary folders, %d entries in the log; said: %s", len(dirs), s.Records, said)
}
