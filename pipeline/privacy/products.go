package privacy

// hideProducts hides what is in each row the row's key times a number that is hidden, or times which it is: of 17
// people with 2 visits each 34 visits need not be shown. It reports whether there was any.
func (s *sheet) hideProducts() bool {
	found := false
	for k, key := range s.shown {
		for a, x := range s.shown {
			for b, y := range s.shown {
				if key.kind.aggregated() || a == b || !x.isNumber() || !y.isNumber() || !s.isProduct(k, a, b) {
					continue
				}
				for _, row := range s.cells {
					if (row[a] == visible) != (row[b] == visible) {
						for _, c := range []int{a, b} {
							if row[c] == visible {
								row[c], found = hidden, true
							}
						}
					}
				}
			}
		}
	}
	return found
}

// isProduct reports whether a column is the product of two others in each row, and not for a key of 1 alone.
func (s *sheet) isProduct(key, of, product int) bool {
	other := false
	for r := range s.table.Rows {
		k, ok1 := s.people(r, key)
		n, ok2 := s.people(r, of)
		m, ok3 := s.people(r, product)
		if !ok1 || !ok2 || !ok3 || k*n != m {
			return false
		}
		other = other || k > 1 && n > 0
	}
	return other
}
