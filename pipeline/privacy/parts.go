package privacy

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

// hideRestOfRows hides the smallest of the numbers of a column that leave few of one that stands in every row, where
// rows may have been left out.
func (s *sheet) hideRestOfRows() {
	if len(s.table.Rows) == 0 {
		return
	}
	for _, people := range []bool{true, false} {
		for _, w := range s.frame(0, people) {
			for _, p := range s.frame(0, people) {
				if len(s.table.Rows) == 1 && len(w.chosen.groups) == len(p.chosen.groups) {
					continue // they were compared beside each other
				}
				if !p.excludes(w) && w.label.text == "" && p.label.text == "" && s.isTotal(w, people) {
					s.hideRest(0, nest{whole: *w.tally, part: *p.tally, certain: true}, s.partsOf(nest{sum: true}, 0),
						w.in(people), p.in(people))
				}
			}
		}
	}
}

// isTotal reports whether a number is the same in every row.
func (s *sheet) isTotal(w standing, people bool) bool {
	for r := range s.table.Rows {
		if n, ok := s.people(r, w.in(people)); !ok || n != w.n || s.cells[r][w.column] != visible {
			return false
		}
	}
	return true
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
		if len(set) < 2 && !parts[set[0]].isSumLike(f[w]) || len(set) > 2 && len(parts) > mostTriples && len(set) < len(parts) {
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

// isSumLike reports whether two numbers are sums of the same values, so that their difference is one of those records that
// only one of them is made of. Counts are compared as nests.
func (p standing) isSumLike(q standing) bool {
	return p.number.form != "" && p.number.form == q.number.form
}

func (p standing) excludes(q standing) bool { return p.known && q.known && p.chosen.excludes(q.chosen) }

func (p standing) contains(q standing) bool { return p.known && q.known && p.chosen.contains(q.chosen) }
