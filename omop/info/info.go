// Package info describes a CDM database: its version, people, dates, rows, vocabulary,
// and what it lacks that questions may need. It reads aggregates only, never a person's
// row, and works on 5.3 and 5.4 and on databases with tables or columns missing.
package info

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// Info is what a database holds. Dates are ISO days; an empty string means none.
type Info struct {
	Version           string `json:"cdm_version"`        // "5.3" or "5.4", by its columns
	DeclaredVersion   string `json:"declared_version"`   // what cdm_source says, as it says it
	Source            string `json:"source"`             // the database's own name
	VocabularyVersion string `json:"vocabulary_version"` // as cdm_source or vocabulary says

	Persons   int64  `json:"persons"`
	FirstDate string `json:"first_date"` // of the clinical events
	LastDate  string `json:"last_date"`

	Concepts         int64 `json:"concepts"`
	StandardConcepts int64 `json:"standard_concepts"`

	Tables   []Table   `json:"tables"`   // those that are there, in the CDM's order
	Domains  []Domain  `json:"domains"`  // how well each clinical domain is mapped
	Findings []Finding `json:"findings"` // what is missing, most serious first
}

// Table is one table that the database has.
type Table struct {
	Name      string `json:"name"`
	Rows      int64  `json:"rows"`
	FirstDate string `json:"first_date,omitempty"` // of its start dates
	LastDate  string `json:"last_date,omitempty"`
	People    int64  `json:"-"` // who have rows, mostCounted where there are more; 0 for a table that is not of people

	hidden string // what stands in the place of its numbers: "few" where they are of few people
}

// Domain counts the records of a clinical table that carry no standard concept: concept id 0, none, or one that the
// vocabulary does not hold as a standard one. Without a vocabulary every other id counts as mapped.
type Domain struct {
	Domain   string  `json:"domain"` // "Condition"
	Table    string  `json:"table"`
	Rows     int64   `json:"rows"`
	Unmapped int64   `json:"unmapped"`
	Share    float64 `json:"unmapped_share"` // between 0 and 1

	fewer int // its numbers are hidden
}

// Finding is something the database lacks. Code doesn't change; Message is for people.
type Finding struct {
	Code    string `json:"code"`
	Table   string `json:"table,omitempty"`
	Column  string `json:"column,omitempty"`
	Message string `json:"message"`

	count int64 // the first number of the message, where it is one of rows or people
}

// Describe reads the tables of the connection's current schema. The only errors are
// those of the database; a table or column that isn't there is a finding.
func Describe(ctx context.Context, db omop.Reader) (*Info, error) {
	d := &describer{db: ask(db), info: &Info{}}
	for _, step := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"list the tables", d.catalog},
		{"read the tables", d.tables},
		{"read the source", d.source},
		{"read the vocabulary", d.vocabulary},
		{"look for what is missing", d.findings},
	} {
		if err := step.do(ctx); err != nil {
			return nil, fmt.Errorf("describe the database: %s: %w", step.what, err)
		}
	}
	return d.info, nil
}

// describer is one description under way.
type describer struct {
	db      asker
	schema  *schema.Schema
	columns map[string]map[string]bool // table → its columns, lower case
	rows    map[string]int64           // table → rows; tables that are not there have none
	info    *Info
}

func (d *describer) has(table string, columns ...string) bool {
	for _, c := range columns {
		if !d.columns[table][c] {
			return false
		}
	}
	return d.columns[table] != nil
}

// catalog lists tables and columns and tells the version by them.
func (d *describer) catalog(ctx context.Context) error {
	rows, err := d.db.QueryContext(ctx, `SELECT lower(table_name), lower(column_name) FROM information_schema.columns
		WHERE `+d.db.visible())
	if err != nil {
		return err
	}
	defer rows.Close()
	d.columns = map[string]map[string]bool{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return err
		}
		if d.columns[table] == nil {
			d.columns[table] = map[string]bool{}
		}
		d.columns[table][column] = true
	}
	if err := rows.Err(); err != nil {
		return err
	}
	d.schema, err = schema.For(d.versionByColumns())
	if err == nil {
		d.info.Version = d.schema.Version
	}
	return err
}

// versionByColumns is the version that more of the database's columns belong to and
// fewer are missing of.
func (d *describer) versionByColumns() string {
	best, most := "", -1<<31
	for _, v := range schema.Versions() {
		s, err := schema.For(v)
		if err != nil {
			continue
		}
		score := 0
		for _, t := range s.Tables {
			if d.columns[t.Name] == nil {
				continue
			}
			for _, c := range t.Columns {
				if d.columns[t.Name][c.Name] {
					score++
				} else {
					score--
				}
			}
		}
		if score >= most { // an even match is the newer one
			best, most = v, score
		}
	}
	return best
}

// tables counts rows, dates and unmapped records of every CDM table that is there.
func (d *describer) tables(ctx context.Context) error {
	d.rows = map[string]int64{}
	for _, t := range d.schema.Tables {
		if !d.has(t.Name) {
			continue
		}
		row := Table{Name: t.Name}
		var from, to sql.NullString
		first, last := "NULL", "NULL"
		if t.StartDate != "" && d.has(t.Name, t.StartDate) {
			day := "TRY_CAST(" + schema.Quote(t.StartDate) + " AS DATE)"
			first, last = "min("+day+")::VARCHAR", "max("+day+")::VARCHAR"
		}
		query := "SELECT count(*), " + first + ", " + last + " FROM " + schema.Quote(t.Name)
		if err := d.db.QueryRowContext(ctx, query).Scan(&row.Rows, &from, &to); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		row.FirstDate, row.LastDate = from.String, to.String
		if d.has(t.Name, "person_id") {
			query := fmt.Sprintf("SELECT count(*) FROM (SELECT DISTINCT person_id FROM %s LIMIT %d) AS counted",
				schema.Quote(t.Name), mostCounted)
			if err := d.db.QueryRowContext(ctx, query).Scan(&row.People); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
		}
		d.info.Tables = append(d.info.Tables, row)
		d.rows[t.Name] = row.Rows
		if isClinicalEvent(t) {
			d.info.widen(row)
		}
	}
	if err := d.domains(ctx); err != nil {
		return err
	}
	d.info.Persons = d.rows["person"]
	if d.has("person", "person_id") {
		return d.db.QueryRowContext(ctx, "SELECT count(DISTINCT person_id) FROM person").Scan(&d.info.Persons)
	}
	return nil
}

// isClinicalEvent reports whether a table's dates are among those that a database covers.
func isClinicalEvent(t *schema.Table) bool {
	return t.Group == "clinical" && t.IsEvent() && t.Name != "observation_period"
}

// domains counts the records of each clinical domain that no standard concept stands for.
func (d *describer) domains(ctx context.Context) error {
	for _, t := range d.schema.Tables {
		rows := d.rows[t.Name]
		if t.Domain == "" || t.Group != "clinical" || rows == 0 || !d.has(t.Name, t.ConceptColumn) {
			continue
		}
		id := "TRY_CAST(" + schema.Quote(t.ConceptColumn) + " AS BIGINT)"
		mapped := id + " <> 0"
		if d.rows["concept"] > 0 && d.has("concept", "concept_id", "standard_concept") {
			mapped += " AND " + id + " IN (SELECT concept_id FROM concept WHERE standard_concept = 'S')"
		}
		var n int64
		if err := d.db.QueryRowContext(ctx,
			"SELECT count(*) FROM "+schema.Quote(t.Name)+" WHERE "+mapped).Scan(&n); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		d.info.Domains = append(d.info.Domains, Domain{
			Domain: t.Domain, Table: t.Name, Rows: rows, Unmapped: rows - n, Share: float64(rows-n) / float64(rows),
		})
	}
	return nil
}

// widen stretches the overall dates over a table's. ISO days compare as text.
func (i *Info) widen(t Table) {
	if t.FirstDate != "" && (i.FirstDate == "" || t.FirstDate < i.FirstDate) {
		i.FirstDate = t.FirstDate
	}
	i.LastDate = max(i.LastDate, t.LastDate)
}

// source reads what cdm_source says of the database.
func (d *describer) source(ctx context.Context) error {
	for column, to := range map[string]*string{
		"cdm_source_name": &d.info.Source, "cdm_version": &d.info.DeclaredVersion,
		"vocabulary_version": &d.info.VocabularyVersion,
	} {
		if err := d.text(ctx, "SELECT min("+column+"::VARCHAR) FROM cdm_source", d.has("cdm_source", column),
			to); err != nil {
			return err
		}
	}
	return nil
}

// text runs a query of one nullable text where the columns it needs are there.
func (d *describer) text(ctx context.Context, query string, there bool, to *string) error {
	if !there {
		return nil
	}
	var s sql.NullString
	if err := d.db.QueryRowContext(ctx, query).Scan(&s); err != nil {
		return err
	}
	*to = strings.TrimSpace(s.String)
	return nil
}

func (d *describer) vocabulary(ctx context.Context) error {
	d.info.Concepts = d.rows["concept"]
	if d.has("concept", "standard_concept") {
		if err := d.db.QueryRowContext(ctx,
			"SELECT count(*) FROM concept WHERE standard_concept = 'S'").Scan(&d.info.StandardConcepts); err != nil {
			return err
		}
	}
	if d.info.VocabularyVersion != "" {
		return nil
	}
	// Athena keeps the release of the whole vocabulary in the row of the vocabulary "None".
	return d.text(ctx, "SELECT min(vocabulary_version) FROM vocabulary WHERE vocabulary_id = 'None'",
		d.has("vocabulary", "vocabulary_id", "vocabulary_version"), &d.info.VocabularyVersion)
}

// Layout returns the schema that the database's tables and columns follow, and
// tells by name, in any case, which tables there are. It reads the catalog alone.
func Layout(ctx context.Context, db omop.Reader) (*schema.Schema, func(table string) bool, error) {
	d := &describer{db: ask(db), info: &Info{}}
	if err := d.catalog(ctx); err != nil {
		return nil, nil, fmt.Errorf("read the database's tables: %w", err)
	}
	return d.schema, func(table string) bool { return d.columns[strings.ToLower(table)] != nil }, nil
}
