package privacy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// population is the people that an atom counts, by the clauses that choose them.
type population struct {
	env   *env
	where []sqltree.Expr // beyond WHERE
	some  bool           // only those of them that meet a further condition, which where need not hold
}

// chosen is a population as text.
type chosen struct {
	from       string
	conditions []string
	groups     []string
	some       bool
}

func (p *population) chosen() (chosen, bool) {
	s := p.env.sel
	if s == nil || s.From == nil || s.GroupBy.Sets != nil || s.GroupBy.All {
		return chosen{}, false
	}
	c := chosen{some: p.some}
	plain := func(n sqltree.Node) string { return p.text(n) }
	if t, ok := s.From.(*sqltree.BaseTable); ok {
		c.from = strings.ToLower(t.Name)
	} else {
		c.from = plain(s.From)
	}
	for _, e := range append([]sqltree.Expr{s.Where}, p.where...) {
		for _, term := range conjuncts(e) {
			c.conditions = append(c.conditions, plain(term))
		}
	}
	for _, e := range s.GroupBy.Exprs {
		if n, ok := e.(*sqltree.Constant); ok {
			if i, ok := n.Int64(); ok && i >= 1 && int(i) <= len(s.List) {
				e = s.List[i-1].Expr
			}
		}
		if name, ok := e.(*sqltree.Column); ok {
			e = &sqltree.Column{Names: []string{name.Name()}}
		}
		c.groups = append(c.groups, plain(e))
	}
	return c, !slices.Contains(append(c.conditions, c.from), "")
}

// text writes a part of a query without the name of its table, where there is one only; "" where it can't be written.
func (p *population) text(n sqltree.Node) string {
	if e, ok := n.(sqltree.Expr); ok && len(p.env.sources) == 1 {
		item := &sqltree.Item{Expr: sqltree.Clone(e)}
		sqltree.Rewrite(item, func(x sqltree.Expr) sqltree.Expr {
			if c, ok := x.(*sqltree.Column); ok {
				return &sqltree.Column{Names: c.Names[len(c.Names)-1:]}
			}
			return x
		})
		n = item.Expr
	}
	text, err := sqltree.FormatNode(n)
	if err != nil {
		return ""
	}
	return strings.ToLower(text)
}

func conjuncts(e sqltree.Expr) []sqltree.Expr {
	switch x := e.(type) {
	case nil:
		return nil
	case *sqltree.And:
		return x.Terms
	}
	return []sqltree.Expr{e}
}

// holds reports whether all people of the other population are among those of c.
func (c chosen) holds(other chosen) bool {
	if c.some {
		return false
	}
	if c.from == "person" && len(c.conditions) == 0 {
		return true // everybody
	}
	return c.from == other.from && !slices.ContainsFunc(c.conditions, func(t string) bool { return !slices.Contains(other.conditions, t) })
}

// nest is two columns of counts, of which the people of one are among those of the other, and the rows in
// which they stand: those with a constant in a column, where each input of a UNION names itself by one.
type nest struct {
	whole, part           int
	wholeLabel, partLabel label
	sum                   bool // the part's rows are groups of the whole, which is the same in each of them
}

// label is a constant in a column; text is "" where every row is meant.
type label struct {
	column int
	text   string
}

func (l label) fits(row []any) bool { return l.text == "" || fmt.Sprint(row[l.column]) == l.text }

// counted is a column of counts with whom it counts.
type countedColumn struct {
	column int
	kind   Kind
	family *sqltree.Select
	label  label
	chosen chosen
}

// nests finds the counts of a result of which one counts part of the people of another.
func nests(q *query) []nest {
	var counts []countedColumn
	if q.inputs == nil {
		counts = q.counts(label{})
	} else if names, ok := q.inputNames(); ok {
		for i, in := range q.inputs {
			counts = append(counts, in.counts(names[i])...)
		}
	}
	var all []nest
	for _, w := range counts {
		for _, p := range counts {
			if w.column == p.column && w.label == p.label || w.family != nil && w.family == p.family || !w.chosen.holds(p.chosen) {
				continue
			}
			switch {
			case slices.Equal(w.chosen.groups, p.chosen.groups):
				if p.chosen.holds(w.chosen) && w.column > p.column {
					continue // the same people
				}
				all = append(all, nest{whole: w.column, part: p.column, wholeLabel: w.label, partLabel: p.label})
			case len(w.chosen.groups) == 0:
				all = append(all, nest{whole: w.column, part: p.column, wholeLabel: w.label, partLabel: p.label, sum: true})
			}
		}
	}
	return all
}

// counts are the columns of a query that count people or their records.
func (q *query) counts(l label) []countedColumn {
	var out []countedColumn
	for i, c := range q.cols {
		if !c.kind.counts() || len(c.atoms) != 1 || c.atoms[0].of == nil {
			continue
		}
		if whom, ok := c.atoms[0].of.chosen(); ok {
			out = append(out, countedColumn{column: i, kind: c.kind, family: c.family, label: l, chosen: whom})
		}
	}
	return out
}

// inputNames are the constants by which the inputs of a UNION name themselves.
func (q *query) inputNames() ([]label, bool) {
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

// rests hides a count where what is left of those that it is counted among, or of a total of
// all rows in sight, is small.
func (s *sheet) rests() {
	for _, n := range s.nests {
		for r, row := range s.table.Rows {
			if !n.wholeLabel.fits(row) {
				continue
			}
			parts := s.partsOf(n, r)
			s.hideRest(r, s.behind(n.whole), s.behind(n.part), n.part, parts)
			if s.shown[n.whole].kind == s.shown[n.part].kind {
				s.hideRest(r, n.whole, n.part, n.part, parts)
			}
			if n.sum && n.wholeLabel.text == "" {
				break // the total stands in every row
			}
		}
	}
	if s.sets {
		s.restsOfTotals()
	}
}

// partsOf are the rows of the parts that the whole in row r has.
func (s *sheet) partsOf(n nest, r int) []int {
	if !n.sum && n.wholeLabel.text == "" {
		return []int{r}
	}
	var rows []int
	for q, row := range s.table.Rows {
		if n.partLabel.fits(row) && (n.sum || s.sameKeys(q, r, n.wholeLabel.column)) {
			rows = append(rows, q)
		}
	}
	return rows
}

// sameKeys reports whether two rows have the same keys but for one column.
func (s *sheet) sameKeys(q, r, but int) bool {
	for c, col := range s.shown {
		if c != but && col.kind < People && fmt.Sprint(s.table.Rows[q][c]) != fmt.Sprint(s.table.Rows[r][c]) {
			return false
		}
	}
	return true
}

// restsOfTotals does it for the totals that GROUPING SETS make, in which the keys are NULL.
func (s *sheet) restsOfTotals() {
	if len(s.table.Rows) > longTable {
		return
	}
	g := s.grid()
	for r := range s.table.Rows {
		for _, set := range subsets(g.keyCount(), 6) {
			if slices.ContainsFunc(set, func(i int) bool { return !g.isTotal(r, i) }) || !g.spend(g.rows) {
				continue
			}
			members := g.otherwise(r, set)
			for c, col := range s.shown {
				if col.kind.counts() {
					s.hideRest(r, c, c, c, members)
				}
			}
		}
	}
}

// hideRest hides the smallest of the parts in a column where the whole, in row r, less their sum is small. Whole and
// part are the columns with the numbers.
func (s *sheet) hideRest(r, whole, part, column int, rows []int) {
	all, ok := s.people(r, whole)
	if !ok {
		return
	}
	least := -1
	var sum, smallest int64
	for _, r := range rows {
		n, ok := s.people(r, part)
		if !ok || s.cells[r][column] != visible {
			if ok && n != 0 {
				return // one of them is hidden already
			}
			continue
		}
		sum += n
		if n > 0 && (least < 0 || n < smallest) {
			least, smallest = r, n
		}
	}
	if least >= 0 && s.isSmall(all-sum) {
		s.cells[least][column] = hidden
	}
}
