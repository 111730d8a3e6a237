package pgvector

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// Filter narrows a search to some of the pairs.
type Filter struct {
	Topics []string // only pairs of one of these topics; all when empty
	Skip   []string // not the pairs with these ids
}

// Search implements rag.Store.
func (s *Store) Search(ctx context.Context, v llm.Vector, k int, skip ...string) ([]rag.Match, error) {
	return s.SearchFiltered(ctx, v, k, Filter{Skip: skip})
}

// SearchFiltered is Search among the pairs that pass the filter. Above
// Options.IndexAbove wordings and without topics it asks the approximate index, which finds
// nearly all; else it compares all wordings.
func (s *Store) SearchFiltered(ctx context.Context, v llm.Vector, k int, f Filter) ([]rag.Match, error) {
	if len(v) != s.options.Dim {
		return nil, fmt.Errorf("searching pairs: the question's vector has %d dimensions, those of the store have %d", len(v), s.options.Dim)
	}
	if k < 1 {
		return nil, nil
	}
	found, err := s.search(ctx, v, k, f)
	if err != nil {
		return nil, withRemedy(fmt.Errorf("searching pairs: %w", err), s.config, s.options)
	}
	return found, nil
}

func (s *Store) search(ctx context.Context, v llm.Vector, k int, f Filter) ([]rag.Match, error) {
	c, there, err := s.collection(ctx, s.pool)
	if err != nil || !there {
		return nil, err
	}
	if n := candidates(k, len(f.Skip)); c.indexed && len(f.Topics) == 0 && n <= maxCandidates {
		// Pairs with very many wordings near the question, or many just replaced, can leave too few: then all are compared.
		if found, err := s.searchIndex(ctx, c, v, k, n, f.Skip); err != nil || len(found) == k {
			return found, err
		}
	}
	return s.searchAll(ctx, c, v, k, f)
}

// maxCandidates is the most that pgvector's index looks at for one search.
const maxCandidates = 1000

// candidates is how many wordings the index is asked for: enough for k pairs with
// several wordings each beside those to be skipped.
func candidates(k, skipped int) int { return max(200, 8*(k+skipped)) }

// nearest turns wordings with distances into pairs, each with its nearest wording, best first. Distances are negative inner products.
const nearest = `
SELECT p.id, p.question, p.paraphrases, p.topic, p.notes, p.sql, p.source, n.wording, -n.distance
FROM (SELECT DISTINCT ON (pair) pair, wording, distance FROM candidate WHERE pair <> ALL ($2) ORDER BY pair, distance, wording) AS n
JOIN pair AS p ON p.embedder = $3 AND p.id = n.pair
ORDER BY n.distance, p.id COLLATE "C"
LIMIT $4`

func (s *Store) searchAll(ctx context.Context, c collection, v llm.Vector, k int, f Filter) ([]rag.Match, error) {
	sql := `WITH candidate AS (SELECT pair, wording, embedding <#> $1 AS distance FROM ` + c.table() + `
		WHERE cardinality($5::text[]) = 0 OR pair IN (SELECT id FROM pair WHERE embedder = $3 AND topic = ANY ($5)))` + nearest
	rows, err := s.pool.Query(ctx, sql, s.vector(v), list(f.Skip), c.id, k, list(f.Topics))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, match)
}

func (s *Store) searchIndex(ctx context.Context, c collection, v llm.Vector, k, n int, skip []string) ([]rag.Match, error) {
	sql := `WITH candidate AS MATERIALIZED (SELECT pair, wording, embedding <#> $1 AS distance FROM ` + c.table() + `
		ORDER BY embedding <#> $1 LIMIT $5)` + nearest
	// A batch is one transaction and one round trip, so the setting is this search's alone.
	var batch pgx.Batch
	batch.Queue("SELECT set_config('hnsw.ef_search', $1, true)", fmt.Sprint(n))
	batch.Queue(sql, s.vector(v), list(skip), c.id, k, n)
	results := s.pool.SendBatch(ctx, &batch)
	defer results.Close()
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectRows(rows, match)
	if err != nil {
		return nil, err
	}
	return found, results.Close()
}

// match reads one row of nearest.
func match(row pgx.CollectableRow) (rag.Match, error) {
	var m rag.Match
	p := &m.Pair
	err := row.Scan(&p.ID, &p.Question, &p.Paraphrases, &p.Topic, &p.Notes, &p.SQL, &p.Source, &m.Wording, &m.Score)
	if len(p.Paraphrases) == 0 {
		p.Paraphrases = nil
	}
	if len(p.Notes) == 0 {
		p.Notes = nil
	}
	return m, err
}
