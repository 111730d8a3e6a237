package servers

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/enginetest"
)

// TestTheLibraryGivesTheSameRowsOnServers runs the pairs on the demo database, where it is a DuckDB file and where it is copied to a server.
func TestTheLibraryGivesTheSameRowsOnServers(t *testing.T) {
	file := smallDemo(t)
	onServers(t, func(t *testing.T, s testServer) {
		server, err := s.open(t, s.fill(t, "askomop_library", file), "")
		if err != nil {
			t.Fatal(err)
		}
		sameRows(t, server, s.step)
	})
}

// oncePartedEngines are pairs that one engine did not run as another did: they are run always.
var oncePartedEngines = []string{"adherence-pdc", "average-days-on-either-drug", "patients-with-condition-by-every-year", "share-adherent"}

// sameRows runs every step-th pair on a server, which it closes, and on the file that the server's tables are copied from. With
// ASKOMOP_TEST_PAIRS=all each is run, which takes minutes on Spark; with -short fewer.
func sameRows(t *testing.T, server nativeEngine, step int) {
	t.Helper()
	switch {
	case os.Getenv("ASKOMOP_TEST_PAIRS") == "all":
		step = 1
	case testing.Short():
		step *= 5
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	a := cmdtest.Open(t, app.Settings{DB: smallDemo(t), Home: t.TempDir()})
	pairs, err := a.Library(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file, err := a.Engine(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	only := strings.Fields(os.Getenv("ASKOMOP_TEST_ONLY")) // ids of pairs
	for i, pair := range pairs {
		if len(only) > 0 && !slices.Contains(only, pair.ID) || len(only) == 0 && i%step != 0 && !slices.Contains(oncePartedEngines, pair.ID) {
			continue
		}
		coded, err := a.SQL(t.Context(), pair.SQL, app.QueryOptions{DryRun: true})
		if err != nil || coded.SQL == "" {
			t.Errorf("%s is not coded: %v, %+v", pair.ID, err, coded)
			continue
		}
		ran++
		want, err := file.Query(t.Context(), coded.SQL, omop.Limit{})
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
