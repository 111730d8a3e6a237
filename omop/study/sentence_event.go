package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// text is the event as a noun phrase: "a first ever diagnosis of stroke in 2009".
func (e *Event) text() string {
	if len(e.AnyOf) > 0 {
		return e.anyText()
	}
	if e.Domain == Death {
		return "death" + e.modifiers()
	}
	return withArticle(e.which(true) + e.noun(false) + e.modifiers())
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
		if e.During != nil || e.Age != nil { // not the last of that time
			return a + "last ever "
		}
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

// nouns are the nouns for a record of a domain, and for several.
var nouns = map[Domain][2]string{
	Condition: {"diagnosis of", "diagnoses of"}, Drug: {"exposure to", "exposures to"}, Procedure: {"", ""},
	Measurement: {"measurement of", "measurements of"}, Observation: {"record of", "records of"},
	Device:  {"record of", "records of"},
	DrugEra: {"drug era of", "drug eras of"}, ConditionEra: {"condition era of", "condition eras of"},
	KeptCohort:  {"entry into the cohort", "entries into the cohort"},
	VisitDetail: {"part of a visit of", "parts of visits of"}, Specimen: {"specimen of", "specimens of"},
	DoseEra: {"dose era of", "dose eras of"},
}

// pluralNouns are the nouns for records of a domain of which no concept is named.
var pluralNouns = map[Domain]string{Condition: "conditions", Drug: "drugs", Procedure: "procedures",
	Measurement: "measurements", Observation: "observations",
	Device: "devices", Visit: "visits", DrugEra: "drug ingredients", ConditionEra: "condition eras", Death: "deaths",
	Observed: "observation periods", KeptCohort: "cohorts", VisitDetail: "visit parts", Specimen: "specimens",
	DoseEra: "dose eras", PayerPlan: "payer plan periods"}

// recordNames are the nouns for records of a domain where records are counted.
var recordNames = map[Domain]string{Condition: "condition records", Drug: "prescriptions", Procedure: "procedures",
	Measurement: "measurements",
	Observation: "observation records", Device: "device records", Visit: "visits", DrugEra: "drug eras",
	ConditionEra: "condition eras", Death: "deaths",
	Observed: "observation periods", KeptCohort: "cohort entries",
	VisitDetail: "visit parts", Specimen: "specimens", DoseEra: "dose eras", PayerPlan: "payer plan periods"}

// noun is the domain's noun with the names of the concepts, and of what else such an event is.
func (e *Event) noun(several bool) string {
	if e.isAnyRecord() {
		return map[bool]string{false: "record of any kind", true: "records of any kind"}[several]
	}
	s := e.ownNoun(several)
	if len(e.Except) > 0 {
		s += " other than " + entityNames(e.Except, " or ")
	}
	if len(e.Or) > 0 && e.Where != nil {
		s += e.Where.modifiers()
	}
	for i := range e.Or {
		s += " or " + e.Or[i].noun(several)
		if w := e.Or[i].Where; w != nil {
			s += w.modifiers()
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
		return strings.TrimSuffix(pluralNouns[e.Domain], "s")
	case e.Domain == Visit && several:
		return entityNames(inPlural(e.Concepts), " or ")
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

// inPlural are the names of kinds of visits, several of each: "inpatient visits".
func inPlural(kinds []Entity) []Entity {
	several := slices.Clone(kinds)
	for i, k := range several {
		if k.Text != "" && !strings.HasSuffix(k.Text, "s") {
			several[i].Text += "s"
		}
	}
	return several
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
	switch {
	case len(e.Concepts) > 0:
		return e.noun(true)
	case len(e.Except) > 0:
		return pluralNouns[e.Domain] + " other than " + entityNames(e.Except, " or ")
	}
	return pluralNouns[e.Domain]
}

// modifiersOfMany are the modifiers behind a plural: "drugs that cover 2009-07-01".
func (e *Event) modifiersOfMany() string {
	return strings.Replace(e.modifiers(), " that covers ", " that cover ", 1)
}

// modifiers are the conditions on a record behind its noun.
func (e *Event) modifiers() string {
	s := ""
	if w := e.Where; w == nil || len(e.Or) > 0 { // each of Or says its own
	} else if (w.Value != nil || w.Days != nil) && e.Which != Any ||
		len(w.Visit) > 0 && (e.Which == First || e.Which == Last) {
		s += " among those" + w.modifiers()
	} else {
		s += w.modifiers()
	}
	if e.Chosen != nil {
		s += e.Chosen.modifiers()
	}
	if m := e.Moved; m.isByItsEnd() {
		s += " dated by its end"
	} else if m != nil {
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
			c.Has.Times == nil && c.Has.Relation.Place == SameVisit {
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
			s += " " + e.placeOf(c.Has)
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

// when says when and where an event was.
func (e *Event) when() string {
	s := ""
	if e.During != nil {
		s += " " + e.During.text()
	}
	if e.Age != nil {
		s += " at age " + e.Age.span()
	}
	if e.Where != nil && len(e.Where.Visit) > 0 {
		s += " at a visit"
	}
	return s
}
