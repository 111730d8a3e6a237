package load

import (
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/schema"
)

// newest is the version taken where nothing tells one.
const newest = "5.4"

// detectVersion finds the CDM version that a source is made for: what cdm_source says,
// unless its columns belong to another version only; else what the columns say.
// names holds each table's column names (nil for a file without a header), declared
// what cdm_source says, or "".
func detectVersion(names map[string][]string, declared string) (version, from string) {
	only53, only54 := onlyIn(names, "5.3"), onlyIn(names, "5.4")
	said, known := schema.Normalize(declared)
	switch {
	case strings.Contains(declared, "5.2") || strings.Contains(declared, "5.1") || strings.Contains(declared, "5.0.1"):
		said, known = "5.3", true // what came before 5.3 goes into it whole
	}
	switch {
	case known && !(said == "5.3" && only54 != "" && only53 == ""):
		return said, "cdm_source.cdm_version says " + declared
	case only54 != "" && only53 == "":
		return "5.4", only54 + " is a column of 5.4 only"
	case only53 != "":
		return "5.3", only53 + " is a column of 5.3 only"
	case declared != "":
		return newest, fmt.Sprintf("cdm_source.cdm_version says %q, which is neither 5.3 nor 5.4", declared)
	}
	return newest, "nothing in the source tells it"
}

// onlyIn names a column that of the two versions only this one has, or "".
func onlyIn(names map[string][]string, version string) string {
	tables := make([]string, 0, len(names))
	for table := range names {
		tables = append(tables, table)
	}
	slices.Sort(tables)
	for _, table := range tables {
		for _, name := range names[table] {
			here, there := false, false
			for _, v := range schema.Versions() {
				if has(v, table, name) {
					here, there = here || v == version, there || v != version
				}
			}
			if here && !there {
				return table + "." + strings.ToLower(strings.TrimSpace(name))
			}
		}
	}
	return ""
}

func has(version, table, name string) bool {
	s, err := schema.For(version)
	if err != nil {
		return false
	}
	t, ok := s.Table(table)
	if !ok {
		return false
	}
	return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return schema.Key(c.Name) == schema.Key(name) })
}

// declaredVersion reads cdm_version off the first record of a delimited cdm_source.
func declaredVersion(d dialect) string {
	if len(d.rows) == 0 {
		return ""
	}
	names := d.header
	if names == nil {
		layout, err := layoutOf(newest, "cdm_source", d.rows)
		if err != nil {
			return ""
		}
		names = layout
	}
	i := slices.IndexFunc(names, func(n string) bool { return schema.Key(n) == "cdmversion" })
	if i < 0 || i >= len(d.rows[0]) {
		return ""
	}
	return strings.TrimSpace(d.rows[0][i])
}
