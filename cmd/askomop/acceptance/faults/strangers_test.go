//go:build unix

package faults

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

const personHead = "person_id,gender_concept_id,year_of_birth,race_concept_id,ethnicity_concept_id\n"

// repeated is a text so many times.
func repeated(text string, times int) io.Reader {
	block := strings.Repeat(text, 10_000)
	parts := make([]io.Reader, times/10_000)
	for i := range parts {
		parts[i] = strings.NewReader(block)
	}
	return io.MultiReader(parts...)
}

// strangeFiles are files that somebody has made to do harm, each under a name.
func strangeFiles(t *testing.T) (at func(name string) string) {
	t.Helper()
	dir := t.TempDir()
	at = func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	create := func(name string) *os.File {
		t.Helper()
		must(os.MkdirAll(filepath.Dir(at(name)), 0o700))
		f, err := os.Create(at(name))
		must(err)
		return f
	}
	zipped := func(name, member string, content io.Reader) {
		t.Helper()
		f := create(name)
		z := zip.NewWriter(f)
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
		w, err := z.Create(member)
		must(err)
		_, err = io.Copy(w, content)
		must(err)
		must(z.Close())
		must(f.Close())
	}
	const ofRows = 40_000_000 // 300 MB packed into 0.3
	zipped("bomb.zip", "person.csv", io.MultiReader(strings.NewReader(personHead), repeated("1,8,1,1,1\n"[:8], ofRows)))
	zipped("vocabulary.zip", "CONCEPT.csv", io.MultiReader(strings.NewReader("concept_id\tconcept_name\tdomain_id\tvocabulary_id\tconcept_class_id\tstandard_concept\n"), repeated("1\ta\tb\tc\n"[:8], ofRows)))
	zipped("cohorts.zip", "a.json", repeated("        ", ofRows))
	zipped("nested.zip", "person.zip", strings.NewReader("PK"))
	zipped("lie.zip", "person.csv", io.MultiReader(strings.NewReader(personHead), repeated("1,8507,1950,8527,38003564\n", 100_000)))
	lie, err := os.ReadFile(at("lie.zip"))
	must(err)
	binary.LittleEndian.PutUint32(lie[bytes.LastIndex(lie, []byte("PK\x01\x02"))+24:], 100) // the size that its directory says
	must(os.WriteFile(at("lie.zip"), lie, 0o600))

	f := create("gzip/person.csv.gz")
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	must(err)
	_, err = io.Copy(z, io.MultiReader(strings.NewReader(personHead), repeated("1,8,1,1\n", ofRows)))
	must(err)
	must(z.Close())
	must(f.Close())

	f = create("line/person.csv") // a line of 2 GB, which takes no place on the disk
	_, err = f.WriteString(personHead + strings.Repeat("1,8507,1950,8527,38003564\n", 60_000))
	must(err)
	_, err = f.WriteAt([]byte("\n"), 2<<30)
	must(err)
	must(f.Close())

	f = create("columns/person.csv")
	_, err = io.Copy(f, repeated("column,", 1_000_000))
	must(err)
	must(f.Close())
	for _, pipe := range []string{"pipe.zip", "vocabulary/CONCEPT.csv", "lake/person.parquet"} {
		must(os.MkdirAll(filepath.Dir(at(pipe)), 0o700))
		must(syscall.Mkfifo(at(pipe), 0o600))
	}
	must(os.MkdirAll(at("device"), 0o700))
	must(os.Symlink("/dev/zero", at("device/a.csv")))
	must(os.WriteFile(at("book.xlsx"), []byte("PK\x03\x04 no workbook"), 0o600))
	return at
}

func TestFilesOfStrangersAreBounded(t *testing.T) {
	needs.Time(t, "writes and reads some gigabytes")
	db, home := cmdtest.DemoAlone(t)
	at := strangeFiles(t)
	out := at("out.duckdb")
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a zip bomb":                     {[]string{"db", "load", at("bomb.zip"), "--to", out}, "more than it should hold"},
		"a gzip bomb":                    {[]string{"db", "load", at("gzip"), "--to", out}, "more than it should hold"},
		"a zip that lies":                {[]string{"db", "load", at("lie.zip"), "--to", out}, "zip"},
		"a zip in a zip":                 {[]string{"db", "load", at("nested.zip"), "--to", out}, "holds no OMOP table"},
		"a line of 2 GB":                 {[]string{"db", "load", at("line"), "--to", out}, "1 line"},
		"a million columns":              {[]string{"db", "load", at("columns"), "--to", out}, "more than 500 columns"},
		"a pipe for a zip":               {[]string{"db", "load", at("pipe.zip"), "--to", out}, "a pipe"},
		"a device for a zip":             {[]string{"db", "load", "/dev/zero", "--to", out}, "a device"},
		"a vocabulary that is a bomb":    {[]string{"vocab", "load", at("vocabulary.zip")}, "more than it should hold"},
		"a vocabulary of a pipe":         {[]string{"vocab", "load", at("vocabulary")}, "holds no table"},
		"a vocabulary of a device":       {[]string{"vocab", "load", "/dev/zero"}, "a device"},
		"cohorts that are a bomb":        {[]string{"cohort", "import", at("cohorts.zip")}, "more than it should hold"},
		"cohorts of a device":            {[]string{"cohort", "import", "/dev/zero"}, "a device"},
		"cohorts of a pipe":              {[]string{"cohort", "import", at("pipe.zip")}, "a pipe"},
		"a database of a pipe":           {[]string{"--db", at("pipe.zip"), "db", "info"}, "a pipe"},
		"a database of a device":         {[]string{"--db", "/dev/zero", "db", "info"}, "a device"},
		"a lake with a pipe":             {[]string{"--db", at("lake"), "db", "info"}, "a pipe"},
		"cases of a device":              {[]string{"eval", "--cases", at("device/a.csv"), "--name", "x"}, "a device"},
		"cases of no workbook":           {[]string{"eval", "--cases", at("book.xlsx"), "--name", "x"}, "book.xlsx"},
		"SQL of a device":                {[]string{"sql", "/dev/zero"}, "longer than"},
		"a concept set of a device":      {[]string{"code", "--read", "/dev/zero", "--domain", "condition"}, "longer than"},
		"a configuration of a device":    {[]string{"--config", "/dev/zero", "doctor"}, "longer than"},
		"a pair of a device":             {[]string{"library", "add", "/dev/zero"}, "longer than"},
		"terms of a device":              {[]string{"--terms", "/dev/zero", "ask", "How many patients are there?"}, "longer than"},
		"prices of a device":             {[]string{"--llm", "openai:x", "--prices", "/dev/zero", "ask", "How many?"}, "longer than"},
		"a schedule's SQL from a device": {[]string{"schedule", "add", "x", "--sql", "/dev/zero", "--cron", "@daily"}, "longer than"},
	} {
		t.Run(name, func(t *testing.T) {
			_ = os.Remove(out)
			args := append([]string{"--home", home}, c.args...)
			if c.args[0] != "--db" {
				args = append([]string{"--db", db}, args...)
			}
			e := cmdtest.InShell(t, "ulimit -v 12000000;", "", args...)
			e.SaysASentence(t, c.says)
			if e.Took > 30*time.Second || e.Code == commands.ExitAnswered && c.says != "1 line" {
				t.Errorf("exit %d after %v", e.Code, e.Took)
			}
		})
	}
}
