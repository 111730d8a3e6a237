package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// attrition is how many people are left after each step of the population: everybody, those with the entry event, those
// for whom each criterion holds as well, and the outcome last.
func (c *compiler) attrition() {
	whole := c.question
	defer func() { c.question = whole }()
	if len(whole.Strata) > 0 {
		c.refuse("strata", "an attrition has no strata")
		return
	}
	words := whole.Steps()
	var steps []string
	for i := range words {
		c.question = whole.UpToStep(i)
		q := c.newQuery()
		r := c.population(q)
		if c.question.Outcome != nil {
			q.filter(c.criterion(q, r, c.question.Outcome, "outcome"))
		}
		q.distinct = true
		q.choose(fmt.Sprint(i+1), "step")
		q.choose(q.who, "person_id")
		steps = append(steps, q.String())
	}
	if c.refusal != nil {
		return
	}
	label := "CASE s.step"
	for i, w := range words {
		label += fmt.Sprintf(" WHEN %d THEN %s", i+1, literal(w))
	}
	p := c.plan
	p.People = strings.Join(steps, "\nUNION ALL\n")
	p.Columns = []Column{{Name: "step", Role: Stratum}, {Name: "criterion", Role: Name},
		{"patients", Count, study.Persons}, {"excluded", Change, study.Persons},
		{"percentage_left", Change, study.Persons}}
	p.Steps = true
	p.SQL = withText([]namedQuery{{"steps", text(p.People)},
		{"left_after", text("SELECT s.step, COUNT(DISTINCT s.person_id) AS patients FROM steps AS s GROUP BY s.step")},
		{"numbered", text(numberedSteps(len(words)))}}) +
		"SELECT s.step, " + label +
		" END AS criterion, s.patients,\n       LAG(s.patients) OVER (ORDER BY s.step) - s.patients AS excluded,\n" +
		"       ROUND(100.0 * s.patients / NULLIF(FIRST_VALUE(s.patients) OVER (ORDER BY s.step), 0), 2) AS percentage_left\nFROM numbered AS s\nORDER BY s.step"
}

// numberedSteps has a row for each step, with 0 where nobody is left.
func numberedSteps(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("SELECT %d AS step", i+1))
	}
	return "SELECT n.step, COALESCE(l.patients, 0) AS patients\nFROM (" + strings.Join(all, " UNION ALL ") +
		") AS n\nLEFT JOIN left_after AS l ON l.step = n.step"
}
