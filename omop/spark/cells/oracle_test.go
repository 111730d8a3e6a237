package cells

// What the Arrow library makes of a stream, to hold Read against.

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/askomop/askomop/omop"
)

// readByLibrary reads a stream of batches and hands their rows on; an empty one is handed on too, for its columns.
func readByLibrary(data []byte, each func([]omop.Column, [][]any) error) error {
	r, err := ipc.NewReader(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("read a batch of the result: %w", err)
	}
	defer r.Release()
	columns := make([]omop.Column, r.Schema().NumFields())
	for i, f := range r.Schema().Fields() {
		columns[i] = omop.Column{Name: f.Name, Type: typeName(f.Type)}
	}
	seen := false
	for r.Next() {
		seen = true
		if err := each(columns, rows(r.RecordBatch())); err != nil {
			return err
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("read a batch of the result: %w", err)
	}
	if !seen {
		return each(columns, nil)
	}
	return nil
}

func rows(batch arrow.RecordBatch) [][]any {
	out := make([][]any, batch.NumRows())
	width := int(batch.NumCols())
	cells := make([]any, len(out)*width)
	for i := range out {
		out[i] = cells[i*width : (i+1)*width : (i+1)*width]
	}
	for j := range width {
		column := batch.Column(j)
		for i := range out {
			if !column.IsNull(i) {
				out[i][j] = cell(column, i)
			}
		}
	}
	return out
}

// cell gives numbers as int64 where they are whole, as float64 else; what a table has no type for is text.
func cell(column arrow.Array, i int) any {
	switch c := column.(type) {
	case *array.Null: // which has no like among the nulls of its interface
		return nil
	case *array.Boolean:
		return c.Value(i)
	case *array.Int8:
		return int64(c.Value(i))
	case *array.Int16:
		return int64(c.Value(i))
	case *array.Int32:
		return int64(c.Value(i))
	case *array.Int64:
		return c.Value(i)
	case *array.Float32:
		f, err := strconv.ParseFloat(strconv.FormatFloat(float64(c.Value(i)), 'g', -1, 32), 64) // 0.1, not 0.10000000149
		if err != nil {
			return nil
		}
		return omop.FloatCell(f)
	case *array.Float64:
		return omop.FloatCell(c.Value(i))
	case *array.Decimal128:
		return decimal(c.Value(i).BigInt(), int(c.DataType().(*arrow.Decimal128Type).Scale))
	case *array.String:
		return strings.Clone(c.Value(i))
	case *array.LargeString:
		return strings.Clone(c.Value(i))
	case *array.Binary:
		return hex.EncodeToString(c.Value(i))
	case *array.Date32:
		return c.Value(i).ToTime()
	case *array.Timestamp:
		return c.Value(i).ToTime(c.DataType().(*arrow.TimestampType).Unit).UTC()
	case *array.MonthInterval:
		return months(int64(c.Value(i)))
	case *array.Duration:
		return span(time.Duration(c.Value(i)) * c.DataType().(*arrow.DurationType).Unit.Multiplier())
	}
	return column.ValueStr(i)
}

// typeName is DuckDB's name of a type, by which results are shown.
func typeName(t arrow.DataType) string {
	switch t := t.(type) {
	case *arrow.Decimal128Type:
		return fmt.Sprintf("DECIMAL(%d,%d)", t.Precision, t.Scale)
	case *arrow.TimestampType:
		return "TIMESTAMP"
	}
	switch t.ID() {
	case arrow.BOOL:
		return "BOOLEAN"
	case arrow.INT8:
		return "TINYINT"
	case arrow.INT16:
		return "SMALLINT"
	case arrow.INT32:
		return "INTEGER"
	case arrow.INT64:
		return "BIGINT"
	case arrow.FLOAT32:
		return "FLOAT"
	case arrow.FLOAT64:
		return "DOUBLE"
	case arrow.DATE32:
		return "DATE"
	case arrow.INTERVAL_MONTHS, arrow.DURATION:
		return "INTERVAL"
	case arrow.BINARY:
		return "BLOB"
	}
	return "VARCHAR"
}
