package read

import (
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

func dayOf(iso string) time.Time {
	day, _ := time.Parse(time.DateOnly, iso)
	return day
}
