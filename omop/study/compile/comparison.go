package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// A comparison sets the outcomes of two groups side by side, crude, or pooled over strata by Mantel and Haenszel. It
// says how the groups differ and nothing of why.
//
// Risks are of people with the outcome from the day after the index date up to a day, or at any time where none is
// named, whatever the follow-up; rates are of first outcomes after the index date, by the person-time at risk. Each
// column of one row is a measure.

// sides are the numbers of one stratum: a of n in the first group, b of m in the second; n and m are days for rates.
const sidesSQL = `SELECT %sSUM(CASE WHEN x.group_no = 1 THEN x.hit END) AS a, SUM(CASE WHEN x.group_no = 2 THEN x.hit END) AS b,
       SUM(CASE WHEN x.group_no = 1 THEN x.size END) AS n, SUM(CASE WHEN x.group_no = 2 THEN x.size END) AS m,
       SUM(CASE WHEN x.group_no = 1 THEN 1 END) AS people_1, SUM(CASE WHEN x.group_no = 2 THEN 1 END) AS people_2
FROM units AS x%s`

func (c *compiler) comparison() {
	groups := c.groups()
	m := &c.question.Measure
	switch {
	case c.refusal != nil:
		return
	case len(groups) != 2:
		c.refuse("strata", "two groups are compared")
		return
	case len(m.Times) > 1:
		c.refuse("measure.times", "risks are compared at one time")
		return
	}
	units := c.unitRows()
	if c.refusal != nil {
		return
	}
	keys, adjusted := c.adjustment()
	if c.refusal != nil {
		return
	}
	with := []namedQuery{{"members", c.groupMembers(groups)}, {"outcomes", units.outcomes},
		{"units", text(units.sql(adjusted))}, {"sides", text(fmt.Sprintf(sidesSQL, "", ""))}}
	v := &comparison{c: c, names: [2]string{slug(groups[0].Name), slug(groups[1].Name)}, rates: m.OfRates}
	v.crude()
	from := "FROM sides AS s"
	if len(keys) > 0 {
		named := strings.Join(keys, ", ")
		with = append(with, namedQuery{"strata", text(fmt.Sprintf(sidesSQL, named+", ", "\nGROUP BY "+named))},
			namedQuery{"pooled", text(v.pooledSQL())})
		v.pooled()
		from += "\nCROSS JOIN pooled AS q"
	}
	c.plan.SQL = withText(with) + "SELECT " + strings.Join(append(v.list, v.support...), ",\n       ") + "\n" + from
	c.plan.People = withText(with[:3]) +
		"SELECT x.person_id, x.group_no, MAX(x.hit) AS counted FROM units AS x GROUP BY x.person_id, x.group_no"
	c.plan.Notes = append(c.plan.Notes,
		"a crude comparison: the groups may differ in much else, and nothing is said of cause")
}

// unitRows are the people of both groups with their outcome and their time.
type unitRows struct {
	outcomes *query // person_id, event_date
	from     string
	hit      string
	size     string
}

func (c *compiler) unitRows() unitRows {
	event := c.outcomeOf()
	if event == nil {
		return unitRows{}
	}
	q := c.newQuery()
	x, conditions := q.records("", onlyExistence(event), "outcome.has.event", nil)
	if x == nil {
		return unitRows{}
	}
	q.filter(conditions...)
	q.distinct = true
	q.choose(q.who, "person_id")
	q.choose(x.start(), "event_date")
	sign, last := ">", ""
	if event.Domain == study.Death {
		sign = ">="
	}
	if days := c.daysOf(c.question.Measure.Times); len(days) == 1 {
		last = fmt.Sprintf(" AND e.event_date <= m.index_date + INTERVAL '%d' DAY", days[0])
	}
	u := unitRows{outcomes: q, from: "FROM members AS m", size: "1",
		hit: fmt.Sprintf("CASE WHEN EXISTS (SELECT 1 FROM outcomes AS e WHERE e.person_id = m.person_id AND e.event_date %s m.index_date%s) THEN 1 ELSE 0 END", sign, last)}
	if c.question.Measure.OfRates {
		u.from = rateUnits
		u.hit = "CASE WHEN m.event_date <= m.last_date THEN 1 ELSE 0 END"
		u.size = "CAST(LEAST(m.last_date, COALESCE(m.event_date, m.last_date)) - m.index_date AS DOUBLE PRECISION)"
	}
	return u
}

// rateUnits are the members who are observed at the index date and had no outcome up to it.
const rateUnits = `FROM (
  SELECT i.group_no, i.person_id, i.index_date, LEAST(op.observation_period_end_date, COALESCE(d.death_date, op.observation_period_end_date)) AS last_date,
         (SELECT MIN(e.event_date) FROM outcomes AS e WHERE e.person_id = i.person_id) AS event_date
  FROM members AS i
  JOIN observation_period AS op ON op.person_id = i.person_id AND i.index_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date
  LEFT JOIN (SELECT person_id, MIN(death_date) AS death_date FROM death GROUP BY person_id) AS d ON d.person_id = i.person_id
) AS m`

// sql is a row for each person of a group: hit, size, and what is adjusted for.
func (u unitRows) sql(adjusted []column) string {
	list := []string{"m.group_no", "m.person_id", u.hit + " AS hit", u.size + " AS size"}
	join := ""
	for _, a := range adjusted {
		list = append(list, a.expr+" AS "+a.name)
		join = "\nJOIN person AS p ON p.person_id = m.person_id"
	}
	where := ""
	if strings.Contains(u.size, "last_date") {
		where = "\nWHERE m.index_date < m.last_date AND (m.event_date IS NULL OR m.event_date > m.index_date)"
	}
	return "SELECT " + strings.Join(list, ",\n       ") + "\n" + u.from + join + where
}

// adjustment are the strata that are pooled: sex, race, ethnicity, age at the index date, its year.
func (c *compiler) adjustment() (keys []string, columns []column) {
	for i, s := range c.question.Measure.Adjust {
		width := max(1, s.Width)
		expr, ok := map[study.StratumKind]string{study.Sex: "p.gender_concept_id", study.Race: "p.race_concept_id",
			study.Ethnicity: "p.ethnicity_concept_id",
			study.Year:      "EXTRACT(YEAR FROM m.index_date)",
			study.AgeGroup: fmt.Sprintf("FLOOR((EXTRACT(YEAR FROM m.index_date) - p.year_of_birth) / %d.0)",
				width)}[s.Kind]
		if !ok || s.Kind == study.AgeGroup && len(s.Bands) > 0 {
			c.refuse(fmt.Sprintf("measure.adjust[%d]", i),
				"comparisons are pooled over sex, race, ethnicity, age groups of a width and years")
			return nil, nil
		}
		name := fmt.Sprintf("stratum_%d", i+1)
		keys, columns = append(keys, name), append(columns, column{expr, name})
	}
	return keys, columns
}

// comparison are the columns of the answer.
type comparison struct {
	c             *compiler
	names         [2]string
	rates         bool
	list, support []string
}

func (v *comparison) column(name, expr string, role Role) int {
	v.list = append(v.list, expr+" AS "+name)
	v.c.plan.Columns = append(v.c.plan.Columns, Column{name, role, study.Persons})
	return len(v.list) - 1
}

// supporting adds a column that is not shown; the result is to be added to the number of those shown.
func (v *comparison) supporting(name, expr string) int {
	v.support = append(v.support, expr+" AS "+name)
	v.c.plan.Support = append(v.c.plan.Support, name)
	return len(v.support) - 1
}

// crude adds the numbers of both groups, their difference and their ratios.
func (v *comparison) crude() {
	p := v.c.plan
	word, unit := "risk", 100.0
	if v.rates {
		word, unit = "rate", 1000*daysPerYear
		if per := v.c.question.Measure.Per; per > 0 {
			unit = per * daysPerYear
		}
	}
	share := func(a, n string) string { return fmt.Sprintf("1.0 * COALESCE(s.%s, 0) / NULLIF(s.%s, 0)", a, n) }
	one, two := share("a", "n"), share("b", "m")
	ratio := v.column(word+"_ratio", fmt.Sprintf("ROUND(%s / NULLIF(%s, 0), 3)", one, two), Estimate)
	diff := v.column(word+"_difference", fmt.Sprintf("ROUND(%s * (%s - %s), 2)", decimal(unit), one, two), Estimate)
	odds := -1
	if !v.rates {
		odds = v.column("odds_ratio", "ROUND(1.0 * s.a * (s.m - s.b) / NULLIF(1.0 * s.b * (s.n - s.a), 0), 3)",
			Estimate)
	}
	var from []int
	var shares [2]int
	for i, side := range []struct{ a, n, share string }{{"a", "n", one}, {"b", "m", two}} {
		shares[i] = v.column(word+"_"+v.names[i], fmt.Sprintf("ROUND(%s * %s, 2)", decimal(unit), side.share), Estimate)
		from = append(from, v.column("with_outcome_"+v.names[i], "COALESCE(s."+side.a+", 0)", Numerator))
		from = append(from, v.column("patients_"+v.names[i], fmt.Sprintf("COALESCE(s.people_%d, 0)", i+1), Denominator))
		if v.rates {
			v.column("person_years_"+v.names[i], fmt.Sprintf("ROUND(s.%s / 365.25, 1)", side.n), PersonTime)
		}
	}
	p.Pairs = true
	if v.rates {
		n, m := v.supporting("days_1", "s.n"), v.supporting("days_2", "s.m")
		end := len(v.list) + v.pooledColumns()
		from = []int{from[0], end + n, from[2], end + m}
		p.Bounds = append(p.Bounds, Bound{ratio, OfRateRatio, from, 1}, Bound{diff, OfRateDiff, from, unit},
			Bound{shares[0], OfRate, from[:2], unit}, Bound{shares[1], OfRate, from[2:], unit})
		return
	}
	p.Bounds = append(p.Bounds, Bound{ratio, OfRiskRatio, from, 1}, Bound{diff, OfRiskDiff, from, 100},
		Bound{odds, OfOddsRatio, from, 1},
		Bound{shares[0], OfShare, from[:2], 100}, Bound{shares[1], OfShare, from[2:], 100})
}

// pooledColumns is how many columns pooled adds.
func (v *comparison) pooledColumns() int {
	switch {
	case len(v.c.question.Measure.Adjust) == 0:
		return 0
	case v.rates:
		return 1
	}
	return 2
}

// pooledSQL pools the strata: ratios of risks or rates by Mantel and Haenszel with the variance of their logarithm by
// Greenland and Robins (1985), the odds ratio with that of Robins, Breslow and Greenland (1986). Strata that lack one
// of the groups add nothing.
func (v *comparison) pooledSQL() string {
	const numbers = "SELECT 1.0 * COALESCE(t.a, 0) AS a, 1.0 * COALESCE(t.b, 0) AS b, 1.0 * t.n AS n, 1.0 * t.m AS m, 1.0 * (t.n + t.m) AS total FROM strata AS t WHERE t.n > 0 AND t.m > 0"
	if v.rates {
		return "SELECT SUM(h.a * h.m / h.total) / NULLIF(SUM(h.b * h.n / h.total), 0) AS ratio,\n" +
			"       SUM((h.a + h.b) * h.n * h.m / (h.total * h.total)) / NULLIF(SUM(h.a * h.m / h.total) * SUM(h.b * h.n / h.total), 0) AS ratio_variance\nFROM (" + numbers + ") AS h"
	}
	return "SELECT SUM(h.a * h.m / h.total) / NULLIF(SUM(h.b * h.n / h.total), 0) AS ratio,\n" +
		"       SUM((h.n * h.m * (h.a + h.b) - h.a * h.b * h.total) / (h.total * h.total)) / NULLIF(SUM(h.a * h.m / h.total) * SUM(h.b * h.n / h.total), 0) AS ratio_variance,\n" +
		"       SUM(h.r) / NULLIF(SUM(h.s), 0) AS odds,\n" +
		"       SUM(h.p * h.r) / NULLIF(2 * SUM(h.r) * SUM(h.r), 0) + SUM(h.p * h.s + h.o * h.r) / NULLIF(2 * SUM(h.r) * SUM(h.s), 0) + SUM(h.o * h.s) / NULLIF(2 * SUM(h.s) * SUM(h.s), 0) AS odds_variance\n" +
		"FROM (SELECT g.a, g.b, g.n, g.m, g.total, g.a * (g.m - g.b) / g.total AS r, g.b * (g.n - g.a) / g.total AS s,\n" +
		"             (g.a + g.m - g.b) / g.total AS p, (g.b + g.n - g.a) / g.total AS o\n      FROM (" + numbers +
		") AS g) AS h"
}

// pooled adds the pooled ratios.
func (v *comparison) pooled() {
	p := v.c.plan
	word := "risk"
	if v.rates {
		word = "rate"
	}
	ratio := v.column("mantel_haenszel_"+word+"_ratio", "ROUND(q.ratio, 3)", Estimate)
	odds := -1
	if !v.rates {
		odds = v.column("mantel_haenszel_odds_ratio", "ROUND(q.odds, 3)", Estimate)
	}
	end := len(v.list)
	var counts []int
	for i, c := range p.Columns {
		if c.Role == Numerator || c.Role == Denominator {
			counts = append(counts, i)
		}
	}
	bound := func(column int, estimate, variance string) {
		e, s := v.supporting("pooled_"+estimate, "q."+estimate), v.supporting("pooled_"+variance, "q."+variance)
		p.Bounds = append(p.Bounds, Bound{column, OfPooledRatio, append([]int{end + e, end + s}, counts...), 1})
	}
	bound(ratio, "ratio", "ratio_variance")
	if odds >= 0 {
		bound(odds, "odds", "odds_variance")
	}
}
