package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/schema"
)

// open opens a demo database for reading.
func open(t testing.TB, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", path+"?access_mode=read_only")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// number runs a query of one number.
func number(t testing.TB, db *sql.DB, query string) float64 {
	t.Helper()
	var n sql.NullFloat64
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	return n.Float64
}

func generate(t testing.TB, opts Options) *sql.DB {
	t.Helper()
	opts.Path = filepath.Join(t.TempDir(), "demo.duckdb")
	if err := Generate(context.Background(), opts); err != nil {
		t.Fatal(err)
	}
	return open(t, opts.Path)
}

// sums is a checksum of every table that no order of rows changes.
func sums(t testing.TB, db *sql.DB, except ...string) map[string]string {
	t.Helper()
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, table := range cdm.Tables {
		var rows, sum string
		q := fmt.Sprintf("SELECT count(*)::VARCHAR, coalesce(sum(hash(t)::HUGEINT), 0)::VARCHAR FROM %s AS t", table.Name)
		if err := db.QueryRow(q).Scan(&rows, &sum); err != nil {
			t.Fatal(err)
		}
		out[table.Name] = rows + " rows, " + sum
	}
	for _, name := range except {
		delete(out, name)
	}
	return out
}

func TestGenerateGivesTheSameOnOneThreadAndOnTwo(t *testing.T) {
	one := sums(t, generate(t, Options{Persons: 300, Seed: 7, threads: 1}))
	two := sums(t, generate(t, Options{Persons: 300, Seed: 7, threads: 2}))
	for table, sum := range one {
		if two[table] != sum {
			t.Errorf("%s: %s on one thread, %s on two", table, sum, two[table])
		}
	}
}

func TestGenerateGivesTheSameInBatches(t *testing.T) {
	// Costs are numbered by domain within a batch, so their ids differ.
	whole := sums(t, generate(t, Options{Persons: 300, Seed: 7}), "cost")
	parts := sums(t, generate(t, Options{Persons: 300, Seed: 7, batch: 110}), "cost")
	for table, sum := range whole {
		if parts[table] != sum {
			t.Errorf("%s: %s at once, %s in batches", table, sum, parts[table])
		}
	}
}

func TestGenerateMergesBatchesInOrder(t *testing.T) {
	db := generate(t, Options{Persons: 300, Seed: 7, batch: 110})
	cdm, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range cdm.Tables {
		order := table.Order()
		if len(order) == 0 {
			continue
		}
		key := "row(" + strings.Join(order, ", ") + ")"
		query := fmt.Sprintf("SELECT count(*) FROM (SELECT %s < lag(%s) OVER (ORDER BY rowid) AS back FROM %s) WHERE back", key, key, table.Name)
		if n := number(t, db, query); n > 0 {
			t.Errorf("%s: %v rows lie before others that their order puts first", table.Name, n)
		}
	}
}

func TestGenerateGivesOtherPeopleForAnotherSeed(t *testing.T) {
	a := sums(t, generate(t, Options{Persons: 200, Seed: 1}))
	b := sums(t, generate(t, Options{Persons: 200, Seed: 2}))
	for _, table := range []string{"person", "visit_occurrence", "condition_occurrence", "drug_exposure", "measurement", "death", "cost"} {
		if a[table] == b[table] {
			t.Errorf("%s is the same for two seeds: %s", table, a[table])
		}
	}
	if a["concept"] != b["concept"] {
		t.Error("the vocabulary depends on the seed")
	}
}

func TestGenerateReportsProgress(t *testing.T) {
	last, calls := -1, 0
	opts := Options{Path: filepath.Join(t.TempDir(), "demo.duckdb"), Persons: 50, Progress: func(done, total int, what string) {
		calls++
		if done < last || done > total || what == "" {
			t.Errorf("progress %d of %d (%q) after %d", done, total, what, last)
		}
		last = done
	}}
	if err := Generate(context.Background(), opts); err != nil {
		t.Fatal(err)
	}
	if calls < 10 {
		t.Errorf("%d calls", calls)
	}
}

func TestGenerateLeavesNothingWhenCancelled(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "demo.duckdb")
	if err := os.WriteFile(path, []byte("an older file"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := Generate(ctx, Options{Path: path, Persons: 2000, Progress: func(done, total int, _ string) {
		if done > total/2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want context.Canceled", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "an older file" {
		t.Errorf("the older file is now %q", text)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestGenerateReplacesAnOlderFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "it's a demo?.duckdb")
	if err := os.WriteFile(path, []byte("an older file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Generate(context.Background(), Options{Path: path, Persons: 10}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() < 1<<20 {
		t.Errorf("%v %v", info, err)
	}
}

func TestGenerateRefusesWhatItCannotMake(t *testing.T) {
	for name, opts := range map[string]Options{
		"no path":          {},
		"less than nobody": {Path: filepath.Join(t.TempDir(), "demo.duckdb"), Persons: -1},
		"no such folder":   {Path: filepath.Join(t.TempDir(), "none", "demo.duckdb")},
	} {
		if err := Generate(context.Background(), opts); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, persons := range []int{1000, DefaultPersons} {
		b.Run(fmt.Sprint(persons, " people"), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "demo.duckdb")
			for b.Loop() {
				if err := Generate(context.Background(), Options{Path: path, Persons: persons}); err != nil {
					b.Fatal(err)
				}
			}
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(info.Size())/1e6, "MB")
		})
	}
}
