package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// anyOf is records for an event that is any of several, each chosen for itself.
func (q *query) anyOf(join string, e *study.Event, at string, on func(*record) []string) (*record, []string) {
	c := q.c
	first := &e.AnyOf[0]
	for len(first.AnyOf) > 0 {
		first = &first.AnyOf[0]
	}
	r := &record{c: c, q: q, domain: first.Domain, table: c.table(first.Domain, at), moved: movedAfter(e)}
	if r.table == nil {
		return nil, nil
	}
	if e.Which == study.Any {
		r.alias = c.alias("any_of")
		r.sub = &derived{write: func(asked []role) *query { return c.arms(e, asked, at) }}
	} else {
		r.alias = c.alias(aliasOf[e.Which])
		r.sub = &derived{write: func(asked []role) *query { return c.chosen(e, asked, at) }}
		r.single = true
	}
	r.place(q, &source{join: join, text: r.subquery})
	var conditions []string
	if on != nil {
		conditions = on(r)
	}
	if !ofThese(e.Which) {
		conditions = append(conditions, c.later(q, r, e, at)...)
	}
	return r, conditions
}

// arms selects the columns of the records of each of several events.
func (c *compiler) arms(e *study.Event, asked []role, at string) *query {
	var all *query
	for i := range e.AnyOf {
		arm := &e.AnyOf[i]
		q := c.newQuery()
		r, conditions := q.records("", arm, fmt.Sprintf("%s.any_of[%d]", at, i), nil)
		if r == nil {
			return q
		}
		q.filter(conditions...)
		for _, what := range asked {
			q.choose(r.orNull(what, arm), roleNames[what])
		}
		if all == nil {
			all = q
		} else {
			all.union = append(all.union, q)
		}
	}
	return all
}

// orNull is a column of a record, NULL where its table belongs to no visit. Ids of different tables are different
// records.
func (r *record) orNull(what role, e *study.Event) string {
	switch {
	case what == visitID && r.sub == nil && columnOf(r.table, visitID) == "":
		return "CAST(NULL AS BIGINT)"
	case what == recordID && len(e.AnyOf) == 0:
		return fmt.Sprintf("%s || CAST(%s AS VARCHAR)", literal(domains[e.Domain].short), r.col(recordID))
	}
	return r.col(what)
}
