package study

// AgeBands are the age groups of "by age" where none are named: 0-17, 18-44, 45-64, 65-74, 75-84, 85 and older.
func AgeBands() []Range {
	from := []float64{0, 18, 45, 65, 75, 85}
	bands := make([]Range, len(from))
	for i := range from {
		bands[i].Min = &from[i]
		if i+1 < len(from) {
			last := from[i+1] - 1
			bands[i].Max = &last
		}
	}
	return bands
}
