package duckdb

import (
	"strings"
	"unicode/utf8"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

// maxText is far above any statement with its concept ids written out.
const maxText = 16 << 20

// checkText refuses what DuckDB's C interface would not see as it is: it ends a text at a NUL.
func checkText(text string) error {
	switch {
	case strings.ContainsRune(text, 0):
		return &sqltree.SyntaxError{Msg: "the SQL holds a NUL character", Err: omop.ErrForbidden}
	case !utf8.ValidString(text):
		return &sqltree.SyntaxError{Msg: "the SQL is not valid UTF-8", Err: omop.ErrForbidden}
	case len(text) > maxText:
		return &sqltree.SyntaxError{Msg: "the SQL is longer than 16 MiB", Err: omop.ErrTooLarge}
	}
	return nil
}

// longList is the length in bytes from which abridge takes a list of numbers out.
const longList = 400

var idList = lazyregexp.New(`(?i)\bIN\s*\(\s*\d+(?:\s*,\s*\d+)+\s*\)`)

// abridge returns the statement with long lists of whole numbers behind IN cut down
// to their first number. It needs no care for strings and comments: digits, commas
// and blanks end neither, so that what is left has the same names and calls in the
// same places of the tree.
func abridge(text string) string {
	if len(text) < longList {
		return text
	}
	return idList.ReplaceAllStringFunc(text, func(list string) string {
		if len(list) < longList {
			return list
		}
		return list[:strings.IndexByte(list, ',')] + ")"
	})
}
