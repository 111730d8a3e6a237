// Package mcp shows askomop to agents by the Model Context Protocol: its tools, what they can read, and prompts that
// lead through a study. It is a face of package app, like the command line, and knows nothing of SQL or OMOP.
//
// The tools are those of app/tools, which all read only. A refusal is a result; an error is one of the call.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/app/tools"
)

const instructions = "askomop answers epidemiological questions from a database in the OMOP Common Data Model. Ask in plain words with ask. " +
	"Always read \"understood\" in the result: it says what was counted. A result with status abstained is not a failure: its message says what can be asked instead. " +
	"Counts of few people read \"<5\" and what would give them away \"hidden\"; do not try to work them out."

// NewServer returns a server over the App, which is opened by the first call that needs it and stays open between
// calls.
func NewServer(a *app.App, version string) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "askomop", Title: "askomop", Version: version}, &mcp.ServerOptions{
		Instructions: instructions, Capabilities: &mcp.ServerCapabilities{},
	})
	closed := false
	failures := &tries{failed: map[*mcp.ServerSession]int{}}
	for _, t := range tools.All() {
		s.AddTool(&mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.Input, OutputSchema: t.Output,
			Annotations: &mcp.ToolAnnotations{Title: t.Title, ReadOnlyHint: true, IdempotentHint: true,
				OpenWorldHint: &closed},
		}, handler(a, t, s, failures))
	}
	addResources(s, a)
	addPrompts(s)
	return s
}

// handler calls a tool. What went wrong with the call is told to the agent as the tool's own error, so that it can mend
// it.
func handler(a *app.App, t tools.Tool, s *mcp.Server, failures *tries) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if t.Name == "run_sql" && !failures.left(req.Session) {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: outOfTries}}}, nil
		}
		stop := tellProgress(ctx, req, t.Title)
		defer stop()
		out, err := t.Call(ctx, tools.Session{App: a, By: "mcp"}, req.Params.Arguments)
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return nil, err
			}
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
		}
		if answer, ok := out.(tools.Answer); ok && answer.FailedOnData() {
			failures.fail(s, req.Session)
		}
		text, err := json.Marshal(out)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(text),
			Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
	}
}

// progressEvery is how often a client that asked for it hears that a call is still at work.
const progressEvery = 2 * time.Second

// tellProgress notifies a client that gave a progress token until the returned function is called.
func tellProgress(ctx context.Context, req *mcp.CallToolRequest, title string) (stop func()) {
	token := req.Params.GetProgressToken()
	if token == nil || req.Session == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(progressEvery)
		defer tick.Stop()
		for n := 1; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				// A client that is gone ends the call itself.
				_ = req.Session.NotifyProgress(ctx,
					&mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(n), Message: title})
			}
		}
	}()
	return func() { cancel(); <-done }
}

// Serve speaks the protocol over standard input and output until the client goes.
func Serve(ctx context.Context, s *mcp.Server) error {
	err := s.Run(ctx, &mcp.StdioTransport{})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// idleSession is how long a session over HTTP lives without a request.
const idleSession = 30 * time.Minute

// largestBody bounds a request.
const largestBody = 1 << 20

// Handler speaks the protocol over streamable HTTP to clients that show the token. Requests that come from a page of
// another origin, or that name another host than this machine, are refused.
func Handler(s *mcp.Server, token string) http.Handler {
	inner := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{
		SessionTimeout: idleSession,
	})
	sameOrigin := http.NewCrossOriginProtection().Handler(inner)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !sameToken(r.Header.Get("Authorization"), token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the token is missing or wrong: send it as \"Authorization: Bearer TOKEN\"",
				http.StatusUnauthorized)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, largestBody)
		sameOrigin.ServeHTTP(w, r)
	})
}
