package compile

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// Concepts of the vocabularies Gender, Race and Ethnicity that questions name.
var (
	sexes       = map[string]int64{"female": 8532, "male": 8507}
	races       = map[string]int64{"white": 8527, "black": 8516, "asian": 8515}
	ethnicities = map[string]int64{"hispanic": 38003563, "not hispanic": 38003564}
)

// trait is the condition on the person of a row.
func (c *compiler) trait(q *query, r *record, t *study.Trait, at string) string {
	switch {
	case t.Sex != "":
		return c.personIs(q, "gender_concept_id", t.Sex, sexes, "Gender")
	case t.Race != "":
		return c.personIs(q, "race_concept_id", t.Race, races, "Race")
	case t.Ethnicity != "":
		return c.personIs(q, "ethnicity_concept_id", t.Ethnicity, ethnicities, "Ethnicity")
	case t.State != "":
		l := c.alias("l")
		return fmt.Sprintf("%s IN (SELECT %s.location_id FROM location AS %s\n WHERE %s.state = %s)",
			q.personColumn("location_id"), l, l, l, literal(t.State))
	case t.Born != nil:
		return c.born(q, t.Born, at+".born")
	}
	if t.Age.AtEnd {
		if r == nil {
			c.refuse(at+".age", "age at what end? There is no index record")
			return "FALSE"
		}
		return both(inRange(c.ageAt(q, r.until()), &t.Age.Range))
	}
	return both(inRange(c.age(q, r, t.Age.On, at+".age"), &t.Age.Range))
}

func (c *compiler) personIs(q *query, column, name string, known map[string]int64, domain string) string {
	if id, ok := known[strings.ToLower(name)]; ok {
		return fmt.Sprintf("%s = %d", q.personColumn(column), id)
	}
	return c.named(q.personColumn(column), []study.Entity{{Text: name}}, domain, domain)
}

// born compares years of birth, which is all that every database has.
func (c *compiler) born(q *query, p *study.Period, at string) string {
	in := &study.Range{}
	if p.From != "" {
		if !strings.HasSuffix(p.From, "-01-01") {
			c.refuse(at+".from", "people are known by their year of birth: name whole years")
		}
		in.Min = yearOf(p.From)
	}
	if p.To != "" {
		if !strings.HasSuffix(p.To, "-12-31") {
			c.refuse(at+".to", "people are known by their year of birth: name whole years")
		}
		in.Max = yearOf(p.To)
	}
	return both(inRange(q.personColumn("year_of_birth"), in))
}

func yearOf(iso string) *float64 {
	y, err := strconv.ParseFloat(iso[:4], 64)
	if err != nil {
		return nil
	}
	return &y
}

// observed holds where the observation period of the index date reaches so far; without an index date, where one is so
// long.
func (c *compiler) observed(q *query, r *record, f *study.FollowUp) string {
	op := c.alias("op")
	on := []string{op + ".person_id = " + q.who}
	start, end := op+".observation_period_start_date", op+".observation_period_end_date"
	switch {
	case f.In != nil:
		if f.In.From != "" {
			on = append(on, start+" <= "+dateLiteral(f.In.From))
		}
		if f.In.To != "" {
			on = append(on, end+" >= "+dateLiteral(f.In.To))
		}
	case f.For != nil && r != nil:
		on = append(on, start+" <= "+r.start(), end+" >= "+shifted(r.start(), f.For))
	case f.For != nil:
		on = append(on, fmt.Sprintf("%s >= %s", end, shifted(start, f.For)))
	case r != nil:
		on = append(on, start+" <= "+shifted(r.start(), &study.Offset{Days: -f.Before}),
			end+" >= "+shifted(r.start(), &study.Offset{Days: f.After}))
	default:
		on = append(on, fmt.Sprintf("%s - %s >= %d", end, start, f.Before+f.After))
	}
	return fmt.Sprintf("EXISTS (SELECT 1 FROM observation_period AS %s\n WHERE %s)", op, strings.Join(on, "\n   AND "))
}
