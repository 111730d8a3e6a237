package app

import "fmt"

// plural is a number with its noun: "1 pair", "2 pairs".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
