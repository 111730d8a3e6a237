package privacy

import (
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// widening adds columns with numbers of people to the outermost query: those to the right of the line in the example of
// the package.
type widening struct {
	q       *query
	visible int
	added   int
	index   map[*headcount]int
}

// column says where the people behind the i-th column are.
func (w *widening) column(i int, c *column) shownColumn {
	out := shownColumn{name: c.name, kind: c.kind, window: c.window, grouping: c.grouping, own: c.own, sum: c.sum,
		place: c.place, average: c.average, compound: c.compound, attributes: c.attributes, joined: c.joined}
	switch {
	case c.kind == Unproven:
		out.unknown = c.why
		return out
	case c.kind.aggregated() && len(c.headcounts) == 0:
		out.unknown = "the people behind it can't be counted"
	}
	for _, at := range c.placed {
		if k := w.optional(at); k >= 0 {
			out.placed = append(out.placed, k)
		}
	}
	for _, at := range c.headcounts {
		if at.self {
			out.people = append(out.people, i)
			w.index[at] = i
			continue
		}
		k, err := w.people(at)
		switch {
		case err != nil:
			out.unknown = err.Error()
		case k >= 0:
			out.people = append(out.people, k)
		}
	}
	for n, at := range c.numbers {
		if at.over || at.only {
			continue
		}
		k, window, err := i, c.window, error(nil)
		if own := (c.kind.counts() || c.sum) && !c.compound; !own {
			window = at.window
			k, err = w.people(at)
		} else if at.unseen {
			window = at.window
			k, err = w.people(at)
		} else if n > 0 {
			continue
		}
		if err != nil {
			out.unaudited = true
			continue
		}
		out.reveals = append(out.reveals, reveal{column: k, behind: w.optional(at.behind), window: window,
			sum: at.sum, unseen: at.unseen})
	}
	if (c.kind.counts() || c.sum) && (len(c.numbers) == 0 || c.compound) {
		out.reveals = append(out.reveals, reveal{column: i, behind: -1, window: c.window, sum: c.sum})
	}
	for _, r := range c.ratios {
		part, err1 := w.people(r.part)
		whole, err2 := w.people(r.whole)
		if err1 == nil && err2 == nil && part != whole {
			out.pairs = append(out.pairs, pair{part, whole, w.optional(r.rest)})
		}
	}
	return out
}

// people is the index of the column with a headcount's number, added where there is none.
func (w *widening) people(at *headcount) (int, error) {
	if k, ok := w.index[at]; ok {
		return k, nil
	}
	k, err := w.find(at)
	if err == nil {
		w.index[at] = k
	}
	return k, err
}

func (w *widening) find(at *headcount) (int, error) {
	s, ok := w.q.node.(*sqltree.Select)
	if !ok {
		if _, err := w.q.expose(at); err != nil {
			return 0, err
		}
		w.added++
		return w.visible + w.added - 1, nil
	}
	e, err := at.people()
	if err != nil {
		return 0, err
	} else if isNull(e) { // there is nothing to look at
		return -1, nil
	}
	for i, item := range s.List {
		if sqltree.Equal(item.Expr, e) {
			return i, nil
		}
	}
	if err := w.q.append(e, w.q.a.newName()); err != nil {
		return 0, err
	}
	w.added++
	return len(s.List) - 1, nil
}

// optional is the index of the column with a headcount's number, -1 where there is none.
func (w *widening) optional(at *headcount) int {
	if at == nil {
		return -1
	}
	k, err := w.people(at)
	if err != nil {
		return -1
	}
	return k
}

// place finds the columns of the numbers that may be parts of each other.
func (w *widening) place(p *Plan) {
	values := slices.DeleteFunc(slices.Clone(p.shown), func(c shownColumn) bool {
		return !c.kind.aggregated() ||
			c.kind.counts()
	})
	p.tallies = slices.DeleteFunc(p.tallies, func(t tally) bool { // one sum alone tells no number of people
		return t.number.ofSum && len(values) < 2
	})
	for i := range p.tallies {
		w.placeTally(p, &p.tallies[i])
	}
	union, at := w.q.unionBelow()
	if union == nil {
		return
	} else if _, named := union.inputNames(at); named {
		return
	}
	for _, in := range union.inputs {
		p.ungrouped = p.ungrouped || in.isOneRow() && in.rows == groupRows
	}
}

// placeTally finds the columns with a number and with the people behind it.
func (w *widening) placeTally(p *Plan, t *tally) {
	t.people, t.records = w.optional(t.number.behind), w.optional(t.number.records)
	t.print, t.rowPrint = unneeded, unneeded
	if p.min > 1 && (t.number.behind == nil || t.number.behind.print == nil || p.isCompared(t)) {
		w.placePrints(t)
	}
	switch {
	case t.number.only:
		t.value = w.optional(t.number)
	case p.shown[t.column].isNumber():
		t.value = t.column
	case t.number.over:
		t.value = -1
	default:
		t.value = w.optional(t.number)
	}
	if t.unit == ofPeople && t.value >= 0 {
		t.people = t.value
	}
	if of := t.number.spread; of != nil && t.value >= 0 {
		t.spread = [2]int{w.optional(of.sum), w.optional(of.squares)}
	}
}

// unneeded is the place of a print that is compared with none.
const unneeded = -2

// placePrints finds the columns with the prints of a number.
func (w *widening) placePrints(t *tally) {
	if t.print, t.rowPrint = -1, -1; w.q.a.min > mostPrinted {
		return
	} else if t.number.behind != nil {
		t.print = w.optional(t.number.behind.print)
	}
	switch t.unit {
	case ofRecords:
		t.rowPrint = w.optional(t.number.print)
	case noUnit:
		if t.number.records != nil {
			t.rowPrint = w.optional(t.number.records.print)
		}
	}
}

// isCompared reports whether a number can be taken off others: it stands beside some, or its rows may be parts of
// others.
func (p *Plan) isCompared(t *tally) bool {
	alike := 0
	for _, o := range p.tallies {
		if slices.ContainsFunc(o.classes(), func(c class) bool { return slices.Contains(t.classes(), c) }) {
			alike++
		}
	}
	return p.totals || p.overlaps || t.foreign || alike > 1
}

// presence finds the numbers of people by which rows were chosen; ok is false where they can't be told.
func (w *widening) presence(p *Plan) (ok bool) {
	for _, at := range w.q.presence {
		if at == nil {
			return false
		}
		k, err := w.people(at)
		if err != nil {
			return false
		}
		p.presence = append(p.presence, k)
	}
	return true
}

// groupColumn is the index of the number of people behind each row, where Hide needs it: for
// keys that are values of people, and for rows that are there by number.
func (w *widening) groupColumn(p *Plan) int {
	needed := p.probed || p.overlaps || p.lists()
	for _, c := range p.shown {
		needed = needed || (c.attributes != nil || c.joined || c.place) && c.kind < People
	}
	if !needed || w.q.group == nil {
		return -1
	}
	k, err := w.people(w.q.group)
	if err != nil {
		return -1
	}
	return k
}

// partitions are the columns by which windows of the outermost SELECT put its groups together.
func (w *widening) partitions() [][]int {
	v := w.q.env
	if v == nil || w.q.inputs != nil {
		return nil
	}
	var out [][]int
	for _, exprs := range v.partitions {
		var columns []int
		for _, e := range exprs {
			at := &headcount{people: func() (sqltree.Expr, error) { return sqltree.Clone(e), nil }}
			columns = append(columns, w.optional(at))
		}
		if !slices.Contains(columns, -1) {
			out = append(out, columns)
		}
	}
	return out
}

// inputColumn is the index of a number that tells of which input of a UNION a row is.
func (w *widening) inputColumn(p *Plan) int {
	union, _ := w.q.unionBelow()
	if union == nil || union.rows != groupRows {
		return -1
	}
	at := &headcount{}
	for i := range union.inputs {
		own := sqltree.NewInt(int64(i))
		at.branches = append(at.branches,
			&headcount{people: func() (sqltree.Expr, error) { return sqltree.Clone(own), nil }})
	}
	if v := w.q.env; w.q != union && v != nil {
		i := slices.IndexFunc(v.sources, func(s *source) bool { return s.q == union })
		if i < 0 {
			return -1
		}
		at = v.through(v.sources[i], at)
	}
	return w.optional(at)
}
