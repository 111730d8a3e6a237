package duckdb

import (
	_ "embed"
	"path"
	"strings"
	"sync"
)

//go:embed functions.txt
var functionsText string

//go:embed forbidden.txt
var forbiddenText string

// allowed are the lists of functions.txt.
type allowed struct {
	calls  map[string]bool // in expressions
	tables map[string]bool // in FROM
}

var functions = sync.OnceValue(func() allowed {
	a := allowed{calls: make(map[string]bool), tables: make(map[string]bool)}
	into := a.calls
	for line := range strings.Lines(functionsText) {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			into = a.calls
			if strings.TrimSpace(title) == "tables" {
				into = a.tables
			}
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		for name := range strings.FieldsSeq(line) {
			into[name] = true
		}
	}
	return a
})

// refusal returns why a function that is not allowed is not.
func refusal(name string) string {
	for line := range strings.Lines(forbiddenText) {
		pattern, reason, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || pattern == "#" {
			continue
		}
		if match, err := path.Match(pattern, name); err == nil && match {
			return strings.TrimSpace(reason)
		}
	}
	return "it is not on the list of functions for analysis"
}
