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
	byRecord bool // it groups by something that stands for one person or record
	group    *headcount
	probed   bool
	presence []*headcount // the people by whose numbers rows are chosen
	chosen   bool         // WHERE chooses groups of people by their numbers
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
	q.mixed = !v.linked()
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

// choose looks at a condition by which rows are chosen. It reports whether numbers of people decide, other than by
// being at least the smallest that is shown.
func (v *env) choose(condition sqltree.Expr) bool {
	chosen := false
	for _, e := range sqltree.Conjuncts(condition) {
		c := v.condition(e)
		if x, ok := e.(*sqltree.Compare); ok && v.a.closed && v.agg && !v.single && v.rows == personRows &&
			v.asksForAny(e, v.below(e)) && !v.listed(x.Left) { // rows of few would be those that there are
			c = v.expr(x.Left)
		}
		switch {
		case c.kind == Unproven:
			v.a.problem("it chooses rows by what can't be told to be of enough people: " + c.why)
		case !c.kind.aggregated() && len(c.headcounts) == 0, v.isThreshold(e):
			continue
		case len(c.headcounts) == 0:
			v.a.countsDecideRows = true
		}
		chosen = true
		v.presence = append(v.presence, c.headcounts...)
		v.picksGroups = v.picksGroups || v.rows == personRows && v.namesGroups(e)
	}
	return chosen
}

// hideAtBounds hides what stands in a row beside a number that is at least as large as a condition says, and hardly
// larger: of 9 men among at least 13 people the women are 4, or more.
func (v *env) hideAtBounds(q *query) {
	if !v.a.closed || q.rows == personRows {
		return
	}
	for _, e := range append(sqltree.Conjuncts(v.sel.Having), sqltree.Conjuncts(v.sel.Where)...) {
		x, ok := e.(*sqltree.Compare)
		if !ok || !v.isLeast(e) {
			continue
		}
		number, bound := x.Left, x.Right
		if x.Op == "<" || x.Op == "<=" {
			number, bound = bound, number
		}
		least, _ := literal(bound)
		if least <= float64(v.a.min) { // any number in sight is as large
			continue
		}
		if v.outer != nil {
			v.a.refuse("condition")
		}
		if own := v.rows == groupRows && v.agg; own && !aggregates(number) {
			number = call("min", number)
		}
		near := &sqltree.Compare{Op: "<", Left: calc("-", sqltree.Clone(number), sqltree.Clone(bound)),
			Right: sqltree.NewInt(int64(v.a.min))}
		for i, c := range q.cols {
			if c.kind.aggregated() && !sqltree.Equal(v.sel.List[i].Expr, number) {
				c.headcounts = append(slices.Clip(c.headcounts), &headcount{within: true,
					people: func() (sqltree.Expr, error) {
						few := &sqltree.When{If: sqltree.Clone(near), Then: sqltree.NewInt(1)}
						return &sqltree.Case{Whens: []*sqltree.When{few}}, nil
					}})
			}
		}
	}
}

// namesGroups reports whether an expression is made of what groups in FROM have, rather than of one number of all.
func (v *env) namesGroups(e sqltree.Expr) bool {
	return holdsIn(e, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		if !ok {
			return false
		}
		src, _, ok := v.findSource(c)
		return ok && src.rows() == groupRows && !src.isOneRow()
	})
}

// isThreshold reports whether a condition says that a number of people is at least as large as those that are shown.
// Those for which it does not hold could be few or none.
func (v *env) isThreshold(e sqltree.Expr) bool {
	x, ok := e.(*sqltree.Compare)
	if !ok {
		return false
	}
	number, bound, op := x.Left, x.Right, x.Op
	if _, constant := number.(*sqltree.Constant); constant {
		number, bound, op = bound, number, map[string]string{"<": ">", "<=": ">="}[op]
	}
	least, ok := literal(bound)
	if op == ">" {
		least++
	}
	c := v.expr(number)
	return ok && (op == ">" || op == ">=") && c.kind == People && len(c.headcounts) == 1 && c.headcounts[0].self &&
		least >= float64(v.a.min)
}

// inherit takes over how the rows of a table of FROM were chosen.
func (q *query) inherit(src *source) {
	if src.q == nil || src.q.rows == personRows && len(src.q.presence) == 0 {
		return
	}
	if src.q.rows == personRows { // all of its people were chosen by numbers of others
		q.probed = q.probed || q.rows != personRows
		q.addPresence(src)
		return
	}
	q.probed = q.probed || src.q.probed && q.rows != personRows
	q.cut = !q.env.agg && (q.cut || src.q.cut)
	q.picked = q.picked || src.q.picked
	q.addPresence(src)
}

// addPresence takes over the numbers of people by which the rows of a table of FROM were chosen.
func (q *query) addPresence(src *source) {
	for _, at := range src.q.presence {
		if at != nil {
			if at = q.env.through(src, at); q.env.agg {
				at = q.env.wrapped("min", at, nil)
			}
		}
		q.presence = append(q.presence, at)
	}
}

const selectedGroups = "it is made of groups that were chosen by their numbers of people, and would tell of those that were not; a smallest number of people is shown, as in HAVING COUNT(DISTINCT person_id) >= 10"

// selected says why groups of people were chosen in a way that tells of those that were left out; "" where they were
// not.
func (v *env) selected() string {
	ofPeople := v.rows == personRows
	if v.picksGroups || v.chosen && !ofPeople {
		return selectedGroups
	}
	for _, src := range v.sources {
		if src.q != nil && src.q.rows == groupRows && (src.q.probed && !src.isOneRow() || src.q.cut && !ofPeople) {
			return selectedGroups
		}
	}
	return ""
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

// order looks at what the rows are ordered by, and how many of them are shown.
func (v *env) order(q *query) {
	v.a.rowsTell(v, v.sel.Limit)
	v.a.rowsTell(v, v.sel.Offset)
	limited := v.sel.Limit != nil || v.sel.Offset != nil ||
		len(v.sel.DistinctOn) > 0 &&
			!slices.ContainsFunc(v.sel.DistinctOn, func(e sqltree.Expr) bool { return v.expr(e).person })
	ofUnion := v.readsUnionOfNumbers()
	v.orderByShown(q, limited)
	q.ranked = v.ranksRows()
	open := false     // an entry of ORDER BY is no column of the result
	var numbers []int // those that are, and are numbers of groups
	for _, by := range v.orderEntries() {
		c := v.expr(by)
		i := slices.IndexFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, by) })
		if open = open || i < 0; !open {
			q.ranking.by = append(q.ranking.by, i)
		}
		if c.ofGroups() && q.rows != personRows {
			q.ranked = true
			numbers = append(numbers, i)
			if limited && ofUnion {
				v.a.problem(firstOfUnion)
			}
		}
		switch {
		case c.kind == Unproven && q.rows != personRows:
			v.a.problem("its rows are in an order that can't be told to be one of enough people: " + c.why)
		case limited && !v.monotone(by):
			v.a.problem(notMonotone)
		case c.kind == Ident && limited && v.rows == personRows && !v.agg:
			v.a.singles = true
		case len(c.headcounts) > 0 && q.rows != personRows && (!c.kind.counts() && !v.listed(by) || !v.monotone(by)),
			q.rows == plainRows && len(c.headcounts) > 0 && !(c.kind.counts() && v.listed(by)):
			q.probed = true
			q.presence = append(q.presence, c.headcounts...)
		}
	}
	v.a.limitsGroups = v.a.limitsGroups || limited && q.rows == groupRows
	v.firsts(q, limited)
	if !open && q.ranking.first > 0 && !v.picksPlaces() {
		q.ranking.cutBy = numbers
	}
}

// orderByShown takes out of an order what is a number of groups that stands in no column: in the order of the largest
// CASE WHEN year_of_birth = 1906 THEN 1 ELSE 0 END the months of those few stand last. Of the first rows by it, which
// they are tells the same, but for a number of all people or records of each.
func (v *env) orderByShown(q *query, limited bool) {
	if !v.a.closed || q.rows == personRows {
		return
	}
	seen := func(e sqltree.Expr) *column {
		c := v.expr(e)
		i := slices.IndexFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) })
		if i < 0 {
			i = slices.IndexFunc(v.items, func(in *column) bool { return c.origin != nil && in.origin == c.origin })
		}
		if i < 0 {
			return nil
		}
		return v.items[i]
	}
	isUnseen := func(e sqltree.Expr) bool {
		e = v.orderedExpr(e)
		c := v.expr(e)
		return c.ofGroups() && !(c.kind.counts() && !c.part && limited) && seen(e) == nil
	}
	for _, e := range v.orderEntries() {
		if c := seen(e); limited && c != nil && c.ofGroups() && !(c.kind.counts() && !c.part) {
			v.a.cutBy = append(v.a.cutBy, c.origin)
		}
	}
	before := len(v.sel.OrderBy)
	v.sel.OrderBy = slices.DeleteFunc(v.sel.OrderBy, func(o *sqltree.Order) bool { return isUnseen(o.Expr) })
	if len(v.sel.OrderBy) < before {
		if v.a.reordered = true; limited {
			v.a.refuse("limit-unseen")
		}
		q.ranking.byName = true
	}
	if v.sel.Qualify == nil {
		return
	}
	sqltree.Walk(v.sel.Qualify, func(n sqltree.Node) bool {
		w, ok := n.(*sqltree.Window)
		if ok && slices.ContainsFunc(w.OrderBy, func(o *sqltree.Order) bool { return isUnseen(o.Expr) }) {
			v.a.refuse("limit-unseen")
		}
		return !isQuery(n)
	})
}

// firsts says from how many rows on some may be left out for their numbers.
func (v *env) firsts(q *query, limited bool) {
	most, isNumber := literal(v.sel.Limit)
	switch {
	case q.rows != groupRows:
	case v.picksPlaces(), limited && q.ranked && (!isNumber || v.sel.Offset != nil):
		q.ranking.first = 1
	case limited && q.ranked:
		q.ranking.first = max(1, int(most))
	}
}

// picksPlaces reports whether rows are chosen by their places among numbers of groups, or were.
func (v *env) picksPlaces() bool {
	return v.sel.Qualify != nil && v.ranksRows() || v.ranks(v.sel.Where) ||
		!v.agg && slices.ContainsFunc(v.sources, func(src *source) bool {
			return src.q != nil &&
				src.q.ranking.first > 0
		})
}

// orderEntries are the expressions of ORDER BY, those that it names by their place or with ALL as well.
func (v *env) orderEntries() (out []sqltree.Expr) {
	for _, o := range v.sel.OrderBy {
		if _, isAll := o.Expr.(*sqltree.Star); isAll {
			for _, item := range v.sel.List {
				out = append(out, item.Expr)
			}
			continue
		}
		out = append(out, v.orderedExpr(o.Expr))
	}
	return out
}

// ranksRows reports whether the rows come in the order of numbers of groups without ORDER BY: that of a subquery is
// kept, and that of a window.
func (v *env) ranksRows() bool {
	found := slices.ContainsFunc(v.sources, func(src *source) bool { return src.q != nil && src.q.ranked })
	look := func(n sqltree.Node) bool {
		w, isWindow := n.(*sqltree.Window)
		found = found || isWindow && slices.ContainsFunc(w.OrderBy, func(o *sqltree.Order) bool {
			return v.expr(v.orderedExpr(o.Expr)).ofGroups()
		})
		return !isQuery(n)
	}
	for _, item := range v.sel.List {
		sqltree.Walk(item.Expr, look)
	}
	if v.sel.Qualify != nil {
		sqltree.Walk(v.sel.Qualify, look)
	}
	return found
}

const firstOfUnion = "which rows of a UNION come first by a number tells how large it is; without LIMIT they are shown"

// orderedExpr is what ORDER BY names: an entry of the list by its number or its name, which goes before a column of a
// table.
func (v *env) orderedExpr(e sqltree.Expr) sqltree.Expr {
	if c, ok := e.(*sqltree.Column); ok && c.Table() == "" {
		for _, item := range v.sel.List {
			if strings.EqualFold(item.Alias, c.Name()) {
				return item.Expr
			}
		}
	}
	return v.groupedExpr(e)
}

// listed reports whether an expression stands in the list.
func (v *env) listed(e sqltree.Expr) bool {
	e = v.groupedExpr(e)
	return slices.ContainsFunc(v.sel.List, func(i *sqltree.Item) bool { return sqltree.Equal(i.Expr, e) })
}

// ranks reports whether a condition is on a rank among groups of people.
func (v *env) ranks(condition sqltree.Expr) bool {
	return holdsIn(condition, func(n sqltree.Node) bool {
		c, ok := n.(*sqltree.Column)
		return ok && v.resolve(c).rank
	})
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
	c.flag, c.unit, c.number, c.recorded = v.indicates(item.Expr), v.isUnit(item.Expr), v.withForm(item.Expr),
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
