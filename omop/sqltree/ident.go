package sqltree

import (
	_ "embed"
	"strings"
	"sync"
)

// keywords.txt holds the words that DuckDB does not take, or not everywhere, as an
// unquoted name: those that duckdb_keywords() calls reserved, type_function or column_name.
//
//go:embed keywords.txt
var keywordList string

var keywords = sync.OnceValue(func() map[string]bool {
	words := make(map[string]bool)
	for w := range strings.FieldsSeq(keywordList) {
		words[w] = true
	}
	return words
})

// Ident returns name as SQL, quoted only if it needs to be.
func Ident(name string) string {
	if isPlainName(name) && !keywords()[strings.ToLower(name)] {
		return name
	}
	return quote(name)
}

func isPlainName(name string) bool {
	if name == "" || isDigit(name[0]) {
		return false
	}
	for i := range len(name) {
		if !isWordByte(name[i]) || name[i] >= 0x80 {
			return false
		}
	}
	return true
}

func quote(name string) string {
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// QuoteString returns s as a SQL string literal.
func QuoteString(s string) string {
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}
