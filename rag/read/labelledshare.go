package read

import (
	"reflect"
	"slices"

	"github.com/askomop/askomop/omop/study"
)

// A plan may ask for a share of people whom no event dates: "Population: people aged 65 or older under observation on
// 1 January 2010. Exposure: any statin in 2010. Report the number exposed and the percentage."

// shareOf reads such a plan; nil where it is none.
func (l *plan) shareOf() []*Reading {
	thing, hasThing, ok := l.only("exposure", "outcome")
	people, hasPeople, single := l.only("population", "cohort", "people")
	rep, reports := l.reported()
	split, apart := l.apart()
	if !ok || !single || !hasThing || !hasPeople || !reports || !apart || len(l.of("include", "exclude", "washout",
		"follow", "index", "period", "indexperiod", "question", "thing", "age", "sex")) > 0 {
		return nil
	}
	numerator := l.p.seq(thing.from, "numerator") || l.p.seq(thing.from, "the", "numerator")
	if !rep.said["percent"] && !numerator || rep.said["rate"] || rep.said["time"] || rep.said["cuminc"] || rep.per != nil {
		return nil
	}
	for _, whom := range l.whoeverIs(people) {
		who := l.asksWho(slices.Concat(order{words("among")}, whom))
		if who == nil {
			continue
		}
		if e := who.Question.Population.Entry; e != nil && e.Which == study.First {
			return nil // it dates them
		}
		for _, told := range l.thingsTold(thing) {
			share := l.all(slices.Concat(order{words("among")}, whom, order{words(", what percentage")}, told, split))
			if share == nil {
				continue
			}
			q := share[0].Question
			if q.Measure.Kind == study.Share && reflect.DeepEqual(q.Population, who.Question.Population) &&
				q.Outcome != nil {
				return share
			}
			return nil
		}
	}
	return nil
}

// whoeverIs are the ways of saying who the people of a part are.
func (l *plan) whoeverIs(one labelPart) []order {
	said := l.says(one.value, one.to, nil)
	return []order{said, slices.Concat(order{words("people with")}, said), slices.Concat(order{words("people")}, said)}
}

// thingsTold are the ways of saying that people had what a part names.
func (l *plan) thingsTold(one labelPart) []order {
	if said := l.thoseWho(one); said != nil {
		return said
	}
	return append([]order{slices.Concat(order{words("had")}, l.says(one.value, one.to, nil))}, l.verbBehind(one)...)
}

// verbsBehind are words behind a name that say what was done with it, and how a sentence says so.
var verbsBehind = []struct{ words, said string }{
	{"started|initiated|begun|commenced", "started"}, {"dispensed|filled", "filled"}, {"prescribed", "were prescribed"},
	{"given|administered|received|taken|used", "took"}, {"recorded|diagnosed|documented|occurring", "had"},
	{"performed|done", "had"}, {"measured|tested", "had"},
}

// verbBehind puts a verb that stands behind a name before it: "warfarin started within 90 days".
func (l *plan) verbBehind(one labelPart) []order {
	for i := one.value + 1; i < one.to; i++ {
		for _, v := range verbsBehind {
			if l.p.seq(i, v.words) {
				said := slices.Concat(order{words(v.said)}, l.says(one.value, i, order{words("it")}))
				if i+1 < one.to {
					said = append(said, l.says(i+1, one.to, order{words("it")})...)
				}
				return []order{said}
			}
		}
	}
	return nil
}
