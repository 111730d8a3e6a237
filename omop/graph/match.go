package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/askomop/askomop/omop/graph/sparql"
	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/sqltree"
)

// mapping is the Graph of one query, for package translate.
type mapping struct {
	ontology *Ontology
	byRow    map[*Class]bool   // whose rows are named by their place
	aliases  map[string]*Class // of the tables in use
}

// row is a table in FROM, of which a variable is the resource.
type row struct {
	alias string
	class *Class
}

func (m *mapping) prefix(c *Class) string {
	if m.byRow[c] {
		return c.prefix + "row:"
	}
	return c.prefix
}

func (m *mapping) resource(c *Class) translate.Type {
	return translate.Type{Kind: translate.Resource, Prefix: m.prefix(c)}
}

func column(alias, name string) *sqltree.Column { return &sqltree.Column{Names: []string{alias, name}} }

// value is what a property's object is.
func (m *mapping) value(p *Property, alias string) translate.Value {
	v := translate.Value{Type: translate.Type{Kind: p.Type}, Expr: column(alias, p.Object)}
	if p.Range != nil {
		v.Type = m.resource(p.Range)
	}
	return v
}

// Constant implements translate.Graph.
func (m *mapping) Constant(iri string) translate.Value {
	for _, c := range m.ontology.Classes {
		if number, ok := strings.CutPrefix(iri, m.prefix(c)); ok {
			if n, err := strconv.ParseInt(number, 10, 64); err == nil && strconv.FormatInt(n, 10) == number {
				return translate.Value{Type: m.resource(c), Expr: sqltree.NewInt(n)}
			}
		}
	}
	return translate.Value{Expr: sqltree.NewString(translate.Term{Kind: '<', Text: iri}.Encode())}
}

// Attribute implements translate.Graph.
func (m *mapping) Attribute(of any, property string) (translate.Value, bool) {
	r, ok := of.(*row)
	if !ok {
		return translate.Value{}, false
	}
	for _, p := range m.ontology.properties[property] {
		if p.Domain == r.class && p.own() {
			return m.value(p, r.alias), true
		}
	}
	return translate.Value{}, false
}

// Splits implements translate.Graph.
func (m *mapping) Splits(p sparql.Path) bool {
	switch p := p.(type) {
	case *sparql.PathAlt:
		return true
	case *sparql.PathRepeat:
		_, ok := closure(p)
		return !ok
	}
	return false
}

// matching is one basic graph pattern on its way into a relation.
type matching struct {
	*mapping
	t *translate.Translator
	r *translate.Relation
	h hints
}

// Match implements translate.Graph. Paths over the hierarchy come last, when what they start from is known.
func (m *mapping) Match(t *translate.Translator, r *translate.Relation, patterns []*sparql.Triple, h any) error {
	known, _ := h.(hints)
	a := &matching{mapping: m, t: t, r: r, h: known}
	var paths []*sparql.Triple
	for _, p := range patterns {
		switch predicate := p.Predicate.(type) {
		case *sparql.IRI:
			if err := a.triple(p, predicate); err != nil {
				return err
			}
		case *sparql.PathRepeat:
			paths = append(paths, p)
		default:
			return t.Errorf(p.Pos, "not supported here: a variable in place of a property; name the property")
		}
	}
	for _, p := range paths {
		if err := a.path(p); err != nil {
			return err
		}
	}
	return nil
}

func (a *matching) triple(p *sparql.Triple, predicate *sparql.IRI) error {
	if predicate.Value == sparql.RDFType {
		return a.typed(p)
	}
	property, err := a.property(p, predicate)
	switch {
	case err != nil:
		return err
	case property.own():
		subject, err := a.row(p.Subject, property.Domain)
		if err != nil {
			return err
		}
		return a.bind(p.Object, a.value(property, subject.alias))
	case property.Reverse():
		object, err := a.row(p.Object, property.Range)
		if err != nil {
			return err
		}
		return a.bind(p.Subject, translate.Value{Type: a.resource(property.Domain),
			Expr: column(object.alias, property.Subject)})
	}
	return a.relation(p, property)
}

// typed is ?x a omop:Person: there is such a row.
func (a *matching) typed(p *sparql.Triple) error {
	class, err := a.ontology.class(a.t, p.Object)
	if err != nil {
		return err
	}
	_, err = a.row(p.Subject, class)
	return err
}

// relation is a property that has a table of its own, such as a concept's synonyms.
func (a *matching) relation(p *sparql.Triple, property *Property) error {
	alias := a.t.Alias(strings.TrimPrefix(property.Table, "concept_"))
	if property.Table == "concept_synonym" { // a name stands there once for each language
		list := []*sqltree.Item{{Expr: column("s", property.Subject), Alias: property.Subject},
			{Expr: column("s", property.Object), Alias: property.Object}}
		a.r.From = append(a.r.From, &sqltree.Subselect{Alias: alias,
			Query: &sqltree.Select{Distinct: true, List: list,
				From: &sqltree.BaseTable{Name: property.Table, Alias: "s"}}})
	} else {
		a.r.From = append(a.r.From, &sqltree.BaseTable{Name: property.Table, Alias: alias})
	}
	a.r.Require(property.condition(alias))
	if err := a.bind(p.Subject, translate.Value{Type: a.resource(property.Domain),
		Expr: column(alias, property.Subject)}); err != nil {
		return err
	}
	return a.bind(p.Object, a.value(property, alias))
}

// condition is Condition as a tree.
func (p *Property) condition(alias string) sqltree.Expr {
	c := func(name string) sqltree.Expr { return column(alias, name) }
	switch p.IRI {
	case OMOP + "maps_to":
		return sqltree.NewAnd(sqltree.Loc{}, &sqltree.Compare{Op: "=", Left: c("relationship_id"),
			Right: sqltree.NewString("Maps to")}, &sqltree.IsNull{Expr: c("invalid_reason")})
	case SKOS + "broader":
		return &sqltree.Compare{Op: "=", Left: c("min_levels_of_separation"), Right: sqltree.NewInt(1)}
	case SKOS + "broaderTransitive":
		return &sqltree.Compare{Op: "<>", Left: c(p.Object), Right: c(p.Subject)}
	}
	return nil
}

// row returns the table of which a term is the resource; added where the relation has none yet.
func (a *matching) row(term sparql.Term, c *Class) (*row, error) {
	wish := c.Table.Name
	if v, ok := term.(*sparql.Var); ok {
		wish = v.Name
		if old := a.r.Value(v.Name); old != nil && !old.Nullable {
			if r, ok := old.Row.(*row); ok && r.class == c {
				return r, nil
			}
		}
	}
	alias := a.t.Alias(a.aliasFor(wish, c))
	if a.aliases == nil {
		a.mapping.aliases = map[string]*Class{}
	}
	a.mapping.aliases[alias] = c
	a.r.From = append(a.r.From, &sqltree.BaseTable{Name: c.Table.Name, Alias: alias})
	key := c.Key
	if a.byRow[c] {
		key = "rowid"
	}
	r := &row{alias: alias, class: c}
	v := translate.Value{Type: a.resource(c), Expr: column(alias, key), Row: r}
	if name, ok := term.(*sparql.Var); ok { // the key of a row is never NULL
		a.r.Bind(name.Name, v)
		return r, nil
	}
	return r, a.bind(term, v)
}

// aliasFor is a table's name in the SQL: the variable's own where that is a plain word and no table's.
func (a *matching) aliasFor(wish string, c *Class) string {
	initials := ""
	for word := range strings.SplitSeq(c.Table.Name, "_") {
		initials += word[:1]
	}
	plain := wish != "" && !strings.ContainsFunc(wish, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' && (r < '0' || r > '9') })
	if !plain || a.ontology.classes[wish] != nil || strings.HasPrefix(wish, "_") {
		return initials
	}
	return wish
}

// bind says that a term of the pattern is a value of the graph, which must be there.
func (a *matching) bind(term sparql.Term, v translate.Value) error {
	switch term := term.(type) {
	case *sparql.Var:
		if old := a.r.Value(term.Name); old == nil || old.Nullable {
			a.r.Require(&sqltree.IsNull{Not: true, Expr: v.Expr})
		}
		a.r.Bind(term.Name, v)
		return nil
	case *sparql.Placeholder:
		if v.Type.Prefix != Concepts {
			return a.t.Errorf(term.Pos, "%s is a set of concepts, and stands in place of %s", term.Placeholder, v.Type)
		}
		a.r.Require(&sqltree.In{Expr: v.Expr, List: []sqltree.Expr{a.t.Concepts(term, v)}})
		return nil
	}
	c := a.t.Constant(term)
	if c.Type != v.Type {
		return a.t.Errorf(term.Offset(), "%s stands here, and the property has %s; compare other values in a FILTER",
			c.Type, v.Type)
	}
	a.r.Require(&sqltree.Compare{Op: "=", Left: v.Expr, Right: c.Expr})
	return nil
}

// property is the one that a pattern means, of those with its IRI.
func (a *matching) property(p *sparql.Triple, predicate *sparql.IRI) (*Property, error) {
	all := a.ontology.properties[predicate.Value]
	if len(all) == 0 {
		return nil, a.t.Errorf(predicate.Pos, "%s is not a property of the CDM's graph%s", short(predicate.Value),
			a.ontology.suggest(predicate.Value))
	}
	fits := a.h.fitting(a.mapping, a.r, p, all)
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return nil, a.t.Errorf(predicate.Pos, "%s does not fit here: it is a property of %s", short(predicate.Value),
			strings.Join(domains(all), ", "))
	}
	subject := "it"
	if v, ok := p.Subject.(*sparql.Var); ok && !strings.HasPrefix(v.Name, "_:") {
		subject = "?" + v.Name
	}
	if names := domains(fits); len(names) > 1 {
		return nil, a.t.Errorf(predicate.Pos, "%s is a property of %s; say which one is meant: %s a omop:%s",
			short(predicate.Value), strings.Join(names, ", "), subject, names[0])
	}
	return nil, a.t.Errorf(predicate.Pos, "%s can be several kinds of things here; say which with: a omop:%s",
		short(predicate.Value), fits[0].Range.Name)
}

func domains(list []*Property) []string {
	var names []string
	for _, p := range list {
		names = append(names, p.Domain.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
