package privacy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// item is a number in sight, or the sum of some that stand in one column.
type item struct {
	n        int64
	print    uint64
	rows     uint64  // the print of the records that it is made of
	blind    bool    // its print is not known
	ofValues bool    // it is made of people's values
	adds     bool    // it is a sum of them, to which others may be added
	sum      float64 // that sum
	apart    string  // the groups that it is one of, where nobody is in two; "" otherwise
	cells    []place // that tell it
}

// place is a cell, with its number.
type place struct {
	row, column int
	n           int64
	value       int      // the column of the number itself
	again       *[]place // other cells that tell the same number of the same people
}

// plus adds or takes off another one.
func (x item) plus(y item, sign int64) item {
	return item{n: x.n + sign*y.n, print: x.print + uint64(sign)*y.print, rows: x.rows + uint64(sign)*y.rows,
		blind: x.blind || y.blind, adds: x.adds || y.adds,
		sum: x.sum + float64(sign)*y.sum, cells: slices.Concat(x.cells, y.cells)}
}

// class is what can be added up and taken off each other: people, records, sums of the same values, and what is
// computed of the same values otherwise. Of records and sums both who is behind them and how many they are counts.
type class struct {
	over   bool
	form   string
	unit   unit
	people bool
}

// classes are those that a number is of. Records are people where each is nearly one.
func (t *tally) classes() []class {
	switch {
	case t.over:
		return []class{{over: true, form: t.form, people: true}, {over: true, form: t.form}}
	case t.unit == ofPeople:
		return []class{{unit: ofPeople, people: true}}
	case t.unit == ofRecords:
		return []class{{unit: ofPeople, people: true}, {unit: ofRecords, people: true}, {unit: ofRecords}}
	}
	return []class{{form: t.form, people: true}, {form: t.form}}
}

// item is the number of a row as one of a class; ok is false where it has none, or is hidden.
func (s *sheet) item(t *tally, r int, c class) (x item, ok bool) {
	column, print := t.people, t.print
	if !c.people {
		column, print = t.inRecords(), t.rowPrint
	}
	n, ok := s.people(r, column)
	if !ok || n <= 0 || s.cells[r][t.column] != visible || !t.label.fits(s.table.Rows[r]) {
		return x, false
	}
	if more, counted := s.recordsBeyondPeople(*t, r); c.people && t.unit == ofRecords &&
		(c.unit == ofPeople && (!counted || more >= s.n) || c.unit == ofRecords && t.chosen.alone) {
		return x, false
	}
	x = item{n: n, cells: []place{{row: r, column: t.column, n: n, value: t.value}}}
	of, known := s.people(r, print)
	if !known {
		return x, false
	}
	x.print = uint64(of)
	if c.people && c.unit != ofPeople {
		rows, _ := s.people(r, t.rowPrint)
		x.rows = uint64(rows)
	}
	x.ofValues = c.people && c.unit == noUnit
	if x.adds = x.ofValues && !c.over && t.value >= 0; x.adds {
		x.sum, x.adds = float(s.table.Rows[r][t.value])
	}
	if in, known := s.people(r, s.input); !t.foreign && !s.sets && !s.overlaps && (known || t.number.of != nil) {
		x.apart = fmt.Sprint(t.column, t.label.text, in)
	}
	return x, true
}

// suppressCombinations hides the smallest of several numbers that leave few when they are taken off each other.
func (s *sheet) suppressCombinations() {
	of := map[class][]*tally{}
	var order []class
	for i := range s.tallies {
		for _, c := range s.tallies[i].classes() {
			if of[c] == nil {
				order = append(order, c)
			}
			of[c] = append(of[c], &s.tallies[i])
		}
	}
	s.suppressUnprinted()
	s.suppressUnprintedRows()
	work := mostWork
	for _, c := range order {
		for _, items := range s.frames(of[c], c) {
			for found := true; found; {
				if items = slices.DeleteFunc(items, s.isHidden); work < 0 {
					s.hideItems(items)
				}
				found = s.hideFew(items, &work)
			}
		}
	}
}

// mostUnprinted is of how many numbers of a row the sizes alone are added up and taken off each other.
const mostUnprinted = 6

// suppressUnprinted hides the smallest of the numbers of a row that leave few by their size, where the print of one is
// not known, and a sum of values without one beside another.
func (s *sheet) suppressUnprinted() {
	for r, row := range s.table.Rows {
		var of []*tally
		unprinted := false
		for i := range s.tallies {
			if t := &s.tallies[i]; t.label.fits(row) && !t.over {
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
			if !ok || n <= 0 || t.over || s.cells[r][t.column] != visible || !t.label.fits(row) {
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
		return o.column == t.column && !ok && !isNobody && o.print != unneeded
	})
}

func (s *sheet) isHidden(x item) bool {
	return slices.ContainsFunc(x.cells, func(at place) bool { return s.cells[at.row][at.column] != visible })
}

// hideItems hides numbers that can't be looked at for want of time.
func (s *sheet) hideItems(items []item) {
	for _, x := range items {
		for _, at := range x.cells {
			s.cells[at.row][at.column] = hidden
		}
	}
}

// mostItems is how many numbers of several rows are compared with each other.
const mostItems = 3000

// frames are the numbers in sight that may count the same people: those of a row, with what its columns come to; or
// those of all rows, where some may be totals of others.
func (s *sheet) frames(of []*tally, c class) [][]item {
	rows := make([][]item, len(s.table.Rows))
	sums := map[string]*item{}
	with := make([][]*item, len(rows)) // the sums that a row is part of
	var all []item
	var order []*item
	first := map[string]*[]place{}
	foreign := false
	for _, t := range of {
		foreign = foreign || t.foreign
		for r := range s.table.Rows {
			x, ok := s.item(t, r, c)
			if !ok {
				continue
			}
			at := fmt.Sprint(t.column, x.n, x.print)
			if again := first[at]; again != nil && x.apart == "" {
				*again = append(*again, x.cells[0])
			} else {
				first[at] = &[]place{}
				x.cells[0].again = first[at]
				all = append(all, x)
			}
			rows[r] = append(rows[r], x)
			for _, at := range s.sumsOf(t, r, c) {
				if sums[at] == nil {
					sums[at] = &item{}
					order = append(order, sums[at])
				}
				sum := sums[at]
				sum.n, sum.print, sum.rows = sum.n+x.n, sum.print+x.print, sum.rows+x.rows
				sum.cells, sum.adds, sum.sum = append(sum.cells, x.cells...), x.adds, sum.sum+x.sum
				with[r] = append(with[r], sum)
			}
		}
	}
	alone := func(x *item) bool { return len(x.cells) < 2 }
	order = slices.DeleteFunc(order, alone)
	together := s.totals || s.overlaps || foreign
	if len(all)+len(order) > mostItems {
		together, all = false, nil
	}
	if together {
		for _, sum := range order {
			all = append(all, *sum)
		}
		return [][]item{all}
	}
	for r := range rows {
		for _, sum := range slices.DeleteFunc(with[r], alone) {
			rows[r] = append(rows[r], *sum)
		}
	}
	return rows
}

// sumsOf names the sums that a number is part of: of its column, and of the rows of the same key.
func (s *sheet) sumsOf(t *tally, r int, c class) []string {
	if c.over || len(s.table.Rows) > longTable {
		return nil
	}
	in, _ := s.people(r, s.input)
	name := fmt.Sprint(t.column, t.print, t.label.text, in)
	row := s.table.Rows[r]
	var out []string
	keys, totals := 0, ""
	for k, col := range s.shown {
		if col.kind.aggregated() {
			continue
		}
		if totals += fmt.Sprint(row[k] == nil); keys < 4 {
			out = append(out, fmt.Sprintf("%s %d %q", name, k, row[k]))
		}
		keys++
	}
	out = append(out, name)
	if s.sets {
		for i := range out {
			out[i] += totals
		}
	}
	return out
}

// Up to so many numbers are taken off each other in all ways, or four at a time; of more, two are.
const (
	mostInAllWays = 12
	mostByFour    = 64
)

// hideFew hides the smallest numbers of those that leave few, and reports whether there were any.
func (s *sheet) hideFew(items []item, work *int) bool {
	if s.hideFewOf(items, items, work) {
		return true
	}
	if s.hideOthers(items) {
		return true
	}
	if len(items) > mostByFour {
		return false
	}
	if len(items) <= mostInAllWays && s.hideFewOf(ways(items[:len(items)/2]), ways(items[len(items)/2:]), work) {
		return true
	}
	two := slices.Clone(items)
	for i, x := range items {
		for k, y := range items {
			if i <= k { // also twice: of running totals
				two = append(two, x.plus(y, 1))
			}
			if i != k {
				two = append(two, x.plus(y, -1))
			}
		}
	}
	return s.hideFewOf(two, two, work)
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

// hideOthers hides one of several numbers that each leave out one of as many groups: their sum is that of all people,
// as often as there are groups less one.
func (s *sheet) hideOthers(items []item) bool {
	found := false
	for _, sum := range items {
		times := int64(len(sum.cells) - 1)
		if times < 3 || s.isHidden(sum) {
			continue
		}
		for _, x := range items {
			if x.apart != "" || len(x.cells) != 1 || !slices.Contains(sum.cells, x.cells[0]) {
				continue
			}
			n := sum.n - times*x.n
			if n > 0 && n%times == 0 && n/times < s.n && s.isTimes(sum.print-uint64(times)*x.print, n/times, times, 0) {
				found = s.hideSmallest(sum.cells) || found
			}
		}
	}
	return found
}

// hideFewOf looks at each of the left less each of the right.
func (s *sheet) hideFewOf(left, right []item, work *int) bool {
	right = slices.Clone(right)
	slices.SortStableFunc(right, func(x, y item) int { return cmp.Compare(x.n, y.n) })
	found := false
	for _, x := range left {
		from, _ := slices.BinarySearchFunc(right, x.n-2*s.n+2, func(y item, n int64) int { return cmp.Compare(y.n, n) })
		for _, y := range right[from:] {
			if *work--; y.n > x.n || *work < 0 {
				break
			}
			if s.leavesFew(x, y) && s.hideSmallest(slices.Concat(x.cells, y.cells)) {
				found = true
			}
		}
	}
	return found
}

// leavesFew reports whether one number less another is that of few people, or twice that.
func (s *sheet) leavesFew(x, y item) bool {
	if x.apart != "" && x.apart == y.apart {
		return false
	}
	n, print, few := x.n-y.n, x.print-y.print, len(x.cells)+len(y.cells) <= 3
	switch {
	case (x.adds || y.adds || x.ofValues && len(x.cells) == 1 && len(y.cells) == 1) && s.isExchange(print),
		print == 0 && x.rows == y.rows && ofOneNumber(x, y) && differ(x.sum, y.sum): // of others with the same digits
		return true
	case !s.isPrintOf(n, print, 1) && !(few && s.isPrintOf(n, print, 2)):
		return false
	}
	return s.isOfFew(x.rows - y.rows)
}

// ofOneNumber reports whether two sums are the same number of other people: a quotient of two sums has both in one
// cell.
func ofOneNumber(x, y item) bool {
	return x.adds && y.adds && len(x.cells) > 0 && !slices.ContainsFunc(slices.Concat(x.cells, y.cells),
		func(at place) bool { return at.value != x.cells[0].value })
}

// float is a cell as a number.
func float(v any) (float64, bool) {
	if x, ok := v.(float64); ok {
		return x, true
	}
	n, ok := whole(v)
	return float64(n), ok
}

// differ reports whether two sums are not the same but for what is rounded.
func differ(x, y float64) bool { return math.Abs(x-y) > 1e-6*max(math.Abs(x), math.Abs(y), 1) }

// hideSmallest hides the smallest of some numbers if all are in sight.
func (s *sheet) hideSmallest(cells []place) bool {
	least := cells[0]
	for _, at := range cells {
		if s.cells[at.row][at.column] != visible {
			return false
		}
		if at.n < least.n {
			least = at
		}
	}
	s.cells[least.row][least.column] = hidden
	if least.again != nil {
		s.hideItems([]item{{cells: *least.again}})
	}
	return true
}

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
