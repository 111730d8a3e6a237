package read

import (
	"slices"
	"time"

	"github.com/askomop/askomop/omop/study"
)

// dayWords are the words for a day that was named: "before that date".
var dayWords = [][]string{{"that", "date"}, {"that", "day"}, {"this", "date"}, {"this", "day"}}

// dayNamed is the day that was written last before token i: of "on 1 July 2009", "by 1 July 2009" and "before 1 July
// 2009" that day, whatever the preposition. It is empty where a year or another span was written last.
func (p *parser) dayNamed(i int) (day string) {
	named, at := p.lastNamed(i)
	switch {
	case named == nil:
	case named.From == named.To:
		return named.From
	case named.From == "" || named.To == "":
		p.ahead(func() bool {
			p.pos = max(at, 0)
			p.skip()
			p.periodWord()
			if s, ok := p.date(); ok && s.year > 0 && s.day > 0 {
				day = s.from()
			}
			return false
		})
	}
	return day
}

// fromThatDay notes on a relation that ends with "that date" the day that is meant, where one was written: it is no
// record's. Example: "taking warfarin on 1 June 2009 … in the 30 days before that date".
func (p *parser) fromThatDay(r *relation, start int) {
	if r.anchor != nil || r.ana != "index" || r.Place != study.Distance {
		return
	}
	for i := start; i+1 < p.pos; i++ {
		if slices.ContainsFunc(dayWords, func(w []string) bool { return p.match(w, i) == len(w) }) {
			r.day = p.dayNamed(start)
			return
		}
	}
}

// since is the calendar time of a relation that is counted from a day. Its length is told by that time.
func (p *parser) since(r *relation, day string) study.Period {
	p.toldByPeriod(r.at, r.to)
	d := study.Period{}
	if r.From != nil {
		d.From = movedDate(day, *r.From)
	}
	if r.To != nil {
		d.To = movedDate(day, *r.To)
	}
	return d
}

// toldByPeriod notes that the numbers among some tokens are told by a calendar time: the 90 of "within 90 days after 1
// March 2009".
func (p *parser) toldByPeriod(from, to int) {
	for i := from; i < to; i++ {
		if p.toks[i].isNum && p.role[i] != "date" {
			p.mark(i, i+1, "inperiod")
		}
	}
}

// limitTo limits an event to a calendar time, beside the one that it has. It reports whether a day is left.
func (e *event) limitTo(d study.Period) bool {
	if o := e.During; o != nil {
		d.From = max(d.From, o.From)
		if d.To == "" || o.To != "" && o.To < d.To {
			d.To = o.To
		}
	}
	if d.From != "" && d.To != "" && d.From > d.To {
		return false
	}
	if e.During = &d; !e.ever && !e.started {
		e.Which = ofThese(e.Which)
	}
	return true
}

// countFromDay counts from the day on which people are in some state, not from the record that covers it: "taking
// warfarin on 1 June 2009 … had a fall afterwards", "had asthma on 1 June 2009 … admitted within a year". A stay is
// counted from its end.
func (b *builder) countFromDay() {
	day, timed := b.s.stateDay, []*event(nil)
	for _, q := range leaves(b.s.people.preds, verb{}) {
		e := q.ev
		held := study.Event{During: e.During, Touching: e.Touching, Domain: e.Domain, Which: e.Which}
		if e.current && held.During != nil {
			held.Touching, held.During = held.During, nil
		} else {
			e.holdOnDay(&held)
		}
		switch d := held.Touching; {
		case d != nil && d.From == d.To && e.Domain != study.Visit && (day == "" || day == d.From):
			day = d.From
		case d != nil || e.During != nil:
			timed = append(timed, e)
		}
	}
	if day == "" {
		return
	}
	for _, q := range leaves(append(flat(b.s.people.preds), someOf(b.s.main)...), verb{}) {
		e := q.ev
		if len(e.rels) != 1 || e.During != nil && e.During.From == e.During.To {
			continue
		}
		switch r := e.rels[0]; {
		case r.anchor != nil || r.Place != study.Distance || r.open != "":
		case r.ana == "index" && slices.ContainsFunc(timed, func(o *event) bool { return !o.endsBy(day) }):
			b.refuse(Ambiguous, "it does not say after or before what: the day, or something else that is dated")
		case r.ana == "start" || r.ana == "dx":
			b.refuse(Ambiguous, "a state on a day may have begun before it; name the record that is meant")
		case r.ana == "index":
			if !e.limitTo(b.s.p.since(r, day)) {
				b.refuse(Ambiguous, "two times are said of one thing")
			}
			e.rels = nil
		}
	}
}

// endsBy reports whether the time of an event begins or ends with a day: "who had asthma before that date".
func (e *event) endsBy(day string) bool {
	d := e.During
	return d != nil && (d.To == day || d.To == shiftDate(day, -1) || d.From == day || d.From == shiftDate(day, 1))
}

// movedDate is the day that lies so far from another. A month after 31 January is the last day of February.
func movedDate(iso string, o study.Offset) string {
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	first := time.Date(d.Year()+o.Years, d.Month()+time.Month(o.Months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(d.Day(), last)-1+o.Days).Format(time.DateOnly)
}
