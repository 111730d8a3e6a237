package pgvector

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/askomop/askomop/llm"
	"github.com/askomop/askomop/rag"
	"github.com/askomop/askomop/rag/retrieve"
)

// collection is what is stored for one embedder.
type collection struct {
	id      int32
	indexed bool
	of      string // what the vectors are of: wordings of pairs, or concepts
}

// What vectors are of; it begins the name of their table.
const (
	ofWordings = "wording"
	ofConcepts = "concept"
)

// table is the name of the table of the vectors.
func (c collection) table() string { return fmt.Sprintf("%s_%d", c.of, c.id) }

// collection finds the Store's own; false where nothing was stored yet.
func (s *Store) collection(ctx context.Context, db querier) (collection, bool, error) {
	c := collection{of: s.of}
	err := db.QueryRow(ctx, "SELECT id, indexed FROM embedder WHERE name = $1 AND dimensions = $2", s.options.Embedder,
		s.options.Dim).
		Scan(&c.id, &c.indexed)
	if errors.Is(err, pgx.ErrNoRows) {
		return c, false, nil
	}
	return c, err == nil, err
}

// Put implements rag.Store. All pairs are stored, or none. vecs are those of the
// wordings, as retrieve.Index makes them: Missing takes a pair for stored while both stay the same.
func (s *Store) Put(ctx context.Context, pairs []rag.Pair, vecs []llm.Vector) error {
	if err := s.put(ctx, pairs, vecs); err != nil {
		return err
	}
	return s.ensureIndex(ctx)
}

func (s *Store) put(ctx context.Context, pairs []rag.Pair, vecs []llm.Vector) error {
	rows, err := s.rows(pairs, vecs)
	if err != nil || len(rows) == 0 {
		return err
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.lockWrites(ctx, tx); err != nil {
			return err
		}
		c, err := s.register(ctx, tx)
		if err != nil {
			return err
		}
		return s.replace(ctx, tx, c, rows)
	})
	if err != nil {
		return withRemedy(fmt.Errorf("storing pairs: %w", err), s.config, s.options)
	}
	return nil
}

// row is a pair with the vectors of its wordings.
type row struct {
	pair rag.Pair
	vecs []llm.Vector
}

// rows gives each pair its vectors. Of pairs with the same id the last counts.
func (s *Store) rows(pairs []rag.Pair, vecs []llm.Vector) ([]row, error) {
	want := 0
	for _, p := range pairs {
		want += 1 + len(p.Paraphrases)
	}
	if want != len(vecs) {
		return nil, fmt.Errorf("storing pairs: %d wordings and %d vectors", want, len(vecs))
	}
	rows := make([]row, 0, len(pairs))
	at := make(map[string]int, len(pairs))
	for _, p := range pairs {
		n := 1 + len(p.Paraphrases)
		for _, v := range vecs[:n] {
			if len(v) != s.options.Dim {
				return nil, fmt.Errorf("storing pairs: a vector of %s has %d dimensions, the store has %d", p.ID,
					len(v), s.options.Dim)
			}
		}
		if i, again := at[p.ID]; again {
			rows[i] = row{p, vecs[:n]}
		} else {
			at[p.ID] = len(rows)
			rows = append(rows, row{p, vecs[:n]})
		}
		vecs = vecs[n:]
	}
	return rows, nil
}

// lockWrites lets one process at a time change what this embedder has stored.
func (s *Store) lockWrites(ctx context.Context, tx pgx.Tx) error {
	return lock(ctx, tx, "write", s.options.Schema+" "+s.options.Embedder)
}

// register returns the Store's collection, made where there is none.
func (s *Store) register(ctx context.Context, tx pgx.Tx) (collection, error) {
	c, there, err := s.collection(ctx, tx)
	if err != nil || there {
		return c, err
	}
	err = tx.QueryRow(ctx, "INSERT INTO embedder (name, dimensions) VALUES ($1, $2) RETURNING id", s.options.Embedder,
		s.options.Dim).Scan(&c.id)
	if err != nil {
		return c, err
	}
	ddl := fmt.Sprintf("CREATE TABLE %s (%s, embedding %s NOT NULL, PRIMARY KEY (%s))", c.table(), columnsOf[c.of].ddl,
		s.vectorType(), columnsOf[c.of].key)
	if s.fitsPage() {
		ddl += fmt.Sprintf("; ALTER TABLE %s ALTER COLUMN embedding SET STORAGE PLAIN", c.table())
	}
	if _, err := tx.Exec(ctx, ddl); err != nil {
		return c, fmt.Errorf("making the table of vectors: %w", err)
	}
	return c, nil
}

// columnsOf are the columns of the tables of vectors beside the vector itself.
var columnsOf = map[string]struct{ ddl, key string }{
	ofWordings: {`pair text COLLATE "C" NOT NULL, wording integer NOT NULL`, "pair, wording"},
	ofConcepts: {`concept bigint NOT NULL, term text COLLATE "C" NOT NULL, domain text COLLATE "C" NOT NULL`,
		"concept, term"},
}

func (s *Store) vectorType() string {
	if s.options.half() {
		return fmt.Sprintf("halfvec(%d)", s.options.Dim)
	}
	return fmt.Sprintf("vector(%d)", s.options.Dim)
}

// fitsPage reports whether a vector leaves enough of a page of 8 KB for the rest of
// its row. Kept in the row itself rather than out of line, vectors are compared several times as fast.
func (s *Store) fitsPage() bool {
	size := 4 * s.options.Dim
	if s.options.half() {
		size = 2 * s.options.Dim
	}
	return size <= 7_000
}

// vector is a vector as the driver sends it.
func (s *Store) vector(v llm.Vector) any {
	if s.options.half() {
		return pgvector.NewHalfVector(v)
	}
	return pgvector.NewVector(v)
}

// replace stores the rows in place of those of the same ids.
func (s *Store) replace(ctx context.Context, tx pgx.Tx, c collection, rows []row) error {
	ids := make([]string, len(rows))
	var pairs, wordings [][]any
	for i, r := range rows {
		p := r.pair
		ids[i] = p.ID
		pairs = append(pairs, []any{c.id, p.ID, p.Question, list(p.Paraphrases), p.Topic, p.Verified, list(p.Notes),
			p.SQL, p.Source, content(p)})
		for w, v := range r.vecs {
			wordings = append(wordings, []any{p.ID, w, s.vector(v)})
		}
	}
	if err := remove(ctx, tx, c, ids); err != nil {
		return err
	}
	columns := []string{"embedder", "id", "question", "paraphrases", "topic", "verified", "notes", "sql", "source",
		"content"}
	if _, err := tx.CopyFrom(ctx, pgx.Identifier{"pair"}, columns, pgx.CopyFromRows(pairs)); err != nil {
		return err
	}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{c.table()}, []string{"pair", "wording", "embedding"},
		pgx.CopyFromRows(wordings))
	return err
}

// remove deletes the pairs of these ids.
func remove(ctx context.Context, tx pgx.Tx, c collection, ids []string) error {
	if _, err := tx.Exec(ctx, "DELETE FROM pair WHERE embedder = $1 AND id = ANY ($2)", c.id, ids); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "DELETE FROM "+c.table()+" WHERE pair = ANY ($1)", ids)
	return err
}

// list is an array that is empty rather than null.
func list(s []string) []string { return append([]string{}, s...) }

// content hashes what the stored form of a pair depends on: the pair, and the way questions are read. The
// file it was read from is left out.
func content(p rag.Pair) []byte {
	key := retrieve.PairKey(p)
	text, err := json.Marshal([]any{p.ID, p.Question, list(p.Paraphrases), p.Topic, p.Verified, list(p.Notes), p.SQL,
		key[:]})
	if err != nil {
		panic(err) // strings always have a JSON form
	}
	sum := sha256.Sum256(text)
	return sum[:]
}

// Missing returns those of the pairs that are not stored, or were stored with another content.
func (s *Store) Missing(ctx context.Context, pairs []rag.Pair) ([]rag.Pair, error) {
	stored, err := s.contents(ctx)
	if err != nil {
		return nil, withRemedy(fmt.Errorf("comparing pairs with the vector store: %w", err), s.config, s.options)
	}
	var missing []rag.Pair
	for _, p := range pairs {
		if !slices.Equal(stored[p.ID], content(p)) {
			missing = append(missing, p)
		}
	}
	return missing, nil
}

// contents maps the id of every stored pair to its content's hash.
func (s *Store) contents(ctx context.Context) (map[string][]byte, error) {
	c, there, err := s.collection(ctx, s.pool)
	if err != nil || !there {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, "SELECT id, content FROM pair WHERE embedder = $1", c.id)
	if err != nil {
		return nil, err
	}
	stored := map[string][]byte{}
	var id string
	var hash []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &hash}, func() error {
		stored[id] = slices.Clone(hash)
		return nil
	})
	return stored, err
}

// Prune removes every pair but those with the ids in keep, and returns how many there were.
func (s *Store) Prune(ctx context.Context, keep []string) (int, error) {
	var gone []string
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.lockWrites(ctx, tx); err != nil {
			return err
		}
		c, there, err := s.collection(ctx, tx)
		if err != nil || !there {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT id FROM pair WHERE embedder = $1 AND id <> ALL ($2)", c.id, list(keep))
		if err != nil {
			return err
		}
		if gone, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(gone) == 0 {
			return err
		}
		return remove(ctx, tx, c, gone)
	})
	if err != nil {
		return 0, withRemedy(fmt.Errorf("removing pairs: %w", err), s.config, s.options)
	}
	return len(gone), nil
}
