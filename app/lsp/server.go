// Package lsp shows what the OMOP rules find while SQL is being written: a server of the Language
// Server Protocol with diagnostics and quick fixes, for any editor that speaks it.
//
// An editor opens a text (textDocument/didOpen), the server checks it and publishes diagnostics; for
// a place with a mending, textDocument/codeAction offers the edit. The package knows no rules: it
// asks a Check.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/askomop/askomop/omop"
)

// Check finds what is wrong with a text.
type Check func(ctx context.Context, text string) ([]omop.Finding, error)

// Serve answers an editor on a pair of streams until it says goodbye, the stream ends, or the context does.
func Serve(ctx context.Context, in io.Reader, out io.Writer, check Check, version string, log *slog.Logger) error {
	s := &server{check: check, version: version, log: log, documents: map[string]*document{}}
	stream := jsonrpc2.NewBufferedStream(&pipe{in, out}, jsonrpc2.VSCodeObjectCodec{})
	conn := jsonrpc2.NewConn(ctx, stream, jsonrpc2.HandlerWithError(s.handle))
	select {
	case <-conn.DisconnectNotify():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pipe is the two streams as one.
type pipe struct {
	io.Reader
	io.Writer
}

func (*pipe) Close() error { return nil }

type server struct {
	check   Check
	version string
	log     *slog.Logger

	mu        sync.Mutex
	documents map[string]*document // by URI
}

// document is an open text and what was found in it.
type document struct {
	text     string
	findings []omop.Finding
}

func (s *server) handle(ctx context.Context, conn *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	switch req.Method {
	case "initialize":
		return initialized{
			Capabilities: capabilities{TextDocumentSync: 1, CodeActionProvider: true},
			ServerInfo:   serverInfo{"askomop", s.version},
		}, nil
	case "textDocument/didOpen":
		p, err := params[didOpen](req)
		if err != nil {
			return nil, err
		}
		return nil, s.read(ctx, conn, p.TextDocument.URI, p.TextDocument.Text)
	case "textDocument/didChange":
		p, err := params[didChange](req)
		if err != nil || len(p.ContentChanges) == 0 {
			return nil, err
		}
		return nil, s.read(ctx, conn, p.TextDocument.URI, p.ContentChanges[len(p.ContentChanges)-1].Text)
	case "textDocument/didClose":
		p, err := params[inDocument](req)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		delete(s.documents, p.TextDocument.URI)
		s.mu.Unlock()
		return nil, conn.Notify(ctx, "textDocument/publishDiagnostics", published{p.TextDocument.URI, []diagnostic{}})
	case "textDocument/codeAction":
		p, err := params[codeActions](req)
		if err != nil {
			return nil, err
		}
		return s.actions(p), nil
	case "exit":
		return nil, conn.Close()
	case "shutdown", "initialized", "textDocument/didSave", "$/setTrace", "$/cancelRequest",
		"workspace/didChangeConfiguration":
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound,
		Message: fmt.Sprintf("askomop does not know %s", req.Method)}
}

// params reads what a request carries.
func params[T any](req *jsonrpc2.Request) (T, error) {
	var p T
	if req.Params == nil {
		return p, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: req.Method + " without parameters"}
	}
	if err := json.Unmarshal(*req.Params, &p); err != nil {
		return p, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return p, nil
}

// read checks a text and publishes what was found.
func (s *server) read(ctx context.Context, conn *jsonrpc2.Conn, uri, text string) error {
	found, err := s.check(ctx, text)
	if err != nil {
		s.log.Error("checking a document", "uri", uri, "error", err)
		return err
	}
	s.mu.Lock()
	s.documents[uri] = &document{text, found}
	s.mu.Unlock()
	list := []diagnostic{}
	for _, f := range found {
		list = append(list, diagnosticOf(text, f))
	}
	return conn.Notify(ctx, "textDocument/publishDiagnostics", published{uri, list})
}

// actions are the mendings of what stands on the lines that the editor asks about.
func (s *server) actions(p codeActions) []action {
	s.mu.Lock()
	doc := s.documents[p.TextDocument.URI]
	s.mu.Unlock()
	out := []action{}
	if doc == nil {
		return out
	}
	for _, f := range doc.findings {
		line := max(0, f.Line-1)
		if f.Fix == nil || line < p.Range.Start.Line || line > p.Range.End.Line {
			continue
		}
		edit := textEdit{span(doc.text, f.Fix.Start, f.Fix.End), f.Fix.Text}
		out = append(out, action{
			Title: "Write " + f.Fix.Text, Kind: "quickfix", Diagnostics: []diagnostic{diagnosticOf(doc.text, f)},
			Preferred: true,
			Edit:      workspaceEdit{map[string][]textEdit{p.TextDocument.URI: {edit}}},
		})
	}
	return out
}
