package privacy

import "slices"

// Of 50 people, 7 and 40 that exclude each other leave 3. Which numbers exclude each other, the SQL shows of some:
// those of the races do. Of others it does not, such as those who had a visit, and the races:
//
//	SELECT (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence), COUNT(*) FILTER (WHERE race = 8516), COUNT(*) FILTER (WHERE race = 8527) FROM person
//
// So the numbers of a row are added up and taken off each other as somebody would who tries, unless the SQL shows that
// this gives the number of nobody.

// mostTriples is of how many numbers three are taken off one; of more, two are, or all.
const mostTriples = 6

// frame is the numbers that stand in a row, or in those of other inputs of a UNION that have the same keys.
type frame []standing

// standing is a number of a frame, with its row.
type standing struct {
	*tally
	row int
	n   int64
}

// suppressCombinations hides the smallest of several numbers that leave few when they are taken off another one.
func (s *sheet) suppressCombinations() {
	s.hideRestOfRows()
	work := mostWork
	for r := range s.table.Rows {
		for _, f := range []frame{s.frame(r, true), s.frame(r, false)} {
			for w := range f {
				if work -= len(f) * len(f) * len(f); work < 0 {
					s.hideRow(r)
					break
				}
				s.hideCombinations(f, w)
			}
		}
	}
}

// hideRestOfRows hides the smallest of the numbers of a column that leave few of one that stands in all rows, or in all
// that are alike in some keys, where rows may have been left out.
func (s *sheet) hideRestOfRows() {
	if len(s.table.Rows) == 0 || len(s.table.Rows) > longTable {
		return
	}
	for _, part := range s.grid().partitions() {
		members := map[int][]int{}
		for r, p := range part {
			members[p] = append(members[p], r)
		}
		for _, people := range []bool{true, false} {
			for i := range s.tallies {
				for k := range s.tallies {
					s.hideRestIn(members, &s.tallies[i], &s.tallies[k], people)
				}
			}
		}
	}
}

func (s *sheet) hideRestIn(members map[int][]int, w, p *tally, people bool) {
	if w.label.text != "" || p.label.text != "" || w.in(people) < 0 || p.in(people) < 0 || w.in(people) == p.in(people) ||
		!people && (w.number.unit == ofPeople || p.number.unit == ofPeople) {
		return
	}
	beside := slices.Equal(w.chosen.groups, p.chosen.groups) // and compared there
	if w.known && p.known && (beside || p.chosen.excludes(w.chosen)) {
		return
	}
	for _, rows := range members {
		if s.isTotal(w, rows, people) {
			s.hideRest(rows[0], nest{whole: *w, part: *p, certain: true}, rows, w.in(people), p.in(people))
		}
	}
}

// isTotal reports whether a number is in sight and the same in some rows.
func (s *sheet) isTotal(w *tally, rows []int, people bool) bool {
	first, _ := s.people(rows[0], w.in(people))
	return !slices.ContainsFunc(rows, func(r int) bool {
		n, ok := s.people(r, w.in(people))
		return !ok || n != first || s.cells[r][w.column] != visible
	})
}

// in is the column with the number, or with the people behind it.
func (t *tally) in(people bool) int {
	switch {
	case people && t.number.unit != ofPeople:
		return t.people
	case !people && t.number.unit == noUnit:
		return t.records
	}
	return t.value
}

// hideRow hides the numbers of a row that can't be looked at for want of time.
func (s *sheet) hideRow(r int) {
	for c, col := range s.shown {
		if col.kind.aggregated() && s.cells[r][c] == visible {
			s.cells[r][c] = hidden
		}
	}
}

// frame is the numbers beside those of a row: of the people behind them, or of records.
func (s *sheet) frame(r int, people bool) frame {
	var out frame
	seen := map[[2]int]bool{}
	for i := range s.tallies {
		t := &s.tallies[i]
		column := t.in(people)
		rows := []int{r}
		if !t.label.fits(s.table.Rows[r]) {
			rows = s.partsOf(nest{whole: tally{label: label{column: t.label.column}}, part: *t}, r)
		}
		if len(rows) != 1 || !people && t.number.unit == ofPeople {
			continue
		}
		n, ok := s.people(rows[0], column)
		at := [2]int{rows[0], column}
		if !ok || n <= 0 || seen[at] || s.cells[rows[0]][t.column] != visible {
			continue
		}
		seen[at] = true
		out = append(out, standing{t, rows[0], n})
	}
	return out
}

// hideCombinations hides the smallest of the numbers of a frame that leave few of the one at w.
func (s *sheet) hideCombinations(f frame, w int) {
	var parts frame
	for i, p := range f {
		if i != w && !p.excludes(f[w]) && !p.contains(f[w]) {
			parts = append(parts, p)
		}
	}
	for _, set := range subsets(len(parts), mostTriples+1) {
		if len(set) < 2 && !parts[set[0]].isSumLike(f[w]) ||
			len(set) > 2 && len(parts) > mostTriples && len(set) < len(parts) {
			continue
		}
		rest, least, ok := f[w].n, parts[set[0]], s.inSightAt(f[w])
		for k, i := range set {
			p := parts[i]
			if ok = ok && s.inSightAt(p); p.n < least.n {
				least = p
			}
			for _, j := range set[:k] {
				ok = ok && !p.contains(parts[j]) && !parts[j].contains(p)
			}
			rest -= p.n
		}
		both := int64(0) // who are in two parts are taken off twice
		for _, x := range parts {
			if len(set) == 2 && x.n <= least.n && parts[set[0]].contains(x) && parts[set[1]].contains(x) {
				both = x.n
			}
		}
		if ok && (s.isSmall(rest) || s.isSmall(-rest) || both > 0 && s.isSmall(rest+both)) {
			s.cells[least.row][least.column] = hidden
		}
	}
}

func (s *sheet) inSightAt(p standing) bool { return s.cells[p.row][p.column] == visible }

// isSumLike reports whether two numbers are sums of the same values, so that their difference is one of those records
// that only one of them is made of. Counts are compared as nests.
func (p standing) isSumLike(q standing) bool {
	return p.number.form != "" && p.number.form == q.number.form
}

func (p standing) excludes(q standing) bool { return p.known && q.known && p.chosen.excludes(q.chosen) }

func (p standing) contains(q standing) bool { return p.known && q.known && p.chosen.contains(q.chosen) }
