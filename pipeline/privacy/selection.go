package privacy

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// env is what the expressions of one SELECT can refer to.
type env struct {
	a          *analysis
	sel        *sqltree.Select
	scope      scope
	outer      *env
	sources    []*source
	components [][]*source  // of the sources with people, those whose rows are of the same person
	items      []*column    // of the list, as far as it has been read
	reading    map[int]bool // entries of the list that are being read
	rows       rowKind      // of what FROM reads
	agg        bool         // the SELECT groups
	inside     bool         // within an aggregate's argument

	single   bool // each group is one person or record, as GROUP BY says by columns
	ofOneRow bool // it is a subquery for a value of the person of the row around it, of whom it counts
	byRecord bool // it groups by something that stands for one person or record
	group    *headcount
	probed   bool
	presence []*headcount // the people by whose numbers rows are chosen
	// by what windows over the groups put them together
	partitions [][]sqltree.Expr
	chosen     bool // WHERE chooses groups of people by their numbers
	// a condition chooses people's rows by the numbers of groups that are joined to them
	picksGroups bool
}

// selection reads one SELECT.
func (a *analysis) selection(s *sqltree.Select, sc scope, outer *env) *query {
	v := &env{a: a, sel: s, scope: sc, outer: outer}
	v.sources = a.sources(s.From, sc, outer, false)
	for _, src := range v.sources {
		v.rows = max(v.rows, src.rows())
	}
	v.agg = groups(s)
	if s.GroupBy.Sets != nil {
		a.totals, a.sets, a.divided = true, true, a.divided || dividesTwice(s.GroupBy.Sets)
	}
	q := &query{a: a, node: s, env: v, exposed: map[*headcount]string{}}
	v.expandStars()
	v.link()
	v.bind()
	v.shift()
	q.mixed = !v.linked()
	v.refusePairs()
	v.single = v.agg && v.rows == personRows && v.linked() && v.groupsByIdent()
	chosen := v.choose(s.Where)
	v.chosen = chosen
	for _, item := range s.List {
		c := v.item(item)
		v.items = append(v.items, c)
		q.cols = append(q.cols, c)
	}
	v.grouping()
	v.inLanguage()
	q.rows = v.putsOut()
	if v.agg && q.rows == personRows {
		ownValues(q.cols)
	}
	q.group = v.groupHeadcount()
	v.group = q.group
	ofGroups := chosen && v.rows == groupRows
	for _, condition := range []sqltree.Expr{s.Having, s.Qualify} {
		ofGroups = v.choose(condition) || ofGroups
	}
	q.probed = (chosen || ofGroups || v.probed) && q.rows != personRows
	q.picked = ofGroups && q.rows != personRows
	a.choosesGroups = a.choosesGroups || q.picked
	a.aggregatesPicked = a.aggregatesPicked || v.agg &&
		slices.ContainsFunc(v.sources, func(src *source) bool { return src.q != nil && src.q.picked })
	for _, src := range v.sources {
		q.inherit(src)
	}
	q.presence = append(q.presence, v.presence...)
	v.hideAtBounds(q)
	v.chooseByGroups(q)
	v.order(q)
	q.cut = q.cut || q.rows == groupRows &&
		(s.Limit != nil || s.Offset != nil || len(s.DistinctOn) > 0 || s.Qualify != nil || v.ranks(s.Where))
	a.selects = append(a.selects, v)
	if v.agg && v.rows == personRows && !v.single {
		a.counting = append(a.counting, v)
	}
	if lists := v.overlapping(); len(lists) > 0 {
		a.overlaps, a.chained = true, a.chained || v.isChained(lists)
	}
	a.nests = a.nests || a.closed && (v.groupsByMany() || v.groupsOwnRecords())
	if v.rows == personRows && q.rows == personRows && !v.single {
		q.repetitions = v.repetitions()
	}
	makesRows := len(rowMakers(s)) > 0
	if makesRows && a.closed && v.rows != plainRows {
		a.refuse("unnest")
	}
	q.constructed = q.rows == plainRows && (makesRows ||
		slices.ContainsFunc(v.sources, func(s *source) bool { return s.isConstructed() && !s.isOneRow() }))
	if q.probed && q.rows == plainRows {
		a.countsDecideRows = true
	}
	v.refuseDistinct(q)
	v.refuseNobody()
	return q
}

// disjoint reports whether nobody is in two of the groups that the SELECT reads.
func (v *env) disjoint() bool {
	if len(v.sources) != 1 || v.sources[0].q == nil {
		return false
	}
	inner := v.sources[0].q.env
	return inner != nil && inner.agg && inner.rows == personRows && inner.onePerPerson() &&
		inner.sel.GroupBy.Sets == nil
}

// listed reports whether an expression stands in the list.
func (v *env) listed(e sqltree.Expr) bool {
	e = v.groupedExpr(e)
	return slices.ContainsFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) })
}

// refuseDistinct refuses DISTINCT over numbers of people: how many rows are left would tell which numbers are the same.
func (v *env) refuseDistinct(q *query) {
	if !v.sel.Distinct || q.rows == personRows || v.rows == personRows && !v.agg ||
		oneRowEach(&sqltree.Select{From: v.sel.From, GroupBy: v.sel.GroupBy, List: v.sel.List, Having: v.sel.Having}) {
		return
	}
	if slices.ContainsFunc(q.cols, func(c *column) bool { return c.kind.aggregated() || len(c.headcounts) > 0 }) {
		v.a.problem("DISTINCT over numbers of people tells which of them are the same; without it they are shown")
	}
}

func (v *env) item(item *sqltree.Item) *column {
	if star, ok := item.Expr.(*sqltree.Star); ok { // of tables of the database: the rest was expanded
		if src := v.starred(star); src != nil && src.rows() == plainRows && !star.Columns && src.bound == Key {
			return &column{name: "*"}
		}
		return &column{name: "*", kind: Ident}
	}
	c := v.expr(item.Expr)
	c.flag, c.number = v.indicates(item.Expr), v.withForm(item.Expr)
	c.ofConstants = v.isOfConstants(item.Expr)
	c.unit, c.recorded = v.isUnit(item.Expr) || isCondition(item.Expr),
		v.recordedForm(item.Expr)
	if c.required = v.requires(item.Expr); c.origin == nil || !isName(item.Expr) {
		c.origin, c.computed = item, v
	}
	c.record = isNull(item.Expr) || c.kind == Ident && v.namesRecords(item.Expr)
	c.named, c.monotone = v.onlyConstants(item.Expr), v.monotone(item.Expr)
	switch {
	case c.kind.aggregated():
		c.number = nil
	case c.number != nil && c.number.flag:
		c.attributes = []string{"score"}
	}
	if c.name = item.Alias; c.name == "" {
		if ref, ok := item.Expr.(*sqltree.Column); ok {
			c.name = ref.Name()
		}
	}
	return &c
}

// starred is the table that an entry t.* of the list stands for.
func (v *env) starred(star *sqltree.Star) *source {
	for _, src := range v.sources {
		if strings.EqualFold(star.Table, src.name) || star.Table == "" && len(v.sources) == 1 {
			return src
		}
	}
	return nil
}

// onePerPerson reports whether every row of FROM is another person.
func (v *env) onePerPerson() bool { return len(v.sources) == 1 && v.sources[0].onePerPerson() }
