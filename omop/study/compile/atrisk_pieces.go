package compile

import (
	"fmt"
)

// isAge reports whether a dimension is the age in the piece of a time.
func isAge(d dimension) bool { return d.key == "" && d.group != nil }

// pieces divides times at the turn of each interval.
func (a *atRisk) pieces(whole *query) *query {
	q := a.c.newQuery()
	q.with = []namedQuery{{"at_risk", whole}}
	r := q.addTable("", "at_risk", "r", nil)
	y := q.addQuery("JOIN", a.c.calendar(a.split, a.c.observedTime()), "y", func(y string) []string {
		return []string{fmt.Sprintf("%s.slice_start <= %s.risk_end", y, r),
			fmt.Sprintf("%s.next_start > %s.risk_start", y, r)}
	})
	q.who = r + ".person_id"
	q.choose(q.who, "person_id")
	for i := range a.dims {
		d := &a.dims[i]
		if d.key != "" {
			q.choose(r+"."+d.keyName(), d.keyName())
			continue
		}
		q.choose(a.pieceKey(d, y+".slice_start", r), d.keyName())
	}
	q.choose(fmt.Sprintf("GREATEST(%s.risk_start, %s.slice_start)", r, y), "risk_start")
	q.choose(fmt.Sprintf("LEAST(%s.risk_end, %s.next_start - 1)", r, y), "risk_end")
	if a.marks() {
		q.choose(fmt.Sprintf("CASE WHEN %s.happened = 1 AND %s.risk_end < %s.next_start THEN 1 ELSE 0 END", r, r, y),
			"happened")
	}
	return q
}

// pieceKey is a stratum of calendar time or the age, of the first day of an interval.
func (a *atRisk) pieceKey(d *dimension, start, row string) string {
	if isAge(*d) {
		return ageOnDay(start, row+".year_of_birth")
	}
	return timeDimension(d.of, start).key
}

// marks reports whether each time tells whether an outcome ended it.
func (a *atRisk) marks() bool {
	_, washed := forgets(a.c.question.AtRisk)
	return a.event != nil && (!a.count || washed && a.base.index == nil)
}

// years lists the years from first_year to last_year of a query.
func (c *compiler) years(span *query) *query {
	q := c.newQuery()
	b := q.addQuery("", span, "span", nil)
	s := c.alias("s")
	q.add(&source{join: "CROSS JOIN LATERAL", text: func() string {
		return fmt.Sprintf("GENERATE_SERIES(CAST(%s.first_year AS INTEGER), CAST(%s.last_year AS INTEGER)) AS %s(year)",
			b, b, s)
	}})
	q.choose(fmt.Sprintf("CAST(%s.year AS INTEGER)", s), "year")
	return q
}
