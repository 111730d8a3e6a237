package study

import (
	"fmt"
	"slices"
	"strings"
)

func (q *Question) ranking(st *Stratum) string {
	event := st.Event
	of := q.Population.text()
	if event == nil {
		event = q.Population.Entry
		of = q.Population.rest()
	}
	if event == nil && q.Outcome != nil && q.Outcome.Has != nil {
		event = &q.Outcome.Has.Event
	}
	if event == nil {
		return "the most common records of " + of
	}
	most := "most common"
	if q.Top.Lowest {
		most = "least common"
	}
	listed := *event
	listed.Except = nil
	things := listed.plural()
	switch {
	case listed.Domain == Death:
		things = "causes of death"
	case listed.Domain == DrugEra && listed.Which == Any && len(listed.Concepts) == 0 &&
		(listed.During != nil || st.Relation != nil):
		things = "drug eras" // which begin in that time; their ingredients may have been taken before
	}
	if name := levelNames[st.Level]; name != "" {
		things = name + " of " + things
	}
	if listed.Which == FirstOfEach {
		if listed.Domain == DrugEra && len(listed.Concepts) > 0 { // which begins with the first exposure
			listed.Domain = Drug
			things = levelNames["ingredient"] + " of " + listed.plural()
		}
		things += " first recorded for the person"
	}
	s := fmt.Sprintf("the %d %s ", q.Top.N, most)
	if q.Top.N == 0 {
		s = "the "
	}
	s += things + listed.modifiersOfMany()
	if e := q.Population.Entry; len(event.Except) > 0 &&
		(e == nil || !slices.EqualFunc(e.Concepts, event.Except, sameEntity)) {
		s += " other than " + entityNames(event.Except, " and ")
	}
	if st.Relation != nil && q.Population.Entry != nil {
		s += " " + st.Relation.ranked(q.Population.Entry.text())
		of = q.Population.rest()
	}
	if of != "people" {
		s += " of " + of
	}
	if n := q.Top.AtLeast; n > 0 {
		return s + " with at least " + fmt.Sprint(n) + map[bool]string{true: " records", false: " people"}[q.Measure.Of == Records]
	}
	if q.Measure.Kind == Number {
		return strings.Replace(s, "most common", "most costly", 1)
	}
	switch e := q.Population.Entry; {
	case q.Measure.Of != Records:
	case e != nil && e.Domain == Visit && event.Domain != Visit:
		s += " by number of visits" // each counts once, however often it has the record
	default:
		s += " by number of records"
	}
	return s
}

// levelNames are the names of what is listed of records where that is not their concepts.
var levelNames = map[string]string{"ingredient": "ingredients", "dose_form": "dose forms",
	"source_code": "source codes", "source_value": "source values"}

func sameEntity(a, b Entity) bool { return strings.EqualFold(a.Text, b.Text) && a.Code == b.Code }

// ranked is a temporal phrase whose first day is always said.
func (r *Relation) ranked(anchor string) string {
	if r.From != nil && r.To != nil && r.Place == Distance && !r.From.negative() && sameUnit(*r.From, *r.To) &&
		!r.Other && !r.End && *r.From != *r.To {
		return fmt.Sprintf("between %d and %s after %s", r.From.Days, r.To.text(), anchor)
	}
	return r.text(anchor)
}
