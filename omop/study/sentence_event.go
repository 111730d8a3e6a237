package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/askomop/askomop/omop/units"
)

// text is the event as a noun phrase: "a first ever diagnosis of stroke in 2009".
func (e *Event) text() string {
	if len(e.AnyOf) > 0 {
		return e.anyText()
	}
	if e.Domain == Death {
		return "death" + e.mods()
	}
	return withArticle(e.which(true) + e.noun(false) + e.mods())
}

func withArticle(s string) string {
	if strings.HasPrefix(s, "a ") && len(s) > 2 && strings.ContainsRune("aeiou", rune(s[2])) {
		return "an" + s[1:]
	}
	return s
}

// which says which record is meant, with an article where asked.
func (e *Event) which(article bool) string {
	a := ""
	if article {
		a = "a "
	}
	switch e.Which {
	case First:
		return a + "first ever "
	case Last:
		return a + "last "
	case Second:
		return a + "second "
	case Third:
		return a + "third "
	case FirstOfThese:
		return "the first such "
	case LastOfThese:
		return "the last such "
	}
	return a
}

// nouns are what records of a domain are called, one and several.
var nouns = map[Domain][2]string{
	Condition: {"diagnosis of", "diagnoses of"}, Drug: {"exposure to", "exposures to"}, Procedure: {"", ""},
	Measurement: {"measurement of", "measurements of"}, Observation: {"record of", "records of"},
	Device:  {"record of", "records of"},
	DrugEra: {"drug era of", "drug eras of"}, ConditionEra: {"condition era of", "condition eras of"},
	KeptCohort:  {"entry into the cohort", "entries into the cohort"},
	VisitDetail: {"part of a visit of", "parts of visits of"}, Specimen: {"specimen of", "specimens of"},
	DoseEra: {"dose era of", "dose eras of"},
}

// bare are what records of a domain are called without a concept, several of them.
var bare = map[Domain]string{Condition: "conditions", Drug: "drugs", Procedure: "procedures",
	Measurement: "measurements", Observation: "observations",
	Device: "devices", Visit: "visits", DrugEra: "drug ingredients", ConditionEra: "condition eras", Death: "deaths",
	Observed: "observation periods", KeptCohort: "cohorts", VisitDetail: "visit parts", Specimen: "specimens",
	DoseEra: "dose eras", PayerPlan: "payer plan periods"}

// recordNames are what records of a domain are called where records are counted.
var recordNames = map[Domain]string{Condition: "condition records", Drug: "prescriptions", Procedure: "procedures",
	Measurement: "measurements",
	Observation: "observation records", Device: "device records", Visit: "visits", DrugEra: "drug eras",
	ConditionEra: "condition eras", Death: "deaths",
	Observed: "observation periods", KeptCohort: "cohort entries",
	VisitDetail: "visit parts", Specimen: "specimens", DoseEra: "dose eras", PayerPlan: "payer plan periods"}

// noun is the domain's noun with the names of the concepts, and of what else such an event is.
func (e *Event) noun(several bool) string {
	s := e.ownNoun(several)
	if len(e.Except) > 0 {
		s += " other than " + entityNames(e.Except, " or ")
	}
	if len(e.Or) > 0 && e.Where != nil {
		s += e.Where.mods()
	}
	for i := range e.Or {
		s += " or " + e.Or[i].noun(several)
		if w := e.Or[i].Where; w != nil {
			s += w.mods()
		}
	}
	return s
}

// ownNoun is the domain's noun with the names of the concepts.
func (e *Event) ownNoun(several bool) string {
	text := entityNames(e.Concepts, " or ")
	if e.Domain == KeptCohort {
		text = quotedNames(e.Concepts)
	}
	switch {
	case e.Domain == Death && several:
		return "records of death"
	case len(e.Concepts) == 0 && several:
		return recordNames[e.Domain]
	case len(e.Concepts) == 0:
		return strings.TrimSuffix(bare[e.Domain], "s")
	case e.Domain == Visit && several:
		return text + "s"
	case e.Domain == Visit || e.Domain == Procedure && !several:
		return text
	case e.Domain == Procedure:
		return "records of " + text
	}
	n := nouns[e.Domain][0]
	if several {
		n = nouns[e.Domain][1]
	}
	if n == "" {
		n = string(e.Domain) + " of"
	}
	return n + " " + text
}

// quotedNames are the names of cohorts, so that nobody takes them for words of the sentence.
func quotedNames(cohorts []Entity) string {
	var names []string
	for _, c := range cohorts {
		names = append(names, strconv.Quote(c.Text))
	}
	return strings.Join(names, " or ")
}

// plural names what is listed or counted as different things: "conditions", "drugs".
func (e *Event) plural() string {
	if len(e.Concepts) == 0 {
		return bare[e.Domain]
	}
	return e.noun(true)
}

// mods are the conditions on a record behind its noun.
func (e *Event) mods() string {
	s := ""
	if w := e.Where; w == nil || len(e.Or) > 0 { // each of Or says its own
	} else if w.Value != nil && e.Which != Any {
		s += " among those" + w.mods()
	} else {
		s += w.mods()
	}
	if e.Chosen != nil {
		s += e.Chosen.mods()
	}
	if m := e.Moved; m != nil {
		s += " dated from " + m.Start.text() + " to " + m.End.text()
	}
	if e.During != nil {
		s += " " + e.During.text()
	}
	if e.Touching != nil {
		s += " that covers " + e.Touching.day()
	}
	if e.Age != nil {
		s += " at age " + e.Age.span()
	}
	for i := range e.With {
		c := &e.With[i]
		if c.Has != nil && c.Has.Relation != nil && e.Domain == Visit && e.Which != First &&
			c.Has.Relation.Place == SameVisit {
			s += " with " + c.Has.Event.text()
			continue
		}
		if c.Observed != nil && *c.Observed == (FollowUp{}) {
			s += " in observation"
			continue
		}
		if c.Observed != nil && c.Observed.Before > 0 && c.Observed.After == 0 && c.Observed.For == nil &&
			c.Observed.In == nil {
			s += fmt.Sprintf(" after at least %d days of prior observation", c.Observed.Before)
			continue
		}
		if c.Has != nil && c.Has.Times == nil && c.Has.Relation != nil &&
			(c.Has.Relation.Place != Distance || c.Has.Relation.sameDay()) {
			s += " " + placeOf(c.Has)
			continue
		}
		record := "the record"
		if e.Domain == Visit {
			record = visitRecord
		}
		s += " for which the person " + bracketed(c.clause(record), len(c.All) > 1 || len(c.Any) > 1)
	}
	return s
}

// text is the day in words: "3 days before its end".
func (m *Moment) text() string {
	day := "its start"
	if m.AtEnd {
		day = "its end"
	}
	switch {
	case m.On != "":
		return m.On
	case m.Days > 0:
		return (&Offset{Days: m.Days}).text() + " after " + day
	case m.Days < 0:
		return (&Offset{Days: -m.Days}).text() + " before " + day
	}
	return day
}

// placeOf says where another record lies, seen from the record itself.
func placeOf(h *Has) string {
	mods := h.Event.mods()
	other := withArticle(h.Event.which(true) + bracketed(h.Event.noun(false), len(h.Event.Concepts) > 1) + mods)
	// What stands behind an ordinal could be said of the record itself.
	other = bracketed(other, h.Event.Which != Any && mods != "")
	if h.Event.Domain == Death {
		other = h.Event.text()
	}
	switch h.Relation.Place {
	case Distance:
		return "on the same day as " + other
	case Covering:
		return "during " + other
	case Overlapping:
		return "at the same time as " + other
	case SameVisit:
		return "at the same visit as " + other
	case SameYear:
		return "in the same year as " + other
	}
	return "in whose time lies " + other
}

func (r *Relation) sameDay() bool {
	zero := Offset{}
	return r.From != nil && r.To != nil && *r.From == zero && *r.To == zero
}

func (w *Where) mods() string {
	s := ""
	if w.Value != nil && w.Value.Min != nil && *w.Value.Min <= -1e9 && w.Value.Max == nil { // any value in the unit
		s += " in " + unitText(w.Unit)
	} else if w.Value != nil {
		s += " " + w.Value.compared()
		if w.Unit != "" {
			s += " " + unitText(w.Unit)
		}
	}
	if len(w.Result) > 0 {
		s += " with result " + entityNames(w.Result, " or ")
	}
	if len(w.Visit) > 0 {
		s += " at an " + entityNames(w.Visit, " or ")
	}
	if w.Days != nil {
		s += " lasting " + w.Days.long() + " days"
	}
	if rest := w.rest(); rest != "" {
		s += " " + rest
	}
	return s
}

// rest are the conditions that no question asks for in other words.
func (w *Where) rest() string {
	var parts []string
	for _, r := range []struct {
		of   string
		with *Range
	}{{"a supply of %s days", w.Supply}, {"a quantity of %s", w.Quantity}, {"%s refills", w.Refills},
		{"%s records", w.Records}} {
		if r.with != nil {
			parts = append(parts, "with "+fmt.Sprintf(r.of, r.with.counted()))
		}
	}
	if w.OfHigh != nil {
		parts = append(parts, "with "+w.OfHigh.long()+" times the upper limit of normal")
	}
	if w.OfLow != nil {
		parts = append(parts, "with "+w.OfLow.long()+" times the lower limit of normal")
	}
	if len(w.Specialty) > 0 {
		parts = append(parts, "by "+strings.Join(w.Specialty, " or "))
	}
	if len(w.Source) > 0 {
		parts = append(parts, "recorded as "+entityNames(w.Source, " or "))
	}
	for _, l := range []struct {
		of   string
		list []Entity
	}{{"in", w.Units}, {"by", w.Provider}, {"with status", w.Status}, {"not of type", w.NotType}} {
		if len(l.list) > 0 {
			parts = append(parts, l.of+" "+entityNames(l.list, " or "))
		}
	}
	if w.Start != nil {
		parts = append(parts, "starting "+w.Start.text())
	}
	if w.Finish != nil {
		parts = append(parts, "ending "+w.Finish.text())
	}
	if w.Unmapped {
		parts = append(parts, "unmapped")
	}
	if w.Branded != nil {
		parts = append(parts,
			map[bool]string{true: "for a branded drug", false: "for a drug without a brand"}[*w.Branded])
	}
	if len(w.Type) > 0 {
		parts = append(parts, "of type "+entityNames(w.Type, " or "))
	}
	if len(w.Cause) > 0 {
		parts = append(parts, "from "+entityNames(w.Cause, " or "))
	}
	return strings.Join(append(parts, w.attributes()...), " ")
}

// attributes are the conditions on other columns: "with route oral".
func (w *Where) attributes() []string {
	var parts []string
	with := func(not bool) string {
		if not {
			return "without "
		}
		return "with "
	}
	if w.Abnormal {
		parts = append(parts, "outside of its normal range")
	}
	for _, k := range w.Coded {
		if k.Not {
			parts = append(parts,
				"with another "+strings.ReplaceAll(string(k.Of), "_", " ")+" than "+entityNames(k.Concepts, " or "))
		} else {
			parts = append(parts,
				"with "+strings.ReplaceAll(string(k.Of), "_", " ")+" "+entityNames(k.Concepts, " or "))
		}
	}
	for _, k := range w.Worded {
		parts = append(parts,
			with(k.Not)+"a "+strings.ReplaceAll(string(k.Of), "_", " ")+" like "+strconv.Quote(k.Like))
	}
	for _, k := range w.Numbers {
		parts = append(parts, "with a "+strings.ReplaceAll(string(k.Of), "_", " ")+" "+k.In.compared())
	}
	return parts
}

// text is the condition on a record as a predicate: "unmapped".
func (w *Where) text() string { return strings.TrimSpace(w.mods()) }

// entityNames joins entities by their names or codes.
func entityNames(es []Entity, last string) string {
	var parts []string
	for _, e := range es {
		switch {
		case len(e.Items) > 0:
			parts = append(parts, e.itemsText())
		case e.Text != "":
			parts = append(parts, e.Text)
		case e.Code != "":
			parts = append(parts, e.Vocabulary+" code "+e.Code)
		case e.Set != "":
			parts = append(parts, "the set "+strconv.Quote(e.Set))
		default:
			parts = append(parts, idsText(e.IDs))
		}
	}
	return joined(parts, last)
}

// idsText names concepts by their ids: "concept 320128", "concepts 320128 and 313217".
func idsText(ids []int64) string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = strconv.FormatInt(id, 10)
	}
	if len(all) == 1 {
		return "concept " + all[0]
	}
	return "concepts " + joined(all, " and ")
}

func unitText(u string) string {
	if u == "%" {
		return "percent"
	}
	return units.Shown(u)
}

// ShownUnit is the unit of values as people write it: mm[Hg] as mmHg.
func (m *Measure) ShownUnit() string { return units.Shown(m.Unit) }

// compared is the range behind a measurement: "above 9", "between 140 and 160".
func (r *Range) compared() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min == *r.Max:
		return fmt.Sprintf("of exactly %g", *r.Min)
	case r.Min != nil && r.Max != nil:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min != nil && r.MinOpen:
		return fmt.Sprintf("above %g", *r.Min)
	case r.Min != nil:
		return fmt.Sprintf("of at least %g", *r.Min)
	case r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("below %g", *r.Max)
	case r.Max != nil:
		return fmt.Sprintf("of at most %g", *r.Max)
	}
	return ""
}

// long is the range of a length of time.
func (r *Range) long() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min != *r.Max:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min == nil && r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("fewer than %g", *r.Max)
	case r.Min == nil && r.Max != nil:
		return fmt.Sprintf("at most %g", *r.Max)
	}
	return r.counted()
}

// counted is the range before what is counted: "at least 3", "exactly 1".
func (r *Range) counted() string {
	switch {
	case r.Min != nil && r.Max != nil && *r.Min == *r.Max:
		return fmt.Sprintf("exactly %g", *r.Min)
	case r.Min != nil && r.Max != nil && *r.Min == 1 && r.MaxOpen && !r.MinOpen:
		return fmt.Sprintf("fewer than %g", *r.Max)
	case r.Min != nil && r.Max != nil && *r.Min == 1 && !r.MinOpen:
		return fmt.Sprintf("at most %g", *r.Max)
	case r.Min != nil && r.Max != nil:
		return fmt.Sprintf("between %g and %g", *r.Min, *r.Max)
	case r.Min != nil && r.MinOpen:
		return fmt.Sprintf("more than %g", *r.Min)
	case r.Min != nil:
		return fmt.Sprintf("at least %g", *r.Min)
	case r.Max != nil && r.MaxOpen:
		return fmt.Sprintf("none or fewer than %g", *r.Max)
	case r.Max != nil:
		return fmt.Sprintf("none or up to %g", *r.Max)
	}
	return ""
}

// span is the range of ages: "65 or older", "between 65 and 74".
func (r *Range) span() string {
	switch {
	case r.Min != nil && r.Max != nil && !r.MinOpen && !r.MaxOpen:
		return fmt.Sprintf("%g to %g", *r.Min, *r.Max)
	case r.Min != nil && r.Max == nil && r.MinOpen:
		return fmt.Sprintf("over %g", *r.Min)
	case r.Min != nil && r.Max == nil:
		return fmt.Sprintf("%g or older", *r.Min)
	case r.Max != nil && r.Min == nil && r.MaxOpen:
		return fmt.Sprintf("under %g", *r.Max)
	case r.Max != nil && r.Min == nil:
		return fmt.Sprintf("%g or younger", *r.Max)
	}
	return fmt.Sprintf("over %g and under %g", *r.Min, *r.Max)
}

// by says the groupings.
func (q *Question) by() string {
	var parts []string
	change := ""
	for i := 0; i < len(q.Strata); i++ {
		s := &q.Strata[i]
		switch {
		case q.Measure.Change && s.Kind == Year && len(s.Only) == 2:
			change = " between " + s.Only[0] + " and " + s.Only[1]
			continue
		case q.Measure.Change && s.Kind == Year && len(s.Only) == 0:
			change = " from year to year"
			continue
		case s.Kind == Concept && q.Top != nil,
			s.Kind == Groups && slices.Contains([]Kind{Ratio, Characteristics, DrugUse, Overlap, Comparison},
				q.Measure.Kind):
			continue
		case s.Kind == Year && i+1 < len(q.Strata) && q.Strata[i+1].Kind == MonthOfYear:
			parts = append(parts, "month"+s.of(q))
			i++
			continue
		}
		parts = append(parts, s.text()+s.of(q))
	}
	s := change
	if len(parts) > 0 {
		s += ", by " + joined(parts, " and ")
	}
	if q.Top != nil && len(parts) > 0 {
		s += fmt.Sprintf(", the %s %d", map[bool]string{true: "lowest", false: "highest"}[q.Top.Lowest], q.Top.N)
	}
	if q.Measure.Cumulative {
		s += ", cumulative"
	}
	return s
}

func (s *Stratum) text() string {
	switch s.Kind {
	case AgeGroup:
		if s.Width > 0 {
			return fmt.Sprintf("%d-year age group", s.Width)
		}
		var bands []string
		for _, b := range s.Bands {
			bands = append(bands, b.span())
		}
		return "age group (" + strings.Join(bands, ", ") + ")"
	case MonthOfYear:
		if len(s.Only) == 0 {
			return "month of the year"
		}
	case Month:
		return "year-month"
	case BornIn:
		return "year of birth"
	case BornDecade:
		return "decade of birth"
	case VisitType:
		return "visit type"
	case Concept:
		if s.Of == OfDeath {
			return "cause of death"
		}
		return map[string]string{"": "concept", "ingredient": "ingredient", "dose_form": "dose form",
			"source_code": "source code", "source_value": "source value"}[s.Level]
	case Groups:
		var parts []string
		for _, g := range s.Groups {
			parts = append(parts, g.Name)
		}
		return "group (" + strings.Join(parts, ", ") + ")"
	}
	if d, err := time.Parse("2006-"+monthDay, "2001-"+s.On); s.On != "" && err == nil {
		return fmt.Sprintf("%s (on %d %s of each year)", s.Kind, d.Day(), d.Month())
	}
	if len(s.Only) > 0 {
		return string(s.Kind) + " (" + strings.Join(s.Only, ", ") + ")"
	}
	return strings.ReplaceAll(string(s.Kind), "_", " ")
}

// startsAtRisk reports whether the index date is the day on which time at risk begins, there being no event.
func (q *Question) startsAtRisk() bool {
	return q.Population.Entry == nil && (q.Measure.Kind == Rate || q.Measure.Kind == PersonTime)
}

// of says whose date or age a grouping takes, where it is not what the reader of the sentence would take.
func (s *Stratum) of(q *Question) string {
	if s.Kind == AgeGroup && s.On != "" {
		return onText(s.On)
	}
	dated := s.Kind.IsTime() || s.Kind == AgeGroup || s.Kind == Month
	if s.Of == OfIndex && q.startsAtRisk() {
		return atStart
	}
	if !dated || s.Of == "" || s.Of == OfIndex && q.Outcome == nil {
		return ""
	}
	switch s.Of {
	case OfIndex:
		return " at the index date"
	case OfDeath:
		return " of death"
	}
	return " of the outcome"
}
