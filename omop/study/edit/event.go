package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// recordWords are the names of one record of a domain in a label: alone, and before the name of a concept.
var recordWords = map[study.Domain][2]string{study.Condition: {"diagnosis", "diagnosis of "},
	study.Drug:      {"exposure", "exposure to "},
	study.Procedure: {"procedure", ""}, study.Measurement: {"measurement", "measurement of "},
	study.Observation: {"observation", "observation of "},
	study.Device:      {"device", "use of "}, study.Visit: {"visit", ""}, study.DrugEra: {"drug era", "drug era of "},
	study.ConditionEra: {"condition era", "condition era of "}, study.Death: {"death", ""},
	study.KeptCohort: {"cohort entry", "entry into the cohort "}}

// recordWord names an event: "exposure to warfarin".
func recordWord(e *study.Event) string {
	word, ok := recordWords[e.Domain]
	switch {
	case !ok:
		return "record"
	case len(e.Concepts) == 1 && e.Concepts[0].Text != "":
		return word[1] + e.Concepts[0].Text
	}
	return word[0]
}

// conceptWord names what a concept of a domain is: "drug" of eras and exposures alike.
func conceptWord(d study.Domain) string {
	if d == study.KeptCohort {
		return "cohort"
	}
	return strings.ReplaceAll(strings.TrimSuffix(string(d), "_era"), "_", " ")
}

func (l *lister) listEvent(at string, e *study.Event) {
	what := recordWord(e)
	if _, ok := recordWords[e.Domain]; !ok || e.Domain == study.Death {
		l.listMoment(at, what, e)
		return
	}
	options := []Option{{"", "any record"}, {"first", "the first ever"}, {"last", "the last"}}
	if e.Which == study.FirstOfThese || e.Which == study.LastOfThese {
		options = append(options, Option{"first_of_these", "the first of these"},
			Option{"last_of_these", "the last of these"})
	}
	if e.Which == study.FirstOfEach {
		options = append(options, Option{"first_of_each", "the first ever of each"})
	}
	l.add(Choice{ID: at + ".which", Label: "which " + what, Input: OneOf, Value: string(e.Which), Options: options,
		next: true, set: func(v string) error {
			e.Which = study.Which(v)
			return nil
		}})
	for i := range e.Concepts {
		if c := &e.Concepts[i]; c.Text != "" {
			l.add(Choice{ID: fmt.Sprintf("%s.concepts[%d]", at, i), Label: "which " + conceptWord(e.Domain), Input: Name, Value: c.Text,
				probe: "another thing", set: func(v string) (err error) {
					c.Text, err = named(v)
					return err
				}})
		}
	}
	if len(e.Except) > 0 {
		l.add(Choice{ID: at + ".except", Label: "concepts thrown out", Input: OneOf, Value: "keep",
			Options: []Option{{"keep", "stay out"}, {"back", "count again"}},
			set: func(v string) error {
				if v == "back" {
					e.Except = nil
				}
				return nil
			}})
	}
	if w := e.Where; w != nil && w.Value != nil {
		l.addRange(at+".where.value", "value", w.Value)
	}
	l.listMoment(at, what, e)
}

// listMoment is when a record is, and how old the person was.
func (l *lister) listMoment(at, what string, e *study.Event) {
	l.addPeriod(at+".during", "when the "+what+" starts", &e.During)
	age := e.Age
	if age == nil {
		age = &study.Range{}
	}
	l.add(Choice{ID: at + ".age", Label: "age at the " + what, Input: Range, Value: rangeText(*age), Adds: e.Age == nil,
		probe: "20..29", set: func(v string) error {
			r, err := readRange(v)
			e.Age = r
			return err
		}})
}

// The relations of an event to the index date that can be chosen. Where the days of one are counted, they keep their
// number.
var relations = []Option{{"any", "at any time"}, {"before", "before it"}, {"after", "after it"},
	{"prior", "in the days before it"}, {"within", "within days after it"},
	{"same_day", "on the same day"}, {"same_visit", "at the same visit"}}

// around is the window of a relation that nobody has chosen.
var around = study.Offset{Days: 90}

func (l *lister) listRelation(at string, h *study.Has) {
	if l.q.Population.Entry == nil {
		return
	}
	now, window := relationNow(h.Relation)
	if now == "" {
		return
	}
	l.add(Choice{ID: at,
		Label: "when the " + recordWord(&h.Event) + " is, seen from the " + recordWord(l.q.Population.Entry),
		Input: OneOf,
		Value: now, Options: relations, Adds: now == "any", set: func(v string) error {
			if v != now {
				h.Relation = newRelation(v, window)
			}
			return nil
		}})
	if r := h.Relation; r != nil && r.Place == study.Distance {
		if now == "within" {
			l.addLength(at+".to", "within how long", r.To)
		} else if now == "prior" {
			l.addLength(at+".from", "how long before", r.From)
		}
	}
}

// relationNow names a relation among the options, with the length of its window; "" where it is none of them.
func relationNow(r *study.Relation) (name string, window study.Offset) {
	if r == nil {
		return "any", around
	}
	if r.End || r.Other || r.Place != study.Distance && r.Place != study.SameVisit {
		return "", around
	}
	zero, one, minus := study.Offset{}, study.Offset{Days: 1}, study.Offset{Days: -1}
	from, to := r.From, r.To
	switch {
	case r.Place == study.SameVisit:
		return "same_visit", around
	case from == nil && to != nil && *to == minus:
		return "before", around
	case from != nil && to == nil && *from == one:
		return "after", around
	case from == nil || to == nil:
		return "", around
	case *from == zero && *to == zero:
		return "same_day", around
	case *from == zero && to.Days >= 0 && to.Months >= 0 && to.Years >= 0:
		return "within", *to
	case *to == minus && from.Days <= 0 && from.Months <= 0 && from.Years <= 0:
		return "prior", negated(*from)
	}
	return "", around
}

func negated(o study.Offset) study.Offset {
	return study.Offset{Days: -o.Days, Months: -o.Months, Years: -o.Years}
}

func newRelation(name string, window study.Offset) *study.Relation {
	switch name {
	case "before":
		return &study.Relation{To: &study.Offset{Days: -1}}
	case "after":
		return &study.Relation{From: &study.Offset{Days: 1}}
	case "prior":
		from := negated(window)
		return &study.Relation{From: &from, To: &study.Offset{Days: -1}}
	case "within":
		return &study.Relation{From: &study.Offset{}, To: &window}
	case "same_day":
		return &study.Relation{From: &study.Offset{}, To: &study.Offset{}}
	case "same_visit":
		return &study.Relation{Place: study.SameVisit}
	}
	return nil
}

// addLength is the number of a distance in time; its unit and its direction stay.
func (l *lister) addLength(id, label string, o *study.Offset) {
	field, unit := &o.Days, "days"
	switch {
	case o.Months != 0:
		field, unit = &o.Months, "months"
	case o.Years != 0:
		field, unit = &o.Years, "years"
	}
	l.addSigned(id, label+", in "+unit, field, 1, 36500)
}

// addCount is a whole number above 0.
func (l *lister) addCount(id, label string, field *int, least, most int) {
	l.addSigned(id, label, field, least, most)
}

func (l *lister) addSigned(id, label string, field *int, least, most int) {
	sign := 1
	if *field < 0 {
		sign = -1
	}
	now := *field * sign
	l.add(Choice{ID: id, Label: label, Input: Number, Value: strconv.Itoa(now), probe: strconv.Itoa(now + 1),
		set: func(v string) error {
			n, err := whole(v, least, most)
			*field = n * sign
			return err
		}})
}

func whole(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < least || n > most {
		return least, fmt.Errorf("a whole number from %d to %d is needed", least, most)
	}
	return n, nil
}

// LooksAtValues reports whether a question is of values, or of records that are chosen by theirs.
func LooksAtValues(q *study.Question) bool {
	return q.Measure.Quantity == study.Value || slices.ContainsFunc(events(q), func(e *study.Event) bool {
		return e.Where != nil && e.Where.Value != nil || e.Chosen != nil && e.Chosen.Value != nil
	})
}
