package vocab

// EditDistance is the number of letters added, dropped, changed or swapped with
// their neighbour that turns one word into the other (optimal string alignment), in bytes of
// normalised text.
func EditDistance(a, b string) int {
	if len(a) > len(b) {
		a, b = b, a
	}
	rows := [3][]int{make([]int, len(a)+1), make([]int, len(a)+1), make([]int, len(a)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := 1; i <= len(b); i++ {
		before, last, row := rows[0], rows[1], rows[2]
		row[0] = i
		for j := 1; j <= len(a); j++ {
			cost := 1
			if a[j-1] == b[i-1] {
				cost = 0
			}
			row[j] = min(row[j-1]+1, last[j]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[j-1] == b[i-2] && a[j-2] == b[i-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		rows[0], rows[1], rows[2] = last, row, before
	}
	return rows[1][len(a)]
}
