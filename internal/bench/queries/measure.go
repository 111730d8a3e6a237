package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"time"
)

// measureSize runs every statement on the database of one size, on its plain copy and as a bare scan.
func measureSize(ctx context.Context, o options, file string, people int, statements []statement) (size, error) {
	s := size{People: people}
	if info, err := os.Stat(file); err == nil {
		s.Bytes = info.Size()
	}
	db, err := openReadOnly(file)
	if err != nil {
		return s, err
	}
	defer db.Close()
	var plain *sql.DB
	if o.plain {
		copied, err := plainCopy(ctx, file)
		if err != nil {
			return s, err
		}
		if plain, err = openReadOnly(copied); err != nil {
			return s, err
		}
		defer plain.Close()
	}
	for i, st := range statements {
		fmt.Fprintf(os.Stderr, "\r%d people: %d of %d ", people, i+1, len(statements))
		q := query{ID: st.id}
		if q.MS, q.Rows, err = timed(ctx, db, st.sql, o); err != nil {
			return s, fmt.Errorf("%s: %w", st.id, err)
		}
		floor, err := floorSQL(ctx, db, st.sql)
		if err != nil {
			return s, fmt.Errorf("%s: %w", st.id, err)
		}
		if floor != "" {
			if q.Floor, _, err = timed(ctx, db, floor, o); err != nil {
				return s, fmt.Errorf("%s: the floor: %w", st.id, err)
			}
		}
		if plain != nil {
			if q.Plain, _, err = timed(ctx, plain, st.sql, o); err != nil {
				return s, fmt.Errorf("%s: %w", st.id, err)
			}
		}
		prof, err := profileOf(ctx, db, st.sql)
		if err != nil {
			return s, fmt.Errorf("%s: the profile: %w", st.id, err)
		}
		q.Memory, q.Reason = prof.Memory, prof.Reason
		s.Queries = append(s.Queries, q)
	}
	fmt.Fprintln(os.Stderr)
	return s, nil
}

func openReadOnly(file string) (*sql.DB, error) {
	db, err := sql.Open("duckdb", file+"?access_mode=read_only&memory_limit=4GB")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// timed runs a statement a number of times, after once that does not count, and returns the milliseconds that count and
// the number of rows.
func timed(ctx context.Context, db *sql.DB, text string, o options) (float64, int, error) {
	times := make([]float64, 0, o.runs)
	var rows int
	for i := range o.runs + 1 {
		began := time.Now()
		n, err := drain(ctx, db, text)
		if err != nil {
			return 0, 0, err
		}
		if i > 0 {
			times = append(times, float64(time.Since(began).Microseconds())/1000)
		}
		rows = n
	}
	return o.of(times), rows, nil
}

func drain(ctx context.Context, db *sql.DB, text string) (int, error) {
	rows, err := db.QueryContext(ctx, text)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		n++
	}
	return n, rows.Err()
}

func middle(v []float64) float64 { return quantile(v, 0.5) }

func quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = slices.Clone(v)
	slices.Sort(v)
	at := q * float64(len(v)-1)
	low := int(at)
	if low+1 >= len(v) {
		return v[len(v)-1]
	}
	return v[low] + (at-float64(low))*(v[low+1]-v[low])
}

// plan is a node of EXPLAIN (FORMAT json).
type plan struct {
	Name     string         `json:"name"`
	Extra    map[string]any `json:"extra_info"`
	Children []plan         `json:"children"`
}

// floorSQL is a statement that reads once every column that the statement's plan reads, in full and without any
// filter: the least that a reader without statistics could do. It is empty where the plan reads no table.
func floorSQL(ctx context.Context, db *sql.DB, text string) (string, error) {
	var key, value string
	if err := db.QueryRowContext(ctx, "EXPLAIN (FORMAT json) "+text).Scan(&key, &value); err != nil {
		return "", err
	}
	var plans []plan
	if err := json.Unmarshal([]byte(value), &plans); err != nil {
		return "", fmt.Errorf("read the plan: %w", err)
	}
	columns := map[string][]string{}
	for _, p := range plans {
		p.scans(columns)
	}
	var parts []string
	for table, names := range columns {
		slices.Sort(names)
		aggregates := make([]string, 0, len(names))
		for _, n := range slices.Compact(names) {
			aggregates = append(aggregates, "last("+n+")")
		}
		parts = append(parts, fmt.Sprintf("(SELECT coalesce(hash(%s), 0) FROM %s)", strings.Join(aggregates, ", "),
			table))
	}
	if len(parts) == 0 {
		return "", nil
	}
	slices.Sort(parts)
	return "SELECT " + strings.Join(parts, ", "), nil
}

// scans adds the columns that the node and those below it read.
func (p plan) scans(columns map[string][]string) {
	if table, ok := p.Extra["Table"].(string); ok {
		table = table[strings.LastIndex(table, ".")+1:]
		for _, field := range []string{"Projections", "Filters"} {
			for _, name := range list(p.Extra[field]) {
				if word := leadingName(name); word != "" {
					columns[table] = append(columns[table], word)
				}
			}
		}
	}
	for _, c := range p.Children {
		c.scans(columns)
	}
}

// list is a plan's field, which is one text or several.
func list(field any) []string {
	switch f := field.(type) {
	case string:
		return strings.Split(f, "\n")
	case []any:
		var out []string
		for _, v := range f {
			if s, ok := v.(string); ok {
				out = append(out, s)
			}
		}
		return out
	}
	return nil
}

// leadingName is the column that a projection or a filter such as gender_concept_id=8532 begins with.
func leadingName(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s), "optional:"))
	end := strings.IndexFunc(s, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	if end >= 0 {
		s = s[:end]
	}
	return strings.TrimSpace(s)
}
