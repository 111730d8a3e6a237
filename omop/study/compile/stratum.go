package compile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// dimension is a stratum in SQL: what the rows are grouped by, and how that is shown.
type dimension struct {
	name    string                    // of the column
	key     string                    // expression over the rows
	as      string                    // the key's name in subqueries; empty is name
	group   func(key string) string   // what is grouped by, of the key: the band of an age
	label   func(group string) string // how it is shown; nil as it is
	named   bool                      // it is a concept id, shown by its name
	kept    func(group string) string // condition on the rows that are kept
	bySize  bool                      // rows are listed by the measure, largest first
	age     bool                      // of several records of a person in a row, the first counts
	complex bool                      // the key holds subqueries
	usual   []usualName               // names of concepts that the vocabulary may lack
	unknown string                    // how concept 0 is shown; empty: as any other
	more    []column                  // further columns of the concept, without its alias
	of      *study.Stratum            // of calendar time that divides times at risk
}

func notZero(group string) string { return group + " <> 0" }
func notNull(group string) string { return group + " IS NOT NULL" }

func (d *dimension) grouped(key string) string {
	if d.group == nil {
		return key
	}
	return d.group(key)
}

// dimensions compiles the strata over rows.
func (w *rows) dimensions() []dimension {
	var all []dimension
	for i := range w.c.question.Strata {
		all = append(all, w.dimension(i))
	}
	return numbered(all)
}

// dimension compiles one stratum.
func (w *rows) dimension(i int) dimension {
	return w.dimensionOf(&w.c.question.Strata[i], fmt.Sprintf("strata[%d]", i))
}

func (w *rows) dimensionOf(s *study.Stratum, at string) dimension {
	if len(s.Only) > 0 && !s.Kind.IsTime() {
		w.c.refuse(at+".only", "is compiled for strata of time")
	}
	kind, ok := strata[s.Kind]
	if !ok {
		w.c.refuse(at+".kind", "%s is not compiled yet", s.Kind)
		return dimension{}
	}
	d := kind(w, s, at)
	if s.Zeros && !w.c.everyYear() {
		w.c.refuse(at+".zeros", "rows of nobody are known for counts by year alone")
	}
	if len(s.Only) > 0 {
		w.q.filter(only(d.key, s))
	}
	return d
}

// numbered gives two strata of one kind different names.
func numbered(all []dimension) []dimension {
	seen := map[string]int{}
	for i := range all {
		seen[all[i].name]++
		if n := seen[all[i].name]; n > 1 {
			all[i].as = fmt.Sprintf("%s_%d", all[i].keyName(), n)
			all[i].name = fmt.Sprintf("%s_%d", all[i].name, n)
		}
	}
	return all
}

// only keeps some values of a stratum of time.
func only(key string, s *study.Stratum) string {
	var values []string
	for _, v := range s.Only {
		values = append(values, number(v))
	}
	return fmt.Sprintf("%s IN (%s)", key, strings.Join(values, ", "))
}

// number writes a year as a number, and all else as a text.
func number(v string) string {
	if _, err := strconv.Atoi(v); err != nil {
		return literal(v)
	}
	return v
}

// strata compile the kinds of strata.
var strata map[study.StratumKind]func(*rows, *study.Stratum, string) dimension

func init() {
	strata = map[study.StratumKind]func(*rows, *study.Stratum, string) dimension{
		study.Sex:         personConcept("gender", "gender_concept_id"),
		study.Race:        personConcept("race", "race_concept_id"),
		study.Ethnicity:   personConcept("ethnicity", "ethnicity_concept_id"),
		study.State:       state,
		study.BornIn:      birthYear,
		study.BornDecade:  birthDecade,
		study.AgeGroup:    ageGroup,
		study.Year:        year,
		study.MonthOfYear: dated("month", "EXTRACT(MONTH FROM %s)"),
		study.Day:         dated("day", "%s"),
		study.Decade:      decade,
		study.Quarter:     quarter,
		study.Month:       month,
		study.Week:        dated("week", "CAST(DATE_TRUNC('week', %s) AS DATE)"),
		study.Concept:     conceptOf,
		study.VisitType:   visitType,
		study.Specialty:   specialty,
		study.CareSite:    careSite,
		study.Groups:      groups,
		study.Scores:      scores,
	}
}

// usualName is the standard name of a concept.
type usualName struct {
	id   int64
	name string
}

// usualNames are the names of what people are. A vocabulary that was cut down to the concepts of the clinical events
// often lacks them, and nobody knows a race by its id.
var usualNames = map[string][]usualName{
	"race_concept_id":      {{8515, "Asian"}, {8516, "Black or African American"}, {8527, "White"}},
	"ethnicity_concept_id": {{38003563, "Hispanic or Latino"}, {38003564, "Not Hispanic or Latino"}},
}

// nameOf is the name of a concept: the vocabulary's, or else the usual one, or else what otherwise says.
func nameOf(vocabulary, id string, usual []usualName, otherwise string) string {
	if len(usual) == 0 {
		return fmt.Sprintf("COALESCE(%s, %s)", vocabulary, otherwise)
	}
	var cases strings.Builder
	for _, u := range usual {
		fmt.Fprintf(&cases, " WHEN %d THEN %s", u.id, literal(u.name))
	}
	return fmt.Sprintf("COALESCE(%s, CASE %s%s END, %s)", vocabulary, id, cases.String(), otherwise)
}

func personConcept(name, columnName string) func(*rows, *study.Stratum, string) dimension {
	return func(w *rows, _ *study.Stratum, _ string) dimension {
		return dimension{name: name, key: w.q.personColumn(columnName), as: columnName, named: true,
			usual: usualNames[columnName]}
	}
}

// state leaves out people whose state is not known.
func state(w *rows, _ *study.Stratum, _ string) dimension {
	where := w.q.personColumn("location_id")
	l := w.q.addTable("JOIN", "location", "l",
		func(l string) []string { return []string{l + ".location_id = " + where} })
	w.q.filter(l + ".state IS NOT NULL")
	return dimension{name: "state", key: l + ".state"}
}

func birthYear(w *rows, _ *study.Stratum, _ string) dimension {
	return dimension{name: "year_of_birth", key: w.q.personColumn("year_of_birth")}
}

func birthDecade(w *rows, _ *study.Stratum, _ string) dimension {
	year := w.q.personColumn("year_of_birth")
	return dimension{name: "decade_of_birth", key: fmt.Sprintf("%s - %s %% 10", year, year)}
}

// record is the record from which a stratum of records takes its date, age or concept.
func (w *rows) record(s *study.Stratum, at string) *record {
	switch {
	case s.Event != nil:
		return w.listed
	case s.Of == study.OfDeath:
		return w.dead()
	case w.c.takesOutcome(s):
		return w.outcome
	case s.Of == study.OfOutcome:
		w.c.refuse(at+".of", "the outcome is no single event whose date could be taken")
		return nil
	}
	return w.index
}

// dead joins the deaths of the people; who did not die is left out.
func (w *rows) dead() *record {
	if w.death == nil {
		died := &study.Event{Domain: study.Death, Which: study.First}
		r, conditions := w.q.records("JOIN", died, "strata.of",
			func(x *record) []string { return []string{x.col(personID) + " = " + w.q.who} })
		w.q.attach(r, conditions)
		w.death = r
	}
	return w.death
}

// date is the start of the record of a stratum.
func (w *rows) date(s *study.Stratum, at string) string {
	r := w.record(s, at)
	if r == nil {
		w.c.refuse(at, "there is no record whose date could be taken: name an event in the population or as the outcome")
		return "NULL"
	}
	return r.start()
}

func dated(name, form string) func(*rows, *study.Stratum, string) dimension {
	return func(w *rows, s *study.Stratum, at string) dimension {
		return dimension{name: name, key: fmt.Sprintf(form, w.date(s, at))}
	}
}

// year is that in which a record starts; of observation each year that it touches, with a day of the year each in which
// it holds that day.
func year(w *rows, s *study.Stratum, at string) dimension {
	if r := w.record(s, at); r != nil && (r.domain == study.Observed || s.On != "") {
		y := w.q.addQuery("JOIN", w.c.years(w.c.observedYears()), "y", func(y string) []string {
			if s.On != "" {
				return []string{fmt.Sprintf("%s BETWEEN %s AND %s", onDay(s.On, y+".year"), r.start(), r.until())}
			}
			return []string{fmt.Sprintf("%s.year BETWEEN EXTRACT(YEAR FROM %s) AND EXTRACT(YEAR FROM %s)", y, r.start(),
				r.until())}
		})
		w.q.from[len(w.q.from)-1].many = true
		return dimension{name: "year", key: y + ".year"}
	}
	return dated("year", "EXTRACT(YEAR FROM %s)")(w, s, at)
}

func decade(w *rows, s *study.Stratum, at string) dimension {
	year := fmt.Sprintf("EXTRACT(YEAR FROM %s)", w.date(s, at))
	return dimension{name: "decade", key: fmt.Sprintf("%s - %s %% 10", year, year)}
}

// quarter is 2009-Q1.
func quarter(w *rows, s *study.Stratum, at string) dimension {
	d := w.date(s, at)
	return dimension{name: "quarter",
		key: fmt.Sprintf("CAST(EXTRACT(YEAR FROM %s) AS VARCHAR) || '-Q' || CAST(EXTRACT(QUARTER FROM %s) AS VARCHAR)",
			d, d)}
}

// month is 2009-03.
func month(w *rows, s *study.Stratum, at string) dimension {
	return dimension{name: "month", key: fmt.Sprintf("SUBSTRING(CAST(%s AS VARCHAR), 1, 7)", w.date(s, at))}
}

// groups are named parts of the population. Someone who is in several counts in each.
func groups(w *rows, s *study.Stratum, at string) dimension {
	var numbers, ways, labels []string
	g := w.c.alias("g")
	for i := range s.Groups {
		n := i + 1
		numbers = append(numbers, fmt.Sprintf("SELECT %d AS part", n))
		is := w.c.criterion(w.q, w.index, &s.Groups[i].Is, fmt.Sprintf("%s.groups[%d].is", at, i))
		ways = append(ways, fmt.Sprintf("(%s.part = %d AND %s)", g, n, is))
		labels = append(labels, fmt.Sprintf("WHEN %d THEN %s", n, literal(s.Groups[i].Name)))
	}
	w.q.add(&source{join: "CROSS JOIN", text: func() string { return bracket(strings.Join(numbers, " UNION ALL ")) },
		alias: g})
	w.q.filter(either(ways))
	w.q.from[len(w.q.from)-1].many = true
	return dimension{name: "group_name", key: g + ".part", as: "part",
		label: func(group string) string { return fmt.Sprintf("CASE %s %s END", group, strings.Join(labels, " ")) }}
}

// scores are sums of points.
func scores(w *rows, s *study.Stratum, at string) dimension {
	return dimension{name: "score", key: w.score(s.Points, at+".points"), complex: true}
}

func (w *rows) score(points []study.Points, at string) string {
	var parts []string
	for i := range points {
		k := w.c.criterion(w.q, w.index, &points[i].If, fmt.Sprintf("%s[%d].if", at, i))
		parts = append(parts, fmt.Sprintf("CASE WHEN %s THEN %d ELSE 0 END", k, points[i].Points))
	}
	return strings.Join(parts, "\n + ")
}

// everyYear reports whether the question is a count by year that shows years without anybody.
func (c *compiler) everyYear() bool {
	q := c.question
	return q.Measure.Kind == study.Count && len(q.Strata) == 1 && q.Strata[0].Kind == study.Year && q.Strata[0].Zeros &&
		len(q.Strata[0].Only) == 0 && !q.Measure.Change && !q.Measure.Cumulative && q.Top == nil
}
