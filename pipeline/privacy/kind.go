package privacy

import (
	"strings"

	"github.com/askomop/askomop/omop/sqltree"
)

// Kind is what a column holds, as far as showing it goes.
type Kind uint8

// The kinds of columns.
const (
	Key     Kind = iota // constants, attributes that many people share, and what is made of them
	Value               // a value of one person: a date, a measured value, a code as it was written down
	Ident               // what stands for one person or for one of their records
	People              // a number of people
	Records             // a number of records, events or the like, or a sum of such numbers
	Measure             // a number made of many people's values, or of counts: an average, a share
)

// counts reports whether a column of the kind holds counts.
func (k Kind) counts() bool { return k == People || k == Records }

// rowKind is what a row of a query stands for.
type rowKind uint8

const (
	plainRows  rowKind = iota // nothing of people: concepts, constants
	groupRows                 // a group of people
	personRows                // one person, or one record of a person
)

// atom is one number of people behind a column.
type atom struct {
	self bool // the column's own value is that number
	// people returns the number as an expression for the list of the query that puts
	// the column out. It may add columns to the queries below.
	people func() (sqltree.Expr, error)
	// branches are the atoms of a UNION's inputs, nil where an input has none.
	branches []*atom
	of       *population // whom it counts, where that is one SELECT's people
}

// ratio is a pair of atoms of which one counts part of the people of the other.
type ratio struct{ part, whole *atom }

// column is a column that a query puts out, or the value of an expression.
type column struct {
	name     string
	kind     Kind
	person   bool // an Ident that stands for the person, not for a record
	atoms    []*atom
	ratios   []ratio
	family   *sqltree.Select // the SELECT that counts; of two counts of one family, a part is held in the whole
	part     bool            // it counts those of the family's people that meet a condition
	window   bool            // it is computed over several rows of the result
	grouping bool            // rows are grouped by it
	flag     bool            // 0 and another constant: a sum of it counts
	sum      bool            // of values of people, so that a total less its parts gives one of them
	tells    bool            // it is made of how many people or records there are, not of a smallest or largest value alone
	own      bool            // the smallest or largest of values: one person's own
}

// combined is the value of an expression that is made of others.
func combined(parts ...column) column {
	var out column
	for _, p := range parts {
		switch {
		case p.kind >= People:
			out.kind = Measure
		case p.kind != Key && out.kind == Key:
			out.kind = Value
		}
		for _, a := range p.atoms {
			plain := *a
			plain.self = false
			out.atoms = append(out.atoms, &plain)
		}
		out.ratios = append(out.ratios, p.ratios...)
		out.window = out.window || p.window
		out.own = out.own || p.own
		out.tells = out.tells || p.tells
	}
	return out
}

// withoutPeople are tables that hold nothing of patients.
var withoutPeople = map[string]bool{
	"concept": true, "vocabulary": true, "domain": true, "concept_class": true, "concept_relationship": true, "relationship": true,
	"concept_synonym": true, "concept_ancestor": true, "source_to_concept_map": true, "drug_strength": true,
	"cdm_source": true, "metadata": true, "care_site": true, "provider": true, "cohort_definition": true,
}

// personColumn is the column of a table of patients that names the person.
func personColumn(table string) string {
	if strings.EqualFold(table, "cohort") {
		return "subject_id"
	}
	return "person_id"
}

// ofPatients is what a column of a table of patients holds, by its name.
func ofPatients(name string) column {
	c := strings.ToLower(name)
	switch {
	case c == "person_id" || c == "subject_id":
		return column{name: name, kind: Ident, person: true}
	case isShared(c):
		return column{name: name, kind: Key}
	case strings.HasSuffix(c, "_id") || c == "rowid" || c == "person_source_value" || c == "note_text" || c == "note_title":
		return column{name: name, kind: Ident}
	}
	return column{name: name, kind: Value}
}

// isShared reports whether many people have the same in a column of the data model.
func isShared(c string) bool {
	switch c {
	case "year_of_birth", "state", "county", "country_source_value", "care_site_id", "provider_id", "cohort_definition_id",
		"concept_name", "concept_code", "vocabulary_id", "concept_class_id", "care_site_name", "place_of_service_source_value":
		return true
	}
	return strings.HasSuffix(c, "concept_id") || strings.HasSuffix(c, "domain_id")
}
