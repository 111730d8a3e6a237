package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

func (l *lister) listPopulation() {
	p := &l.q.Population
	l.listSex(p)
	if p.Entry != nil {
		l.listEvent("population.entry", p.Entry)
	}
	for i := range p.Criteria {
		if k := &p.Criteria[i]; k.Is == nil || k.Is.Sex == "" {
			l.listCriterion(fmt.Sprintf("population.criteria[%d]", i), k,
				func() { p.Criteria = slices.Delete(p.Criteria, i, i+1) })
		}
	}
	for _, also := range []struct {
		id, label string
		not       bool
	}{{"population.criteria.had", "who also had", false}, {"population.criteria.had_no", "who never had", true}} {
		l.add(Choice{ID: also.id, Label: also.label, Input: Record, Adds: true, set: func(v string) error {
			event, err := eventOf(v)
			if err != nil {
				return err
			}
			k := study.Criterion{Has: &study.Has{Event: event}}
			if also.not {
				k = study.Criterion{Not: &study.Criterion{Has: &study.Has{Event: event}}}
			}
			p.Criteria = append(p.Criteria, k)
			return nil
		}})
	}
}

// clinical are the domains that can be named in a Record.
var clinical = []study.Domain{study.Condition, study.Drug, study.Procedure, study.Measurement, study.Observation,
	study.Device, study.Visit}

// eventOf reads "condition@gout".
func eventOf(value string) (study.Event, error) {
	domain, text, _ := strings.Cut(value, "@")
	if !slices.Contains(clinical, study.Domain(domain)) {
		return study.Event{},
			fmt.Errorf("%q is not a kind of record; write condition, drug, procedure, measurement, observation, device or visit", domain)
	}
	name, err := named(text)
	return study.Event{Domain: study.Domain(domain), Concepts: []study.Entity{{Text: name}}}, err
}

// longestName bounds what is looked up in the vocabulary.
const longestName = 200

// named is a name as a question can hold it.
func named(text string) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || len(text) > longestName {
		return "", fmt.Errorf("a name of 1 to %d letters is needed", longestName)
	}
	return text, nil
}

func (l *lister) listSex(p *study.Cohort) {
	at := slices.IndexFunc(p.Criteria, func(k study.Criterion) bool { return k.Is != nil && k.Is.Sex != "" })
	now := ""
	if at >= 0 {
		now = p.Criteria[at].Is.Sex
	}
	l.add(Choice{ID: "population.criteria.sex", Label: "sex", Input: OneOf, Value: now,
		Options: []Option{{"", "women and men"}, {"female", "women"}, {"male", "men"}}, set: func(v string) error {
			switch {
			case at >= 0 && v == "":
				p.Criteria = slices.Delete(p.Criteria, at, at+1)
			case at >= 0:
				p.Criteria[at].Is.Sex = v
			case v != "":
				p.Criteria = slices.Insert(p.Criteria, 0, study.Criterion{Is: &study.Trait{Sex: v}})
			}
			return nil
		}})
}

// listCriterion lists the choices of a criterion; remove takes it out of the question, where that can be done.
func (l *lister) listCriterion(at string, k *study.Criterion, remove func()) {
	inner, not := k, false
	if k.Not != nil {
		inner, not = k.Not, true
	}
	l.listPresence(at, k, inner, not, remove)
	switch {
	case inner.Has != nil:
		l.listHas(at+".has", inner.Has)
	case inner.Is != nil && inner.Is.Age != nil:
		l.addRange(at+".is.age.range", "age in years", &inner.Is.Age.Range)
	case len(inner.All) > 0:
		l.listAlternatives(at+".all", inner.All)
	case len(inner.Any) > 0:
		l.listAlternatives(at+".any", inner.Any)
	}
}

func (l *lister) listAlternatives(at string, cs []study.Criterion) {
	for i := range cs {
		if cs[i].Has != nil {
			l.listHas(fmt.Sprintf("%s[%d].has", at, i), cs[i].Has)
		}
	}
}

// listPresence is whether a criterion holds, does not, or is left out.
func (l *lister) listPresence(at string, k, inner *study.Criterion, not bool, remove func()) {
	label, options := "whether it holds", []Option{{"yes", "holds"}, {"no", "does not hold"}}
	if inner.Has != nil {
		label = "whether they had the " + recordWord(&inner.Has.Event)
		options = []Option{{"yes", "had it"}, {"no", "did not have it"}}
	}
	if remove != nil {
		options = append(options, Option{"drop", "is left out of the question"})
	}
	now := "yes"
	if not {
		now = "no"
	}
	l.add(Choice{ID: at, Label: label, Input: OneOf, Value: now, Options: options, least: true,
		set: func(v string) error {
			switch {
			case v == "drop":
				remove()
			case v == "no" && !not:
				was := *k
				*k = study.Criterion{Not: &was}
			case v == "yes" && not:
				*k = *inner
			}
			return nil
		}})
}

func (l *lister) listHas(at string, h *study.Has) {
	l.listEvent(at+".event", &h.Event)
	l.listRelation(at+".relation", h)
	if h.Times != nil && h.Times.Min != nil && *h.Times.Min == float64(int(*h.Times.Min)) {
		l.add(Choice{ID: at + ".times.min", Label: "at least how many", Input: Number,
			Value: strconv.Itoa(int(*h.Times.Min)), probe: strconv.Itoa(int(*h.Times.Min) + 1),
			set: func(v string) error {
				n, err := whole(v, 1, 10000)
				f := float64(n)
				if h.Times.Max != nil && *h.Times.Max < f {
					return fmt.Errorf("it is more than the most that is asked for, %g", *h.Times.Max)
				}
				h.Times.Min = &f
				return err
			}})
	}
}
