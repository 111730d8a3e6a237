package compile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Table 1: one row a characteristic and level, for each group. Every fact of a person is a row of one table of facts,
// which is counted and averaged as a whole:
//
//	group_no  person_id  section  characteristic                      level          value
//	1         17         20       age                                                63
//	1         17         40       sex                                 FEMALE
//	1         17         80       conditions in the year before       Hypertension
//
// The year before is from 365 days to one day before the index date. The ten conditions and ingredients that most
// people of all groups together have are listed.

// section is one part of Table 1: facts of members (m).
type section struct {
	number int // its place
	name   string
	level  string // expression
	value  string // expression of a number; null where the level is the fact
	join   string // what of members it is taken from
	ranked bool   // only the levels that most people have are listed
}

const (
	ofPerson = " JOIN person AS p ON p.person_id = m.person_id"
	inPeriod = " JOIN observation_period AS op ON op.person_id = m.person_id\n AND m.index_date BETWEEN op.observation_period_start_date AND op.observation_period_end_date"
)

var ageAtIndex = ageOnDay("m.index_date", "p.year_of_birth")

var sections = []section{
	{number: 10, name: "number of people", level: "'all'", value: null},
	{number: 20, name: "age at index", level: "'years'", value: double(ageAtIndex), join: ofPerson},
	{number: 30, name: "age group", level: ageBands, value: null, join: ofPerson},
	{number: 40, name: "sex", level: "COALESCE(n.concept_name, 'unknown')", value: null,
		join: ofPerson + " LEFT JOIN concept AS n ON n.concept_id = p.gender_concept_id"},
	{number: 50, name: "race",
		level: nameOf("n.concept_name", "p.race_concept_id", usualNames["race_concept_id"], "'unknown'"), value: null,
		join: ofPerson + " LEFT JOIN concept AS n ON n.concept_id = p.race_concept_id"},
	{number: 60, name: "prior observation", level: "'days'", value: double("m.index_date - op.observation_period_start_date"), join: inPeriod},
	{number: 70, name: "follow-up", level: "'days'", value: double("op.observation_period_end_date - m.index_date"), join: inPeriod},
	{number: 80, name: "visits in the year before", level: "'number'",
		value: double("(SELECT COUNT(v.visit_occurrence_id) FROM visit_occurrence AS v WHERE v.person_id = m.person_id\n AND v.visit_start_date >= m.index_date - INTERVAL '365' DAY AND v.visit_start_date < m.index_date)")},
	{number: 90, name: "conditions in the year before", level: "n.concept_name", value: null, ranked: true,
		join: " JOIN condition_occurrence AS x ON x.person_id = m.person_id\n AND x.condition_start_date >= m.index_date - INTERVAL '365' DAY AND x.condition_start_date < m.index_date" +
			"\nJOIN concept AS n ON n.concept_id = x.condition_concept_id\nWHERE x.condition_concept_id <> 0"},
	{number: 100, name: "drugs in the year before", level: "n.concept_name", value: null, ranked: true,
		join: " JOIN drug_era AS x ON x.person_id = m.person_id\n AND x.drug_era_start_date < m.index_date AND x.drug_era_end_date >= m.index_date - INTERVAL '365' DAY" +
			"\nJOIN concept AS n ON n.concept_id = x.drug_concept_id\nWHERE x.drug_concept_id <> 0"},
}

// ageBands names the age at the index date by the age groups of "by age".
var ageBands = func() string {
	var when []string
	for _, band := range study.AgeBands() {
		in := strings.Join(inRange("("+ageAtIndex+")", &band), " AND ")
		when = append(when, "WHEN "+in+" THEN "+literal(bandName(&band)))
	}
	return "CASE " + strings.Join(when, " ") + " END"
}()

func double(expr string) string { return "CAST(" + expr + " AS DOUBLE PRECISION)" }

func (c *compiler) characteristics() {
	groups := c.groups()
	if c.refusal != nil {
		return
	}
	members := c.groupMembers(groups)
	if c.refusal != nil {
		return
	}
	with := []namedQuery{{"members", members}, {"facts", text(c.facts())}, {"levels", text(levelsSQL)},
		{"totals", text("SELECT m.group_no, COUNT(DISTINCT m.person_id) AS n FROM members AS m GROUP BY m.group_no")},
		{"cells", text(cellsSQL)}}
	c.describe(with, groups)
	c.plan.Notes = append(c.plan.Notes,
		"each person stands once in a group, at the first index date, or on the day that tells of them; the year before is "+
			"from 365 days to one day before it")
}

// describe writes the columns of a table of facts: the last of the named queries are levels, totals and cells.
func (c *compiler) describe(with []namedQuery, groups []study.Group) {
	named := len(groups) > 1
	p := c.plan
	list := []string{"s.characteristic", "s.level"}
	p.Columns = []Column{{Name: "characteristic", Role: Stratum}, {Name: "level", Role: Stratum}}
	if named {
		list = append(list, groupName(groups, "s.group_no")+" AS group_name")
		p.Columns = append(p.Columns, Column{Name: "group_name", Role: Stratum})
	}
	p.Columns = append(p.Columns, Column{"patients", Numerator, study.Persons},
		Column{"all_patients", Denominator, study.Persons}, Column{"percentage", Estimate, study.Persons},
		Column{Name: "mean", Role: Number}, Column{Name: "sd", Role: Number}, Column{Name: "median", Role: Number},
		Column{Name: "lower_quartile", Role: Number}, Column{Name: "upper_quartile", Role: Number})
	list = append(list, "s.patients", "s.all_patients",
		"CASE WHEN s.numeric_row = 0 THEN ROUND(100.0 * s.patients / NULLIF(s.all_patients, 0), 2) END AS percentage",
		"ROUND(s.mean, 2) AS mean", "ROUND(s.sd, 2) AS sd", "s.median", "s.lower_quartile", "s.upper_quartile")
	join := ""
	if len(groups) == 2 {
		p.Pairs = true
		p.Columns = append(p.Columns, Column{Name: "smd", Role: Difference})
		list = append(list, smdSQL+" AS smd")
		join = "\nLEFT JOIN cells AS o ON o.section = s.section AND o.level = s.level AND o.group_no <> s.group_no"
	}
	p.SQL = withText(with) + "SELECT " + strings.Join(list, ",\n       ") + "\nFROM cells AS s" + join +
		"\nORDER BY s.section, s.by_size DESC, s.level, s.group_no"
	p.Ranked = &Ranking{Within: []string{"characteristic"}, Of: []string{"level"}, Parts: []string{}, First: mostLevels}
	for _, s := range sections {
		if s.ranked {
			p.Ranked.Parts = append(p.Ranked.Parts, s.name)
		}
	}
	group := ""
	if named {
		group = groupName(groups, "f.group_no") + " AS group_name, "
	}
	p.People = withText(with[:len(with)-2]) + "SELECT DISTINCT l.characteristic, l.level, " + group +
		"f.person_id, f.value\nFROM levels AS l\nJOIN facts AS f ON f.section = l.section AND f.level = l.level"
}

// text is SQL that is written already.
type text string

func (t text) String() string { return string(t) }

// withText writes the named queries before a SELECT.
func withText(with []namedQuery) string {
	var b strings.Builder
	for i, w := range with {
		b.WriteString(map[bool]string{true: "WITH ", false: ", "}[i == 0])
		fmt.Fprintf(&b, "%s AS (\n%s\n)", w.name, indent(w.body.String(), "  "))
	}
	return b.String() + "\n"
}

// mostLevels is how many levels of a ranked section are listed.
const mostLevels = 10

var levelsSQL = `SELECT r.section, r.characteristic, r.level, r.numeric_row, r.by_size
FROM (
  SELECT f.section, f.characteristic, f.level, f.numeric_row, f.ranked * COUNT(DISTINCT f.person_id) AS by_size,
         ROW_NUMBER() OVER (PARTITION BY f.section ORDER BY COUNT(DISTINCT f.person_id) DESC, f.level) AS place, f.ranked
  FROM facts AS f
  GROUP BY f.section, f.characteristic, f.level, f.numeric_row, f.ranked
) AS r
WHERE r.ranked = 0 OR r.place <= ` + strconv.Itoa(mostLevels)

const cellsSQL = `SELECT t.group_no, l.section, l.characteristic, l.level, l.numeric_row, l.by_size, t.n AS all_patients,
       COUNT(DISTINCT f.person_id) AS patients,
       AVG(f.value) AS mean, STDDEV_SAMP(f.value) AS sd,
       PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY f.value) AS median,
       PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY f.value) AS lower_quartile,
       PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY f.value) AS upper_quartile
FROM totals AS t
CROSS JOIN levels AS l
LEFT JOIN facts AS f ON f.group_no = t.group_no AND f.section = l.section AND f.level = l.level
GROUP BY t.group_no, l.section, l.characteristic, l.level, l.numeric_row, l.by_size, t.n`

// smdSQL is the standardised mean difference of a row from that of the other group (Austin 2009, doi 10.1002/sim.3697),
// without its sign.
const smdSQL = `CASE WHEN s.section > 10 AND s.numeric_row = 1 THEN ROUND(ABS(s.mean - o.mean) / NULLIF(SQRT((s.sd * s.sd + o.sd * o.sd) / 2), 0), 3)
            WHEN s.section > 10 THEN ROUND(ABS(1.0 * s.patients / s.all_patients - 1.0 * o.patients / o.all_patients)
                       / NULLIF(SQRT((1.0 * s.patients / s.all_patients * (1 - 1.0 * s.patients / s.all_patients)
                                      + 1.0 * o.patients / o.all_patients * (1 - 1.0 * o.patients / o.all_patients)) / 2), 0), 3) END`

// facts are the sections' facts in one table.
func (c *compiler) facts() string {
	var parts []string
	for _, s := range sections {
		parts = append(parts,
			fmt.Sprintf("SELECT DISTINCT m.group_no, m.person_id, %d AS section, %s AS characteristic, %d AS numeric_row, %d AS ranked,\n       %s AS level, %s AS value\nFROM members AS m%s",
				s.number, literal(s.name), bit(s.value != null), bit(s.ranked), s.level, s.value, s.join))
	}
	for i := range c.question.Measure.Events {
		e := &c.question.Measure.Events[i]
		q := c.newQuery()
		x, conditions := q.records("", onlyExistence(e), fmt.Sprintf("measure.events[%d]", i), nil)
		if x == nil {
			return ""
		}
		m := q.addTable("JOIN", "members", "m", func(m string) []string {
			return []string{m + ".person_id = " + q.who, fmt.Sprintf("%s < %s.index_date", x.start(), m)}
		})
		q.filter(conditions...)
		q.distinct = true
		for _, col := range []column{{m + ".group_no", "group_no"}, {q.who, "person_id"}, {"110", "section"},
			{literal("at any time before"), "characteristic"},
			{"0", "numeric_row"}, {"0", "ranked"}, {literal(e.Name()), "level"}, {null, "value"}} {
			q.choose(col.expr, col.name)
		}
		parts = append(parts, q.String())
	}
	return strings.Join(parts, "\nUNION ALL\n")
}

const null = "CAST(NULL AS DOUBLE PRECISION)"

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
