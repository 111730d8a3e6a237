package check

import (
	_ "embed" // the words that begin a statement
	"slices"
	"strings"
	"sync"

	"github.com/askomop/askomop/omop/sqltree"
)

// statementWordList are the words with which a statement of any of the dialects begins.
//
//go:embed statement_words.txt
var statementWordList string

var statementWords = sync.OnceValue(func() []string { return strings.Fields(statementWordList) })

// beginsStatement reports whether a text begins as a statement does, or with a parameter, or is a comment alone.
// SELEC 1 does not.
func beginsStatement(text string) bool {
	words := sqltree.Words(text)
	if len(words) == 0 {
		return true
	}
	before := text[:words[0].Start]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.TrimSpace(line) != "" ||
		slices.Contains(statementWords(), strings.ToLower(text[words[0].Start:words[0].End]))
}
