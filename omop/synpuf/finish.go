package synpuf

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/askomop/askomop/omop/roworder"
	"github.com/askomop/askomop/omop/schema"
)

// finish makes the unfinished database the target.
func (r *run) finish(ctx context.Context) error {
	made := filepath.Join(r.folder, "cdm.duckdb")
	var err error
	if len(r.samples) > 1 {
		made = filepath.Join(r.folder, "merged.duckdb")
		err = r.merge(ctx, made)
	} else {
		err = r.strip(ctx)
	}
	if err != nil {
		return err
	}
	if err := r.close(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	// A write-ahead log of a database that is being replaced would be played onto the new one.
	if err := os.RemoveAll(r.Target + ".wal"); err != nil {
		return err
	}
	if err := os.Rename(made, r.Target); err != nil {
		return err
	}
	return os.RemoveAll(r.folder)
}

// strip takes off the unfinished database what only its making needed.
func (r *run) strip(ctx context.Context) error {
	for _, t := range []string{"begun", "sample", "dropped", "unmapped", "constant", "map", "ingredient", "drg",
		"moved"} {
		if err := r.exec(ctx, "DROP TABLE synpuf_"+t); err != nil {
			return err
		}
	}
	return r.exec(ctx, "CHECKPOINT cdm")
}

// merge writes another database, in the order of all rows, from samples that are in order each for itself. Stopped, it
// begins anew at the next run.
func (r *run) merge(ctx context.Context, path string) error {
	for _, leftover := range []string{path, path + ".wal"} {
		if err := os.RemoveAll(leftover); err != nil {
			return err
		}
	}
	cdm, err := schema.For("5.4")
	if err != nil {
		return err
	}
	stmts := []string{"SET preserve_insertion_order = true", roworder.Attach(path, "merged"), "USE merged"}
	for _, t := range cdm.Tables {
		stmts = append(stmts, t.DDL())
	}
	for _, stmt := range stmts {
		if err := r.exec(ctx, stmt); err != nil {
			return err
		}
	}
	err = roworder.Copy(ctx, r.conn, "cdm", "merged", cdm.Tables, func(table string, _, _ int64) { r.tell("order of " + table) })
	if err != nil {
		return err
	}
	if err := r.exec(ctx, "USE cdm"); err != nil {
		return err
	}
	return r.exec(ctx, "DETACH merged") // writes what is still in the log
}

func (r *run) close() error {
	var err error
	if r.conn != nil {
		err = r.conn.Close()
	}
	if r.db != nil {
		err = errors.Join(err, r.db.Close())
	}
	r.conn, r.db = nil, nil
	return err
}
