package schema

import (
	"slices"
	"strings"
)

// Layout is one order of a table's columns, as files without a header have them.
type Layout struct {
	Version string // "5.2", "5.3.0", "5.3" or "5.4"
	Columns []string
}

// Layouts lists the orders in which a table's columns have been published, the
// version's own first, then the others, newest first.
func Layouts(version, table string) []Layout {
	out := model().layoutsOf(strings.ToLower(table))
	if v, ok := Normalize(version); ok {
		slices.SortStableFunc(out, func(a, b Layout) int { return own(b, v) - own(a, v) })
	}
	return out
}

func own(l Layout, version string) int {
	if l.Version == version {
		return 1
	}
	return 0
}

func (m *cdm) layoutsOf(table string) []Layout {
	var out []Layout
	for _, v := range slices.Backward(Versions()) {
		if t, ok := m.schemas[v].Table(table); ok {
			names := make([]string, len(t.Columns))
			for i, c := range t.Columns {
				names[i] = c.Name
			}
			out = append(out, Layout{Version: v, Columns: names})
		}
	}
	old := slices.Clone(m.layouts[table])
	slices.SortFunc(old, func(a, b Layout) int { return strings.Compare(b.Version, a.Version) })
	return append(out, old...)
}

// Replacement names the column of the version's table that holds what another
// version, or a slip of older scripts, calls column: in 5.4, visit_occurrence's
// "admitting_source_concept_id" is "admitted_from_concept_id". It is false where the
// version has the column under that very name, and where it has nothing like it.
func Replacement(version, table, column string) (string, bool) {
	s, err := For(version)
	if err != nil {
		return "", false
	}
	t, ok := s.Table(table)
	if !ok {
		return "", false
	}
	name := strings.ToLower(column)
	if _, ok := t.Column(name); ok {
		return "", false
	}
	m := model()
	if full, ok := m.aliases[t.Name][name]; ok {
		name = full
	}
	if _, ok := t.Column(name); ok {
		return name, true
	}
	for _, c := range t.Columns { // an older name, asked of a newer version
		if c.Formerly == name {
			return c.Name, true
		}
	}
	for _, v := range Versions() { // a newer name, asked of an older version
		if other, ok := m.schemas[v].Table(table); ok {
			if c, ok := other.Column(name); ok && c.Formerly != "" {
				if _, ok := t.Column(c.Formerly); ok {
					return c.Formerly, true
				}
			}
		}
	}
	return "", false
}

// Resolve finds the column that a file's header means: the same letters and digits,
// whatever the case, blanks and underscores ("Person ID", "personId"), under the
// version's name or another version's.
func (s *Schema) Resolve(table, header string) (*Column, bool) {
	t, ok := s.Table(table)
	if !ok {
		return nil, false
	}
	key := headerKey(t.Name, header)
	for _, c := range t.Columns {
		if Key(c.Name) == key {
			return c, true
		}
	}
	if name, ok := model().known[t.Name][key]; ok {
		if to, ok := Replacement(s.Version, t.Name, name); ok {
			return t.Column(to)
		}
	}
	return nil, false
}

// Known tells whether any version has, or had, such a column in the table.
func Known(table, header string) bool {
	_, ok := model().known[table][headerKey(table, header)]
	return ok
}

// headerKey is the key of a header's name without the table's, which Hive puts in front
// of it ("person.person_id").
func headerKey(table, header string) string {
	if prefix, name, ok := strings.Cut(header, "."); ok && Key(prefix) == Key(table) {
		header = name
	}
	return Key(header)
}

// Key reduces a name to what survives renaming by tools: its letters and digits, lower case.
func Key(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + ('a' - 'A')
		}
		return -1
	}, name)
}

// TableNames lists every table that any version has, sorted.
func TableNames() []string {
	m := model()
	var names []string
	for _, s := range m.schemas {
		for _, t := range s.Tables {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
