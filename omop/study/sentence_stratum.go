package study

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// by says the groupings.
func (q *Question) by() string {
	var parts []string
	change := ""
	for i := 0; i < len(q.Strata); i++ {
		s := &q.Strata[i]
		switch {
		case q.Measure.Change && s.Kind == Year && len(s.Only) == 2:
			change = " between " + s.Only[0] + " and " + s.Only[1]
			continue
		case q.Measure.Change && s.Kind == Year && len(s.Only) == 0:
			change = " from year to year"
			continue
		case s.Kind == Concept && q.keepsTop(),
			s.Kind == Groups && slices.Contains([]Kind{Ratio, Characteristics, DrugUse, Overlap, Comparison},
				q.Measure.Kind):
			continue
		case s.Kind == Year && i+1 < len(q.Strata) && q.Strata[i+1].Kind == MonthOfYear:
			parts = append(parts, "month"+s.of(q))
			i++
			continue
		}
		parts = append(parts, s.text()+s.of(q))
	}
	s := change
	if len(parts) > 0 {
		s += ", by " + joined(parts, " and ")
	}
	if q.Top != nil && len(parts) > 0 {
		end := map[bool]string{true: "lowest", false: "highest"}[q.Top.Lowest]
		if !q.keepsTop() {
			return s + ", " + end + " first"
		}
		if n := q.Top.AtLeast; n > 0 {
			return s + fmt.Sprintf(", those with at least %d", n)
		}
		s += fmt.Sprintf(", the %s %d", end, q.Top.N)
		if len(q.Ranked()) < len(q.Strata) {
			s += " of each"
		}
	}
	if q.Measure.Cumulative {
		s += ", cumulative"
	}
	return s
}

func (s *Stratum) text() string {
	switch s.Kind {
	case AgeGroup:
		if s.Width > 0 {
			return fmt.Sprintf("%d-year age group", s.Width)
		}
		var bands []string
		for _, b := range s.Bands {
			bands = append(bands, b.span())
		}
		return "age group (" + strings.Join(bands, ", ") + ")"
	case MonthOfYear:
		if len(s.Only) == 0 {
			return "month of the year"
		}
	case Month:
		return "year-month"
	case BornIn:
		return "year of birth"
	case BornDecade:
		return "decade of birth"
	case VisitType:
		return "visit type"
	case Concept:
		if s.Of == OfDeath {
			return "cause of death"
		}
		return map[string]string{"": "concept", "ingredient": "ingredient", "dose_form": "dose form",
			"source_code": "source code", "source_value": "source value", "plan": "payer plan", "payer": "payer"}[s.Level]
	case Groups:
		var parts []string
		for _, g := range s.Groups {
			parts = append(parts, g.Name)
		}
		return "group (" + strings.Join(parts, ", ") + ")"
	}
	if d, err := time.Parse("2006-"+monthDay, "2001-"+s.On); s.On != "" && err == nil {
		of := "each year"
		if len(s.Only) > 0 {
			of = joined(s.Only, " and ")
		}
		return fmt.Sprintf("%s (on %d %s of %s)", s.Kind, d.Day(), d.Month(), of)
	}
	if len(s.Only) > 0 {
		return string(s.Kind) + " (" + strings.Join(s.Only, ", ") + ")"
	}
	return strings.ReplaceAll(string(s.Kind), "_", " ")
}

// startsAtRisk reports whether the index date is the day on which time at risk begins, there being no event.
func (q *Question) startsAtRisk() bool {
	return q.Population.Entry == nil && (q.Measure.Kind == Rate || q.Measure.Kind == PersonTime)
}

// of says whose date or age a grouping takes, where it is not what the reader of the sentence would take.
func (s *Stratum) of(q *Question) string {
	if s.Kind == AgeGroup && s.On == DataEnd {
		return onText(s.On)
	}
	if s.Kind == AgeGroup && s.On != "" {
		return " of the age" + onText(s.On)
	}
	dated := s.Kind.IsTime() || s.Kind == AgeGroup || s.Kind == Month
	if s.Of == OfIndex && q.startsAtRisk() {
		return atStart
	}
	if !dated || s.Of == "" || s.Of == OfIndex && q.Outcome == nil {
		return ""
	}
	switch s.Of {
	case OfIndex:
		return " at the index date"
	case OfDeath:
		return " of death"
	}
	return " of the outcome"
}
