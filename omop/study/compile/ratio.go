package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// ratio is of the counts of two groups. Who is in both counts on both sides.
func (c *compiler) ratio() {
	m := &c.question.Measure
	sides := c.question.Strata[0].Groups
	w := &rows{c: c, q: c.newQuery()}
	w.index = c.population(w.q)
	w.outcomeHolds()
	who, of := w.q.who, "patients"
	if m.Of == study.Records && w.index != nil {
		who, of = w.index.col(recordID), domains[w.index.domain].records
	} else if m.Of != study.Persons {
		c.refuse("measure.of", "ratios are of persons or of records")
	}
	inner := w.q
	inner.choose(who, "unit_id")
	inner.choose(inner.who, "person_id")
	for i := range sides {
		is := c.criterion(inner, w.index, &sides[i].Is, fmt.Sprintf("strata[0].groups[%d].is", i))
		inner.choose(fmt.Sprintf("CASE WHEN %s THEN 1 ELSE 0 END", is), fmt.Sprintf("side_%d", i+1))
	}
	if c.refusal != nil {
		return
	}
	q, people := c.newQuery(), c.newQuery()
	f := q.addQuery("", inner, "f", nil)
	count := func(i int) string {
		return fmt.Sprintf("COUNT(DISTINCT %s.unit_id) FILTER (WHERE %s.side_%d = 1)", f, f, i+1)
	}
	q.choose(fmt.Sprintf("ROUND(1.0 * %s\n / NULLIF(%s, 0), 2)", count(0), count(1)), "ratio")
	c.plan.Columns = append(c.plan.Columns, Column{"ratio", Estimate, m.Of})
	for i, role := range []Role{Numerator, Denominator} {
		name := of + "_" + slug(sides[i].Name)
		q.choose(count(i), name)
		c.plan.Columns = append(c.plan.Columns, Column{name, role, m.Of})
	}
	if apart(&sides[0].Is, &sides[1].Is) {
		c.plan.Bounds = []Bound{{0, OfOdds, []int{1, 2}, 1}}
	}
	people.from = q.from
	people.distinct = true
	people.choose(f+".person_id", "person_id")
	people.filter(fmt.Sprintf("(%s.side_1 = 1 OR %s.side_2 = 1)", f, f))
	c.plan.SQL, c.plan.People = q.String(), people.String()
}

// apart reports whether nobody can be in both groups.
func apart(a, b *study.Criterion) bool {
	return a.Is != nil && b.Is != nil &&
		(a.Is.Sex != "" && b.Is.Sex != "" && a.Is.Sex != b.Is.Sex ||
			a.Is.Race != "" && b.Is.Race != "" && a.Is.Race != b.Is.Race)
}

// slug makes a column's name of words.
func slug(words string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(words) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else if s := b.String(); s != "" && !strings.HasSuffix(s, "_") {
			b.WriteByte('_')
		}
	}
	return strings.TrimSuffix(b.String(), "_")
}
