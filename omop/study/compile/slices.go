package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Strata of calendar time divide times at risk, and are the periods of prevalences. The intervals of the finest of them
// are rows of a table, with their first day and the first day after them; the coarser ones and the age are those of the
// first day:
//
//	slice_start  next_start
//	2008-01-01   2008-02-01
//	2008-02-01   2008-03-01

// timeUnit is a kind of calendar interval. Its intervals are numbered.
type timeUnit struct {
	kind  study.StratumKind
	slice func(date string) string // what tells its intervals apart, in their order
	// that of a date, where the first interval of all begins with or before first
	number func(date, first string) string
	start  func(n, first string) string // the first day of number n
}

// timeUnits are the kinds, finest first.
var timeUnits = []timeUnit{
	{study.Day, func(date string) string { return date },
		func(date, first string) string { return date + " - " + first },
		func(n, first string) string { return first + " + " + n }},
	{study.Week, func(date string) string { return truncated(study.Week, date) },
		func(date, first string) string { return fmt.Sprintf("CAST((%s - %s) / 7 AS INTEGER) + 1", date, first) },
		func(n, first string) string { return truncated(study.Week, first) + " + 7 * " + n }},
	partOfYear(study.Month, "MONTH", 12), partOfYear(study.Quarter, "QUARTER", 4),
	{study.Year, func(date string) string { return fmt.Sprintf("EXTRACT(YEAR FROM %s)", date) },
		func(date, _ string) string { return fmt.Sprintf("EXTRACT(YEAR FROM %s)", date) },
		func(n, _ string) string { return fmt.Sprintf("MAKE_DATE(%s, 1, 1)", n) }},
}

// partOfYear is a unit of which a year has so many.
func partOfYear(kind study.StratumKind, part string, each int) timeUnit {
	return timeUnit{kind,
		func(date string) string {
			return fmt.Sprintf("EXTRACT(YEAR FROM %s) * %d + EXTRACT(%s FROM %s)", date, each, part, date)
		},
		func(date, _ string) string {
			return fmt.Sprintf("EXTRACT(YEAR FROM %s) * %d + EXTRACT(%s FROM %s) - 1", date, each, part, date)
		},
		func(n, _ string) string {
			return fmt.Sprintf("MAKE_DATE(CAST((%s - %s %% %d) / %d AS INTEGER), %s %% %d * %d + 1, 1)", n, n, each,
				each, n, each, 12/each)
		}}
}

func truncated(kind study.StratumKind, date string) string {
	return fmt.Sprintf("CAST(DATE_TRUNC('%s', %s) AS DATE)", kind, date)
}

// finest is the unit that some strata divide time by; nil where none does. Ages change with the year.
func (c *compiler) finest(strata []study.Stratum, divides func(*study.Stratum) bool) *timeUnit {
	var finest *timeUnit
	for i := range strata {
		s := &strata[i]
		if !divides(s) {
			continue
		}
		kind := s.Kind
		switch kind {
		case study.Decade, study.AgeGroup:
			kind = study.Year
		case study.MonthOfYear:
			kind = study.Month
		}
		at := slices.IndexFunc(timeUnits, func(v timeUnit) bool { return v.kind == kind })
		if at < 0 {
			c.refuse(fmt.Sprintf("strata[%d].kind", i), "%s is no interval of calendar time", kind)
			return nil
		}
		if v := &timeUnits[at]; finest == nil || v.finerThan(finest) {
			finest = v
		}
	}
	if finest != nil && finest.kind == study.Week {
		for i := range strata {
			if s := &strata[i]; divides(s) && s.Kind.IsTime() && s.Kind != study.Week {
				c.refuse(fmt.Sprintf("strata[%d].kind", i), "weeks lie in no single %s; group by one of them", s.Kind)
			}
		}
	}
	return finest
}

func (v *timeUnit) finerThan(w *timeUnit) bool {
	place := func(x *timeUnit) int {
		return slices.IndexFunc(timeUnits, func(y timeUnit) bool { return y.kind == x.kind })
	}
	return place(v) < place(w)
}

// calendar lists the intervals that touch the time from first_date to last_date of a query.
func (c *compiler) calendar(v *timeUnit, span *query) *query {
	numbers := c.newQuery()
	b := numbers.addQuery("", span, "span", nil)
	s := c.alias("s")
	first := b + ".first_date"
	numbers.add(&source{join: "CROSS JOIN LATERAL", text: func() string {
		from := v.number(first, first)
		if v.kind == study.Week {
			from = "0"
		}
		return fmt.Sprintf("GENERATE_SERIES(CAST(%s AS INTEGER), CAST(%s AS INTEGER)) AS %s(n)", from,
			v.number(b+".last_date", first), s)
	}})
	n := fmt.Sprintf("CAST(%s.n AS INTEGER)", s)
	numbers.choose(v.start(n, first), "slice_start")
	numbers.choose(v.start("("+n+" + 1)", first), "next_start")
	return numbers
}

// begin is the first day of the interval of a date.
func (v *timeUnit) begin(date string) string {
	if v.kind == study.Day {
		return date
	}
	return truncated(v.kind, date)
}

// timeDimension is a stratum of calendar time, of the first day of an interval.
func timeDimension(s *study.Stratum, start string) dimension {
	d := dimension{name: string(s.Kind), key: start}
	year := fmt.Sprintf("CAST(EXTRACT(YEAR FROM %s) AS INTEGER)", start)
	switch s.Kind {
	case study.Year:
		d.key = year
	case study.Decade:
		d.key = fmt.Sprintf("%s - %s %% 10", year, year)
	case study.Quarter:
		d.key = fmt.Sprintf("CAST(EXTRACT(YEAR FROM %s) AS VARCHAR) || '-Q' || CAST(EXTRACT(QUARTER FROM %s) AS VARCHAR)", start, start)
	case study.Month:
		d.key = fmt.Sprintf("SUBSTRING(CAST(%s AS VARCHAR), 1, 7)", start)
	case study.MonthOfYear:
		d.name, d.key = "month", fmt.Sprintf("EXTRACT(MONTH FROM %s)", start)
	}
	return d
}
