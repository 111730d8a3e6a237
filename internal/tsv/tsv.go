// Package tsv reads the tables that packages embed and that users write: a row a line, columns separated by tabs, no
// quoting. The meaning and the number of the columns are up to the caller.
package tsv

import (
	"iter"
	"strings"
)

// Rows yields the number of each line, from 1, and its columns. Blank lines and those that begin with # are left out;
// a line may end as on Windows.
func Rows(text string) iter.Seq2[int, []string] {
	return func(yield func(int, []string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			n++
			line = strings.TrimRight(line, "\r\n")
			if strings.TrimSpace(line) == "" || line[0] == '#' {
				continue
			}
			if !yield(n, strings.Split(line, "\t")) {
				return
			}
		}
	}
}
