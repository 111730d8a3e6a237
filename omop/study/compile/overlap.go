package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// overlap is how many people are in which of several groups at any time: a row for each combination that somebody has,
// in percent of all who are in one of them.
func (c *compiler) overlap() {
	groups := c.groups()
	if c.refusal != nil {
		return
	}
	if len(groups) < 2 {
		c.refuse("strata", "an overlap is of several groups")
		return
	}
	members := c.groupMembers(groups)
	if c.refusal != nil {
		return
	}
	var parts, label []string
	for i, g := range groups {
		parts = append(parts, fmt.Sprintf("MAX(CASE WHEN m.group_no = %d THEN 1 ELSE 0 END) AS in_%d", i+1, i+1))
		label = append(label, fmt.Sprintf("CASE WHEN i.in_%d = 1 THEN %s ELSE '' END", i+1, literal(" + "+g.Name)))
	}
	combined := "SUBSTRING(" + strings.Join(label, " || ") + ", 4)"
	with := []namedQuery{{"members", members},
		{"groups_of", text("SELECT m.person_id, " + strings.Join(parts, ",\n       ") + "\nFROM members AS m\nGROUP BY m.person_id")},
		{"combined", text("SELECT i.person_id, " + combined + " AS groups\nFROM groups_of AS i")}}
	p := c.plan
	p.Columns = []Column{{Name: "groups", Role: Stratum}, {"percentage", Estimate, study.Persons},
		{"patients", Numerator, study.Persons}, {"patients_in_any", Denominator, study.Persons}}
	p.Bounds = []Bound{{1, OfShare, []int{2, 3}, 100}}
	p.Ranked = &Ranking{By: "patients"}
	p.SQL = withText(append(with, namedQuery{"sizes", text("SELECT COUNT(i.person_id) AS n FROM combined AS i")})) +
		"SELECT k.groups, ROUND(100.0 * COUNT(k.person_id) / MAX(z.n), 2) AS percentage, COUNT(DISTINCT k.person_id) AS patients, MAX(z.n) AS patients_in_any\n" +
		"FROM combined AS k\nCROSS JOIN sizes AS z\nGROUP BY k.groups\nORDER BY patients DESC, k.groups"
	p.People = withText(with) + "SELECT k.groups, k.person_id FROM combined AS k"
}
