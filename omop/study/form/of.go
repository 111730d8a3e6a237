package form

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/askomop/askomop/omop/study"
)

// Of is the form of a study question; false for one that says more than a form can.
func Of(q *study.Question) (*Form, bool) {
	w := writer{form: &Form{}}
	w.question(q)
	if w.lost {
		return nil, false
	}
	back, err := w.form.Question()
	if err != nil || !back.Equal(q) {
		return nil, false // something was passed over
	}
	return w.form, true
}

// writer fills a form in. What it passes over is found by reading the form back.
type writer struct {
	form *Form
	lost bool
}

func (w *writer) question(q *study.Question) {
	f, m := w.form, q.Measure
	f.Measure, f.Of, f.Quantity, f.Unit = string(m.Kind), string(m.Of), string(m.Quantity), m.Unit
	f.Summed = string(m.Summed)
	if m.Kind == study.Number && m.Stat != "" {
		f.Measure = string(m.Stat)
	}
	f.Quantile, f.Per, f.Zeros, f.OfTotal, f.Change, f.Cumulative, f.Prevalence, f.Within, f.On = m.Quantile, m.Per,
		m.Zeros, m.OfTotal, m.Change, m.Cumulative, string(m.Risk), rangeOf(m.Within), m.On
	for _, o := range m.Times {
		f.After = append(f.After, offset(&o))
	}
	if q.Population.Entry != nil {
		f.Index = w.event(*q.Population.Entry)
	}
	if m.Event != nil {
		l := w.relation(m.Relation)
		l.Events = []string{w.event(*m.Event)}
		f.To = &l
	}
	for _, c := range q.Population.Criteria {
		if f.People = trait(f.People, c); !isTrait(c) {
			f.Criteria = append(f.Criteria, w.link(c))
		}
	}
	if q.Outcome != nil && len(q.Outcome.All) > 0 {
		for _, c := range q.Outcome.All {
			f.Outcome = append(f.Outcome, w.link(c))
		}
	} else if q.Outcome != nil {
		f.Outcome = []Link{w.link(*q.Outcome)}
	}
	if a := q.AtRisk; a != nil {
		f.RiskFrom, f.RiskTo, f.RepeatRisk, f.Prior = offset(a.From), offset(a.To), a.Repeat, a.PriorObservation
		f.RiskAge = rangeOf(a.Age)
		if a.Washout != nil {
			f.Washout = fmt.Sprintf("%dd", a.Washout.Days)
		}
	}
	for _, s := range q.Strata {
		f.By = append(f.By, w.by(s))
	}
	f.Period = periodOf(q.Period)
	if q.Top != nil {
		f.Top, f.Lowest = q.Top.N, q.Top.Lowest
	}
}

// event adds an event and returns its name: the first letter of its domain, and a number where that is taken.
func (w *writer) event(e study.Event) string {
	out := Event{Domain: string(e.Domain), Concepts: w.texts(e.Concepts), Except: w.texts(e.Except),
		Which: string(e.Which), Age: rangeOf(e.Age), During: periodOf(e.During), Touching: periodOf(e.Touching)}
	for _, c := range e.With {
		out.With = append(out.With, w.link(c))
	}
	if x := e.Where; x != nil {
		out.Value, out.Unit, out.Result, out.Visit = rangeOf(x.Value), x.Unit, w.texts(x.Result), w.texts(x.Visit)
		out.Specialty, out.Days, out.Supply, out.Abnormal = x.Specialty, rangeOf(x.Days), rangeOf(x.Supply), x.Abnormal
	}
	if x := e.Chosen; x != nil {
		out.Value, out.Unit = rangeOf(x.Value), x.Unit
	}
	for _, old := range w.form.Events {
		same := old
		same.Name = ""
		if reflect.DeepEqual(same, out) {
			return old.Name
		}
	}
	out.Name = "e" + strconv.Itoa(len(w.form.Events)+1)
	w.form.Events = append(w.form.Events, out)
	return out.Name
}

func (w *writer) texts(all []study.Entity) []string {
	var out []string
	for _, e := range all {
		switch {
		case e.Text != "":
			out = append(out, e.Text)
		case e.Code != "":
			out = append(out, e.Vocabulary+":"+e.Code)
		default:
			w.lost = true
		}
	}
	return out
}

func (w *writer) link(c study.Criterion) Link {
	switch {
	case c.Not != nil:
		l := w.link(*c.Not)
		w.lost = w.lost || l.None
		l.None = true
		return l
	case isTrait(c):
		return Link{Who: trait(nil, c)}
	case c.Has != nil:
		l := w.relation(c.Has.Relation)
		l.Events, l.Times, l.Distinct, l.Apart = []string{w.event(c.Has.Event)}, rangeOf(c.Has.Times),
			string(c.Has.Distinct), c.Has.Apart
		l.Summed = string(c.Has.Summed)
		return l
	case c.Some != nil:
		l := w.either(c.Some.Of)
		l.HowMany = rangeOf(&c.Some.Times)
		return l
	case len(c.Any) > 0:
		return w.either(c.Any)
	}
	w.lost = true
	return Link{}
}

// either is a link of several events in one relation.
func (w *writer) either(all []study.Criterion) Link {
	var l Link
	for _, c := range all {
		if o := c.Observed; o != nil && (o.For != nil || o.After != 0) {
			l.Observed = offset(o.For)
			if o.After != 0 {
				l.Observed = offset(&study.Offset{Days: o.After})
			}
			continue
		}
		one := w.link(c)
		one.Events, one.Observed = append(l.Events, one.Events...), l.Observed
		l = one
	}
	return l
}

func (w *writer) relation(r *study.Relation) Link {
	if r == nil {
		return Link{}
	}
	return Link{From: offset(r.From), To: offset(r.To), Place: string(r.Place), End: r.End, Other: r.Other}
}

// isTrait reports whether a criterion is about the people themselves.
func isTrait(c study.Criterion) bool { return c.Is != nil || c.Observed != nil }

// trait fills in what such a criterion says; nothing for others.
func trait(p *People, c study.Criterion) *People {
	if !isTrait(c) {
		return p
	}
	if p == nil {
		p = &People{}
	}
	switch t := c.Is; {
	case t == nil:
		p.Before, p.Following, p.For, p.In = c.Observed.Before, c.Observed.After, offset(c.Observed.For),
			periodOf(c.Observed.In)
	case t.Sex != "":
		p.Sex = t.Sex
	case t.Race != "":
		p.Race = t.Race
	case t.Ethnicity != "":
		p.Ethnicity = t.Ethnicity
	case t.State != "":
		p.State = t.State
	case t.Born != nil:
		p.Born = periodOf(t.Born)
	case t.Age != nil:
		p.Age, p.AgeOn = rangeOf(&t.Age.Range), t.Age.On
	}
	return p
}

func (w *writer) by(s study.Stratum) By {
	b := By{Kind: string(s.Kind), Of: string(s.Of), Width: s.Width, Level: s.Level, Zeros: s.Zeros,
		Only: s.Only, On: s.On}
	for _, band := range s.Bands {
		b.Bands = append(b.Bands, *rangeOf(&band))
	}
	if s.Kind == study.AgeGroup && reflect.DeepEqual(s.Bands, study.AgeBands()) {
		b.Bands = nil
	}
	if s.Event != nil {
		b.Event = w.event(*s.Event)
	}
	if s.Relation != nil {
		l := w.relation(s.Relation)
		b.Link = &l
	}
	return b
}

func offset(o *study.Offset) string {
	switch {
	case o == nil:
		return ""
	case o.Years != 0:
		return fmt.Sprintf("%dy", o.Years) + dayBeside(o)
	case o.Months != 0:
		return fmt.Sprintf("%dm", o.Months) + dayBeside(o)
	}
	return fmt.Sprintf("%dd", o.Days)
}

// dayBeside is the day beside months and years: "+1d".
func dayBeside(o *study.Offset) string {
	if o.Days == 0 {
		return ""
	}
	return fmt.Sprintf("%+dd", o.Days)
}

func rangeOf(x *study.Range) *Range {
	if x == nil {
		return nil
	}
	out := &Range{AtLeast: x.Min, AtMost: x.Max}
	if x.MinOpen {
		out.AtLeast, out.Above = nil, x.Min
	}
	if x.MaxOpen {
		out.AtMost, out.Below = nil, x.Max
	}
	return out
}

func periodOf(p *study.Period) *Period {
	if p == nil {
		return nil
	}
	return &Period{p.From, p.To}
}
