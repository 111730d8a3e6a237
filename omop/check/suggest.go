package check

import "strings"

// suggestion returns "; did you mean x?" for the known name that is nearest, or "".
func suggestion(name string, known []string) string {
	name = strings.ToLower(name)
	best, least := "", len(name)/3+1
	for _, k := range known {
		if d := distance(name, strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// distance is the number of letters to insert, delete or replace between two names.
func distance(a, b string) int {
	above := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := above[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, above[j+1]+1, row[j]+1)
		}
		above = row
	}
	return above[len(b)]
}
