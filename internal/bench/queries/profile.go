package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
)

// profile is what the engine says of one run of a statement.
type profile struct {
	Memory float64 // MB that it allocated in all
	Reason string  // the operator that took longest, with its share of the time of all and the rows that came out of it
}

// node is an operator of EXPLAIN (ANALYZE, FORMAT json); the root is the statement.
type node struct {
	Allocated float64 `json:"total_memory_allocated"`
	Type      string  `json:"operator_type"`
	Seconds   float64 `json:"operator_timing"`
	Rows      float64 `json:"operator_cardinality"`
	Extra     struct {
		Table      any `json:"Table"`
		Groups     any `json:"Groups"`
		Conditions any `json:"Conditions"`
	} `json:"extra_info"`
	Children []node `json:"children"`
}

// profileOf runs the statement once more, under the engine's profiler.
func profileOf(ctx context.Context, db *sql.DB, text string) (profile, error) {
	var key, value string
	if err := db.QueryRowContext(ctx, "EXPLAIN (ANALYZE, FORMAT json) "+text).Scan(&key, &value); err != nil {
		return profile{}, err
	}
	var root node
	if err := json.Unmarshal([]byte(value), &root); err != nil {
		return profile{}, fmt.Errorf("read the profile: %w", err)
	}
	longest, all, below := root.longest()
	p := profile{Memory: root.Allocated / 1e6}
	if all > 0 {
		p.Reason = strings.ToLower(strings.ReplaceAll(longest.Type, "_", " "))
		for _, detail := range []any{longest.Extra.Table, longest.Extra.Conditions} {
			if s, ok := detail.(string); ok {
				p.Reason += " " + s[strings.LastIndex(s, ".")+1:]
			}
		}
		p.Reason += fmt.Sprintf(", %.0f %% of the time, %.2g million rows in, %.2g out", 100*longest.Seconds/all,
			below/1e6, longest.Rows/1e6)
	}
	return p, nil
}

// longest returns the operator at or below n that took longest, the time of all, and the rows that came into that
// operator.
func (n node) longest() (longest node, all, below float64) {
	longest, all = n, n.Seconds
	for _, c := range n.Children {
		below += c.Rows
	}
	for _, c := range n.Children {
		l, a, b := c.longest()
		all += a
		if l.Seconds > longest.Seconds {
			longest, below = l, b
		}
	}
	return longest, all, below
}
