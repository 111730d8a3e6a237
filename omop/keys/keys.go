// Package keys counts duplicate keys in a table: the rows beyond the first with the same key. Real databases have them,
// and joins over them count people twice.
package keys

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// maxBits bounds the bits by which a key's values are told apart, 64 MB for each of the engine's threads.
const maxBits = 1 << 29

// Repeats counts the rows beyond the first of each key. Most keys are one whole number, nearly without gaps: then
// a bit for each value does it in a third of the time that a hash table of them takes, and in bounded memory. A key of
// several columns by which the table is ordered repeats in the next row, if at all. A table without a key repeats none.
func Repeats(ctx context.Context, db omop.Reader, t *schema.Table, rows int64, ordered bool) (n int64, err error) {
	if len(t.Key) == 0 {
		return 0, nil
	}
	if ordered && len(t.Key) > 1 && slices.Equal(t.Key, t.Order()) {
		return neighbours(ctx, db, t)
	}
	table, key := schema.Quote(t.Name), schema.QuoteAll(t.Key)
	query := fmt.Sprintf("SELECT count(*) - (SELECT count(*) FROM (SELECT DISTINCT %s FROM %s)) FROM %s", key, table,
		table)
	if c, ok := t.Column(t.Key[0]); ok && len(t.Key) == 1 && c.Type == schema.ID {
		var low, high sql.NullInt64
		whole := "TRY_CAST(" + key + " AS BIGINT)" // not every database holds its ids as such
		if err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT min(%s), max(%s) FROM %s", whole, whole,
			table)).Scan(&low, &high); err != nil {
			return 0, err
		}
		// Unsigned, because the difference of two ids may be more than fits a signed number.
		if width := uint64(high.Int64) - uint64(low.Int64); low.Valid && width < maxBits && width/32 <= uint64(rows) {
			query = fmt.Sprintf("SELECT count(%[1]s) - bit_count(bitstring_agg(%[1]s, '%[2]d'::BIGINT, '%[3]d'::BIGINT)) + greatest(count(*) - count(%[1]s) - 1, 0) FROM %[4]s",
				whole, low.Int64, high.Int64, table)
		}
	}
	err = db.QueryRowContext(ctx, query).Scan(&n)
	return n, err
}

// neighbours counts the rows whose key is that of the row before. Without an order of its own the window is the order
// of the table.
func neighbours(ctx context.Context, db omop.Reader, t *schema.Table) (n int64, err error) {
	again := "lag(true) OVER ()"
	for _, k := range t.Key {
		again += fmt.Sprintf(" AND %[1]s IS NOT DISTINCT FROM lag(%[1]s) OVER ()", schema.Quote(k))
	}
	err = db.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT %s AS again FROM %s) WHERE again", again,
		schema.Quote(t.Name))).Scan(&n)
	return n, err
}
