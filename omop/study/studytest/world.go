// Package studytest is an independent witness of what study questions mean: small
// random databases, an evaluator that loops over people in Go, and a generator of
// random questions. It shares no code with the compiler, on purpose: where the two
// differ, one of them, or the documentation of the type, is wrong.
package studytest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// Day is a date as days since 1970-01-01.
type Day int

// DayOf reads an ISO date.
func DayOf(iso string) Day {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		panic(err)
	}
	return Day(t.Unix() / 86400)
}

func (d Day) time() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }
func (d Day) String() string  { return d.time().Format(time.DateOnly) }
func (d Day) year() int       { return d.time().Year() }

// add moves a date; a month later than 31 January is the last day of February.
func (d Day) add(o study.Offset) Day {
	if o.Months == 0 && o.Years == 0 {
		return d + Day(o.Days)
	}
	t := d.time()
	first := time.Date(t.Year()+o.Years, t.Month()+time.Month(o.Months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return Day(first.Unix()/86400) + Day(min(t.Day(), last)-1+o.Days)
}

// Record is one row of an event table.
type Record struct {
	ID      int64
	Domain  study.Domain
	Concept int64
	Start   Day
	End     Day     // the start where the table has no end or it is unknown
	NoEnd   bool    // the row's end is NULL
	Visit   int64   // 0 for none
	Value   float64 // of measurements
	NoValue bool
	Supply  int64 // of drugs; 0 for unknown
}

// Person is someone with their records.
type Person struct {
	ID                   int64
	Sex, Race, Ethnicity int64 // concept ids
	Born                 int   // year
	Observed             []Span
	Records              []Record // by start, then id
}

// Span is a time with both its days.
type Span struct{ From, To Day }

// World is a small database.
type World struct {
	People   []Person
	LastYear int // of observation, where it is not that of the people; 0 for theirs
}

// Names are the words that worlds know, and their concepts. The ids are real ones of the demo vocabulary.
var Names = map[study.Domain]map[string]int64{
	study.Condition:   {"hypertension": 320128, "heart failure": 316139, "stroke": 381316},
	study.Drug:        {"metformin": 1503297, "warfarin": 1310149, "lisinopril": 1308216},
	study.Procedure:   {"colonoscopy": 4249893, "mammography": 4324693},
	study.Measurement: {"HbA1c": 3004410},
	study.Visit:       {"inpatient visit": 9201, "emergency room visit": 9203, "outpatient visit": 9202},
}

const (
	female, male        = 8532, 8507
	white, black        = 8527, 8516
	hispanic, otherwise = 38003563, 38003564
)

// NewWorld makes a world of n people, most of them with few records on few days, so that dates coincide.
func NewWorld(r *rand.Rand, n int) *World {
	w := &World{}
	id := int64(0)
	for i := range n {
		w.People = append(w.People, newPerson(r, int64(i+1), &id))
	}
	return w
}

func newPerson(r *rand.Rand, person int64, id *int64) Person {
	p := Person{ID: person, Sex: pick(r, female, male, int64(female)), Race: pick(r, white, black, int64(white)),
		Ethnicity: pick(r, int64(hispanic), otherwise, otherwise), Born: 1920 + r.IntN(80)}
	begin := DayOf("2007-11-01") + Day(r.IntN(500))
	end := begin + Day(30+r.IntN(900))
	p.Observed = []Span{{begin, end}}
	if r.IntN(6) == 0 {
		p.Observed = append(p.Observed, Span{end + 40, end + 40 + Day(r.IntN(300))})
		end = p.Observed[1].To
	}
	var visits []Record
	for range r.IntN(4) {
		visits = append(visits, newRecord(r, id, study.Visit, begin, end))
	}
	p.Records = visits
	for _, domain := range []study.Domain{study.Condition, study.Drug, study.Procedure, study.Measurement} {
		for range r.IntN(4) {
			rec := newRecord(r, id, domain, begin, end)
			if len(visits) > 0 && r.IntN(2) == 0 {
				v := visits[r.IntN(len(visits))]
				rec.Visit = v.ID
				rec.End += v.Start - rec.Start
				rec.Start = v.Start
			}
			p.Records = append(p.Records, rec)
		}
	}
	if r.IntN(4) == 0 {
		*id++
		p.Records = append(p.Records, Record{ID: *id, Domain: study.Death, Start: end, End: end})
	}
	return p
}

func newRecord(r *rand.Rand, id *int64, domain study.Domain, begin, end Day) Record {
	*id++
	names := sortedNames(domain)
	start := begin + Day(r.IntN(int(end-begin)+1))
	if r.IntN(3) == 0 {
		start = begin + (start-begin)/60*60 // so that days coincide
	}
	rec := Record{ID: *id, Domain: domain, Concept: Names[domain][names[r.IntN(len(names))]], Start: start, End: start}
	switch domain {
	case study.Visit:
		rec.End += Day(r.IntN(12))
		rec.Visit = rec.ID
	case study.Drug:
		rec.End += Day(r.IntN(90))
		rec.Supply = int64(rec.End - rec.Start + 1)
	case study.Condition:
		if rec.NoEnd = r.IntN(2) == 0; !rec.NoEnd {
			rec.End += Day(r.IntN(30))
		}
	case study.Measurement:
		rec.Value = float64(40+r.IntN(80)) / 10
		rec.NoValue = r.IntN(6) == 0
	}
	return rec
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// nobody is who table person does not have: an observation period of theirs is in every database.
const nobody = 999_999

// SQL returns statements that fill the tables of an empty CDM 5.4 with the world. Columns that are not named stay NULL
// or 0.
func (w *World) SQL() []string {
	var out []string
	for _, p := range w.People {
		if len(out) == 0 && len(p.Observed) > 0 {
			out = append(out, p.Observed[0].sql(nobody, nobody))
		}
		out = append(out, fmt.Sprintf("INSERT INTO person (person_id, gender_concept_id, year_of_birth, race_concept_id, ethnicity_concept_id) VALUES (%d, %d, %d, %d, %d)",
			p.ID, p.Sex, p.Born, p.Race, p.Ethnicity))
		for i, s := range p.Observed {
			out = append(out, s.sql(p.ID*10+int64(i), p.ID))
		}
		for _, r := range p.Records {
			out = append(out, r.sql(p.ID))
		}
	}
	return out
}

func (s Span) sql(id, person int64) string {
	return fmt.Sprintf("INSERT INTO observation_period (observation_period_id, person_id, observation_period_start_date, observation_period_end_date, period_type_concept_id) VALUES (%d, %d, '%s', '%s', 0)",
		id, person, s.From, s.To)
}

func (r Record) sql(person int64) string {
	end := "'" + r.End.String() + "'"
	if r.NoEnd {
		end = "NULL"
	}
	visit, value := "NULL", "NULL"
	if r.Visit != 0 {
		visit = fmt.Sprint(r.Visit)
	}
	if r.Domain == study.Measurement && !r.NoValue {
		value = fmt.Sprint(r.Value)
	}
	switch r.Domain {
	case study.Visit:
		return fmt.Sprintf("INSERT INTO visit_occurrence (visit_occurrence_id, person_id, visit_concept_id, visit_start_date, visit_end_date, visit_type_concept_id) VALUES (%d, %d, %d, '%s', %s, 0)",
			r.ID, person, r.Concept, r.Start, end)
	case study.Condition:
		return fmt.Sprintf("INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_end_date, condition_type_concept_id, visit_occurrence_id) VALUES (%d, %d, %d, '%s', %s, 0, %s)",
			r.ID, person, r.Concept, r.Start, end, visit)
	case study.Drug:
		return fmt.Sprintf("INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, drug_type_concept_id, days_supply, visit_occurrence_id) VALUES (%d, %d, %d, '%s', %s, 0, %d, %s)",
			r.ID, person, r.Concept, r.Start, end, r.Supply, visit)
	case study.Procedure:
		return fmt.Sprintf("INSERT INTO procedure_occurrence (procedure_occurrence_id, person_id, procedure_concept_id, procedure_date, procedure_type_concept_id, visit_occurrence_id) VALUES (%d, %d, %d, '%s', 0, %s)",
			r.ID, person, r.Concept, r.Start, visit)
	case study.Measurement:
		return fmt.Sprintf("INSERT INTO measurement (measurement_id, person_id, measurement_concept_id, measurement_date, measurement_type_concept_id, value_as_number, visit_occurrence_id) VALUES (%d, %d, %d, '%s', 0, %s, %s)",
			r.ID, person, r.Concept, r.Start, value, visit)
	case study.Death:
		return fmt.Sprintf("INSERT INTO death (person_id, death_date, death_type_concept_id) VALUES (%d, '%s', 0)",
			person, r.Start)
	}
	panic("no table for " + string(r.Domain))
}

// String prints a world so that a difference can be looked into by hand.
func (w *World) String() string {
	var b strings.Builder
	for _, p := range w.People {
		fmt.Fprintf(&b, "person %d sex %d race %d born %d observed %v\n", p.ID, p.Sex, p.Race, p.Born, p.Observed)
		for _, r := range p.Records {
			fmt.Fprintf(&b, "  %s %d concept %d %s..%s visit %d value %g\n", r.Domain, r.ID, r.Concept, r.Start, r.End,
				r.Visit, r.Value)
		}
	}
	return b.String()
}
