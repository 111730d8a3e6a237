package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// dated reports whether a criterion counts from the index date.
func (c *Cohort) dated() bool {
	return slices.ContainsFunc(c.Criteria, func(k Criterion) bool { return k.dated() })
}

func (c *Criterion) dated() bool {
	any := func(cs []Criterion) bool { return slices.ContainsFunc(cs, func(k Criterion) bool { return k.dated() }) }
	switch {
	case c.Has != nil:
		return c.Has.Relation != nil
	case c.Not != nil:
		return c.Not.dated()
	case c.Some != nil:
		return any(c.Some.Of)
	case c.Is != nil:
		return c.Is.Age != nil && c.Is.Age.On == "" && !c.Is.Age.AtEnd
	}
	return c.Observed != nil || any(c.All) || any(c.Any)
}

// rest is the cohort as a noun phrase of people, without its entry event.
func (c *Cohort) rest() string { return c.people(nil) }

// text is the cohort as a noun phrase of people.
func (c *Cohort) text() string { return c.people(c.Entry) }

func (c *Cohort) people(entry *Event) string {
	noun, after := "people", []string{}
	for _, k := range c.Criteria {
		if k.Is != nil && k.Is.Sex != "" && noun == "people" {
			noun = map[string]string{"female": "women", "male": "men"}[k.Is.Sex]
			continue
		}
		if k.Is != nil {
			after = append(after, k.Is.text())
		}
	}
	s := noun
	for _, a := range after {
		s += " " + a
	}
	switch {
	case entry == nil:
	case entry.Domain == Death:
		s += " with a record of death" + entry.modifiers()
	case entry.Which == Any && entry.Domain != Visit && c.dated():
		s += " with any one " + entry.noun(false) + entry.modifiers()
	default:
		s += " with " + entry.text()
	}
	var whos []string
	for i, k := range c.Criteria {
		if k.Is == nil {
			before := Cohort{Entry: c.Entry, Criteria: c.Criteria[:i]}
			whos = append(whos, bracketed(k.clause(before.it()),
				len(k.Any) > 0 && len(c.Criteria) > 1 && !k.lasting() || hasMore(c.Criteria, i)))
		}
	}
	if len(whos) > 0 {
		s += " who " + strings.Join(whos, " and ")
	}
	return s
}

// ofVisit marks that the index record is a visit, which has a start and an end to count from.
const ofVisit = ", the visit"

// visitRecord marks the same of a record that a clause of its own is about.
const visitRecord = "the record" + ofVisit

// indexDate is the name of the index record where "it" could be another one.
const indexDate = "the index date"

// ownDeath is the name of an index record of death.
const ownDeath = "death"

// atVisit reports whether what is counted from is a visit.
func atVisit(anchor string) bool { return strings.HasSuffix(anchor, ofVisit) }

// it is the name of the index record where something is counted from it: by its name where the people are told by
// another event, too, which "it" could be.
func (c *Cohort) it() string {
	it, e := "it", c.Entry
	if e == nil {
		return ""
	}
	another := slices.ContainsFunc(c.Criteria, func(k Criterion) bool { return k.tellsOfEvent() })
	switch byEnd := e.Moved.isByItsEnd(); {
	case byEnd && another:
		return "the end of the " + e.noun(false)
	case byEnd:
		return "its end"
	}
	if another {
		switch it = indexDate; {
		case e.Domain == Death:
			it = ownDeath
		case e.Domain != Visit && e.Which == First:
			it = "the " + e.noun(false)
		}
	}
	if e.Domain == Visit {
		it += ofVisit
	}
	return it
}

// tellsOfEvent reports whether people of the criterion have had something.
func (c *Criterion) tellsOfEvent() bool {
	return c.Has != nil && c.Has.Event.Domain != Observed || c.Some != nil ||
		slices.ContainsFunc(slices.Concat(c.All, c.Any), func(k Criterion) bool { return k.tellsOfEvent() })
}

// lasting reports whether the criterion is the one of shares of deaths: followed so long, or died.
func (c *Criterion) lasting() bool { return len(c.Any) == 2 && c.Any[0].Observed != nil }

// text is a trait behind a noun of people.
func (t *Trait) text() string {
	switch {
	case t.Sex != "":
		return "who are " + t.Sex
	case t.Race != "":
		return "of " + t.Race + " race"
	case t.Ethnicity != "":
		return "of " + t.Ethnicity + " ethnicity"
	case t.State != "":
		return "living in " + t.State
	case t.Born != nil:
		return "born " + t.Born.text()
	case t.Age != nil && t.Age.AtEnd:
		return "aged " + t.Age.Range.span() + " at its end"
	case t.Age != nil && t.Age.On != "":
		return "aged " + t.Age.Range.span() + onText(t.Age.On)
	case t.Age != nil:
		return "aged " + t.Age.Range.span() + " at the index date"
	}
	return ""
}

// clause is the criterion as what people did: "had a first ever exposure to warfarin within 90 days after it".
func (c *Criterion) clause(it string) string {
	join := func(cs []Criterion, with string) string {
		var parts []string
		for i := range cs {
			several := with == " or " && cs[i].Has != nil &&
				(len(cs[i].Has.Event.Concepts) > 1 ||
					i+1 < len(cs) && cs[i].Has.Event.hadBeside() || // else what follows is said of its record, too
					cs[i].Has.Relation != nil && !(len(cs) == 2 && cs[0].Observed != nil))
			// an observation behind it is not that of an event that is denied
			denied := cs[i].Not != nil && i+1 < len(cs) && cs[i+1].Observed != nil
			parts = append(parts, bracketed(cs[i].clause(it), denied ||
				several || len(cs[i].Any) > 0 || len(cs[i].All) > 0 || hasMore(cs, i)))
		}
		return strings.Join(parts, with)
	}
	switch {
	case c.Has != nil:
		return c.Has.clause("", it)
	case c.Not != nil && c.Not.Has != nil && c.Not.Has.Times == nil:
		return c.Not.Has.clause("no ", it)
	case c.Not != nil && len(c.Not.Any) > 0 && onlyHas(c.Not.Any):
		return "had neither " + joinHas(c.Not.Any, " nor ", it)
	case c.Not != nil && len(c.Not.states()) > 0:
		if states := c.Not.states(); len(states) > 1 {
			return "were living in neither " + strings.Join(states, " nor ")
		}
		return "were not living in " + c.Not.Is.State
	case c.Not != nil:
		return "not (" + c.Not.clause(it) + ")"
	case len(c.All) > 0:
		return join(c.All, " and ")
	case len(c.Any) > 0:
		return join(c.Any, " or ")
	case c.Some != nil && onlyHas(c.Some.Of):
		return "had " + c.Some.Times.counted() + " of " + joinHas(c.Some.Of, " and ", it)
	case c.Some != nil:
		return c.Some.Times.counted() + " of: " + join(c.Some.Of, "; ")
	case c.Is != nil:
		return strings.TrimSuffix("were "+strings.TrimPrefix(c.Is.text(), "who are "), " ")
	case c.Observed != nil:
		return c.Observed.clause(it == "")
	case c.Record != nil:
		if long, ok := strings.CutPrefix(c.Record.text(), "lasting "); ok {
			return "lasted " + long
		}
		return "were " + c.Record.text()
	case c.Cohort != "":
		return "are in the cohort " + strconv.Quote(c.Cohort)
	}
	return ""
}

// states are those of people who live in one of them; nil where it is something else.
func (c *Criterion) states() (states []string) {
	if c.Is != nil && c.Is.State != "" {
		return []string{c.Is.State}
	}
	for i := range c.Any {
		if c.Any[i].Is == nil || c.Any[i].Is.State == "" {
			return nil
		}
		states = append(states, c.Any[i].Is.State)
	}
	return states
}

// hadBeside reports whether an event is told by what the person had at another time: "a stroke for which the person
// had a fall in the 30 days before the record".
func (e *Event) hadBeside() bool {
	return slices.ContainsFunc(e.With, func(c Criterion) bool {
		return c.Has != nil && c.Has.Relation != nil && c.Has.Relation.Place == Distance
	})
}

// hasMore reports whether what a person had, of several things, has a time, an age or a visit that one before it lacks:
// "had A or (had B in 2009)", where without the brackets the year would be of both.
func hasMore(cs []Criterion, i int) bool {
	if cs[i].when() == "" {
		return false
	}
	return slices.ContainsFunc(cs[:i], func(c Criterion) bool { return (c.Has != nil || c.Not != nil) && c.when() == "" })
}

// when is the time, age and visit of what people had, or did not have.
func (c *Criterion) when() string {
	switch {
	case c.Has != nil:
		return c.Has.Event.when()
	case c.Not != nil:
		return c.Not.when()
	}
	return ""
}

func onlyHas(cs []Criterion) bool {
	for _, c := range cs {
		if c.Has == nil || c.Has.Times != nil || c.Has.Event.Domain == Death {
			return false
		}
	}
	return true
}

// joinHas lists events as "A, B and C".
func joinHas(cs []Criterion, last, it string) string {
	var parts []string
	for i := range cs {
		h := cs[i].Has
		parts = append(parts,
			bracketed(h.phrase(it), len(h.Event.Concepts) > 1 || h.Relation != nil || h.Event.modifiers() != ""))
	}
	return joined(parts, last)
}

// bracketed keeps the alternatives of one event together where others follow.
func bracketed(s string, several bool) string {
	if several {
		return "(" + s + ")"
	}
	return s
}

func joined(parts []string, last string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + last + parts[n-1]
	}
	return strings.Join(parts, "")
}

// clause is "had …", "had no …", "died …".
func (h *Has) clause(no, it string) string {
	it = h.calls(it)
	if h.Event.Domain == Death && h.Times == nil {
		if no != "" {
			no = "did not die"
		} else {
			no = "died"
		}
		s := no + h.Event.modifiers()
		if h.Relation.earlier() && no != "died" {
			s += " before the day of " + plainIt(it)
		} else if h.Relation != nil {
			s += " " + h.Relation.text(it)
		}
		return s
	}
	if h.Event.Domain == Observed && h.Event.Touching != nil && h.Times == nil && h.Relation == nil && no == "" {
		rest := h.Event
		rest.Touching = nil
		return "were under observation " + h.Event.Touching.text() + rest.modifiers()
	}
	if h.Event.Domain == Observed && h.Times == nil && h.Relation == nil && no == "" && h.Event.Which == Any &&
		h.Event.modifiers() == "" {
		return "were under observation"
	}
	if no != "" {
		s := "had no " + h.Event.which(false) + h.lastEver() + bracketed(h.Event.noun(false),
			h.Event.chosen()) + h.Event.modifiers()
		if h.Relation.earlier() {
			s += " before the day of " + plainIt(it)
		} else if h.Relation != nil {
			s += " " + h.Relation.text(it)
		}
		return s
	}
	return "had " + h.phrase(it)
}

// plainIt is the name of an index that does not say that it is a visit.
func plainIt(it string) string {
	return strings.TrimSuffix(it, ofVisit)
}

// calls is the name of the index behind the event: not by its name where a clause about the event stands between
// them, to which the name could belong, or where the event is called the same.
func (h *Has) calls(it string) string {
	named := strings.HasPrefix(it, "the ") && !atVisit(it) && it != "the record" || it == ownDeath
	if named && len(h.Event.With) > 0 || it == ownDeath && h.Event.Domain == Death {
		return indexDate
	}
	return it
}

// phrase is the event with its number and its relation to the index, "it".
func (h *Has) phrase(it string) string {
	it = h.calls(it)
	s := h.Event.text()
	if h.Event.chosen() {
		s = h.Event.which(true) + h.lastEver() + "(" + h.Event.noun(false) + ")" + h.Event.modifiers()
	} else if ever := h.lastEver(); ever != "" {
		s = h.Event.which(true) + ever + h.Event.noun(false) + h.Event.modifiers()
	}
	if h.Times != nil {
		days := ""
		if h.Distinct == ByDay {
			days = " on different days"
		}
		s = h.Times.often() + " " + h.counted() + h.Event.modifiersOfMany() + days
		if len(h.Event.With) > 0 { // else the days may be those of what the person had for it
			s = h.Times.often() + " " + h.counted() + days + h.Event.modifiersOfMany()
		}
		if h.Summed != "" {
			s = "a total " + quantityNames[h.Summed] + " " + h.Times.compared() + " of " + h.Event.noun(true) + h.Event.modifiers()
		}
		if h.Apart > 0 {
			s += fmt.Sprintf(" at least %d days apart", h.Apart)
		}
	}
	if h.Relation != nil {
		s += " " + h.Relation.text(it)
	}
	return s
}

// chosen reports whether one of the records of several concepts is chosen.
func (e *Event) chosen() bool { return len(e.Concepts) > 1 && e.Which != Any && e.Which != First }

// lastEver tells the last, second or third record of a life from the one in the relation.
func (h *Has) lastEver() string {
	if (h.Event.Which == Last || h.Event.Which == Second || h.Event.Which == Third) && h.Relation != nil {
		return "ever "
	}
	return ""
}

// counted names what a number of events counts.
func (h *Has) counted() string {
	e := &h.Event
	switch {
	case h.Distinct == ByIngredient && e.Domain == DrugEra && len(e.Concepts) > 0:
		return "different " + entityNames(e.Concepts, " or ")
	case h.Distinct == ByIngredient:
		return "different ingredients of " + e.noun(true)
	case h.Distinct == ByConcept:
		if e.Domain == Drug && len(e.Concepts) > 0 {
			return "different products of " + entityNames(e.Concepts, " or ")
		}
		return "different " + e.plural()
	}
	return e.noun(true)
}

// clause says how long people were observed: before and after the index record, or, without one, in one observation
// period.
func (f *FollowUp) clause(unplaced bool) string {
	after := map[bool]string{false: " after it"}[unplaced]
	var parts []string
	if f.Before > 0 {
		parts = append(parts, fmt.Sprintf("at least %d days before %s", f.Before, "it"))
	}
	if f.After > 0 {
		parts = append(parts, fmt.Sprintf("at least %d days%s", f.After, after))
	}
	if f.For != nil {
		parts = append(parts, "at least "+f.For.text()+after)
	}
	if *f == (FollowUp{}) {
		return "were in observation"
	}
	s := "were observed for " + strings.Join(parts, " and ")
	if f.In != nil {
		s = "were under observation all days " + f.In.text()
	}
	return s
}
