package privacy

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop"
)

// Rows in the order of a number tell of one that is hidden what stands before and after it: of the causes of death
//
//	cause   deaths
//	gout         9
//	asthma  hidden   ← 7, 8 or 9
//	polio        7
//	sepsis      <5
//	stroke      <5   ← as many as of sepsis
//	angina      <5   ← fewer, since the names begin anew
//
// so the order in which rows are shown is made of what is shown: rows of which something is hidden stand behind the
// others, in the order of their names, but for what they are ordered by before.

// ranking is the order of a result's rows.
type ranking struct {
	kept   bool     // it is one of names, and tells of no number
	byName bool     // it is one of names where it is of nothing else
	ties   bool     // rows that are the same in what they are ordered by are ordered by all that is shown of them
	by     []int    // the columns by which they are ordered first
	in     int      // so many of these make parts, each of which has its own order
	parts  []string // values of the first of these of whose rows the order is one of numbers; nil for all
	of     []int    // the columns that name what has one place, of whatever rows; none where each row has its own
	// from how many places on some are left out for their numbers; 0 for never
	first int
	cutBy []int // the columns with these numbers; nil for one that may be in none
}

// Arrange puts the rows of a result of which cells are hidden into an order that tells nothing of these.
func (p *Plan) Arrange(t *omop.Table) {
	if !p.ranking.kept {
		p.arrange(t.Rows, p.ranking.by)
	}
}

// arrange orders rows that are ordered by some columns: by what is in sight of the first, then each part of them with
// the same in it by the others.
func (p *Plan) arrange(rows [][]any, by []int) {
	isHidden := p.holdsHidden(rows)
	if len(by) > 0 {
		isHidden = func(row []any) bool { return p.isSign(row[by[0]]) }
	}
	rounds := p.Round > 1 && len(p.ranking.of) == 0 // 12 and 13 people are shown as 10
	sorts := len(by) == 0 && (rounds || p.ranking.byName || p.ranking.ties)
	slices.SortStableFunc(rows, func(a, b []any) int {
		switch x, y := isHidden(a), isHidden(b); {
		case x && !y:
			return 1
		case y && !x:
			return -1
		case x || sorts:
			return p.compareShown(a, b)
		}
		return 0
	})
	if len(by) == 0 {
		return
	}
	for from := 0; from < len(rows) && !isHidden(rows[from]); {
		name, to := fmt.Sprint(rows[from][by[0]]), from+1
		for to < len(rows) && fmt.Sprint(rows[to][by[0]]) == name {
			to++
		}
		if p.ranking.parts == nil || slices.Contains(p.ranking.parts, name) || len(by) < len(p.ranking.by) {
			p.arrange(rows[from:to], by[1:])
		}
		from = to
	}
}

// holdsHidden tells the rows of which something is hidden, or of others that share their place.
func (p *Plan) holdsHidden(rows [][]any) func(row []any) bool {
	found := map[string]bool{}
	holds := func(row []any) bool { return slices.ContainsFunc(row[:len(p.shown)], p.isSign) }
	if len(p.ranking.of) == 0 {
		return holds
	}
	for _, row := range rows {
		if holds(row) {
			found[p.placeOf(row)] = true
		}
	}
	return func(row []any) bool { return found[p.placeOf(row)] }
}

// placeOf names what has a place among the rows.
func (p *Plan) placeOf(row []any) string { return textsOf(row, p.ranking.of) }

func textsOf(row []any, columns []int) string {
	var out []any
	for _, c := range columns {
		out = append(out, row[c])
	}
	return rowText(out)
}

// rowText tells rows apart by their cells, numbers from texts.
func rowText(row []any) string { return fmt.Sprintf("%#v", row) }

// isSign reports whether a cell stands for a hidden one.
func (p *Plan) isSign(v any) bool { return v == Hidden || v == p.few() }

// few is what stands in place of a small count.
func (p *Plan) few() string { return fmt.Sprintf("<%d", p.min) }

// compareShown compares two rows by all that is shown of them, what has a place first.
func (p *Plan) compareShown(a, b []any) int {
	for _, c := range p.ranking.of {
		if n := compareNames(fmt.Sprint(a[c]), fmt.Sprint(b[c])); n != 0 {
			return n
		}
	}
	for c := range p.shown {
		if n := compareNames(fmt.Sprint(a[c]), fmt.Sprint(b[c])); n != 0 {
			return n
		}
	}
	return 0
}

var numbered = lazyregexp.New(`(?s)^(\D*)(\d*)(.*)$`)

// compareNames compares texts by the first number in them where the same stands before it, as ages and years do.
func compareNames(a, b string) int {
	x, y := numbered.FindStringSubmatch(a), numbered.FindStringSubmatch(b)
	n, _ := strconv.ParseFloat(x[2], 64)
	m, _ := strconv.ParseFloat(y[2], 64)
	return cmp.Or(cmp.Compare(x[1], y[1]), cmp.Compare(n, m), cmp.Compare(a, b))
}

// Ranked says that the rows of a compiled query are in the order of the numbers of a column, each of the parts that
// have the same in the columns within by itself; first is how many each part has at the most, 0 for all.
func (p *Plan) Ranked(within []int, number, first int) {
	p.ranking = ranking{by: append(slices.Clone(within), number), in: len(within), first: first, cutBy: []int{number}}
}

// RankedPlaces says the same of a query in which several rows share a place, named by the columns of, and of which only
// some parts are in the order of numbers.
func (p *Plan) RankedPlaces(within, of []int, parts []string, first int) {
	p.ranking = ranking{by: within, in: len(within), parts: parts, of: of, first: first}
}

// leaveOutFirst takes off the rows of which something is hidden where only the first by a number are put out: that they
// are among these tells that others have less. It reports whether there were any.
func (s *sheet) leaveOutFirst(report *Report) bool {
	order := s.ranking
	if order.kept || order.first == 0 {
		return false
	}
	if s.Chooses() { // some are left out already
		order.first = 1
	}
	partOf := func(row []any) string { return textsOf(row, order.by[:order.in]) }
	places := map[string]map[string]bool{}
	for r, row := range s.table.Rows {
		part, place := partOf(row), strconv.Itoa(r)
		if len(order.of) > 0 {
			place = s.placeOf(row)
		}
		if places[part] == nil {
			places[part] = map[string]bool{}
		}
		places[part][place] = true
	}
	isCut := func(row []any) bool {
		return len(places[partOf(row)]) >= order.first &&
			(order.parts == nil || slices.Contains(order.parts, fmt.Sprint(row[order.by[0]])))
	}
	isHidden := s.holdsHidden(s.table.Rows)
	if order.cutBy != nil {
		isHidden = func(row []any) bool {
			return slices.ContainsFunc(order.cutBy, func(c int) bool { return s.isSign(row[c]) })
		}
	}
	return s.keep(report, func(r int) bool { return !isCut(s.table.Rows[r]) || !isHidden(s.table.Rows[r]) })
}

// keep takes rows off the table, and reports whether there were any.
func (s *sheet) keep(report *Report, keeps func(r int) bool) bool {
	rows, cells := s.table.Rows[:0:0], s.cells[:0:0]
	for r, row := range s.table.Rows {
		if keeps(r) {
			rows, cells = append(rows, row), append(cells, s.cells[r])
			continue
		}
		for c, st := range s.cells[r] {
			if st != visible && row[c] != nil {
				if report.Cells--; s.shown[c].unknown != "" {
					report.Whole--
				}
			}
		}
	}
	found := len(rows) < len(s.table.Rows)
	s.table.Rows, s.cells = rows, cells
	return found
}
