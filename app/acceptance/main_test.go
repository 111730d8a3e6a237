// Package acceptance asks databases on servers through package app, and compares with the same database in a file. Other packages hold what
// takes a moment; this one runs the whole library.
package acceptance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/askomop/askomop/app"
)

// testFolder is the folder of what the tests share.
var testFolder string

func TestMain(m *testing.M) {
	var err error
	if testFolder, err = os.MkdirTemp("", "askomop-acceptance-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(testFolder)
	os.Exit(code)
}

var makeSmallDemo = sync.OnceValues(func() (path string, err error) {
	a, err := app.New(app.Settings{Home: testFolder}, app.Host{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	path = filepath.Join(testFolder, "small.duckdb")
	return path, a.MakeDemo(context.Background(), path, 500, app.DemoSeed)
})

// smallDemo is a demo database of 500 people that the tests share.
func smallDemo(t *testing.T) string {
	t.Helper()
	path, err := makeSmallDemo()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// opened is askomop with the settings, closed with the test.
func opened(t *testing.T, s app.Settings) *app.App {
	t.Helper()
	a, err := app.New(s, app.Host{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}
