package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
)

// hints are the classes that a variable's resources can have, for the variables of which patterns tell something.
type hints map[string][]*Class

// Hints implements translate.Graph: it draws from each pattern what its subject and object can be, until nothing new
// follows.
func (m *mapping) Hints(outer any, patterns []*sparql.Triple) any {
	h := hints{}
	if o, ok := outer.(hints); ok {
		maps.Copy(h, o)
	}
	for changed := true; changed; {
		changed = false
		for _, p := range patterns {
			changed = m.learn(h, p) || changed
		}
	}
	return h
}

// learn narrows what the variables of a pattern can be, and reports whether it did.
func (m *mapping) learn(h hints, p *sparql.Triple) bool {
	concept := []*Class{m.ontology.classes["concept"]}
	switch predicate := p.Predicate.(type) {
	case *sparql.PathRepeat:
		if _, ok := closure(predicate); ok {
			return h.narrow(p.Subject, concept) || h.narrow(p.Object, concept)
		}
	case *sparql.IRI:
		if predicate.Value == sparql.RDFType {
			object, ok := p.Object.(*sparql.IRI)
			if !ok {
				return false
			}
			for _, c := range m.ontology.Classes {
				if c.IRI() == object.Value {
					return h.narrow(p.Subject, []*Class{c})
				}
			}
			return false
		}
		var subjects, objects []*Class
		for _, property := range h.fitting(m, nil, p, m.ontology.properties[predicate.Value]) {
			subjects = append(subjects, property.Domain)
			if property.Range != nil {
				objects = append(objects, property.Range)
			}
		}
		a := h.narrow(p.Subject, subjects)
		return h.narrow(p.Object, objects) || a
	}
	return false
}

// narrow keeps of a variable's classes those that are listed. Nothing is learnt from a contradiction: the pattern
// itself is refused later.
func (h hints) narrow(term sparql.Term, to []*Class) bool {
	v, ok := term.(*sparql.Var)
	if !ok || len(to) == 0 {
		return false
	}
	old := h[v.Name]
	var left []*Class
	for _, c := range to {
		if (old == nil || slices.Contains(old, c)) && !slices.Contains(left, c) {
			left = append(left, c)
		}
	}
	if len(left) == 0 || old != nil && len(left) == len(old) {
		return false
	}
	h[v.Name] = left
	return true
}

// fitting are the properties that agree with what is known of a pattern's subject and object.
func (h hints) fitting(m *mapping, r *translate.Relation, p *sparql.Triple, all []*Property) []*Property {
	var fits []*Property
	for _, property := range all {
		if h.canBe(m, r, p.Subject, property.Domain) &&
			(property.Range == nil || h.canBe(m, r, p.Object, property.Range)) {
			fits = append(fits, property)
		}
	}
	return fits
}

func (h hints) canBe(m *mapping, r *translate.Relation, term sparql.Term, c *Class) bool {
	switch term := term.(type) {
	case *sparql.IRI:
		return strings.HasPrefix(term.Value, m.prefix(c))
	case *sparql.Placeholder:
		return c.Table.Name == "concept"
	case *sparql.Var:
		if classes := h[term.Name]; classes != nil && !slices.Contains(classes, c) {
			return false
		}
		if r != nil {
			if v := r.Value(term.Name); v != nil && v.Type.Kind == translate.Resource {
				return v.Type == m.resource(c)
			}
		}
		return true
	}
	return false
}

// class is the class that a term names.
func (o *Ontology) class(t *translate.Translator, term sparql.Term) (*Class, error) {
	iri, ok := term.(*sparql.IRI)
	if !ok {
		return nil, t.Errorf(term.Offset(),
			"not supported here: a variable in place of a class; name the class, such as omop:Person")
	}
	for _, c := range o.Classes {
		if c.IRI() == iri.Value {
			return c, nil
		}
	}
	return nil, t.Errorf(iri.Pos, "%s is not a class of the CDM's graph%s", short(iri.Value), o.suggest(iri.Value))
}

// suggest names the class or property that is most like an IRI; "" where none is.
func (o *Ontology) suggest(iri string) string {
	best, distance := "", 4
	consider := func(known string) {
		if d := editDistance(strings.ToLower(short(iri)), strings.ToLower(short(known)), distance); d < distance {
			best, distance = known, d
		}
	}
	for _, c := range o.Classes {
		consider(c.IRI())
	}
	for _, p := range o.Properties {
		consider(p.IRI)
	}
	if best == "" {
		return "; askomop graph ontology lists what there is"
	}
	return "; is " + short(best) + " meant?"
}

// editDistance counts the letters to change, or is limit where there are more.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
