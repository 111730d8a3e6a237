package cmdtest

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/commands"
	"github.com/askomop/askomop/internal/needs"
)

// Demo is the demo database of the tests, which no test may change.
func Demo() string {
	a, err := app.New(app.Settings{Home: home}, app.Host{})
	if err != nil {
		return err.Error()
	}
	return a.DemoFile()
}

// DemoAlone is the demo database and an empty home.
func DemoAlone(t *testing.T) (db, emptyHome string) {
	t.Helper()
	UseDemo(t)
	return Demo(), t.TempDir()
}

var gibleed struct {
	sync.Once
	file string
}

// GiBleedFile is the sample as a database, made once for all tests, which no test may change.
func GiBleedFile(t *testing.T) string {
	t.Helper()
	source := needs.Sample(t, needs.GiBleed)
	gibleed.Do(func() {
		file := filepath.Join(home, "gibleed.duckdb")
		got := runIn(context.Background(), commands.Streams{}, "--home", home, "db", "load", source, "--to", file)
		if got.Code == 0 {
			gibleed.file = file
			return
		}
		t.Errorf("loading GiBleed: %s%s", got.Out, got.ErrOut)
	})
	if gibleed.file == "" {
		t.Fatal("GiBleed could not be loaded")
	}
	return gibleed.file
}

// Edited makes a copy of a database and runs statements on it, as another tool would.
func Edited(t *testing.T, file, copied string, statements ...string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, data, 0o644); err != nil {
		t.Fatal(err)
	}
	connector, err := duckdb.NewConnector(copied, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			err = errors.Join(err, db.Close())
			t.Fatalf("%s: %v", s, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
