package coding

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stem is the stem of an English word by Porter's second algorithm (Snowball; Porter, Program 1980). Words with digits,
// and short ones, are their own.
func stem(word string) string {
	if len(word) < 4 || strings.ContainsAny(word, "0123456789") {
		return word
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}
