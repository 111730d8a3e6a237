package privacy

// suppressDifferences hides a number where what is left of those that it is counted among is small.
func (s *sheet) suppressDifferences() {
	for _, n := range s.nests {
		for r := range s.table.Rows {
			s.hideRest(r, n.whole.people, n.part.people, n.part.column)
			s.hideRest(r, n.whole.value, n.part.value, n.part.column)
		}
	}
	s.suppressCombinations()
}

// hideRest hides a part in a row where the whole less it is small. Whole and part are the columns with the numbers.
func (s *sheet) hideRest(r, whole, part, column int) {
	all, ok1 := s.people(r, whole)
	n, ok2 := s.people(r, part)
	if ok1 && ok2 && n > 0 && s.isSmall(all-n) && s.cells[r][column] == visible {
		s.cells[r][column] = hidden
	}
}

// recordsBeyondPeople is how many records there are beyond one for each person.
func (s *sheet) recordsBeyondPeople(t tally, r int) (int64, bool) {
	people, ok1 := s.people(r, t.people)
	value, ok2 := s.people(r, t.value)
	return value - people, ok1 && ok2 && t.unit != noUnit
}
