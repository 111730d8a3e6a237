package form

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// Errors are the faults of a form, a field each, as who filled it in is told.
type Errors []string

func (e Errors) Error() string { return "the form: " + strings.Join(e, "; ") }

// Question makes the study question of the form. The error is an Errors.
func (f *Form) Question() (*study.Question, error) {
	r := reader{form: f, events: map[string]study.Event{}}
	q := r.question()
	if len(r.faults) > 0 {
		return nil, r.faults
	}
	if err := q.Validate(); err != nil {
		return nil, Errors(faultsOf(err))
	}
	return q, nil
}

func faultsOf(err error) []string {
	var many interface{ Unwrap() []error }
	if !errors.As(err, &many) {
		return []string{strings.TrimPrefix(err.Error(), "study question: ")}
	}
	var out []string
	for _, e := range many.Unwrap() {
		out = append(out, faultsOf(e)...)
	}
	return out
}

// reader makes a study question of a form and notes what is wrong.
type reader struct {
	form   *Form
	events map[string]study.Event
	faults Errors
}

func (r *reader) fault(field, format string, args ...any) {
	r.faults = append(r.faults, field+": "+fmt.Sprintf(format, args...))
}

func (r *reader) question() *study.Question {
	f := r.form
	r.readEvents()
	q := &study.Question{Measure: r.measure()}
	if f.Index != "" {
		e := r.named("index", f.Index)
		q.Population.Entry = &e
	}
	q.Population.Criteria = append(r.traits("people", f.People), r.links("criteria", f.Criteria)...)
	switch all := r.links("outcome", f.Outcome); len(all) {
	case 0:
	case 1:
		q.Outcome = &all[0]
	default:
		q.Outcome = &study.Criterion{All: all}
	}
	q.AtRisk = r.atRisk()
	for i, by := range f.By {
		q.Strata = append(q.Strata, r.stratum(fmt.Sprintf("by[%d]", i), by))
	}
	q.Period = period(f.Period)
	if f.Top != 0 {
		q.Top = &study.Top{N: f.Top, Lowest: f.Lowest}
	}
	return q
}

// readEvents reads the events, those that others are with before those.
func (r *reader) readEvents() {
	for i, e := range r.form.Events {
		at := fmt.Sprintf("events[%d]", i)
		if _, twice := r.events[e.Name]; twice || e.Name == "" {
			r.fault(at+".name", "each event needs a name of its own")
		}
		r.events[e.Name] = r.event(at, e)
	}
	done := map[string]bool{}
	var complete func(i int, within []string)
	complete = func(i int, within []string) {
		e := r.form.Events[i]
		if done[e.Name] {
			return
		}
		if slices.Contains(within, e.Name) {
			r.fault(fmt.Sprintf("events[%d].with", i), "it leads back to the event itself")
			return
		}
		for _, l := range e.With {
			for _, name := range l.Events {
				if k := slices.IndexFunc(r.form.Events, func(o Event) bool { return o.Name == name }); k >= 0 {
					complete(k, append(within, e.Name))
				}
			}
		}
		whole := r.events[e.Name]
		whole.With = r.links(fmt.Sprintf("events[%d].with", i), e.With)
		r.events[e.Name], done[e.Name] = whole, true
	}
	for i := range r.form.Events {
		complete(i, nil)
	}
}

var stats = []study.Stat{study.Mean, study.Median, study.Quartiles, study.Quantile, study.Min, study.Max, study.SD,
	study.Sum, study.Summary, study.InRange}

// inDays are the quantities that are times and are given in days, whatever unit a form names.
var inDays = []study.Quantity{study.DaysTo, study.Duration, study.Gap}

var otherThanDays = lazyregexp.New(`(?i)^(hour|week|month|year)s?$`)

func (r *reader) measure() study.Measure {
	f := r.form
	m := study.Measure{Kind: study.Kind(f.Measure), Of: study.Unit(f.Of), Quantity: study.Quantity(f.Quantity),
		Unit: f.Unit, Summed: study.Quantity(f.Summed), Quantile: f.Quantile,
		Per: f.Per, Zeros: f.Zeros, OfTotal: f.OfTotal, Change: f.Change, Cumulative: f.Cumulative,
		Risk:   study.Risk(f.Prevalence),
		Within: r.span("within", f.Within), On: f.On}
	if f.Of == "persons" {
		m.Of = study.Persons
	}
	if slices.Contains(stats, study.Stat(f.Measure)) {
		m.Kind, m.Stat = study.Number, study.Stat(f.Measure)
	}
	if slices.Contains(inDays, m.Quantity) && otherThanDays.MatchString(f.Unit) {
		r.fault("unit", "%s is counted in days: where the question wants it in %s, say so in cannot", f.Quantity, f.Unit)
	}
	if f.To != nil {
		if len(f.To.Events) != 1 {
			r.fault("to.events", "name one event")
			return m
		}
		e := r.named("to.events[0]", f.To.Events[0])
		m.Event, m.Relation = &e, r.relation("to", *f.To)
	}
	for i, text := range f.After {
		if o := r.offset(fmt.Sprintf("after[%d]", i), text); o != nil {
			m.Times = append(m.Times, *o)
		}
	}
	return m
}

func (r *reader) atRisk() *study.AtRisk {
	f := r.form
	if f.Washout == "" && f.RiskFrom == "" && f.RiskTo == "" && !f.RepeatRisk && f.Prior == 0 && f.RiskAge == nil {
		return nil
	}
	a := &study.AtRisk{From: r.offset("risk_from", f.RiskFrom), To: r.offset("risk_to", f.RiskTo), Repeat: f.RepeatRisk,
		PriorObservation: f.Prior, Age: r.span("risk_age", f.RiskAge)}
	if o := r.offset("washout", f.Washout); o != nil {
		a.Washout = &study.Washout{Days: o.Days}
		if o.Months != 0 || o.Years != 0 {
			r.fault("washout", "give it in days, such as 365d")
		}
	}
	return a
}

// named is an event by its name.
func (r *reader) named(field, name string) study.Event {
	e, ok := r.events[name]
	if !ok {
		r.fault(field, "there is no event %q", name)
	}
	return e
}

func (r *reader) event(at string, e Event) study.Event {
	out := study.Event{Domain: study.Domain(e.Domain), Concepts: r.entities(at+".concepts", e.Concepts),
		Except: r.entities(at+".except", e.Except),
		Which:  study.Which(e.Which), Age: r.span(at+".age", e.Age), During: period(e.During),
		Touching: period(e.Touching)}
	if e.Which == "any" {
		out.Which = study.Any
	}
	value, unit := r.span(at+".value", e.Value), e.Unit
	if value != nil && (out.Which == study.Last || out.Which == study.LastOfThese) {
		out.Chosen = &study.Where{Value: value, Unit: unit} // the last value is above 9, not: the last of those above 9
		value, unit = nil, ""
	}
	w := study.Where{Value: value, Unit: unit, Result: r.entities(at+".result", e.Result),
		Visit:     r.entities(at+".visit", e.Visit),
		Specialty: e.Specialty, Days: r.span(at+".days", e.Days), Supply: r.span(at+".days_supply", e.Supply),
		Abnormal: e.Abnormal}
	if w.Value != nil || w.Unit != "" || w.Result != nil || w.Visit != nil || w.Specialty != nil || w.Days != nil ||
		w.Supply != nil || w.Abnormal {
		out.Where = &w
	}
	return out
}

// code is an entity that is a source code: ICD10CM:N18.6.
var code = lazyregexp.New(`^([A-Za-z][A-Za-z0-9]{2,11}):\s*([0-9A-Za-z][0-9A-Za-z.*-]*)$`)

func (r *reader) entities(at string, texts []string) []study.Entity {
	var out []study.Entity
	for i, text := range texts {
		text = strings.TrimSpace(text)
		if text == "" {
			r.fault(fmt.Sprintf("%s[%d]", at, i), "it is empty")
			continue
		}
		if m := code.FindStringSubmatch(text); m != nil {
			out = append(out, study.Entity{Vocabulary: m[1], Code: m[2]})
			continue
		}
		out = append(out, study.Entity{Text: text})
	}
	return out
}

func (r *reader) span(at string, x *Range) *study.Range {
	if x == nil || *x == (Range{}) {
		return nil
	}
	if x.AtLeast != nil && x.Above != nil || x.AtMost != nil && x.Below != nil {
		r.fault(at, "give at_least or above, and at_most or below, not both")
	}
	out := &study.Range{Min: x.AtLeast, Max: x.AtMost}
	if x.Above != nil {
		out.Min, out.MinOpen = x.Above, true
	}
	if x.Below != nil {
		out.Max, out.MaxOpen = x.Below, true
	}
	return out
}

func period(p *Period) *study.Period {
	if p == nil || *p == (Period{}) {
		return nil
	}
	return &study.Period{From: p.From, To: p.To}
}

func (r *reader) stratum(at string, b By) study.Stratum {
	s := study.Stratum{Kind: study.StratumKind(b.Kind), Of: study.StratumOf(b.Of), Width: b.Width, Level: b.Level,
		Zeros: b.Zeros, Only: b.Only, On: b.On}
	for i, band := range b.Bands {
		if x := r.span(fmt.Sprintf("%s.bands[%d]", at, i), &band); x != nil {
			s.Bands = append(s.Bands, *x)
		}
	}
	if s.Kind == study.AgeGroup && s.Width == 0 && s.Bands == nil {
		s.Bands = study.AgeBands()
	}
	if b.Event != "" {
		e := r.named(at+".event", b.Event)
		s.Event = &e
	}
	if b.Link != nil {
		s.Relation = r.relation(at+".when", *b.Link)
	}
	return s
}
