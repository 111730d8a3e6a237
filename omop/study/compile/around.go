package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// What people have in windows around their index date, as DrugUtilisation's summariseIndication and summariseTreatment
// have it. Of both, "seen" are the people who are observed on at least one day of a window, and "found" what they have
// in it:
//
//	person_id  place  thing                      an indication is a record that begins in the window,
//	17         1      hypertension               a treatment an exposure that shares a day with it
//	17         1      heart failure

func (c *compiler) windows() []study.Window {
	if all := c.question.Measure.Windows; len(all) > 0 {
		return all
	}
	return []study.Window{{}}
}

// around makes the named queries observed, seen and found; shares says which records count for a window from a to b.
func (c *compiler) around(s *starters, counts func(x *record, a, b string) string) []namedQuery {
	var rows []string
	for i, w := range c.windows() {
		rows = append(rows, fmt.Sprintf("SELECT %d AS place, %s AS days, %d AS from_day, %d AS to_day", i+1,
			literal(w.Name()), w.From, w.To))
	}
	seen := "SELECT o.person_id, " + s.list("o") +
		"y.place, y.days, o.index_date + y.from_day AS window_start, o.index_date + y.to_day AS window_end\nFROM observed AS o\nCROSS JOIN (" +
		strings.Join(rows, " UNION ALL ") +
		") AS y\nWHERE o.index_date + y.from_day <= o.last_date AND o.index_date + y.to_day >= o.first_date"
	var found *query
	for i := range c.question.Measure.Events {
		e := c.question.Measure.Events[i]
		at := fmt.Sprintf("measure.events[%d]", i)
		q := c.newQuery()
		x, conditions := q.records("", &e, at, nil)
		if x == nil {
			return nil
		}
		v := q.addTable("JOIN", "seen", "v", func(v string) []string {
			return []string{v + ".person_id = " + q.who, counts(x, v+".window_start", v+".window_end")}
		})
		q.filter(conditions...)
		q.distinct = true
		q.choose(q.who, "person_id")
		q.choose(v+".place", "place")
		q.choose(literal(e.Name()), "thing")
		if found == nil {
			found = q
		} else {
			found.union = append(found.union, q)
		}
	}
	return []namedQuery{{"observed", s.own}, {"seen", text(seen)}, {"found", found}}
}

// several reports whether the rows are by window.
func (c *compiler) byWindow() (dims []dimension, within []string) {
	if len(c.windows()) < 2 {
		return nil, nil
	}
	label := "CASE %s"
	for i, w := range c.windows() {
		label += fmt.Sprintf(" WHEN %d THEN %s", i+1, literal(w.Name()))
	}
	return []dimension{{name: "days", key: "place", as: "place",
		label: func(group string) string { return fmt.Sprintf(label, group) + " END" }}}, []string{"place"}
}

// indication puts each person into one row: all of the indications that they have in the window together, or none.
func (c *compiler) indication() {
	if _, ok := c.startedDrug(); !ok {
		return
	}
	s := c.startersOf()
	if c.refusal != nil {
		return
	}
	with := c.around(s, func(x *record, a, b string) string {
		return fmt.Sprintf("%s BETWEEN %s AND %s", x.start(), a, b)
	})
	if c.refusal != nil {
		return
	}
	told := "SELECT v.person_id, " + s.list("v") + `v.place, COALESCE(g.indication, 'none of these') AS indication
FROM seen AS v
LEFT JOIN (
  SELECT f.person_id, f.place, STRING_AGG(f.thing, ' and ' ORDER BY f.thing) AS indication
  FROM found AS f
  GROUP BY f.person_id, f.place
) AS g ON g.person_id = v.person_id AND g.place = v.place`
	dims, within := c.byWindow()
	s.among("indicated", append(with, namedQuery{"indicated", text(told)}),
		append(dims, dimension{name: "indication", key: "indication"}), within...)
	c.plan.Notes = append(c.plan.Notes,
		"of people whose first exposure lies in an observation period and who are observed on a day of the window; an indication is a record that begins in it, and several are one row")
}

// treatmentsAround tells of each treatment by itself who is exposed to it in the window; a person may have several.
func (c *compiler) treatmentsAround() {
	for i, e := range c.question.Measure.Events {
		if e.Domain != study.Drug && e.Domain != study.DrugEra {
			c.refuse(fmt.Sprintf("measure.events[%d]", i), "must be a drug: treatments are exposures")
			return
		}
	}
	s := c.startersOf()
	if c.refusal != nil {
		return
	}
	with := c.around(s, func(x *record, a, b string) string {
		end := x.until()
		if x.domain == study.Drug {
			end = recordedEnd(x)
		}
		return fmt.Sprintf("%s <= %s AND %s >= %s", x.start(), b, end, a)
	})
	if c.refusal != nil {
		return
	}
	var things []string
	for i := range c.question.Measure.Events {
		things = append(things,
			fmt.Sprintf("SELECT %d AS thing_no, %s AS thing", i+1, literal(c.question.Measure.Events[i].Name())))
	}
	things = append(things, fmt.Sprintf("SELECT %d AS thing_no, 'untreated' AS thing", len(things)+1))
	told := "SELECT v.person_id, " + s.list("v") + `v.place, t.thing AS treatment,
       CASE WHEN f.person_id IS NOT NULL OR t.thing = 'untreated' AND a.person_id IS NULL THEN 1 ELSE 0 END AS hit
FROM seen AS v
CROSS JOIN (` + strings.Join(things, " UNION ALL ") + `) AS t
LEFT JOIN found AS f ON f.person_id = v.person_id AND f.place = v.place AND f.thing = t.thing
LEFT JOIN (SELECT DISTINCT x.person_id, x.place FROM found AS x) AS a ON a.person_id = v.person_id AND a.place = v.place`
	dims, _ := c.byWindow()
	s.share("treated", append(with, namedQuery{"treated", text(told)}),
		append(dims, dimension{name: "treatment", key: "treatment"}))
	c.plan.Notes = append(c.plan.Notes,
		"of people who are observed on a day of the window; a treatment is an exposure that shares a day with it, and a person may have several")
}
