package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/askomop/askomop/omop/duckdb"
	"github.com/askomop/askomop/omop/graph"
)

// exporting measures the export of all triples to a file, and in turn the plain COPY of the tables that they are of.
// The engine writes no files, so that COPY is asked of a copy of the database, opened as anybody would.
func exporting(ctx context.Context, g *graph.Graph, engine *duckdb.Engine, path string, runs int) error {
	folder, err := os.MkdirTemp("", "askomop-bench-graph-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	copyOf := filepath.Join(folder, "copy.duckdb")
	if err := os.WriteFile(copyOf, data, 0o600); err != nil {
		return err
	}
	plain, err := sql.Open("duckdb", copyOf)
	if err != nil {
		return err
	}
	defer plain.Close()
	tables := map[string]bool{}
	for _, p := range g.Ontology().Properties {
		tables[p.Table] = true
	}
	var exported, copied []time.Duration
	var n int64
	for i := range runs + 1 {
		took, triples, err := exportOnce(ctx, g, engine, filepath.Join(folder, "graph.nt"))
		if err != nil {
			return err
		}
		n = triples
		start := time.Now()
		for table := range tables {
			if _, err := plain.ExecContext(ctx,
				fmt.Sprintf("COPY %s TO '%s' (FORMAT csv)", table, filepath.Join(folder, table+".csv"))); err != nil {
				return fmt.Errorf("copy %s: %w", table, err)
			}
		}
		if i > 0 {
			exported, copied = append(exported, took), append(copied, time.Since(start))
		}
	}
	a, b := median(exported).Seconds(), median(copied).Seconds()
	fmt.Printf("%d triples, N-Triples in a file: %.2f s, %.2f million a second; COPY of the same %d tables as CSV: %.2f s; %.1f times as long\n", n, a, float64(n)/1e6/a, len(tables), b, a/b)
	return nil
}

func exportOnce(ctx context.Context, g *graph.Graph, engine *duckdb.Engine, path string) (time.Duration, int64, error) {
	file, err := os.Create(path)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	start := time.Now()
	n, err := g.Export(ctx, engine.Reader(), file, graph.ExportOptions{})
	return time.Since(start), n, err
}
