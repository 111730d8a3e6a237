package read

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// Questions that differ in the group alone are one question with a row for each.

// pairing makes one question of two; nil where they differ in more than it is for.
type pairing func(a, b *study.Question) *study.Question

// joined is one question of several; nil where they differ in more than the group.
func joined(qs []*study.Question) *study.Question {
	return joinedBy(qs, besideOf, withEither, ofEachOutcome)
}

func joinedBy(qs []*study.Question, ways ...pairing) *study.Question {
	if len(qs) < 2 {
		return nil
	}
	for _, pair := range ways {
		var whole *study.Question
		for _, other := range qs[1:] {
			both := pair(qs[0], other)
			if both == nil {
				whole = nil
				break
			}
			if whole == nil {
				whole = both
				continue
			}
			groups := &whole.Strata[0].Groups
			if len(*groups) == 0 { // the sexes are two
				whole = nil
				break
			}
			next := both.Strata[0].Groups[1]
			if (*groups)[0].Name != both.Strata[0].Groups[0].Name ||
				slices.ContainsFunc(*groups, func(g study.Group) bool { return g.Name == next.Name }) {
				whole = nil
				break
			}
			*groups = append(*groups, next)
		}
		if whole != nil && whole.Validate() == nil {
			return whole
		}
	}
	return nil
}

// outcomesOf are a count of people in groups as a count of each; any other question is itself.
func outcomesOf(q *study.Question) []*study.Question {
	if q.Measure.Kind != study.Count || q.Measure.Of != study.Persons || q.Outcome != nil || len(q.Strata) != 1 ||
		q.Strata[0].Kind != study.Groups || q.Beside() >= 0 {
		return []*study.Question{q}
	}
	var all []*study.Question
	for _, g := range q.Strata[0].Groups {
		one := q.Clone()
		one.Strata, one.Outcome = nil, &g.Is
		all = append(all, one)
	}
	return all
}

// ofEachOutcome counts people by what is asked of them, where two questions differ in that alone.
func ofEachOutcome(a, b *study.Question) *study.Question {
	if a.Measure.Kind != study.Count || a.Measure.Of != study.Persons || a.Outcome == nil || b.Outcome == nil ||
		slices.ContainsFunc(a.Strata, ofItsRecord) {
		return nil
	}
	both, other := a.Clone(), b.Clone()
	groups := groupsOf(study.Group{Name: a.Part("asked"), Is: *a.Outcome},
		study.Group{Name: b.Part("asked"), Is: *b.Outcome})
	both.Outcome, other.Outcome = nil, nil
	if !both.Equal(other) || groups.Groups[0].Name == groups.Groups[1].Name {
		return nil
	}
	both.Strata = append([]study.Stratum{groups}, both.Strata...)
	return both
}

// ofItsRecord reports whether a grouping is by the record that is counted: its date, an age at it, its concept, where
// it was made. With what is asked of people in groups, it would be by the record that tells who they are.
func ofItsRecord(s study.Stratum) bool {
	return s.Kind.IsTime() || s.Kind == study.AgeGroup && s.On == "" ||
		slices.Contains([]study.StratumKind{study.Concept, study.VisitType, study.Specialty, study.CareSite}, s.Kind)
}

// byTheirNames takes "by drug" of questions that name one drug each as those drugs: "asthma patients by drug: how many
// took A, how many B?" A class is of several, which are told apart.
func (r *Reader) byTheirNames(qs []*study.Question) bool {
	named := func(q *study.Question) bool {
		o := q.Outcome
		return o != nil && o.Has != nil && len(o.Has.Event.Concepts) == 1 && q.Population.Entry != nil &&
			!(&parser{r: r}).isClass(&event{Event: o.Has.Event}) && slices.ContainsFunc(q.Strata, byConcept)
	}
	if len(qs) < 2 || slices.ContainsFunc(qs, func(q *study.Question) bool { return !named(q) }) {
		return false
	}
	for i, q := range qs {
		qs[i] = q.Clone()
		qs[i].Strata = slices.DeleteFunc(qs[i].Strata, byConcept)
	}
	return true
}

// byConcept reports whether a grouping is by what is recorded: "by drug", "by ingredient".
func byConcept(s study.Stratum) bool {
	return s.Kind == study.Concept && (s.Level == "" || s.Level == "ingredient")
}

// besideOf is one question of both groups; nil where the questions differ in more than what the people's event is of.
func besideOf(a, b *study.Question) *study.Question {
	x, y := a.Population.Entry, b.Population.Entry
	if x == nil || y == nil || len(x.Concepts) == 0 || len(y.Concepts) == 0 || len(x.With) != len(y.With) ||
		reflect.DeepEqual(x, y) {
		return nil
	}
	nameX, nameY := x.Name(), y.Name()
	for i := range x.With { // "pneumonia admissions versus stroke admissions": what is recorded at them
		if v, w := x.With[i].Has, y.With[i].Has; nameX == nameY && v != nil && w != nil {
			nameX, nameY = v.Event.Name(), w.Event.Name()
		}
	}
	rest := func(q *study.Question) []byte {
		c := q.Clone()
		e := c.Population.Entry
		e.Concepts = nil
		for i := range e.With {
			if has := e.With[i].Has; has != nil {
				has.Event.Concepts = nil
			}
		}
		doc, err := json.Marshal(c)
		if err != nil {
			return nil
		}
		return doc
	}
	if ra := rest(a); nameX == nameY || ra == nil || !bytes.Equal(ra, rest(b)) {
		return nil
	}
	both := a.Clone()
	both.Population.Entry = nil
	both.Strata = append([]study.Stratum{{Kind: study.Groups,
		Groups: []study.Group{{Name: nameX, Entry: x}, {Name: nameY, Entry: y}}}}, both.Strata...)
	return both
}

// withEither is one question of both groups where one criterion of the people differs, in what it is of alone: "mean
// HbA1c of diabetics on insulin versus those on metformin", "patients with obesity versus patients without asthma".
func withEither(a, b *study.Question) *study.Question {
	both, other := a.Clone(), b.Clone()
	x, y := both.Population.Criteria, other.Population.Criteria
	at := 0
	for at < len(x) && at < len(y) && reflect.DeepEqual(x[at], y[at]) {
		at++
	}
	if len(x) != len(y) || at == len(x) {
		return nil
	}
	left, right := x[at], y[at]
	nameX, nameY := takeName(&x[at]), takeName(&y[at])
	if nameX == nameY || nameX == "" || nameY == "" || !both.Equal(other) {
		return nil
	}
	both.Population.Criteria = slices.Delete(x, at, at+1)
	groups := groupsOf(study.Group{Name: nameX, Is: left}, study.Group{Name: nameY, Is: right})
	if left.Is != nil && left.Is.Sex != "" {
		groups = study.Stratum{Kind: study.Sex}
	}
	both.Strata = append([]study.Stratum{groups}, both.Strata...)
	return both
}

// takeName names what people are, have or do not have, and leaves of the criterion what the name does not tell; "" of
// other criteria.
func takeName(c *study.Criterion) string {
	if t := c.Is; t != nil && t.Age == nil && t.Born == nil {
		c.Is = &study.Trait{}
		if t.State != "" {
			return "in " + t.State
		}
		return cmp.Or(t.Race, t.Ethnicity, t.Sex)
	}
	with := "with "
	if c.Not != nil {
		with, *c = "without ", *c.Not
	}
	if c.Has == nil || len(c.Has.Event.Concepts) == 0 {
		return ""
	}
	rest := *c.Has
	name := with + rest.Event.Name()
	rest.Event.Domain, rest.Event.Concepts = "", nil
	c.Has = &rest
	return name
}
