package databricks_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/askomop/askomop/omop"
)

// warehouse is a server that speaks the Statement Execution interface, with any engine behind it.
type warehouse struct {
	run       func(ctx context.Context, text string, each func([]omop.Column, [][]any) error) error
	perChunk  int // rows
	mu        sync.Mutex
	known     map[string]*statement
	cancelled int // statements that were told to stop while under way
	refusals  int // requests still to be answered with "too many"
	asked     []map[string]any
}

type statement struct {
	cancel  context.CancelFunc
	columns []omop.Column
	rows    [][]any
	err     error
	state   string
}

const (
	goodToken     = "dapi-of-the-test"
	warehouseID   = "abc123"
	statementPath = "/api/2.0/sql/statements"
)

// address is where the warehouse is served, as host:port.
func (w *warehouse) address(t testing.TB) string {
	t.Helper()
	w.known = map[string]*statement{}
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func (w *warehouse) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	parts := strings.Split(strings.Trim(strings.TrimPrefix(r.URL.Path, statementPath), "/"), "/")
	switch {
	case r.Header.Get("Authorization") != "Bearer "+goodToken:
		http.Error(out, `{"error_code":"403","message":"Invalid access token."}`, http.StatusForbidden)
	case w.refusals > 0:
		w.refusals--
		out.Header().Set("Retry-After", "1")
		http.Error(out, `{"error_code":"REQUEST_LIMIT_EXCEEDED","message":"Too many requests"}`, http.StatusTooManyRequests)
	case !strings.HasPrefix(r.URL.Path, statementPath):
		http.NotFound(out, r)
	case r.Method == http.MethodPost && parts[0] == "":
		w.begin(out, r)
	case w.known[parts[0]] == nil:
		http.Error(out, `{"error_code":"RESOURCE_DOES_NOT_EXIST","message":"The statement was not found"}`, http.StatusNotFound)
	case r.Method == http.MethodPost && len(parts) == 2 && parts[1] == "cancel":
		s := w.known[parts[0]]
		if s.state == "RUNNING" {
			w.cancelled++
			s.state = "CANCELED"
			s.cancel()
		}
		fmt.Fprint(out, "{}")
	case r.Method == http.MethodGet && len(parts) == 1:
		w.tell(out, parts[0])
	case r.Method == http.MethodGet && len(parts) == 4 && parts[1] == "result" && parts[2] == "chunks":
		n, err := strconv.Atoi(parts[3])
		if err != nil {
			http.NotFound(out, r)
			return
		}
		_ = json.NewEncoder(out).Encode(w.chunk(parts[0], n))
	default:
		http.NotFound(out, r)
	}
}

func (w *warehouse) begin(out http.ResponseWriter, r *http.Request) {
	var asked map[string]any
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked["warehouse_id"] != warehouseID || asked["statement"] == nil {
		http.Error(out, `{"error_code":"INVALID_PARAMETER_VALUE","message":"no such warehouse"}`, http.StatusBadRequest)
		return
	}
	w.asked = append(w.asked, asked)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	s := &statement{cancel: cancel, state: "RUNNING"}
	id := "01ef-" + strconv.Itoa(len(w.known)+1)
	w.known[id] = s
	go func() {
		defer cancel()
		var columns []omop.Column
		var rows [][]any
		err := w.run(ctx, asked["statement"].(string), func(c []omop.Column, more [][]any) error {
			columns, rows = c, append(rows, more...)
			return nil
		})
		w.mu.Lock()
		defer w.mu.Unlock()
		if s.state == "CANCELED" {
			return
		}
		if s.columns, s.rows, s.err, s.state = columns, rows, err, "SUCCEEDED"; err != nil {
			s.state = "FAILED"
		}
	}()
	w.tell(out, id)
}

// tell answers how a statement stands, with the first chunk once it is done.
func (w *warehouse) tell(out http.ResponseWriter, id string) {
	s := w.known[id]
	answer := map[string]any{"statement_id": id, "status": map[string]any{"state": s.state}}
	switch s.state {
	case "FAILED":
		answer["status"] = map[string]any{"state": s.state, "error": map[string]any{"error_code": "BAD_REQUEST", "message": s.err.Error()}}
	case "SUCCEEDED":
		var columns []map[string]any
		for i, c := range s.columns {
			columns = append(columns, map[string]any{"name": c.Name, "position": i, "type_name": typeNames[strings.Split(c.Type, "(")[0]], "type_text": c.Type})
		}
		answer["manifest"] = map[string]any{"format": "JSON_ARRAY", "schema": map[string]any{"columns": columns}, "total_row_count": len(s.rows), "truncated": false}
		answer["result"] = w.chunk(id, 0)
	}
	_ = json.NewEncoder(out).Encode(answer)
}

func (w *warehouse) chunk(id string, n int) map[string]any {
	columns, rows := w.known[id].columns, w.known[id].rows
	from, to := min(n*w.perChunk, len(rows)), min((n+1)*w.perChunk, len(rows))
	texts := make([][]any, 0, to-from)
	for _, row := range rows[from:to] {
		line := make([]any, len(row))
		for i, c := range row {
			line[i] = asText(c, columns[i].Type)
		}
		texts = append(texts, line)
	}
	chunk := map[string]any{"chunk_index": n, "row_offset": from, "row_count": to - from, "data_array": texts}
	if to < len(rows) {
		chunk["next_chunk_index"] = n + 1
		chunk["next_chunk_internal_link"] = fmt.Sprintf("%s/%s/result/chunks/%d?row_offset=%d", statementPath, id, n+1, to)
	}
	return chunk
}

// typeNames are the interface's names of types.
var typeNames = map[string]string{
	"BOOLEAN": "BOOLEAN", "TINYINT": "BYTE", "SMALLINT": "SHORT", "INTEGER": "INT", "BIGINT": "LONG", "FLOAT": "FLOAT", "DOUBLE": "DOUBLE", "DECIMAL": "DECIMAL",
	"DATE": "DATE", "TIMESTAMP": "TIMESTAMP", "INTERVAL": "INTERVAL", "BLOB": "BINARY", "VARCHAR": "STRING",
}

// asText writes a value as the interface does: every one as a text.
func asText(v any, kind string) any {
	switch v := v.(type) {
	case nil:
		return nil
	case time.Time:
		if kind == "DATE" {
			return v.Format(time.DateOnly)
		}
		return v.Format("2006-01-02T15:04:05.000Z")
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}
