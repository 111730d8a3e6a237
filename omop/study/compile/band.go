package compile

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// ageGroup is a band of the age at the record, of the age in a year where Of is one.
func ageGroup(w *rows, s *study.Stratum, at string) dimension {
	d := dimension{name: "age_group", as: "age", age: true}
	if s.On != "" {
		d.key, d.age = ageInYear(yearOn(s.On), w.q.personColumn("year_of_birth")), false
	} else if r := w.record(s, at); r != nil {
		d.key = w.c.ageAt(w.q, agedOn(r, r.in))
	} else if p := w.c.question.Period; p != nil && p.From != "" {
		d.key, d.age = ageInYear(p.From[:4], w.q.personColumn("year_of_birth")), false
	} else {
		w.c.refuse(at, "age at what? There is no record whose date could be taken; name an event or a year")
		d.key = "NULL"
	}
	return banded(d, s)
}

// banded groups a number by the width or the bands of a stratum.
func banded(d dimension, s *study.Stratum) dimension {
	if len(s.Bands) > 0 {
		return inBands(d, s.Bands)
	}
	d.group = func(key string) string {
		if strings.Contains(key, " ") {
			key = "(" + key + ")"
		}
		return fmt.Sprintf("%s - %s %% %d", key, key, s.Width)
	}
	d.label = func(group string) string {
		return fmt.Sprintf("CAST(%s AS VARCHAR) || '-' || CAST(%s + %d AS VARCHAR)", group, group, s.Width-1)
	}
	return d
}

// inBands numbers the bands, and shows them as 18-44. What lies in none is left out.
func inBands(d dimension, bands []study.Range) dimension {
	var labels []string
	for i := range bands {
		labels = append(labels, fmt.Sprintf("WHEN %d THEN %s", i+1, literal(bandName(&bands[i]))))
	}
	d.group = func(key string) string {
		var numbers []string
		for i := range bands {
			conditions := inRange("("+key+")", &bands[i])
			numbers = append(numbers, fmt.Sprintf("WHEN %s THEN %d", strings.Join(conditions, " AND "), i+1))
		}
		return fmt.Sprintf("CASE %s END", strings.Join(numbers, "\n     "))
	}
	d.kept = notNull
	d.label = func(group string) string { return fmt.Sprintf("CASE %s %s END", group, strings.Join(labels, " ")) }
	return d
}

func bandName(b *study.Range) string {
	low, high := 0.0, 0.0
	if b.Min != nil {
		if low = *b.Min; b.MinOpen {
			low++
		}
	}
	if b.Max != nil {
		if high = *b.Max; b.MaxOpen {
			high--
		}
	}
	switch {
	case b.Max == nil:
		return decimal(low) + " and older"
	}
	return decimal(low) + "-" + decimal(high)
}
