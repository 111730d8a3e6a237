package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// asker asks the program.
type asker struct {
	program, db, home string
	own               string // the folder to be removed
}

func (a *asker) prepare(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "askomop-grid-")
	if err != nil {
		return err
	}
	a.own, a.home = dir, filepath.Join(dir, "home")
	if a.db != "" {
		return nil
	}
	a.db = filepath.Join(dir, "demo.duckdb")
	if out, err := exec.CommandContext(ctx, a.program, "db", "demo", a.db).CombinedOutput(); err != nil {
		return fmt.Errorf("make the demo database: %w: %s", err, out)
	}
	return nil
}

func (a *asker) cleanup() { os.RemoveAll(a.own) }

// outcome is the result for a cell: right where all is zero.
type outcome struct {
	refused bool
	why     string
	err     error
}

func (a *asker) try(ctx context.Context, db *sql.DB, c cell) outcome {
	want, err := truth(ctx, db, c)
	if err != nil {
		return outcome{err: err}
	}
	cmd := exec.CommandContext(ctx, a.program, "ask", "--json", "--min-cell", "0", "--db", a.db, "--home", a.home,
		c.question)
	out, err := cmd.Output()
	var answer struct {
		Status, Message, Template string
		Rows                      [][]any
	}
	if jsonErr := json.Unmarshal(out, &answer); jsonErr != nil {
		return outcome{err: fmt.Errorf("%w: %v", jsonErr, err)}
	}
	if answer.Status != "answered" {
		return outcome{refused: true, why: answer.Status + ": " + answer.Message}
	}
	return compare(want, answer.Rows)
}

// row is the labels of a group and its number.
type row struct {
	labels []string
	number float64 // NaN for none
}

func truth(ctx context.Context, db *sql.DB, c cell) ([]row, error) {
	rows, err := db.QueryContext(ctx, c.truth)
	if err != nil {
		return nil, fmt.Errorf("the truth of %q: %w", c.question, err)
	}
	defer rows.Close()
	var out []row
	for rows.Next() {
		labels, number := make([]sql.NullString, c.labels), sql.NullFloat64{}
		into := make([]any, 0, c.labels+1)
		for i := range labels {
			into = append(into, &labels[i])
		}
		if err := rows.Scan(append(into, &number)...); err != nil {
			return nil, err
		}
		r := row{number: math.NaN()}
		if number.Valid {
			r.number = number.Float64
		}
		for _, l := range labels {
			r.labels = append(r.labels, strings.ToLower(l.String))
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// compare asks that each group of the truth is a row of the answer with its number among the cells, and that there are
// no others.
func compare(want []row, got [][]any) outcome {
	if len(want) != len(got) {
		return outcome{why: fmt.Sprintf("%d rows for %d", len(got), len(want))}
	}
	for _, w := range want {
		found := false
		for _, g := range got {
			found = found || hasAll(g, w.labels) && hasNumber(g, w.number)
		}
		if !found {
			return outcome{why: fmt.Sprintf("no row has %v with %.6g; the first of %d is %v", w.labels, w.number,
				len(got), got[0])}
		}
	}
	return outcome{}
}

func hasAll(cells []any, labels []string) bool {
	for _, l := range labels {
		found := false
		for _, c := range cells {
			found = found || strings.EqualFold(fmt.Sprint(c), l) || c == nil && l == ""
		}
		if !found {
			return false
		}
	}
	return true
}

// hasNumber allows for rounding to two places, or to the one that is shown.
func hasNumber(cells []any, number float64) bool {
	for _, c := range cells {
		switch n := c.(type) {
		case float64:
			shown := math.Round(n*10) == n*10 && n != math.Trunc(n) ||
				n == math.Trunc(n) && number != math.Trunc(number)
			if d := math.Abs(n - number); d <= 0.0051 || shown && d <= 0.051 {
				return true
			}
		case nil:
			if math.IsNaN(number) {
				return true
			}
		}
	}
	return false
}
