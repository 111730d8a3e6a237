package pgvector

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/mask"
	"github.com/askomop/askomop/rag/retrieve"
)

// indexBatch is how many pairs are embedded and stored at a time: what an interruption can lose.
const indexBatch = 32

// Index embeds and stores what is missing of the pairs, batch after batch, so that
// an interrupted run goes on where it was. While one process indexes, others with the
// same encoder wait, and then find nothing missing. progress may be nil; it is told how many of the missing pairs are
// done.
func (s *Store) Index(ctx context.Context, pairs []rag.Pair, e *retrieve.Encoder,
	progress func(done, missing int)) error {
	if e.Name() != s.options.Embedder {
		return fmt.Errorf("indexing pairs: the store is for %s, not for %s", s.options.Embedder, e.Name())
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	unlock, err := s.lockIndexing(ctx)
	if err != nil {
		return withRemedy(fmt.Errorf("indexing pairs: %w", err), s.config, s.options)
	}
	defer unlock()
	missing, err := s.Missing(ctx, pairs)
	if err != nil {
		return err
	}
	for done := 0; done < len(missing); done += indexBatch {
		progress(done, len(missing))
		batch := missing[done:min(done+indexBatch, len(missing))]
		vecs, err := e.Encode(ctx, mask.ReadWordings(batch))
		if err != nil {
			return fmt.Errorf("embedding pairs: %w", err)
		}
		if err := s.put(ctx, batch, vecs); err != nil {
			return err
		}
	}
	progress(len(missing), len(missing))
	if len(missing) > 0 {
		if err := s.analyze(ctx); err != nil {
			return withRemedy(fmt.Errorf("indexing pairs: %w", err), s.config, s.options)
		}
	}
	return s.ensureIndex(ctx)
}

// analyze tells the server how much there is. Before, it takes the table for fifty times as large, and
// starts helpers for a search that is over sooner than they have begun.
func (s *Store) analyze(ctx context.Context) error {
	c, there, err := s.collection(ctx, s.pool)
	if err != nil || !there {
		return err
	}
	_, err = s.pool.Exec(ctx, "ANALYZE "+c.table()+", pair")
	return err
}

// lockIndexing waits until no other process indexes for this embedder. The lock is
// held by a connection of its own: were it one of the pool's, several callers could
// hold all of them and wait for one another.
func (s *Store) lockIndexing(ctx context.Context) (unlock func(), err error) {
	conn, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, err
	}
	closing := context.WithoutCancel(ctx)
	name := lockName("index", s.options.Schema+" "+s.options.Embedder)
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtextextended($1, 0))", name); err != nil {
		conn.Close(closing)
		return nil, fmt.Errorf("waiting for another process that indexes: %w", err)
	}
	return func() { conn.Close(closing) }, nil
}

// ensureIndex builds the approximate index when there are enough wordings for it. Searches go on meanwhile.
func (s *Store) ensureIndex(ctx context.Context) error {
	if s.options.IndexAbove < 0 || !s.options.indexable() {
		return nil
	}
	c, there, err := s.collection(ctx, s.pool)
	if err == nil && there && !c.indexed {
		var wordings int
		err = s.pool.QueryRow(ctx, "SELECT count(*) FROM "+c.table()).Scan(&wordings)
		if err == nil && wordings > s.options.IndexAbove {
			err = s.buildIndex(ctx, c, wordings)
		}
	}
	if err != nil {
		return withRemedy(fmt.Errorf("indexing the stored vectors: %w", err), s.config, s.options)
	}
	return nil
}

func (s *Store) buildIndex(ctx context.Context, c collection, wordings int) error {
	operators := "vector_ip_ops"
	if s.options.half() {
		operators = "halfvec_ip_ops"
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.lockWrites(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT set_config('maintenance_work_mem', $1, true)",
			buildMemory(wordings, s.options.Dim)); err != nil {
			return err
		}
		sql := fmt.Sprintf("CREATE INDEX IF NOT EXISTS %[1]s_nearest ON %[1]s USING hnsw (embedding %[2]s)", c.table(),
			operators)
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE embedder SET indexed = true WHERE id = $1", c.id)
		return err
	})
}

// buildMemory is a setting of maintenance_work_mem that holds the index's graph,
// without which building takes many times as long, between PostgreSQL's default and 1 GB.
func buildMemory(wordings, dim int) string {
	const links = 700 // bytes a node, by measurement
	mb := wordings * (4*dim + links) >> 20
	return fmt.Sprintf("%dMB", min(max(64, mb), 1024))
}
