package check

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
	"github.com/askomop/askomop/omop/study"
)

// Meaning is what a question asks, where it could be read as a whole.
//
// Example: of "What share of people with asthma took albuterol?" it is a share whose population enters with asthma and
// whose outcome is the drug. A statement whose denominator demands no asthma answers another question, however it is
// written.
type Meaning struct {
	Question *study.Question
	// Plain is the question without what stands in brackets, where it could be read only so.
	Plain string
	// Part is what was understood of a question that can't be read as a whole; nil where that is nothing.
	Part *study.Question
	// Named are the events that the question names, each with one entity; of a question that can't be read as a whole,
	// too.
	Named []study.Event
	// Limits are the numbers, times, traits and groups that the question's words name, whether it can be read or not.
	Limits []Limit
	// Concepts lists what an entity of the question can be in the vocabulary; none where that is unknown.
	Concepts func(e study.Entity) []Concept
}

// mention is an event that a question speaks of.
type mention struct {
	event       *study.Event
	role        role
	missing     bool // the question wants people without it
	alternative bool // one of several of which any is enough
	relation    *study.Relation
	has         *study.Has
	nested      bool // its relation is to another event than the index
}

// role is what an event does in a question.
type role int

const (
	ofPopulation role = iota // who is looked at
	ofOutcome                // what is counted among them
	ofMeasure                // what is measured of them
)

// mentionsOf lists the events of a question that are chosen by concepts, or by being of a kind.
func mentionsOf(q *study.Question) []mention {
	var out []mention
	if e := q.Population.Entry; e != nil {
		out = append(out, mention{event: e, role: ofPopulation})
		out = append(out, mentionsWith(e, ofPopulation)...)
	}
	for i := range q.Population.Criteria {
		out = append(out, mentionsIn(&q.Population.Criteria[i], mention{role: ofPopulation})...)
	}
	if q.Outcome != nil {
		out = append(out, mentionsIn(q.Outcome, mention{role: ofOutcome})...)
	}
	if e := q.Measure.Event; e != nil {
		out = append(out, mention{event: e, role: ofMeasure, relation: q.Measure.Relation})
	}
	return out
}

func mentionsWith(e *study.Event, as role) []mention {
	var out []mention
	for i := range e.With {
		out = append(out, mentionsIn(&e.With[i], mention{role: as, nested: true})...)
	}
	return out
}

// mentionsIn lists the events of a criterion; m tells how the criterion stands.
func mentionsIn(c *study.Criterion, m mention) []mention {
	var out []mention
	switch {
	case c.Not != nil:
		m.missing = !m.missing
		return mentionsIn(c.Not, m)
	case c.Has != nil:
		m.event, m.relation, m.has = &c.Has.Event, c.Has.Relation, c.Has
		if t := c.Has.Times; t != nil && (t.Min == nil || *t.Min <= 0) { // none of them is enough
			m.alternative = true
		}
		return append([]mention{m}, mentionsWith(m.event, m.role)...)
	case c.Some != nil:
		m.alternative = true
		for i := range c.Some.Of {
			out = append(out, mentionsIn(&c.Some.Of[i], m)...)
		}
	}
	for i := range c.All {
		next := m
		next.alternative = m.alternative || m.missing
		out = append(out, mentionsIn(&c.All[i], next)...)
	}
	for i := range c.Any {
		next := m
		next.alternative = m.alternative || !m.missing
		out = append(out, mentionsIn(&c.Any[i], next)...)
	}
	return out
}

// traitsOf lists the lasting properties that a question asks of people.
func traitsOf(q *study.Question) []*study.Trait {
	var out []*study.Trait
	var visit func(c *study.Criterion)
	visit = func(c *study.Criterion) {
		if c == nil {
			return
		}
		if c.Is != nil {
			out = append(out, c.Is)
		}
		visit(c.Not)
		for _, list := range [][]study.Criterion{c.All, c.Any} {
			for i := range list {
				visit(&list[i])
			}
		}
	}
	for i := range q.Population.Criteria {
		visit(&q.Population.Criteria[i])
	}
	visit(q.Outcome)
	return out
}

// name says what an event is of, in the question's words.
func (m mention) name() string { return m.event.Name() }

// tablesOf are the tables in which the events of a domain are recorded.
var tablesOf = map[study.Domain][]string{
	study.Condition:    {"condition_occurrence", "condition_era"},
	study.ConditionEra: {"condition_occurrence", "condition_era"},
	study.Drug:         {"drug_exposure", "drug_era", "dose_era"},
	study.DrugEra:      {"drug_exposure", "drug_era", "dose_era"},
	study.Procedure:    {"procedure_occurrence"},
	study.Measurement:  {"measurement"},
	study.Observation:  {"observation"},
	study.Device:       {"device_exposure"},
	study.Visit:        {"visit_occurrence", "visit_detail"},
	study.Death:        {"death"},
	study.Observed:     {"observation_period"},
}

// fits tells whether a demand of the statement is an event that the question speaks of.
func (p *pass) fits(d demand, m mention) answer {
	if len(m.event.Or)+len(m.event.AnyOf)+len(m.event.Except) > 0 {
		return unknown
	}
	if !slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name) {
		return map[bool]answer{true: unknown, false: no}[slices.Contains(standIns[m.event.Domain], d.rel.Table.Name)]
	}
	switch {
	case len(m.event.Concepts) == 0:
		return yes
	case d.set.empty() && (d.set.otherwise || len(d.set.except) > 0 || p.readsAll(d.rel)):
		return unknown
	case d.set.empty(): // records of anything
		return no
	}
	out := no
	for _, e := range m.event.Concepts {
		switch p.sameThing(d.set, e) {
		case yes:
			return yes
		case unknown:
			out = unknown
		}
	}
	return out
}

// sameThing tells whether a set of concepts is about what an entity of the question names: one of its concepts, one
// above or below it, or one that shares a word of its name.
func (p *pass) sameThing(set conceptSet, e study.Entity) answer {
	for _, ph := range set.placeholders {
		if strings.EqualFold(ph.Text, e.Text) || shareWord(ph.Text, e.Text) {
			return yes
		}
	}
	if e.Text == "" || p.opt.Vocabulary == nil {
		return unknown
	}
	named := p.meaning.Concepts(e)
	out := no
	for _, ph := range set.placeholders {
		meant := p.meaning.Concepts(study.Entity{Text: ph.Text})
		if slices.ContainsFunc(meant, func(c Concept) bool {
			return slices.ContainsFunc(named, func(n Concept) bool { return n.ID == c.ID })
		}) {
			return yes
		}
		if len(meant) == 0 || len(named) == 0 ||
			slices.ContainsFunc(meant, func(c Concept) bool { return p.related(c.ID, named) }) {
			return unknown
		}
	}
	for _, n := range set.ids {
		c, known, err := p.opt.Vocabulary.Concept(p.ctx, n)
		if p.err = cmp.Or(p.err, err); err != nil || !known || c.Standard == "" || len(named) == 0 {
			out = unknown
			continue
		}
		if p.related(n, named) || shareWord(c.Name, e.Text) && !p.namedOtherwise(c, e) {
			return yes
		}
	}
	return out
}

// namedOtherwise reports whether a concept is what an entity names with another word in the place of one of its own:
// HDL cholesterol for LDL cholesterol, type 1 for type 2, diastolic for systolic.
func (p *pass) namedOtherwise(c Concept, e study.Entity) bool {
	named := words(e.Text)
	in := words(c.Name)
	for i, w := range named {
		if slices.Contains(in, w) || isWordFor("how high", w) { // a low potassium is one of potassium
			continue
		}
		for _, other := range in {
			swapped := slices.Clone(named)
			swapped[i] = other
			if !slices.Contains(named, other) && slices.ContainsFunc(
				p.meaning.Concepts(study.Entity{Text: strings.Join(swapped, " ")}),
				func(o Concept) bool { return o.ID == c.ID }) {
				return true
			}
		}
	}
	return false
}

// related reports whether a concept is one of the others, above or below one.
func (p *pass) related(n int64, others []Concept) bool {
	below := p.below(n)
	return slices.ContainsFunc(others, func(o Concept) bool {
		return o.ID == n || slices.Contains(below, o.ID) || slices.Contains(p.below(o.ID), n)
	})
}

func (p *pass) below(n int64) []int64 {
	ids, err := p.opt.Vocabulary.Descendants(p.ctx, n)
	p.err = cmp.Or(p.err, err)
	return ids
}

// shareWord reports whether two names have a word in common that tells what they are of.
func shareWord(a, b string) bool {
	others := words(b)
	return slices.ContainsFunc(words(a), func(w string) bool {
		return len(w) > 3 && !isWordFor("part of many names", w) && slices.ContainsFunc(others, func(o string) bool {
			return o == w || len(o) > 5 && len(w) > 5 && (strings.HasPrefix(o, w[:6]) || o[:6] == w[:6])
		})
	})
}

// matching lists the demands that are, or may be, an event of the question. It is not sure where it can't be told of
// some.
func (p *pass) matching(m mention, in population) (found population, sure bool) {
	sure = true
	elsewhere := false // it may be recorded in another table than its own
	for _, d := range in {
		switch p.fits(d, m) {
		case yes:
			found = append(found, d)
		case unknown:
			own := slices.Contains(tablesOf[m.event.Domain], d.rel.Table.Name)
			sure, elsewhere = sure && !own, elsewhere || !own
		}
	}
	return found, sure && (!elsewhere || len(found) > 0)
}

// demanded is all that the statement demands of what it puts out, its numbers included.
func (p *pass) demanded() population {
	out := p.populationOfResult(p.Result)
	s := p.Result.Scope
	if s == nil {
		return out
	}
	for _, item := range s.Tree.List {
		sqltree.Inspect(item.Expr, func(x sqltree.Expr) {
			switch x := x.(type) {
			case *sqltree.Func:
				if p.Homes[x] == s && isAggregate(x) {
					for _, d := range p.countedWithin(x) {
						if d.there == present && len(s.Tree.List) > 1 {
							d.there = maybe
						}
						out = append(out, d)
					}
				}
			case *sqltree.Subquery:
				for _, d := range p.populationOfResult(p.Subs[x.Query]) {
					d.there = maybe
					out = append(out, d)
				}
			}
		})
	}
	return out
}

// meaningOf reads a question where the options can.
func (c *Checker) meaningOf(ctx context.Context, text string) (Meaning, error) {
	if text == "" || c.opt.Meaning == nil {
		return Meaning{}, nil
	}
	m, err := c.opt.Meaning(ctx, text)
	m.Limits = slices.DeleteFunc(slices.Clone(m.Limits), beyondAnyAge)
	return m, err
}

// beyondAnyAge reports whether a limit is taken for one of age, and nobody is that old: "(201826 or below)" is a
// concept.
func beyondAnyAge(l Limit) bool {
	return l.Kind == limitAge && slices.ContainsFunc(l.Values, func(v string) bool {
		n, err := strconv.ParseFloat(v, 64)
		return err == nil && n > oldestAge
	})
}

// oldestAge is an age that nobody has reached, in years.
const oldestAge = 130
