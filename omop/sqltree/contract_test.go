package sqltree_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/sqltree/sqltreetest"
)

//go:embed testdata/corpus.sql
var corpusText string

// corpus returns the statements of testdata/corpus.sql: the paragraphs after the first.
func corpus(t testing.TB) []string {
	t.Helper()
	paragraphs := strings.Split(strings.TrimSpace(corpusText), "\n\n")[1:]
	if len(paragraphs) < 80 {
		t.Fatalf("the corpus has %d statements, want at least 80", len(paragraphs))
	}
	return paragraphs
}

// parser is DuckDB's, which fails the test where it does not parse.
type parser struct{ sqltreetest.Parser }

func newParser(t testing.TB) parser { return parser{sqltreetest.NewParser(t)} }

func (p parser) parse(t testing.TB, text string) *sqltree.Statement {
	t.Helper()
	s, err := sqltree.Parse(t.Context(), p, text)
	if err != nil {
		t.Fatalf("parse %q: %v", text, err)
	}
	return s
}

func format(t testing.TB, s *sqltree.Statement) string {
	t.Helper()
	out, err := sqltree.Format(s)
	if err != nil {
		t.Fatalf("format %q: %v", s.Text, err)
	}
	return out
}

func TestFormattedTextParsesToTheSameTree(t *testing.T) {
	p := newParser(t)
	for _, text := range corpus(t) {
		first := p.parse(t, text)
		out := format(t, first)
		second := p.parse(t, out)
		if !sqltree.Equal(first, second) {
			t.Errorf("the tree changed\nwritten:   %s\nformatted: %s\nagain:     %s", text, out, format(t, second))
		}
	}
}

func TestFormattingIsIdempotent(t *testing.T) {
	p := newParser(t)
	for _, text := range corpus(t) {
		once := format(t, p.parse(t, text))
		twice := format(t, p.parse(t, once))
		if once != twice {
			t.Errorf("formatting twice differs\nonce:\n%s\ntwice:\n%s", once, twice)
		}
	}
}
