package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// Treatment pathways are the lines of treatment of each person, in order. Exposures to one treatment that follow each
// other within the gap are an era. Where eras of several treatments overlap for long enough, or one lies within
// another, their combination is a line of its own; a shorter overlap is a switch, which ends the earlier era where the
// later begins. Each line stands in a path once, where it first begins:
//
//	metformin   ──────────────────
//	insulin               ──────────────     metformin → insulin + metformin → insulin

const (
	combinedFrom = 30 // days of overlap, unless the question says otherwise
	linesShown   = 3
)

func (c *compiler) pathways() {
	m := &c.question.Measure
	if m.Event == nil || m.Event.Domain != study.Drug && m.Event.Domain != study.DrugEra {
		c.refuse("measure.event", "pathways are of drugs")
		return
	}
	st := c.startersOf()
	if c.refusal != nil {
		return
	}
	treated := c.treatments()
	if c.refusal != nil {
		return
	}
	lines, overlap := linesShown, combinedFrom
	if m.Lines > 0 {
		lines = m.Lines
	}
	if m.Overlap > 0 {
		overlap = m.Overlap
	}
	with := []namedQuery{{"observed", st.own}, {"treated", treated},
		{"eras", text(fmt.Sprintf(treatmentErasSQL, c.gapDays()))}, {"days", text(boundariesSQL)}, {"steps", text(stepsSQL)},
		{"active", text(activeSQL)}, {"kept", text(fmt.Sprintf(keptSQL, overlap))}, {"sets", text(setsSQL)},
		{"lines", text(linesSQL)},
		{"paths", text("SELECT o.person_id, " + st.list("o") + fmt.Sprintf(pathsSQL, lines))}}
	st.among("paths", with, []dimension{{name: "path", key: "path"}})
	p := c.plan
	p.Notes = append(p.Notes,
		fmt.Sprintf("up to %d lines of treatment begun on or after the index date, each where it first begins; eras bridge gaps of %d days and are a combination from %d days of overlap on, or where one lies within another",
			lines, c.gapDays(), overlap))
}

// treatments selects the exposures of the people from the index date on, each with the name of its treatment: of
// several drugs that are named each by its name, else the ingredients.
func (c *compiler) treatments() *query {
	m := &c.question.Measure
	if len(m.Event.Concepts) > 1 {
		var union *query
		for _, one := range m.Event.Concepts {
			e := study.Event{Domain: study.Drug, Concepts: []study.Entity{one}, Except: m.Event.Except}
			q := c.treatedWith(&e, func(*query, *record) string { return literal(e.Name()) })
			if union == nil {
				union = q
			} else {
				union.union = append(union.union, q)
			}
		}
		return union
	}
	e := *m.Event
	e.Domain, e.Which = study.DrugEra, study.Any
	return c.treatedWith(&e, func(q *query, x *record) string {
		n := q.addTable("JOIN", "concept", "n",
			func(n string) []string { return []string{n + ".concept_id = " + x.col(concept)} })
		q.filter(x.col(concept) + " <> 0")
		return n + ".concept_name"
	})
}

func (c *compiler) treatedWith(e *study.Event, name func(*query, *record) string) *query {
	q := c.newQuery()
	x, conditions := q.records("", e, "measure.event", nil)
	if x == nil {
		return q
	}
	o := q.addTable("JOIN", "observed", "o", func(o string) []string {
		return []string{o + ".person_id = " + q.who,
			fmt.Sprintf("%s BETWEEN %s.index_date AND %s.last_date", x.start(), o, o)}
	})
	q.filter(conditions...)
	q.choose(q.who, "person_id")
	q.choose(name(q, x), "treatment")
	q.choose(x.col(recordID), "record_id")
	q.choose(x.start(), "start_date")
	end := x.until()
	if e.Domain == study.Drug {
		end = recordedEnd(x)
	}
	q.choose(fmt.Sprintf("LEAST(%s, %s.last_date)", end, o), "end_date")
	return q
}

// treatmentErasSQL joins exposures to one treatment that begin at most so many days after the last day covered.
const treatmentErasSQL = `SELECT p.person_id, p.treatment, MIN(p.start_date) AS start_date, MAX(p.end_date) AS end_date
FROM (
  SELECT x.person_id, x.treatment, x.start_date, x.end_date,
         SUM(CASE WHEN x.start_date <= x.covered_until + %d THEN 0 ELSE 1 END) OVER (PARTITION BY x.person_id, x.treatment ORDER BY x.start_date, x.record_id) AS part
  FROM (
    SELECT d.person_id, d.treatment, d.record_id, d.start_date, d.end_date,
           MAX(d.end_date) OVER (PARTITION BY d.person_id, d.treatment ORDER BY d.start_date, d.record_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until
    FROM treated AS d
  ) AS x
) AS p
GROUP BY p.person_id, p.treatment, p.part`

// boundariesSQL are the days on which an era begins or has ended.
const boundariesSQL = `SELECT b.person_id, b.start_date AS day
FROM eras AS b
UNION
SELECT a.person_id, a.end_date + 1 AS day
FROM eras AS a`

const stepsSQL = `SELECT y.person_id, y.day AS from_day, LEAD(y.day) OVER (PARTITION BY y.person_id ORDER BY y.day) AS next_day
FROM days AS y`

// activeSQL are the eras of each step, between whose days none begins or ends.
const activeSQL = `SELECT s.person_id, s.from_day, e.treatment, e.start_date, e.end_date
FROM steps AS s
JOIN eras AS e ON e.person_id = s.person_id AND e.start_date <= s.from_day AND e.end_date >= s.from_day
WHERE s.next_day IS NOT NULL`

// keptSQL leaves out what was switched from: an era that ends in a later one which it overlaps for too short a time.
const keptSQL = `SELECT a.person_id, a.from_day, a.treatment
FROM active AS a
WHERE NOT EXISTS (
  SELECT 1
  FROM active AS b
  WHERE b.person_id = a.person_id AND b.from_day = a.from_day
    AND b.start_date > a.start_date AND b.end_date > a.end_date AND a.end_date - b.start_date + 1 < %d
)`

const setsSQL = `SELECT k.person_id, k.from_day, STRING_AGG(k.treatment, ' + ' ORDER BY k.treatment) AS line
FROM kept AS k
GROUP BY k.person_id, k.from_day`

// linesSQL numbers the lines of a person by the day on which each first begins.
const linesSQL = `SELECT f.person_id, f.line, ROW_NUMBER() OVER (PARTITION BY f.person_id ORDER BY f.first_day) AS place
FROM (SELECT t.person_id, t.line, MIN(t.from_day) AS first_day FROM sets AS t GROUP BY t.person_id, t.line) AS f`

// pathsSQL, behind the person and the strata, has everybody, with those who took none of the treatments.
const pathsSQL = `COALESCE(g.path, 'none of these') AS path
FROM observed AS o
LEFT JOIN (
  SELECT l.person_id, STRING_AGG(l.line, ' → ' ORDER BY l.place) AS path
  FROM lines AS l
  WHERE l.place <= %d
  GROUP BY l.person_id
) AS g ON g.person_id = o.person_id`
