package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Restart is what people do after their first era of a drug, as DrugUtilisation's summariseDrugRestart has it: within
// so many days of its end they begin another era of it (restart), begin an era of one of the other drugs (switch),
// both, or neither (untreated). The day of the end itself counts for a switch. Who has the drug until observation ends,
// or what is looked at, cannot be seen to stop:
//
//	A ──────────        ─────────      restart and switch
//	B               ────
//
// An era of another drug that is already under way at the end is not a switch: it must begin then.

const exposedToEnd = "exposed to the end of observation"

func (c *compiler) restart() {
	times := c.daysOf(c.question.Measure.Times)
	s, with := c.erasSinceStart()
	if s == nil {
		return
	}
	switches := "SELECT e.person_id, e.start_date FROM eras AS e WHERE 1 = 0"
	if others := c.takenOf(c.question.Measure.Events, "measure.events", "first_date"); others != nil {
		with = append(with, namedQuery{"others", others}, namedQuery{"switch_eras", s.erasOf("others")})
		switches = "SELECT w.person_id, w.start_date\nFROM switch_eras AS w"
	}
	if c.refusal != nil {
		return
	}
	with = append(with, namedQuery{"switches", text(switches)}, namedQuery{"stops", text(s.stopsSQL())},
		namedQuery{"followed", text(s.statesSQL(times))})
	further := []dimension{{name: "status", key: "status"}}
	var within []string
	if len(times) > 0 {
		further, within = append(further, dimension{name: "days", key: "days"}), []string{"days"}
		c.plan.Steps = len(times) > 1
	}
	s.among("followed", with, further, within...)
	c.plan.Notes = append(c.plan.Notes,
		fmt.Sprintf("of people whose first exposure lies in an observation period; an era bridges gaps of up to %d days; days are counted from the end of the first era, and a switch begins on that day or later", c.gapDays()))
}

// erasSinceStart are the people who start a drug, and their eras of it from then on, as the query "eras" and those that
// it needs; nil where there is a refusal.
func (c *compiler) erasSinceStart() (*starters, []namedQuery) {
	drug, ok := c.startedDrug()
	if !ok {
		return nil, nil
	}
	s := c.startersOf()
	if c.refusal != nil {
		return nil, nil
	}
	taken := c.takenBy(drug, "population.entry", "index_date", "")
	if c.refusal != nil {
		return nil, nil
	}
	return s, []namedQuery{{"observed", s.own}, {"taken", taken}, {"eras", s.erasOf("taken")}}
}

// startedDrug is the drug of the entry event, every exposure to it.
func (c *compiler) startedDrug() (*study.Event, bool) {
	e := c.question.Population.Entry
	if e == nil || e.Domain != study.Drug && e.Domain != study.DrugEra || len(e.Concepts) == 0 {
		c.refuse("population.entry", "it is of people who start a drug that is named")
		return nil, false
	}
	return &study.Event{Domain: study.Drug, Concepts: e.Concepts, Except: e.Except}, true
}

// takenOf selects the exposures to several drugs, each named; nil where there is none.
func (c *compiler) takenOf(events []study.Event, at, from string) *query {
	var union *query
	for i := range events {
		if events[i].Domain != study.Drug || len(events[i].Concepts) == 0 {
			c.refuse(fmt.Sprintf("%s[%d]", at, i), "must be a drug that is named")
			return nil
		}
		q := c.takenBy(&study.Event{Domain: study.Drug, Concepts: events[i].Concepts, Except: events[i].Except},
			fmt.Sprintf("%s[%d]", at, i), from, events[i].Name())
		if union == nil {
			union = q
		} else {
			union.union = append(union.union, q)
		}
	}
	return union
}

// takenBy selects the exposures of the people observed, from a day of theirs on.
func (c *compiler) takenBy(e *study.Event, at, from, name string) *query {
	q := c.newQuery()
	x, conditions := q.records("", e, at, nil)
	if x == nil {
		return q
	}
	o := q.addTable("JOIN", "observed", "o", func(o string) []string {
		return []string{o + ".person_id = " + q.who,
			fmt.Sprintf("%s BETWEEN %s.%s AND %s.last_date", x.start(), o, from, o)}
	})
	q.filter(conditions...)
	q.choose(q.who, "person_id")
	q.choose(literal(name), "treatment")
	q.choose(x.col(recordID), "record_id")
	q.choose(x.start(), "start_date")
	q.choose(fmt.Sprintf("LEAST(%s, %s.last_date)", recordedEnd(x), o), "end_date")
	return q
}

// erasOf joins the exposures of a named query.
func (s *starters) erasOf(taken string) text {
	return text(strings.Replace(fmt.Sprintf(treatmentErasSQL, s.c.gapDays()), "FROM treated AS d",
		"FROM "+taken+" AS d", 1))
}

// stopsSQL is the end of each person's first era, with the days until the next and until the first switch.
func (s *starters) stopsSQL() string {
	return "SELECT f.person_id, " + s.list("f") +
		`f.last_date, f.end_date, MIN(n.start_date) - f.end_date AS restart_days, MIN(w.start_date) - f.end_date AS switch_days
FROM (
  SELECT o.person_id, ` + s.list("o") + `o.last_date, MIN(e.end_date) AS end_date
  FROM observed AS o
  JOIN eras AS e ON e.person_id = o.person_id
  GROUP BY o.person_id, ` + s.list("o") + `o.last_date
) AS f
LEFT JOIN eras AS n ON n.person_id = f.person_id AND n.start_date > f.end_date
LEFT JOIN switches AS w ON w.person_id = f.person_id AND w.start_date >= f.end_date
GROUP BY f.person_id, ` + s.list("f") + `f.last_date, f.end_date`
}

// statesSQL tells what each person has done by each time.
func (s *starters) statesSQL(times []int) string {
	restarted, switched, days, join := "p.restart_days IS NOT NULL", "p.switch_days IS NOT NULL", "", ""
	if len(times) > 0 {
		list := make([]string, len(times))
		for i, n := range times {
			list[i] = fmt.Sprintf("SELECT %d AS days", n)
		}
		restarted, switched, days = "p.restart_days <= y.days", "p.switch_days <= y.days", ", y.days"
		join = "\nCROSS JOIN (" + strings.Join(list, " UNION ALL ") + ") AS y"
	}
	return "SELECT p.person_id, " + s.list("p") + fmt.Sprintf(`CASE WHEN p.end_date >= p.last_date THEN '%s'
            WHEN %s AND %s THEN 'restart and switch'
            WHEN %s THEN 'restart'
            WHEN %s THEN 'switch'
            ELSE 'untreated' END AS status%s
FROM stops AS p%s`, exposedToEnd, restarted, switched, restarted, switched, days, join)
}
