package pgvector

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
)

// Search implements rag.Store. Above Options.IndexAbove wordings and without topics or verified pairs to
// keep to, it asks the approximate index, which finds nearly all; else it compares all wordings.
func (s *Store) Search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	if len(v) != s.options.Dim {
		return nil, fmt.Errorf("searching pairs: the question's vector has %d dimensions, those of the store have %d",
			len(v), s.options.Dim)
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

func (s *Store) search(ctx context.Context, v llm.Vector, k int, f rag.Filter) ([]rag.Match, error) {
	c, there, err := s.collection(ctx, s.pool)
	if err != nil || !there {
		return nil, err
	}
	n := candidates(k, len(f.Skip))
	if c.indexed && len(f.Topics) == 0 && !f.Verified && n <= maxCandidates {
		// Pairs with very many wordings near the question, or many just replaced, can leave too few: then all are
		// compared.
		if found, err := s.searchIndex(ctx, c, v, k, n, f.Skip); err != nil || len(found) == k {
			return found, err
		}
	}
	found, err := s.searchAll(ctx, c, v, k, n, f)
	if err != nil || len(found) == k {
		return found, err
	}
	return s.searchAll(ctx, c, v, k, math.MaxInt32, f) // the nearest wordings are all of a few pairs
}

// maxCandidates is the most that pgvector's index looks at for one search.
const maxCandidates = 1000

// candidates is how many wordings are looked at first: enough for k pairs with
// several wordings each beside those to be skipped.
func candidates(k, skipped int) int { return max(200, 8*(k+skipped)) }

// nearest is a wording near a question.
type nearest struct {
	pair     string
	wording  int
	distance float64 // negative inner product
}

// searchAll compares every wording that passes the filter, and goes on with the n nearest: to sort all of them by their
// pairs takes several times as long as to compare them. With ties, so that what is left out is farther than all that is
// looked at.
func (s *Store) searchAll(ctx context.Context, c collection, v llm.Vector, k, n int,
	f rag.Filter) ([]rag.Match, error) {
	sql, args := "SELECT pair, wording, embedding <#> $1 AS distance FROM "+c.table(), []any{s.vector(v), n}
	if len(f.Topics) > 0 || f.Verified {
		sql += " WHERE pair IN (SELECT id FROM pair WHERE embedder = $3 AND (cardinality($4::text[]) = 0 OR topic = ANY ($4)) AND (NOT $5 OR verified <> ''))"
		args = append(args, c.id, list(f.Topics), f.Verified)
	}
	rows, err := s.pool.Query(ctx, sql+" ORDER BY distance FETCH FIRST $2 ROWS WITH TIES", args...)
	if err != nil {
		return nil, err
	}
	near, err := pgx.CollectRows(rows, readNearest)
	if err != nil {
		return nil, err
	}
	return s.matches(ctx, c, near, k, f.Skip)
}

func (s *Store) searchIndex(ctx context.Context, c collection, v llm.Vector, k, n int,
	skip []string) ([]rag.Match, error) {
	// A batch is one transaction and one round trip, so the setting is this search's alone.
	var batch pgx.Batch
	batch.Queue("SELECT set_config('hnsw.ef_search', $1, true)", fmt.Sprint(n))
	batch.Queue("SELECT pair, wording, embedding <#> $1 AS distance FROM "+c.table()+" ORDER BY embedding <#> $1 LIMIT $2", s.vector(v), n)
	results := s.pool.SendBatch(ctx, &batch)
	defer results.Close()
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	near, err := pgx.CollectRows(rows, readNearest)
	if err != nil {
		return nil, err
	}
	if err := results.Close(); err != nil {
		return nil, err
	}
	return s.matches(ctx, c, near, k, skip)
}

func readNearest(row pgx.CollectableRow) (nearest, error) {
	var n nearest
	err := row.Scan(&n.pair, &n.wording, &n.distance)
	return n, err
}

// matches are the k best pairs of the wordings, each with its nearest.
func (s *Store) matches(ctx context.Context, c collection, near []nearest, k int, skip []string) ([]rag.Match, error) {
	slices.SortFunc(near, func(a, b nearest) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.pair, b.pair),
			cmp.Compare(a.wording, b.wording))
	})
	var best []nearest
	seen := map[string]bool{}
	for _, id := range skip {
		seen[id] = true
	}
	for _, n := range near {
		if !seen[n.pair] && len(best) < k {
			seen[n.pair] = true
			best = append(best, n)
		}
	}
	pairs, err := s.pairs(ctx, c, best)
	if err != nil {
		return nil, err
	}
	found := make([]rag.Match, 0, len(best))
	for _, n := range best {
		if p, there := pairs[n.pair]; there { // else it was removed a moment ago
			found = append(found, rag.Match{Pair: p, Wording: n.wording, Score: -n.distance})
		}
	}
	return found, nil
}

// pairs reads the pairs of the wordings.
func (s *Store) pairs(ctx context.Context, c collection, of []nearest) (map[string]rag.Pair, error) {
	ids := make([]string, len(of))
	for i, n := range of {
		ids[i] = n.pair
	}
	rows, err := s.pool.Query(ctx, `SELECT id, question, paraphrases, topic, verified, notes, sql, source FROM pair
		WHERE embedder = $1 AND id = ANY ($2)`, c.id, ids)
	if err != nil {
		return nil, err
	}
	read, err := pgx.CollectRows(rows, readPair)
	pairs := make(map[string]rag.Pair, len(read))
	for _, p := range read {
		pairs[p.ID] = p
	}
	return pairs, err
}

func readPair(row pgx.CollectableRow) (rag.Pair, error) {
	var p rag.Pair
	err := row.Scan(&p.ID, &p.Question, &p.Paraphrases, &p.Topic, &p.Verified, &p.Notes, &p.SQL, &p.Source)
	if len(p.Paraphrases) == 0 {
		p.Paraphrases = nil
	}
	if len(p.Notes) == 0 {
		p.Notes = nil
	}
	return p, err
}
