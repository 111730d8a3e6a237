package sparql

import (
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/study"
)

// criterion is the condition on a solution of g whose index record is r; r is nil where solutions are people without a
// date. What is known of every person is bound in g.
func (w *writer) criterion(g *group, r *record, k *study.Criterion, at string) string {
	list := func(ks []study.Criterion, field, operator string) string {
		var parts []string
		for i := range ks {
			parts = append(parts, w.criterion(g, r, &ks[i], fmt.Sprintf("%s.%s[%d]", at, field, i)))
		}
		return "(" + strings.Join(parts, operator) + ")"
	}
	switch {
	case len(k.All) > 0:
		return list(k.All, "all", " && ")
	case len(k.Any) > 0:
		return list(k.Any, "any", " || ")
	case k.Not != nil:
		return negated(w.criterion(g, r, k.Not, at+".not"))
	case k.Some != nil:
		var parts []string
		for i := range k.Some.Of {
			parts = append(parts,
				"IF("+w.criterion(g, r, &k.Some.Of[i], fmt.Sprintf("%s.some.of[%d]", at, i))+", 1, 0)")
		}
		return together(inRange("("+strings.Join(parts, " + ")+")", &k.Some.Times))
	case k.Has != nil:
		return w.has(r, k.Has, at+".has")
	case k.Is != nil:
		return w.trait(g, r, k.Is, at+".is")
	case k.Record != nil:
		if r == nil || r.id == "" {
			refuse(at+".record", "there is no index record of which more is known than its date")
		}
		inner := &group{}
		w.where(inner, r, k.Record, at+".record")
		return "EXISTS " + inner.String()
	case k.Observed != nil:
		return w.observed(r, k.Observed, at+".observed")
	}
	refuse(at+".cohort", "cohorts are not in the graph")
	return ""
}

// negated turns a condition around. Where a part of it is unknown it does not hold, which EXISTS always tells.
func negated(condition string) string {
	if strings.HasPrefix(condition, "EXISTS ") {
		return "NOT " + condition
	}
	return "!COALESCE(" + condition + ", false)"
}

func together(conditions []string) string { return "(" + strings.Join(conditions, " && ") + ")" }

// has holds where the person has such an event.
func (w *writer) has(r *record, h *study.Has, at string) string {
	event := h.Event
	if event.Chosen == nil && (event.Which == study.FirstOfThese || event.Which == study.LastOfThese) {
		event.Which = study.Any // who has a first of them has any
	}
	inner := &group{}
	if h.Times == nil {
		w.event(inner, &event, at+".event", r, h.Relation)
		return "EXISTS " + inner.String()
	}
	if !free(h.Relation) || h.Times.Min == nil || *h.Times.Min < 1 {
		refuse(at+".times", "a number of events is written where it is at least one, at any time")
	}
	if h.Summed != "" {
		refuse(at+".summed", "is not written yet")
	}
	inner.add("?p a omop:Person .")
	x := w.event(inner, &event, at+".event", nil, nil)
	counted := x.id
	switch {
	case x.id == "":
		refuse(at+".times", "of chosen records there is one")
	case h.Distinct == study.ByDay:
		counted = x.start
	case h.Distinct == study.ByConcept || h.Distinct == study.ByIngredient:
		counted = x.id + "_counted"
		w.conceptOf(inner, x, counted, at+".distinct")
	}
	having := inRange("COUNT(DISTINCT "+counted+")", h.Times)
	if h.Apart > 0 {
		having = append(having, fmt.Sprintf("MAX(%s) - MIN(%s) >= %s", x.start, x.start, days(h.Apart)))
	}
	return "EXISTS {\n" + indent(subselect("?p", inner, "GROUP BY ?p HAVING "+together(having))) + "\n}"
}

// free reports whether a relation leaves open when.
func free(r *study.Relation) bool {
	return r == nil || r.From == nil && r.To == nil && r.Place == study.Distance && !r.Other
}

// relation holds where an event x lies to the index record r as it should.
func (w *writer) relation(g *group, r, x *record, rel *study.Relation, at string) []string {
	if free(rel) {
		return nil
	}
	at += ".relation"
	if r == nil {
		refuse(at, "there is no index date in the population to count from")
	}
	index := r.start
	if rel.End {
		index = w.until(g, r, at)
	}
	conditions := distance(x.start, index, rel, at)
	switch rel.Place {
	case study.Distance:
	case study.During:
		conditions = append(conditions, x.start+" >= "+r.start, x.start+" <= "+w.until(g, r, at))
	case study.Covering:
		conditions = append(conditions, r.start+" >= "+x.start, r.start+" <= "+w.until(g, x, at))
	case study.Overlapping:
		conditions = append(conditions, x.start+" <= "+w.until(g, r, at), w.until(g, x, at)+" >= "+r.start)
	case study.SameVisit:
		known(r, at)
		known(x, at)
		switch {
		case r.domain == study.Visit && x.domain == study.Visit:
			conditions = append(conditions, x.id+" = "+r.id)
		case r.domain == study.Visit:
			g.add("%s a omop:VisitOccurrence ; omop:%s %s .", r.id, domains[x.domain].property, x.id)
		case x.domain == study.Visit:
			g.add("%s omop:%s %s .", x.id, domains[r.domain].property, r.id)
		default:
			visit := w.name("visit")
			g.add("%s a omop:VisitOccurrence ; omop:%s %s ; omop:%s %s .", visit, domains[r.domain].property, r.id,
				domains[x.domain].property, x.id)
		}
	case study.SameYear:
		conditions = append(conditions, fmt.Sprintf("YEAR(%s) = YEAR(%s)", x.start, r.start))
	default:
		refuse(at+".place", "%s is not written yet", rel.Place)
	}
	if rel.Other && x.domain == r.domain {
		known(r, at)
		known(x, at)
		conditions = append(conditions, x.id+" != "+r.id)
	}
	return conditions
}

// months is a number of calendar months.
func months(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("\"%sP%dM\"^^xsd:yearMonthDuration", sign, n)
}

func known(r *record, at string) {
	if r == nil || r.id == "" {
		refuse(at, "nothing more is known of a record that was chosen by its date")
	}
}

// until is the last day of a record. Where no end is recorded, an exposure lasts for its days of supply, and everything
// else, or an exposure without them, for its first day.
func (w *writer) until(g *group, r *record, at string) string {
	end := domains[r.domain].end
	if end == "" {
		return r.start
	}
	known(r, at)
	v := w.name("end")
	g.add("OPTIONAL { %s omop:%s %s }", r.id, end, v)
	if r.domain != study.Drug {
		return fmt.Sprintf("COALESCE(%s, %s)", v, r.start)
	}
	supply := w.name("supply")
	g.add("OPTIONAL { %s omop:days_supply %s }", r.id, supply)
	return fmt.Sprintf("COALESCE(%s, IF(%s > 0, %s + (%s - 1) * %s, %s), %s)",
		v, supply, r.start, supply, days(1), r.start, r.start)
}

// distance holds of dates between the two ends of a relation, counted from the index date.
func distance(date, index string, rel *study.Relation, at string) []string {
	var conditions []string
	if rel.From != nil {
		conditions = append(conditions, apart(date, ">=", index, rel.From, at))
	}
	if rel.To != nil {
		conditions = append(conditions, apart(date, "<=", index, rel.To, at))
	}
	return conditions
}

// apart compares a date with another one moved by an offset, by the days between them: stores disagree on adding days
// to dates.
func apart(date, sign, index string, o *study.Offset, at string) string {
	switch {
	case (o.Months != 0 || o.Years != 0) && o.Days == 0:
		return fmt.Sprintf("%s %s %s + %s", date, sign, index, months(12*o.Years+o.Months))
	case o.Months != 0 || o.Years != 0:
		refuse(at, "days beside calendar months are not written")
	case o.Days == 0:
		return fmt.Sprintf("%s %s %s", date, sign, index)
	}
	return fmt.Sprintf("%s - %s %s %s", date, index, sign, days(o.Days))
}

// Concepts of the vocabularies Gender, Race and Ethnicity that questions name.
var (
	sexes       = map[string]int64{"female": 8532, "male": 8507}
	races       = map[string]int64{"white": 8527, "black": 8516, "asian": 8515}
	ethnicities = map[string]int64{"hispanic": 38003563, "not hispanic": 38003564}
)

// trait is the condition on the person of a solution.
func (w *writer) trait(g *group, r *record, t *study.Trait, at string) string {
	is := func(property, name string, known map[string]int64) string {
		id, ok := known[strings.ToLower(name)]
		if !ok {
			refuse(at, "%q is not written yet", name)
		}
		v := w.name("is")
		g.add("?p omop:%s %s .", property, v)
		return fmt.Sprintf("%s = concept:%d", v, id)
	}
	switch {
	case t.Sex != "":
		return is("has_gender", t.Sex, sexes)
	case t.Race != "":
		return is("has_race", t.Race, races)
	case t.Ethnicity != "":
		return is("has_ethnicity", t.Ethnicity, ethnicities)
	case t.State != "":
		return fmt.Sprintf("EXISTS { ?p omop:has_location/omop:state %q }", t.State)
	case t.Born != nil:
		return w.born(g, t.Born, at+".born")
	}
	switch {
	case t.Age.AtEnd:
		refuse(at+".age.at_end", "is not written yet")
	case t.Age.On == study.DataEnd:
		refuse(at+".age.on", "the end of the data is not written yet")
	case t.Age.On != "":
		birth := w.name("born")
		g.add("?p omop:year_of_birth %s .", birth)
		return together(inRange(fmt.Sprintf("(%s - %s)", t.Age.On[:4], birth), &t.Age.Range))
	case r == nil:
		refuse(at+".age", "age at what? There is no index date; name a date or a year")
	}
	return together(inRange(w.ageAt(g, r.start), &t.Age.Range))
}

// born compares years of birth.
func (w *writer) born(g *group, p *study.Period, at string) string {
	birth := w.name("born")
	g.add("?p omop:year_of_birth %s .", birth)
	var conditions []string
	if p.From != "" {
		if !strings.HasSuffix(p.From, "-01-01") {
			refuse(at+".from", "people are known by their year of birth: name whole years")
		}
		conditions = append(conditions, birth+" >= "+p.From[:4])
	}
	if p.To != "" {
		if !strings.HasSuffix(p.To, "-12-31") {
			refuse(at+".to", "people are known by their year of birth: name whole years")
		}
		conditions = append(conditions, birth+" <= "+p.To[:4])
	}
	return together(conditions)
}

// observed holds where the observation period of the index date reaches so far; without an index date, where one is so
// long.
func (w *writer) observed(r *record, f *study.FollowUp, at string) string {
	inner := &group{}
	o := w.name("o")
	start, end := o+"_start", o+"_end"
	inner.add("?p omop:has_observation_period %s . %s omop:start_date %s ; omop:end_date %s .", o, o, start, end)
	switch {
	case f.For != nil:
		refuse(at+".for", "calendar months and years are not written yet")
	case f.In != nil:
		if f.In.From != "" {
			inner.filter(start + " <= " + date(f.In.From))
		}
		if f.In.To != "" {
			inner.filter(end + " >= " + date(f.In.To))
		}
	case r != nil:
		inner.filter(apart(start, "<=", r.start, &study.Offset{Days: -f.Before}, at),
			apart(end, ">=", r.start, &study.Offset{Days: f.After}, at))
	default:
		inner.filter(end + " - " + start + " >= " + days(f.Before+f.After))
	}
	return "EXISTS " + inner.String()
}
