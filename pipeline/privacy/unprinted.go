package privacy

import "slices"

// mostUnprinted is of how many numbers of a row the sizes alone are added up and taken off each other.
const mostUnprinted = 6

// suppressUnprinted hides the smallest of the numbers of a row that leave few by their size, where the print of one is
// not known, and a sum of values without one beside another.
func (s *sheet) suppressUnprinted() {
	for r, row := range s.table.Rows {
		var of []*tally
		unprinted := false
		for i := range s.tallies {
			if t := &s.tallies[i]; t.label.fits(row) && !t.over && s.isToldBySum(t, r) {
				of, unprinted = append(of, t), unprinted || !s.hasPrint(t, r)
			}
		}
		if !unprinted {
			continue
		}
		s.hideUnprinted(r, of, func(t *tally) int { return t.people })
		s.hideUnprinted(r, of, (*tally).inRecords)
		for _, x := range of {
			for _, y := range of {
				both := x.unit == noUnit && y.unit == noUnit &&
					x.column != y.column && !s.hasPrint(x, r) && s.hasPrint(y, r)
				if both && s.cells[r][x.column] == visible && s.cells[r][y.column] == visible {
					s.cells[r][x.column] = hidden
				}
			}
		}
	}
}

// suppressUnprintedRows does it by the numbers of two rows, where rows may be totals of others: the largest of some
// groups less all people is those of the other groups.
func (s *sheet) suppressUnprintedRows() {
	if !s.totals {
		return
	}
	type sized struct {
		item
		input int64
	}
	var items []sized
	blind := false
	for i := range s.tallies {
		t := &s.tallies[i]
		for r, row := range s.table.Rows {
			n, ok := s.people(r, t.people)
			if !ok || n <= 0 || t.over || s.cells[r][t.column] != visible || !t.label.fits(row) ||
				!s.isToldBySum(t, r) {
				continue
			}
			x := item{n: n, blind: !s.hasPrint(t, r), cells: []place{{row: r, column: t.column, n: n}}}
			input, known := s.people(r, s.input)
			if !known {
				input = int64(-r)
			}
			items, blind = append(items, sized{x, input}), blind || x.blind
		}
	}
	if !blind || len(items) > mostItems {
		return
	}
	for _, x := range items {
		for _, y := range items {
			if x.blind && x.input != y.input && (s.isSmall(x.n-y.n) || s.isSmall(y.n-x.n)) {
				s.hideSmallest(slices.Concat(x.cells, y.cells))
			}
		}
	}
}

// suppressUncomparedRecords hides numbers of records whose print is not known where people and records are set against
// each other: beside another number of the result, they can't be.
func (s *sheet) suppressUncomparedRecords() {
	for i := range s.tallies {
		t := &s.tallies[i]
		if !t.mixed || t.unit != ofRecords || t.over || t.rowPrint == unneeded || len(s.tallies) < 2 {
			continue
		}
		for r, row := range s.table.Rows {
			n, ok := s.people(r, t.value)
			_, known := s.people(r, t.rowPrint)
			if (!ok || n > 0) && !known && t.label.fits(row) && s.isToldBySum(t, r) {
				s.cells[r][t.column] = max(s.cells[r][t.column], hidden)
			}
		}
	}
}

// hideUnprinted does it by one number of each.
func (s *sheet) hideUnprinted(r int, of []*tally, column func(*tally) int) {
	var items []item
	seen := map[int]bool{}
	for _, t := range of {
		n, ok := s.people(r, column(t))
		if !ok || n <= 0 || seen[column(t)] || s.cells[r][t.column] != visible {
			continue
		}
		seen[column(t)] = true
		items = append(items, item{n: n, blind: !s.hasPrint(t, r), cells: []place{{row: r, column: t.column, n: n}}})
	}
	left, right := items, items
	if len(items) <= mostUnprinted {
		left, right = ways(items[:len(items)/2]), ways(items[len(items)/2:])
	}
	for _, x := range left {
		for _, y := range right {
			if (x.blind || y.blind) && (s.isSmall(x.n-y.n) || s.isSmall(y.n-x.n)) {
				s.hideSmallest(slices.Concat(x.cells, y.cells))
			}
		}
	}
}

// hasPrint reports whether the prints of all numbers that a cell tells are known.
func (s *sheet) hasPrint(t *tally, r int) bool {
	return !slices.ContainsFunc(s.tallies, func(o tally) bool {
		_, ok := s.people(r, o.print)
		n, counted := s.people(r, o.people)
		isNobody := counted && n == 0
		return o.column == t.column && !ok && !isNobody && o.print != unneeded && s.isToldBySum(&o, r)
	})
}

// ways are all sums of some of the numbers, less others.
func ways(items []item) []item {
	out := []item{{}}
	for _, x := range items {
		for _, y := range out {
			out = append(out, y.plus(x, 1), y.plus(x, -1))
		}
	}
	return out
}
