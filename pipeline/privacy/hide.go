package privacy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
)

// Hidden stands in a cell that would let a small number of people be worked out, or that
// tells of a few people only.
const Hidden = "hidden"

// Report says what Hide has done to a table.
type Report struct {
	Cells int      // hidden
	Whole int      // of them, in columns that are hidden as a whole
	Other bool     // some are hidden for another reason that Notes say, such as that they are too many to be compared
	Rows  bool     // some may be left out: that they are there would have told how few people are in them
	Notes []string // why columns are hidden as a whole
}

// Hide replaces the counts from 1 to the smallest that is shown in the result of the plan's query by "<n",
// and by Hidden what is made of so few people and what would give a hidden count away. The table is
// that of the wide query; the added columns are taken off. Where it is that of the query itself, what can't be
// told to be made of enough people is hidden.
func (p *Plan) Hide(t *omop.Table) Report {
	p = p.starred(len(t.Columns))
	s := p.sheet(t)
	var report Report
	if p.min > 1 {
		report.Rows = s.leaveOut()
		s.suppressPrimary()
		report.Rows = s.hideDivisions() || report.Rows
		s.hideBesideRows()
		s.hidePairs()
		for s.suppressComplementary(); s.hideProducts(); {
			s.suppressComplementary()
		}
		s.hideBesideRows()
		s.beside()
		s.hidePlaces()
		report.Notes, report.Other = s.notes, s.other
		if s.rounds && len(t.Rows) > 0 {
			report.Notes = append(report.Notes, isRounded)
		}
		report.Cells, report.Whole = s.write()
		report.Rows = s.leaveOutFirst(&report) || report.Rows
		s.mergeHiddenRows(&report)
	}
	if p.Round > 1 {
		s.round(int64(p.Round))
	}
	p.Trim(t)
	p.Arrange(t)
	return report
}

// Trim takes the columns off that Wide has added.
func (p *Plan) Trim(t *omop.Table) {
	if p = p.starred(len(t.Columns)); !p.Fits(len(t.Columns)) {
		return
	}
	t.Columns = slices.Clip(t.Columns[:len(p.shown)])
	for i, row := range t.Rows {
		t.Rows[i] = slices.Clip(row[:len(p.shown)])
	}
}

// state of a cell.
type state uint8

const (
	visible state = iota
	small         // "<n"
	hidden
)

// sheet is a table while cells of it are being hidden.
type sheet struct {
	*Plan
	table *omop.Table
	n     int64
	cells [][]state // by row and column of those that may be shown
	small [][]bool  // which of them are hidden for their own sake: primary suppression
	notes []string
	other bool // a note is of more than a column
}

func (p *Plan) sheet(t *omop.Table) *sheet {
	s := &sheet{Plan: p, table: t, n: int64(p.min)}
	if !p.Fits(len(t.Columns)) && len(p.shown) != len(t.Columns) {
		// The tree was read differently from how the engine read it: nothing can be told.
		s.Plan = &Plan{group: -1, input: -1, star: -1, min: p.min, Round: p.Round}
		for _, c := range t.Columns {
			s.shown = append(s.shown,
				shownColumn{name: c.Name, kind: Measure, unknown: "its columns could not be told apart"})
		}
	}
	for range t.Rows {
		s.cells = append(s.cells, make([]state, len(s.shown)))
	}
	return s
}

// note says why columns are hidden, once.
func (s *sheet) note(why string) {
	s.other = true
	if !slices.Contains(s.notes, why) {
		s.notes = append(s.notes, why)
	}
}

// people is the number in a column with a number of people; ok is false where there is none.
func (s *sheet) people(row, column int) (int64, bool) {
	if column < 0 || column >= len(s.table.Rows[row]) {
		return 0, false
	}
	return whole(s.table.Rows[row][column])
}

// unreadable reports whether a column with a number of people holds something else.
func (s *sheet) unreadable(row, column int) bool {
	return column >= 0 && column < len(s.table.Rows[row]) && s.table.Rows[row][column] != nil
}

func whole(v any) (int64, bool) {
	switch x := v.(type) {
	case int64:
		return x, true
	case float64:
		if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			return int64(x), true
		}
	}
	return 0, false
}

func (s *sheet) isSmall(n int64) bool { return n > 0 && n < s.n }

// Chooses reports whether rows are chosen by numbers of people, so that some may be left out.
func (p *Plan) Chooses() bool { return p.probed && p.rows != personRows }

// leaveOut removes rows of few people where that a row is there depends on the number. It reports whether there could
// be such rows: how many there were would tell how many groups are small, or that a number is 3.
func (s *sheet) leaveOut() bool {
	if !s.Chooses() {
		return false
	}
	kept := s.table.Rows[:0:0]
	for r, row := range s.table.Rows {
		if s.mayBeChosen(r) {
			kept = append(kept, row)
		}
	}
	s.table.Rows, s.cells = kept, s.cells[:len(kept)]
	return true
}

// mayBeChosen reports whether a row is of enough people, and was chosen by numbers of enough, or of nobody.
func (s *sheet) mayBeChosen(r int) bool {
	people, counted := s.people(r, s.group)
	if s.group >= 0 && (!counted || s.isSmall(people)) {
		return false
	}
	for _, k := range s.presence { // NULL is nobody: no few people stand out in the number that decided
		n, ok := s.people(r, k)
		if k >= len(s.table.Rows[r]) || ok && s.isSmall(n) || !ok && (s.unreadable(r, k) || counted && people == 0) {
			return false
		}
	}
	return s.group >= 0 || len(s.presence) > 0
}

// suppressPrimary hides what few people stand behind, as the 9 visits of two people in the example of the package.
func (s *sheet) suppressPrimary() {
	for c, col := range s.shown {
		missing := col.unknown
		for _, k := range col.people {
			if k >= len(s.table.Columns) {
				missing = "the people behind it could not be counted"
			}
		}
		if !col.kind.aggregated() {
			missing = ""
		}
		if missing != "" && len(s.table.Rows) > 0 {
			name := cmp.Or(col.name, s.table.Columns[c].Name)
			s.notes = append(s.notes, fmt.Sprintf("The column %s is hidden: %s.", name, missing))
		}
		for r := range s.table.Rows {
			s.cells[r][c] = s.state(r, c, missing != "")
		}
	}
	for r, row := range s.cells {
		s.small = append(s.small, make([]bool, len(row)))
		for c, st := range row {
			s.small[r][c] = st != visible
		}
	}
	s.suppressDifferences()
	s.hideKeys()
}

// state is that of a cell by itself.
func (s *sheet) state(r, c int, unknown bool) state {
	col, v := s.shown[c], s.table.Rows[r][c]
	if !col.kind.aggregated() {
		return visible
	}
	if col.kind.counts() {
		if x, ok := v.(float64); ok && x > 0 && x < float64(s.n) {
			return small
		}
		if n, ok := whole(v); ok && (s.isSmall(n) || s.isSmall(-n)) {
			return small
		}
	}
	if unknown {
		return hidden
	}
	for _, k := range col.people {
		n, ok := s.people(r, k)
		if ok && s.isSmall(n) || !ok && s.unreadable(r, k) {
			return hidden
		}
	}
	for _, p := range col.pairs {
		part, ok1 := s.people(r, p.part)
		all, ok2 := s.people(r, p.whole)
		rest := all - part
		if p.rest >= 0 {
			rest, ok1 = s.people(r, p.rest)
		}
		if ok1 && ok2 && s.isSmall(rest) {
			return hidden
		}
	}
	return visible
}

// mostAttributes is how many attributes of people stand in a row of few of them: with more, it describes a person.
const mostAttributes = 3

// hideKeys hides the values that name small groups: a value of one person, such as a date, with everything that stands
// beside it in the row; and an attribute that many share, such as a state, where the few may be all the people whom the
// query is about, or where many attributes describe them. Then groups of nobody are hidden, too: of 51 states the one
// that is missing would be somebody's.
func (s *sheet) hideKeys() {
	most, attributes, few := int64(0), s.attributes(), false
	for r := range s.table.Rows {
		n, _ := s.people(r, s.group)
		most, few = max(most, n), few || s.isSmall(n)
	}
	fewAll := few && most < s.n && (!s.bounded || s.largestCount() < s.n)
	for r, row := range s.table.Rows {
		people, ok := s.people(r, s.group)
		if ok && !s.isSmall(people) && (people > 0 || !few) {
			continue
		}
		all, named := most < s.n || attributes > mostAttributes, false
		for c, col := range s.shown {
			all = all || col.kind == Value && row[c] != nil
			named = named || !col.kind.aggregated() && col.attributes != nil
		}
		for c, col := range s.shown {
			own := all && !col.kind.aggregated() && (col.attributes != nil || col.joined && fewAll) ||
				col.place && (all || !named)
			unknown := !ok && s.lists() && col.attributes != nil // an INTERSECT of names, say
			if (own || s.lists()) && (ok || unknown || fewAll || col.kind == Value) {
				s.cells[r][c] = hidden
			}
		}
	}
}

// largestCount is the largest number of people or records in the result.
func (s *sheet) largestCount() int64 {
	largest := int64(0)
	for r := range s.table.Rows {
		for c, col := range s.shown {
			if n, ok := s.people(r, c); ok && col.kind.counts() {
				largest = max(largest, n)
			}
		}
	}
	return largest
}

// attributes is how many attributes of people a row names: a year and a month of one date are one, whether they had
// this and whether they had that are two.
func (p *Plan) attributes() int {
	named, columns := []string(nil), 0
	for _, col := range p.shown {
		if col.kind.aggregated() || col.attributes == nil {
			continue
		}
		named = union(named, col.attributes)
		if isDate := func(name string) bool { return strings.Contains(name, "_date") }; !slices.ContainsFunc(col.attributes, isDate) {
			columns++
		}
	}
	return max(len(named), columns)
}

// beside hides the shares and averages of rows in which a count is hidden, and what
// is computed over rows of which one is hidden.
func (s *sheet) beside() {
	for r := range s.cells {
		counts := false
		for c, col := range s.shown {
			counts = counts || col.kind.counts() && s.cells[r][c] != visible
		}
		for c, col := range s.shown {
			if counts && col.kind == Measure {
				s.cells[r][c] = hidden
			}
		}
	}
}

// hidePlaces hides the ranks of rows of few people, and all ranks where a hidden number may be of any size, since the
// missing rank would be that number's.
func (s *sheet) hidePlaces() {
	all := false
	few := make([]bool, len(s.cells))
	for r, row := range s.cells {
		people, ok := s.people(r, s.group)
		few[r] = ok && s.isSmall(people) || slices.Contains(row, small) || s.isPlacedByFew(r)
		all = all || slices.Contains(row, hidden) && s.hidesNumber(r)
	}
	for c, col := range s.shown {
		first := s.firstPlace(c, few)
		for r := range s.cells {
			place, _ := s.people(r, c)
			if col.place && (all || few[r] || place >= first || col.average && slices.Contains(few, true)) {
				s.cells[r][c] = hidden
			}
		}
	}
}

// firstPlace is the first place of few people in a column: places behind it tell how many of them there are, and which
// of them have the same number.
func (s *sheet) firstPlace(c int, few []bool) int64 {
	first := int64(math.MaxInt64)
	for r := range s.cells {
		if place, ok := s.people(r, c); ok && few[r] {
			first = min(first, place)
		}
	}
	return first
}

// isPlacedByFew reports whether the number of a row by which it has its place is one of few people.
func (s *sheet) isPlacedByFew(r int) bool {
	return slices.ContainsFunc(s.shown, func(col shownColumn) bool {
		return slices.ContainsFunc(col.placed, func(k int) bool {
			n, ok := s.people(r, k)
			return ok && s.isSmall(n)
		})
	})
}

// hidesNumber reports whether a number of a row is hidden that need not be small.
func (s *sheet) hidesNumber(r int) bool {
	for c, col := range s.shown {
		if col.kind.aggregated() && s.cells[r][c] == hidden {
			return true
		}
	}
	return false
}

// write puts the hidden cells into the table and returns how many they are, and how many of them stand in columns that
// are hidden as a whole.
func (s *sheet) write() (changed, whole int) {
	for r, row := range s.table.Rows {
		for c, st := range s.cells[r] {
			switch {
			case st == visible || row[c] == nil && !s.shown[c].kind.aggregated():
				continue
			case st == small && !negative(row[c]):
				row[c] = s.few()
			default:
				row[c] = Hidden
			}
			if changed++; s.shown[c].unknown != "" {
				whole++
			}
		}
	}
	return changed, whole
}

// mergeHiddenRows takes off each row that says the same as one before and of which something is hidden: how many there
// are would tell how many dates of death, say, few people have.
func (s *sheet) mergeHiddenRows(report *Report) {
	seen := map[string]bool{}
	s.keep(report, func(r int) bool {
		shown := rowText(s.table.Rows[r][:len(s.shown)])
		again := seen[shown]
		seen[shown] = true
		return !again || !slices.ContainsFunc(s.cells[r], func(st state) bool { return st != visible })
	})
}

func negative(v any) bool {
	n, ok := whole(v)
	return ok && n < 0
}
