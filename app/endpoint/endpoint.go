// Package endpoint serves the database as a SPARQL endpoint: the SPARQL 1.1 protocol, queries only, results as JSON or
// CSV.
//
// What it answers is what `askomop graph query` answers: counts, with small numbers hidden. It is made for programs on
// the same machine: a request that names another host, or comes from a page of another site, is refused.
package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/askomop/askomop/app"
	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/pipeline"
)

// Asker answers a SPARQL query; *app.App is one.
type Asker interface {
	SPARQL(ctx context.Context, query string, opt app.QueryOptions) (*app.GraphAnswer, error)
}

const (
	maxQuery = 256 << 10 // bytes
	atOnce   = 4         // queries under way; others wait
)

// New returns the handler of an endpoint at /sparql.
func New(asker Asker) http.Handler {
	h := &handler{asker: asker, slots: make(chan struct{}, atOnce)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /sparql", h.serve)
	mux.HandleFunc("POST /sparql", h.serve)
	return local(mux)
}

// local refuses requests that a browser was talked into by another site: by a name that is not this machine's, or from
// a page elsewhere.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLoopback(r.Host) {
			http.Error(w, "this endpoint answers on this machine only: ask for localhost", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" {
			if u, err := url.Parse(origin); err != nil || !isLoopback(u.Host) {
				http.Error(w, "this endpoint answers no page of another site", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return ip != nil && ip.IsLoopback()
}

type handler struct {
	asker Asker
	slots chan struct{}
}

// refusal is an answer that is not a result.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func (h *handler) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	err := h.answer(w, r)
	var no *refusal
	switch {
	case err == nil:
	case errors.As(err, &no):
		http.Error(w, no.text, no.status)
	default:
		http.Error(w, "askomop: "+err.Error(), http.StatusInternalServerError)
	}
}

func (h *handler) answer(w http.ResponseWriter, r *http.Request) error {
	query, err := readQuery(w, r)
	if err != nil {
		return err
	}
	write, err := writer(r.Header.Get("Accept"))
	if err != nil {
		return err
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-r.Context().Done():
		return r.Context().Err()
	}
	answer, err := h.asker.SPARQL(r.Context(), query, app.QueryOptions{Command: "graph serve"})
	var bad *sparql.Error
	switch {
	case errors.As(err, &bad):
		return &refusal{http.StatusBadRequest, bad.Error()}
	case err != nil:
		return err
	}
	switch pipeline.Status(answer.Status) {
	case pipeline.Answered:
		return write(w, answer)
	case pipeline.Abstained:
		message := answer.Message
		if strings.Contains(message, "--rows") {
			message += " The endpoint shows counts only; askomop graph query has --rows."
		}
		return &refusal{http.StatusForbidden, message}
	}
	return &refusal{failed(answer.Reason), answer.Message}
}

// failed is the status of a query that could not be run to its end.
func failed(reason string) int {
	switch reason {
	case pipeline.ReasonTimeout, pipeline.ReasonTooLarge:
		return http.StatusServiceUnavailable
	case pipeline.ReasonRuleViolation, pipeline.ReasonSQLError:
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// readQuery takes the query from where the protocol has it: the URL, a form, or the body itself.
func readQuery(w http.ResponseWriter, r *http.Request) (string, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxQuery)
	values := r.URL.Query()
	if r.Method == http.MethodPost {
		kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return "", &refusal{http.StatusRequestEntityTooLarge,
				fmt.Sprintf("a query of more than %d bytes is not read", maxQuery)}
		}
		switch kind {
		case "application/sparql-query":
			values.Set("query", string(body))
		case "application/x-www-form-urlencoded":
			form, err := url.ParseQuery(string(body))
			if err != nil {
				return "", &refusal{http.StatusBadRequest, "the form can't be read: " + err.Error()}
			}
			values = form
		case "application/sparql-update":
			return "", &refusal{http.StatusForbidden, "the database is never written"}
		default:
			return "", &refusal{http.StatusUnsupportedMediaType,
				"POST a form with the field query, or a body of the type application/sparql-query"}
		}
	}
	switch {
	case values.Has("update"):
		return "", &refusal{http.StatusForbidden, "the database is never written"}
	case values.Has("default-graph-uri") || values.Has("named-graph-uri"):
		return "", &refusal{http.StatusBadRequest,
			"there is one graph, that of the database; leave out default-graph-uri and named-graph-uri"}
	case len(values["query"]) != 1:
		return "", &refusal{http.StatusBadRequest, "one query is needed: /sparql?query=…"}
	}
	return values.Get("query"), nil
}

type writeFunc func(http.ResponseWriter, *app.GraphAnswer) error

// writer picks the form of the results by what the client accepts.
func writer(accept string) (writeFunc, error) {
	if strings.TrimSpace(accept) == "" {
		return writeJSON, nil
	}
	for part := range strings.SplitSeq(accept, ",") {
		kind, _, _ := mime.ParseMediaType(strings.TrimSpace(part))
		switch kind {
		case "application/sparql-results+json", "application/json", "*/*", "application/*":
			return writeJSON, nil
		case "text/csv", "text/*":
			return writeCSV, nil
		}
	}
	return nil, &refusal{http.StatusNotAcceptable, "results come as application/sparql-results+json or text/csv"}
}

// HiddenType is the datatype of what stands in place of a number that is not shown.
const HiddenType = "urn:askomop:hidden"

type jsonTerm struct {
	Type     string `json:"type"`
	Value    string `json:"value"`
	Datatype string `json:"datatype,omitempty"`
	Lang     string `json:"xml:lang,omitempty"`
}

// WriteJSON writes a result in SPARQL's JSON form.
func WriteJSON(w io.Writer, a *app.GraphAnswer) error {
	var out struct {
		Head struct {
			Vars []string `json:"vars"`
		} `json:"head"`
		Results struct {
			Bindings []map[string]jsonTerm `json:"bindings"`
		} `json:"results"`
	}
	out.Head.Vars, out.Results.Bindings = []string{}, []map[string]jsonTerm{}
	for _, c := range a.Variables {
		out.Head.Vars = append(out.Head.Vars, c.Name)
	}
	for _, row := range a.Terms {
		binding := map[string]jsonTerm{}
		for i, term := range row {
			if term.Bound {
				binding[a.Variables[i].Name] = asJSON(term)
			}
		}
		out.Results.Bindings = append(out.Results.Bindings, binding)
	}
	return json.NewEncoder(w).Encode(out)
}

func asJSON(t app.GraphTerm) jsonTerm {
	switch {
	case t.Hidden != "":
		return jsonTerm{Type: "literal", Value: t.Hidden, Datatype: HiddenType}
	case t.Kind == '<':
		return jsonTerm{Type: "uri", Value: t.Text}
	case t.Kind == '_':
		return jsonTerm{Type: "bnode", Value: t.Text}
	case t.Lang != "":
		return jsonTerm{Type: "literal", Value: t.Text, Lang: t.Lang}
	case t.Datatype == sparql.XSDString:
		return jsonTerm{Type: "literal", Value: t.Text}
	}
	return jsonTerm{Type: "literal", Value: t.Text, Datatype: t.Datatype}
}

func writeJSON(w http.ResponseWriter, a *app.GraphAnswer) error {
	w.Header().Set("Content-Type", "application/sparql-results+json")
	return WriteJSON(w, a)
}

// WriteCSV writes a result in SPARQL's CSV form: terms by their text, lines that end as the standard has it.
func WriteCSV(w io.Writer, a *app.GraphAnswer) error {
	line := make([]string, len(a.Variables))
	for i, c := range a.Variables {
		line[i] = c.Name
	}
	var b strings.Builder
	put := func() {
		for i, cell := range line {
			if i > 0 {
				b.WriteByte(',')
			}
			if strings.ContainsAny(cell, ",\"\r\n") {
				cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
			}
			b.WriteString(cell)
		}
		b.WriteString("\r\n")
	}
	put()
	for _, row := range a.Terms {
		for i, term := range row {
			line[i] = term.Text
			if term.Hidden != "" {
				line[i] = term.Hidden
			}
		}
		put()
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCSV(w http.ResponseWriter, a *app.GraphAnswer) error {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	return WriteCSV(w, a)
}
