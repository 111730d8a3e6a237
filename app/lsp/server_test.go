package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

// editor speaks the protocol as an editor does.
type editor struct {
	t   *testing.T
	to  io.Writer
	out *bufio.Reader
	id  int
}

func (e *editor) send(method string, id bool, params any) {
	e.t.Helper()
	m := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if id {
		e.id++
		m["id"] = e.id
	}
	body, err := json.Marshal(m)
	if err != nil {
		e.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(e.to, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		e.t.Fatal(err)
	}
}

func (e *editor) receive(to any) {
	e.t.Helper()
	length := 0
	for {
		line, err := e.out.ReadString('\n')
		if err != nil {
			e.t.Fatal(err)
		}
		if strings.TrimSpace(line) == "" {
			break
		}
		if _, err := fmt.Sscanf(line, "Content-Length: %d", &length); err != nil && strings.HasPrefix(line, "Content-Length") {
			e.t.Fatal(err)
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(e.out, body); err != nil {
		e.t.Fatal(err)
	}
	if err := json.Unmarshal(body, to); err != nil {
		e.t.Fatalf("%v: %s", err, body)
	}
}

func TestAnEditorSeesFindingsAndTheirMendings(t *testing.T) {
	const text = "SELECT 'é𝄞' AS x,\n  '𝄞', COUNT(*) AS patients FROM condition_occurrence"
	at := strings.Index(text, "COUNT")
	check := func(_ context.Context, got string) ([]omop.Finding, error) {
		if got != text {
			return nil, nil
		}
		return []omop.Finding{{Rule: "count-patients", Severity: omop.SeverityWarning, Message: "records", Line: 2, Column: 8,
			Fix: &omop.Edit{Start: at, End: at + len("COUNT(*)"), Text: "COUNT(DISTINCT person_id)"}}}, nil
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), in, out, check, "test", slog.New(slog.DiscardHandler)) }()
	e := &editor{t: t, to: to, out: bufio.NewReader(from)}

	e.send("initialize", true, map[string]any{})
	var hello struct{ Result initialized }
	if e.receive(&hello); !hello.Result.Capabilities.CodeActionProvider || hello.Result.Capabilities.TextDocumentSync != 1 {
		t.Fatalf("said %+v", hello)
	}
	e.send("textDocument/didOpen", false, didOpen{textDocument{"file:///a.sql", text}})
	var note struct{ Params published }
	e.receive(&note)
	want := textRange{position{1, 8}, position{1, 13}} // the clef is two units of UTF-16
	if d := note.Params.Diagnostics; len(d) != 1 || d[0].Range != want || d[0].Severity != 2 || d[0].Code != "count-patients" || !strings.Contains(d[0].Message, "DISTINCT") {
		t.Fatalf("published %+v", note.Params)
	}
	e.send("textDocument/codeAction", true, codeActions{textDocument{URI: "file:///a.sql"}, want})
	var answer struct{ Result []action }
	e.receive(&answer)
	if len(answer.Result) != 1 || answer.Result[0].Edit.Changes["file:///a.sql"][0] != (textEdit{textRange{position{1, 8}, position{1, 16}}, "COUNT(DISTINCT person_id)"}) {
		t.Fatalf("offered %+v", answer.Result)
	}
	e.send("textDocument/didChange", false, map[string]any{"textDocument": map[string]any{"uri": "file:///a.sql"}, "contentChanges": []map[string]any{{"text": "SELECT 1"}}})
	note.Params.Diagnostics = nil
	if e.receive(&note); len(note.Params.Diagnostics) != 0 {
		t.Errorf("after the change: %+v", note.Params)
	}
	e.send("nonsense", true, map[string]any{})
	var refused struct{ Error struct{ Code int } }
	if e.receive(&refused); refused.Error.Code != -32601 {
		t.Errorf("of an unknown method: %+v", refused)
	}
	e.send("exit", false, nil)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
