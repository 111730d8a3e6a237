package app

import "github.com/askomop/askomop/vocab"

// Nearest returns the name that differs least from a mistyped one, or "" where
// none is close.
func Nearest(typed string, names []string) string {
	best, at := "", 3 // more than two edits is another word
	for _, name := range names {
		if d := vocab.EditDistance(typed, name); d < at && d < len(name)-1 {
			best, at = name, d
		}
	}
	return best
}
