package athena

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// table is one table of the vocabulary: its columns with their types, and what is lost where the file is missing.
type table struct {
	name    string
	columns []column
	loss    string
}

type column struct{ name, typ string }

var tables = []table{
	{"concept", columns("concept_id BIGINT, concept_name VARCHAR, domain_id VARCHAR, vocabulary_id VARCHAR, concept_class_id VARCHAR, " +
		"standard_concept VARCHAR, concept_code VARCHAR, valid_start_date DATE, valid_end_date DATE, invalid_reason VARCHAR"), ""},
	{"concept_synonym", columns("concept_id BIGINT, concept_synonym_name VARCHAR, language_concept_id BIGINT"),
		"concepts are found by their names alone"},
	{"concept_relationship",
		columns("concept_id_1 BIGINT, concept_id_2 BIGINT, relationship_id VARCHAR, valid_start_date DATE, " +
			"valid_end_date DATE, invalid_reason VARCHAR"), "source codes cannot be mapped"},
	{"concept_ancestor", columns("ancestor_concept_id BIGINT, descendant_concept_id BIGINT, min_levels_of_separation BIGINT, " +
		"max_levels_of_separation BIGINT"), "descendants are known only through CONCEPT_RELATIONSHIP"},
	{"vocabulary", columns("vocabulary_id VARCHAR, vocabulary_name VARCHAR, vocabulary_reference VARCHAR, vocabulary_version VARCHAR, " +
		"vocabulary_concept_id BIGINT"), ""},
	{"domain", columns("domain_id VARCHAR, domain_name VARCHAR, domain_concept_id BIGINT"), ""},
	{"concept_class", columns("concept_class_id VARCHAR, concept_class_name VARCHAR, concept_class_concept_id BIGINT"),
		""},
	{"relationship", columns("relationship_id VARCHAR, relationship_name VARCHAR, is_hierarchical VARCHAR, defines_ancestry VARCHAR, " +
		"reverse_relationship_id VARCHAR, relationship_concept_id BIGINT"), ""},
	{"drug_strength", columns("drug_concept_id BIGINT, ingredient_concept_id BIGINT, amount_value DOUBLE, amount_unit_concept_id BIGINT, " +
		"numerator_value DOUBLE, numerator_unit_concept_id BIGINT, denominator_value DOUBLE, denominator_unit_concept_id BIGINT, " +
		"box_size BIGINT, valid_start_date DATE, valid_end_date DATE, invalid_reason VARCHAR"), ""},
}

func columns(list string) []column {
	var out []column
	for field := range strings.SplitSeq(list, ", ") {
		name, typ, _ := strings.Cut(field, " ")
		out = append(out, column{name, typ})
	}
	return out
}

// create makes the table without rows.
func (t table) create(ctx context.Context, db *sql.DB) error {
	definition := make([]string, len(t.columns))
	for i, c := range t.columns {
		definition[i] = c.name + " " + c.typ
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("CREATE TABLE %s (%s)", t.name, strings.Join(definition, ", ")))
	return err
}

// asWritten are the options of read_csv for Athena's files: no quoting, so that a quote in a name is a quote.
const asWritten = `delim = '\t', quote = '', escape = '', header = true, nullstr = ''`

// load makes the table from a file. It takes the columns for what Athena writes, and where a value is not of that form,
// reads all as text and converts it with care, which takes longer.
func (t table) load(ctx context.Context, db *sql.DB, path string) error {
	typed, err := t.typedColumns(path)
	if err != nil {
		return err
	}
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = `"` + c.name + `"`
	}
	_, err = db.ExecContext(ctx,
		fmt.Sprintf("CREATE TABLE %s AS SELECT %s FROM read_csv(%s, %s, auto_detect = false, columns = %s, dateformat = '%%Y%%m%%d')",
			t.name, strings.Join(names, ", "), quote(path), asWritten, typed))
	if err == nil || ctx.Err() != nil {
		return err
	}
	return t.loadWithCare(ctx, db, path)
}

// typedColumns are the columns of a file in its order, with their types, as read_csv wants them.
func (t table) typedColumns(path string) (string, error) {
	header, err := (&file{path: path}).header()
	if err != nil {
		return "", err
	}
	types := map[string]string{}
	for _, c := range t.columns {
		types[c.name] = c.typ
	}
	var typed []string
	for name := range strings.SplitSeq(strings.TrimPrefix(header, "\ufeff"), "\t") {
		key := strings.ToLower(strings.TrimSpace(name))
		typ, ok := types[key]
		if !ok {
			typ = "VARCHAR"
		}
		delete(types, key)
		typed = append(typed, quote(key)+": "+quote(typ))
	}
	for _, c := range t.columns {
		if types[c.name] != "" {
			return "", fmt.Errorf("the file has no column %s; download it again from athena.ohdsi.org", c.name)
		}
	}
	return "{" + strings.Join(typed, ", ") + "}", nil
}

func (t table) loadWithCare(ctx context.Context, db *sql.DB, path string) error {
	values := make([]string, len(t.columns))
	for i, c := range t.columns {
		values[i] = c.value()
	}
	if err := t.create(ctx, db); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s SELECT %s FROM %s", t.name, strings.Join(values, ", "),
		asText(path)))
	return err
}

// asText reads a file with all its values as they are written.
func asText(path string) string {
	return fmt.Sprintf("read_csv(%s, %s, all_varchar = true, normalize_names = true, sample_size = 1000)", quote(path),
		asWritten)
}

// value reads the column. Athena writes dates as 20101231; extracts of it have been through
// other hands and forms. A date that is none of these is left empty, and counted by lacks.
func (c column) value() string {
	name := `"` + c.name + `"`
	switch c.typ {
	case "DATE":
		return fmt.Sprintf("CAST(try_strptime(%s, ['%%Y%%m%%d', '%%Y-%%m-%%d', '%%d/%%m/%%Y', '%%m/%%d/%%Y']) AS DATE)",
			name)
	case "VARCHAR":
		return name
	}
	return fmt.Sprintf("CAST(%s AS %s)", name, c.typ)
}

// lack is how many rows have no date in a column, and what was there instead.
type lack struct {
	column     string
	missing    int64 // nothing
	unreadable int64 // something that is not a date
}

// lacks counts the rows of a loaded table that have no date, by column; only columns where a row has none. Every date
// of the vocabulary is one that must be there.
func (t table) lacks(ctx context.Context, db *sql.DB, path string) ([]lack, error) {
	var all []lack
	for _, c := range t.columns {
		if c.typ != "DATE" {
			continue
		}
		l := lack{column: c.name}
		if err := db.QueryRowContext(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE %s IS NULL", t.name,
			c.name)).Scan(&l.unreadable); err != nil {
			return nil, err
		}
		if l.unreadable == 0 {
			continue
		}
		if err := db.QueryRowContext(ctx, fmt.Sprintf(`SELECT count(*) FROM %s WHERE coalesce(trim("%s"), '') = ''`,
			asText(path), c.name)).Scan(&l.missing); err != nil {
			return nil, err
		}
		l.unreadable -= l.missing
		all = append(all, l)
	}
	return all, nil
}
