package study

import (
	"fmt"
	"strings"
)

// earlier reports whether the relation is "on an earlier day".
func (r *Relation) earlier() bool {
	return r != nil && r.From == nil && r.To != nil && *r.To == (Offset{Days: -1}) && r.Place == Distance && !r.End &&
		!r.Other
}

// text is a temporal phrase: "within 90 days after it".
func (r *Relation) text(anchor string) string {
	if r.EventEnd || r.Observed != Anywhere || len(r.Also) > 0 {
		return r.severally(anchor)
	}
	end := ""
	if r.End {
		end = "the end of "
	} else if atVisit(anchor) && (r.From == nil || !r.From.negative()) && r.From != nil && r.Place == Distance {
		end = "the start of "
	}
	if r.Other {
		end = "another than " + end
	}
	at := end + plainIt(anchor)
	if end != "" && plainIt(anchor) == indexDate { // a visit's start and end are its own
		at = end + "it"
	}
	switch r.Place {
	case During:
		return "during " + at
	case Covering:
		return "covering " + at
	case Overlapping:
		return "at the same time as " + at
	case SameVisit:
		return "at the same visit as " + at
	case SameYear:
		return "in the same year as " + at
	}
	from, to := r.From, r.To
	zero, one, minus := Offset{}, Offset{Days: 1}, Offset{Days: -1}
	switch {
	case from != nil && to != nil && *from == zero && *to == zero:
		return "on the same day as " + at
	case from != nil && to == nil && *from == one:
		return "after " + at
	case from != nil && to != nil && *from == zero && to.calendar() && to.Days < 0:
		return "less than " + to.length() + " after " + at
	case from != nil && to != nil && *to == minus && from.calendar() && from.Days > 0:
		return "less than " + from.length() + " before " + at
	case from != nil && to != nil && *from == one && !to.negative():
		return "within " + to.text() + " after " + at + ", not on the day itself"
	case from == nil && to != nil && *to == minus:
		return "before " + at
	case from == nil && to != nil && *to == zero:
		return "before or on the day of " + at
	case from != nil && to == nil && *from == zero:
		return "on the day of or after " + at
	case from != nil && to != nil && *from == zero:
		return "within " + to.text() + " after " + at
	case from != nil && to != nil && *to == minus && from.negative():
		return "in the " + from.text() + " before " + at
	case from != nil && to == nil && from.more(1) != "":
		return "more than " + from.more(1) + " after " + at
	case from != nil && to == nil && !from.negative():
		return "at least " + from.text() + " after " + at
	case from == nil && to != nil && to.more(-1) != "":
		return "more than " + to.more(-1) + " before " + at
	case from != nil && to != nil && *from == *to && !from.negative():
		return "exactly " + from.text() + " after " + at
	}
	if from != nil && to != nil && !from.negative() && sameUnit(*from, *to) {
		return "between " + strings.Fields(from.text())[0] + " and " + to.text() + " after " + at
	}
	if from != nil && to != nil && *to == zero {
		return "in the " + from.text() + " before or on the day of " + at
	}
	return "from " + from.signed() + " to " + to.signed() + " of " + at
}

func sameUnit(a, b Offset) bool {
	return a.Months == 0 && a.Years == 0 && b.Months == 0 && b.Years == 0
}

func (o *Offset) negative() bool {
	return o.Months < 0 || o.Years < 0 || o.Days < 0 && !o.calendar()
}

// more is the length that is exceeded by a day, in days or in months: "more than 90 days"; "" where it is none.
func (o *Offset) more(day int) string {
	switch less := (Offset{Days: o.Days - day}); {
	case o.calendar() && o.Days == day:
		return o.length()
	case !o.calendar() && o.Days*day > 1:
		return less.length()
	}
	return ""
}

// text is the length of the distance: "90 days", "6 months and 1 day".
func (o *Offset) text() string {
	switch {
	case !o.calendar() || o.Days == 0:
		return o.length()
	case o.Days < 0 == o.negative():
		return o.length() + " and 1 day"
	}
	return o.length() + " less 1 day"
}

// length is a distance as it is said, without the day beside months and years.
func (o *Offset) length() string {
	n, unit := o.Days, "day"
	switch {
	case o.Months != 0:
		n, unit = o.Months, "month"
	case o.Years != 0:
		n, unit = o.Years, "year"
	}
	n = max(n, -n)
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func (o *Offset) signed() string {
	switch {
	case o == nil:
		return "any time"
	case o.negative():
		return o.text() + " before the day"
	}
	return o.text() + " after the day"
}

// isDay reports whether a period is one day.
func (p *Period) isDay() bool { return p != nil && p.From != "" && p.From == p.To }

// day names the time of which a record covers a day.
func (p *Period) day() string {
	if p.isDay() {
		return p.From
	}
	return "a day " + p.text()
}

// text is a period with its preposition.
func (p *Period) text() string {
	year := func(iso, day string) (string, bool) { return iso[:4], iso[4:] == day }
	from, fullFrom := "", false
	to, fullTo := "", false
	if p.From != "" {
		from, fullFrom = year(p.From, "-01-01")
	}
	if p.To != "" {
		to, fullTo = year(p.To, "-12-31")
	}
	switch {
	case fullFrom && fullTo && from == to:
		return "in " + from
	case fullFrom && fullTo:
		return "between " + from + " and " + to
	case p.isDay():
		return "on " + p.From
	case p.From != "" && p.To != "":
		return "between " + p.From + " and " + p.To
	case p.From != "":
		return "since " + p.From
	}
	return "until " + p.To
}
