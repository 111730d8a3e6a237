package compile

import (
	"fmt"
	"slices"
	"strings"
)

// topOfEach reports whether the first rows of each group are kept: there are strata beside the ranked one.
func (t *table) topOfEach() bool {
	q := t.c.question
	ranked := q.Ranked()
	if q.Top == nil || q.Top.N == 0 || len(ranked) == len(q.Strata) {
		return false
	}
	if t.order != nil || len(t.dims) != len(q.Strata) {
		t.c.refuse("top", "the first of each group are not compiled for %s", q.Measure.Kind)
		return false
	}
	return true
}

// keepTop keeps the first rows, or of labelled cells those of each group. Example: of the 3 most common drugs by sex,
// three rows of the men and three of the women.
func (t *table) keepTop(q *query, all []aggregate, each bool) *query {
	top := t.c.question.Top
	if top == nil || top.N == 0 {
		return q
	}
	ranked := t.c.plan.Ranked
	ranked.First = top.N
	if !each {
		q.limit = top.N
		return q
	}
	r := q.from[0].alias
	var groups, ranks []string
	for i, d := range t.dims {
		if slices.Contains(t.c.question.Ranked(), i) {
			at := slices.IndexFunc(q.columns, func(col column) bool { return col.name == d.name })
			ranks = append(ranks, q.columns[at].expr)
		} else {
			groups = append(groups, r+"."+d.cellName())
			ranked.Within = append(ranked.Within, d.name)
		}
	}
	ranks = append([]string{t.rankedBy(r, all)}, ranks...)
	names := make([]string, len(q.columns))
	for i, col := range q.columns {
		names[i] = col.name
	}
	q.order = nil
	q.choose(fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s)", strings.Join(groups, ", "),
		strings.Join(ranks, ", ")), "place")
	q.choose(fmt.Sprintf("ROW_NUMBER() OVER (ORDER BY %s)", strings.Join(append(groups, ranks...), ", ")), "line")
	kept := t.c.newQuery()
	k := kept.addQuery("", q, "k", nil)
	for _, name := range names {
		kept.choose(k+"."+name, name)
	}
	kept.filter(fmt.Sprintf("%s.place <= %d", k, top.N))
	kept.order = []string{k + ".line"}
	return kept
}

// keepAtLeast leaves out the cells whose count, the first of the aggregates that are shown, is below least.
func (t *table) keepAtLeast(cells *query, u unit, all []aggregate, least int) {
	i := slices.IndexFunc(all, func(a aggregate) bool { return !a.base && !a.support })
	if i < 0 || all[i].expr == nil || t.every {
		t.c.refuse("top.at_least", "the smallest count is not compiled for this measure")
		return
	}
	cells.having = append(cells.having, fmt.Sprintf("%s >= %d", all[i].expr(u), least))
}

// rankedBy is what rows are ranked by, the first of the aggregates that are shown, over the cells in r.
func (t *table) rankedBy(r string, all []aggregate) string {
	first := all[slices.IndexFunc(all, func(a aggregate) bool { return !a.base })]
	by := r + "." + first.Name
	if first.later != nil {
		by = first.later(r)
	}
	if t.c.question.Top.Lowest {
		return by
	}
	return by + " DESC"
}
