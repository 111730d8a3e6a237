package read

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/study"
	"github.com/askomop/askomop/vocab"
)

// What a study question says of that which a topic names: a thing of a kind, an age, a sex.

// eitherOf holds facts against the question or, where one refuses it, the topic as which the same words may stand.
func (h *held) eitherOf(facts []fact, about *topic) *Refusal {
	if about.after >= 0 && about.fits(h) == nil {
		return nil // "Stroke after warfarin:" does not leave out the day itself of "within 30 days of"
	}
	before, beside := h.q.Clone(), len(h.b.s.beside)
	for _, f := range facts {
		fault := f.hold(h)
		if fault == nil {
			fault = h.b.fault
		}
		if fault == nil {
			continue
		}
		if about.fits(&held{q: before, b: h.b, r: h.r}) != nil {
			return fault
		}
		*h.q, h.b.fault, h.b.s.beside = *before, nil, h.b.s.beside[:beside]
		return nil
	}
	return nil
}

// ofKind are the events of the question that are of the name or all of its kind.
func (h *held) ofKind(name string) (found []*study.Event) {
	for _, s := range spotsOf(h.q) {
		if h.isOfKind(name, s.ev) {
			found = append(found, s.ev)
		}
	}
	return found
}

// isOfKind reports whether an event is of the name, or each of its concepts of the kind that the name is of.
func (h *held) isOfKind(name string, e *study.Event) bool {
	if e.Domain == study.Death || len(e.Concepts) == 0 {
		return e.Domain == study.Death && h.r.refersTo(name, e)
	}
	return !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		return !strings.EqualFold(c.Text, name) && !h.r.sameConcept(c.Text, name) && !h.r.covers(name, c.Text) &&
			!h.r.liesBelow(c.Text, name)
	})
}

// liesBelow reports whether the concept that is best for a name lies below one of another name's.
func (r *Reader) liesBelow(name, kind string) bool {
	hits, above := r.lookup(name), r.lookup(kind)
	if len(hits) == 0 {
		return false
	}
	return slices.ContainsFunc(above, func(h vocab.Hit) bool {
		return h.Kind != vocab.KindClass && r.liesAbove(h.Concept.ID, hits[0].Concept.ID)
	})
}

// drugsNamed is how many drugs the question names.
func (h *held) drugsNamed() int {
	var names []string
	for _, s := range spotsOf(h.q) {
		for _, c := range s.ev.Concepts {
			if name := lower(c.Text); (s.ev.Domain == study.Drug || s.ev.Domain == study.DrugEra) &&
				!slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return len(names)
}

// says reports whether the question says what a word of a topic wants of it.
func (h *held) says(want string) bool {
	fields := strings.Fields(want)
	if low, err := strconv.ParseFloat(fields[0], 64); err == nil { // "90 99": nonagenarians
		return h.aged(func(r study.Range) bool {
			high, _ := strconv.ParseFloat(fields[len(fields)-1], 64)
			return r.Min != nil && *r.Min >= low && (len(fields) < 2 || r.Max != nil && *r.Max <= high+1)
		})
	}
	for _, field := range fields {
		if !h.saysOne(field) {
			return false
		}
	}
	return true
}

// saysOne reports whether the question says one thing.
func (h *held) saysOne(want string) bool {
	over := func(least float64) bool {
		return h.aged(func(r study.Range) bool { return r.Min != nil && *r.Min >= least })
	}
	under := func(most float64) bool {
		return h.aged(func(r study.Range) bool { return r.Max != nil && *r.Max <= most })
	}
	switch want {
	case "elderly":
		return over(60)
	case "older":
		return over(50)
	case "adult":
		return over(18)
	case "child":
		return under(21)
	case "teen":
		return h.aged(func(r study.Range) bool { return r.Min != nil && *r.Min >= 10 && r.Max != nil && *r.Max <= 21 })
	case "younger":
		return under(50)
	case "childbearing":
		return h.aged(func(r study.Range) bool { return r.Min != nil && *r.Min >= 10 && r.Max != nil && *r.Max <= 56 })
	case "female", "male":
		return slices.ContainsFunc(criteriaOf(h.q), func(c *study.Criterion) bool {
			return c.Is != nil && c.Is.Sex == want
		}) || h.grouped(study.Sex)
	case "time":
		return slices.ContainsFunc(h.q.Strata, func(s study.Stratum) bool { return s.Kind.IsTime() })
	case "season":
		return h.grouped(study.MonthOfYear) && !h.grouped(study.Year) || h.grouped(study.Quarter)
	case "death":
		return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Domain == study.Death })
	case "share":
		return slices.Contains([]study.Kind{study.Share, study.Proportion, study.CumulativeIncidence},
			h.q.Measure.Kind)
	case "together":
		return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.rel != nil && *s.rel != nil &&
				slices.Contains([]study.Place{study.Overlapping, study.Covering, study.During}, (*s.rel).Place)
		})
	case "drug":
		return h.drugsNamed() > 0
	case "outcome": // of something else
		return len(spotsOf(h.q)) > 1
	case "disease": // after which something else is asked for
		return len(spotsOf(h.q)) > 1 && slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.role != outcomeRole && s.ev.Domain == study.Condition && !s.excluded
		})
	case "newdrug":
		return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.ev.Which == study.First && (s.ev.Domain == study.Drug || s.ev.Domain == study.DrugEra)
		})
	case "several":
		return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool {
			return s.has != nil && s.has.Times != nil && s.has.Times.Min != nil && *s.has.Times.Min >= 2
		})
	case "two":
		return h.drugsNamed() > 1
	case "inpatient":
		return slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Domain == study.Visit })
	}
	return false
}

// aged reports whether the question limits an age so.
func (h *held) aged(so func(study.Range) bool) bool {
	return slices.ContainsFunc(criteriaOf(h.q), func(c *study.Criterion) bool {
		return c.Is != nil && c.Is.Age != nil && so(c.Is.Age.Range)
	}) || slices.ContainsFunc(spotsOf(h.q), func(s spot) bool { return s.ev.Age != nil && so(*s.ev.Age) })
}

// isLab reports whether an event is the result by which a disease is known: "above=creatinine;of=kidney-disease".
func (h *held) isLab(lab string, e *study.Event) bool {
	for rule := range strings.SplitSeq(lab, ";") {
		side, words, _ := strings.Cut(rule, "=")
		for word := range strings.SplitSeq(words, ",") {
			if side == "of" && h.isOfKind(strings.ReplaceAll(word, "-", " "), e) {
				return true
			}
			if e.Domain == study.Measurement && limitedTo(side, e) && namesAll(e, word) {
				return true
			}
		}
	}
	return false
}

// limitedTo reports whether an event is one of values below or above a limit.
func limitedTo(side string, e *study.Event) bool {
	for _, w := range []*study.Where{e.Where, e.Chosen} {
		if w == nil || w.Value == nil {
			continue
		}
		if side == "below" && w.Value.Max != nil && w.Value.Min == nil ||
			side == "above" && w.Value.Min != nil && w.Value.Max == nil {
			return true
		}
	}
	return false
}

// namesAll reports whether each concept of an event has the word in its name.
func namesAll(e *study.Event, word string) bool {
	return len(e.Concepts) > 0 && !slices.ContainsFunc(e.Concepts, func(c study.Entity) bool {
		return !slices.Contains(strings.Fields(strings.NewReplacer("-", " ", "/", " ").Replace(lower(c.Text))), word)
	})
}
