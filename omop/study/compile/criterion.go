package compile

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// criterion is the condition on a row of q whose index record is r; r is nil where the rows are people without a date.
func (c *compiler) criterion(q *query, r *record, k *study.Criterion, at string) string {
	switch {
	case len(k.All) > 0:
		return both(c.criteria(q, r, k.All, at+".all"))
	case len(k.Any) > 0:
		if together := oneEvent(k.Any); together != nil {
			return c.has(q, r, together, at+".any")
		}
		return either(c.criteria(q, r, k.Any, at+".any"))
	case k.Not != nil:
		return c.not(q, r, k.Not, at+".not")
	case k.Some != nil:
		return c.some(q, r, k.Some, at+".some")
	case k.Has != nil:
		return c.has(q, r, k.Has, at+".has")
	case k.Is != nil:
		return c.trait(q, r, k.Is, at+".is")
	case k.Record != nil:
		if r == nil {
			c.refuse(at+".record", "there is no index record: name an event in the population")
			return "FALSE"
		}
		return both(c.where(r, k.Record, at+".record"))
	case k.Observed != nil:
		return c.observed(q, r, k.Observed)
	}
	return fmt.Sprintf("%s IN ([cohort@%s])", q.who, strings.ReplaceAll(k.Cohort, "]", `\]`))
}

func (c *compiler) criteria(q *query, r *record, ks []study.Criterion, at string) []string {
	var all []string
	for i := range ks {
		all = append(all, c.criterion(q, r, &ks[i], fmt.Sprintf("%s[%d]", at, i)))
	}
	return all
}

// not turns a condition around. Where a part of it is unknown, it does not hold.
func (c *compiler) not(q *query, r *record, k *study.Criterion, at string) string {
	if len(k.Any) > 0 { // neither one nor the other
		if together := oneEvent(k.Any); together != nil {
			return c.hasNot(q, r, together, at+".any")
		}
		var all []string
		for i := range k.Any {
			all = append(all, c.not(q, r, &k.Any[i], fmt.Sprintf("%s.any[%d]", at, i)))
		}
		return both(all)
	}
	if k.Not != nil {
		return c.criterion(q, r, k.Not, at+".not")
	}
	if k.Has != nil {
		return c.hasNot(q, r, k.Has, at+".has")
	}
	return fmt.Sprintf("NOT COALESCE(%s, FALSE)", c.criterion(q, r, k, at))
}

// oneEvent is the criterion that holds where one of several does, if they differ in their concepts only.
func oneEvent(ks []study.Criterion) *study.Has {
	var sum *study.Has
	for i := range ks {
		h := ks[i].Has
		if h == nil || h.Times != nil || h.Event.Which != study.Any || len(h.Event.Concepts) == 0 ||
			len(h.Event.Except) > 0 || len(h.Event.Or) > 0 {
			return nil
		}
		if sum == nil {
			first := *h
			first.Event.Concepts = slices.Clone(h.Event.Concepts)
			sum = &first
			continue
		}
		alike := *h
		alike.Event.Concepts = sum.Event.Concepts
		if !reflect.DeepEqual(&alike, sum) {
			return nil
		}
		sum.Event.Concepts = append(sum.Event.Concepts, h.Event.Concepts...)
	}
	return sum
}

// some counts the criteria that hold.
func (c *compiler) some(q *query, r *record, s *study.Some, at string) string {
	var parts []string
	for _, k := range c.criteria(q, r, s.Of, at+".of") {
		parts = append(parts, fmt.Sprintf("CASE WHEN %s THEN 1 ELSE 0 END", k))
	}
	return both(inRange("("+strings.Join(parts, "\n + ")+")", &s.Times))
}

// has holds where the person has such an event.
func (c *compiler) has(q *query, r *record, h *study.Has, at string) string {
	if h.Times != nil {
		return c.hasTimes(q, r, h, at)
	}
	event := onlyExistence(&h.Event)
	sub := c.newQuery()
	if free(h.Relation) {
		sub.choosePeople(event, at)
		return fmt.Sprintf("%s IN %s", q.who, bracket(sub.String()))
	}
	return "EXISTS " + c.related(q, r, h, event, at)
}

// choosePeople selects the people who have an event.
func (q *query) choosePeople(e *study.Event, at string) {
	x, conditions := q.records("", e, at+".event", nil)
	if x == nil {
		return
	}
	q.filter(conditions...)
	q.choose(q.who, "person_id")
}

// hasNot holds where the person has no such event.
func (c *compiler) hasNot(q *query, r *record, h *study.Has, at string) string {
	if h.Times != nil {
		return "NOT " + bracket(c.hasTimes(q, r, h, at))
	}
	return "NOT EXISTS " + c.related(q, r, h, onlyExistence(&h.Event), at)
}

// related selects the events of the person of q that lie to r as the relation says.
func (c *compiler) related(q *query, r *record, h *study.Has, e *study.Event, at string) string {
	sub := c.newQuery()
	if needsChoice(e) && ofThese(e.Which) && !free(h.Relation) {
		return c.lastOfThese(q, r, h, e, at)
	}
	x, conditions := sub.records("", e, at+".event", func(x *record) []string {
		return append([]string{x.col(personID) + " = " + q.who}, c.relation(r, x, h.Relation, at+".relation")...)
	})
	if x == nil {
		return "(SELECT 1)"
	}
	sub.filter(conditions...)
	sub.choose("1", "")
	return bracket(sub.String())
}

// lastOfThese is related for an event of which one record is chosen among those in the relation, and then looked at.
func (c *compiler) lastOfThese(q *query, r *record, h *study.Has, e *study.Event, at string) string {
	all := *e
	all.Which, all.Chosen = study.Any, nil
	if e.Chosen.Value != nil {
		all.Where = valued(e.Where, e.Chosen.Unit)
	}
	sub := c.newQuery()
	x, conditions := sub.records("", &all, at+".event", func(x *record) []string {
		return append([]string{x.col(personID) + " = " + q.who}, c.relation(r, x, h.Relation, at+".relation")...)
	})
	if x == nil {
		return "(SELECT 1)"
	}
	sub.filter(conditions...)
	if e.Chosen.Value != nil {
		sub.filter(x.col(value) + " IS NOT NULL")
	}
	hit := both(c.where(x, e.Chosen, at+".event.chosen"))
	sub.choose(fmt.Sprintf("CASE WHEN %s THEN 1 ELSE 0 END", hit), "hit")
	sub.order = []string{x.order(e.Which == study.LastOfThese)}
	sub.limit = 1
	return fmt.Sprintf("(SELECT 1 FROM %s AS %s WHERE hit = 1)", bracket(sub.String()), c.alias("latest"))
}

// free reports whether a relation leaves open when.
func free(r *study.Relation) bool {
	return r == nil || r.From == nil && r.To == nil && r.Place == study.Distance && !r.Other &&
		r.Observed == study.Anywhere && len(r.Also) == 0
}

// onlyExistence leaves the choice of a record out where nothing is asked of the chosen one: who has a first has any.
func onlyExistence(e *study.Event) *study.Event {
	plain := *e
	if ofThese(e.Which) && e.Chosen == nil {
		plain.Which = study.Any
	}
	return &plain
}

func needsChoice(e *study.Event) bool { return e.Chosen != nil }

// hasTimes counts the events of the person.
func (c *compiler) hasTimes(q *query, r *record, h *study.Has, at string) string {
	event := onlyExistence(&h.Event)
	sub := c.newQuery()
	alone := free(h.Relation) && !holdsZero(h.Times)
	x, conditions := sub.records("", event, at+".event", func(x *record) []string {
		if alone {
			return nil
		}
		on := []string{x.col(personID) + " = " + q.who}
		return append(on, c.relation(r, x, h.Relation, at+".relation")...)
	})
	if x == nil {
		return "FALSE"
	}
	sub.filter(conditions...)
	counted := counting(x, h.Distinct)
	if h.Summed != "" {
		counted = c.sumOf(sub, x, event, h.Summed, true)
		if !alone {
			counted = fmt.Sprintf("COALESCE(%s, 0)", counted)
		}
	}
	apart := ""
	if h.Apart > 0 {
		apart = fmt.Sprintf("MAX(%s) >= MIN(%s) + INTERVAL '%d' DAY", x.start(), x.start(), h.Apart)
	}
	if alone {
		sub.choose(sub.who, "person_id")
		sub.group = []string{sub.who}
		sub.having = inRange(counted, h.Times)
		if apart != "" {
			sub.having = append(sub.having, apart)
		}
		return fmt.Sprintf("%s IN %s", q.who, bracket(sub.String()))
	}
	if apart != "" {
		counted = fmt.Sprintf("CASE WHEN %s THEN %s ELSE 0 END", apart, counted)
	}
	sub.choose(counted, "")
	return both(inRange(bracket(sub.String()), h.Times))
}

func holdsZero(r *study.Range) bool { return r.Min == nil || *r.Min < 0 || *r.Min == 0 && !r.MinOpen }

// counting is the aggregate of a number of events.
func counting(x *record, d study.Distinct) string {
	switch d {
	case study.ByDay:
		return fmt.Sprintf("COUNT(DISTINCT %s)", x.start())
	case study.ByConcept:
		return fmt.Sprintf("COUNT(DISTINCT NULLIF(%s, 0))", x.col(concept))
	case study.ByVisit:
		return fmt.Sprintf("COUNT(DISTINCT %s)", x.col(visitID))
	case study.ByIngredient:
		return fmt.Sprintf("COUNT(DISTINCT NULLIF(%s, 0))", x.ingredient("has.distinct"))
	}
	return fmt.Sprintf("COUNT(%s)", x.col(recordID))
}
