package foreign

import (
	"fmt"
	"path"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/rag/library"
)

// sql reads a file with one query: a pair's own form, or a query whose first comments are the question.
func (r *reader) sql(name, content string) {
	if p, err := library.Parse(name, content); err == nil {
		r.add(Case{ID: p.ID, Question: p.Question, Paraphrases: p.Paraphrases, Topic: p.Topic, SQL: p.SQL,
			Answerable: true, Source: name})
		return
	}
	var question []string
	rest := strings.Split(content, "\n")
	for len(rest) > 0 {
		line := strings.TrimSpace(rest[0])
		if line != "" && !strings.HasPrefix(line, "--") {
			break
		}
		if s := strings.TrimSpace(strings.TrimLeft(line, "-")); s != "" {
			question = append(question, s)
		}
		rest = rest[1:]
	}
	q := strings.Join(question, " ")
	for _, line := range question {
		if key, value, ok := strings.Cut(line, ":"); ok && folded(key) == "question" {
			q = strings.TrimSpace(value)
		}
	}
	r.add(Case{ID: fileID(name), Question: q, SQL: strings.Join(rest, "\n"), Answerable: true, Source: name})
}

var (
	heading  = lazyregexp.New(`^#{1,6}\s+(.*?)\s*#*$`)
	named    = lazyregexp.New(`^(?i)name:\s*(.+)$`)
	numbered = lazyregexp.New(`^[A-Z]{1,4}\d+:?\s+`) // "C01: Find …"
	openings = lazyregexp.New("^\\s*(```+|~~~+)\\s*(?i:sql)\\b")
)

// general are headings that name a part of a page and not what a query asks.
var general = map[string]bool{"query": true, "sql": true, "description": true, "example": true, "example query": true, "sql code": true, "code": true, "input": true, "output": true, "documentation": true, "solution": true, "sample query": true}

// markdown reads a page: each block of SQL answers what the heading above it asks;
// where that only says "Query", the page's title, or its Name in the preamble, does.
func (r *reader) markdown(name, content string) {
	lines := strings.Split(strings.ReplaceAll(content, "\r\n", "\n"), "\n")
	title, above := "", ""
	blocks := 0
	for i := 0; i < len(lines); i++ {
		if m := named.FindStringSubmatch(strings.TrimSpace(lines[i])); m != nil && title == "" {
			title = m[1]
		}
		if m := heading.FindStringSubmatch(lines[i]); m != nil {
			if title == "" {
				title = m[1]
			}
			above = m[1]
		}
		open := openings.FindStringSubmatch(lines[i])
		if open == nil {
			continue
		}
		from := i + 1
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != open[1]; i++ {
		}
		source := fmt.Sprintf("%s:%d", name, from)
		if i == len(lines) {
			r.fault(source, "nothing closes this block of SQL")
			return
		}
		question := above
		if general[strings.ToLower(strings.TrimSuffix(above, ":"))] || above == "" {
			question = title
		}
		id := fileID(name)
		if blocks++; blocks > 1 {
			id = fmt.Sprintf("%s-%d", id, blocks)
		}
		r.add(Case{ID: id, Question: numbered.ReplaceAllString(question, ""), SQL: strings.Join(lines[from:i], "\n"), Answerable: true, Source: source})
	}
}

// fileID is a file's name without its folder and extension.
func fileID(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
