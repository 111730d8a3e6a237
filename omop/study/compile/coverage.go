package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// coverage is the first and the last date of the entry event; of observation where there is none.
func (c *compiler) coverage() {
	first, last, counted := "", "", aggregate{}
	t := &table{rows: &rows{c: c, q: c.newQuery()}}
	if c.question.Population.Entry == nil {
		op := t.q.addTable("", "observation_period", "op", nil)
		t.q.who = op + ".person_id"
		t.q.personColumn("person_id") // joins it: see ofPeople
		t.q.filter(c.criteria(t.q, nil, c.question.Population.Criteria, "population.criteria")...)
		first, last = op+".observation_period_start_date", op+".observation_period_end_date"
	} else {
		t.index = c.population(t.q)
		if c.refusal != nil {
			return
		}
		first, last = t.index.start(), t.index.start()
		if t.index.domain == study.Observed {
			last = t.index.until()
		}
		id := t.index.col(recordID)
		counted = aggregate{Column: Column{domains[t.index.domain].records, Count, study.Records},
			expr: func(unit) string { return fmt.Sprintf("COUNT(%s)", id) }}
	}
	t.outcomeHolds()
	t.dims = t.dimensions()
	if c.refusal != nil {
		return
	}
	date := func(name, pick, of string) aggregate {
		return aggregate{Column: Column{Name: name, Role: Date},
			expr: func(unit) string { return fmt.Sprintf("%s(%s)", pick, of) }}
	}
	all := []aggregate{date("first_date", "MIN", first), date("last_date", "MAX", last)}
	if counted.Name != "" {
		all = append(all, counted)
	}
	t.finish(append(all,
		aggregate{Column: Column{"patients", Count, study.Persons},
			expr: func(u unit) string { return distinct(u.who) }})...)
}
