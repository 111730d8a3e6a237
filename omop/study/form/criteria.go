package form

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
	"github.com/askomop/askomop/omop/study"
)

// links are the criteria that some links are.
func (r *reader) links(at string, all []Link) []study.Criterion {
	var out []study.Criterion
	for i, l := range all {
		out = append(out, r.criterion(fmt.Sprintf("%s[%d]", at, i), l))
	}
	return out
}

func (r *reader) criterion(at string, l Link) study.Criterion {
	if l.Who != nil {
		return negated(r.who(at, l), l.None)
	}
	var each []study.Criterion
	for i, name := range l.Events {
		e := r.named(fmt.Sprintf("%s.events[%d]", at, i), name)
		each = append(each, study.Criterion{Has: &study.Has{Event: e, Relation: r.relation(at, l),
			Times:    r.span(at+".times", l.Times),
			Distinct: study.Distinct(l.Distinct), Apart: l.Apart, Summed: study.Quantity(l.Summed)}})
	}
	if l.Observed != "" {
		if o := r.offset(at+".or_observed", l.Observed); o != nil {
			each = append(each, study.Criterion{Observed: followed(*o)})
		}
	}
	switch n := r.span(at+".how_many", l.HowMany); {
	case len(each) == 0:
		r.fault(at+".events", "name at least one event")
		return study.Criterion{}
	case n != nil:
		return negated(study.Criterion{Some: &study.Some{Times: *n, Of: each}}, l.None)
	case len(each) > 1:
		return negated(study.Criterion{Any: each}, l.None)
	}
	return negated(each[0], l.None)
}

// followed is observation for so long after the index date.
func followed(o study.Offset) *study.FollowUp {
	if o.Days != 0 {
		return &study.FollowUp{After: o.Days}
	}
	return &study.FollowUp{For: &o}
}

func negated(c study.Criterion, not bool) study.Criterion {
	if not {
		return study.Criterion{Not: &c}
	}
	return c
}

// who is a link about the person.
func (r *reader) who(at string, l Link) study.Criterion {
	all := r.traits(at+".who", l.Who)
	switch {
	case len(l.Events) > 0:
		r.fault(at, "give events or who, not both")
	case len(all) == 0:
		r.fault(at+".who", "it says nothing")
		return study.Criterion{}
	case len(all) > 1:
		return study.Criterion{All: all}
	}
	return all[0]
}

// relation of a link to the index record; nil for none.
func (r *reader) relation(at string, l Link) *study.Relation {
	rel := study.Relation{From: r.offset(at+".from", l.From), To: r.offset(at+".to", l.To), Place: study.Place(l.Place),
		End: l.End, Other: l.Other}
	if rel.From == nil && rel.To == nil && rel.Place == "" && !rel.End && !rel.Other {
		return nil
	}
	return &rel
}

var offsetForm = lazyregexp.New(`^([+-]?\d{1,5})\s*([dmy]|days?|months?|years?)?(?:([+-]1)d)?$`)

// offset reads 90d, -6m, 1y, 6m+1d; nil for an open end.
func (r *reader) offset(at, text string) *study.Offset {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	m := offsetForm.FindStringSubmatch(text)
	if m == nil {
		r.fault(at, "%q is no distance; write 90d, -6m or 1y", text)
		return nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		r.fault(at, "%q is no number", m[1])
		return nil
	}
	day, _ := strconv.Atoi(m[3])
	switch {
	case strings.HasPrefix(m[2], "m"):
		return &study.Offset{Months: n, Days: day}
	case strings.HasPrefix(m[2], "y"):
		return &study.Offset{Years: n, Days: day}
	}
	return &study.Offset{Days: n + day}
}

// traits are the criteria about the people themselves.
func (r *reader) traits(at string, p *People) []study.Criterion {
	if p == nil {
		return nil
	}
	var out []study.Criterion
	is := func(t study.Trait) { out = append(out, study.Criterion{Is: &t}) }
	if p.Sex != "" {
		is(study.Trait{Sex: p.Sex})
	}
	if p.Race != "" {
		is(study.Trait{Race: p.Race})
	}
	if p.Ethnicity != "" {
		is(study.Trait{Ethnicity: p.Ethnicity})
	}
	if p.State != "" {
		is(study.Trait{State: p.State})
	}
	if born := period(p.Born); born != nil {
		is(study.Trait{Born: born})
	}
	if age := r.span(at+".age", p.Age); age != nil {
		is(study.Trait{Age: &study.Age{Range: *age, On: p.AgeOn}})
	}
	if in := period(p.In); p.Before != 0 || p.Following != 0 || p.For != "" || in != nil {
		out = append(out, study.Criterion{Observed: &study.FollowUp{Before: p.Before, After: p.Following,
			For: r.offset(at+".observed_for", p.For), In: in}})
	}
	return out
}
