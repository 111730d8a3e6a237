package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// Descriptions, comparisons and overlaps are of groups of people, each person once in a group, with one index date. A
// group is the population with a condition of its own, or has an entry event of its own: new users of one drug, new
// users of another.

// grouped are the groups of the question's one stratum; one group without a name where there is none.
func (c *compiler) groups() []study.Group {
	all := c.question.Strata
	switch {
	case len(all) == 0:
		return []study.Group{{}}
	case len(all) == 1 && all[0].Kind == study.Groups:
		return all[0].Groups
	case len(all) == 1 && all[0].Kind == study.Sex:
		return []study.Group{{Name: "women", Is: sexIs("female")}, {Name: "men", Is: sexIs("male")}}
	}
	c.refuse("strata", "groups of people are compared: by sex, or two that are named")
	return nil
}

func sexIs(sex string) study.Criterion { return study.Criterion{Is: &study.Trait{Sex: sex}} }

// members selects the people of all groups: group_no, person_id, index_date. Without an entry event the index date is
// the first day of observation; of what covers one day, people on a drug on 1 July 2009, it is that day.
func (c *compiler) groupMembers(groups []study.Group) *query {
	whole := c.question
	defer func() { c.question = whole }()
	var union *query
	for i, g := range groups {
		c.question = ofGroup(whole, &g)
		q := c.newQuery()
		r := c.population(q)
		if c.question.Outcome != nil && whole.Measure.Kind != study.Comparison {
			q.filter(c.criterion(q, r, c.question.Outcome, "outcome"))
		}
		date := ""
		if r != nil {
			date = r.start()
			if d := c.question.Population.Entry.Touching; d != nil && d.From != "" && d.From == d.To {
				date = dateLiteral(d.From)
			}
		} else {
			op := q.addTable("JOIN", "observation_period", "op",
				func(op string) []string { return []string{op + ".person_id = " + q.who} })
			date = op + ".observation_period_start_date"
		}
		q.choose(fmt.Sprint(i+1), "group_no")
		q.choose(q.who, "person_id")
		q.choose(fmt.Sprintf("MIN(%s)", date), "index_date")
		q.group = []string{q.who}
		if union == nil {
			union = q
		} else {
			union.union = append(union.union, q)
		}
	}
	return union
}

// ofGroup is a question about one of its groups.
func ofGroup(whole *study.Question, g *study.Group) *study.Question {
	q := whole.Clone()
	if g.Entry != nil {
		own := *g.Entry
		q.Population.Entry = &own
	}
	if e := q.Population.Entry; e != nil && e.Which == study.Any && q.Measure.Kind != study.Overlap {
		e.Which = study.FirstOfThese // of the time that is said, not the first ever if that is in it
	}
	if g.Name != "" && g.Entry == nil {
		q.Population.Criteria = append(q.Population.Criteria, g.Is)
	}
	q.Strata = nil
	return q
}

// groupName is the label of a group by its number.
func groupName(groups []study.Group, number string) string {
	s := "CASE " + number
	for i, g := range groups {
		s += fmt.Sprintf(" WHEN %d THEN %s", i+1, literal(g.Name))
	}
	return s + " END"
}
