package duckdb

import (
	"strings"
	"unicode/utf8"

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
