package privacy

import (
	"fmt"
	"math"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// nest is two numbers of a result of which one may count part of the people of the other, so that their difference is a number of
// people too. They stand in rows with a constant in a column, where each input of a UNION names itself by one.
type nest struct {
	whole, part tally
	sum         bool  // the part's rows are groups of the whole, which is the same in each of them
	certain     bool  // the whole counts all people of the part
	row         bool  // the whole is the total of other rows, of which some may have been left out
	rest        *atom // who is counted by the whole's records that are not the part's, where the SELECT can tell
	left        int   // the column of the wide query with their number; -1 where there is none
}

// tally is a number that a column tells, with whom it counts.
type tally struct {
	column int // of the sheet
	number *atom
	label  label
	chosen chosen
	known  bool   // chosen is
	over   string // what it is computed of, where it is no sum

	value, people int // columns of the wide query; -1 where there is none
}

// label is a constant in a column; text is "" where every row is meant.
type label struct {
	column int
	text   string
}

func (l label) fits(row []any) bool { return l.text == "" || fmt.Sprint(row[l.column]) == l.text }

// nests finds the numbers of a result of which one may count part of the people of another.
func nests(q *query) []nest {
	var all []tally
	if q.inputs == nil {
		all = q.counted(label{}, q)
	} else if names, ok := q.inputNames(); ok {
		for i, in := range q.inputs {
			all = append(all, in.counted(names[i], q)...)
		}
	}
	var out []nest
	for i, w := range all {
		for k, p := range all {
			if i == k || w.over != p.over || w.label == p.label && (w.number == p.number || w.column == p.column) {
				continue // a standard deviation is compared with others of the same values
			}
			certain := w.known && p.known && w.chosen.contains(p.chosen)
			switch {
			case !w.known || !p.known:
				if i < k && w.label == p.label {
					out = append(out, nest{whole: w, part: p})
				}
			case slices.Equal(w.chosen.groups, p.chosen.groups):
				looked := i > k && p.chosen.mayContain(w.chosen) // at the pair, the other way round
				same := certain && p.chosen.contains(w.chosen)   // rows, but either column may be NULL in some
				switch {
				case same && !looked:
					if p.isUnfiltered() {
						w, p = p, w
					}
					n := nest{whole: w, part: p}
					if w.isUnfiltered() {
						n.rest = restOf(q.env, w.number.of, p.number.of)
					}
					out = append(out, n)
				case same:
				case certain || !looked && w.chosen.mayContain(p.chosen) && !p.chosen.contains(w.chosen):
					out = append(out, nest{whole: w, part: p, certain: certain, rest: restOf(q.env, w.number.of, p.number.of)})
				}
			case len(w.chosen.groups) == 0 && certain:
				out = append(out, nest{whole: w, part: p, sum: true, certain: true})
			}
		}
	}
	return out
}

// restOf is who is counted by the records of a whole that are not those of a part, nil where they are not of the SELECT v or are not known. Of 4,921
// people with records two have no value, and so have 200 records of other people: that the values are 210 fewer than the records tells of 200.
func restOf(v *env, whole, part *population) *atom {
	if whole == nil || part == nil || whole.env != v || part.env != v || whole.some || part.some || part.all == nil {
		return nil
	}
	w, ok1 := whole.chosen()
	p, ok2 := part.chosen()
	if !ok1 || !ok2 || !w.contains(p) {
		return nil
	}
	isPart := &sqltree.Func{Name: "coalesce", Args: []sqltree.Expr{sqltree.Clone(part.all), &sqltree.Constant{Kind: sqltree.Bool, Text: "false"}}}
	rest := sqltree.Expr(&sqltree.Not{Expr: isPart})
	if whole.all != nil {
		rest = and(sqltree.Clone(whole.all), rest)
	}
	return v.peopleWhere(rest)
}

// isUnfiltered reports whether a number counts all records of its SELECT.
func (t tally) isUnfiltered() bool { return t.number.of != nil && t.number.of.all == nil }

// counted are the numbers that the columns of a query tell, or of an input of it.
func (q *query) counted(l label, whole *query) []tally {
	var out []tally
	for i, c := range q.cols {
		for k, at := range c.numbers {
			if at.window || i >= len(whole.cols) || k >= len(whole.cols[i].numbers) {
				continue
			}
			n := tally{column: i, number: whole.cols[i].numbers[k], label: l, over: at.over}
			if at.of != nil {
				n.chosen, n.known = at.of.chosen()
			}
			if n.known || at.behind != nil || c.kind.counts() {
				out = append(out, n)
			}
		}
	}
	return out
}

// inputNames are the constants by which the inputs of a UNION name themselves.
func (q *query) inputNames() ([]label, bool) {
	if len(q.inputs) == 0 {
		return nil, false
	}
	for i := range q.cols {
		var names []label
		for _, in := range q.inputs {
			s, ok := in.node.(*sqltree.Select)
			if !ok || i >= len(s.List) {
				break
			}
			c, ok := s.List[i].Expr.(*sqltree.Constant)
			if !ok || c.Kind == sqltree.Null || c.Text == "" || slices.Contains(names, label{i, c.Text}) {
				break
			}
			names = append(names, label{i, c.Text})
		}
		if len(names) == len(q.inputs) {
			return names, true
		}
	}
	return nil, false
}

// difference hides a number where what is left of those that it is counted among is small, or of a total of all rows in sight.
func (s *sheet) difference() {
	for _, n := range s.nests {
		for r, row := range s.table.Rows {
			if !n.whole.label.fits(row) {
				continue
			}
			parts := s.partsOf(n, r)
			if n.left < 0 {
				s.hideRest(r, n, parts, n.whole.people, n.part.people)
			} else if left, ok := s.people(r, n.left); ok && s.isSmall(left) && s.cells[r][n.part.column] == visible {
				s.cells[r][n.part.column] = hidden
			}
			s.hideRest(r, n, parts, n.whole.value, n.part.value)
			if n.sum && n.whole.label.text == "" {
				break // the total stands in every row
			}
		}
	}
	s.differenceOfParts()
	if s.sets || s.overlaps || s.totals && s.ungrouped {
		s.differenceOfRows()
	}
	s.differenceOfWindows()
}

// partsOf are the rows of the parts that the whole in row r has.
func (s *sheet) partsOf(n nest, r int) []int {
	if !n.sum && n.whole.label == n.part.label {
		return []int{r}
	}
	var rows []int
	for q, row := range s.table.Rows {
		if n.part.label.fits(row) && (n.sum || s.sameKeys(q, r, n.whole.label.column)) {
			rows = append(rows, q)
		}
	}
	return rows
}

// sameKeys reports whether two rows have the same keys but for one column.
func (s *sheet) sameKeys(q, r, but int) bool {
	for c, col := range s.shown {
		if c != but && !col.kind.aggregated() && fmt.Sprint(s.table.Rows[q][c]) != fmt.Sprint(s.table.Rows[r][c]) {
			return false
		}
	}
	return true
}

// hideRest hides the smallest of the parts where the whole, in row r, less their sum is small. Whole and part are the columns with the numbers.
func (s *sheet) hideRest(r int, n nest, rows []int, whole, part int) {
	all, ok := s.people(r, whole)
	if !ok {
		return
	}
	least, sum, smallest := -1, int64(0), int64(0)
	for _, q := range rows {
		x, ok := s.people(q, part)
		if !ok || s.cells[q][n.part.column] != visible {
			if ok && x != 0 && !n.row {
				return // one of them is hidden already
			}
			continue // what is left over is that of all that are hidden, or were left out
		}
		sum += x
		if x > 0 && (least < 0 || x < smallest) {
			least, smallest = q, x
		}
	}
	switch {
	case least < 0:
	case s.isSmall(all - sum):
		s.cells[least][n.part.column] = hidden
	case !n.certain && s.isSmall(sum-all) && s.cells[r][n.whole.column] == visible:
		s.cells[r][n.whole.column] = hidden
	}
}

// fewParts is how many parts of a whole are taken for such that exclude each other even where the SQL does not show it.
const fewParts = 3

// mostParts is how many parts of a whole are looked at together.
const mostParts = 8

// differenceOfParts hides the smallest of several parts of a whole that exclude each other where what is left is small: 50 people, 20 men, 27
// women who are not Asian.
func (s *sheet) differenceOfParts() {
	type place struct {
		number *atom
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

// differenceOfRows does it for rows that are totals of others, of which some may have been left out: those of GROUPING SETS, in which the keys are
// NULL, and of a UNION of all with its groups.
func (s *sheet) differenceOfRows() {
	if len(s.table.Rows) > longTable {
		return
	}
	g := s.grid()
	for r := range s.table.Rows {
		if !s.sets {
			var others []int
			for q := range s.table.Rows {
				if q != r {
					others = append(others, q)
					s.hideRowsRest(r, []int{q})
				}
			}
			s.hideRowsRest(r, others)
			continue
		}
		for _, set := range subsets(g.keyCount(), 6) {
			if slices.ContainsFunc(set, func(i int) bool { return !g.isTotal(r, i) }) || !g.spend(g.rows) {
				continue
			}
			s.hideRowsRest(r, g.otherwise(r, set))
		}
	}
}

// hideRowsRest hides the smallest of some rows where a total of them, in row r, less their sum is small.
func (s *sheet) hideRowsRest(r int, members []int) {
	if len(members) == 0 {
		return
	}
	for c, col := range s.shown {
		for _, x := range col.reveals {
			for _, source := range []int{x.column, x.behind} {
				s.hideRest(r, nest{whole: tally{column: c}, part: tally{column: c}, certain: s.sets, row: s.sets}, members, source, source)
				if !s.sets {
					s.hideRestInSight(r, c, source, members)
				}
			}
			if x.sum && !s.sets {
				s.hideSumsRest(r, c, x, members)
			}
		}
	}
}

// hideRestInSight hides the smallest of the rows in sight where a total that may be one of others too differs from their sum by few.
func (s *sheet) hideRestInSight(r, c, source int, members []int) {
	rest, ok := s.people(r, source)
	least, smallest := -1, int64(0)
	for _, q := range members {
		x, isNumber := s.people(q, source)
		if !isNumber || s.cells[q][c] != visible {
			continue
		}
		if rest -= x; x > 0 && (least < 0 || x < smallest) {
			least, smallest = q, x
		}
	}
	if ok && least >= 0 && s.cells[r][c] == visible && (s.isSmall(rest) || s.isSmall(-rest)) {
		s.cells[least][c] = hidden
	}
}

// rounding is how far two sums of the same numbers may be apart for the order in which they were summed up.
const rounding = 1e-6

// hideSumsRest hides the smallest of the rows in sight where as many people, or nearly as many, have another sum: the difference is that of the few who
// are counted here and not there. Example: 22 people who live and 22 who are not Asian.
func (s *sheet) hideSumsRest(r, c int, x reveal, members []int) {
	s.hideSumsRestOf(r, c, x.column, x.behind, members)
	for _, k := range s.shown[c].people { // those above a limit, say: GREATEST(0, year_of_birth - 1959) tells of nobody else
		if k != x.behind {
			s.hideSumsRestOf(r, c, x.column, k, members)
		}
	}
}

// hideSumsRestOf does it by one of the columns with the people behind the sums.
func (s *sheet) hideSumsRestOf(r, c, column, behind int, members []int) {
	people, ok := s.people(r, behind)
	sum, isNumber := s.number(r, column)
	least, smallest := -1, int64(0)
	for _, q := range members {
		n, known := s.people(q, behind)
		v, hasSum := s.number(q, column)
		if s.cells[q][c] != visible || !known || !hasSum {
			continue
		}
		people, sum = people-n, sum-v
		if n > 0 && (least < 0 || n < smallest) {
			least, smallest = q, n
		}
	}
	few := people > -s.n && people < s.n
	if ok && isNumber && least >= 0 && s.cells[r][c] == visible && few && math.Abs(sum) > rounding {
		s.cells[least][c] = hidden
	}
}

// number is the number in a cell; ok is false where there is none.
func (s *sheet) number(row, column int) (x float64, ok bool) {
	switch v := s.table.Rows[row][column].(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// differenceOfWindows does it for totals that stand in each row, of which LIMIT or QUALIFY may have left rows out.
func (s *sheet) differenceOfWindows() {
	if len(s.table.Rows) > longTable {
		return
	}
	g := s.grid()
	for _, total := range g.variables {
		if !total.window {
			continue
		}
		for _, x := range g.variables {
			if x.window || !x.own {
				continue
			}
			for _, part := range g.partitions() {
				s.hideWindowsRest(total, x, part)
			}
		}
	}
}

func (s *sheet) hideWindowsRest(total, x variable, part []int) {
	members := map[int][]int{}
	for r, p := range part {
		members[p] = append(members[p], r)
	}
	for _, rows := range members {
		same := !slices.ContainsFunc(rows, func(r int) bool { return total.values[r] != total.values[rows[0]] })
		if same && len(rows) > 1 || len(members) == 1 {
			s.hideRest(rows[0], nest{part: tally{column: x.source}, certain: true}, rows, total.source, x.source)
		}
	}
}
