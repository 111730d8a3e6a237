package privacy

import (
	"fmt"
)

// fewParts is how many parts of a whole are taken for such that exclude each other even where the SQL does not show it.
const fewParts = 3

// mostParts is how many parts of a whole are looked at together.
const mostParts = 8

// suppressDifferencesOfParts hides the smallest of several parts of a whole that exclude each other where what is left
// is small: 50 people, 20 men, 27 women who are not Asian.
func (s *sheet) suppressDifferencesOfParts() {
	type place struct {
		number *headcount
		label  label
	}
	byWhole := map[place][]nest{}
	for _, n := range s.nests {
		if n.certain && !n.sum {
			at := place{n.whole.number, n.whole.label}
			byWhole[at] = append(byWhole[at], n)
		}
	}
	for _, parts := range byWhole {
		if len(parts) < 2 {
			continue
		}
		for _, set := range subsets(len(parts), mostParts) {
			if len(set) > 1 && (len(parts) <= fewParts && areDifferent(parts, set) || excludeEachOther(parts, set)) {
				s.hideSmallestOf(parts, set)
			}
		}
	}
}

// areDifferent reports whether the parts are other numbers, rather than one in two columns.
func areDifferent(parts []nest, set []int) bool {
	seen := map[string]bool{}
	for _, i := range set {
		p := parts[i].part
		key := fmt.Sprint(p.label, p.people, p.chosen)
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

func excludeEachOther(parts []nest, set []int) bool {
	for _, i := range set {
		for _, k := range set {
			if i < k && !parts[i].part.chosen.excludes(parts[k].part.chosen) {
				return false
			}
		}
	}
	return true
}

func (s *sheet) hideSmallestOf(parts []nest, set []int) {
	for r, row := range s.table.Rows {
		if !parts[0].whole.label.fits(row) {
			continue
		}
		rest, ok := s.people(r, parts[0].whole.people)
		leastRow, least, smallest := -1, -1, int64(0)
		for _, i := range set {
			p := parts[i].part
			rows := s.partsOf(parts[i], r)
			if ok = ok && len(rows) == 1; !ok {
				break
			}
			x, isNumber := s.people(rows[0], p.people)
			if ok = isNumber && s.cells[rows[0]][p.column] == visible; !ok {
				break
			}
			if rest -= x; least < 0 || x < smallest {
				leastRow, least, smallest = rows[0], p.column, x
			}
		}
		if ok && (s.isSmall(rest) || s.isSmall(-rest) && !anyNested(parts, set)) {
			s.cells[leastRow][least] = hidden
		}
	}
}

// anyNested reports whether one of the parts is part of another: then those who are in both are as many as it has.
func anyNested(parts []nest, set []int) bool {
	for _, i := range set {
		for _, k := range set {
			if i != k && parts[i].part.chosen.contains(parts[k].part.chosen) {
				return true
			}
		}
	}
	return false
}
