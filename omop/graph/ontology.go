package graph

import (
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/graph/translate"
	"github.com/askomop/askomop/omop/schema"
)

// The names of the vocabularies that the graph uses.
const (
	OMOP     = "https://w3id.org/omop/ontology/"
	SKOS     = "http://www.w3.org/2004/02/skos/core#"
	RDFS     = "http://www.w3.org/2000/01/rdf-schema#"
	Concepts = "https://athena.ohdsi.org/search-terms/terms/"
	// Base begins the IRIs of rows where Options has no other.
	Base = "urn:omop:"
)

// Class is a table as a class of resources.
type Class struct {
	Name  string // "DrugExposure"
	Table *schema.Table
	Key   string // the column that the IRIs are made from
	// Hub is set where other tables refer to the key: all rows of a key are one resource then.
	Hub bool

	prefix string
}

// IRI is the class's own.
func (c *Class) IRI() string { return OMOP + c.Name }

// Property is a property of one class. Properties of one IRI differ in their classes.
type Property struct {
	IRI    string
	Domain *Class
	Range  *Class         // nil for a literal
	Type   translate.Kind // of a literal
	// Table holds the triples: Subject and Object are its columns. Where Table is the domain's own the property has one
	// value at most.
	Table, Subject, Object string
	Condition              string // SQL over the table, or ""
	Meaning                string
}

// own reports whether the property is a column of the subject's row.
func (p *Property) own() bool {
	return p.Table == p.Domain.Table.Name && p.Subject == p.Domain.Key
}

// Reverse reports whether the property goes to rows that refer to the subject: from a person to a record.
func (p *Property) Reverse() bool {
	return p.Range != nil && p.Table == p.Range.Table.Name && p.Object == p.Range.Key && !p.own()
}

// To names what the property goes to: a class, or the type of a literal.
func (p *Property) To() string {
	if p.Range != nil {
		return "omop:" + p.Range.Name
	}
	return short(translate.Type{Kind: p.Type}.Datatype())
}

// Ontology is the classes and properties of one version of the CDM.
type Ontology struct {
	Version    string
	Classes    []*Class
	Properties []*Property

	classes    map[string]*Class      // by table
	properties map[string][]*Property // by IRI
}

// Of makes the ontology of a version of the CDM. Base begins the IRIs of rows.
func Of(s *schema.Schema, base string) *Ontology {
	o := &Ontology{Version: s.Version, classes: map[string]*Class{}, properties: map[string][]*Property{}}
	for _, t := range s.Tables {
		if key := keyOf(t); key != "" && isClass(t) {
			c := &Class{Name: className(t.Name), Table: t, Key: key, prefix: base + t.Name + ":"}
			o.Classes = append(o.Classes, c)
			o.classes[t.Name] = c
		}
	}
	o.classes["concept"].prefix = Concepts
	for _, c := range o.Classes {
		for _, column := range c.Table.Columns {
			if target := o.classes[column.RefTable]; target != nil && column.RefColumn == target.Key && target != c {
				target.Hub = true
			}
		}
	}
	for _, c := range o.Classes {
		for _, column := range c.Table.Columns {
			o.addColumn(c, column)
		}
	}
	o.addVocabulary()
	return o
}

// isClass leaves out results, metadata, and tables that only tie others together.
func isClass(t *schema.Table) bool {
	switch t.Group {
	case "clinical", "health system", "economics", "derived":
		return t.Name != "fact_relationship" && t.Name != "episode_event"
	}
	return t.Name == "concept"
}

// keyOf is the one column that tells a table's rows apart, or should.
func keyOf(t *schema.Table) string {
	if len(t.Key) != 1 {
		return ""
	}
	return t.Key[0]
}

func className(table string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(table, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

// hubs are the tables whose resources point at what refers to them, as in ?person omop:has_drug_exposure ?d.
var hubs = []string{"person", "visit_occurrence", "visit_detail", "note"}

func (o *Ontology) addColumn(c *Class, column *schema.Column) {
	target := o.classes[column.RefTable]
	switch {
	case target != nil && column.RefColumn == target.Key && column.Name == target.Key &&
		slices.Contains(hubs, target.Table.Name) && target != c:
		o.add(&Property{IRI: OMOP + "has_" + c.Table.Name, Domain: target, Range: c, Table: c.Table.Name,
			Subject: column.Name, Object: c.Key, Meaning: c.Table.Meaning()})
	case column.Name == c.Key:
	case target != nil && column.RefColumn == target.Key:
		name := shortName(c.Table, strings.TrimSuffix(column.Name, "_id"))
		o.add(&Property{IRI: OMOP + "has_" + name, Domain: c, Range: target, Table: c.Table.Name, Subject: c.Key,
			Object: column.Name, Meaning: c.Table.ColumnMeaning(column)})
	default:
		o.add(&Property{IRI: literalIRI(c, column), Domain: c, Type: kindOf(column.Type), Table: c.Table.Name,
			Subject: c.Key, Object: column.Name, Meaning: c.Table.ColumnMeaning(column)})
	}
}

func literalIRI(c *Class, column *schema.Column) string {
	if c.Table.Name == "concept" {
		switch column.Name {
		case "concept_name":
			return SKOS + "prefLabel"
		case "concept_code":
			return SKOS + "notation"
		}
	}
	return OMOP + shortName(c.Table, column.Name)
}

// shortName takes off what the table says already, by the rules of the published ontology: drug_exposure_start_date and
// condition_start_date are start_date, condition_concept is concept, gender_concept is gender.
func shortName(t *schema.Table, name string) string {
	prefixes := []string{t.Name + "_"}
	for _, suffix := range []string{"_exposure", "_occurrence", "_era", "_nlp"} {
		if short, ok := strings.CutSuffix(t.Name, suffix); ok {
			prefixes = append(prefixes, short+"_")
		}
	}
	if strings.HasSuffix(t.Name, "_nlp") {
		prefixes = append(prefixes, "nlp_")
	}
	for _, p := range prefixes {
		if short, ok := strings.CutPrefix(name, p); ok {
			name = short
			break
		}
	}
	if name == "drug_concept" { // of the eras of drugs and doses
		return "concept"
	}
	if short, ok := strings.CutSuffix(name, "_concept"); ok && !strings.HasSuffix(name, "_as_concept") {
		if _, taken := t.Column(short); !taken {
			return short
		}
	}
	return name
}

func kindOf(t schema.Type) translate.Kind {
	switch t {
	case schema.ID, schema.Integer:
		return translate.Integer
	case schema.Number:
		return translate.Double
	case schema.Date:
		return translate.Date
	case schema.Datetime:
		return translate.DateTime
	}
	return translate.String
}

// valid is a relationship that holds.
const valid = "invalid_reason IS NULL"

// addVocabulary adds what other tables of the vocabulary say of concepts.
func (o *Ontology) addVocabulary() {
	c := o.classes["concept"]
	o.add(&Property{IRI: SKOS + "altLabel", Domain: c, Type: translate.String, Table: "concept_synonym",
		Subject: "concept_id", Object: "concept_synonym_name", Meaning: "synonym"})
	o.add(&Property{IRI: OMOP + "maps_to", Domain: c, Range: c, Table: "concept_relationship", Subject: "concept_id_1",
		Object:    "concept_id_2",
		Condition: "relationship_id = 'Maps to' AND " + valid, Meaning: "standard concept that stands for this one"})
	hierarchy := Property{Domain: c, Range: c, Table: "concept_ancestor", Subject: "descendant_concept_id",
		Object: "ancestor_concept_id"}
	broader, transitive := hierarchy, hierarchy
	broader.IRI, broader.Condition, broader.Meaning = SKOS+"broader", "min_levels_of_separation = 1",
		"parent; skos:broader* is the concept itself and all its ancestors"
	transitive.IRI, transitive.Condition, transitive.Meaning = SKOS+"broaderTransitive",
		"ancestor_concept_id <> descendant_concept_id", "any ancestor but the concept itself"
	o.add(&broader)
	o.add(&transitive)
}

func (o *Ontology) add(p *Property) {
	for _, was := range o.properties[p.IRI] {
		if was.Domain == p.Domain && (was.Table == p.Table || was.Range == p.Range && p.Range == nil) {
			return
		}
	}
	o.Properties = append(o.Properties, p)
	o.properties[p.IRI] = append(o.properties[p.IRI], p)
}

// Prefixes are the prefixes that a query may use without declaring them.
func Prefixes() map[string]string {
	return map[string]string{"omop": OMOP, "concept": Concepts, "skos": SKOS, "rdfs": RDFS,
		"rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "xsd": "http://www.w3.org/2001/XMLSchema#"}
}
