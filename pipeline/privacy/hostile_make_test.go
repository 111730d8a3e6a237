package privacy

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// hostile makes SELECTs that are meant to tell of few people, of all that language.tsv leaves.
type hostile struct{ r *rand.Rand }

func (h hostile) one(of ...string) string { return of[h.r.IntN(len(of))] }
func (h hostile) chance(percent int) bool { return h.r.IntN(100) < percent }

// attempt is a statement: its first columns are keys. A column of extremes shows somebody's value, which
// docs/privacy.md says; an order is no number.
type attempt struct {
	sql     string
	keys    int
	ignored []bool // of the columns
	told    string // the same with the numbers that columns tell of in another form, NULL where they tell none
	whole   bool   // told by all numbers of a row together
}

// predicate is a condition on a person's row.
func (h hostile) predicate(p string) string {
	simple := func() string {
		switch h.r.IntN(8) {
		case 0: // people by their records
			of := h.one("condition_occurrence x WHERE x.condition_concept_id = 2 AND ", "condition_occurrence x WHERE x.condition_concept_id IN (1, 2) AND ", "death x WHERE ", "visit_occurrence x WHERE x.visit_concept_id = 9201 AND ", "measurement x WHERE x.value_as_number > 30 AND ",
				"condition_occurrence x JOIN concept k ON k.concept_id = x.condition_concept_id AND k.concept_name = 'asthma' WHERE ")
			return h.one("", "NOT ") + "EXISTS (SELECT 1 FROM " + of + "x.person_id = " + p + "person_id)"
		case 1:
			return p + "person_id " + h.one("", "NOT ") + "IN (SELECT person_id FROM " + h.one("death", "condition_occurrence WHERE condition_concept_id = 2", "visit_occurrence WHERE visit_concept_id = 9201",
				"condition_occurrence GROUP BY person_id HAVING COUNT(*) >= 4", "person EXCEPT SELECT person_id FROM death", "person WHERE race_concept_id <> 8515 INTERSECT SELECT person_id FROM visit_occurrence") + ")"
		case 2: // of the person alone
			return h.one("(SELECT COUNT(*) FROM visit_occurrence x WHERE x.person_id = "+p+"person_id) ", "(SELECT COUNT(DISTINCT x.condition_concept_id) FROM condition_occurrence x WHERE x.person_id = "+p+"person_id) ") + h.one(">= 2", "= 3", "> 0", "<> 1")
		}
		return h.one(p+"race_concept_id = 8515", p+"race_concept_id <> 8515", p+"race_concept_id IN (8516, 8527)", p+"race_concept_id > 8515", p+"race_concept_id IN (SELECT concept_id FROM concept WHERE concept_name <> 'Asian')", p+"gender_concept_id = 8532", p+"gender_concept_id = 8507",
			p+"year_of_birth = 1954", p+"year_of_birth <> 1957", p+"year_of_birth < 1960", p+"year_of_birth BETWEEN 1951 AND 1980", "2009 - "+p+"year_of_birth >= 40", p+"year_of_birth % 10 = 4", p+"birth_datetime = DATE '1950-10-02'", p+"birth_datetime <> DATE '1950-05-18'",
			p+"birth_datetime > DATE '1950-06-01'", "EXTRACT(MONTH FROM "+p+"birth_datetime) = 5", p+"birth_datetime IS NOT NULL", p+"person_source_value = 'SECRET3'", p+"person_source_value LIKE '%3'", p+"person_id = 2", "TRUE")
	}
	switch h.r.IntN(5) {
	case 0:
		return simple() + " AND " + simple()
	case 1:
		return "(" + simple() + " OR " + simple() + ")"
	case 2:
		return "NOT (" + simple() + ")"
	}
	return simple()
}

// value is a number of a person.
func (h hostile) value() string {
	return h.one("p.year_of_birth", "p.year_of_birth", "2015 - p.year_of_birth", "CASE WHEN "+h.predicate("p.")+" THEN p.year_of_birth ELSE 0 END", "CASE WHEN "+h.predicate("p.")+" THEN p.year_of_birth END",
		"CASE WHEN "+h.predicate("p.")+" THEN 1000 ELSE 1 END", "CASE WHEN "+h.predicate("p.")+" THEN 1 ELSE 0 END", "("+h.predicate("p.")+")::INT", "LEAST(p.year_of_birth, 1951)", "GREATEST(0, p.year_of_birth - 1959)",
		"p.year_of_birth * ("+h.predicate("p.")+")::INT", "FLOOR((p.year_of_birth - 1951) / 10.0)", "ABS(p.year_of_birth - 1953) - ABS(p.year_of_birth - 1955)", "NULLIF(p.year_of_birth, 1954)", "COALESCE(NULLIF(p.year_of_birth, 1954), 0)",
		"CAST(p.birth_datetime AS DATE) - DATE '1950-01-01'", "DATE_DIFF('day', CAST(p.birth_datetime AS DATE), DATE '2009-01-01')", "DATE_DIFF('year', CAST(p.birth_datetime AS DATE), DATE '2009-01-01') - CASE WHEN "+h.predicate("p.")+" THEN 1 ELSE 0 END",
		"DATE_SUB('year', CAST(p.birth_datetime AS DATE), DATE '2009-06-30')", "YEAR(p.birth_datetime) - p.year_of_birth", "p.year_of_birth / 10.0", "(2009 - p.year_of_birth) // 10", "p.year_of_birth * p.year_of_birth", "LENGTH(p.person_source_value)")
}

// aggregate is one aggregate of a person-level FROM with the alias p.
func (h hostile) aggregate() (text string, ignored bool) {
	filter := ""
	if h.chance(35) {
		filter = " FILTER (WHERE " + h.predicate("p.") + ")"
	}
	v := h.value()
	switch h.r.IntN(17) {
	case 0, 1, 2:
		return "COUNT(*)" + filter, false
	case 3, 4:
		return "COUNT(DISTINCT p.person_id)" + filter, false
	case 5, 6:
		return "SUM(" + v + ")" + filter, false
	case 7, 8:
		return "AVG(" + v + ")" + filter, false
	case 9:
		return h.one("MAX(", "MIN(") + v + ")" + filter, true
	case 10:
		return "100.0 * COUNT(*) FILTER (WHERE " + h.predicate("p.") + ") / NULLIF(" + h.one("COUNT(*)", "COUNT(DISTINCT p.person_id)", "SUM(2009 - p.year_of_birth)") + ", 0)", false
	case 11:
		return h.one("STDDEV(", "VAR_POP(", "VARIANCE(") + v + ")" + filter, false
	case 12:
		return h.one("MEDIAN("+v+")", "QUANTILE_CONT("+v+", 0.25)", "PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY "+v+")", "CORR(p.year_of_birth, "+v+")", "BOOL_OR("+h.predicate("p.")+")") + filter, true
	case 13:
		if h.chance(20) { // how many kinds of what is recorded docs/privacy.md says to be shown
			return "COUNT(DISTINCT p.year_of_birth)" + filter, true
		}
		return "COUNT(DISTINCT " + h.one("CASE WHEN "+h.predicate("p.")+" THEN p.year_of_birth ELSE 0 END", "GREATEST(p.year_of_birth, 1979)", "CASE WHEN "+h.predicate("p.")+" THEN p.person_id END",
			"CASE WHEN "+h.predicate("p.")+" THEN p.birth_datetime ELSE DATE '1900-01-01' END", "(p.person_id, p.year_of_birth)") + ")" + filter, false
	case 14:
		return "SUM(CASE WHEN " + h.predicate("p.") + " THEN 1 ELSE 0 END)" + filter, false
	}
	return "COUNT(CASE WHEN " + h.predicate("p.") + " THEN 1 END)", false
}

// form is an aggregate in another form.
func (h hostile) form(a string) string {
	switch h.r.IntN(16) {
	case 0:
		return a + " * 1.0"
	case 1:
		return a + " / 1000.0"
	case 2:
		return "CAST(" + a + " AS VARCHAR)"
	case 3:
		return "LN(" + a + ")"
	case 4:
		return "NULLIF(" + a + ", " + h.one("0", "3", "22") + ")"
	case 5:
		return "ROUND(" + a + ", " + h.one("0", "1", "2") + ")"
	case 6:
		return "CASE WHEN " + a + " < 3 THEN NULL ELSE " + a + " END"
	case 7:
		return a + " || ' of'"
	case 8:
		b, ignored := h.aggregate()
		if ignored {
			return a
		}
		return a + h.one(" - ", " + ", " * 1.0 / ", " * ") + b
	case 9:
		return h.one("COALESCE("+a+", 0)", "SQRT("+a+")", "1 - "+a, a+" / (SELECT COUNT(*) FROM person)", a+" * 100.0 / "+h.count())
	}
	return a
}

func (h hostile) key() string {
	return h.one("p.race_concept_id", "p.race_concept_id", "p.gender_concept_id", "p.gender_concept_id", "p.year_of_birth", "FLOOR(p.year_of_birth / 10) * 10", "p.year_of_birth - p.year_of_birth % 10", "CASE WHEN p.year_of_birth < 1970 THEN 'old' ELSE 'young' END",
		"CASE WHEN 2009 - p.year_of_birth < 30 THEN 'a' WHEN 2009 - p.year_of_birth < 50 THEN 'b' ELSE 'c' END", "p.birth_datetime", "EXTRACT(MONTH FROM p.birth_datetime)", "CASE WHEN "+h.predicate("p.")+" THEN p.race_concept_id END", h.predicate("p."), "p.person_source_value",
		"CAST(p.race_concept_id AS VARCHAR) || '-' || p.gender_concept_id", "(SELECT k.concept_name FROM concept k WHERE k.concept_id = p.race_concept_id)", "p.person_id IN (SELECT person_id FROM death)")
}

// columns are those of person that a query in FROM has to put out.
const wardColumns = "person_id, race_concept_id, gender_concept_id, birth_datetime, person_source_value, "

func (h hostile) from() string {
	switch h.r.IntN(3) {
	case 0:
		return "person p"
	case 1: // with records
		return "person p " + h.one("JOIN condition_occurrence c USING (person_id)", "JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 1", "LEFT JOIN death d ON d.person_id = p.person_id",
			"LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND "+h.predicate("p."), "SEMI JOIN death d ON d.person_id = p.person_id", "ANTI JOIN death d USING (person_id)", "JOIN measurement m ON m.person_id = p.person_id AND m.value_as_number > 10",
			"JOIN concept k ON k.concept_id = p.race_concept_id", "JOIN person q ON q.person_id = p.person_id", "JOIN person q ON q.race_concept_id = p.race_concept_id AND q.person_id <> p.person_id", ", (SELECT COUNT(*) AS all_of_them FROM person) t",
			"JOIN (SELECT person_id, MIN(visit_start_date) AS first, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1 HAVING COUNT(*) >= 2) f ON f.person_id = p.person_id",
			"JOIN (SELECT person_id, visit_concept_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS r FROM visit_occurrence) f ON f.person_id = p.person_id AND f.r = 1",
			"JOIN (SELECT person_id, visit_start_date - LAG(visit_start_date) OVER (PARTITION BY person_id ORDER BY visit_start_date) AS gap FROM visit_occurrence) f ON f.person_id = p.person_id AND f.gap >= 30",
			"JOIN (SELECT DISTINCT ON (person_id) person_id, condition_concept_id AS first_of FROM condition_occurrence ORDER BY person_id, condition_start_date) f ON f.person_id = p.person_id",
			"JOIN (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id = 1 UNION SELECT person_id FROM death) f ON f.person_id = p.person_id",
			"ASOF JOIN (SELECT person_id, visit_start_date AS s FROM visit_occurrence) f ON f.person_id = p.person_id AND p.birth_datetime <= f.s", ", LATERAL (SELECT COUNT(*) > 1 AS often FROM visit_occurrence x WHERE x.person_id = p.person_id) f",
			"JOIN range(1950, 1954) s(i) ON s.i <> p.year_of_birth", "JOIN (VALUES (8515, 100), (8516, 1), (8527, 1)) w(r, w) ON w.r = p.race_concept_id")
	}
	return h.one("(SELECT * FROM person WHERE "+h.predicate("")+") p", "(SELECT * FROM person UNION ALL SELECT * FROM person WHERE "+h.predicate("")+") p", "(SELECT * FROM person UNION SELECT * FROM person WHERE "+h.predicate("")+") p",
		"(SELECT "+wardColumns+"CASE WHEN "+h.predicate("")+" THEN year_of_birth ELSE 1950 END AS year_of_birth FROM person) p",
		"(SELECT "+wardColumns+"MAX(CASE WHEN "+h.predicate("")+" THEN 1 ELSE 0 END) AS year_of_birth FROM person GROUP BY ALL) p",
		"(SELECT p.person_id, race_concept_id, gender_concept_id, birth_datetime, person_source_value, COUNT(v.visit_occurrence_id) AS year_of_birth FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY ALL) p",
		"(SELECT "+wardColumns+"(SELECT MAX(x.value_as_number) FROM measurement x WHERE x.person_id = p.person_id) AS year_of_birth FROM person p) p")
}

// grouped is a SELECT that groups people.
func (h hostile) grouped() attempt {
	keys, out := h.r.IntN(3), attempt{}
	var list, group []string
	for i := range keys {
		list = append(list, fmt.Sprintf("%s AS k%d", h.key(), i))
		group = append(group, strconv.Itoa(i+1))
		out.ignored = append(out.ignored, false)
	}
	for i := range 1 + h.r.IntN(4) {
		a, ignored := h.aggregate()
		list = append(list, fmt.Sprintf("%s AS a%d", h.form(a), i))
		out.ignored = append(out.ignored, ignored)
	}
	if h.chance(10) { // beside a number of all
		list, out.ignored = append(list, h.count()+" AS t"), append(out.ignored, false)
	}
	out.keys = keys
	out.sql = "SELECT " + strings.Join(list, ", ") + " FROM " + h.from()
	if h.chance(35) {
		out.sql += " WHERE " + h.predicate("p.")
	}
	if keys > 0 {
		by := strings.Join(group, ", ")
		if h.chance(20) {
			by = h.one("ROLLUP ("+by+")", "CUBE ("+by+")", "GROUPING SETS (("+by+"), (1), ("+by+"))")
		}
		out.sql += " GROUP BY " + by
	}
	if h.chance(20) {
		out.sql += " HAVING " + h.one("COUNT(*)", "COUNT(DISTINCT p.person_id)", "COUNT(DISTINCT p.person_id)") + h.one(" >= 3", " > 5", " >= 5", " >= 9")
	}
	return out
}

// count is a number of people or of a sum over them, by itself.
func (h hostile) count() string {
	of := h.one("COUNT(DISTINCT p.person_id)", "COUNT(DISTINCT p.person_id)", "COUNT(DISTINCT p.person_id)", "SUM(p.year_of_birth)", "AVG(p.year_of_birth)", "AVG(("+h.predicate("p.")+")::INT)")
	from := h.one("person p", "person p", "(SELECT * FROM person) p", "person p SEMI JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 3",
		"(SELECT x.* FROM person x JOIN (SELECT DISTINCT person_id FROM visit_occurrence) v USING (person_id)) p")
	return "(SELECT " + of + " FROM " + from + " WHERE " + h.predicate("p.") + ")"
}

// attempt is a statement.
func (h hostile) attempt() attempt {
	g := h.grouped()
	n := len(g.ignored)
	switch h.r.IntN(28) {
	case 0: // scalars beside each other
		out := attempt{}
		var list []string
		for i := range 2 + h.r.IntN(3) {
			a, ignored := h.aggregate()
			list = append(list, fmt.Sprintf("(SELECT %s FROM %s WHERE %s) AS s%d", a, h.from(), h.predicate("p."), i))
			out.ignored = append(out.ignored, ignored)
		}
		out.sql = "SELECT " + strings.Join(list, ", ")
		return out
	case 1: // groups of groups
		a, ignored := h.aggregate()
		return attempt{sql: "SELECT " + h.one("SUM(n)", "AVG(n)", "MAX(n)", "COUNT(*)", "SUM(n * k)", "SUM(1.0 / n)", "SUM(n * n)", "SUM(n) / COUNT(*)") + " AS x, SUM(n) AS y FROM (SELECT " + h.key() + " AS k, " + a + " AS n FROM " + h.from() +
			" GROUP BY 1" + h.one("", "", " ORDER BY 2 DESC LIMIT 2", " HAVING COUNT(DISTINCT p.person_id) >= 3") + ") g" + h.one("", "", " WHERE n > 2", ", range(4) r(i)"), keys: 0, ignored: []bool{true, ignored}}
	case 2, 3: // a window over groups
		if g.keys > 0 && !strings.Contains(g.sql, "ROLLUP") && !strings.Contains(g.sql, "CUBE") {
			w := h.one("SUM(a0) OVER ()", "LAG(a0) OVER (ORDER BY k0)", "LEAD(a0) OVER (ORDER BY k0)", "SUM(a0) OVER (ORDER BY k0)", "a0 * 1.0 / SUM(a0) OVER ()", "a0 - LAG(a0) OVER (ORDER BY k0)", "AVG(a0) OVER (ORDER BY k0 ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)")
			if h.chance(30) { // with no number beside it
				only := h.one("SUM(a0) OVER (ORDER BY k0 DESC)", "SUM(a0) OVER (ORDER BY k0 ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)", "SUM(a0) OVER (PARTITION BY k0 = 8527)", w)
				return attempt{sql: "SELECT k0, " + only + " AS w FROM (" + g.sql + ") g", keys: 1, ignored: []bool{false, g.ignored[g.keys]}}
			}
			return attempt{sql: "SELECT *, " + w + " AS w FROM (" + g.sql + ") g" + h.one("", " LIMIT 2", " ORDER BY a0 DESC LIMIT 2"), keys: g.keys, ignored: append(g.ignored, g.ignored[g.keys])}
		}
	case 4: // a total below
		a, ignored := h.aggregate()
		return attempt{sql: fmt.Sprintf("SELECT CAST(p.race_concept_id AS VARCHAR) AS k, %s AS a FROM person p GROUP BY 1%s UNION ALL SELECT 'all', %s FROM person p WHERE %s", a, h.one("", " HAVING COUNT(*) >= 3"), a, h.predicate("p.")), keys: 1, ignored: []bool{false, ignored}}
	case 5: // steps
		return attempt{sql: fmt.Sprintf("SELECT 1 AS step, COUNT(*) AS n FROM person p UNION ALL SELECT 2, COUNT(*) FROM person p WHERE %s UNION ALL SELECT 3, COUNT(*) FROM person p WHERE %s AND %s", h.predicate("p."), h.predicate("p."), h.predicate("p.")), keys: 1, ignored: []bool{false, false}}
	case 6:
		if g.keys > 0 {
			return attempt{sql: g.sql + " ORDER BY " + h.one(strconv.Itoa(n), "1", "COUNT(*) DESC", "AVG(year_of_birth)") + h.one(" LIMIT 1", " LIMIT 2", " LIMIT 1 OFFSET 1"), keys: g.keys, ignored: g.ignored}
		}
	case 7: // sums of values that are no whole numbers
		a := h.one("SUM", "SUM", "AVG") + "(" + h.one("m.value_as_number", "m.value_as_number / 18.0", "m.value_as_number * 1000000") + ")"
		rows := "FROM person p JOIN measurement m USING (person_id)"
		return attempt{sql: "SELECT " + h.one("p.race_concept_id", "p.gender_concept_id", "CAST(p.race_concept_id AS VARCHAR) || '-' || p.gender_concept_id") + " AS k, " + h.form(a) + " AS a " + rows + " GROUP BY " +
			h.one("ROLLUP (1)", "1 UNION ALL SELECT NULL, "+a+" "+rows, "1 UNION ALL SELECT NULL, "+a+" "+rows+" WHERE "+h.predicate("p."), "1"), keys: 1, ignored: []bool{false, false}}
	case 8: // people in several groups, of which one may be part of another
		a := h.one("COUNT(DISTINCT person_id)", "COUNT(*)", "SUM(year_of_birth)")
		from := h.one("person JOIN range(1950, 1990, 3) y(l) ON year_of_birth <= y.l AND (%s)",
			"(VALUES ('a', 1900, 1960), ('b', 1900, 1962), ('c', 1955, 1999)) b(l, lo, hi) JOIN person ON year_of_birth BETWEEN b.lo AND b.hi AND (%s)",
			"(SELECT person_id, year_of_birth, 'a' AS l FROM person UNION ALL SELECT person_id, year_of_birth, 'b' FROM person WHERE %s) u", "person, (VALUES ('a'), ('b')) w(l) WHERE l = 'a' OR (%s)",
			"person JOIN (SELECT concept_name AS l FROM concept WHERE concept_id IN (8507, 8532)) k ON k.l = 'MALE' OR (%s)", "(SELECT concept_name AS l, concept_id FROM concept) k JOIN condition_occurrence c ON c.condition_concept_id = k.concept_id JOIN person USING (person_id) WHERE (%s)")
		return attempt{sql: "SELECT l AS k, " + a + " AS n FROM " + fmt.Sprintf(from, h.predicate("")) + " GROUP BY 1", keys: 1, ignored: []bool{false, false}}
	case 9: // numbers of several tables
		var list []string
		for i := range 3 + h.r.IntN(3) {
			list = append(list, h.count()+fmt.Sprintf(" AS a%d", i))
		}
		if h.chance(30) {
			for i := range list {
				list[i] = fmt.Sprintf("SELECT %d AS k, ", i) + list[i]
			}
			return attempt{sql: strings.Join(list, " UNION ALL "), keys: 1, ignored: []bool{false, false}}
		}
		return attempt{sql: "SELECT " + strings.Join(list, ", "), keys: 0, ignored: make([]bool, len(list))}
	case 10: // numbers that are made of groups
		list, rows := []string{}, "(SELECT p.race_concept_id AS k, COUNT(*) AS n, COUNT(*) FILTER (WHERE "+h.predicate("p.")+") AS m FROM person p GROUP BY 1) g"
		for i := range 2 + h.r.IntN(3) {
			list = append(list, h.one("SUM(n)", "SUM(m)", "MAX(n)", "MIN(m)", "AVG(n)", "AVG(m)", "SUM(n - m)", "SUM(m) * 1.0 / SUM(n)", "AVG(m * 1.0 / n)", "SUM(n) - SUM(m)", "MAX(n - m)", "SUM(n * m)", "COUNT(*)", h.count(), "SUM(CASE WHEN k = 8516 THEN n ELSE 0 END)")+fmt.Sprintf(" AS a%d", i))
		}
		return attempt{sql: "SELECT " + strings.Join(list, ", ") + " FROM " + rows, keys: 0, ignored: make([]bool, len(list))}
	case 11: // groups beside groups of others
		a, ignored := h.aggregate()
		return attempt{sql: fmt.Sprintf("WITH a AS (SELECT p.race_concept_id AS k, %s AS n FROM person p GROUP BY 1), b AS (SELECT p.race_concept_id AS k, %s AS m FROM person p WHERE %s GROUP BY 1) SELECT a.k, a.n, b.m, a.n * 1.0 / b.m AS r FROM a %s b ON b.k = a.k",
			a, a, h.predicate("p."), h.one("JOIN", "LEFT JOIN")), keys: 1, ignored: []bool{false, ignored, ignored, ignored}}
	case 12: // a number beside each concept
		a := h.one("COUNT(DISTINCT c.person_id)", "COUNT(*)", "MIN(c.condition_start_date)")
		return attempt{sql: "SELECT k.concept_name AS k, (SELECT " + a + " FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id WHERE c.condition_concept_id = k.concept_id AND " + h.predicate("p.") + ") AS n, (SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence c " +
			"WHERE c.condition_concept_id = k.concept_id) AS t FROM concept k" + h.one("", " ORDER BY n DESC LIMIT 2"), keys: 1, ignored: []bool{false, strings.HasPrefix(a, "MIN"), false}}
	case 13: // what each person had in all, or first
		k := h.one("STRING_AGG(DISTINCT CAST(c.condition_concept_id AS VARCHAR), ',')", "COUNT(*)", "COUNT(DISTINCT c.condition_concept_id)", "ARG_MIN(c.condition_concept_id, c.condition_start_date)", "MIN(EXTRACT(YEAR FROM c.condition_start_date))", "BOOL_OR(c.condition_concept_id = 2)",
			"MAX(c.condition_start_date) - MIN(c.condition_start_date)")
		a := h.one("COUNT(*)", "COUNT(*)", "AVG(2010 - year_of_birth)", "SUM(year_of_birth)")
		return attempt{sql: "SELECT k, " + a + " AS n, COUNT(*) FILTER (WHERE " + h.predicate("p.") + ") AS m FROM (SELECT c.person_id, " + k + " AS k FROM condition_occurrence c GROUP BY 1) f JOIN person p ON p.person_id = f.person_id GROUP BY 1", keys: 1, ignored: []bool{false, false, false}}
	case 14: // numbers of what each person had
		k := h.one("COUNT(*)", "COUNT(DISTINCT c.condition_concept_id)", "SUM(CASE WHEN c.condition_concept_id = 2 THEN 1 ELSE 0 END)", "MAX(CASE WHEN c.condition_concept_id = 2 THEN 1 ELSE 0 END) + MAX(CASE WHEN c.condition_concept_id = 1 THEN 1 ELSE 0 END)",
			"MAX(c.condition_start_date) - MIN(c.condition_start_date)", "COUNT(*) FILTER (WHERE c.condition_concept_id = 1)")
		var list []string
		for i := range 1 + h.r.IntN(3) {
			list = append(list, h.one("SUM(n)", "AVG(n)", "STDDEV(n)", "COUNT(*)", "COUNT(*) FILTER (WHERE n >= 2)", "AVG(n) FILTER (WHERE "+h.predicate("p.")+")", "SUM(n) FILTER (WHERE "+h.predicate("p.")+")", "CORR(n, year_of_birth)")+fmt.Sprintf(" AS a%d", i))
		}
		return attempt{sql: "SELECT " + strings.Join(list, ", ") + " FROM (SELECT c.person_id, " + k + " AS n FROM condition_occurrence c GROUP BY 1) f JOIN person p ON p.person_id = f.person_id", keys: 0, ignored: make([]bool, len(list))}
	case 15, 16, 17, 18, 19, 20, 21, 22:
		return h.rows()
	case 26, 27:
		return h.weights()
	}
	return g
}
