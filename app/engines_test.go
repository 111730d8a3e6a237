package app

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/omop/spark"
	"github.com/askomop/askomop/omop/spark/connect"
)

// TestTheLibraryGivesTheSameRowsOnPostgreSQL runs every pair on the demo database, where it is a DuckDB file and where it is copied
// to a server. With -short every fifth is run.
func TestTheLibraryGivesTheSameRowsOnPostgreSQL(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	enginetest.FillPostgres(t, url, "askomop_library", smallDemo(t)) // before the file is opened as questions have it
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	server, err := postgres.Open(t.Context(), url+separator+"cdm=askomop_library", postgres.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	step := 1
	if testing.Short() {
		step = 5
	}
	sameRows(t, server, step)
}

// TestTheLibraryGivesTheSameRowsOnSpark runs every fifth pair; with ASKOMOP_TEST_PAIRS=all each, which takes many minutes.
func TestTheLibraryGivesTheSameRowsOnSpark(t *testing.T) {
	address := needs.Env(t, "ASKOMOP_TEST_SPARK", "a Spark with its Connect server (.ci/spark makes one and prints its address)")
	admin, err := connect.New(connect.Options{Address: strings.TrimPrefix(address, "spark://")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := admin.Close(); err != nil {
			t.Error(err)
		}
	})
	enginetest.FillSpark(t, admin.Run, "askomop_library", smallDemo(t))
	server, err := spark.Open(t.Context(), address+"?cdm=askomop_library", spark.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	step := 5
	switch {
	case os.Getenv("ASKOMOP_TEST_PAIRS") == "all":
		step = 1
	case testing.Short():
		step = 50
	}
	sameRows(t, server, step)
}

// sameRows runs every step-th pair on a server, which it closes, and on the file that the server's tables are copied from.
func sameRows(t *testing.T, server interface {
	Engine
	Native(ctx context.Context, text string) (string, error)
}, step int) {
	t.Helper()
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	a := opened(t, Settings{DB: smallDemo(t), Home: t.TempDir()})
	pairs, err := a.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	only := strings.Fields(os.Getenv("ASKOMOP_TEST_ONLY")) // ids of pairs
	for i := 0; i < len(pairs); i += step {
		pair := pairs[i]
		if len(only) > 0 && !slices.Contains(only, pair.ID) {
			continue
		}
		coded, err := a.SQL(t.Context(), pair.SQL, QueryOptions{DryRun: true})
		if err != nil || coded.SQL == "" {
			t.Errorf("%s is not coded: %v, %+v", pair.ID, err, coded)
			continue
		}
		ran++
		want, err := db.engine.Query(t.Context(), coded.SQL, omop.Limit{})
		if err != nil {
			t.Errorf("%s on DuckDB: %v", pair.ID, err)
			continue
		}
		native, err := server.Native(t.Context(), coded.SQL)
		if err != nil {
			t.Errorf("%s for %s: %v", pair.ID, server.Dialect(), err)
			continue
		}
		got, err := server.Query(t.Context(), coded.SQL, omop.Limit{Time: 2 * time.Minute})
		if err != nil {
			t.Errorf("%s on %s: %v\n%s", pair.ID, server.Dialect(), err, native)
			continue
		}
		if difference := differs(want, got); difference != "" {
			t.Errorf("%s: %s\n%s", pair.ID, difference, native)
		}
	}
	t.Logf("%d of %d pairs were run", ran, len(pairs))
}

// differs says where two results differ, but for the order of rows that no ORDER BY settles.
func differs(want, got *omop.Table) string {
	if len(want.Columns) != len(got.Columns) || len(want.Rows) != len(got.Rows) {
		return fmt.Sprintf("%d rows of %d columns, want %d of %d", len(got.Rows), len(got.Columns), len(want.Rows), len(want.Columns))
	}
	lines := func(table *omop.Table) []string {
		out := strings.Split(enginetest.Text(table), " / ")
		slices.Sort(out)
		return out
	}
	w, g := lines(want), lines(got)
	for i := range w {
		if w[i] != g[i] {
			return fmt.Sprintf("got %s, want %s", g[i], w[i])
		}
	}
	return ""
}
