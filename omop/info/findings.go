package info

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/askomop/askomop/omop/keys"
	"github.com/askomop/askomop/omop/schema"
)

// needed lists the tables whose absence changes what can be answered, most serious
// first, and what is lost with each.
var needed = []struct{ table, lost string }{
	{"person", "there is nobody to count"},
	{"concept", "concepts have no names, and entities can't be found in this database's own vocabulary"},
	{"concept_ancestor", "concepts can't be taken with their descendants, so broad terms find fewer people"},
	{"observation_period", "follow-up, incidence and prevalence have no time at risk"},
	{"concept_relationship", "source codes can't be mapped to standard concepts"},
	{"concept_synonym", "entities are found by their names only"},
	{"visit_occurrence", "visits, stays and readmissions can't be counted"},
	{"condition_occurrence", "there are no diagnoses"},
	{"drug_exposure", "there are no drugs"},
	{"procedure_occurrence", "there are no procedures"},
	{"measurement", "there are no measurements"},
	{"observation", "there are no observations"},
	{"device_exposure", "there are no devices"},
	{"death", "deaths and survival can't be answered"},
	{"drug_era", "spans of drug use must be made from exposures"},
	{"condition_era", "spans of disease must be made from occurrences"},
	{"cost", "costs can't be answered"},
	{"location", "places can't be told apart"},
	{"provider", "specialties can't be told apart"},
}

// valued lists the columns that questions lean on and that may be empty in a full table.
// A zero counts as empty where the CDM writes it for "unknown".
var valued = []struct {
	code, table, column string
	zero                bool
	lost                string
}{
	{"no_measurement_values", "measurement", "value_as_number", false,
		"thresholds and averages of measurements can't be answered"},
	{"no_measurement_units", "measurement", "unit_concept_id", true, "measured values can't be told apart by unit"},
	{"no_days_supply", "drug_exposure", "days_supply", true, "adherence and days covered can't be answered"},
	{"no_specialty", "provider", "specialty_concept_id", true, "specialties can't be told apart"},
	{"no_race", "person", "race_concept_id", true, "race can't be told apart"},
	{"no_ethnicity", "person", "ethnicity_concept_id", true, "ethnicity can't be told apart"},
}

// highlyUnmapped is the share of records without a standard concept from which counts
// by concept miss much.
const highlyUnmapped = 0.1

// findings looks for what the database lacks.
func (d *describer) findings(ctx context.Context) error {
	for _, n := range needed {
		switch {
		case !d.has(n.table):
			d.find("no_"+n.table, n.table, "there is no table %s: %s", n.table, n.lost)
		case d.rows[n.table] == 0:
			d.find("no_"+n.table, n.table, "%s has no rows: %s", n.table, n.lost)
		}
	}
	if err := d.people(ctx); err != nil {
		return err
	}
	for _, v := range valued {
		if err := d.values(ctx, v.code, v.table, v.column, v.zero, v.lost); err != nil {
			return err
		}
	}
	for _, t := range d.schema.Tables {
		if d.rows[t.Name] == 0 {
			continue
		}
		if err := d.required(ctx, t); err != nil {
			return err
		}
		if err := d.repeats(ctx, t); err != nil {
			return err
		}
	}
	for _, m := range d.info.Domains {
		if m.Share >= highlyUnmapped {
			d.find("unmapped_"+m.Table, m.Table, "%.0f %% of %s carry no standard concept: counts by concept miss them",
				100*m.Share, m.Table)
		}
	}
	if v, ok := schema.Normalize(d.info.DeclaredVersion); ok && v != d.info.Version {
		d.find("version_differs", "cdm_source", "cdm_source says CDM %s, but the columns are those of %s",
			d.info.DeclaredVersion, d.info.Version)
	}
	return nil
}

func (d *describer) find(code, table, format string, args ...any) {
	f := Finding{Code: code, Table: table, Message: fmt.Sprintf(format, args...)}
	for _, a := range args {
		if n, ok := a.(int64); ok {
			f.count = n
			break
		}
	}
	d.info.Findings = append(d.info.Findings, f)
}

// people compares persons with observation periods, both ways, and counts repeats.
func (d *describer) people(ctx context.Context) error {
	if !d.has("person", "person_id") || d.rows["person"] == 0 {
		return nil
	}
	if repeats := d.rows["person"] - d.info.Persons; repeats > 0 {
		d.find("repeated_persons", "person",
			"%d rows of person repeat a person_id: counts of rows exceed counts of people", repeats)
	}
	if !d.has("observation_period", "person_id") || d.rows["observation_period"] == 0 {
		return nil
	}
	var unobserved, unknown int64
	err := d.db.QueryRowContext(ctx, `SELECT
		(SELECT count(DISTINCT person_id) FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM observation_period AS o WHERE o.person_id = p.person_id)),
		(SELECT count(DISTINCT person_id) FROM observation_period AS o WHERE NOT EXISTS (SELECT 1 FROM person AS p WHERE p.person_id = o.person_id))`).Scan(&unobserved, &unknown)
	if err != nil {
		return fmt.Errorf("compare person and observation_period: %w", err)
	}
	var overlapping int64
	if err := d.db.QueryRowContext(ctx, overlappingPeriods).Scan(&overlapping); err != nil {
		return fmt.Errorf("compare the observation periods of a person: %w", err)
	}
	if overlapping > 0 {
		d.find("overlapping_periods", "observation_period",
			"%d people have observation periods that overlap, which the CDM forbids: their person-time counts twice", overlapping)
	}
	if unobserved > 0 {
		d.find("unobserved_persons", "observation_period",
			"%d of %d people have no observation period: rates leave them out", unobserved, d.info.Persons)
	}
	if unknown > 0 {
		d.find("unknown_persons", "observation_period",
			"%d people have an observation period but are not in person: join person before counting", unknown)
	}
	return nil
}

// required finds the required columns that a table with rows lacks, or in which no row has a value.
func (d *describer) required(ctx context.Context, t *schema.Table) error {
	const lost = "questions that touch it are not answered"
	missing, empty, err := d.lacking(ctx, t)
	if err != nil {
		return err
	}
	for _, name := range missing {
		d.find("missing_column", t.Name, "%s has no column %s, which the CDM requires: %s", t.Name, name, lost)
		d.info.Findings[len(d.info.Findings)-1].Column = name
	}
	for _, name := range empty {
		if !d.alreadyReported(t.Name, name) {
			d.find("empty_column", t.Name, "%s.%s, which the CDM requires, is empty in all %d rows: %s", t.Name, name,
				d.rows[t.Name], lost)
			d.info.Findings[len(d.info.Findings)-1].Column = name
		}
	}
	return nil
}

// lacking lists the required columns that a table does not have, and those without a value in any of its rows. A table
// without rows lacks none.
func (d *describer) lacking(ctx context.Context, t *schema.Table) (missing, empty []string, err error) {
	tests := []string{"EXISTS (SELECT 1 FROM " + schema.Quote(t.Name) + ")"}
	var names, absent []string
	for _, c := range t.Columns {
		switch {
		case !c.Required:
		case d.has(t.Name, c.Name):
			names = append(names, c.Name)
			tests = append(tests,
				"EXISTS (SELECT 1 FROM "+schema.Quote(t.Name)+" WHERE "+schema.Quote(c.Name)+" IS NOT NULL)")
		default:
			absent = append(absent, c.Name)
		}
	}
	is, into := make([]bool, len(tests)), make([]any, len(tests))
	for i := range is {
		into[i] = &is[i]
	}
	if err := d.db.QueryRowContext(ctx, "SELECT "+strings.Join(tests, ", ")).Scan(into...); err != nil {
		return nil, nil, fmt.Errorf("%s: look for required columns: %w", t.Name, err)
	}
	if !is[0] {
		return nil, nil, nil
	}
	for i, name := range names {
		if !is[i+1] {
			empty = append(empty, name)
		}
	}
	return absent, empty, nil
}

// alreadyReported reports whether another finding names the column.
func (d *describer) alreadyReported(table, column string) bool {
	return slices.ContainsFunc(d.info.Findings, func(f Finding) bool { return f.Table == table && strings.Contains(f.Message, "."+column+" ") })
}

// repeats finds ids that name more than one row.
func (d *describer) repeats(ctx context.Context, t *schema.Table) error {
	if len(t.Key) != 1 || t.Name == "person" || !d.has(t.Name, t.Key[0]) {
		return nil
	}
	var n int64
	var err error
	if d.db.server { // a primary key of the server's is one; without it, this takes a while
		key := schema.Quote(t.Key[0])
		err = d.db.QueryRowContext(ctx,
			"SELECT count("+key+") - count(DISTINCT "+key+") FROM "+schema.Quote(t.Name)).Scan(&n)
	} else {
		n, err = keys.Repeats(ctx, d.db.db, t, d.rows[t.Name], false)
	}
	if err != nil {
		return fmt.Errorf("%s: look for repeated ids: %w", t.Name, err)
	}
	if n > 0 {
		d.find("repeated_ids", t.Name, "%d of %d rows of %s repeat a %s: counts of records may count them twice", n,
			d.rows[t.Name], t.Name, t.Key[0])
	}
	return nil
}

// values finds a column that is empty in a table with rows.
func (d *describer) values(ctx context.Context, code, table, column string, zero bool, lost string) error {
	if d.rows[table] == 0 {
		return nil
	}
	if !d.has(table, column) {
		d.find(code, table, "%s has no column %s: %s", table, column, lost)
		return nil
	}
	filled := "count(" + column + ")"
	if zero {
		filled += " FILTER (WHERE TRY_CAST(" + column + " AS DOUBLE) <> 0)"
	}
	var n int64
	if err := d.db.QueryRowContext(ctx, "SELECT "+filled+" FROM "+table).Scan(&n); err != nil {
		return fmt.Errorf("%s.%s: %w", table, column, err)
	}
	if n == 0 {
		d.find(code, table, "%s.%s is empty in all %d rows: %s", table, column, d.rows[table], lost)
	}
	return nil
}
