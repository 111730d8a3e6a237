package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Drug use is told in the form of Table 1: every fact of the people who start a drug is a row of one table of facts. It
// is made of
//
//	observed   the people with their first exposure, and the last day on which their exposures are looked at
//	exposures  their exposures to the drug from that day on, in order, with the day until which supply reached before
//	eras       exposures that overlap or follow each other within the gap, made one
//	doses      what an exposure dispensed of each ingredient, where drug_strength has a fixed amount
//
// An exposure lasts to its recorded end, else as long as its days of supply, else one day; eras and covered days end
// with the last day that is looked at.

// fact is one part of the drug's use.
type fact struct {
	number   int
	name     string
	level    string
	value    string // expression; null where the level is the fact
	from     string // FROM and what follows
	quantity study.Quantity
}

const (
	perPerson  = "\nGROUP BY f.group_no, f.person_id"
	perPortion = "\nGROUP BY f.group_no, f.person_id, f.portion"
	portion    = "f.portion"
)

var factsOfUse = []fact{
	{10, "number of people", "'all'", null, "observed AS f", ""},
	{20, "prescriptions", "'number'", "COUNT(f.record_id)", "exposures AS f" + perPerson, study.Exposures},
	{30, "treatment eras", "'number'", "COUNT(f.place)", "eras AS f" + perPerson, study.Eras},
	{40, "duration of an exposure", "'days'", "f.recorded_end - f.start_date + 1", "exposures AS f", study.ExposureDays},
	{45, "duration of the first exposure", "'days'", "f.recorded_end - f.start_date + 1",
		"exposures AS f WHERE f.place = 1", study.FirstExposureDays},
	{50, "duration of an era", "'days'", "f.end_date - f.start_date + 1", "eras AS f", study.EraDays},
	{55, "duration of the first era", "'days'", "f.end_date - f.start_date + 1", "eras AS f WHERE f.place = 1", study.FirstEraDays},
	{60, "days covered", "'days'", "SUM(" + newDays("f") + ")", "exposures AS f" + perPerson, study.DaysExposed},
	{65, "proportion of days covered", "'percent of the days observed'",
		"100.0 * SUM(" + newDays("f") + ") / MAX(f.last_date - f.index_date + 1)", "exposures AS f" + perPerson, study.CoveredShare},
	{70, "gap between eras", "'days'", "f.start_date - f.previous_end - 1", "eras AS f WHERE f.place > 1", study.EraGap},
	{80, "quantity of the first exposure", "'units'", "f.quantity", "exposures AS f WHERE f.place = 1 AND f.quantity > 0", study.InitialQuantity},
	{85, "quantity in all", "'units'", "SUM(f.quantity)",
		"exposures AS f" + perPerson + "\nHAVING SUM(f.quantity) > 0 AND COUNT(f.quantity) = COUNT(f.record_id)", study.CumulativeQuantity},
	{90, "people whose first dose is known", portion, null, "doses AS f WHERE f.place = 1", ""},
	{95, "initial daily dose", portion, "SUM(f.amount) / MAX(f.days)", "doses AS f WHERE f.place = 1 AND f.days > 0" + perPortion, study.InitialDose},
	{100, "cumulative dose", portion, "SUM(f.amount)",
		"doses AS f" + perPortion + "\nHAVING COUNT(DISTINCT f.place) = MAX(f.all_exposures)", study.CumulativeDose},
}

const eraGap = 30 // days between exposures that belong to one era, unless the question says otherwise

func (c *compiler) gapDays() int {
	if n := c.question.Measure.Gap; n > 0 {
		return n
	}
	return eraGap
}

// drugUse is the table of all facts.
func (c *compiler) drugUse() {
	groups := c.groups()
	if c.refusal != nil {
		return
	}
	with := c.factsOfUse(groups)
	if c.refusal != nil {
		return
	}
	c.describe(append(with, namedQuery{"levels", text(levelsSQL)},
		namedQuery{"totals",
			text("SELECT m.group_no, COUNT(DISTINCT m.person_id) AS n FROM observed AS m GROUP BY m.group_no")},
		namedQuery{"cells", text(cellsSQL)}), groups)
	c.plan.Notes = append(c.plan.Notes,
		fmt.Sprintf("of people whose first exposure lies in an observation period, from that day on; an era bridges gaps of up to %d days", c.gapDays()), dosesAre)
}

const dosesAre = "doses are the quantity dispensed by the fixed amount of drug_strength; those of liquids, sprays and patches, and of exposures without a quantity, are not known"

// factsOfUse are the named queries up to the table of facts: group_no, person_id, section, characteristic, level,
// value.
func (c *compiler) factsOfUse(groups []study.Group) []namedQuery {
	members := c.groupMembers(groups)
	exposures, doses := c.exposuresOf(groups)
	if c.refusal != nil {
		return nil
	}
	last := "op.observation_period_end_date"
	if r := c.question.Measure.Relation; r != nil && r.To != nil {
		last = fmt.Sprintf("LEAST(%s, %s)", last, asDate(shifted("m.index_date", r.To)))
	}
	observed := "SELECT m.group_no, m.person_id, m.index_date, " + last + " AS last_date\nFROM members AS m" + inPeriod
	var parts []string
	for _, f := range factsOfUse {
		parts = append(parts,
			fmt.Sprintf("SELECT f.group_no, f.person_id, %d AS section, %s AS characteristic, %d AS numeric_row, 0 AS ranked,\n       %s AS level, %s AS value\nFROM %s",
				f.number, literal(f.name), bit(f.value != null), f.level, asDouble(f.value), f.from))
	}
	return []namedQuery{{"members", members}, {"observed", text(observed)}, {"dispensed", exposures},
		{"exposures", text(orderedSQL)},
		{"eras", text(fmt.Sprintf(erasSQL, c.gapDays()))}, {"doses", text(doses)},
		{"facts", text(strings.Join(parts, "\nUNION ALL\n"))}}
}

func asDouble(expr string) string {
	if expr == null {
		return null
	}
	return double(expr)
}

// exposuresOf selects each group's exposures to its drug, and what they hold of each ingredient of that drug.
func (c *compiler) exposuresOf(groups []study.Group) (*query, string) {
	whole := c.question
	defer func() { c.question = whole }()
	var union *query
	var doses []string
	for i, g := range groups {
		c.question = ofGroup(whole, &g)
		e := c.question.Population.Entry
		if e == nil || e.Domain != study.Drug && e.Domain != study.DrugEra || len(e.Concepts) == 0 {
			c.refuse("population.entry", "drug use is of people who start a drug that is named")
			return nil, ""
		}
		all := study.Event{Domain: study.Drug, Concepts: e.Concepts, Except: e.Except}
		q := c.newQuery()
		x, conditions := q.records("", &all, "population.entry", nil)
		m := q.addTable("JOIN", "observed", "m", func(m string) []string {
			return []string{m + ".person_id = " + q.who, fmt.Sprintf("%s.group_no = %d", m, i+1),
				fmt.Sprintf("%s BETWEEN %s.index_date AND %s.last_date", x.start(), m, m)}
		})
		q.filter(conditions...)
		for _, col := range []column{{m + ".group_no", "group_no"}, {q.who, "person_id"},
			{m + ".index_date", "index_date"}, {m + ".last_date", "last_date"},
			{x.col(recordID), "record_id"}, {x.start(), "start_date"}, {recordedEnd(x), "recorded_end"},
			{endKnown(x), "end_known"}, {x.col(quantity), "quantity"}, {x.col(concept), "concept_id"}} {
			q.choose(col.expr, col.name)
		}
		if union == nil {
			union = q
		} else {
			union.union = append(union.union, q)
		}
		doses = append(doses,
			fmt.Sprintf("e.group_no = %d AND %s", i+1,
				c.oneOf("ds.ingredient_concept_id", study.Drug, e.Concepts, "population.entry.concepts")))
	}
	return union, fmt.Sprintf(dosesSQL, either(doses))
}

// recordedEnd is the last day of an exposure: as recorded, else by the days of supply, else its first day.
func recordedEnd(x *record) string {
	return fmt.Sprintf("COALESCE(%s, CAST(%s + CAST(NULLIF(%s, 0) AS INTEGER) - 1 AS DATE), %s)", x.col(endDate),
		x.start(), x.col(daysSupply), x.start())
}

func endKnown(x *record) string {
	return fmt.Sprintf("CASE WHEN %s IS NOT NULL OR %s > 0 THEN 1 ELSE 0 END", x.col(endDate), x.col(daysSupply))
}

// orderedSQL numbers a person's exposures.
const orderedSQL = `SELECT d.group_no, d.person_id, d.index_date, d.last_date, d.record_id, d.start_date, d.recorded_end, d.end_known, d.quantity, d.concept_id,
       LEAST(d.recorded_end, d.last_date) AS end_date,
       MAX(LEAST(d.recorded_end, d.last_date)) OVER (PARTITION BY d.group_no, d.person_id ORDER BY d.start_date, d.record_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS covered_until,
       ROW_NUMBER() OVER (PARTITION BY d.group_no, d.person_id ORDER BY d.start_date, d.record_id) AS place
FROM dispensed AS d`

// erasSQL joins exposures that begin at most so many days after the last day covered before.
const erasSQL = `SELECT r.group_no, r.person_id, r.start_date, r.end_date, r.last_date,
       LAG(r.end_date) OVER (PARTITION BY r.group_no, r.person_id ORDER BY r.start_date) AS previous_end,
       ROW_NUMBER() OVER (PARTITION BY r.group_no, r.person_id ORDER BY r.start_date) AS place
FROM (
  SELECT p.group_no, p.person_id, MIN(p.start_date) AS start_date, MAX(p.end_date) AS end_date, MAX(p.last_date) AS last_date
  FROM (
    SELECT x.group_no, x.person_id, x.start_date, x.end_date, x.last_date,
           SUM(CASE WHEN x.start_date <= x.covered_until + %d THEN 0 ELSE 1 END) OVER (PARTITION BY x.group_no, x.person_id ORDER BY x.place) AS part
    FROM exposures AS x
  ) AS p
  GROUP BY p.group_no, p.person_id, p.part
) AS r`

// dosesSQL is the amount that an exposure dispensed of an ingredient of the drug.
const dosesSQL = `SELECT e.group_no, e.person_id, e.place, CASE WHEN e.end_known = 1 THEN e.recorded_end - e.start_date + 1 END AS days, e.quantity * ds.amount_value AS amount,
       COALESCE(i.concept_name, CAST(ds.ingredient_concept_id AS VARCHAR)) || ', ' || COALESCE(u.concept_name, 'no unit') AS portion,
       n.all_exposures
FROM exposures AS e
JOIN (SELECT x.group_no, x.person_id, COUNT(x.record_id) AS all_exposures FROM exposures AS x GROUP BY x.group_no, x.person_id) AS n ON n.group_no = e.group_no AND n.person_id = e.person_id
JOIN drug_strength AS ds ON ds.drug_concept_id = e.concept_id AND ds.invalid_reason IS NULL AND ds.amount_value > 0
LEFT JOIN concept AS i ON i.concept_id = ds.ingredient_concept_id
LEFT JOIN concept AS u ON u.concept_id = ds.amount_unit_concept_id
WHERE e.quantity > 0
  AND %s`

// useOfDrug is one fact as a quantity of the people who start a drug.
func (c *compiler) useOfDrug(t *table) measured {
	of := measured{name: string(c.question.Measure.Quantity), digits: 2}
	for _, f := range factsOfUse {
		if f.quantity != c.question.Measure.Quantity {
			continue
		}
		strata := c.question.Strata
		c.question.Strata = nil
		t.with = c.factsOfUse([]study.Group{{}})
		c.question.Strata = strata
		c.indexed(t)
		if c.refusal != nil {
			return of
		}
		v := t.q.addTable("JOIN", "facts", "f", func(v string) []string {
			return []string{v + ".person_id = " + t.q.who, fmt.Sprintf("%s.section = %d", v, f.number)}
		})
		t.unique = false
		t.unit.value = v + ".value"
		if f.level == portion {
			t.dims = append(t.dims, dimension{name: "dose_of", key: v + ".level", bySize: len(strata) == 0})
			c.plan.Notes = append(c.plan.Notes, dosesAre)
		}
	}
	return of
}
