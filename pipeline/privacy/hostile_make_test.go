package privacy

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// hostile makes SELECTs that are meant to tell of few people.
type hostile struct{ r *rand.Rand }

func (h hostile) one(of ...string) string { return of[h.r.IntN(len(of))] }
func (h hostile) chance(percent int) bool { return h.r.IntN(100) < percent }

// attempt is a statement: its first columns are keys. A column of extremes shows somebody's value, which
// docs/privacy.md says; an order is no number.
type attempt struct {
	sql     string
	keys    int
	ignored []bool // of the columns
}

func (h hostile) predicate(p string) string {
	simple := func() string {
		return h.one(p+"race_concept_id = 8515", p+"race_concept_id <> 8515", p+"race_concept_id IN (8516, 8527)", p+"race_concept_id > 8515", p+"gender_concept_id = 8532", p+"gender_concept_id = 8507",
			p+"year_of_birth = 1954", p+"year_of_birth <> 1957", p+"year_of_birth < 1960", p+"year_of_birth BETWEEN 1951 AND 1980", p+"birth_datetime = DATE '1950-10-02'", p+"birth_datetime <> DATE '1950-05-18'",
			p+"birth_datetime > DATE '1950-06-01'", p+"person_source_value = 'SECRET3'", p+"person_id = 2", p+"person_id <> 2", p+"person_id % 7 = 1", "list_contains([1, 2], "+p+"person_id)",
			p+"person_id IN (SELECT person_id FROM death)", p+"person_id NOT IN (SELECT person_id FROM death)", "EXISTS (SELECT 1 FROM condition_occurrence x WHERE x.person_id = "+p+"person_id AND x.condition_concept_id = 2)",
			"NOT EXISTS (SELECT 1 FROM condition_occurrence x WHERE x.person_id = "+p+"person_id AND x.condition_concept_id = 2)", "(SELECT COUNT(*) FROM death) = 2", "TRUE")
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
		"p.year_of_birth * ("+h.predicate("p.")+")::INT", "POW(2.0, p.year_of_birth - 1950)", "(p.year_of_birth - 1951) * (p.year_of_birth - 1952)", "1 / (p.year_of_birth - 1950.001)", "FLOOR((p.year_of_birth - 1951) / 1000.0)",
		"ABS(p.year_of_birth - 1953) - 2 * ABS(p.year_of_birth - 1954) + ABS(p.year_of_birth - 1955)", "NULLIF(p.year_of_birth, 1954)", "COALESCE(NULLIF(p.year_of_birth, 1954), 0)", "p.birth_datetime - DATE '1950-01-01'",
		"EXTRACT(YEAR FROM p.birth_datetime + INTERVAL '30' DAY) - EXTRACT(YEAR FROM p.birth_datetime)", "p.race_concept_id", "hash(p.person_id)", "LENGTH(p.person_source_value)")
}

// aggregate is one aggregate of a person-level FROM with the alias p.
func (h hostile) aggregate() (text string, ignored bool) {
	filter := ""
	if h.chance(35) {
		filter = " FILTER (WHERE " + h.predicate("p.") + ")"
	}
	v := h.value()
	switch h.r.IntN(17) {
	case 16:
		return "COUNT(DISTINCT " + h.one("CASE WHEN "+h.predicate("p.")+" THEN p.year_of_birth ELSE 0 END", "GREATEST(p.year_of_birth, 1979)", "p.year_of_birth * ("+h.predicate("p.")+")::INT",
			"CASE WHEN "+h.predicate("p.")+" THEN p.birth_datetime ELSE DATE '1900-01-01' END") + ")" + filter, false
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
		return "100.0 * COUNT(*) FILTER (WHERE " + h.predicate("p.") + ") / NULLIF(COUNT(*), 0)", false
	case 11:
		return h.one("STDDEV(", "VAR_POP(", "SEM(") + v + ")" + filter, false
	case 12:
		return h.one("regr_slope(p.year_of_birth, "+v+")", "corr(p.year_of_birth, p.birth_datetime - DATE '1940-01-01')", "weighted_avg(p.year_of_birth, "+v+")", "BIT_XOR(p.year_of_birth)", "PRODUCT("+v+")"), false
	case 13:
		return h.one("ARG_MAX(p.race_concept_id, p.year_of_birth)", "FIRST(p.year_of_birth)", "ANY_VALUE(p.race_concept_id)", "LIST(p.year_of_birth)", "STRING_AGG(p.person_source_value, ',')", "MAX(p.person_source_value)", "MAX(p.birth_datetime || '')"), false
	case 14:
		return "SUM(CASE WHEN " + h.predicate("p.") + " THEN 1 ELSE 0 END)" + filter, false
	}
	return "COUNT(CASE WHEN " + h.predicate("p.") + " THEN 1 END)", false
}

// form is an aggregate in another form.
func (h hostile) form(a string) string {
	switch h.r.IntN(14) {
	case 0:
		return a + " * 1.0"
	case 1:
		return a + " / 1000.0"
	case 2:
		return "CAST(" + a + " AS VARCHAR)"
	case 3:
		return "LN(1 + " + a + ")"
	case 4:
		return "NULLIF(" + a + ", " + h.one("2", "3", "22", "24") + ")"
	case 5:
		return a + " + 0.5"
	case 6:
		return "CASE WHEN " + a + " < 3 THEN 0 ELSE " + a + " END"
	case 7:
		return a + " || ' of'"
	}
	return a
}

func (h hostile) key() string {
	return h.one("p.race_concept_id", "p.race_concept_id", "p.gender_concept_id", "p.gender_concept_id", "p.year_of_birth", "FLOOR(p.year_of_birth / 10) * 10", "CASE WHEN p.year_of_birth < 1970 THEN 'old' ELSE 'young' END",
		"p.birth_datetime", "EXTRACT(MONTH FROM p.birth_datetime)", "CASE WHEN "+h.predicate("p.")+" THEN p.race_concept_id END", h.predicate("p."), "p.person_source_value", "p.person_id % 5", "CAST(p.race_concept_id AS VARCHAR) || '-' || p.gender_concept_id")
}

func (h hostile) from() string {
	return h.one("person p", "person p", "person p", "person p JOIN condition_occurrence c USING (person_id)", "person p JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 1",
		"person p LEFT JOIN death d ON d.person_id = p.person_id", "person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND "+h.predicate("p."), "person p JOIN range(30) s(i) ON s.i = 0 OR "+h.predicate("p."),
		"person p JOIN range(30) s(i) ON s.i = p.person_id", "(SELECT * FROM person UNION ALL SELECT * FROM person WHERE "+h.predicate("")+") p", "(SELECT * FROM person WHERE "+h.predicate("")+") p",
		"person p JOIN person q ON q.race_concept_id = 8515", "person p SEMI JOIN death d ON d.person_id = p.person_id", "person p ANTI JOIN death d USING (person_id)",
		"(SELECT person_id, race_concept_id, gender_concept_id, birth_datetime, person_source_value, FIRST_VALUE(year_of_birth) OVER (ORDER BY person_id) AS year_of_birth FROM person) p",
		"(SELECT person_id, race_concept_id, gender_concept_id, birth_datetime, person_source_value, CASE WHEN "+h.predicate("")+" THEN year_of_birth ELSE 1950 END AS year_of_birth FROM person) p",
		"(VALUES (8515, 100), (8516, 1), (8527, 1)) w(r, w) JOIN person p ON p.race_concept_id = w.r", "person p JOIN concept k ON k.concept_id = p.race_concept_id")
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
	for i := range 1 + h.r.IntN(3) {
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
		a, _ := h.aggregate()
		out.sql += " HAVING " + a + h.one(" = 2", " <> 2", " >= 3", " > 5", " < 10", " >= 20")
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
	switch h.r.IntN(14) {
	case 13: // numbers that are made of groups
		list, rows := []string{}, "(SELECT p.race_concept_id AS k, COUNT(*) AS n, COUNT(*) FILTER (WHERE "+h.predicate("p.")+") AS m FROM person p GROUP BY 1) g"
		for i := range 2 + h.r.IntN(2) {
			list = append(list, h.one("SUM(n)", "SUM(m)", "SUM(n) FILTER (WHERE k <> 8515)", "SUM(n) FILTER (WHERE k = 8516)", "SUM(m) FILTER (WHERE k = 8527)", "MAX(n)", "MIN(m)", "AVG(n)", "AVG(m)", "SUM(n - m)",
				"SUM(m) * 1.0 / SUM(n)", "AVG(m * 1.0 / n)", "SUM(n) - SUM(m)", "MEDIAN(n)", "MAX(n - m)", h.count(), "SUM(CASE WHEN k = 8516 THEN n ELSE 0 END)")+fmt.Sprintf(" AS a%d", i))
		}
		return attempt{"SELECT " + strings.Join(list, ", ") + " FROM " + rows, 0, make([]bool, len(list))}
	case 12: // numbers of several tables
		var list []string
		for i := range 3 + h.r.IntN(2) {
			list = append(list, h.count()+fmt.Sprintf(" AS a%d", i))
		}
		if h.chance(30) {
			for i := range list {
				list[i] = fmt.Sprintf("SELECT %d AS k, ", i) + list[i]
			}
			return attempt{strings.Join(list, " UNION ALL "), 1, []bool{false, false}}
		}
		return attempt{"SELECT " + strings.Join(list, ", "), 0, make([]bool, len(list))}
	case 11: // people in several groups, of which one may be part of another
		a := h.one("COUNT(DISTINCT person_id)", "COUNT(*)", "SUM(year_of_birth)")
		from := h.one("person JOIN range(1950, 1990, 3) y(l) ON year_of_birth <= y.l AND (%s)",
			"(VALUES ('a', 1900, 1960), ('b', 1900, 1962), ('c', 1955, 1999)) b(l, lo, hi) JOIN person ON year_of_birth BETWEEN b.lo AND b.hi AND (%s)",
			"(SELECT person_id, year_of_birth, 'a' AS l FROM person UNION ALL SELECT person_id, year_of_birth, 'b' FROM person WHERE %s) u", "person, (VALUES ('a'), ('b')) w(l) WHERE l = 'a' OR (%s)",
			"person JOIN (SELECT concept_name AS l FROM concept WHERE concept_id IN (8507, 8532)) k ON k.l = 'MALE' OR (%s)", "person JOIN concept k ON k.concept_id IN (1, 2) AND (k.concept_id = 1 OR (%s)) JOIN (SELECT 1 AS one) o ON TRUE")
		l := "l"
		if strings.Contains(from, "AND (k.") {
			l = "k.concept_id"
		}
		return attempt{"SELECT " + l + " AS k, " + a + " AS n FROM " + fmt.Sprintf(from, h.predicate("")) + " GROUP BY 1", 1, []bool{false, false}}
	case 10: // sums of values that are no whole numbers
		a := h.one("SUM", "SUM", "AVG") + "(" + h.one("m.value_as_number", "m.value_as_number / 18.0", "m.value_as_number * 1000000") + ")"
		rows := "FROM person p JOIN measurement m USING (person_id)"
		return attempt{"SELECT " + h.one("p.race_concept_id", "p.gender_concept_id", "CAST(p.race_concept_id AS VARCHAR) || '-' || p.gender_concept_id") + " AS k, " + h.form(a) + " AS a " + rows + " GROUP BY " +
			h.one("ROLLUP (1)", "1 UNION ALL SELECT NULL, "+a+" "+rows, "1 UNION ALL SELECT NULL, "+a+" "+rows+" WHERE "+h.predicate("p."), "1"), 1, []bool{false, false}}
	case 0: // scalars beside each other
		out := attempt{}
		var list []string
		for i := range 2 + h.r.IntN(2) {
			a, ignored := h.aggregate()
			list = append(list, fmt.Sprintf("(SELECT %s FROM %s WHERE %s) AS s%d", a, h.from(), h.predicate("p."), i))
			out.ignored = append(out.ignored, ignored)
		}
		out.sql = "SELECT " + strings.Join(list, ", ")
		return out
	case 1: // groups of groups
		a, _ := h.aggregate()
		return attempt{"SELECT " + h.one("SUM(n)", "AVG(n)", "MAX(n)", "COUNT(*)", "SUM(n * k)", "SUM(1.0 / n)", "SUM(n) FILTER (WHERE n <> 2)", "LIST(n)") + " AS x, SUM(n) AS y FROM (SELECT p.race_concept_id AS k, " + a + " AS n FROM " + h.from() +
			" GROUP BY 1" + h.one("", " HAVING COUNT(*) <> 2", " ORDER BY 2 DESC LIMIT 2", " HAVING COUNT(DISTINCT p.person_id) >= 3") + ") g" + h.one("", "", " WHERE n > 2", ", range(4) r(i)"), 0, []bool{true, strings.HasPrefix(a, "M")}}
	case 2: // a window over groups
		if g.keys > 0 && !strings.Contains(g.sql, "ROLLUP") && !strings.Contains(g.sql, "CUBE") {
			w := h.one("SUM(a0) OVER ()", "LAG(a0) OVER (ORDER BY k0)", "SUM(a0) OVER (ORDER BY k0)", "MAX(a0) OVER ()", "a0 * 1.0 / SUM(a0) OVER ()")
			if h.chance(30) { // with no number beside it
				only := h.one("SUM(a0) OVER (ORDER BY k0 DESC)", "SUM(a0) OVER (ORDER BY k0 ROWS 1 PRECEDING)", "SUM(a0) OVER (PARTITION BY k0 = 8527)", w)
				return attempt{"SELECT k0, " + only + " AS w FROM (" + g.sql + ") g", 1, []bool{false, g.ignored[g.keys] || strings.HasPrefix(only, "MAX")}}
			}
			return attempt{"SELECT *, " + w + " AS w FROM (" + g.sql + ") g" + h.one("", " LIMIT 2", " ORDER BY a0 DESC LIMIT 2"), g.keys, append(g.ignored, g.ignored[g.keys] || strings.HasPrefix(w, "MAX"))}
		}
	case 3: // a total below
		a, ignored := h.aggregate()
		return attempt{fmt.Sprintf("SELECT CAST(p.race_concept_id AS VARCHAR) AS k, %s AS a FROM person p GROUP BY 1%s UNION ALL SELECT 'all', %s FROM person p WHERE %s", a, h.one("", " HAVING COUNT(*) >= 3"), a, h.predicate("p.")), 1, []bool{false, ignored}}
	case 4: // steps
		return attempt{fmt.Sprintf("SELECT 1 AS step, COUNT(*) AS n FROM person p UNION ALL SELECT 2, COUNT(*) FROM person p WHERE %s UNION ALL SELECT 3, COUNT(*) FROM person p WHERE %s AND %s", h.predicate("p."), h.predicate("p."), h.predicate("p.")), 1, []bool{false, false}}
	case 5:
		return attempt{"SELECT DISTINCT " + strings.TrimPrefix(g.sql, "SELECT "), g.keys, g.ignored}
	case 6:
		if g.keys > 0 {
			mean := h.one("AVG(year_of_birth)", "AVG(("+h.predicate("")+")::INT)", "SUM(("+h.predicate("")+")::INT * year_of_birth)")
			if !strings.Contains(g.sql, "HAVING") && h.r.IntN(3) == 0 {
				return attempt{g.sql + " HAVING " + mean + h.one(" > 1950", " > 0.5", " <> 0", " > 0.9", " < 0.04"), g.keys, g.ignored}
			}
			return attempt{g.sql + " ORDER BY " + h.one(strconv.Itoa(n), "1", "COUNT(*) DESC", mean) + h.one(" LIMIT 1", " LIMIT 2", " LIMIT 1 OFFSET 1"), g.keys, g.ignored}
		}
	}
	return g
}
