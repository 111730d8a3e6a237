package rag

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/askomop/askomop/vocab"
)

// A skeleton is what a question asks, apart from the entities and numbers it asks
// it of. Two questions with the same skeleton are answered by the same query with other
// values: "How many women with asthma took albuterol?" and "Count the patients on
// metformin who have diabetes" are both "count condition drug".
//
// Filters of the population are not part of it; they are carried over one by one.
type skeleton struct {
	tokens  []string
	slots   []slot       // the entity or constraint behind tokens[i]
	filters []Constraint // sex, race, ethnicity, state, age, year: what may be added or dropped
}

// slot points from a token to what it stands for; both are -1 for a plain word.
type slot struct{ entity, constraint int }

func (s skeleton) key() string { return strings.Join(s.tokens, " ") }

// skeletonOf reduces a masked question to its skeleton.
func skeletonOf(m Masked) skeleton {
	b := builder{m: m}
	for i := range m.Reading.items {
		b.add(i)
	}
	b.share()
	b.settle()
	b.everybody()
	sk := skeleton{filters: bounded(bounded(b.filters, KindYear), KindAge)}
	for _, p := range b.parts {
		sk.tokens = append(sk.tokens, p.token)
		sk.slots = append(sk.slots, slot{p.entity, p.constraint})
	}
	return sk
}

// bounded joins a lower and an upper bound of one kind: "after 1985 and before 1990" is between 1986 and 1989.
func bounded(filters []Constraint, kind Kind) []Constraint {
	var rest, found []Constraint
	for _, f := range filters {
		if f.Kind == kind {
			found = append(found, f)
		} else {
			rest = append(rest, f)
		}
	}
	if len(found) != 2 {
		return filters
	}
	low, high := found[0], found[1]
	if strings.HasPrefix(low.Op, "<") {
		low, high = high, low
	}
	if !strings.HasPrefix(low.Op, ">") || !strings.HasPrefix(high.Op, "<") {
		return filters
	}
	from, err1 := strconv.Atoi(low.Values[0])
	to, err2 := strconv.Atoi(high.Values[0])
	if err1 != nil || err2 != nil {
		return filters
	}
	if low.Op == ">" {
		from++
	}
	if high.Op == "<" {
		to--
	}
	low.Op, low.Values = "between", []string{strconv.Itoa(from), strconv.Itoa(to)}
	low.Text += " and " + high.Text
	return append(rest, low)
}

// everybody keeps "how many had it?" apart from "how many people are there?".
func (b *builder) everybody() {
	if len(b.parts) != 1 || b.parts[0].token != "count" {
		return
	}
	named := slices.ContainsFunc(items(b), func(it item) bool {
		return it.token == "person" || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson()
	})
	if !named || slices.ContainsFunc(items(b), func(it item) bool { return it.token == tokenNone && it.text == "it" }) {
		b.push("nobody", -1, -1)
	}
}

// part is a token on its way into a skeleton.
type part struct {
	token              string
	entity, constraint int
}

type builder struct {
	m       Masked
	parts   []part
	filters []Constraint
}

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
		if i > 0 && items(b)[i-1].entity >= 0 && strings.TrimSpace(b.m.Question[b.m.Entities[items(b)[i-1].entity].End:b.m.Entities[it.entity].Start]) == "" {
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

func (b *builder) push(token string, entity, constraint int) {
	b.parts = append(b.parts, part{token, entity, constraint})
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

// lists gives the commas of an enumeration its last joiner: "A, B or C" is "A or B or C".
func (b *builder) lists() {
	for i := len(b.parts) - 2; i > 0; i-- {
		if last := b.parts[i].token; last == "and" || last == "or" {
			if any := b.index("anyof"); any >= 0 && any < i {
				last, b.parts[i].token = "or", "or" // "any of X, Y and Z"
				b.parts = slices.Delete(b.parts, any, any+1)
				i--
			}
			for k := i - 2; k > 0 && b.parts[k].token == ","; k -= 2 {
				b.parts[k].token = last
			}
		}
	}
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

// verbs say no more than the entity that they govern: "took aspirin", "aspirin was
// prescribed", "HbA1c was measured". Without one they say something of their own: "were treated".
var verbs = []string{"have", "take", "do", "test", "treatment", "supplied", "recorded"}

// governs reports whether the verb at item i has its object: an entity or a counted
// noun after it, or an entity of its kind before it.
func (b *builder) governs(i int) bool {
	items := b.m.Reading.items
	for k := i + 1; k < len(items); k++ {
		it := items[k]
		if it.token == tokenNone || it.token == "person" || slices.Contains(verbs, it.token) || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson() {
			continue
		}
		if it.entity >= 0 && !b.takes(i, k) {
			break // "on medication had asthma", "took hemoglobin"
		}
		if it.entity >= 0 || it.constraint >= 0 && !b.m.Constraints[it.constraint].IsFilter() && b.m.Constraints[it.constraint].Kind != KindGroup && b.m.Constraints[it.constraint].Kind != KindDuration {
			return true
		}
		if it.constraint < 0 && slices.Contains(objects, it.token) {
			return true
		}
		break
	}
	for k := i - 1; k >= 0; k-- {
		it := items[k]
		if it.token == tokenNone || it.token == "person" || slices.Contains(verbs, it.token) {
			continue
		}
		return it.entity >= 0 && governed(items[i].token, b.m.Entities[it.entity].Domain) || it.entity < 0 && it.constraint < 0 && slices.Contains(subjects, it.token)
	}
	return false
}

// takes reports whether the verb at item i can have the entity at item k as its object.
func (b *builder) takes(i, k int) bool {
	items := b.m.Reading.items
	domain := b.m.Entities[items[k].entity].Domain
	switch items[i].token {
	case "have":
		return domain == "condition" || domain == "observation"
	case "take":
		diagnosed := slices.ContainsFunc(items[i:k], func(it item) bool { return strings.Contains(it.text, "diagnosis") })
		return domain == "drug" || domain == "procedure" || domain == "device" || diagnosed
	case "do":
		return domain == "procedure" || domain == "measurement"
	case "test":
		return domain == "measurement" || domain == "procedure"
	case "treatment":
		return domain == "drug" || domain == "procedure"
	case "supplied":
		return domain == "device" || domain == "drug"
	}
	return true
}

// subjects are the counted nouns of a verb's passive form: "prescriptions were written".
var subjects = []string{"rx", "record", "diagnosis", "dxnoun", "visit", "stay", "admission", "condition", "drug", "ingredient", "procedure", "measurement", "device", "refill", "case", "procedurerecord", "brand", "product", "code", "source", "type", "era", "times", "top=", "sequence"}

// objects are the words other than entities that a verb can govern.
var objects = []string{
	"rx", "record", "diagnosis", "dxnoun", "visit", "stay", "admission", "condition", "drug", "ingredient", "procedure", "measurement",
	"observationtable", "device", "comorbidity", "comedication", "first", "last", "start", "not", "either", "only", "other", "specific", "type",
	"recurrent", "distinct", "brand", "doseform", "product", "refill", "procedurerecord", "specialty", "concurrently", "era", "times", "code",
	"source", "thatmany", "most", "more", "together", "unmapped", "supply", "case", "death", "prescribe", "sequence", "readmission", "each",
	"on", "for", "per", "switch", "under", "standardconcept",
}

// governed reports whether an entity of the domain can be the subject of the verb's passive form.
func governed(verb, domain string) bool {
	switch verb {
	case "take", "supplied":
		return domain == "drug" || domain == "device"
	case "treatment":
		return domain == "drug"
	case "do":
		return domain == "procedure" || domain == "measurement"
	case "test":
		return domain == "measurement"
	}
	return true // diagnosed, recorded
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

// items are the pieces of the question that is built from.
func items(b *builder) []item { return b.m.Reading.items }

// preposition returns how a ranking without people ties an entity: the drugs "with" aspirin are not those "of" a class.
func (b *builder) preposition(i int) string {
	its := items(b)
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
	its := items(b)
	return i > 0 && its[i-1].constraint >= 0 && b.m.Constraints[its[i-1].constraint].Kind == KindAge
}

// isSaid reports whether a number is said of people rather than of a counted noun or a value: "were over 40".
func (b *builder) isSaid(i int) bool {
	its := items(b)
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

func (b *builder) has(tokens ...string) bool {
	for _, p := range b.parts {
		if slices.Contains(tokens, p.token) {
			return true
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

// relations join what precedes them to the event that follows.
var relations = []string{"after", "before", "while", "during", "sameday", "duration<=", "duration>", "duration>=", "duration<", "duration="}

// intents say what is asked for.
var intents = []string{"count", "howoften", "share", "rate", "average", "median", "minimum", "maximum", "sum", "list", "distribution", "trend", "prevalence", "incidence", "top="}

// settle brings wordings that differ only in order to one form.
func (b *builder) settle() {
	b.lists()
	b.withoutRecords()
	b.top()
	b.people()
	b.distribution()
	b.rotate()
	b.diagnosis()
	b.withinAfter()
	b.starts()
	b.spans()
	b.later()
	b.groupsLast()
	b.conjunction()
}

// measures reports whether a measurement is among the entities: its value is what is asked for, said or not.
func (b *builder) measures() bool {
	return slices.ContainsFunc(b.m.Entities, func(e Mention) bool { return e.Domain == "measurement" })
}

// withoutRecords reads "no prescription of X" as "not X".
func (b *builder) withoutRecords() {
	for i := 1; i+1 < len(b.parts); i++ {
		if b.parts[i-1].token == "not" && b.parts[i+1].entity >= 0 && slices.Contains([]string{"rx", "record", "dxnoun", "diagnosis"}, b.parts[i].token) {
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
}

// top brings a ranking to the front, and to one form: "the 10 most common drugs", "which
// 10 drugs are most common", "list the top 10 drugs".
func (b *builder) top() {
	at := b.index("top=")
	if at < 0 {
		return
	}
	ranking := b.parts[at]
	b.parts = slices.Delete(b.parts, at, at+1)
	if k := b.index("number"); k >= 0 && len(b.m.Constraints[ranking.constraint].Values) <= 1 && b.value(ranking) == "" {
		ranking.constraint = b.parts[k].constraint
		b.parts = slices.Delete(b.parts, k, k+1)
	}
	if k := b.index("list"); k >= 0 {
		b.parts = slices.Delete(b.parts, k, k+1)
	}
	b.parts = slices.Insert(b.parts, 0, ranking)
}

// people notes that records or ranks are of the people with something, where that could be another thing than the
// records with it: "inpatient visits of patients with gout" are more than "inpatient visits with gout".
func (b *builder) people() {
	n := 0
	for _, p := range b.parts {
		if p.entity >= 0 {
			n++
		}
	}
	if b.has("top=") && b.ofPeople() || n > 1 && b.has("records") && b.ofPeople() {
		b.push("people", -1, -1)
	}
}

// ofPeople reports whether the question names people: "the most common drugs of patients on warfarin" are other
// than the most common drugs of a class.
func (b *builder) ofPeople() bool {
	last := -1
	for i, it := range b.m.Reading.items {
		if it.entity >= 0 {
			last = i
		}
	}
	return slices.ContainsFunc(b.m.Reading.items[:last+1], func(it item) bool {
		return it.token == "person" || it.constraint >= 0 && b.m.Constraints[it.constraint].OfPerson()
	})
}

// value is the first value of a part's constraint.
func (b *builder) value(p part) string {
	if vs := b.m.Constraints[p.constraint].Values; len(vs) > 0 {
		return vs[0]
	}
	return ""
}

// distribution turns "the distribution of X by sex" and "how many X, broken down by sex" into "count X by sex".
func (b *builder) distribution() {
	grouped := slices.ContainsFunc(b.parts, func(p part) bool { return strings.HasPrefix(p.token, "by:") })
	at := b.index("distribution")
	if at < 0 || !grouped || b.has("share", "average", "median", "sum", "minimum", "maximum", "rate") {
		return
	}
	b.parts = slices.Delete(b.parts, at, at+1)
	if !b.has("count") {
		b.parts = slices.Insert(b.parts, 0, part{"count", -1, -1})
	}
}

// spans drops the small words of "the days between the first X and the first Y" and "the time from X to Y":
// both are the time from the first record of the one to that of the other.
func (b *builder) spans() {
	if !b.has("time") || !b.has("between", "from") {
		return
	}
	b.parts = slices.DeleteFunc(b.parts, func(p part) bool {
		return slices.Contains([]string{"between", "from", "first", "start"}, p.token)
	})
}

// rotate brings the intent of a count or a share to the front: "Of patients with X,
// how many took Y" is "how many patients with X took Y", and "After X, how many
// had Y" is "how many had Y after X".
func (b *builder) rotate() {
	at := slices.IndexFunc(b.parts, func(p part) bool { return slices.Contains(intents, p.token) })
	if at <= 0 {
		return
	}
	before := slices.Clone(b.parts[:at])
	after := slices.Clone(b.parts[at:])
	switch {
	case slices.Contains(relations, before[0].token):
		b.parts = append(after, before...)
	case after[0].token == "count" || after[0].token == "share":
		b.parts = append(append([]part{after[0]}, before...), after[1:]...)
	}
}

// diagnosis resolves "after diagnosis" to the first condition that was named, and
// "X … at first diagnosis" to "first diagnosis of X".
func (b *builder) diagnosis() {
	var out []part
	for _, p := range b.parts {
		switch p.token {
		case "afterdx":
			out = append(out, part{"after", -1, -1}, part{"dx", -1, -1})
		case "beforedx":
			out = append(out, part{"before", -1, -1}, part{"dx", -1, -1})
		default:
			out = append(out, p)
		}
	}
	b.parts = out
	for i := 1; i < len(b.parts); i++ {
		if b.parts[i].token == "dxnoun" && b.parts[i-1].entity >= 0 { // "an asthma diagnosis"
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
	if n := len(b.parts); n >= 3 && b.has("age") && b.parts[n-1].token == "dxnoun" && b.parts[n-2].token == "first" && b.parts[n-3].entity >= 0 {
		b.parts[n-3], b.parts[n-2] = b.parts[n-2], b.parts[n-3]
		b.parts = b.parts[:n-1]
	}
	dx := b.index("dx")
	cond := b.index("<condition>")
	if dx < 1 || cond < 0 || cond > dx || !slices.Contains(relations, b.parts[dx-1].token) {
		return
	}
	b.anchor(cond, dx)
}

// anchor says of the word at place "at" ("diagnosis", "afterwards") that it means the entity
// named before: a count moves the entity there; a share keeps it in front, where it is the denominator.
func (b *builder) anchor(entity, at int) {
	if b.parts[0].token == "share" {
		b.parts = slices.Delete(b.parts, at, at+1)
		if b.parts[at-1].token == "after" { // "X … Y after diagnosis" is "X later Y"
			b.parts[at-1].token = "later"
		}
		return
	}
	b.parts[at] = b.parts[entity]
	b.parts = slices.Delete(b.parts, entity, entity+1)
}

func (b *builder) index(token string) int {
	return slices.IndexFunc(b.parts, func(p part) bool { return p.token == token })
}

// withinAfter drops "after" behind a bounded duration: "within 30 days of" and "within 30 days after" are one.
func (b *builder) withinAfter() {
	for i := 0; i+1 < len(b.parts); i++ {
		if b.parts[i].token == "duration<=" && b.parts[i+1].token == "after" {
			b.parts = slices.Delete(b.parts, i+1, i+2)
		}
		if b.parts[i].token == "within" && i+1 < len(b.parts) && strings.HasPrefix(b.parts[i+1].token, "duration") {
			b.parts = slices.Delete(b.parts, i, i+1)
		}
	}
}

// later turns the ways to say of two events that one came after the other into
// "Y after X": "X followed by Y", "X and later Y", "X … Y afterwards", "X … Y within 30 days".
func (b *builder) later() {
	var entities []int
	turns := 0
	if i := b.index("previously"); i > 0 && b.has("before") {
		b.parts = slices.Delete(b.parts, i, i+1) // "an earlier X before Y"
	}
	if n := len(b.parts); n == 4 && b.parts[0].token == "count" && b.parts[1].entity >= 0 && b.parts[2].entity >= 0 && b.parts[3].token == "previously" {
		b.parts = []part{b.parts[0], b.parts[2], {"before", -1, -1}, b.parts[1]} // "X had had Y previously" is "Y before X"
	}
	if i := b.index("previously"); i > 1 && i+2 == len(b.parts) && b.parts[i-1].entity >= 0 && b.parts[i+1].entity >= 0 && b.parts[0].token == "count" && i == 2 {
		b.parts[i].token = "before" // "X, previously Y" is "Y before X"
		b.parts[i-1], b.parts[i+1] = b.parts[i+1], b.parts[i-1]
		return
	}
	for i, p := range b.parts {
		if p.entity >= 0 || p.token == "death" {
			entities = append(entities, i)
		}
		if p.token == "later" || p.token == "followedby" {
			turns++
		}
	}
	if turns > 1 || len(entities) != 2 {
		return
	}
	x, y, last := entities[0], entities[1], len(b.parts)-1
	between := y == x+2 && (b.parts[x+1].token == "later" || b.parts[x+1].token == "followedby")
	switch {
	case between && b.parts[0].token == "share":
		b.parts[x+1].token = "later"
	case between && (last == y || strings.HasPrefix(b.parts[y+1].token, "by:")):
		b.parts[x+1].token = "after"
		b.parts[x], b.parts[y] = b.parts[y], b.parts[x]
	case b.parts[last].token == "later" && last == y+1 && y == x+1 && b.parts[0].token == "share": // share X Y later
		b.parts = append(b.parts[:y:y], part{"later", -1, -1}, b.parts[y])
	case b.parts[last].token == "later" && last == y+1 && y == x+1:
		b.parts[last] = part{"after", -1, -1}
		b.parts = append(b.parts, b.parts[x])
		b.parts = slices.Delete(b.parts, x, x+1)
	case b.parts[last].token == "later" && b.parts[last-1].token == "duration<=":
		b.anchor(x, last)
	case b.parts[last].token == "duration<=" && last == y+1 && y == x+1 && b.parts[0].token == "count":
		b.parts = append(b.parts, b.parts[x])
		b.parts = slices.Delete(b.parts, x, x+1)
	}
}

// starts drops "started" where the relation or the lack of one makes it say the same as "took":
// every question after an exposure is asked from its first day.
func (b *builder) starts() {
	entities := 0
	for _, p := range b.parts {
		if p.entity >= 0 {
			entities++
		}
	}
	if k := b.index("first"); k >= 0 && b.has("age") && b.parts[0].token == "minimum" {
		b.parts = slices.Delete(b.parts, k, k+1) // the youngest at any record is the youngest at the first
	}
	if b.has("age") && !b.has("first") {
		if k := b.index("start"); k >= 0 {
			b.parts[k].token = "first"
		}
	}
	if entities == 1 && !b.has("first") && len(b.parts) > 0 && b.parts[0].token == "count" && slices.ContainsFunc(b.filters, func(c Constraint) bool { return c.Kind == KindYear }) {
		if k := b.index("start"); k >= 0 {
			b.parts[k].token = "first" // who started in a year had the first exposure in it
		}
	}
	year := slices.ContainsFunc(b.filters, func(c Constraint) bool { return c.Kind == KindYear || c.Kind == KindAge })
	related := b.has(relations...)
	b.parts = slices.DeleteFunc(b.parts, func(p part) bool {
		switch p.token {
		case "start":
			return related || entities == 1 && !year && !b.has("by:year", "by:month", "age")
		case "develop":
			return related || entities == 1 || b.has("later")
		}
		return false
	})
}

// groupsLast moves "by sex", "per year" to the end, in one order.
func (b *builder) groupsLast() {
	sort.SliceStable(b.parts, func(i, j int) bool {
		x, y := strings.HasPrefix(b.parts[i].token, "by:"), strings.HasPrefix(b.parts[j].token, "by:")
		if x && y {
			return b.parts[i].token < b.parts[j].token
		}
		return y && !x
	})
}

// conjunction orders what has no order: the entities of a plain count that are all
// asked for, those that are not asked for behind them.
func (b *builder) conjunction() {
	if len(b.parts) == 0 || b.parts[0].token != "count" {
		return
	}
	type term struct {
		not bool
		part
	}
	var terms []term
	end := 1
	for end < len(b.parts) && !strings.HasPrefix(b.parts[end].token, "by:") {
		p := b.parts[end]
		switch {
		case p.entity >= 0:
			terms = append(terms, term{part: p})
		case p.token == "not" && end+1 < len(b.parts) && b.parts[end+1].entity >= 0:
			end++
			terms = append(terms, term{not: true, part: b.parts[end]})
			if end+1 < len(b.parts) && (b.parts[end+1].token == "and" || b.parts[end+1].token == ",") {
				return // "without X and Y": neither, or not both
			}
		case p.token == "and" || p.token == ",":
		case p.token == "or" && b.onlyOr():
			b.sortAlternatives()
			return
		default:
			return
		}
		end++
	}
	sort.SliceStable(terms, func(i, j int) bool {
		if terms[i].not != terms[j].not {
			return !terms[i].not
		}
		return terms[i].token < terms[j].token
	})
	out := []part{b.parts[0]}
	for _, t := range terms {
		if t.not {
			out = append(out, part{"not", -1, -1})
		}
		out = append(out, t.part)
	}
	b.parts = append(out, b.parts[end:]...)
}

// onlyOr reports whether the count is of alternatives alone: count X or Y [or Z].
func (b *builder) onlyOr() bool {
	for i, p := range b.parts[1:] {
		if want := i%2 == 0; want != (p.entity >= 0) || !want && p.token != "or" {
			return false
		}
	}
	return len(b.parts)%2 == 0
}

func (b *builder) sortAlternatives() {
	var es []part
	for _, p := range b.parts[1:] {
		if p.entity >= 0 {
			es = append(es, p)
		}
	}
	sort.SliceStable(es, func(i, j int) bool { return es[i].token < es[j].token })
	out := b.parts[:1]
	for i, e := range es {
		if i > 0 {
			out = append(out, part{"or", -1, -1})
		}
		out = append(out, e)
	}
	b.parts = out
}

// SkeletonKey returns what a question asks, apart from its entities and numbers, in one line.
func SkeletonKey(m Masked) string { return skeletonOf(m).key() }
