package rag

import (
	"context"
	"slices"

	"github.com/askomop/askomop/omop/sqltree"
)

// carry writes the question's values into the SQL of an example that fits. The
// error is a *misfit where a value has no certain place.
func (a *Adapter) carry(ctx context.Context, m Masked, f fit) (Template, error) {
	swaps, err := f.entities(m)
	if err != nil {
		return Template{}, err
	}
	edits := f.constraints(m)
	var filters []edit
	if !sameSentence(m, f.example) {
		if filters, err = f.filterEdits(); err != nil {
			return Template{}, err
		}
	}
	for _, e := range filters {
		if e.was == nil && !e.is.OfPerson() && slices.ContainsFunc(f.asked.tokens, ofPopulation) {
			return Template{}, noFit("%q would change whom %q is a share of", e.is.Text, f.pair.Question)
		}
	}
	t := Template{Writer: "pair", PairID: f.pair.ID, Assumptions: f.pair.assumptions()}
	if len(edits) == 0 && len(filters) == 0 && !changesDomain(swaps) {
		t.SQL, err = sqltree.Render(f.pair.SQL, func(p sqltree.Placeholder) (string, error) {
			return swaps[p.String()].String(), nil
		})
		return t, err
	}
	stmt, err := sqltree.Parse(ctx, a.parser, f.pair.SQL)
	if err != nil {
		return Template{}, noFit("the example %s does not parse: %v", f.pair.ID, err)
	}
	q := &query{stmt: stmt}
	for _, e := range edits {
		if err := q.setConstraint(e.was, e.is, f.clashes(e.was)); err != nil {
			return Template{}, err
		}
	}
	for _, e := range filters {
		if err := q.setFilter(e.was, e.is); err != nil {
			return Template{}, err
		}
	}
	if err := q.setEntities(swaps); err != nil {
		return Template{}, err
	}
	t.SQL, err = sqltree.Format(stmt)
	return t, err
}

// sameSentence reports whether two questions are the same word by word but for their entities: then all that one
// limits the other limits in the same place, wherever its SQL says so.
func sameSentence(m, example Masked) bool {
	return slices.EqualFunc(m.Reading.items, example.Reading.items, func(a, b item) bool {
		if a.entity >= 0 || b.entity >= 0 {
			return a.entity >= 0 && b.entity >= 0 && m.Entities[a.entity].Domain == example.Entities[b.entity].Domain
		}
		return a.text == b.text && a.token == b.token
	})
}

// ofPopulation reports whether a token asks for something per population, whose
// denominator an age or a year would have to narrow too.
func ofPopulation(token string) bool {
	return slices.Contains([]string{"share", "rate", "prevalence", "incidence", "mortality", "survival", "ratio", "not", "perperson"}, token)
}

// entities pairs each placeholder of the example, as written, with what is asked.
func (f fit) entities(m Masked) (map[string]sqltree.Placeholder, error) {
	swaps := map[string]sqltree.Placeholder{}
	for i, s := range f.asked.slots {
		if s.entity < 0 {
			continue
		}
		ask := m.Entities[s.entity]
		old := f.holders[f.slots[f.model.slots[i].entity]]
		swap := sqltree.Placeholder{Domain: sqltree.Domain(ask.Domain), Text: ask.Text}
		if prev, ok := swaps[old.String()]; ok && prev.String() != swap.String() {
			return nil, noFit("%q stands for two different things", old.Text)
		}
		swaps[old.String()] = swap
	}
	if len(swaps) != len(f.holders) {
		return nil, noFit("the example %s needs %d entities, the question names %d", f.pair.ID, len(f.holders), len(swaps))
	}
	return swaps, nil
}

func changesDomain(swaps map[string]sqltree.Placeholder) bool {
	for old, is := range swaps {
		if p, err := sqltree.Placeholders(old); err != nil || p[0].Domain != is.Domain {
			return true
		}
	}
	return false
}

// edit replaces one constraint by another; a nil side adds or drops it.
type edit struct{ was, is *Constraint }

// constraints lists the constraints within the skeleton whose values differ.
func (f fit) constraints(m Masked) []edit {
	var edits []edit
	for i, s := range f.asked.slots {
		if s.constraint < 0 {
			continue
		}
		was := &f.example.Constraints[f.model.slots[i].constraint]
		is := &m.Constraints[s.constraint]
		if was.Op != is.Op || was.Unit != is.Unit || !slices.Equal(was.Values, is.Values) {
			edits = append(edits, edit{was, is})
		}
	}
	return edits
}

// clashes reports whether another number of the example has the same value as c,
// so that the SQL's literal cannot be told to be c's.
func (f fit) clashes(c *Constraint) bool {
	for i := range f.example.Constraints {
		other := &f.example.Constraints[i]
		if other == c || other.Kind == KindSex || other.Kind == KindRace || other.Kind == KindEthnicity || other.Kind == KindState {
			continue
		}
		for _, v := range c.Values {
			if v != "" && slices.Contains(other.Values, v) {
				return true
			}
		}
	}
	return false
}

// filterEdits pairs the filters of example and question kind by kind. A filter that both
// have alike is an edit too: setting it proves that the example's SQL has it as a filter.
func (f fit) filterEdits() ([]edit, error) {
	var edits []edit
	for _, kind := range []Kind{KindSex, KindRace, KindEthnicity, KindState, KindBirthYear, KindAge, KindYear, KindDate} {
		was, is := ofKind(f.model.filters, kind), ofKind(f.asked.filters, kind)
		switch {
		case len(is) > 1 || len(was) > 1:
			if len(is) != len(was) {
				return nil, noFit("there is more than one %s", kind)
			}
			for i := range is {
				if is[i].String() != was[i].String() {
					return nil, noFit("there is more than one %s", kind)
				}
			}
		case len(is) == 1 && len(was) == 1:
			edits = append(edits, edit{&was[0], &is[0]})
		case len(was) == 1:
			edits = append(edits, edit{was: &was[0]})
		case len(is) == 1:
			edits = append(edits, edit{is: &is[0]})
		}
	}
	return edits, nil
}

func ofKind(cs []Constraint, kind Kind) []Constraint {
	var out []Constraint
	for _, c := range cs {
		if c.Kind == kind {
			out = append(out, c)
		}
	}
	return out
}
