package study

import "strings"

// Steps says in words what each step of a population asks, in the order in which an attrition applies them.
func (q *Question) Steps() []string {
	q = q.stepwise()
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

// stepwise makes steps of their own of the age and of what else is asked of the index record, which stand with the
// entry event. What is chosen among the records that fulfil them all stays as it is.
func (q *Question) stepwise() *Question {
	c := q.Clone()
	e := c.Population.Entry
	if e == nil || e.Which == FirstOfThese || e.Which == LastOfThese {
		return c
	}
	var own []Criterion
	if e.Age != nil {
		own = append(own, Criterion{Is: &Trait{Age: &Age{Range: *e.Age}}})
	}
	own = append(own, e.With...)
	e.Age, e.With = nil, nil
	c.Population.Criteria = append(own, c.Population.Criteria...)
	return c
}

// UpToStep is the question with the first steps of its population only: 0 is everybody.
func (q *Question) UpToStep(n int) *Question {
	c := q.stepwise()
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

// Name is the noun for an event: "heart failure or stroke"; its domain where it names no concept.
func (e *Event) Name() string {
	if len(e.Concepts) == 0 {
		return strings.ReplaceAll(string(e.Domain), "_", " ")
	}
	return entityNames(e.Concepts, " or ")
}
