package main

import (
	"fmt"
	"strings"
)

// cell is one question and the SQL of its truth: the labels of its groups, then the number.
type cell struct {
	measure, question, truth string
	labels                   int
}

// measure words a question about <who> and gives its base: rows of person_id, d (the date of what is measured), v (a
// number) and hit (whether it counts), of which agg makes the number.
type measure struct {
	name  string
	words string // %s is who
	base  string
	agg   string
	whole bool // dated by no event: it goes with properties of people only
	ages  bool // age groups and age filters make sense of d
	dated bool // "in 2009" makes sense behind the words
}

const (
	persons = "COUNT(DISTINCT b.person_id)"
	share   = "100.0 * COUNT(DISTINCT b.person_id) FILTER (WHERE b.hit) / COUNT(DISTINCT b.person_id)"
)

// of selects the ids of a concept and its descendants.
func of(concept int) string {
	return fmt.Sprintf("(SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = %d)", concept)
}

func conditions(c int) string {
	return "SELECT person_id, condition_start_date AS d, 0 AS v, TRUE AS hit FROM condition_occurrence WHERE condition_concept_id IN " + of(c)
}

func drugs(c int) string {
	return "SELECT person_id, drug_exposure_start_date AS d, 0 AS v, TRUE AS hit FROM drug_exposure WHERE drug_concept_id IN " + of(c)
}

func procedures(c int) string {
	return "SELECT person_id, procedure_date AS d, 0 AS v, TRUE AS hit FROM procedure_occurrence WHERE procedure_concept_id IN " + of(c)
}

func first(events string) string {
	return "SELECT person_id, MIN(d) AS d, 0 AS v, TRUE AS hit FROM (" + events + ") GROUP BY person_id"
}

// everyone marks who has such an event.
func everyone(events string) string {
	return "SELECT person_id, NULL::DATE AS d, 0 AS v, person_id IN (SELECT person_id FROM (" + events +
		")) AS hit FROM person"
}

func among(population, events string) string {
	return "SELECT person_id, d, v, person_id IN (SELECT person_id FROM (" + events + ")) AS hit FROM (" + population +
		")"
}

// riskTime is time from the start of observation to the first event or the end of observation, in days, both included.
func riskTime(events string) string {
	return `SELECT o.person_id, NULL::DATE AS d, DATE_DIFF('day', o.observation_period_start_date, LEAST(o.observation_period_end_date, COALESCE(f.d, o.observation_period_end_date))) + 1 AS v,
		COALESCE(f.d BETWEEN o.observation_period_start_date AND o.observation_period_end_date, FALSE) AS hit
		FROM observation_period AS o LEFT JOIN (` + first(events) + `) AS f ON f.person_id = o.person_id
		WHERE f.d IS NULL OR f.d >= o.observation_period_start_date`
}

const (
	hypertension, heartFailure, stroke, diabetes, fibrillation = 316866, 316139, 381316, 201826, 313217
	metformin, furosemide, warfarin                            = 1503297, 956874, 1310149
	colonoscopy, a1c                                           = 4249893, 3004410
)

var (
	stays = "SELECT person_id, visit_start_date AS d, DATE_DIFF('day', visit_start_date, visit_end_date) AS v, TRUE AS hit FROM visit_occurrence WHERE visit_concept_id = 9201"
	// A value without a unit concept counts in the unit that the source has.
	values = "SELECT person_id, measurement_date AS d, value_as_number AS v, TRUE AS hit FROM measurement WHERE value_as_number IS NOT NULL" +
		" AND (unit_concept_id = 8554 OR COALESCE(unit_concept_id, 0) = 0 AND unit_source_value = '%') AND measurement_concept_id IN " + of(a1c)
	ages = "SELECT f.person_id, f.d, YEAR(f.d) - p.year_of_birth AS v, TRUE AS hit FROM (" +
		first(conditions(hypertension)) + ") AS f JOIN person AS p USING (person_id)"
	dead   = "SELECT person_id, death_date AS d, 0 AS v, TRUE AS hit FROM death"
	within = `SELECT a.person_id, a.d, 0 AS v, COALESCE(DATE_DIFF('day', a.d, b.d) BETWEEN 0 AND 90, FALSE) AS hit
		FROM (` + first(conditions(fibrillation)) + `) AS a LEFT JOIN (` + first(drugs(warfarin)) + `) AS b ON b.person_id = a.person_id`
	gaps = `SELECT a.person_id, a.d, DATE_DIFF('day', a.d, b.d) AS v, TRUE AS hit
		FROM (` + first(conditions(diabetes)) + `) AS a JOIN (` + first(drugs(metformin)) + `) AS b ON b.person_id = a.person_id AND b.d >= a.d`
	visits = "SELECT p.person_id, NULL::DATE AS d, COUNT(v.person_id) AS v, TRUE AS hit FROM person AS p LEFT JOIN visit_occurrence AS v USING (person_id) GROUP BY 1"
	seen   = `SELECT p.person_id, DATE '2009-07-01' AS d, 0 AS v, EXISTS (SELECT 1 FROM (` + conditions(hypertension) + `) AS c WHERE c.person_id = p.person_id AND YEAR(c.d) = 2009) AS hit
		FROM person AS p WHERE EXISTS (SELECT 1 FROM observation_period AS o WHERE o.person_id = p.person_id AND YEAR(observation_period_start_date) <= 2009 AND YEAR(observation_period_end_date) >= 2009)`
)

var measures = []measure{
	{name: "people with a condition", words: "How many %s have hypertension", base: conditions(hypertension),
		agg: persons, ages: true, dated: true},
	{name: "people on a drug", words: "How many %s took metformin", base: drugs(metformin), agg: persons, ages: true,
		dated: true},
	{name: "people with a procedure", words: "How many %s had a colonoscopy", base: procedures(colonoscopy),
		agg: persons, ages: true, dated: true},
	{name: "new users", words: "How many %s started warfarin", base: first(drugs(warfarin)), agg: persons, ages: true,
		dated: true},
	{name: "newly diagnosed", words: "How many %s were newly diagnosed with heart failure",
		base: first(conditions(heartFailure)), agg: persons, ages: true, dated: true},
	{name: "deaths", words: "How many %s died", base: dead, agg: persons, ages: true, dated: true},
	{name: "records", words: "How many prescriptions of furosemide did %s get", base: drugs(furosemide),
		agg: "COUNT(*)", ages: true, dated: true},
	{name: "share with a condition", words: "What percentage of %s have hypertension",
		base: everyone(conditions(hypertension)), agg: share, whole: true},
	{name: "share with an event among", words: "What percentage of %s with heart failure took furosemide",
		base: among(first(conditions(heartFailure)), drugs(furosemide)), agg: share, whole: true},
	{name: "started within days",
		words: "What percentage of %s with atrial fibrillation started warfarin within 90 days of diagnosis",
		base:  within, agg: share, whole: true},
	{name: "mean age at first diagnosis", words: "What is the average age of %s at first diagnosis of hypertension",
		base: ages, agg: "AVG(b.v)"},
	{name: "median age at first diagnosis", words: "What is the median age of %s at first diagnosis of hypertension",
		base: ages, agg: "MEDIAN(b.v)"},
	{name: "90th percentile of age",
		words: "What is the 90th percentile of the age of %s at first diagnosis of hypertension", base: ages,
		agg: "QUANTILE_CONT(b.v, 0.9)"},
	{name: "mean length of stay", words: "What is the average length of stay of inpatient visits of %s", base: stays,
		agg: "AVG(b.v)", ages: true, dated: true},
	{name: "maximum length of stay", words: "What is the longest length of stay of inpatient visits of %s", base: stays,
		agg: "MAX(b.v)", ages: true, dated: true},
	{name: "mean of a measurement", words: "What is the mean HbA1c in percent of %s", base: values, agg: "AVG(b.v)",
		ages: true, dated: true},
	{name: "median days between",
		words: "What is the median number of days from the first diagnosis of type 2 diabetes to the first metformin in %s", base: gaps, agg: "MEDIAN(b.v)"},
	{name: "visits of each person", words: "What is the average number of visits per patient in %s", base: visits,
		agg: "AVG(b.v)", whole: true},
	{name: "incidence rate per 1,000", words: "What is the incidence rate of stroke per 1000 person-years in %s",
		base: riskTime(conditions(stroke)), agg: "1000 * 365.25 * SUM(b.hit::INT) / SUM(b.v)", whole: true},
	{name: "incidence rate per 100,000",
		words: "What is the incidence rate of stroke per 100,000 person-years among %s",
		base:  riskTime(conditions(stroke)), agg: "100000 * 365.25 * SUM(b.hit::INT) / SUM(b.v)", whole: true},
	{name: "prevalence in a year", words: "What was the prevalence of hypertension in 2009 among %s", base: seen,
		agg: share, whole: true},
}

// filter limits who is asked about.
type filter struct {
	who, behind string // behind the words: "in 2009"
	where       string
	age, date   bool
}

var filters = []filter{
	{who: "patients", where: "TRUE"},
	{who: "women", where: "p.gender_concept_id = 8532"},
	{who: "men", where: "p.gender_concept_id = 8507"},
	{who: "Black patients", where: "p.race_concept_id = 8516"},
	{who: "Hispanic patients", where: "p.ethnicity_concept_id = 38003563"},
	{who: "patients born before 1930", where: "p.year_of_birth < 1930"},
	{who: "women aged 75 and older", where: "p.gender_concept_id = 8532 AND YEAR(b.d) - p.year_of_birth >= 75",
		age: true},
	{who: "patients", behind: " in 2009", where: "YEAR(b.d) = 2009", date: true},
	{who: "men", behind: " between 2008 and 2009",
		where: "p.gender_concept_id = 8507 AND YEAR(b.d) BETWEEN 2008 AND 2009", date: true},
}

// group splits the answer.
type group struct {
	words, by string
	event     bool // needs the date of an event
	age       bool
	labels    int
}

const (
	name  = "(SELECT concept_name FROM concept WHERE concept_id = p.%s_concept_id)"
	band  = "(YEAR(b.d) - p.year_of_birth)::INT // 10 * 10 || '-' || ((YEAR(b.d) - p.year_of_birth)::INT // 10 * 10 + 9)"
	state = "(SELECT state FROM location AS l WHERE l.location_id = p.location_id)"
)

var groups = []group{
	{},
	{words: ", by sex", by: fmt.Sprintf(name, "gender"), labels: 1},
	{words: ", by race", by: fmt.Sprintf(name, "race"), labels: 1},
	{words: ", by ethnicity", by: fmt.Sprintf(name, "ethnicity"), labels: 1},
	{words: ", by state", by: state, labels: 1},
	{words: ", by year", by: "YEAR(b.d)", event: true, labels: 1},
	{words: ", by 10-year age group", by: band, event: true, age: true, labels: 1},
	{words: ", by sex and race", by: fmt.Sprintf(name, "gender") + ", " + fmt.Sprintf(name, "race"), labels: 2},
	{words: ", by year and sex", by: "YEAR(b.d), " + fmt.Sprintf(name, "gender"), event: true, labels: 2},
}

// cells lists the combinations that make sense.
func cells() []cell {
	var out []cell
	for _, m := range measures {
		for _, f := range filters {
			for _, g := range groups {
				if m.whole && (f.age || f.date || g.event) || f.age && !m.ages || f.date && !m.dated ||
					g.age && !m.ages {
					continue
				}
				if f.date && g.event && f.behind == " in 2009" {
					continue // one year by year
				}
				out = append(out, newCell(m, f, g))
			}
		}
	}
	return out
}

func newCell(m measure, f filter, g group) cell {
	who, words := f.who, m.words
	if strings.Contains(words, "%s with ") && strings.Contains(who, " ") && strings.HasPrefix(who, "patients born") {
		words = strings.Replace(words, "%s with ", "%s and with ", 1)
	}
	question := fmt.Sprintf(words, who) + f.behind + g.words + "?"
	by, list := "", ""
	if g.by != "" {
		by, list = " GROUP BY ALL", g.by+", "
	}
	base := m.base
	if g.age && m.agg == persons { // each person once, in the group of their first record
		base = "SELECT b.person_id, MIN(b.d) AS d, 0 AS v, TRUE AS hit FROM (" + m.base +
			") AS b JOIN person AS p USING (person_id) WHERE " + f.where + " GROUP BY 1"
	}
	truth := fmt.Sprintf("SELECT %s%s FROM (%s) AS b JOIN person AS p USING (person_id) WHERE %s%s", list, m.agg, base,
		f.where, by)
	return cell{measure: m.name, question: question, truth: truth, labels: g.labels}
}
