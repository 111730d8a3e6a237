package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/postgres"
)

// TestTheLibraryGivesTheSameRowsOnPostgreSQL runs every pair on the demo database, where it is a DuckDB file and where it is copied
// to a server. With -short every fifth is run.
func TestTheLibraryGivesTheSameRowsOnPostgreSQL(t *testing.T) {
	url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
	enginetest.FillPostgres(t, url, "askomop_library", smallDemo(t)) // before the file is opened as questions have it
	a := opened(t, Settings{DB: smallDemo(t), Home: t.TempDir()})
	pairs, err := a.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	db, err := a.database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	separator := "?"
	if strings.Contains(url, "?") {
		separator = "&"
	}
	server, err := postgres.Open(t.Context(), url+separator+"cdm=askomop_library", postgres.Options{TempDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	ran := 0
	for i, pair := range pairs {
		if testing.Short() && i%5 != 0 {
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
		got, err := server.Query(t.Context(), coded.SQL, omop.Limit{})
		if err != nil {
			t.Errorf("%s on PostgreSQL: %v", pair.ID, err)
			continue
		}
		if difference := differs(want, got); difference != "" {
			native, _ := server.Native(t.Context(), coded.SQL)
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
