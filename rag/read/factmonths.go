package read

import (
	"slices"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// months reads which months a season or a quarter has: "in autumn 2009 (September to November)". They agree with the
// time of the question, or they contradict it.
func (m *remark) months() (fact, bool) {
	from := monthOf(m.p.at(0))
	if from == 0 {
		return fact{}, false
	}
	n := 1
	if m.p.seq(m.p.pos+n, "to|through|until|till") {
		n++
	}
	to := monthOf(m.p.at(n))
	if to == 0 || n == 1 && !strings.ContainsAny(m.p.text[m.p.toks[m.p.pos].end:m.p.toks[m.p.pos+1].start], "-–—") {
		return fact{}, false
	}
	m.p.mark(m.p.pos, m.p.pos+n+1, "date")
	m.p.pos += n + 1
	m.p.word("inclusive")
	return fact{"which months these are", func(h *held) *Refusal { return h.inMonths(from, to) }}, true
}

// inMonths holds that every calendar time of the question begins and ends with these months.
func (h *held) inMonths(from, to int) *Refusal {
	all := []*study.Period{h.q.Period}
	for _, s := range spotsOf(h.q) {
		all = append(all, s.ev.During)
	}
	said := false
	for _, d := range all {
		if d == nil {
			continue
		}
		a, b := dayOf(d.From), dayOf(d.To)
		said = true
		if int(a.Month()) != from || int(b.Month()) != to || a.Day() != 1 || b.AddDate(0, 0, 1).Day() != 1 ||
			b.Sub(a) > 366*24*time.Hour {
			return contradicts("the time of the question is another: " + d.From + " to " + d.To)
		}
	}
	if !said {
		return unsaid("the question says no time that has months")
	}
	return nil
}

// bounds reads that both ends of a calendar time belong to it, as they do here: "both years included", "2000 and 2009
// included", "inclusive" behind it.
func (m *remark) bounds() (fact, bool) {
	p := m.p
	first, last := 0, 0
	in := p.is("including") || p.word("with", "counting")
	both := p.word("both", "all", "these", "two")
	p.word("the", "start", "first", "end", "boundary", "calendar")
	p.try(func() bool { return p.word("and") && p.word("end", "last") })
	unit := p.at(0)
	switch {
	case p.word("year", "years", "month", "months", "days", "dates", "ends", "endpoints", "bounds", "limits"):
	default:
		unit = ""
		p.try(func() bool {
			var a, b bool
			first, a = p.year()
			b = p.word("and", "to", "-") && a
			last, a = p.year()
			return a && b
		})
	}
	for p.is("aux") {
	}
	if said := p.word("inclusive", "included", "including", "counted", "count"); !said && !in ||
		!both && unit == "" && first == 0 && !(said && p.seq(p.pos-1, "inclusive|included|including")) {
		return fact{}, false
	}
	p.try(func() bool { // "inclusive of both years"
		return p.word("of") && p.word("both") && (p.word("years", "ends", "dates", "months", "days") || true)
	})
	behind := m.behindTime()
	ofTime := behind || first > 0 || strings.HasPrefix(unit, "year") || strings.HasPrefix(unit, "month")
	return fact{"both ends of the time", func(h *held) *Refusal { return h.endsIncluded(unit, first, last) }}, ofTime
}

// behindTime reports whether a remark stands behind a date, a year or a decade.
func (m *remark) behindTime() bool {
	t := m.before()
	return isYear(t) || monthOf(t.low) > 0 || isISODate(t.low) ||
		len(t.low) == len("1970s") && strings.HasSuffix(t.low, "0s")
}

// before is the last word of the question before a remark.
func (m *remark) before() (last token) {
	for _, t := range m.outer.toks {
		if t.start >= m.p.toks[0].start {
			break
		}
		if !isSign(t.low) && t.low != "(" {
			last = t
		}
	}
	return last
}

// endsIncluded holds that the question has a calendar time with such ends.
func (h *held) endsIncluded(unit string, first, last int) *Refusal {
	for _, d := range h.calendarTimes() {
		switch {
		case d.From == "" || d.To == "", strings.HasPrefix(unit, "year") && d.From[:4] == d.To[:4],
			strings.HasPrefix(unit, "month") && d.From[:7] == d.To[:7],
			first > 0 && (dayOf(d.From).Year() != first || dayOf(d.To).Year() != last):
		default:
			return nil
		}
	}
	return unsaid("the question names no time with such ends")
}

// calendarTimes are those of the question.
func (h *held) calendarTimes() []*study.Period {
	all := []*study.Period{h.q.Period}
	for _, s := range spotsOf(h.q) {
		all = append(all, s.ev.During, s.ev.Touching)
	}
	return slices.DeleteFunc(all, func(d *study.Period) bool { return d == nil })
}

// timeAgain reads the calendar time behind which it stands once more: "from the 1970s to the 2010s (1970 to 2019)".
func (m *remark) timeAgain() (fact, bool) {
	if m.opens == 0 {
		return fact{}, false
	}
	d, ok := m.p.period()
	if !ok || d == nil {
		return fact{}, false
	}
	named := m.behindTime() || slices.Contains([]string{"year", "years", "decade", "time", "period"}, m.before().low)
	return fact{"the time again", func(h *held) *Refusal {
		if !slices.ContainsFunc(h.calendarTimes(), func(have *study.Period) bool { return *have == *d }) {
			return contradicts("the question is of another time, or of none")
		}
		return nil
	}}, named
}

func dayOf(iso string) time.Time {
	day, _ := time.Parse(time.DateOnly, iso)
	return day
}
