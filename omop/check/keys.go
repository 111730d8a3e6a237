package check

import (
	"slices"

	"github.com/askomop/askomop/omop/schema"
)

const (
	personKey  = "person.person_id"
	visitKey   = "visit_occurrence.visit_occurrence_id"
	conceptKey = "concept.concept_id"
)

// identity names what a column identifies: the primary key that it is or refers to,
// as in "person.person_id" for every person_id and for a cohort's subject_id. It is
// "" for what is not a key, and for keys that refer to several tables.
func identity(o origin) string {
	switch {
	case o.Column.Type != schema.ID:
		return ""
	case o.Column.IsConcept():
		return conceptKey
	case o.Column.RefTable != "":
		return o.Column.RefTable + "." + o.Column.RefColumn
	case o.Column.Primary:
		return o.String()
	}
	return ""
}

// identityOf is identity where all origins agree, or "".
func identityOf(list []origin) string {
	if len(list) == 0 {
		return ""
	}
	id := identity(list[0])
	for _, o := range list[1:] {
		if identity(o) != id {
			return ""
		}
	}
	return id
}

// all reports whether there are origins and each satisfies f.
func all(list []origin, f func(origin) bool) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(o origin) bool { return !f(o) })
}

// isEvent reports whether the table holds dated events of people of which a person can have many.
func isEvent(t *schema.Table) bool {
	return t != nil && t.IsEvent() && t.Name != "death" || t != nil && t.Name == "cohort"
}

// isClinical reports whether the table's rows belong to people.
func isClinical(t *schema.Table) bool {
	return t != nil && (t.HasPerson || t.Name == "cohort")
}

// isSource reports whether the column holds the concepts of the source's own codes.
func isSource(o origin) bool {
	return o.Column.IsConcept() && o.Relation.Table.Group != "vocabulary" &&
		hasSuffix(o.Column.Name, "_source_concept_id")
}

// isType reports whether the column tells where a record comes from.
func isType(o origin) bool {
	return o.Column.IsConcept() && (o.Column.Domain == "Type Concept" || hasSuffix(o.Column.Name, "_type_concept_id"))
}

// isStandard reports whether the column holds the standard concepts of records.
func isStandard(o origin) bool {
	return o.Column.IsConcept() && o.Relation.Table.Group != "vocabulary" && !isSource(o) && !isType(o)
}

// isPrimary reports whether the column is its table's primary key, or identifies its rows alone.
func isPrimary(o origin) bool {
	return o.Column.Primary || len(o.Relation.Table.Key) == 1 && o.Relation.Table.Key[0] == o.Column.Name
}

// hasDate reports whether a column is a date or a time.
func hasDate(o origin) bool { return o.Column.Type == schema.Date || o.Column.Type == schema.Datetime }
