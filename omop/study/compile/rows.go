package compile

import (
	"fmt"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// rows are what a measure counts over: a query whose FROM holds the index records of the population, and beside
// each the records that the groupings take their dates and concepts from.
type rows struct {
	c       *compiler
	q       *query
	index   *record // nil where the rows are people without a date
	outcome *record // nil where no grouping takes the outcome's record
	listed  *record // the records whose concepts are listed, where they are not the index or the outcome
	death   *record // where a grouping takes the date of death
	unique  bool    // no person has two rows
}

// population puts the people or the index records of the question into the FROM of a query.
func (c *compiler) population(q *query) *record {
	p := &c.question.Population
	r := c.entry(q, p.Entry)
	q.filter(c.criteria(q, r, p.Criteria, "population.criteria")...)
	return r
}

func (c *compiler) entry(q *query, e *study.Event) *record {
	if e == nil {
		q.person = c.alias("p")
		q.who = q.person + ".person_id"
		q.add(&source{text: func() string { return "person" }, alias: q.person})
		return nil
	}
	r, conditions := q.records("", e, "population.entry", nil)
	q.filter(conditions...)
	q.ofPeople(e)
	return r
}

// ofPeople leaves out the observation periods of people whom table person does not have: databases that were cut down
// to a sample of people may keep those of everybody.
func (q *query) ofPeople(e *study.Event) {
	if isOfObservation(e) {
		q.personColumn("person_id") // joins it
	}
}

func isOfObservation(e *study.Event) bool {
	of := func(e study.Event) bool { return isOfObservation(&e) }
	return e.Domain == study.Observed || slices.ContainsFunc(e.Or, of) || slices.ContainsFunc(e.AnyOf, of)
}

// members is the condition that a person belongs to the population, where it does not matter with which record.
func (c *compiler) members(who string) []string {
	p := &c.question.Population
	if p.Entry == nil && len(p.Criteria) == 0 {
		return nil
	}
	sub := c.newQuery()
	c.population(sub)
	sub.choose(sub.who, "person_id")
	return []string{fmt.Sprintf("%s IN %s", who, bracket(sub.String()))}
}

// takesOutcome reports whether a stratum is of the outcome's record.
func (c *compiler) takesOutcome(s *study.Stratum) bool {
	has := c.outcomeEvent()
	if has == nil || s.Event != nil || !s.Kind.OfRecord() {
		return false
	}
	if s.Of == "" {
		whole := c.question.Measure.Kind == study.Count || s.Kind == study.Concept || c.question.Population.Entry == nil
		return whole
	}
	return s.Of == study.OfOutcome
}

// outcomeEvent is the outcome where it is the presence of one event.
func (c *compiler) outcomeEvent() *study.Has {
	o := c.question.Outcome
	if o == nil || o.Has == nil || o.Has.Times != nil && holdsZero(o.Has.Times) {
		return nil
	}
	return o.Has
}

// counted are the rows of a count: those index records for which the outcome holds.
func (c *compiler) counted() *rows {
	w := &rows{c: c, q: c.newQuery()}
	takes := slices.ContainsFunc(c.question.Strata, func(s study.Stratum) bool { return c.takesOutcome(&s) })
	lists := c.listing()
	switch {
	case takes && c.leavesIndex() && free(c.question.Outcome.Has.Relation):
		w.outcome = w.put("", &c.question.Outcome.Has.Event, "outcome.has.event", nil)
		w.q.filter(c.members(w.q.who)...)
		w.times(nil)
	case !takes && lists != nil && c.leavesIndex() && free(lists.Relation):
		w.listed = w.put("", lists.Event, "strata.event", nil)
		w.q.filter(c.members(w.q.who)...)
		w.outcomeHolds()
	default:
		w.index = c.population(w.q)
		w.unique = w.index == nil || w.index.single
		if takes {
			h := c.question.Outcome.Has
			w.outcome = w.join(&h.Event, h.Relation, "outcome.has")
			w.times(w.index)
		} else {
			w.outcomeHolds()
		}
		if lists != nil {
			w.listed = w.join(lists.Event, lists.Relation, "strata")
		}
	}
	return w
}

// put begins FROM with the records of an event.
func (w *rows) put(join string, e *study.Event, at string, on func(*record) []string) *record {
	r, conditions := w.q.records(join, e, at, on)
	w.q.filter(conditions...)
	w.q.ofPeople(e)
	w.unique = r != nil && r.single
	return r
}

// join puts the records of an event that lie to the index record as they should beside it.
func (w *rows) join(e *study.Event, rel *study.Relation, at string) *record {
	if ofThese(e.Which) && !free(rel) {
		return w.joinFirstOfThese(e, rel, at)
	}
	r, conditions := w.q.records("JOIN", e, at+".event", func(x *record) []string {
		return append([]string{x.col(personID) + " = " + w.q.who}, w.c.relation(w.index, x, rel, at+".relation")...)
	})
	if r == nil {
		return nil
	}
	// what joins two tables stands in ON, the rest in WHERE
	w.q.attach(r, conditions)
	w.unique = w.unique && r.single
	return r
}

// attach moves the first condition, which joins a record to its person, into ON.
func (q *query) attach(r *record, conditions []string) {
	for _, s := range q.from {
		if s.alias == r.alias && s.join != "" && len(conditions) > 0 {
			s.on, conditions, s.many = conditions[:1], conditions[1:], !r.single
		}
	}
	q.filter(conditions...)
}

// joinFirstOfThese puts one record of those in the relation beside each index record.
func (w *rows) joinFirstOfThese(e *study.Event, rel *study.Relation, at string) *record {
	last := e.Which == study.LastOfThese
	all := *e
	all.Which = study.Any
	r := &record{c: w.c, domain: e.Domain, table: w.c.table(e.Domain, at), alias: w.c.alias(aliasOf[e.Which]),
		single: w.unique}
	if w.index == nil || r.table == nil || e.Chosen != nil {
		w.c.refuse(at+".event.which",
			"one of several records is chosen in relation to an index date, which the population does not have")
		return nil
	}
	r.sub = &derived{write: func(asked []role) *query {
		inner := w.c.newQuery()
		ix := w.c.population(inner)
		other, conditions := inner.records("JOIN", &all, at+".event", func(x *record) []string {
			return append([]string{x.col(personID) + " = " + inner.who}, w.c.relation(ix, x, rel, at+".relation")...)
		})
		inner.attach(other, conditions)
		inner.choose(ix.col(recordID), "index_id")
		for _, what := range asked {
			inner.choose(other.col(what), roleNames[what])
		}
		inner.choose(fmt.Sprintf("ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s)", ix.col(recordID),
			other.order(last)), "place")
		return inner
	}}
	s := &source{join: "JOIN", text: r.subquery, alias: r.alias,
		on: []string{r.alias + ".index_id = " + w.index.col(recordID)}}
	w.q.add(s)
	w.q.filter(r.alias + ".place = 1")
	return r
}

// outcomeHolds leaves the rows for which the outcome holds.
func (w *rows) outcomeHolds() {
	if w.c.question.Outcome != nil {
		w.q.filter(w.c.criterion(w.q, w.index, w.c.question.Outcome, "outcome"))
	}
}

// times holds the outcome to its number of events, whose records stand beside the index records already.
func (w *rows) times(index *record) {
	if h := w.c.question.Outcome.Has; h.Times != nil || h.Apart > 0 {
		w.q.filter(w.c.hasTimes(w.q, index, h, "outcome.has"))
	}
}

// listing is the stratum that lists the concepts of an event of its own.
func (c *compiler) listing() *study.Stratum {
	for i := range c.question.Strata {
		if s := &c.question.Strata[i]; s.Event != nil {
			return s
		}
	}
	return nil
}

// leavesIndex reports whether nothing is asked of the index records themselves, but only who has one.
func (c *compiler) leavesIndex() bool {
	if c.question.Measure.Of != study.Persons {
		return false
	}
	for i := range c.question.Strata {
		s := &c.question.Strata[i]
		if s.Event == nil && !c.takesOutcome(s) &&
			(s.Kind.OfRecord() || s.Kind == study.Groups || s.Kind == study.Scores) {
			return false
		}
	}
	lists, o := c.listing(), c.question.Outcome
	if lists == nil || o == nil {
		return true
	}
	return c.undated(o)
}

// undated reports whether a criterion holds for a person whatever the index record is.
func (c *compiler) undated(k *study.Criterion) bool {
	all := append(slices.Clone(k.All), k.Any...)
	if k.Not != nil {
		all = append(all, *k.Not)
	}
	if k.Some != nil {
		all = append(all, k.Some.Of...)
	}
	if slices.ContainsFunc(all, func(k study.Criterion) bool { return !c.undated(&k) }) {
		return false
	}
	switch {
	case k.Has != nil:
		return free(k.Has.Relation)
	case k.Is != nil:
		return k.Is.Age == nil || k.Is.Age.On != ""
	case k.Record != nil:
		return false
	case k.Observed != nil:
		return k.Observed.In != nil // else it is looked for at the index date
	}
	return true
}
