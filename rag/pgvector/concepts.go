package pgvector

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/vocab"
)

// Concepts are the names and synonyms of concepts as vectors of one embedder: a
// coding.Dense. Concept ids are the same everywhere, so several vocabularies may share them. It is safe for concurrent
// use.
type Concepts struct{ store *Store }

// conceptsOf begins the names of embedders whose vectors are of concepts.
const conceptsOf = "concepts of "

// OpenConcepts is Open for the vectors of concepts.
func OpenConcepts(ctx context.Context, url string, options Options) (*Concepts, error) {
	if options.Embedder != "" {
		options.Embedder = conceptsOf + options.Embedder
	}
	s, err := open(ctx, url, ofConcepts, options)
	if err != nil {
		return nil, err
	}
	return &Concepts{s}, nil
}

// Close closes the connections. What runs on them ends first.
func (c *Concepts) Close() error { return c.store.Close() }

// Lock waits until no other process indexes concepts for this embedder, and keeps others waiting until unlock.
func (c *Concepts) Lock(ctx context.Context) (unlock func(), err error) {
	if unlock, err = c.store.lockIndexing(ctx); err != nil {
		return nil, c.fail("indexing concepts", err)
	}
	return unlock, nil
}

// Missing returns those of the terms that are not stored, or are stored as of another domain.
func (c *Concepts) Missing(ctx context.Context, terms []vocab.Named) ([]vocab.Named, error) {
	stored, err := c.stored(ctx)
	if err != nil {
		return nil, c.fail("comparing concepts with the vector store", err)
	}
	right := map[term]bool{} // a term can come twice
	for _, t := range terms {
		key := term{t.Concept, t.Term}
		if domain, there := stored[key]; there && domain == t.Domain {
			right[key] = true
		}
	}
	var missing []vocab.Named
	for _, t := range terms {
		if !right[term{t.Concept, t.Term}] {
			missing = append(missing, t)
		}
	}
	return missing, nil
}

type term struct {
	concept int64
	text    string
}

// stored maps every stored term to its domain.
func (c *Concepts) stored(ctx context.Context) (map[term]string, error) {
	at, there, err := c.store.collection(ctx, c.store.pool)
	if err != nil || !there {
		return nil, err
	}
	rows, err := c.store.pool.Query(ctx, "SELECT concept, term, domain FROM "+at.table())
	if err != nil {
		return nil, err
	}
	stored := map[term]string{}
	var t term
	var domain string
	_, err = pgx.ForEachRow(rows, []any{&t.concept, &t.text, &domain}, func() error {
		stored[t] = domain
		return nil
	})
	return stored, err
}

// Put stores the vectors of the terms, all or none.
func (c *Concepts) Put(ctx context.Context, terms []vocab.Named, vecs []llm.Vector) error {
	if len(terms) != len(vecs) {
		return fmt.Errorf("storing concepts: %d terms and %d vectors", len(terms), len(vecs))
	}
	rows := make([][]any, len(terms))
	for i, t := range terms {
		if len(vecs[i]) != c.store.options.Dim {
			return fmt.Errorf("storing concepts: the vector of %q has %d dimensions, the store has %d", t.Term,
				len(vecs[i]), c.store.options.Dim)
		}
		rows[i] = []any{t.Concept, t.Term, t.Domain, c.store.vector(vecs[i])}
	}
	err := pgx.BeginFunc(ctx, c.store.pool, func(tx pgx.Tx) error {
		if err := c.store.lockWrites(ctx, tx); err != nil {
			return err
		}
		at, err := c.store.register(ctx, tx)
		if err != nil {
			return err
		}
		return copyNew(ctx, tx, at, c.store.vectorType(), rows)
	})
	if err != nil {
		return c.fail("storing concepts", err)
	}
	return nil
}

// copyNew copies rows into the table. Of those that are there already only the domain can be another.
func copyNew(ctx context.Context, tx pgx.Tx, at collection, vectorType string, rows [][]any) error {
	sql := "CREATE TEMPORARY TABLE more (concept bigint, term text COLLATE \"C\", domain text COLLATE \"C\", embedding " + vectorType + ") ON COMMIT DROP"
	if _, err := tx.Exec(ctx, sql); err != nil {
		return err
	}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"more"}, []string{"concept", "term", "domain", "embedding"},
		pgx.CopyFromRows(rows)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx,
		"INSERT INTO "+at.table()+" (concept, term, domain, embedding) SELECT DISTINCT ON (concept, term) concept, term, domain, embedding FROM more ORDER BY concept, term, domain"+
			" ON CONFLICT (concept, term) DO UPDATE SET domain = excluded.domain WHERE "+at.table()+".domain <> excluded.domain")
	return err
}

// Others returns how many stored terms are none of these: of a vocabulary before this one, or of another that shares
// the server.
func (c *Concepts) Others(ctx context.Context, terms []vocab.Named) (int, error) {
	others, err := c.others(ctx, terms)
	if err != nil {
		return 0, c.fail("comparing concepts with the vector store", err)
	}
	return len(others), nil
}

func (c *Concepts) others(ctx context.Context, terms []vocab.Named) ([]term, error) {
	stored, err := c.stored(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range terms {
		delete(stored, term{t.Concept, t.Term})
	}
	return slices.Collect(maps.Keys(stored)), nil
}

// Prune removes every stored term but these, which are those of the vocabulary of that name, and
// returns how many there were. Vocabularies that may have lost terms count as not indexed.
func (c *Concepts) Prune(ctx context.Context, vocabulary string, terms []vocab.Named) (int, error) {
	others, err := c.others(ctx, terms)
	if err == nil && len(others) > 0 {
		err = pgx.BeginFunc(ctx, c.store.pool, func(tx pgx.Tx) error { return c.remove(ctx, tx, vocabulary, others) })
	}
	if err != nil {
		return 0, c.fail("removing concepts", err)
	}
	return len(others), nil
}

func (c *Concepts) remove(ctx context.Context, tx pgx.Tx, vocabulary string, gone []term) error {
	if err := c.store.lockWrites(ctx, tx); err != nil {
		return err
	}
	at, there, err := c.store.collection(ctx, tx)
	if err != nil || !there {
		return err
	}
	for part := range slices.Chunk(gone, 10_000) {
		concepts, texts := make([]int64, len(part)), make([]string, len(part))
		for i, t := range part {
			concepts[i], texts[i] = t.concept, t.text
		}
		_, err := tx.Exec(ctx,
			"DELETE FROM "+at.table()+" AS t USING unnest($1::bigint[], $2::text[]) AS gone (concept, term) WHERE t.concept = gone.concept AND t.term = gone.term",
			concepts, texts)
		if err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, "DELETE FROM vocabulary WHERE embedder = $1 AND name <> $2", at.id, vocabulary)
	return err
}

// Finish notes that all terms of a vocabulary are stored, and builds the approximate index where there are enough of
// them.
func (c *Concepts) Finish(ctx context.Context, vocabulary string, terms int) error {
	at, there, err := c.store.collection(ctx, c.store.pool)
	if err == nil && there {
		_, err = c.store.pool.Exec(ctx, `INSERT INTO vocabulary (embedder, name, terms) VALUES ($1, $2, $3)
			ON CONFLICT (embedder, name) DO UPDATE SET terms = excluded.terms, indexed_at = now()`, at.id, vocabulary, terms)
	}
	if err == nil {
		err = c.store.analyze(ctx)
	}
	if err != nil {
		return c.fail("finishing the index of concepts", err)
	}
	return c.store.ensureIndex(ctx)
}

// Indexed returns how many terms of a vocabulary were stored when that was finished; 0 where it never was.
func (c *Concepts) Indexed(ctx context.Context, vocabulary string) (int, error) {
	var terms int
	err := c.store.pool.QueryRow(ctx, `SELECT v.terms FROM vocabulary AS v JOIN embedder AS e ON e.id = v.embedder
		WHERE e.name = $1 AND e.dimensions = $2 AND v.name = $3`, c.store.options.Embedder, c.store.options.Dim, vocabulary).Scan(&terms)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, c.fail("looking for the index of concepts", err)
	}
	return terms, nil
}

// Search implements coding.Dense. Above Options.IndexAbove terms it asks the approximate index first.
func (c *Concepts) Search(ctx context.Context, v llm.Vector, k int, f vocab.Filter) ([]vocab.Hit, error) {
	if len(v) != c.store.options.Dim {
		return nil, fmt.Errorf("searching concepts: the vector has %d dimensions, those of the store have %d", len(v),
			c.store.options.Dim)
	}
	if k < 1 {
		return nil, nil
	}
	at, there, err := c.store.collection(ctx, c.store.pool)
	if err != nil || !there {
		return nil, c.fail("searching concepts", err)
	}
	n := max(100, 4*k) // several terms are of one concept
	for _, n := range []int{n, maxCandidates} {
		if !at.indexed || n > maxCandidates {
			break
		}
		// Of other domains can be so many that too few are left: then all are compared.
		if hits, err := c.nearest(ctx, at, v, k, n, f, true); err != nil || len(hits) == k {
			return hits, c.fail("searching concepts", err)
		}
	}
	hits, err := c.nearest(ctx, at, v, k, n, f, false)
	if err == nil && len(hits) < k { // the nearest terms are all of a few concepts
		hits, err = c.nearest(ctx, at, v, k, 1<<30, f, false)
	}
	return hits, c.fail("searching concepts", err)
}

// nearest finds the k nearest concepts among the n nearest terms.
func (c *Concepts) nearest(ctx context.Context, at collection, v llm.Vector, k, n int, f vocab.Filter,
	approximate bool) ([]vocab.Hit, error) {
	const among = "cardinality($3::text[]) = 0 OR domain = ANY ($3)"
	sql := "SELECT concept, term, embedding <#> $1 AS distance FROM " + at.table() + " WHERE " + among +
		" ORDER BY distance FETCH FIRST $2 ROWS WITH TIES"
	if approximate { // which domain a term is of is seen after the index has found it
		sql = "SELECT concept, term, distance FROM (SELECT concept, term, domain, embedding <#> $1 AS distance FROM " +
			at.table() +
			" ORDER BY embedding <#> $1 LIMIT $2) AS near WHERE " + among
	}
	var batch pgx.Batch
	batch.Queue("SELECT set_config('hnsw.ef_search', $1, true), set_config('enable_seqscan', $2, true)",
		fmt.Sprint(min(n, maxCandidates)), onOff(!approximate))
	batch.Queue(sql, c.store.vector(v), n, list(f.Domains))
	results := c.store.pool.SendBatch(ctx, &batch)
	defer results.Close()
	if _, err := results.Exec(); err != nil {
		return nil, err
	}
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	hits, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (vocab.Hit, error) {
		var h vocab.Hit
		err := row.Scan(&h.Concept.ID, &h.Term, &h.Score)
		h.Score = -h.Score
		return h, err
	})
	if err != nil {
		return nil, err
	}
	return best(hits, k), results.Close()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off" // from which size on the index is asked is this package's choice, not the planner's
}

// best keeps the k best concepts, each by its nearest term; ties by id.
func best(hits []vocab.Hit, k int) []vocab.Hit {
	slices.SortFunc(hits, func(a, b vocab.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Concept.ID, b.Concept.ID),
			cmp.Compare(a.Term, b.Term))
	})
	seen := map[int64]bool{}
	hits = slices.DeleteFunc(hits, func(h vocab.Hit) bool {
		again := seen[h.Concept.ID]
		seen[h.Concept.ID] = true
		return again
	})
	return hits[:min(k, len(hits))]
}

// fail says what failed and what mends it; nil for no error.
func (c *Concepts) fail(what string, err error) error {
	if err == nil {
		return nil
	}
	return withRemedy(fmt.Errorf("%s: %w", what, err), c.store.config, c.store.options)
}
