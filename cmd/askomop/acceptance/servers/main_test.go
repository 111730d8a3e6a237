package servers

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/cmd/askomop/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.Main(m, nil) }

var makeSmallDemo = sync.OnceValues(func() (path string, err error) {
	a, err := app.New(app.Settings{Home: cmdtest.Home()}, app.Host{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	path = filepath.Join(cmdtest.Home(), "small.duckdb")
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
