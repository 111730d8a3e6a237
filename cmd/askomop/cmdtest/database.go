package cmdtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/commands"
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

// GiBleed is the path of a public sample of a CDM, kept beside the checkout; the test is skipped without it.
func GiBleed(t *testing.T) string {
	t.Helper()
	path, err := sample()
	if err != nil {
		t.Skipf("no sample: %v", err)
	}
	return path
}

func sample() (string, error) {
	root, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(root) == root {
			return "", errors.New("no go.mod above the test")
		}
		root = filepath.Dir(root)
	}
	path := filepath.Join(root, "..", "shared", "data", "gibleed_5.3_csv.zip")
	_, err = os.Stat(path)
	return path, err
}

// loadGiBleed loads the sample into a database, once for all tests.
var loadGiBleed = sync.OnceValues(func() (string, error) {
	source, err := sample()
	if err != nil {
		return "", err
	}
	file := filepath.Join(home, "gibleed.duckdb")
	if got := runIn(context.Background(), commands.Streams{}, "--home", home, "db", "load", source, "--to",
		file); got.Code != 0 {
		return "", fmt.Errorf("loading: %s%s", got.Out, got.ErrOut)
	}
	return file, nil
})

// GiBleedFile is the sample as a database, which no test may change.
func GiBleedFile(t *testing.T) string {
	t.Helper()
	GiBleed(t) // skips without it
	file, err := loadGiBleed()
	if err != nil {
		t.Fatal(err)
	}
	return file
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
