package study

import "strings"

// Steps says in words what each step of a population asks, in the order in which an attrition applies them.
func (q *Question) Steps() []string {
	words := []string{"people in the database"}
	if e := q.Population.Entry; e != nil {
		words = append(words, "with "+e.text())
	}
	for i := range q.Population.Criteria {
		words = append(words, "who "+q.Population.Criteria[i].clause(q.Population.it()))
	}
	if q.Outcome != nil {
		words = append(words, "who "+q.Outcome.clause(q.Population.it()))
	}
	return words
}

// UpToStep is the question with the first steps of its population only: 0 is everybody.
func (q *Question) UpToStep(n int) *Question {
	c := q.Clone()
	steps := n
	if c.Population.Entry != nil {
		if steps == 0 {
			c.Population, c.Outcome = Cohort{}, nil
			return c
		}
		steps--
	}
	if kept := min(steps, len(c.Population.Criteria)); kept < len(c.Population.Criteria) || steps == kept {
		c.Population.Criteria, c.Outcome = c.Population.Criteria[:kept], nil
	}
	return c
}

// Name is what an event is of, as a noun: "heart failure or stroke"; its domain where it names no concept.
func (e *Event) Name() string {
	if len(e.Concepts) == 0 {
		return strings.ReplaceAll(string(e.Domain), "_", " ")
	}
	return entityNames(e.Concepts, " or ")
}
