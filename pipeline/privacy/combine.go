package privacy

import (
	"fmt"
	"slices"
)

// item is a number in sight, or the sum of some that stand in one column.
type item struct {
	n        int64
	print    uint64
	rows     uint64  // the print of the records that it is made of
	blind    bool    // its print is not known
	records  bool    // it is a number of records, whoever has them
	ofValues bool    // it is made of people's values
	adds     bool    // it is a sum of them, to which others may be added
	isSplit  bool    // what it comes to is not known: see splits.go
	sum      float64 // that sum
	apart    string  // the groups that it is one of, where nobody is in two; "" otherwise
	cells    []place // that tell it
}

// place is a cell, with its number.
type place struct {
	row, column int
	n           int64
	value       int      // the column of the number itself
	again       *[]place // all cells that tell the same number of the same people
}

// plus adds or takes off another one.
func (x item) plus(y item, sign int64) item {
	return item{n: x.n + sign*y.n, print: x.print + uint64(sign)*y.print, rows: x.rows + uint64(sign)*y.rows,
		blind: x.blind || y.blind, records: x.records || y.records,
		adds: x.adds || y.adds, isSplit: x.isSplit || y.isSplit,
		sum: x.sum + float64(sign)*y.sum, cells: slices.Concat(x.cells, y.cells)}
}

// class is what can be added up and taken off each other: people, records, sums of the same values, and what is
// computed from the same values otherwise. Of records and sums both who is behind them and how many they are counts.
type class struct {
	over   bool
	form   string
	unit   unit
	people bool
	mixed  bool // people and records together: see manytimes.go
}

// classes are those that a number is of. Records are people where each is nearly one.
func (t *tally) classes() []class {
	all := t.plainClasses()
	if t.mixed && t.unit != noUnit && !t.over && !t.alone {
		all = append(all, class{mixed: true})
	}
	return all
}

func (t *tally) plainClasses() []class {
	switch {
	case t.over:
		return []class{{over: true, form: t.form, people: true}, {over: true, form: t.form}}
	case t.unit == ofPeople:
		return []class{{unit: ofPeople, people: true}}
	case t.score:
		return []class{{form: t.form, people: true}}
	case t.unit == ofRecords:
		return []class{{unit: ofPeople, people: true}, {unit: ofRecords, people: true}, {unit: ofRecords}}
	}
	return []class{{form: t.form, people: true}, {form: t.form}}
}

// item is the number of a row as one of a class; ok is false where it has none, or is hidden.
func (s *sheet) item(t *tally, r int, c class) (x item, ok bool) {
	if s.cells[r][t.column] != visible {
		return x, false
	}
	return s.number(t, r, c)
}

// number is the number of a row as one of a class, be it hidden.
func (s *sheet) number(t *tally, r int, c class) (x item, ok bool) {
	column, print := t.people, t.print
	if !c.people && !(c.mixed && t.unit == ofPeople) {
		column, print = t.inRecords(), t.rowPrint
	}
	n, ok := s.people(r, column)
	if !ok || n <= 0 || !t.label.fits(s.table.Rows[r]) {
		return x, false
	}
	if more, counted := s.recordsBeyondPeople(*t, r); c.people && t.unit == ofRecords &&
		(c.unit == ofPeople && (!counted || more >= s.n) || c.unit == ofRecords && t.chosen.alone) {
		return x, false
	}
	if !s.isToldBySum(t, r) {
		return x, false
	}
	x = item{n: n, cells: []place{{row: r, column: t.column, n: n, value: t.value}}}
	of, known := s.people(r, print)
	if !known {
		return x, false
	}
	x.print, x.records = uint64(of), !c.people && !c.mixed
	if c.people && c.unit != ofPeople {
		rows, _ := s.people(r, t.rowPrint)
		x.rows = uint64(rows)
	}
	x.ofValues, x.isSplit = c.people && c.unit == noUnit, c.unit == noUnit && t.number.only
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
	s.suppressUncomparedRecords()
	work := mostWork
	for _, c := range order {
		s.hideUncertainTotals(of[c], c)
		for _, f := range s.frames(of[c], c) {
			s.hideIn(f, c, &work)
		}
	}
}

// hideIn hides numbers of a frame until none leave few.
func (s *sheet) hideIn(f frame, c class, work *int) {
	for found := true; found; {
		f.items = slices.DeleteFunc(f.items, s.isHidden)
		if *work < 0 {
			if len(f.items) > 0 {
				s.note(tooManyCompared)
			}
			s.hideItems(f.items)
			return
		}
		found = s.hideFew(f.items, work)
		lists := f.lists
		if len(f.items) <= mostByFour {
			lists = append(slices.Clip(lists), f.items)
		}
		for _, list := range lists {
			found = !found && s.hideInAllWays(list, c.mixed, work) || found
		}
		found = !found && s.hideCrossed(f, work) || found
	}
}

func (s *sheet) isHidden(x item) bool {
	return slices.ContainsFunc(x.cells, func(at place) bool { return s.cells[at.row][at.column] != visible })
}

// hideItems hides numbers that can't be looked at for want of time.
func (s *sheet) hideItems(items []item) {
	for _, x := range items {
		for _, at := range x.cells {
			s.cells[at.row][at.column] = hidden
			if at.again == nil {
				continue
			}
			for _, same := range *at.again {
				s.cells[same.row][same.column] = hidden
			}
		}
	}
}
