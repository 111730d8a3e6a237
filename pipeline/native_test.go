package pipeline

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"github.com/askomop/askomop/omop"
)

// server is an engine that brings SQL to a server.
type server struct {
	omop.Engine
	fails bool
}

func (s server) Native(_ context.Context, sql string) (string, error) {
	if s.fails {
		return "", errors.New("gone")
	}
	return sql + " /* there */", nil
}

func TestTheSQLThatIsShownIsTheServersOwn(t *testing.T) {
	for name, tc := range map[string]struct {
		engine omop.Engine
		want   string
	}{
		"a server":                     {server{}, "SELECT 1 /* there */"},
		"a server that has gone since": {server{fails: true}, "SELECT 1"},
		"an engine of askomop's SQL":   {nil, "SELECT 1"},
	} {
		p := &Pipeline{parts: Parts{Engine: tc.engine, Logger: slog.New(slog.DiscardHandler)}}
		r := &work{Run: &Run{SQL: "SELECT 1"}}
		p.writeNative(t.Context(), r)
		if got := r.ShownSQL(); got != tc.want {
			t.Errorf("%s: %s", name, got)
		}
		if r.SQL != "SELECT 1" {
			t.Errorf("%s: what is checked and counted has changed: %s", name, r.SQL)
		}
	}
}
