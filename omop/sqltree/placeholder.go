package sqltree

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/askomop/askomop/omop"
)

// SyntaxError is a template that can't be read. Line and Column count from 1,
// columns in characters; both are 0 where the place is unknown.
type SyntaxError struct {
	Line, Column int
	Msg          string
	Err          error // what it wraps, such as omop.ErrNotSelect; may be nil
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Msg)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// LineColumn returns the line and the column of a byte offset in text, both from 1,
// columns in characters. A negative offset gives 0, 0.
func LineColumn(text string, offset int) (line, column int) {
	if offset < 0 {
		return 0, 0
	}
	before := text[:min(offset, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

func syntaxErrorAt(text string, offset int, format string, args ...any) *SyntaxError {
	line, column := LineColumn(text, offset)
	return &SyntaxError{Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// String returns the placeholder as it is written in a template.
func (p Placeholder) String() string {
	return "[" + string(p.Domain) + "@" + strings.ReplaceAll(p.Text, "]", `\]`) + "]"
}

// Placeholders returns the placeholders of a template in order. They are looked for
// outside string literals, quoted names and comments: a bracket, a word and an @
// with nothing between them begin one; every other bracket is SQL's own, such as
// the list [1, 2] or the subscript a[1]. The error is a *SyntaxError.
func Placeholders(sql string) ([]Placeholder, error) {
	var found []Placeholder
	for i := 0; i < len(sql); {
		if end := skipOpaque(sql, i); end > i {
			i = end
			continue
		}
		if word, ok := placeholderStart(sql, i); ok {
			p, err := readPlaceholder(sql, i, word)
			if err != nil {
				return nil, err
			}
			found = append(found, p)
			i = p.End
			continue
		}
		i++
	}
	return found, nil
}

// placeholderStart returns the word of "[word@" at i.
func placeholderStart(sql string, i int) (string, bool) {
	if sql[i] != '[' {
		return "", false
	}
	end := i + 1
	for end < len(sql) && isWordByte(sql[end]) {
		end++
	}
	if end == i+1 || end == len(sql) || sql[end] != '@' {
		return "", false
	}
	return sql[i+1 : end], true
}

func readPlaceholder(sql string, start int, word string) (Placeholder, error) {
	domain := omop.Domain(word)
	if !slices.Contains(omop.Domains, domain) && domain != Cohort {
		return Placeholder{}, syntaxErrorAt(sql, start, "unknown domain %q in a placeholder; write one of %s", word,
			domainList())
	}
	var text strings.Builder
	for i := start + len(word) + 2; i < len(sql); i++ {
		switch c := sql[i]; {
		case c == '\\' && i+1 < len(sql) && sql[i+1] == ']':
			text.WriteByte(']')
			i++
		case c == '\n':
			return Placeholder{}, syntaxErrorAt(sql, start,
				"the placeholder that begins here is not closed on its line; end it with ]")
		case c == ']':
			trimmed := strings.TrimSpace(text.String())
			if trimmed == "" {
				return Placeholder{}, syntaxErrorAt(sql, start,
					"empty placeholder; write what to look for, as in [%s@text]", word)
			}
			return Placeholder{Loc: At(start), End: i + 1, Domain: domain, Text: trimmed}, nil
		default:
			text.WriteByte(c)
		}
	}
	return Placeholder{}, syntaxErrorAt(sql, start, "the placeholder that begins here is not closed; end it with ]")
}

func domainList() string {
	names := make([]string, len(omop.Domains))
	for i, d := range omop.Domains {
		names[i] = string(d)
	}
	return strings.Join(append(names, string(Cohort)), ", ")
}

// Render returns the template with each placeholder replaced by what value returns
// for it, and everything else as it was. An error of value is returned as it is.
func Render(sql string, value func(Placeholder) (string, error)) (string, error) {
	found, err := Placeholders(sql)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	last := 0
	for _, p := range found {
		v, err := value(p)
		if err != nil {
			return "", err
		}
		out.WriteString(sql[last:p.Pos()])
		out.WriteString(v)
		last = p.End
	}
	out.WriteString(sql[last:])
	return out.String(), nil
}

// Masked is a template that a SQL parser accepts.
type Masked struct {
	SQL          string // each placeholder is a quoted name, "[domain@text]"
	Placeholders []Placeholder

	names []span // where the names stand in SQL
}

type span struct{ start, end int }

// Mask replaces each placeholder of the template by a quoted name. The error is a *SyntaxError.
func Mask(sql string) (*Masked, error) {
	found, err := Placeholders(sql)
	if err != nil {
		return nil, err
	}
	m := &Masked{Placeholders: found}
	var out strings.Builder
	last := 0
	for _, p := range found {
		out.WriteString(sql[last:p.Pos()])
		name := quote(sql[p.Pos():p.End])
		m.names = append(m.names, span{out.Len(), out.Len() + len(name)})
		out.WriteString(name)
		last = p.End
	}
	out.WriteString(sql[last:])
	m.SQL = out.String()
	return m, nil
}

// Original maps a byte offset in m.SQL to the template. An offset within a
// placeholder's name maps to the placeholder's start.
func (m *Masked) Original(offset int) int {
	shift := 0 // template minus masked, behind the names before offset
	for i, name := range m.names {
		switch p := m.Placeholders[i]; {
		case offset < name.start:
			return offset + shift
		case offset < name.end:
			return p.Pos()
		default:
			shift = p.End - name.end
		}
	}
	return offset + shift
}

// placeholder returns the placeholder whose name stands at offset.
func (m *Masked) placeholder(offset int) (Placeholder, bool) {
	for i, name := range m.names {
		if name.start == offset {
			return m.Placeholders[i], true
		}
	}
	return Placeholder{}, false
}
