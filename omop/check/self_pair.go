package check

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/sqltree"
)

func selfPair() Rule {
	return Rule{
		ID: "self-pair", Group: groupCounting, Severity: omop.SeverityWarning,
		Summary: "A record meets itself where another record of the person is meant: nothing says that the two differ. Under NOT EXISTS, every record is left out (an error).",
		Instead: "Compare the keys (b.visit_occurrence_id <> a.visit_occurrence_id), or let one come strictly later.",
		Wrong:   `SELECT COUNT(DISTINCT a.person_id) AS readmitted FROM visit_occurrence AS a JOIN visit_occurrence AS b ON b.person_id = a.person_id AND b.visit_start_date BETWEEN a.visit_end_date AND a.visit_end_date + INTERVAL '30' DAY WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201`,
		Right:   `SELECT COUNT(DISTINCT a.person_id) AS readmitted FROM visit_occurrence AS a JOIN visit_occurrence AS b ON b.person_id = a.person_id AND b.visit_occurrence_id <> a.visit_occurrence_id AND b.visit_start_date BETWEEN a.visit_end_date AND a.visit_end_date + INTERVAL '30' DAY WHERE a.visit_concept_id = 9201 AND b.visit_concept_id = 9201`,
		check: func(p *pass) {
			for _, t := range p.tests {
				c, ok := t.expr.(*sqltree.Compare)
				if !ok || c.Op != "=" || t.not || !t.must && t.clause != inOn {
					continue
				}
				a, b := p.rowOf(c.Left), p.rowOf(c.Right)
				if a.direct != b.direct && a.base != nil && b.base != nil && a.base.Table == b.base.Table {
					p.judgePair(t, a, b)
				}
			}
			for _, b := range p.bounds {
				p.judgeOwnFirst(b)
			}
			p.judgeOwnRow()
		},
	}
}

// judgeOwnRow reports EXISTS over the rows of the same table that have only something in common: each row finds itself.
//
// Example: of "who share their home with another", EXISTS (… WHERE q.location_id = p.location_id).
func (p *pass) judgeOwnRow() {
	for _, t := range p.tests {
		e, ok := t.expr.(*sqltree.Exists)
		if !ok || e.Not != t.not || p.Subs[e.Query] == nil || p.Subs[e.Query].Scope == nil {
			continue
		}
		inner := p.Subs[e.Query].Scope
		if len(inner.Relations) != 1 || inner.Relations[0].Table == nil || len(inner.Tree.GroupBy.Exprs) > 0 {
			continue
		}
		shared, others := 0, 0
		for _, o := range p.tests {
			if o.scope != inner {
				continue
			}
			if p.sharesColumn(o, inner.Relations[0], t.scope) {
				shared++
			} else {
				others++
			}
		}
		if shared > 0 && others == 0 {
			p.report(e, "each row of %s finds itself here; say that %s differs", inner.Relations[0].Table.Name, inner.Relations[0].Table.Key[0])
			return
		}
	}
}

// sharesColumn reports whether a condition wants the same column to be equal in a row of rel and in one of the same
// table outside.
func (p *pass) sharesColumn(t *test, rel *relation, outside *scope) bool {
	c, ok := t.expr.(*sqltree.Compare)
	if !ok || c.Op != "=" || t.not || !t.must {
		return false
	}
	a, b := p.Origins(sqltree.Bare(c.Left)), p.Origins(sqltree.Bare(c.Right))
	if len(a) == 1 && a[0].Relation != rel {
		a, b = b, a
	}
	return len(a) == 1 && len(b) == 1 && a[0].Relation == rel && a[0].String() == b[0].String() &&
		b[0].Relation != rel && slices.Contains(outside.Relations, b[0].Relation)
}

// judgeOwnFirst reports people who must have a record on or after the day of their own first one, and nothing else:
// the first itself is such a record.
func (p *pass) judgeOwnFirst(b bound) {
	if b.op == "<" || b.op == "<=" {
		b.first, b.second, b.days, b.op = b.second, b.first, -b.days, flipped(b.op)
	}
	from := p.Origins(b.first)
	first, ok := p.Follow(b.second).(*sqltree.Func)
	holds := b.test.must || b.test.clause == inOn && b.test.joint && !b.test.not // in the ON of an outer join, too
	if b.op != ">=" || !b.fixed || b.days > 0 || b.absolute || !holds || !ok || first.Name != "min" ||
		len(first.Args) != 1 || len(from) != 1 || len(p.thresholds()) > 0 || !p.countsOnlyPeople(b.test.scope) {
		return
	}
	of := p.Origins(first.Args[0])
	in := p.Refs[b.first].Relation
	if len(of) == 1 && of[0].Column == from[0].Column && in != nil && p.onlyChooses(in) &&
		p.conceptSets(of[0].Relation) == p.conceptSets(from[0].Relation) && !p.choosesMore(in, b.test.scope) {
		p.report(b.test.expr, "the first record itself meets this, so that everybody does; let the other come later, with >")
	}
}

// countsOnlyPeople reports whether a SELECT puts out numbers of distinct people only, and quotients of such.
func (p *pass) countsOnlyPeople(s *scope) bool {
	return len(s.Tree.List) > 0 && !slices.ContainsFunc(s.Tree.List, func(i *sqltree.Item) bool {
		e := p.essence(i.Expr)
		if f, ok := e.(*sqltree.Func); ok && f.Name == "/" && len(f.Args) == 2 {
			return !p.countsDistinctPeople(p.essence(f.Args[0])) || !p.countsDistinctPeople(p.withoutNullIf(f.Args[1]))
		}
		return !p.countsDistinctPeople(e)
	})
}

// choosesMore reports whether a condition of a SELECT beside its dates and concepts chooses among a relation's rows.
func (p *pass) choosesMore(rel *relation, s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		if t.scope != s || !slices.Contains(p.mentioned(t.expr, s), rel) {
			return false
		}
		sel, chooses := p.selection(t)
		what, with := compared(t.expr)
		person := len(with) == 1 && identityOf(p.Origins(sqltree.Bare(what))) == personKey
		concept := chooses && identityOf(sel.column) == conceptKey
		if in, ok := t.expr.(*sqltree.InQuery); ok {
			concept = identityOf(p.Origins(sqltree.Bare(in.Expr))) == conceptKey
		}
		return !person && !concept && !slices.ContainsFunc(p.boundsOf(t.expr), func(b bound) bool {
			return b.op == "<" || b.op == "<=" || b.op == ">="
		})
	})
}

// row is a relation of a SELECT of which each row is one record of a table.
type row struct {
	direct *relation // in the SELECT
	base   *relation // the table: direct itself, or that of a query which only chooses rows
}

// rowOf returns the relation whose person_id an expression is; its base is nil where its rows are no records of events.
func (p *pass) rowOf(e sqltree.Expr) row {
	c, ok := sqltree.Bare(e).(*sqltree.Column)
	from := p.Origins(sqltree.Bare(e))
	if !ok || len(from) != 1 || identityOf(from) != personKey || p.Refs[c].Relation == nil {
		return row{}
	}
	r := row{direct: p.Refs[c].Relation}
	if t := from[0].Relation.Table; isEvent(t) && t.Name != "cohort" && len(t.Key) == 1 && p.onlyChooses(r.direct) {
		r.base = from[0].Relation
	}
	return r
}

// onlyChooses reports whether a relation is a table, or a query that passes on rows of tables one by one, unnumbered.
func (p *pass) onlyChooses(rel *relation) bool {
	if rel.Table != nil {
		return true
	}
	if rel.Inner == nil || rel.Inner.Scope == nil {
		return false
	}
	q := rel.Inner.Scope.Tree
	if q.Distinct || len(q.DistinctOn) > 0 || !q.GroupBy.Empty() || q.Limit != nil || q.Qualify != nil ||
		q.Having != nil {
		return false
	}
	return !slices.ContainsFunc(q.List, func(i *sqltree.Item) bool {
		_, window := i.Expr.(*sqltree.Window)
		return window || aggregated(i.Expr)
	}) && !slices.ContainsFunc(rel.Inner.Scope.Relations, func(r *relation) bool { return !p.onlyChooses(r) })
}

// judgePair looks whether a row of a table meets itself under all that is said of the two relations.
func (p *pass) judgePair(t *test, a, b row) {
	c := coincidence{p: p, a: a, b: b}
	if !c.possible(t.scope) {
		return
	}
	apart := a.direct.Scope != b.direct.Scope
	switch {
	case apart && p.directlyNegative(t.scope):
		if c.always {
			p.reportAs(omop.SeverityError, t.expr,
				"each row of %s finds itself here: NOT EXISTS leaves nothing; exclude the row by its key, or compare with < instead of <=", a.base.Table.Name)
		}
	case p.directlyNegative(t.scope), p.countsMore(t.scope):
	case c.window, c.dates == 0 && c.sets && !apart && !p.shown(a.direct, b.direct),
		c.dates > 0 && c.sets && p.countsPeople():
		p.report(t.expr, "a row of %s meets itself here; say that %s differs", a.base.Table.Name, a.base.Table.Key[0])
	}
}

// shown reports whether the SELECT puts out what tells the two rows apart, as a table of pairs does.
func (p *pass) shown(a, b *relation) bool {
	seen := map[*relation]bool{}
	for _, o := range a.Scope.Outputs {
		for _, from := range p.OriginsOf(o) {
			if identity(from) != personKey {
				seen[from.Relation] = true
			}
		}
	}
	return seen[a] && seen[b]
}

// coincidence is what the conditions on two relations of one table say of a row that is in both.
type coincidence struct {
	p      *pass
	a, b   row
	always bool // they are met whatever the row
	window bool // a distance of days bounds the two
	dates  int  // conditions that put the two in order
	sets   bool // both are chosen by the same concepts
}

// possible reports whether all conditions on both, which stand in the inner one's SELECT, can be met by one row.
func (c *coincidence) possible(inner *scope) bool {
	c.always = true
	for _, t := range c.p.tests {
		if t.scope != inner || t.clause != inWhere && t.clause != inOn || !c.mentionsBoth(t.expr) {
			continue
		}
		if !t.must && t.clause != inOn || t.not || !c.allows(t.expr) {
			return false
		}
	}
	if c.inOtherYears() {
		return false
	}
	c.always = c.always && !c.choosesAlone(inner)
	left, right := c.p.conceptSets(c.a.base), c.p.conceptSets(c.b.base)
	if c.a.base == c.b.base && left != "" { // one CTE twice: what is said outside is said of one of the two
		for _, s := range c.p.selections {
			if col, ok := sqltree.Bare(s.what).(*sqltree.Column); !ok || c.p.Refs[col].Relation == c.a.direct ||
				c.p.Refs[col].Relation == c.b.direct {
				if identityOf(s.column) == conceptKey {
					return false
				}
			}
		}
	}
	c.sets = left == right && (left != "" || c.p.sameConcept(c.a.base, c.b.base))
	switch {
	case left == right:
		return true
	case left != "" && right != "":
		return false
	}
	c.always = false
	return c.window // else any other event of the person: the chosen one is among them on purpose
}

// inOtherYears reports whether the one row is of another calendar year than the other.
func (c *coincidence) inOtherYears() bool {
	years := map[*relation]float64{}
	for _, t := range c.p.tests {
		e, ok := t.expr.(*sqltree.Compare)
		if !ok || e.Op != "=" || t.not || !t.must || !isYear(sqltree.Bare(e.Left)) {
			continue
		}
		n, fixed := number(e.Right)
		from := c.p.columnsIn(e.Left)
		if fixed && namesYear(int(n)) && len(from) == 1 {
			years[from[0].Relation] = n
		}
	}
	a, b := years[c.a.base], years[c.b.base]
	return a > 0 && b > 0 && a != b
}

// choosesAlone reports whether the inner SELECT asks for calendar time or a value, which the outer row need not have.
func (c *coincidence) choosesAlone(inner *scope) bool {
	return slices.ContainsFunc(c.p.tests, func(t *test) bool {
		chooses := false
		if t.scope == inner && (t.clause == inWhere || t.clause == inOn) && !c.mentionsBoth(t.expr) {
			sqltree.Walk(t.expr, func(n sqltree.Node) bool {
				if x, ok := n.(*sqltree.Column); ok {
					for _, o := range c.p.Origins(x) {
						chooses = chooses || hasDate(o) || o.Column.Name == "value_as_number"
					}
				}
				return true
			})
		}
		return chooses
	})
}

func (c *coincidence) mentionsBoth(e sqltree.Expr) bool {
	seen := 0
	sqltree.Walk(e, func(n sqltree.Node) bool {
		if x, ok := n.(*sqltree.Column); ok && c.p.Refs[x] != nil {
			switch c.p.Refs[x].Relation {
			case nil:
			case c.a.direct:
				seen |= 1
			case c.b.direct:
				seen |= 2
			}
		}
		return true
	})
	return seen == 3
}

// allows reports whether a condition on both can be met by one row.
func (c *coincidence) allows(e sqltree.Expr) bool {
	if cmp, ok := e.(*sqltree.Compare); ok {
		l, r := c.p.Origins(sqltree.Bare(cmp.Left)), c.p.Origins(sqltree.Bare(cmp.Right))
		if len(l) == 1 && len(r) == 1 && l[0].Column == r[0].Column && !hasDate(l[0]) {
			return cmp.Op == "=" || cmp.Op == "<=" || cmp.Op == ">="
		}
	}
	bounds := c.p.boundsOf(e)
	if len(bounds) == 0 {
		return false
	}
	for _, b := range bounds {
		if !c.bounded(b) {
			return false
		}
	}
	return true
}

// bounded reports whether first - second op days holds of one row; that its end comes on the day of its start is
// possible.
func (c *coincidence) bounded(b bound) bool {
	first, second := c.p.Origins(b.first), c.p.Origins(b.second)
	if !b.fixed || len(first) != 1 || len(second) != 1 || c.p.Refs[b.first].Relation == c.p.Refs[b.second].Relation {
		return false
	}
	c.dates++
	same := first[0].Column == second[0].Column
	if !same && isEndColumn(first[0]) == isEndColumn(second[0]) {
		return false
	}
	c.always = c.always && same
	c.window = c.window || b.days != 0 || !same
	switch b.op {
	case "<":
		return 0 < b.days
	case "<=":
		return 0 <= b.days
	case ">":
		return 0 > b.days && !b.absolute
	case ">=":
		return 0 >= b.days && !b.absolute
	}
	return b.op == "=" && b.days == 0
}

func isEndColumn(o origin) bool { return strings.Contains(o.Column.Name, "_end_date") }

// conceptSets is a text of the concepts by which the rows of a relation are chosen; "" where they are not.
func (p *pass) conceptSets(rel *relation) string {
	if rel.Table == nil || rel.Table.ConceptColumn == "" {
		return ""
	}
	column := rel.Origin(rel.Table.ConceptColumn)
	var sets []string
	for _, s := range p.selections {
		for _, o := range s.column {
			columns, route := p.chosen(o)
			if !slices.Contains(columns, column) {
				continue
			}
			mark := map[bool]string{true: "not "}[s.exclude] + map[bool]string{true: "below "}[route.below]
			for _, ph := range s.placeholders {
				sets = append(sets, mark+ph.String())
			}
			for _, c := range s.constants {
				sets = append(sets, mark+c.Text)
			}
		}
	}
	if len(sets) == 0 {
		for _, e := range p.pairs { // chosen by a query
			if in, ok := e.node.(*sqltree.InQuery); ok &&
				(slices.Contains(e.left, column) || slices.Contains(e.right, column)) {
				text, err := sqltree.FormatNode(in.Query)
				if err != nil {
					text = "a query"
				}
				sets = append(sets, text)
			}
		}
	}
	slices.Sort(sets)
	return strings.Join(slices.Compact(sets), " ")
}

// countsMore reports whether the rows of a query within a condition are counted, and there must be two of them or more:
// that a row finds itself is counted on. Example: (SELECT COUNT(*) … within 180 days) >= 3.
func (p *pass) countsMore(s *scope) bool {
	return slices.ContainsFunc(p.tests, func(t *test) bool {
		what, with := compared(t.expr)
		if what == nil || len(with) == 0 || t.not {
			return false
		}
		q, ok := sqltree.Bare(what).(*sqltree.Subquery)
		n, number := number(with[0])
		counted := ok && p.Subs[q.Query] != nil && p.Subs[q.Query].Scope == s
		return counted && number && n >= 2 && sideOf(opOf(t.expr)) > 0
	})
}
