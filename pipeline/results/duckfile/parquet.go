package duckfile

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
)

// WriteParquet writes a table as a Parquet file, whole or not at all. A column with a
// hidden count in it is text.
func WriteParquet(ctx context.Context, path string, t *omop.Table) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	connector, err := driverduckdb.NewConnector("?threads=2", nil)
	if err != nil {
		return err
	}
	db := sql.OpenDB(connector)
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var columns []string
	types := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		types[i] = columnType(t, i)
		columns = append(columns, `"`+strings.ReplaceAll(c.Name, `"`, `""`)+`" `+types[i])
	}
	if _, err := conn.ExecContext(ctx, "CREATE TABLE result ("+strings.Join(columns, ", ")+")"); err != nil {
		return err
	}
	if err := appendRows(conn, t, types); err != nil {
		return err
	}
	half := filepath.Join(filepath.Dir(path), ".new-"+filepath.Base(path))
	if _, err := conn.ExecContext(ctx, "COPY result TO '"+strings.ReplaceAll(half, "'",
		"''")+"' (FORMAT parquet)"); err != nil {
		return errors.Join(err, os.RemoveAll(half))
	}
	return os.Rename(half, path)
}

// columnType is the narrowest type that holds every cell of a column.
func columnType(t *omop.Table, i int) string {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		switch row[i].(type) {
		case nil:
		case int64:
			seen["BIGINT"] = true
		case float64:
			seen["DOUBLE"] = true
		case bool:
			seen["BOOLEAN"] = true
		case time.Time:
			if t.Columns[i].Type == "DATE" {
				seen["DATE"] = true
			} else {
				seen["TIMESTAMP"] = true
			}
		default:
			seen["VARCHAR"] = true
		}
	}
	switch {
	case len(seen) == 1:
		for name := range seen {
			return name
		}
	case len(seen) == 2 && seen["BIGINT"] && seen["DOUBLE"]:
		return "DOUBLE"
	}
	return "VARCHAR"
}

func appendRows(conn *sql.Conn, t *omop.Table, types []string) error {
	return conn.Raw(func(raw any) (err error) {
		a, err := driverduckdb.NewAppenderFromConn(raw.(driver.Conn), "", "result")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, a.Close()) }()
		for _, row := range t.Rows {
			cells := make([]driver.Value, len(row))
			for i, v := range row {
				cells[i] = parquetCell(v, types[i])
			}
			if err := a.AppendRow(cells...); err != nil {
				return err
			}
		}
		return nil
	})
}

func parquetCell(v any, typ string) driver.Value {
	switch x := v.(type) {
	case nil:
		return nil
	case int64:
		if typ == "DOUBLE" {
			return float64(x)
		}
	case time.Time:
		if typ == "VARCHAR" {
			return x.Format(time.RFC3339)
		}
	}
	if typ == "VARCHAR" {
		return fmt.Sprint(v)
	}
	return v
}
