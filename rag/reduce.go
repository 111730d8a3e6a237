package rag

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// add appends the i-th item of the reading, or leaves it out where it says nothing.
func (b *builder) add(i int) {
	it := b.m.Reading.items[i]
	switch {
	case it.entity >= 0:
		if b.countsRecords(i) {
			b.push("records", -1, -1)
		}
		if b.atVisit(i) {
			b.push("at", -1, -1)
		}
		if i > 0 && b.items()[i-1].entity >= 0 && strings.TrimSpace(b.m.Question[b.m.Entities[b.items()[i-1].entity].End:b.m.Entities[it.entity].Start]) == "" {
			b.push("beside", -1, -1) // "aspirin ER": one of the two qualifies the other
		}
		if p := b.preposition(i); p != "" {
			b.push(p, -1, -1)
		}
		if b.afterComma(i) {
			b.push(",", -1, -1)
		}
		b.addEntity(it.entity)
	case it.constraint >= 0:
		b.addConstraint(i, it.constraint)
	case it.token == tokenNone, it.token == "person", it.token == "but":
	case it.token == "child" && b.ofChildren():
	case (it.token == "admission" || it.token == "readmission") && b.countsRecords(i):
		b.push("records", -1, -1)
		b.push(it.token, -1, -1)
	case it.token == "both" && !b.beforeFilter(i):
	case it.token == "not" && b.beforeFilter(i):
		b.push("not:filter", -1, -1) // "not women": the filter below would say the opposite
	case slices.Contains(verbs, it.token) && b.governs(i):
	case it.token == tokenUnknown:
		b.push("?"+it.text, -1, -1)
	case it.token == "distinct" && i+1 < len(b.m.Reading.items) && b.m.Reading.items[i+1].token == "person":
	case it.token == "on" && b.onPeople(i):
	case it.token == "for" && b.forNothing(i):
	case it.token == "and":
		if b.joins(i) {
			b.push("and", -1, -1)
		}
	case it.token == "at":
	case it.token == "value" && b.measures():
	default:
		b.push(it.token, -1, -1)
	}
}

// joins reports whether the "and" at item i stands between two entities ("with gout and asthma"). Elsewhere
// ("with gout and took aspirin") it says nothing.
func (b *builder) joins(i int) bool {
	items := b.m.Reading.items
	if i == 0 || items[i-1].entity < 0 {
		return false
	}
	for k := i + 1; k < len(items); k++ {
		if items[k].token != tokenNone || !slices.Contains(articles, items[k].text) {
			return items[k].entity >= 0
		}
	}
	return false
}

// afterComma reports whether only a comma parts the entity at item i from one before.
func (b *builder) afterComma(i int) bool {
	items := b.m.Reading.items
	if i == 0 || items[i-1].entity < 0 {
		return false
	}
	before, here := b.m.Entities[items[i-1].entity], b.m.Entities[items[i].entity]
	return strings.TrimSpace(b.m.Question[before.End:here.Start]) == ","
}

// atVisit reports whether item i is a visit in or at which something happened ("pneumonia in the
// emergency room"); a visit that people merely had follows a verb.
func (b *builder) atVisit(i int) bool {
	items := b.m.Reading.items
	if b.m.Entities[items[i].entity].Domain != "visit" || len(b.parts) == 0 {
		return false
	}
	for k := i - 1; k >= 0; k-- {
		switch it := items[k]; {
		case it.token == "at", it.token == tokenNone && it.text == "in":
			return true
		case it.token == tokenNone && slices.Contains(articles, it.text):
		default:
			return false
		}
	}
	return false
}

// ofChildren reports whether an age in the question says who "children" are; by itself the word does not.
func (b *builder) ofChildren() bool {
	return slices.ContainsFunc(b.m.Constraints, func(c Constraint) bool {
		if c.Kind != KindAge || c.Op != "<" && c.Op != "<=" && c.Op != "between" && c.Op != "=" {
			return false
		}
		age, err := strconv.Atoi(c.Values[len(c.Values)-1])
		return err == nil && age <= 18
	})
}

// preposition returns how a ranking without people ties an entity: the drugs "with" aspirin are not those "of" a class.
func (b *builder) preposition(i int) string {
	its := b.items()
	ranked := slices.ContainsFunc(its, func(it item) bool { return it.constraint >= 0 && b.m.Constraints[it.constraint].Kind == KindTop })
	if !ranked || i == 0 || slices.ContainsFunc(its, func(it item) bool { return it.token == "person" }) {
		return ""
	}
	for k := i - 1; k >= 0; k-- {
		switch {
		case its[k].token == tokenNone && slices.Contains([]string{"with", "among", "amongst", "in"}, its[k].text):
			return its[k].text
		case its[k].token == tokenNone:
		default:
			return ""
		}
	}
	return ""
}

// ageBefore reports whether an age stands directly before item i.
func (b *builder) ageBefore(i int) bool {
	its := b.items()
	return i > 0 && its[i-1].constraint >= 0 && b.m.Constraints[its[i-1].constraint].Kind == KindAge
}

// isSaid reports whether a number is said of people rather than of a counted noun or a value: "were over 40".
func (b *builder) isSaid(i int) bool {
	its := b.items()
	if i == 0 || its[i-1].token != tokenNone || !slices.Contains([]string{"is", "are", "was", "were"}, its[i-1].text) {
		return false
	}
	for k := i - 2; k >= 0; k-- {
		if its[k].entity >= 0 {
			return b.m.Entities[its[k].entity].Domain != "measurement"
		}
	}
	return true
}

// beforeFilter reports whether a filter of people or years is the next thing after item i.
func (b *builder) beforeFilter(i int) bool {
	items := b.m.Reading.items
	for k := i + 1; k < len(items); k++ {
		if it := items[k]; it.token != tokenNone {
			return it.constraint >= 0 && b.m.Constraints[it.constraint].IsFilter()
		}
	}
	return false
}

// countsRecords reports whether the entity at item i is itself what is counted
// ("how many appendectomies", "the number of inpatient visits") and not the people who had it ("how many asthma patients").
func (b *builder) countsRecords(i int) bool {
	items := b.m.Reading.items
	if len(b.parts) == 0 || b.parts[len(b.parts)-1].token != "count" || i+1 < len(items) && items[i+1].token == "person" {
		return false
	}
	for k := i - 1; k >= 0; k-- {
		switch it := items[k]; {
		case it.token == "count":
			return true
		case it.token == tokenNone && slices.Contains(articles, it.text):
		default:
			return false
		}
	}
	return false
}

// articles may stand between "how many" and the noun that is counted.
var articles = []string{"the", "of", "a", "an", "all", "any", "our", "total", "recorded", "distinct", "different", "documented"}

// addEntity appends an entity, unless the question has named it before: "pneumonia records per patient with pneumonia".
func (b *builder) addEntity(k int) {
	e := b.m.Entities[k]
	for _, p := range b.parts {
		if p.entity >= 0 {
			prev := b.m.Entities[p.entity]
			if prev.Domain == e.Domain && vocab.Normalize(prev.Text) == vocab.Normalize(e.Text) {
				return
			}
		}
	}
	b.push("<"+e.Domain+">", k, -1)
}

func (b *builder) addConstraint(i, k int) {
	c := b.m.Constraints[k]
	switch {
	case (c.OfPerson() || c.Kind == KindAge) && b.predicate(i):
		b.push("is:"+string(c.Kind), -1, k)
	case c.Kind == KindYear && b.ageBefore(i):
		b.push("age in year", -1, -1) // "older than 60 in 2005" is no age at the event
		b.filters = append(b.filters, c)
	case c.IsFilter():
		b.filters = append(b.filters, c)
	case c.Kind == KindGroup:
		b.push("by:"+c.Values[0], -1, k)
	case c.Kind == KindDuration:
		b.push("duration"+c.Op, -1, k)
	case c.Kind == KindNumber && b.isSaid(i):
		b.push("is:number", -1, k)
	case c.Kind == KindNumber && c.Op == "":
		b.push("number", -1, k)
	case c.Kind == KindNumber:
		if c.Op == ">=" && c.Values[0] == "1" && i+1 < len(b.m.Reading.items) && b.m.Reading.items[i+1].entity >= 0 {
			return // "at least one inpatient visit" is an inpatient visit
		}
		token := "number<>" // the inequalities of values can take each other's place
		switch {
		case c.Op == "=" || c.Op == "between":
			token = "number" + c.Op
		case c.Op[0] == '<' && !b.measures():
			token = "number<" // at most 2 of something can be none of it
		}
		b.push(token, -1, k)
		if c.Unit != "" {
			b.push("unit", -1, -1)
		}
	default:
		b.push(string(c.Kind)+c.Op, -1, k)
	}
}

// predicate reports whether the sex, race or age at item i is what a share is asked of ("what
// percentage of patients with asthma are women") rather than whom it is asked of.
func (b *builder) predicate(i int) bool {
	if !b.has("share", "rate", "compare") {
		return false
	}
	items := b.m.Reading.items
	if i > 0 && items[i-1].token == tokenNone {
		switch last := items[i-1].text; {
		case strings.HasSuffix(last, "are"), strings.HasSuffix(last, "is"), strings.HasSuffix(last, "were"), strings.HasSuffix(last, "was"):
			return i == len(items)-1 || items[i+1].token != "person"
		}
	}
	// "the percentage of women among patients with asthma", "among patients with asthma, what is the percentage of women"
	if i == 0 || !b.shareJustBefore(i) {
		return false
	}
	entityAfter := slices.ContainsFunc(items[i:], func(it item) bool { return it.entity >= 0 })
	return !entityAfter || slices.Contains([]string{"among", "amongst", "in"}, items[i+1].text)
}

func (b *builder) shareJustBefore(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch it := b.m.Reading.items[k]; it.token {
		case "share", "rate":
			return true
		case tokenNone:
		default:
			return false
		}
	}
	return false
}

// onPeople reports whether "on" at item i follows people ("patients on warfarin", "who were on warfarin")
// and so says no more than "taking"; after another entity it would say "while taking".
func (b *builder) onPeople(i int) bool {
	items := b.m.Reading.items
	for k := i - 1; k >= 0; k-- {
		switch it := items[k]; {
		case it.token == "person":
			return true
		case it.constraint >= 0:
			return b.m.Constraints[it.constraint].IsFilter()
		case it.token == "and", it.token == "or", it.token == "both", it.token == "not", it.token == "but", it.token == "either":
			return true
		case it.token == tokenNone:
			if it.text == "who" || it.text == "were" || it.text == "are" || it.text == "have been" {
				return true
			}
		default:
			return it.token == "count"
		}
	}
	return false
}

// forNothing reports whether "for" at item i only joins ("prescriptions for metformin", "the mean age for women").
func (b *builder) forNothing(i int) bool {
	items := b.m.Reading.items
	for k := i - 1; k >= 0 && k >= i-3; k-- {
		if items[k].token == tokenNone {
			continue
		}
		switch items[k].token {
		case "rx", "record", "diagnosis", "times", "stay", "cost", "prevalence", "incidence", "value", "followup", "admission", "visit":
			return true
		}
		break
	}
	for k := i + 1; k < len(items); k++ {
		switch it := items[k]; {
		case it.token == tokenNone:
			continue
		case it.token == "person", it.token == "rx", it.token == "stay", it.token == "visit", it.token == "admission":
			return true
		case it.constraint >= 0:
			return b.m.Constraints[it.constraint].OfPerson()
		}
		break
	}
	return false
}

// measures reports whether a measurement is among the entities: its value is what is asked for, said or not.
func (b *builder) measures() bool {
	return slices.ContainsFunc(b.m.Entities, func(e Mention) bool { return e.Domain == "measurement" })
}
