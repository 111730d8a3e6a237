package schema

import "strings"

// WithoutPeople reports whether a table holds nothing of patients. A table that the model does not have may hold
// anything.
func WithoutPeople(table string) bool {
	switch strings.ToLower(table) {
	case "care_site", "provider", "cohort_definition":
		return true
	}
	t, ok := newest().Table(table)
	return ok && (t.Group == "vocabulary" || t.Group == "metadata")
}

// newest is the newest version, which has all tables that hold people.
func newest() *Schema {
	versions := Versions()
	return model().schemas[versions[len(versions)-1]]
}

// HasPerson reports whether a table of the model names a person in each row.
func HasPerson(table string) bool {
	t, ok := newest().Table(table)
	return ok && (t.HasPerson || t.Name == "cohort")
}
