package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"
	pgxvector "github.com/pgvector/pgvector-go/pgx"
)

// effort is hnsw.ef_search: how many candidates HNSW keeps on its way; not fewer than are wanted.
const effort = 200

// searchPostgres searches the same vectors in PostgreSQL with pgvector: all of them, and by HNSW.
func (s settings) searchPostgres(ctx context.Context, url string) (r postgresResult, err error) {
	vecs := s.madeVectors(s.Vectors, 1)
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if _, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS vector"); err != nil {
		return r, err
	}
	if err := pgxvector.RegisterTypes(ctx, conn); err != nil {
		return r, err
	}
	defer func() {
		_, dropErr := conn.Exec(context.WithoutCancel(ctx), "DROP TABLE IF EXISTS askomop_bench_vector")
		err = errors.Join(err, dropErr)
	}()
	for _, stmt := range []string{
		"DROP TABLE IF EXISTS askomop_bench_vector",
		fmt.Sprintf("CREATE UNLOGGED TABLE askomop_bench_vector (id BIGINT, v vector(%d))", s.Dim),
		"ALTER TABLE askomop_bench_vector ALTER v SET STORAGE PLAIN",
		"SET maintenance_work_mem = '2GB'", fmt.Sprintf("SET hnsw.ef_search = %d", effort),
	} {
		if _, err := conn.Exec(ctx, stmt); err != nil {
			return r, fmt.Errorf("%s: %w", stmt, err)
		}
	}
	began := time.Now()
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"askomop_bench_vector"}, []string{"id", "v"},
		pgx.CopyFromSlice(len(vecs), func(i int) ([]any, error) {
			return []any{int64(i), pgvector.NewVector(vecs[i])}, nil
		})); err != nil {
		return r, err
	}
	r.CopySeconds = time.Since(began).Seconds()
	asked := s.askedVectors(vecs)
	exact := make([]map[int64]bool, len(asked))
	search := func(v pgvector.Vector) (map[int64]bool, float64, error) {
		began := time.Now()
		rows, err := conn.Query(ctx, "SELECT id FROM askomop_bench_vector ORDER BY v <#> $1 LIMIT $2", v, wanted)
		if err != nil {
			return nil, 0, err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		took := ms(time.Since(began))
		found := map[int64]bool{}
		for _, id := range ids {
			found[id] = true
		}
		return found, took, err
	}
	for i, v := range asked {
		var took float64
		if exact[i], took, err = search(pgvector.NewVector(v)); err != nil {
			return r, err
		}
		r.Exact = append(r.Exact, took)
	}
	began = time.Now()
	if _, err := conn.Exec(ctx, "CREATE INDEX ON askomop_bench_vector USING hnsw (v vector_ip_ops)"); err != nil {
		return r, err
	}
	r.BuildSeconds = time.Since(began).Seconds()
	both := 0
	for i, v := range asked {
		found, took, err := search(pgvector.NewVector(v))
		if err != nil {
			return r, err
		}
		r.HNSW = append(r.HNSW, took)
		for id := range exact[i] {
			if found[id] {
				both++
			}
		}
	}
	r.Recall = float64(both) / float64(wanted*len(asked))
	return r, nil
}
