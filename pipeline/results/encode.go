package results

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop"
)

// Encode writes a table as two JSON texts: the columns as [[name, type], …], and the
// rows. Whole numbers have no point, other numbers have one, and a time is {"t": "2026-11-02T00:00:00Z"}; so every cell
// comes back as what it was. A truncated table has a last row that is not an array: true.
func Encode(t *omop.Table) (columns, rows string, err error) {
	header := make([][2]string, len(t.Columns))
	for i, c := range t.Columns {
		header[i] = [2]string{c.Name, c.Type}
	}
	h, err := json.Marshal(header)
	if err != nil {
		return "", "", fmt.Errorf("writing a result: %w", err)
	}
	body := make([]any, 0, len(t.Rows)+1)
	for _, row := range t.Rows {
		cells := make([]any, len(row))
		for i, v := range row {
			if cells[i], err = encodeCell(v); err != nil {
				return "", "", fmt.Errorf("writing a result: column %s: %w", t.Columns[i].Name, err)
			}
		}
		body = append(body, cells)
	}
	if t.Truncated {
		body = append(body, true)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // "<5"
	if err := e.Encode(body); err != nil {
		return "", "", fmt.Errorf("writing a result: %w", err)
	}
	return string(h), strings.TrimSpace(b.String()), nil
}

func encodeCell(v any) (any, error) {
	switch x := v.(type) {
	case nil, bool, string:
		return x, nil
	case int64:
		return json.Number(strconv.FormatInt(x, 10)), nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, nil
		}
		text := strconv.FormatFloat(x, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return json.Number(text), nil
	case time.Time:
		return map[string]string{"t": x.UTC().Format(time.RFC3339Nano)}, nil
	}
	return nil, fmt.Errorf("a cell of type %T", v)
}

// Decode reads what Encode wrote.
func Decode(columns, rows string) (*omop.Table, error) {
	var header [][2]string
	if err := json.Unmarshal([]byte(columns), &header); err != nil {
		return nil, fmt.Errorf("reading a result's columns: %w", err)
	}
	t := &omop.Table{}
	for _, h := range header {
		t.Columns = append(t.Columns, omop.Column{Name: h[0], Type: h[1]})
	}
	dec := json.NewDecoder(strings.NewReader(rows))
	dec.UseNumber()
	var body []any
	if err := dec.Decode(&body); err != nil {
		return nil, fmt.Errorf("reading a result's rows: %w", err)
	}
	for _, entry := range body {
		cells, ok := entry.([]any)
		if !ok {
			t.Truncated = true
			continue
		}
		if len(cells) != len(header) {
			return nil, fmt.Errorf("reading a result's rows: %d cells in %d columns", len(cells), len(header))
		}
		for i, c := range cells {
			v, err := decodeCell(c)
			if err != nil {
				return nil, fmt.Errorf("reading a result's rows: %w", err)
			}
			cells[i] = v
		}
		t.Rows = append(t.Rows, cells)
	}
	return t, nil
}

func decodeCell(v any) (any, error) {
	switch x := v.(type) {
	case json.Number:
		if strings.ContainsAny(x.String(), ".eE") {
			return x.Float64()
		}
		return x.Int64()
	case map[string]any:
		text, _ := x["t"].(string)
		return time.Parse(time.RFC3339Nano, text)
	}
	return v, nil
}
