package privacy

import (
	"fmt"
	"strings"
)

// weights are sums that tell how many people they are made of, and people counted together with something else, beside
// numbers of people.
func (h hostile) weights() attempt {
	if h.chance(25) {
		return h.pairs()
	}
	if h.chance(25) { // a total beside its parts
		sql, told := h.weighed()
		where := h.one("", " WHERE "+h.predicate("p."))
		in := func(a string) string {
			return fmt.Sprintf("SELECT CAST(p.race_concept_id AS VARCHAR) AS k, %[1]s AS a FROM person p GROUP BY 1 UNION ALL SELECT 'all', %[1]s FROM person p%[2]s", a, where)
		}
		return attempt{sql: in(sql), told: in(told), keys: 1, ignored: []bool{false, false}}
	}
	keys := h.one("", "p.gender_concept_id AS k, ", "p.race_concept_id AS k, ")
	var list, told []string
	for i := range 2 + h.r.IntN(2) {
		a, n := h.weighed()
		list, told = append(list, fmt.Sprintf("%s AS a%d", a, i)), append(told, fmt.Sprintf("%s AS a%d", n, i))
	}
	rest := " FROM person p" + h.one("", " WHERE "+h.predicate("p."))
	out := attempt{ignored: make([]bool, len(list))}
	if keys != "" {
		rest, out.keys, out.ignored = rest+" GROUP BY 1", 1, make([]bool, len(list)+1)
	}
	out.sql = "SELECT " + keys + strings.Join(list, ", ") + rest
	out.told = "SELECT " + keys + strings.Join(told, ", ") + rest
	return out
}

// weighed is a sum, and the number of people that it tells.
func (h hostile) weighed() (sum, told string) {
	filter := h.one("", " FILTER (WHERE "+h.predicate("p.")+")")
	of, weight := h.predicate("p."), h.one("2", "7", "-3", "0.5", "1000")
	all := "COUNT(*)" + filter
	switch h.r.IntN(8) {
	case 0:
		return all, all
	case 1:
		return "SUM(" + weight + ")" + filter, all
	case 2:
		return "SUM(CASE WHEN " + of + " THEN " + weight + h.one("", " ELSE 0") + " END)", "COUNT(*) FILTER (WHERE " + of + ")"
	case 3:
		return "SUM((" + of + ")::INT * 4)", "COUNT(*) FILTER (WHERE " + of + ")"
	case 4:
		return "SUM(p.year_of_birth * 0 + 1)" + filter, all
	case 5:
		return "SUM(p.year_of_birth + 1)" + filter + " - SUM(p.year_of_birth)" + filter, all
	case 6:
		return "SUM(YEAR(p.birth_datetime))" + filter + h.one("", " / 1965.0"), "COUNT(p.birth_datetime)" + filter
	}
	return "SUM(p.year_of_birth)" + filter + h.one("", " / 1965.0", " * 2"), all
}

// pairs are people with what they had, beside people.
func (h hostile) pairs() attempt {
	which := h.one("c.condition_concept_id", "YEAR(c.condition_start_date)", "c.condition_start_date")
	where := " WHERE c.person_id = p.person_id AND " + h.predicate("p.") + h.one("", " AND c.condition_concept_id IN (1, 2)")
	if h.chance(40) {
		return attempt{sql: "SELECT COUNT(*) AS a, COUNT(DISTINCT person_id) AS b FROM (SELECT " + h.one("DISTINCT p.person_id, "+which+" AS w FROM person p, condition_occurrence c"+where,
			"p.person_id, "+which+" AS w FROM person p, condition_occurrence c"+where+" GROUP BY 1, 2") + ") x", ignored: make([]bool, 2)}
	}
	pair := h.one("(p.person_id, "+which+")", "p.person_id || '-' || "+which)
	return attempt{sql: "SELECT COUNT(DISTINCT " + pair + ") AS a, COUNT(DISTINCT p.person_id) AS b FROM person p, condition_occurrence c" + where, ignored: make([]bool, 2)}
}
