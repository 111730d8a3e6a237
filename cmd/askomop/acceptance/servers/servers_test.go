package servers

import (
	"context"
	"strings"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/internal/needs"
	"github.com/askomop/askomop/omop/enginetest"
	"github.com/askomop/askomop/omop/postgres"
	"github.com/askomop/askomop/omop/spark"
	"github.com/askomop/askomop/omop/spark/connect"
)

// nativeEngine is an engine that tells what it sends.
type nativeEngine interface {
	app.Engine
	Native(ctx context.Context, text string) (string, error)
}

// testServer is a server that tests fill.
type testServer struct {
	// fill puts the tables of a DuckDB file, but for those of without, into a schema, and returns the address for --db.
	fill func(t *testing.T, schema, file string, without ...string) string
	// open opens an address; vocabulary is a file of one that stands in, or "".
	open func(t *testing.T, address, vocabulary string) (nativeEngine, error)
	step int // of the library's pairs every step-th is run
}

var testServers = map[string]testServer{
	"PostgreSQL": {
		fill: func(t *testing.T, schema, file string, without ...string) string {
			url := needs.Env(t, "ASKOMOP_TEST_POSTGRES", "a PostgreSQL (.ci/postgres makes one and prints its URL)")
			url = enginetest.NewDatabase(t, url, schema) // where no other schema has concepts
			enginetest.FillPostgres(t, url, schema, file, without...)
			separator := "?"
			if strings.Contains(url, "?") {
				separator = "&"
			}
			return url + separator + "cdm=" + schema
		},
		open: func(t *testing.T, address, vocabulary string) (nativeEngine, error) {
			return postgres.Open(t.Context(), address, postgres.Options{TempDir: t.TempDir(), Vocabulary: vocabulary})
		},
		step: 1,
	},
	"Spark": {
		fill: func(t *testing.T, schema, file string, without ...string) string {
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
			enginetest.FillSpark(t, admin.Run, schema, file, without...)
			return address + "?cdm=" + schema
		},
		open: func(t *testing.T, address, vocabulary string) (nativeEngine, error) {
			return spark.Open(t.Context(), address, spark.Options{TempDir: t.TempDir(), Vocabulary: vocabulary})
		},
		step: 5,
	},
}

// onServers runs a test on each server.
func onServers(t *testing.T, test func(t *testing.T, s testServer)) {
	for name, s := range testServers {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}
