package duckdb

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	driverduckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/omop"
)

// cell turns what the driver gives into one of the types of an omop.Table: numbers
// as int64 where they are whole and fit, as float64 else; lists, structs and maps as
// JSON; times of day, intervals and ids as text.
func cell(v any, typ string) any {
	switch v := v.(type) {
	case nil, bool, int64, string:
		return v
	case int8:
		return int64(v)
	case int16:
		return int64(v)
	case int32:
		return int64(v)
	case uint8:
		return int64(v)
	case uint16:
		return int64(v)
	case uint32:
		return int64(v)
	case uint64:
		return bigCell(new(big.Int).SetUint64(v))
	case *big.Int:
		return bigCell(v)
	case float32:
		f, err := strconv.ParseFloat(strconv.FormatFloat(float64(v), 'g', -1, 32), 64) // 0.1, not 0.10000000149
		if err != nil {
			return nil
		}
		return omop.FloatCell(f)
	case float64:
		return omop.FloatCell(v)
	case driverduckdb.Decimal:
		return decimalCell(v)
	case time.Time:
		if strings.HasPrefix(typ, "TIME") && !strings.HasPrefix(typ, "TIMESTAMP") {
			return v.Format("15:04:05.999999")
		}
		return v.UTC()
	case driverduckdb.Interval:
		return intervalText(v)
	case []byte:
		return bytesText(v, typ)
	}
	return jsonText(v)
}

func bigCell(n *big.Int) any {
	if n.IsInt64() {
		return n.Int64()
	}
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

func decimalCell(d driverduckdb.Decimal) any {
	if d.Scale == 0 {
		return bigCell(d.Value)
	}
	return d.Float64()
}

// intervalText writes an interval as DuckDB does: "1 year 2 months 3 days 04:05:06".
func intervalText(i driverduckdb.Interval) string {
	var parts []string
	add := func(n int64, unit string) {
		switch {
		case n == 1 || n == -1:
			parts = append(parts, fmt.Sprintf("%d %s", n, unit))
		case n != 0:
			parts = append(parts, fmt.Sprintf("%d %ss", n, unit))
		}
	}
	add(int64(i.Months/12), "year")
	add(int64(i.Months%12), "month")
	add(int64(i.Days), "day")
	if i.Micros != 0 || len(parts) == 0 {
		sign, micros := "", i.Micros
		if micros < 0 {
			sign, micros = "-", -micros
		}
		s := micros / 1_000_000
		clock := fmt.Sprintf("%s%02d:%02d:%02d", sign, s/3600, s/60%60, s%60)
		if rest := micros % 1_000_000; rest != 0 {
			clock += strings.TrimRight(fmt.Sprintf(".%06d", rest), "0")
		}
		parts = append(parts, clock)
	}
	return strings.Join(parts, " ")
}

func bytesText(b []byte, typ string) string {
	if typ == "UUID" && len(b) == 16 {
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return hex.EncodeToString(b)
}

// jsonText writes a list, struct, map or union.
func jsonText(v any) string {
	data, err := json.Marshal(plain(v))
	if err != nil { // a value that JSON has no word for
		return fmt.Sprint(v)
	}
	return string(data)
}

// plain turns a nested value into what JSON can say.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plain(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = plain(e)
		}
		return out
	case driverduckdb.Map:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[fmt.Sprint(cell(k, ""))] = plain(e)
		}
		return out
	case driverduckdb.OrderedMap:
		out := make(map[string]any, v.Len())
		for i, k := range v.Keys() {
			out[fmt.Sprint(cell(k, ""))] = plain(v.Values()[i])
		}
		return out
	case driverduckdb.Union:
		return plain(v.Value)
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.RFC3339Nano)
	}
	return cell(v, "")
}
