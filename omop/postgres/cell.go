package postgres

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/askomop/askomop/omop"
)

// typeName is DuckDB's name of a type, by which results are shown.
func typeName(oid uint32) string {
	switch oid {
	case pgtype.Int8OID:
		return "BIGINT"
	case pgtype.Int4OID:
		return "INTEGER"
	case pgtype.Int2OID:
		return "SMALLINT"
	case pgtype.NumericOID:
		return "DECIMAL"
	case pgtype.Float8OID, pgtype.Float4OID:
		return "DOUBLE"
	case pgtype.BoolOID:
		return "BOOLEAN"
	case pgtype.DateOID:
		return "DATE"
	case pgtype.TimestampOID:
		return "TIMESTAMP"
	case pgtype.TimestamptzOID:
		return "TIMESTAMPTZ"
	case pgtype.TimeOID:
		return "TIME"
	case pgtype.IntervalOID:
		return "INTERVAL"
	}
	return "VARCHAR"
}

// cell turns what the driver gives into one of the types of an omop.Table.
func cell(v any) any {
	switch v := v.(type) {
	case nil, bool, int64, string:
		return v
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case float32:
		return omop.FloatCell(float64(v))
	case float64:
		return omop.FloatCell(v)
	case pgtype.Numeric:
		return numericCell(v)
	case time.Time:
		return v.UTC()
	case pgtype.Time:
		if !v.Valid {
			return nil
		}
		return time.UnixMicro(v.Microseconds).UTC().Format("15:04:05.999999")
	case pgtype.Interval:
		return intervalText(v)
	case pgtype.InfinityModifier:
		return v.String()
	case [16]byte:
		return fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
	case []byte:
		return hex.EncodeToString(v)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

// numericCell gives a whole number that fits as such.
func numericCell(n pgtype.Numeric) any {
	if !n.Valid || n.NaN || n.InfinityModifier != pgtype.Finite || n.Int == nil {
		return nil
	}
	if n.Exp >= 0 {
		whole := new(big.Int).Mul(n.Int, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n.Exp)), nil))
		if whole.IsInt64() {
			return whole.Int64()
		}
	}
	f, err := n.Float64Value()
	if err != nil || !f.Valid {
		return nil
	}
	return omop.FloatCell(f.Float64)
}

// intervalText writes an interval as DuckDB does: "1 year 2 months 3 days 04:05:06".
func intervalText(i pgtype.Interval) any {
	if !i.Valid {
		return nil
	}
	text := ""
	add := func(n int64, unit string) {
		if n == 0 {
			return
		}
		if text != "" {
			text += " "
		}
		text += fmt.Sprintf("%d %s", n, unit)
		if n != 1 && n != -1 {
			text += "s"
		}
	}
	add(int64(i.Months/12), "year")
	add(int64(i.Months%12), "month")
	add(int64(i.Days), "day")
	if i.Microseconds != 0 || text == "" {
		sign, d := "", time.Duration(i.Microseconds)*time.Microsecond
		if d < 0 {
			sign, d = "-", -d
		}
		if text != "" {
			text += " "
		}
		text += sign + fmt.Sprintf("%02d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
	}
	return text
}
