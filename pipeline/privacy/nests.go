package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// nest is two numbers of a row of which one counts part of the people of the other, so that their difference is a
// number of people too.
type nest struct{ whole, part tally }

// tally is a number that a column tells, with whom it counts.
type tally struct {
	column int // of the sheet
	number *headcount
	label  label
	chosen chosen
	over   bool   // it is computed from values, and no sum of them
	unit   unit   // what it counts, in its input of a UNION
	form   string // of which values it is made

	mixed   bool // people and records are set against each other
	score   bool // it is the sum of a score
	pairs   bool // it is a number of pairs of records
	alone   bool // of a score's mean, how many people have it: beside its sum it tells of no flag
	foreign bool // it is that of a subquery, whose people may be those of other rows too

	value, people, records, print, rowPrint int // columns of the wide query; -1 where there is none
	spread                                  [2]int
}

// label is a constant in a column; text is "" where every row is meant.
type label struct {
	column int
	text   string
}

func (l label) fits(row []any) bool { return l.text == "" || fmt.Sprint(row[l.column]) == l.text }

// tallies are the numbers that the columns of a result tell.
func tallies(q *query) []tally {
	union, at := q.unionBelow()
	if union == nil {
		return q.counted(label{}, q, at)
	}
	names, ok := union.inputNames(at)
	if !ok {
		_, at = (&query{cols: q.cols}).unionBelow()
		return q.counted(label{}, q, at)
	}
	var all []tally
	for i, in := range union.inputs {
		all = append(all, in.counted(names[i], q, at)...)
	}
	return all
}

// restOf is who is counted by the records of a whole that are not those of a part, nil where they are not of the SELECT
// v or are not known. Of 4,921 people with records two have no value, and so have 200 records of other people: that the
// values are 210 fewer than the records tells of 200.
func restOf(v *env, whole, part *population) *headcount {
	if whole == nil || part == nil || whole.env != v || part.env != v || whole.some || part.some || part.all == nil {
		return nil
	}
	w, ok1 := whole.chosen()
	p, ok2 := part.chosen()
	if !ok1 || !ok2 || !w.contains(p) {
		return nil
	}
	rest := sqltree.Expr(&sqltree.Not{Expr: isTrue(sqltree.Clone(part.all))})
	if whole.all != nil {
		rest = and(sqltree.Clone(whole.all), rest)
	}
	return v.peopleWhere(rest)
}

// unionBelow is the UNION whose rows a query puts out as they are, be it through others, nil where there is none; and
// of each column the one of the UNION, or its own, that it is made of, -1 where there is none or there are several.
func (q *query) unionBelow() (union *query, at []int) {
	at = make([]int, len(q.cols))
	for i := range at {
		at[i] = i
	}
	v := q.env
	if q.inputs != nil {
		return q, at
	} else if v == nil || v.agg {
		return nil, at
	}
	ofGroups := slices.DeleteFunc(slices.Clone(v.sources),
		func(s *source) bool { return s.q == nil || s.rows() != groupRows })
	if len(ofGroups) != 1 {
		return nil, at
	}
	src := ofGroups[0]
	union, below := src.q.unionBelow()
	if union == nil {
		return nil, at
	}
	for i := range at {
		names := map[int]bool{}
		sqltree.Walk(v.sel.List[i].Expr, func(n sqltree.Node) bool {
			if w, ok := n.(*sqltree.Window); ok { // not by what it is ordered
				if of, isColumn := argument(w.Func).(*sqltree.Column); isColumn {
					names[src.place(of.Name())] = true
				}
				return false
			}
			if c, ok := n.(*sqltree.Column); ok {
				if of, _, _ := v.findSource(c); of == src {
					names[src.place(c.Name())] = true
				}
			}
			return true
		})
		at[i] = -1
		for k := range names {
			if len(names) == 1 && k >= 0 {
				at[i] = below[k]
			}
		}
	}
	return union, at
}

// place is the column of a query by its name; -1 where there is none.
func (s *source) place(name string) int {
	return slices.IndexFunc(s.cols, func(c *column) bool { return strings.EqualFold(c.name, name) })
}

// counted are the numbers that the columns of a query tell, or of an input of it, of which at says the columns.
func (q *query) counted(l label, whole *query, at []int) []tally {
	var out []tally
	for i, from := range at {
		if from < 0 || from >= len(q.cols) {
			continue
		}
		c := q.cols[from]
		for k, at := range c.numbers {
			if at.unseen || k >= len(whole.cols[i].numbers) {
				continue
			}
			n := tally{column: i, number: whole.cols[i].numbers[k], label: l, over: at.over,
				unit: at.unit, form: at.form}
			known := false
			n.score, n.pairs = at.score, at.pairs
			n.alone = at.only && slices.ContainsFunc(c.numbers, func(of *headcount) bool { return of.score })
			if at.of != nil {
				n.chosen, known = at.of.chosen()
				n.foreign = at.of.env.outer != nil
			}
			if known || at.behind != nil || at.unit != noUnit || c.kind.counts() {
				out = append(out, n)
			}
		}
	}
	return out
}

// inputNames are the constants by which the inputs of a UNION name themselves, in the columns that show them.
func (q *query) inputNames(at []int) ([]label, bool) {
	for i, from := range at {
		var names []label
		for _, in := range q.inputs {
			s, ok := in.node.(*sqltree.Select)
			if !ok || from < 0 || from >= len(s.List) {
				break
			}
			c, ok := s.List[from].Expr.(*sqltree.Constant)
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

// inRecords is the column with the number of records.
func (t *tally) inRecords() int {
	if t.unit == noUnit {
		return t.records
	}
	return t.value
}
