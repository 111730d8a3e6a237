package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/askomop/askomop/vocab"
)

// indexFile is the index that stage names searches.
var indexFile = flag.String("index", "", "the index, for the process that searches it")

// wanted is how many concepts every search asks for.
const wanted = 50

// names searches the index, and in turn the names themselves by DuckDB.
func (s settings) names(ctx context.Context) (r namesResult, err error) {
	db, err := sql.Open("duckdb", filepath.Join(s.home(), "vocabulary", "vocabulary.duckdb")+"?access_mode=read_only")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	queries, err := s.queries(ctx, db)
	if err != nil {
		return r, err
	}
	m := regexp.MustCompile(`^vocabulary-(.+)-\d+-[0-9a-f]+\.idx$`).FindStringSubmatch(filepath.Base(*indexFile))
	if m == nil {
		return r, fmt.Errorf("%s is no index", *indexFile)
	}
	v, err := vocab.Open(ctx, vocab.Options{Dir: filepath.Dir(*indexFile), Fingerprint: m[1]})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	r.Queries = queries[:min(20, len(queries))]
	for _, f := range []vocab.Filter{{}, {Domains: []string{"Condition"}, Standard: true}} {
		for range 2 { // the first brings the index into memory
			r.Search, r.CPU = r.Search[:0], r.CPU[:0]
			for _, q := range queries {
				cpu, began := cpuTime(), time.Now()
				v.Search(q, f, wanted)
				r.Search = append(r.Search, ms(time.Since(began)))
				r.CPU = append(r.CPU, cpuTime()-cpu)
			}
		}
		if f.Domains == nil {
			r.AllSearch, r.AllCPU = append(r.AllSearch, r.Search...), append(r.AllCPU, r.CPU...)
		}
	}
	r.Memory = ownMemory()
	return r, s.scan(ctx, db, v, queries[:min(s.Scans, len(queries))], &r)
}

// scan lets DuckDB find the most similar names by going through all, and the index the same queries in turn.
func (s settings) scan(ctx context.Context, db *sql.DB, v *vocab.Vocabulary, queries []string, r *namesResult) error {
	const names = "(SELECT concept_id, lower(concept_name) AS name FROM concept UNION ALL SELECT concept_id, lower(concept_synonym_name) FROM concept_synonym)"
	scans := map[string]*[]float64{
		"SELECT concept_id, jaccard(name, ?) AS likeness FROM " + names +
			" ORDER BY likeness DESC LIMIT 50": &r.Jaccard,
		"SELECT concept_id, levenshtein(name, ?) AS difference FROM " + names +
			" ORDER BY difference LIMIT 50": &r.Levenshtein,
	}
	for i, q := range append(queries[:1:1], queries...) {
		for query, times := range scans {
			began := time.Now()
			rows, err := db.QueryContext(ctx, query, strings.ToLower(q))
			if err != nil {
				return err
			}
			n := 0
			for rows.Next() {
				n++
			}
			if err := errors.Join(rows.Err(), rows.Close()); err != nil {
				return err
			}
			if i > 0 { // the first brings the names into memory
				*times = append(*times, ms(time.Since(began)))
			}
		}
		began := time.Now()
		v.Search(q, vocab.Filter{}, wanted)
		if i > 0 {
			r.Beside = append(r.Beside, ms(time.Since(began)))
		}
	}
	return nil
}

// queries are names as people word them: in another order, without a word, misspelt, or as they are.
func (s settings) queries(ctx context.Context, db *sql.DB) ([]string, error) {
	step := max(s.Standard*5/s.Queries, 1)
	rows, err := db.QueryContext(ctx,
		"SELECT concept_name FROM concept WHERE concept_id % ? = 7 ORDER BY concept_id LIMIT ?", step, s.Queries)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	words := newLexicon(7, 100)
	var queries []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		queries = append(queries, words.asked(name, len(queries)%4))
	}
	if len(queries) == 0 {
		return nil, errors.Join(rows.Err(), errors.New("no concept to ask for"))
	}
	return queries, rows.Err()
}

// asked words a name as a mention.
func (l *lexicon) asked(name string, how int) string {
	fields := strings.Fields(name)
	switch {
	case how == 1 && len(fields) > 2:
		i := l.rng.IntN(len(fields))
		return strings.Join(append(fields[:i:i], fields[i+1:]...), " ")
	case how == 2:
		longest := 0
		for i, w := range fields {
			if len(w) > len(fields[longest]) {
				longest = i
			}
		}
		if w := fields[longest]; len(w) > 5 {
			i := 1 + l.rng.IntN(len(w)-3)
			fields[longest] = w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]
		}
		return strings.Join(fields, " ")
	case how == 3:
		l.rng.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		return strings.Join(fields, " ")
	}
	return name
}
