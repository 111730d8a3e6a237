package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// aggregate is a column that is computed from the rows of a cell.
type aggregate struct {
	Column
	expr    func(u unit) string   // over the rows
	later   func(r string) string // instead: over the other columns of the cells, which stand in r
	base    bool                  // helps to compute others and is not shown
	support bool                  // the SQL puts it out, for an interval, and it is not shown
	bound   *bounded              // the interval around it
}

// unit names the columns of the rows that aggregates are computed from.
type unit struct{ who, id, value, hit, other string }

// table brings the rows of a measure, its strata and its aggregates together.
type table struct {
	*rows
	dims   []dimension
	unit   unit
	wrap   bool     // the rows have to stand in a subquery: what is computed from them cannot stand in an aggregate
	ages   bool     // a person with several rows in a cell is counted in the one of the lowest age
	hits   bool     // unit.hit tells the numerator
	valued bool     // the people behind are told with their values
	order  []string // the order of the rows, where it is not that of the strata
	with   []namedQuery
	keep   []func(u unit) []string // conditions on the values of the rows
	behind *table                  // of the same strata, lists the people, where the rows of this one do not
	every  bool                    // every year in which anybody is observed has a row
	once   bool                    // of rows that are alike, one is kept
	summed bool                    // the rows of a person, or of unit.id, in a cell are one, whose value is their sum
}

// finish writes the SQL of the answer and of the people behind it. The first aggregate is the one that rows are ranked
// by.
func (t *table) finish(all ...aggregate) {
	cells, people := t.cells(all)
	people.with = t.tellingPeople().with
	t.show(cells, all)
	t.c.plan.People = people.String()
}

// tellingPeople is the table that tells who is behind each row.
func (t *table) tellingPeople() *table {
	if t.behind != nil {
		return t.behind
	}
	return t
}

// cells are the rows grouped by the strata, and the people of each.
func (t *table) cells(all []aggregate) (cells, people *query) {
	if t.behind != nil {
		behind := t.behind
		t.behind = nil
		cells, _ = t.cells(all)
		_, people = behind.cells(nil)
		t.behind = behind
		return cells, people
	}
	q, u := t.q, t.unit
	if u.who == "" {
		u.who = q.who
	}
	first := t.summed || t.ages && !t.unique && slices.ContainsFunc(t.dims, func(d dimension) bool { return d.age })
	keys := make([]string, len(t.dims))
	if t.wrap || first || t.once || slices.ContainsFunc(t.dims, func(d dimension) bool { return d.complex }) {
		q, u = t.wrapped(u, first)
		for i, d := range t.dims {
			keys[i] = d.grouped(u.alias() + "." + d.keyName())
		}
	} else {
		for i, d := range t.dims {
			keys[i] = d.grouped(d.key)
		}
	}
	for i, d := range t.dims {
		if d.kept != nil {
			q.filter(d.kept(keys[i]))
		}
	}
	for _, keep := range t.keep {
		q.filter(keep(u)...)
	}
	cells, people = q.copy(), q.copy()
	for i, d := range t.dims {
		cells.choose(keys[i], d.cellName())
		people.choose(keys[i], d.cellName())
	}
	cells.group = keys
	for _, a := range supportLast(all) {
		if a.expr != nil {
			cells.choose(a.expr(u), a.Name)
		}
	}
	if top := t.c.question.Top; top != nil && top.AtLeast > 0 {
		t.keepAtLeast(cells, u, all, top.AtLeast)
	}
	people.distinct = true
	people.choose(u.who, "person_id")
	if t.hits {
		people.distinct = false
		people.choose(fmt.Sprintf("MAX(%s)", u.hit), "counted")
		people.group = append(slices.Clone(keys), u.who)
	}
	if t.valued {
		people.choose(u.value, "value")
	}
	return cells, t.labelled(people, func(outer *query, r string) {
		outer.choose(r+".person_id", "person_id")
		if t.hits {
			outer.choose(r+".counted", "counted")
		}
		if t.valued {
			outer.choose(r+".value", "value")
		}
	})
}

// wrapped puts the rows into a subquery. With first, each person has one row in each combination of the strata beside
// age.
func (t *table) wrapped(u unit, first bool) (*query, unit) {
	inner := t.q
	inner.distinct = t.once
	inner.choose(u.who, "person_id")
	if first {
		inner.group = []string{u.who}
		if t.summed && u.id != "" {
			inner.group = append(inner.group, u.id)
		}
	}
	f := t.c.alias("f")
	out := unit{who: f + ".person_id"}
	for _, d := range t.dims {
		key := d.key
		switch {
		case first && d.age:
			key = fmt.Sprintf("MIN(%s)", key)
		case first:
			inner.group = append(inner.group, key)
		}
		inner.choose(key, d.keyName())
	}
	for _, part := range []struct {
		expr *string
		in   string
		name string
	}{{&out.id, u.id, "unit_id"}, {&out.value, u.value, "value"}, {&out.hit, u.hit, "hit"}, {&out.other, u.other,
		"other"}} {
		if part.in == "" {
			continue
		}
		expr := part.in
		switch {
		case t.summed && part.name == "value":
			expr = fmt.Sprintf("SUM(%s)", expr)
		case first:
			expr = fmt.Sprintf("MAX(%s)", expr)
		}
		inner.choose(expr, part.name)
		*part.expr = f + "." + part.name
	}
	q := t.c.newQuery()
	q.who = out.who
	q.add(&source{text: func() string { return bracket(inner.String()) }, alias: f})
	return q, out
}

func (u unit) alias() string { return strings.TrimSuffix(u.who, ".person_id") }

func (d *dimension) keyName() string {
	if d.as != "" {
		return d.as
	}
	return d.name
}

// cellName is the name of what is grouped by, which differs from the key's where it is a band of it.
func (d *dimension) cellName() string {
	if d.group != nil {
		return d.name
	}
	return d.keyName()
}

// show writes the answer's SQL: the cells, labelled and in order.
func (t *table) show(cells *query, all []aggregate) {
	c := t.c
	all = supportLast(all)
	each := t.topOfEach()
	outer := each || slices.ContainsFunc(t.dims, func(d dimension) bool { return d.named || d.label != nil }) ||
		slices.ContainsFunc(all, func(a aggregate) bool { return a.later != nil || a.base })
	for _, d := range t.dims {
		c.plan.Columns = append(c.plan.Columns, Column{Name: d.name, Role: Stratum})
		for _, m := range d.more {
			c.plan.Columns = append(c.plan.Columns, Column{Name: m.name, Role: Name})
		}
	}
	for _, a := range all {
		switch {
		case a.support:
			c.plan.Support = append(c.plan.Support, a.Name)
		case !a.base:
			c.plan.Columns = append(c.plan.Columns, a.Column)
		}
	}
	c.bind(all)
	q := cells
	if t.every {
		q = t.everyYear(cells, all)
	} else if outer {
		q = t.labelled(cells, func(outer *query, r string) {
			for _, a := range all {
				switch {
				case a.base:
				case a.later != nil:
					outer.choose(a.later(r), a.Name)
				default:
					outer.choose(r+"."+a.Name, a.Name)
				}
			}
			outer.order = t.sorted(r, all)
		})
	} else {
		q.order = t.sorted("", all)
	}
	q = t.keepTop(q, all, each)
	q.with = append(t.with, q.with...)
	c.plan.SQL = q.String()
}

// labelled shows the strata of cells as people read them.
func (t *table) labelled(cells *query, rest func(outer *query, r string)) *query {
	q := t.c.newQuery()
	r := q.addQuery("", cells, "r", nil)
	for _, d := range t.dims {
		cell := r + "." + d.cellName()
		switch {
		case d.named:
			n := q.addTable("LEFT JOIN", "concept", "c",
				func(n string) []string { return []string{n + ".concept_id = " + cell} })
			name := nameOf(n+".concept_name", cell, d.usual, "CAST("+cell+" AS VARCHAR)")
			if d.unknown != "" {
				name = fmt.Sprintf("CASE WHEN %s = 0 THEN %s ELSE %s END", cell, literal(d.unknown), name)
			}
			q.choose(name, d.name)
			for _, m := range d.more {
				q.choose(n+"."+m.expr, m.name)
			}
		case d.label != nil:
			q.choose(d.label(cell), d.name)
		default:
			q.choose(cell, d.name)
		}
	}
	rest(q, r)
	return q
}

// sorted is the order of the rows: by the measure where the largest are looked for, else by the strata.
func (t *table) sorted(r string, all []aggregate) []string {
	if t.order != nil {
		return t.order
	}
	var order []string
	top := t.c.question.Top
	if top != nil || slices.ContainsFunc(t.dims, func(d dimension) bool { return d.bySize }) {
		way := " DESC"
		if top != nil && top.Lowest {
			way = ""
		}
		for _, a := range all {
			if !a.base {
				order = append(order, a.Name+way)
				t.c.plan.Ranked = &Ranking{By: a.Name, Kept: top != nil && top.AtLeast > 0}
				break
			}
		}
	}
	for _, d := range t.dims {
		if r != "" && d.label != nil {
			order = append(order, r+"."+d.cellName())
		} else {
			order = append(order, d.name)
		}
		for _, m := range d.more {
			order = append(order, m.name)
		}
	}
	return order
}

func (q *query) copy() *query {
	c := *q
	c.columns = slices.Clone(q.columns)
	c.where = slices.Clone(q.where)
	return &c
}

// everyYear is a row for each year in which anybody is observed, with 0 where there is nobody.
func (t *table) everyYear(cells *query, all []aggregate) *query {
	q := t.c.newQuery()
	y := q.addQuery("", t.c.years(t.c.observedYears()), "y", nil)
	r := q.addQuery("LEFT JOIN", cells, "r", func(r string) []string { return []string{r + ".year = " + y + ".year"} })
	q.choose(y+".year", "year")
	for _, a := range all {
		q.choose(fmt.Sprintf("COALESCE(%s.%s, 0)", r, a.Name), a.Name)
	}
	if o := t.c.outcomeEvent(); o != nil && o.Event.During != nil {
		q.filter(within(fmt.Sprintf("MAKE_DATE(%s.year, 12, 31)", y), &study.Period{From: o.Event.During.From})...)
		q.filter(within(fmt.Sprintf("MAKE_DATE(%s.year, 1, 1)", y), &study.Period{To: o.Event.During.To})...)
	}
	q.order = t.sorted(r, all)
	return q
}
