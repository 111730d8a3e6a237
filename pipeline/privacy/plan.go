package privacy

import (
	"errors"
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// Plan says what each column of a query's result holds, and where the numbers of
// people behind it are to be found.
type Plan struct {
	Round int // counts in sight are rounded to multiples of it; 0 for none

	shown     []shownColumn
	rows      rowKind
	probed    bool
	totals    bool // rows may be totals of other rows
	sets      bool // by GROUPING SETS
	divided   bool // one of the GROUPING SETS groups people differently from the next
	overlaps  bool // rows may be parts of other rows
	chained   bool // in chains of any length
	ungrouped bool // an input of a UNION is one row, and may be the total of the others
	nests     []nest
	tallies   []tally
	ranking   ranking
	// the entry of the list that stands for all columns of a table without people; -1 where there is none
	star     int
	min      int   // of people, that are shown
	presence []int // columns that count the people whose numbers decided that a row is there
	rowLevel string
	group    int  // the column with the people behind each row; -1 where there is none
	bounded  bool // every group has at least as many people as are shown
	division division
	input    int // the column with the input of a UNION that a row is of; -1 where there is none
	// the columns by which windows put rows together, which need stand in none that is shown, as decades
	partitions [][]int
	added      int // columns of the wide query beyond those that are shown
	wide       *sqltree.Statement
	rounds     bool               // aggregates are rounded: see nonlinear.go
	narrow     *sqltree.Statement // without what is hidden as a whole, and no column added; nil where nothing is
}

// shownColumn is a column of the result. People are indices of columns of the wide query.
type shownColumn struct {
	name       string
	kind       Kind
	people     []int
	pairs      []pair
	reveals    []reveal // the numbers that can be worked out from it
	unaudited  bool     // it tells numbers that stand in no column
	window     bool
	grouping   bool
	own        bool
	sum        bool
	place      bool // of a row among all
	average    bool // by an average or the like
	placed     []int
	rowsOf     []int // the columns with the numbers of rows of which a window in an order is made
	compound   bool  // a sum or difference of counts
	attributes []string
	joined     bool
	unknown    string // why it can't be told how many people stand behind the column
}

// isNumber reports whether a cell of the column is the number that it tells.
func (c shownColumn) isNumber() bool { return (c.kind.counts() || c.sum) && !c.compound }

// reveal is a column of the wide query with a number that a cell tells; window, where it is computed over several rows.
type reveal struct {
	column int
	behind int // the column with the people whom it counts; -1 where there is none
	window bool
	sum    bool // it is a sum of values
	unseen bool // the cell tells it with those of other rows only
}

// pair is two columns with numbers of people, of which the first may count part of those of the second. Rest is the
// column with the people who are left, where that is not the difference; -1 where it is.
type pair struct{ part, whole, rest int }

// noColumn is the place of a column that no result has.
const noColumn = 1 << 30

// mostJudged is how many columns a result is judged with: which of them are parts of which takes the square of it.
const mostJudged = 500

// Read makes the plan for a statement of a person, a model or a library, which it leaves as it is. Where it reads
// people's data and small numbers are hidden, it may hold what language.tsv leaves of SQL.
func Read(s *sqltree.Statement, min int) *Plan {
	return read(s, min, min > 1 && readsPeople(s.Query, nil))
}

// ReadCompiled makes the plan for a statement that was compiled from a study question.
func ReadCompiled(s *sqltree.Statement, min int) *Plan { return read(s, min, false) }

func read(s *sqltree.Statement, min int, closed bool) *Plan {
	if q, ok := s.Query.(*sqltree.Select); ok && len(q.List) > mostJudged {
		return &Plan{group: -1, input: -1, star: -1, min: min,
			rowLevel: fmt.Sprintf("it has %d columns; up to %d can be judged", len(q.List), mostJudged)}
	}
	if parts := inputs(s); parts > mostJudged {
		return &Plan{group: -1, input: -1, star: -1, min: min,
			rowLevel: fmt.Sprintf("its UNIONs have %d parts; up to %d can be judged", parts, mostJudged)}
	}
	a := &analysis{min: min, closed: closed, read: map[sqltree.Query]*query{}}
	if closed {
		a.inLanguage(s)
	}
	wide := sqltree.Clone(s)
	simplified(wide)
	a.picks = picksValues(wide)
	a.outermost = wide.Query
	q := a.query(wide.Query, scope{}, nil)
	a.settleLooks()
	if closed && a.countsDecideRows {
		a.problem(decidesRows)
	}
	q.besideRows()
	dropped := closed && a.dropUnproven()
	rounds := false
	if closed {
		a.guardRoots()
		rounds = a.roundCoarse()
	}
	p := &Plan{rows: q.rows, probed: q.probed, totals: a.totals || a.overlaps, sets: a.sets, divided: a.divided,
		overlaps: a.nests || a.overlaps, chained: a.chained, group: -1, input: -1, star: -1, min: min}
	for i, c := range q.cols {
		if c.name == "*" && c.kind == Key {
			if p.star >= 0 {
				a.problem("it puts out all columns of several tables; name them")
			}
			p.star = i
		}
	}
	if closed {
		a.numbersInLanguage(q)
		a.leastInLanguage(q)
	}
	p.rowLevel, p.ranking = a.rowLevel(q), q.ranking
	var narrow *sqltree.Statement
	changed := dropped || rounds || a.reordered
	if changed {
		narrow = sqltree.Clone(wide)
	}
	visible := len(q.cols)
	p.tallies = tallies(q) // before columns are added
	apartSpans(p.tallies)
	for i := range p.tallies {
		p.tallies[i].foreign = p.tallies[i].foreign || a.shifted
		p.tallies[i].mixed = closed && (a.addsScores && !a.tellsOneScore() || !p.tallies[i].score && tellsHowOften(s))
	}
	w := &widening{q: q, visible: visible, index: map[*headcount]int{}}
	for i, c := range q.cols {
		p.shown = append(p.shown, w.column(i, c))
		p.shown[i].rowsOf = q.rowColumns(c)
	}
	w.place(p)
	p.group, p.bounded = w.groupColumn(p), q.bounds()
	p.input = w.inputColumn(p)
	p.division = w.divisionOf(p)
	p.partitions = w.partitions()
	told := w.presence(p)
	if !told {
		p.presence = []int{noColumn}
	}
	if !told || a.countsDecideRows {
		for i := range p.shown {
			p.shown[i].unknown = decidesRows
		}
	}
	if w.added > 0 || changed {
		a.lookUpOnce()
		p.wide, p.added = wide, w.added
	}
	p.narrow, p.rounds = narrow, rounds
	return p
}

const decidesRows = "which rows there are depends on numbers of people that can't be told"

// inputs is how many inputs the UNIONs of a statement have.
func inputs(s *sqltree.Statement) int {
	n := 0
	sqltree.Walk(s, func(node sqltree.Node) bool {
		if set, ok := node.(*sqltree.SetOp); ok {
			n += len(set.Inputs)
		}
		return true
	})
	return n
}

// rowLevel says why a result would show single people; "" where it does not.
func (a *analysis) rowLevel(q *query) string {
	if len(a.outside) > 0 {
		return a.outside[0]
	}
	if len(a.problems) > 0 {
		return a.problems[0]
	}
	if a.singles {
		return "it picks people by what identifies them"
	}
	if q.rows == personRows {
		return "each row is one person or one record, or one place, site or provider of theirs"
	}
	for _, c := range q.cols {
		if c.kind == Ident || c.kind == Value && !c.grouping {
			return fmt.Sprintf("the column %s shows what belongs to one person", c.name)
		}
	}
	return ""
}

// RowLevel says why the result shows single people rather than groups of them;
// it is "" where it does not.
func (p *Plan) RowLevel() string { return p.rowLevel }

// Groups are the columns of the result that its rows are grouped by, by index.
func (p *Plan) Groups() []int {
	var out []int
	for i, c := range p.shown {
		if c.grouping {
			out = append(out, i)
		}
	}
	return out
}

// Wide returns the query with the columns added that Hide needs, as a template; ok is
// false where the query itself has all of them.
func (p *Plan) Wide() (template string, ok bool, err error) {
	if p.wide == nil {
		return "", false, nil
	}
	template, err = sqltree.Format(p.wide)
	return template, err == nil, err
}

// Narrow returns what is run where the wide form fails, if that is not the query itself: what is hidden whatever it is
// is not computed, since that it fails would tell of it.
func (p *Plan) Narrow() (template string, ok bool, err error) {
	if p.narrow == nil {
		return "", false, nil
	}
	template, err = sqltree.Format(p.narrow)
	return template, err == nil, err
}

// Fits reports whether a result has the columns of the wide query, those that may be shown first.
func (p *Plan) Fits(columns int) bool {
	return columns == len(p.shown)+p.added || p.star >= 0 && columns >= len(p.shown)+p.added
}

// starred is the plan for a result of so many columns, in which each column that * stands for has its own.
func (p *Plan) starred(columns int) *Plan {
	more := columns - len(p.shown) - p.added
	if p.star < 0 || more <= 0 {
		return p
	}
	out := *p
	out.star = -1
	out.shown = slices.Insert(slices.Clone(p.shown), p.star, slices.Repeat([]shownColumn{p.shown[p.star]}, more)...)
	move := func(i int) int {
		if i > p.star {
			i += more
		}
		return i
	}
	for i := range out.shown {
		c := &out.shown[i]
		c.people = slices.Clone(c.people)
		for k := range c.people {
			c.people[k] = move(c.people[k])
		}
		c.reveals = slices.Clone(c.reveals)
		for k := range c.reveals {
			c.reveals[k].column, c.reveals[k].behind = move(c.reveals[k].column), move(c.reveals[k].behind)
		}
		c.pairs = slices.Clone(c.pairs)
		for k, x := range c.pairs {
			c.pairs[k] = pair{move(x.part), move(x.whole), move(x.rest)}
		}
	}
	out.ranking.by, out.ranking.cutBy = nil, nil
	out.group, out.input = move(p.group), move(p.input)
	out.partitions = nil
	for _, columns := range p.partitions {
		moved := slices.Clone(columns)
		for i := range moved {
			moved[i] = move(moved[i])
		}
		out.partitions = append(out.partitions, moved)
	}
	out.presence, out.nests = slices.Clone(p.presence), slices.Clone(p.nests)
	for i := range out.presence {
		out.presence[i] = move(out.presence[i])
	}
	for i := range out.nests {
		for _, c := range []*tally{&out.nests[i].whole, &out.nests[i].part} {
			c.move(move)
		}
	}
	out.tallies = slices.Clone(p.tallies)
	for i := range out.tallies {
		out.tallies[i].move(move)
	}
	return &out
}

func (t *tally) move(to func(int) int) {
	t.column, t.value, t.label.column = to(t.column), to(t.value), to(t.label.column)
	t.people, t.records, t.print, t.rowPrint = to(t.people), to(t.records), to(t.print), to(t.rowPrint)
	t.spread[0], t.spread[1] = to(t.spread[0]), to(t.spread[1])
}

// lists reports whether the result names what groups of people have and shows no number: a row then says that
// somebody has it, be it one person.
func (p *Plan) lists() bool {
	return p.rows == groupRows && len(p.shown) > 0 &&
		!slices.ContainsFunc(p.shown, func(c shownColumn) bool { return c.kind.aggregated() })
}

// ForModel returns an error unless the result may be shown to a model once Hide has been
// at it: no column may hold what belongs to one person, and one has to count people or records. What can't be told is
// refused.
func (p *Plan) ForModel() error {
	if p.rowLevel != "" {
		return fmt.Errorf("a model is shown no single people: %s", p.rowLevel)
	}
	counts := false
	for _, c := range p.shown {
		switch {
		case c.kind == Value || c.kind == Ident || c.kind == Unproven || c.own || c.unknown != "":
			return fmt.Errorf("the column %s could show single people, and a model sees none", c.name)
		case c.kind.counts():
			counts = true
		}
	}
	if !counts {
		return errors.New("no column counts people, and a model is shown no number that could be one person's")
	}
	return nil
}
