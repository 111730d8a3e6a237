package info

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// Usage counts the records of concepts in a CDM.
type Usage struct{ db omop.Reader }

// NewUsage returns the Usage of the connection's current schema.
func NewUsage(db omop.Reader) Usage { return Usage{db} }

// codedTables are the tables whose records hold the concepts of placeholders: one for each domain, the first of the
// model's. visit_detail, which comes after visit_occurrence, would count parts of visits beside them.
var codedTables = sync.OnceValue(func() []*schema.Table {
	versions := schema.Versions()
	newest, err := schema.For(versions[len(versions)-1])
	if err != nil {
		panic(err) // a version that Versions lists
	}
	var tables []*schema.Table
	for _, d := range omop.Domains {
		i := slices.IndexFunc(newest.Tables, func(t *schema.Table) bool {
			return t.Group == "clinical" && t.ConceptColumn != "" && strings.EqualFold(t.Domain, string(d))
		})
		if i >= 0 {
			tables = append(tables, newest.Tables[i])
		}
	}
	return tables
})

// Used returns the number of records of each of the concepts that has any.
func (u Usage) Used(ctx context.Context, ids []int64) (map[int64]int, error) {
	return u.used(ctx, ids, func(t *schema.Table) string { return t.ConceptColumn })
}

// UsedAsSource returns the number of records of each of the source concepts that any record was coded with.
func (u Usage) UsedAsSource(ctx context.Context, ids []int64) (map[int64]int, error) {
	return u.used(ctx, ids, func(t *schema.Table) string { return t.SourceConceptColumn })
}

func (u Usage) used(ctx context.Context, ids []int64, column func(*schema.Table) string) (map[int64]int, error) {
	used := map[int64]int{}
	if len(ids) == 0 {
		return used, nil
	}
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	there, err := u.columns(ctx)
	if err != nil {
		return nil, err
	}
	for _, t := range codedTables() {
		if !there[[2]string{t.Name, column(t)}] {
			continue
		}
		if err := u.count(ctx, t.Name, column(t), strings.Join(list, ", "), used); err != nil {
			return nil, fmt.Errorf("counting records in %s: %w", t.Name, err)
		}
	}
	return used, nil
}

// columns are the columns that the database has; a CDM need not have every table.
func (u Usage) columns(ctx context.Context) (map[[2]string]bool, error) {
	rows, err := u.db.QueryContext(ctx, `SELECT lower(table_name), lower(column_name) FROM information_schema.columns
		WHERE lower(column_name) LIKE '%_concept_id'`)
	if err != nil {
		return nil, fmt.Errorf("reading the database's columns: %w", err)
	}
	defer rows.Close()
	there := map[[2]string]bool{}
	for rows.Next() {
		var c [2]string
		if err := rows.Scan(&c[0], &c[1]); err != nil {
			return nil, err
		}
		there[c] = true
	}
	return there, rows.Err()
}

// count adds a table's records of the listed concepts. Names and list are the program's own, not the user's.
func (u Usage) count(ctx context.Context, table, column, list string, into map[int64]int) error {
	rows, err := u.db.QueryContext(ctx, fmt.Sprintf(`SELECT %s, count(*) FROM %s WHERE %[1]s IN (%[3]s) GROUP BY 1`,
		column, table, list))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return err
		}
		into[id] += n
	}
	return rows.Err()
}
