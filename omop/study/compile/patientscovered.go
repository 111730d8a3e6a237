package compile

import (
	"fmt"
	"strings"
)

// patientsCovered is, for each time after the first exposure, who is in an era of the drug on that day, be it the first
// or a later one, in percent of those who are still observed then, as DrugUtilisation's
// summariseProportionOfPatientsCovered has it.
func (c *compiler) patientsCovered() {
	times := c.daysOf(c.question.Measure.Times)
	s, with := c.erasSinceStart()
	if s == nil {
		return
	}
	list := make([]string, len(times))
	for i, n := range times {
		list[i] = fmt.Sprintf("SELECT %d AS days", n)
	}
	covered := "SELECT o.person_id, " + s.list("o") + `y.days, CASE WHEN e.person_id IS NULL THEN 0 ELSE 1 END AS hit
FROM observed AS o
CROSS JOIN (` + strings.Join(list, " UNION ALL ") + `) AS y
LEFT JOIN eras AS e ON e.person_id = o.person_id AND o.index_date + y.days BETWEEN e.start_date AND e.end_date
WHERE o.index_date + y.days <= o.last_date`
	s.share("covered", append(with, namedQuery{"covered", text(covered)}), []dimension{{name: "days", key: "days"}})
	c.plan.Steps = len(times) > 1
	c.plan.Notes = append(c.plan.Notes,
		fmt.Sprintf("of people whose first exposure lies in an observation period and who are still observed on that day; an era bridges gaps of up to %d days", c.gapDays()))
}
