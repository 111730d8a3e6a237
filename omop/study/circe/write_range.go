package circe

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// ranged is a number of a record in a range.
type ranged struct {
	what, name string
	in         *study.Range
	whole      bool
}

// ranges are the numbers that are asked of a record.
func (x *eventWriter) ranges(w *study.Where) []ranged {
	all := []ranged{
		{"days", x.kind.length, w.Days, true},
		{"value", x.only("ValueAsNumber", study.Measurement, study.Observation), w.Value, false},
		{"days_supply", x.only("DaysSupply", study.Drug), w.Supply, true},
		{"refills", x.only("Refills", study.Drug), w.Refills, true},
		{"quantity", x.only("Quantity", study.Drug, study.Procedure, study.Device, study.Specimen), w.Quantity,
			x.kind.domain != study.Drug && x.kind.domain != study.Specimen},
		{"records", x.only("OccurrenceCount", study.DrugEra, study.ConditionEra), w.Records, true},
		{"of_range_high", x.only("RangeHighRatio", study.Measurement), w.OfHigh, false},
		{"of_range_low", x.only("RangeLowRatio", study.Measurement), w.OfLow, false},
	}
	for i := range w.Numbers {
		k := &w.Numbers[i]
		all = append(all, ranged{fmt.Sprintf("numbers[%d]", i), fieldOf(numbered, k.Of, x.kind.domain), &k.In,
			k.Of == study.GapDays})
	}
	return slices.DeleteFunc(all, func(r ranged) bool { return r.in == nil })
}

// value is the range as ATLAS writes it; nil where it cannot.
func (r ranged) value() map[string]any {
	if r.whole {
		return wholeRange(r.in)
	}
	return decimalRange(r.in)
}

// writeRanges writes the numbers that are asked of a record.
func (x *eventWriter) writeRanges(w *study.Where) {
	for _, r := range x.ranges(w) {
		x.set(r.what, r.name, r.value())
	}
}

// writeOutside writes a number that is below a range or above it; false where a criterion asks something else.
func (x *eventWriter) writeOutside(k *study.Criterion) bool {
	if len(k.Any) != 2 || !asksOne(k.Any[0].Record) || !asksOne(k.Any[1].Record) {
		return false
	}
	low, high := x.ranges(k.Any[0].Record), x.ranges(k.Any[1].Record)
	if len(low) != 1 || len(high) != 1 || low[0].name != high[0].name {
		return false
	}
	below, above := low[0].in, high[0].in
	if below.Min != nil || !below.MaxOpen || above.Max != nil || !above.MinOpen || *below.Max > *above.Min {
		return false
	}
	within := low[0]
	within.in = &study.Range{Min: below.Max, Max: above.Min}
	value := within.value()
	if value == nil {
		return false
	}
	value["Op"] = fmt.Sprintf("!%s", value["Op"])
	x.set(within.what, within.name, value)
	return true
}

// asksOne reports whether one thing is asked of a record.
func asksOne(w *study.Where) bool {
	text, err := json.Marshal(w)
	var fields map[string]json.RawMessage
	return err == nil && json.Unmarshal(text, &fields) == nil && len(fields) == 1
}

// ofOwnPeriod reports whether days of the calendar take the place of a period's own, as the reader makes it.
func ofOwnPeriod(e *study.Event) bool {
	return len(e.AnyOf) == 1 && e.Moved != nil && e.Moved.Start.On+e.Moved.End.On != "" && e.Domain == "" &&
		(domainOf(e) == study.Observed || domainOf(e) == study.PayerPlan)
}

// ownPeriod parts such an event into the period itself, with all that is asked of it, and the days in its place.
func (w *writer) ownPeriod(e *study.Event, path string) (*study.Event, map[string]any) {
	from, to := e.Moved.Start.On, e.Moved.End.On
	period := map[string]any{}
	if from != "" {
		period["StartDate"] = from
	}
	if to != "" {
		period["EndDate"] = to
	}
	one := e.AnyOf[0]
	first, last := from, to
	if first == "" {
		first = to
	}
	if last == "" {
		last = from
	}
	holds := []study.Criterion{{Record: &study.Where{Start: &study.Period{To: first}}},
		{Record: &study.Where{Finish: &study.Period{From: last}}}}
	n := len(one.With) - len(holds)
	days := study.Moved{Start: study.Moment{On: from}, End: study.Moment{AtEnd: true, On: to}}
	if *e.Moved != days || e.Which != study.Any || e.Age != nil || e.During != nil || e.Touching != nil || n < 0 ||
		!reflect.DeepEqual(one.With[n:], holds) {
		w.refuse(path+".moved", "ATLAS puts days of the calendar in the place of a period that holds them, not of another record")
	}
	one.With = append(slices.Clone(one.With[:max(n, 0)]), e.With...)
	return &one, period
}

// refuseChosenPeriods refuses what the reader does: one of several such periods, chosen by the days in its place.
func (w *writer) refuseChosenPeriods(e *study.Event, path string) {
	alone := ofOwnPeriod(e) && domainOf(e) == study.Observed // a person has one that holds a day
	if e.Which == study.Any || alone {
		return
	}
	if ofOwnPeriod(e) || slices.ContainsFunc(e.AnyOf, func(o study.Event) bool { return ofOwnPeriod(&o) }) {
		w.refuse(path+".which", "ATLAS chooses such a period by its own days")
	}
}
