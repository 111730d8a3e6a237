package load

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const lfsPointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"

// duckDBFile is the start of a DuckDB file of a storage version.
func duckDBFile(storage uint64, release string) string {
	b := make([]byte, 4096)
	copy(b[8:], "DUCK")
	binary.LittleEndian.PutUint64(b[12:], storage)
	copy(b[52:], release)
	return string(b)
}

func TestRefusedSourcesSayWhyAndLeaveNothing(t *testing.T) {
	file := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		write(t, path, text)
		return path
	}
	person := func(id string) map[string]string {
		return map[string]string{"person.csv": onePerson, "death.csv": "person_id,death_date\n" + id + ",2010-01-01\n2,2010-01-01\n"}
	}
	for name, c := range map[string]struct {
		source string
		says   []string
	}{
		"rounded id":             {folder(t, person("1.74E+18")), []string{"death.csv", "person_id", "1.74E+18", "spreadsheet", "whole numbers"}},
		"rounded id, small e":    {folder(t, person("2e9")), []string{"death.csv", "2e9"}},
		"rounded concept":        {folder(t, map[string]string{"death.csv": "person_id,cause_concept_id\n1,4.4E+07\n"}), []string{"cause_concept_id", "4.4E+07"}},
		"LFS pointer":            {folder(t, map[string]string{"person.csv": lfsPointer}), []string{"person.csv", "Git LFS pointer", "git lfs pull"}},
		"LFS pointer in a zip":   {zipOf(t, "person.csv", lfsPointer), []string{"person.csv", "Git LFS pointer"}},
		"LFS pointer for a zip":  {file("cdm.zip", lfsPointer), []string{"Git LFS pointer"}},
		"LFS pointer, Parquet":   {folder(t, map[string]string{"person.parquet": lfsPointer}), []string{"person.parquet", "Git LFS pointer"}},
		"old DuckDB":             {file("cdm.duckdb", duckDBFile(33, "")), []string{"storage version 33", "0.3.3 to 0.4.0", "EXPORT DATABASE"}},
		"old DuckDB in a folder": {folder(t, map[string]string{"cdm.duckdb": duckDBFile(51, "")}), []string{"cdm.duckdb", "storage version 51", "DuckDB 0.8"}},
		"old DuckDB in a zip":    {zipOf(t, "GiBleed.duckdb", duckDBFile(43, "")), []string{"GiBleed.duckdb", "43"}},
		"new DuckDB":             {file("cdm.duckdb", duckDBFile(67, "v1.4.0")), []string{"already", "v1.4.0", "--db"}},
		"SQLite":                 {file("cdm.sqlite", "SQLite format 3\x00 and more"), []string{"SQLite", "CSV"}},
		"single table":           {file("person.csv", onePerson), []string{"folder that holds all"}},
		"tar":                    {file("cdm.tar.gz", "\x1f\x8b"), []string{"unpack it"}},
		"broken zip":             {file("cdm.zip", "PK\x03\x04 half a zip"), []string{"can't be read as a zip"}},
		"nothing":                {filepath.Join(t.TempDir(), "nowhere"), []string{"isn't there"}},
		"empty folder":           {t.TempDir(), []string{"no OMOP table"}},
		"empty zip":              {zipOf(t), []string{"no OMOP table"}},
		"no person":              {zipOf(t, "death.csv", "person_id\n1\n"), []string{"no person table"}},
		"vocabulary":             {zipOf(t, "CONCEPT.csv", "concept_id\n1\n"), []string{"no person table", "vocab load"}},
		"two of a kind":          {folder(t, map[string]string{"death.csv": "person_id\n1\n", "DEATHS.csv": "person_id\n1\n"}), []string{"both the death table", "keep one"}},
		"another table's rows":   {folder(t, map[string]string{"death.csv": "name;colour\nx;red\n"}), []string{"death.csv", "not a header", "add a header"}},
		"text for ids":           {folder(t, map[string]string{"person.csv": "person_id,year_of_birth\nanna,1950\nbert,1960\n"}), []string{"person_id", "anna", "whole number"}},
		"binary":                 {folder(t, map[string]string{"death.csv": "person_id\x00\x01\n"}), []string{"death.csv", "not a text file"}},
		"broken Parquet":         {folder(t, map[string]string{"death.parquet": "PAR1 not really"}), []string{"death.parquet", "Parquet"}},
		"unclosed quote":         {folder(t, map[string]string{"death.csv": "person_id,cause_source_value\n1,\"never, ever, closed\n"}), []string{"death.csv", "none of its 1 lines"}},
	} {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "cdm.duckdb")
			r, err := Load(context.Background(), Options{Source: c.source, Target: target})
			if err == nil {
				t.Fatalf("loaded %d rows", r.Rows())
			}
			for _, part := range append(c.says, "load") {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in: %v", part, err)
				}
			}
			if entries, _ := os.ReadDir(filepath.Dir(target)); len(entries) > 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

// TestAVocabularyThatIsNoneNamesAthenasFiles holds that who loads a vocabulary is told of its files, not of a person table.
func TestAVocabularyThatIsNoneNamesAthenasFiles(t *testing.T) {
	for name, source := range map[string]string{"empty folder": t.TempDir(), "empty zip": zipOf(t), "patients": folder(t, map[string]string{"person.csv": onePerson})} {
		_, err := Load(context.Background(), Options{Source: source, Target: filepath.Join(t.TempDir(), "v.duckdb"), Vocabulary: true})
		if err == nil || !strings.Contains(err.Error(), "CONCEPT.csv") || !strings.Contains(err.Error(), "athena.ohdsi.org") || strings.Contains(err.Error(), "person") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptionsThatCantBeAreRefused(t *testing.T) {
	source := folder(t, nil)
	for name, o := range map[string]Options{
		"unknown version": {Source: source, Target: filepath.Join(t.TempDir(), "x"), Version: "6.0"},
		"a folder":        {Source: source, Target: t.TempDir(), Replace: true},
		"no such folder":  {Source: source, Target: filepath.Join(t.TempDir(), "not", "there", "x")},
		"question mark":   {Source: source, Target: filepath.Join(t.TempDir(), "x?y")},
	} {
		if _, err := Load(context.Background(), o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestReplaceTakesTheOldFilesAwayOnlyOnSuccess(t *testing.T) {
	target := filepath.Join(t.TempDir(), "cdm.duckdb")
	write(t, target, "old")
	write(t, target+".wal", "old log")
	write(t, target+rejectsSuffix, "old rejects")
	source := folder(t, nil)
	if _, err := Load(context.Background(), Options{Source: source, Target: target}); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("a target that is there gave %v", err)
	}
	bad := folder(t, map[string]string{"person.csv": lfsPointer})
	if _, err := Load(context.Background(), Options{Source: bad, Target: target, Replace: true}); err == nil {
		t.Error("a bad source gave no error")
	}
	if old, _ := os.ReadFile(target); string(old) != "old" {
		t.Error("a failed load touched the target that was there")
	}
	if _, err := Load(context.Background(), Options{Source: source, Target: target, Replace: true}); err != nil {
		t.Fatal(err)
	}
	noLeftovers(t, target)
	if head, _ := os.ReadFile(target); len(head) < 12 || string(head[8:12]) != "DUCK" {
		t.Error("the target was not replaced by a database")
	}
}

func TestCancellingLeavesNothing(t *testing.T) {
	var b strings.Builder
	b.WriteString("measurement_id,person_id,measurement_date,value_as_number,measurement_source_value\n")
	for i := range 1_000_000 {
		b.WriteString(strconv.Itoa(i) + ",1,2010-01-01,1.5,some text\n")
	}
	source := folder(t, map[string]string{"measurement.csv": b.String(), "death.csv": "person_id\n1\n"})
	for name, after := range map[string]time.Duration{"at once": 0, "while reading": 150 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			target := filepath.Join(t.TempDir(), "cdm.duckdb")
			ctx, cancel := context.WithTimeout(context.Background(), after)
			defer cancel()
			began := time.Now()
			_, err := Load(ctx, Options{Source: source, Target: target})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Fatalf("error %v", err)
			}
			if took := time.Since(began) - after; took > 3*time.Second {
				t.Errorf("stopped %v after it was told to", took)
			}
			if entries, _ := os.ReadDir(filepath.Dir(target)); len(entries) > 0 {
				t.Errorf("left behind: %v", entries)
			}
		})
	}
}

func TestCancellingBetweenStepsLeavesNothing(t *testing.T) {
	source := folder(t, map[string]string{"death.csv": "person_id\n1\n"})
	for _, stage := range []string{"read", "check"} {
		target := filepath.Join(t.TempDir(), "cdm.duckdb")
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Load(ctx, Options{Source: source, Target: target, Progress: func(s Step) {
			if s.Stage == stage {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", stage, err)
		}
		if entries, _ := os.ReadDir(filepath.Dir(target)); len(entries) > 0 {
			t.Errorf("%s: left behind: %v", stage, entries)
		}
	}
}

func TestFoldersOfDeadLoadsAreRemovedAndOfLiveOnesKept(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run=^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(t.TempDir(), "cdm.duckdb")
	stale := fmt.Sprintf("%s%d-AAAA", workPrefix(target), dead.Process.Pid)
	live := fmt.Sprintf("%s%d-BBBB", workPrefix(target), os.Getppid())
	for _, dir := range []string{stale, live} {
		write(t, filepath.Join(dir, "cdm.duckdb"), "half")
	}
	if _, err := Load(context.Background(), Options{Source: folder(t, nil), Target: target}); err != nil {
		t.Fatal(err)
	}
	noLeftovers(t, target, live)
	if _, err := os.Stat(live); err != nil {
		t.Error("the folder of a running load is gone")
	}
}
