package compile

import (
	"fmt"

	"github.com/askomop/askomop/omop/study"
)

// relation holds where the event x lies to the index record r as it should.
func (c *compiler) relation(r, x *record, rel *study.Relation, at string) []string {
	if free(rel) {
		return nil
	}
	if r == nil {
		c.refuse(at, "there is no index date in the population to count from")
		return nil
	}
	index := r.start()
	if rel.End {
		index = r.until()
	}
	day := x.start()
	if rel.EventEnd {
		day = x.until()
	}
	conditions := distance(day, index, rel)
	if rel.Observed == study.Inside || rel.Observed == study.Since {
		conditions = append(conditions, fmt.Sprintf("%s >= %s", day, r.col(observedFrom)))
	}
	if rel.Observed == study.Inside || rel.Observed == study.Until {
		conditions = append(conditions, fmt.Sprintf("%s <= %s", day, r.col(observedTo)))
	}
	for i := range rel.Also {
		conditions = append(conditions, c.relation(r, x, &rel.Also[i], fmt.Sprintf("%s.also[%d]", at, i))...)
	}
	switch rel.Place {
	case study.During:
		conditions = append(conditions, fmt.Sprintf("%s BETWEEN %s AND %s", x.start(), r.start(), r.until()))
	case study.Covering:
		conditions = append(conditions, fmt.Sprintf("%s BETWEEN %s AND %s", r.start(), x.start(), x.until()))
	case study.Overlapping:
		conditions = append(conditions, x.start()+" <= "+r.until(), x.until()+" >= "+r.start())
	case study.SameVisit:
		conditions = append(conditions, x.col(visitID)+" = "+r.col(visitID))
	case study.SameYear:
		conditions = append(conditions,
			fmt.Sprintf("EXTRACT(YEAR FROM %s) = EXTRACT(YEAR FROM %s)", x.start(), r.start()))
	}
	if rel.Other && x.table == r.table {
		conditions = append(conditions, x.col(recordID)+" <> "+r.col(recordID))
	}
	return conditions
}

// distance holds of dates between the two ends of a relation, counted from the index date.
func distance(date, index string, rel *study.Relation) []string {
	from, to := rel.From, rel.To
	switch {
	case from != nil && to != nil && *from == *to:
		return []string{date + " = " + shifted(index, from)}
	case from != nil && to != nil && !nextDay(from) && !dayBefore(to) && !(calendar(from) && from.Days != 0) &&
		!(calendar(to) && to.Days != 0):
		return []string{fmt.Sprintf("%s BETWEEN %s AND %s", date, shifted(index, from), shifted(index, to))}
	}
	var conditions []string
	switch {
	case from == nil:
	case nextDay(from):
		conditions = append(conditions, date+" > "+index)
	case from.Days > 1 || from.Days == 1 && calendar(from):
		conditions = append(conditions, date+" > "+shifted(index, dayOff(from, -1)))
	default:
		conditions = append(conditions, date+" >= "+shifted(index, from))
	}
	switch {
	case to == nil:
	case dayBefore(to):
		conditions = append(conditions, date+" < "+index)
	case to.Days == -1 && calendar(to):
		conditions = append(conditions, date+" < "+shifted(index, dayOff(to, 1)))
	default:
		conditions = append(conditions, date+" <= "+shifted(index, to))
	}
	return conditions
}

func nextDay(o *study.Offset) bool   { return *o == study.Offset{Days: 1} }
func dayBefore(o *study.Offset) bool { return *o == study.Offset{Days: -1} }

func calendar(o *study.Offset) bool { return o.Months != 0 || o.Years != 0 }

// dayOff is an offset moved by days.
func dayOff(o *study.Offset, days int) *study.Offset {
	moved := *o
	moved.Days += days
	return &moved
}

// shifted is a date moved by an offset.
func shifted(date string, o *study.Offset) string {
	for _, part := range []struct {
		n    int
		unit string
	}{{o.Years, "YEAR"}, {o.Months, "MONTH"}, {o.Days, "DAY"}} {
		switch {
		case part.n > 0:
			date += fmt.Sprintf(" + INTERVAL '%d' %s", part.n, part.unit)
		case part.n < 0:
			date += fmt.Sprintf(" - INTERVAL '%d' %s", -part.n, part.unit)
		}
	}
	return date
}
