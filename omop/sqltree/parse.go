package sqltree

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/askomop/askomop/omop"
)

// Serializer is DuckDB's parser.
type Serializer interface {
	// SerializeSQL returns what DuckDB's json_serialize_sql makes of the text: the
	// parse trees of its statements, or an object that describes the syntax error.
	// Its own error is for a parser that could not be asked.
	SerializeSQL(ctx context.Context, sql string) ([]byte, error)
}

// Parse reads a template. The error is a *SyntaxError for a template that does not
// parse or is not one SELECT; for the latter it wraps omop.ErrNotSelect.
func Parse(ctx context.Context, s Serializer, template string) (*Statement, error) {
	masked, err := Mask(template)
	if err != nil {
		return nil, err
	}
	data, err := s.SerializeSQL(ctx, masked.SQL)
	if err != nil {
		return nil, fmt.Errorf("parse SQL: %w", err)
	}
	return Decode(data, masked, template)
}

// Decode reads the answer of a Serializer to masked.SQL, where masked is Mask(template).
func Decode(data []byte, masked *Masked, template string) (*Statement, error) {
	answer, err := readAnswer(data)
	if err != nil {
		return nil, err
	}
	if answer.Error {
		return nil, answer.syntaxError(masked, template)
	}
	switch n := len(answer.Statements); n {
	case 1:
	case 0:
		return nil, &SyntaxError{Msg: "there is no statement; write one SELECT", Err: omop.ErrNotSelect}
	default:
		return nil, &SyntaxError{Msg: fmt.Sprintf("%d statements; %s", n, omop.ErrNotSelect), Err: omop.ErrNotSelect}
	}
	d := &decoder{masked: masked, seen: make(map[int]bool)}
	query := d.query(answer.Statements[0]["node"])
	if query == nil {
		return nil, fmt.Errorf("parse SQL: the parser's tree has no query")
	}
	markLateral(query)
	return &Statement{Query: query, Text: template, stray: d.stray()}, nil
}

// answer is the outermost object of json_serialize_sql.
type answer struct {
	Error      bool             `json:"error"`
	Type       string           `json:"error_type"`
	Message    string           `json:"error_message"`
	Position   string           `json:"position"`
	Statements []map[string]any `json:"statements"`
}

func readAnswer(data []byte) (*answer, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var a answer
	if err := dec.Decode(&a); err != nil {
		return nil, fmt.Errorf("read the parser's tree: %w", err)
	}
	return &a, nil
}

// syntaxError tells a statement that is not a SELECT from one that is not SQL: only
// the latter comes with a place.
func (a *answer) syntaxError(masked *Masked, template string) *SyntaxError {
	if offset, err := strconv.Atoi(a.Position); err == nil {
		at := masked.Original(offset)
		return syntaxErrorAt(template, at, "%s%s", a.Message, asHint(template, at))
	}
	if a.Type == "not implemented" && strings.HasPrefix(a.Message, "Only SELECT") {
		return &SyntaxError{Msg: omop.ErrNotSelect.Error(), Err: omop.ErrNotSelect}
	}
	return &SyntaxError{Msg: a.Message}
}

// asHint says what is missing before a word of SQL that names a column: COUNT(*) share.
func asHint(text string, at int) string {
	if at <= 0 || at >= len(text) {
		return ""
	}
	isWord := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	end := strings.IndexFunc(text[at:], func(r rune) bool { return !isWord(r) })
	if end < 0 {
		end = len(text) - at
	}
	word, rest := text[at:at+end], strings.ToUpper(strings.TrimSpace(text[at+end:]))
	before := strings.ToUpper(strings.TrimRightFunc(text[:at], unicode.IsSpace))
	isValue := strings.HasSuffix(before, ")") || strings.HasSuffix(before, " END")
	if word == "" || !isValue || !strings.HasPrefix(rest, ",") && !strings.HasPrefix(rest, "FROM") && rest != "" {
		return ""
	}
	return ", a word of SQL; where it is the column's name, write AS " + word
}

// Misplaced returns the placeholders that do not stand inside IN (…), in order of their places.
func Misplaced(s *Statement) []Placeholder {
	inList := make(map[*Placeholder]bool)
	out := slices.Clone(s.stray)
	Walk(s, func(n Node) bool {
		switch n := n.(type) {
		case *In:
			for _, e := range n.List {
				if p, ok := e.(*Placeholder); ok {
					inList[p] = true
				}
			}
		case *Placeholder:
			if !inList[n] {
				out = append(out, *n)
			}
		}
		return true
	})
	slices.SortStableFunc(out, func(a, b Placeholder) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}
