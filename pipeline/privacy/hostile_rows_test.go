package privacy

import (
	"fmt"
	"strconv"
	"strings"
)

// rows is an attempt whose rows are parts of each other, or of nobody: what outsiders found by hand.
func (h hostile) rows() attempt {
	switch h.r.IntN(11) {
	case 9, 10:
		return h.dates()
	case 0:
		return h.places()
	case 1:
		return h.calendar()
	case 2:
		return h.atRisk()
	case 3:
		return h.ancestors()
	case 4:
		return h.ranks()
	case 5:
		return h.bounds()
	case 6:
		return h.limits()
	case 7:
		return h.peaks()
	}
	return h.sets()
}

// measures are up to three aggregates of people p and their records f: of people twice, or of records.
func (h hostile) measures() string {
	var list []string
	for i := range 1 + h.r.IntN(3) {
		list = append(list, h.one("COUNT(*)", "COUNT(*)", "COUNT(DISTINCT p.person_id)", "COUNT(DISTINCT p.person_id)", "SUM(p.year_of_birth)", "AVG(p.year_of_birth)", "SUM(CASE WHEN "+h.predicate("p.")+" THEN 1 ELSE 0 END)",
			"COUNT(*) FILTER (WHERE "+h.predicate("p.")+")", "COUNT(DISTINCT p.person_id) FILTER (WHERE "+h.predicate("p.")+")", "AVG(("+h.predicate("p.")+")::INT)")+fmt.Sprintf(" AS a%d", i))
	}
	return strings.Join(list, ", ")
}

// where is a condition on people, or none.
func (h hostile) where(percent int) string {
	if !h.chance(percent) {
		return ""
	}
	return " WHERE " + h.predicate("p.")
}

// places groups people by the place of a record among their own, by the time since the one before, or by how many there
// were until then: who has the third is part of who has the second.
func (h hostile) places() attempt {
	table, date := "visit_occurrence", "visit_start_date"
	if h.chance(40) {
		table, date = "condition_occurrence", "condition_start_date"
	}
	window := "OVER (PARTITION BY person_id ORDER BY " + date + ")"
	place := h.one("ROW_NUMBER() "+window, "ROW_NUMBER() "+window, "DENSE_RANK() "+window, "RANK() "+window, "COUNT(*) "+window, "SUM(1) "+window, "NTILE(2) "+window, "COUNT(*) OVER (PARTITION BY person_id)",
		date+" - LAG("+date+") "+window, date+" - MIN("+date+") OVER (PARTITION BY person_id)", "LEAD("+date+") "+window+" IS NULL", "EXTRACT(YEAR FROM "+date+") - EXTRACT(YEAR FROM FIRST_VALUE("+date+") "+window+")")
	key := h.one("f.r", "f.r", "f.r", "CASE f.r WHEN 1 THEN 'first' WHEN 2 THEN 'second' ELSE 'later' END", "f.r >= 2", "LEAST(f.r, 3)", "f.r * 10", "CASE WHEN f.r = 1 THEN p.gender_concept_id END")
	keys := 1
	if h.chance(20) {
		key, keys = key+" AS k, p.gender_concept_id", 2
	}
	from := "(SELECT person_id, " + date + ", " + place + " AS r FROM " + table + ") f JOIN person p ON p.person_id = f.person_id"
	if h.chance(20) { // without a window
		from = fmt.Sprintf("(SELECT x.%[1]s_id, x.person_id, COUNT(*) AS r FROM %[1]s x JOIN %[1]s y ON y.person_id = x.person_id AND y.%[2]s <= x.%[2]s GROUP BY 1, 2) f JOIN person p ON p.person_id = f.person_id", table, date)
	}
	by := "1, 2"[:3*keys-2]
	return attempt{sql: "SELECT " + key + " AS k1, " + h.measures() + " FROM " + from + h.where(40) + " GROUP BY " + by + h.one("", "", " ORDER BY 1"), keys: keys, ignored: make([]bool, keys+3)}
}

// calendar joins people to a series or a table without people, and keeps its rows for which nobody is.
func (h hostile) calendar() attempt {
	rows := h.one("generate_series(1950, 1986) t(k) LEFT JOIN person p ON p.year_of_birth = t.k", "generate_series(1, 12) t(k) LEFT JOIN person p ON EXTRACT(MONTH FROM p.birth_datetime) = t.k", "range(1950, 1987) t(k) LEFT JOIN person p ON p.year_of_birth >= t.k",
		"(SELECT concept_id AS k FROM concept WHERE concept_id > 8500) t LEFT JOIN person p ON p.race_concept_id = t.k", "person p RIGHT JOIN generate_series(1950, 1986, 4) t(k) ON p.year_of_birth BETWEEN t.k AND t.k + 3",
		"(SELECT concept_id AS k FROM concept WHERE concept_id < 4) t LEFT JOIN condition_occurrence c ON c.condition_concept_id = t.k LEFT JOIN person p ON p.person_id = c.person_id",
		"generate_series(DATE '2016-01-01', DATE '2016-01-31', INTERVAL 1 DAY) t(k) LEFT JOIN death d ON d.death_date = t.k LEFT JOIN person p ON p.person_id = d.person_id")
	if strings.Contains(rows, "LEFT JOIN") && h.chance(60) {
		rows += " AND " + h.predicate("p.")
	}
	nobody := h.one("p.person_id IS NULL", "p.person_id IS NULL", "NOT (p.person_id IS NOT NULL)", "p.gender_concept_id IS NULL", "COALESCE(p.person_id, 0) = 0", "p.person_id IS DISTINCT FROM 7", "p.person_id IS NOT NULL", h.predicate("p."))
	where := ""
	if h.chance(60) {
		where = " WHERE " + nobody
	}
	number := func() string {
		return h.one("COUNT(*)", "COUNT(*)", "COUNT(p.person_id)", "COUNT(DISTINCT p.person_id)", "SUM(p.year_of_birth)", "COUNT(DISTINCT t.k)", "COUNT(*) FILTER (WHERE "+nobody+")", "COUNT(*) - COUNT(p.person_id)", "COUNT(CASE WHEN "+nobody+" THEN 1 END)")
	}
	if h.chance(40) {
		return attempt{sql: "SELECT t.k AS k, " + number() + " AS a0, " + number() + " AS a1 FROM " + rows + where + " GROUP BY 1", keys: 1, ignored: make([]bool, 3)}
	}
	if h.chance(30) { // kinds of rows
		return attempt{sql: "SELECT " + nobody + " AS k, " + number() + " AS a0 FROM " + rows + " GROUP BY 1", keys: 1, ignored: make([]bool, 2)}
	}
	return attempt{sql: "SELECT " + number() + " AS a0, " + h.one(number(), "SUM(YEAR(t.k::DATE))", "SUM(t.k)", "AVG(t.k)", "SUM(CASE WHEN "+nobody+" THEN t.k END)", "STDDEV(t.k)") + " AS a1 FROM " + rows + where, ignored: make([]bool, 2)}
}

// atRisk sets people against each limit of a series, or of a list, with shares of all that are rounded.
func (h hostile) atRisk() attempt {
	of := h.one("p.year_of_birth", "p.year_of_birth + EXTRACT(MONTH FROM p.birth_datetime)", "v.visit_end_date - v.visit_start_date", "DATE_DIFF('day', v.visit_start_date, v.visit_end_date)", "DATE_DIFF('month', p.birth_datetime, v.visit_start_date)", "f.n", "f.s", "p.year_of_birth - f.n")
	series := h.one("generate_series(1950, 1986)", "generate_series(1950, 1998, 6)", "generate_series(1, 30)")
	if strings.HasPrefix(of, "f.") {
		series = "generate_series(1, 6)"
	}
	from := series + " t(k) " + h.one("JOIN", "JOIN", "LEFT JOIN") + " (SELECT p.person_id, p.year_of_birth, p.race_concept_id, p.gender_concept_id, p.birth_datetime, p.person_source_value, " + of + " AS x FROM person p JOIN visit_occurrence v USING (person_id) " +
		"JOIN (SELECT person_id, COUNT(*) AS n, MAX(visit_end_date) - MIN(visit_start_date) AS s FROM visit_occurrence GROUP BY 1) f USING (person_id)) p ON p.x " + h.one(">=", ">=", "<=", ">", "<", "=") + " t.k"
	list, told := h.measures(), ""
	if h.chance(40) { // a rounded share tells of the number that it is of
		digits := h.one("0", "1", "2")
		list = "ROUND(100.0 * COUNT(DISTINCT p.person_id) / (SELECT COUNT(*) FROM person), " + digits + ") AS a0, COUNT(DISTINCT p.person_id) FILTER (WHERE " + h.predicate("p.") + ") AS a1"
		told = strings.Replace(list, "ROUND(100.0 * COUNT(DISTINCT p.person_id) / (SELECT COUNT(*) FROM person), "+digits+")", "COUNT(DISTINCT p.person_id)", 1)
	}
	a := attempt{keys: 1, ignored: make([]bool, 4)}
	key := "t.k AS k, "
	end := h.where(30) + " GROUP BY 1"
	if h.chance(25) {
		key, end, a.keys, a.ignored = "", h.where(30), 0, make([]bool, 3)
	}
	a.sql = "SELECT " + key + list + " FROM " + from + end
	if told != "" {
		a.told = "SELECT " + key + told + " FROM " + from + end
	}
	return a
}

// ancestors repeats records by the concepts above theirs, of which one may have all that another has.
func (h hostile) ancestors() attempt {
	from := "condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id JOIN person p ON p.person_id = c.person_id"
	which := h.one("", " AND a.ancestor_concept_id IN (10, 11)", " AND a.ancestor_concept_id IN (10, 12)", " AND a.ancestor_concept_id <> 12", " AND a.min_levels_of_separation > 0", " AND a.ancestor_concept_id IN (SELECT ancestor_concept_id FROM concept_ancestor WHERE descendant_concept_id = 2)")
	where := " WHERE " + h.predicate("p.") + which
	if h.chance(60) {
		return attempt{sql: "SELECT " + h.one("a.ancestor_concept_id", "a.ancestor_concept_id", "a.min_levels_of_separation", "a.ancestor_concept_id > 10") + " AS k, " + h.measures() + " FROM " + from + where + " GROUP BY 1", keys: 1, ignored: make([]bool, 4)}
	}
	return attempt{sql: "SELECT " + h.measures() + " FROM " + from + where, ignored: make([]bool, 3)}
}

// ranks sets a quantile, which between two values tells how many people are below it, beside numbers of people.
func (h hostile) ranks() attempt {
	v := h.one("p.year_of_birth", "p.year_of_birth", "2010 - p.year_of_birth", "-p.year_of_birth")
	q := v
	if h.chance(30) {
		q = "p.year_of_birth * 2"
	}
	at := h.one("0.1", "0.2", "0.25", "0.5", "0.75", "0.87", "0.9", "0.03", "0.97")
	rows := "FROM person p" + h.where(40)
	quantile := "QUANTILE_CONT(" + q + ", " + at + ")"
	count := h.one("COUNT(*) FILTER (WHERE p.year_of_birth < %d)", "SUM(CASE WHEN p.year_of_birth <= %d THEN 1 ELSE 0 END)", "COUNT(*) FILTER (WHERE NOT p.year_of_birth >= %d)", "COUNT(CASE WHEN p.year_of_birth > %d THEN 1 END)", "AVG((p.year_of_birth < %d)::INT)")
	list := fmt.Sprintf(count, 1950+h.r.IntN(37)) + " AS a1, " + h.one("COUNT(*)", "COUNT(DISTINCT p.person_id)", "SUM(p.year_of_birth)", h.count()) + " AS a2"
	and := " WHERE "
	if strings.Contains(rows, " WHERE ") {
		and = " AND "
	}
	below := "CASE WHEN q.v <> FLOOR(q.v) THEN (SELECT COUNT(*) " + rows + and + q + " < q.v) END"
	return attempt{sql: "SELECT " + quantile + " AS a0, " + list + " " + rows, ignored: make([]bool, 3),
		told: "SELECT (SELECT " + below + " FROM (SELECT " + quantile + " AS v " + rows + ") q) AS a0, " + list + " " + rows}
}

// bounds asks by two limits whether a number is just so large, beside numbers that it may be a part of.
func (h hostile) bounds() attempt {
	n := h.one("COUNT(*)", "COUNT(DISTINCT p.person_id)") + " FILTER (WHERE " + h.predicate("p.") + ")"
	limit := 3 + h.r.IntN(22)
	list := h.one("COUNT(*)", "COUNT(*) FILTER (WHERE "+h.predicate("p.")+")", "AVG(("+h.predicate("p.")+")::INT)", "MEDIAN(p.year_of_birth)", h.count()) + " AS a2"
	rows := " FROM person p" + h.where(30)
	shown := h.one("'yes'", "'yes'", "1", "COUNT(*)")
	sql := fmt.Sprintf("SELECT CASE WHEN %[1]s >= %[2]d THEN %[4]s END AS a0, CASE WHEN %[1]s >= %[3]d THEN %[4]s END AS a1, %[5]s%[6]s", n, limit, limit+1, shown, list, rows)
	return attempt{sql: sql, ignored: []bool{false, true, strings.HasPrefix(list, "MEDIAN")}, told: fmt.Sprintf("SELECT CASE WHEN %[1]s = %[2]d THEN %[1]s END AS a0, 0 AS a1, %[3]s%[4]s", n, limit, list, rows)}
}

// sets groups people in several ways in one result.
func (h hostile) sets() attempt {
	a, b := h.key(), h.key()
	by := h.one("GROUPING SETS ((1), (2))", "GROUPING SETS ((1), (2), ())", "GROUPING SETS ((1, 2), (2), ())", "GROUPING SETS ((1, 2), ())", "GROUPING SETS ((1), (2), (1, 2))", "CUBE (1, 2)", "ROLLUP (1, 2)")
	return attempt{sql: "SELECT " + a + " AS k0, " + b + " AS k1, " + h.measures() + " FROM " + h.one("person p", h.from()) + h.where(30) + " GROUP BY " + by, keys: 2, ignored: make([]bool, 5)}
}

// limits adds up a number with two limits, which tells how many are beyond the first, beside a count of nearly the same.
func (h hostile) limits() attempt {
	limit, rows := 1951+h.r.IntN(34), " FROM person p"+h.where(30)
	second := h.one("p.year_of_birth", "p.year_of_birth", "YEAR(p.birth_datetime) - YEAR(p.birth_datetime) + p.year_of_birth")
	count := h.one("COUNT(*) FILTER (WHERE p.year_of_birth > LIMIT AND "+h.predicate("p.")+")", "SUM(CASE WHEN p.year_of_birth > LIMIT AND "+h.predicate("p.")+" THEN 1 ELSE 0 END)", "COUNT(*) - COUNT(*) FILTER (WHERE p.year_of_birth <= LIMIT)",
		"COUNT(DISTINCT p.person_id) FILTER (WHERE p.year_of_birth > LIMIT OR "+h.predicate("p.")+")")
	list := strings.Replace(count, "LIMIT", strconv.Itoa(limit), 1) + " AS a2"
	capped := h.one("LEAST(%[1]s, %[2]d)", "CASE WHEN %[1]s > %[2]d THEN %[2]d ELSE %[1]s END")
	a0, a1 := fmt.Sprintf(capped, "p.year_of_birth", limit), fmt.Sprintf(capped, second, limit+1)
	return attempt{sql: "SELECT SUM(" + a0 + ") AS a0, SUM(" + a1 + ") AS a1, " + list + rows, ignored: make([]bool, 3), whole: true,
		told: fmt.Sprintf("SELECT NULL AS a0, COUNT(*) FILTER (WHERE p.year_of_birth > %d) AS a1, %s%s", limit, list, rows)}
}

// peaks tells the largest values of all and of two groups: the first is that of who is in neither, if it is larger.
func (h hostile) peaks() attempt {
	v, one, other, rows := h.one("p.year_of_birth", "p.birth_datetime", "EXTRACT(YEAR FROM p.birth_datetime)"), h.predicate("p."), h.predicate("p."), " FROM person p"+h.where(30)
	sql := fmt.Sprintf("SELECT MAX(%[1]s) AS a0, MAX(%[1]s) FILTER (WHERE %[2]s) AS a1, MAX(CASE WHEN %[3]s THEN %[1]s END) AS a2%[4]s", v, one, other, rows)
	told := fmt.Sprintf("SELECT CASE WHEN MAX(%[1]s) > MAX(%[1]s) FILTER (WHERE (%[2]s) OR (%[3]s)) THEN COUNT(*) FILTER (WHERE NOT COALESCE((%[2]s) OR (%[3]s), FALSE)) END AS a0, NULL AS a1, NULL AS a2%[4]s", v, one, other, rows)
	return attempt{sql: sql, ignored: []bool{false, true, true}, told: told, whole: true}
}

// dates adds up two dates of a record that are cut alike, whose difference is how many went over a cut, or one date that
// is cut in two ways: the months of people who had something in March and April tell how many had it in April.
func (h hostile) dates() attempt {
	cut := h.one("YEAR(%s)", "YEAR(%s)", "MONTH(%s)", "QUARTER(%s)", "EXTRACT(YEAR FROM %s)", "DATE_PART('month', %s)", "CAST(DATE_PART('year', %s) AS INTEGER)", "YEAR(%s) // 2", "FLOOR(YEAR(%s) / 4.0)", "ROUND(MONTH(%s) / 3.0)", "YEAR(%s) - 1950",
		"DATE_DIFF('month', DATE '2000-01-01', %s)", "DATE_DIFF('year', DATE '2000-01-01', %s)", "(YEAR(%s) + 0.5) * 2", "COALESCE(MONTH(%s), 0)", "LEAST(YEAR(%s), 2030)", "DATE_TRUNC('year', %s)::DATE - DATE '2000-01-01'", "%s - DATE '2000-01-01'")
	shift := h.one("", " + 270", " + 275", " + 280", " - 60")
	a, b := fmt.Sprintf(cut, "visit_end_date"+shift), fmt.Sprintf(cut, "visit_start_date"+shift)
	told := "SUM(%s)"
	if h.chance(25) {
		a, b, told = "YEAR(visit_start_date) * 12 + MONTH(visit_start_date)", h.one("YEAR(visit_start_date)", "DATE_DIFF('year', DATE '2000-01-01', visit_start_date)", "YEAR(visit_start_date) - 1900"), "12 * SUM(YEAR(visit_start_date)) + 3 * COUNT(%s)"
	}
	where := h.one("", fmt.Sprintf(" WHERE visit_start_date < DATE '2011-03-%02d'", 24+h.r.IntN(7)), fmt.Sprintf(" WHERE visit_end_date < DATE '2011-04-%02d'", 1+h.r.IntN(20)), " WHERE person_id IN (SELECT person_id FROM person WHERE "+h.predicate("")+")")
	from := h.one("visit_occurrence", "visit_occurrence", "(SELECT * FROM visit_occurrence) v", "(SELECT x.person_id, MAX(x.visit_end_date) AS visit_end_date, MIN(x.visit_start_date) AS visit_start_date FROM visit_occurrence x GROUP BY x.person_id) v") + where
	function := h.one("SUM", "SUM", "AVG")
	other := h.one("COUNT(*)", "COUNT(DISTINCT person_id)", "AVG(visit_end_date - visit_start_date)", "MAX(YEAR(visit_end_date))", "STDDEV("+a+")")
	first, second := "SUM("+a+")", fmt.Sprintf(told, b)
	sums := []string{fmt.Sprintf("%s(%s)", function, a), fmt.Sprintf("%s(%s)", function, b)}
	if h.chance(50) {
		sums[0], sums[1], first, second = sums[1], sums[0], second, first
	}
	list := "SELECT %[1]s AS a0, %[2]s AS a1, %[3]s AS a2 FROM %[4]s"
	keys, ignored := 0, []bool{false, false, true}
	switch h.r.IntN(5) {
	case 0:
		list = "SELECT (SELECT %[1]s FROM %[4]s) AS a0, (SELECT %[2]s FROM %[4]s) AS a1, (SELECT %[3]s FROM %[4]s) AS a2"
	case 1:
		list = "WITH s AS (SELECT %[1]s AS a0 FROM %[4]s), e AS (SELECT %[2]s AS a1, %[3]s AS a2 FROM %[4]s) SELECT a0, a1, a2 FROM s, e"
	case 2:
		list, keys, ignored = "SELECT 's' AS k, %[1]s AS a0 FROM %[4]s UNION ALL SELECT 'e', %[2]s FROM %[4]s", 1, []bool{false, false}
	}
	fill := func(a0, a1, a2 string) string {
		return strings.ReplaceAll(fmt.Sprintf(list+"%[5]s", a0, a1, a2, from, ""), "%!(EXTRA string=)", "")
	}
	return attempt{sql: fill(sums[0], sums[1], other), told: fill(first, second, "MAX(NULL)"), keys: keys, ignored: ignored, whole: true}
}
