package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/askomop/askomop/omop/info"
	"github.com/askomop/askomop/omop/schema"
	"github.com/askomop/askomop/rag/write"
)

// promptFacts is what prompts tell of a database.
func (b builder) promptFacts(ctx context.Context, db *database) (write.Facts, error) {
	d, err := b.described(ctx, db)
	if err != nil {
		return write.Facts{}, fmt.Errorf("describing the database for the model: %w", err)
	}
	d.Hide(b.minCell())
	return promptFacts(d, db.engine.Dialect())
}

// promptFacts words a description of a database. It holds years and what is
// missing, and no count that could be of few people.
func promptFacts(d *info.Info, dialect string) (write.Facts, error) {
	s, err := schema.For(d.Version)
	if err != nil {
		return write.Facts{}, err
	}
	f := write.Facts{Version: d.Version, Dialect: dialect, FirstYear: year(d.FirstDate), LastYear: year(d.LastDate)}
	for _, finding := range d.Findings {
		if words := missing(finding); words != "" {
			f.Missing = append(f.Missing, words)
		}
	}
	for _, there := range d.Tables {
		if t, ok := s.Table(there.Name); ok && there.Rows > 0 && t.Meaning() != "" {
			f.Tables = append(f.Tables, tableFacts(t))
		}
	}
	return f, nil
}

func year(isoDay string) string {
	y, _, _ := strings.Cut(isoDay, "-")
	return y
}

// missing words what the database lacks, without the counts that a finding's message may hold.
func missing(f info.Finding) string {
	switch f.Code {
	case "no_measurement_values":
		return "No measurement has a value: thresholds and averages of measurements can't be answered."
	case "no_measurement_units":
		return "No measurement has a unit: values can't be told apart by unit."
	case "no_days_supply":
		return "No drug exposure has a days_supply: use its dates."
	case "no_specialty":
		return "No provider has a specialty."
	case "no_race":
		return "Race is not recorded."
	case "no_ethnicity":
		return "Ethnicity is not recorded."
	case "unobserved_persons":
		return "Some people have no observation period."
	case "unknown_persons":
		return "Some observation periods are of people who are not in person: join person before counting."
	case "overlapping_periods":
		return "Observation periods of some people overlap: take each day of a person once."
	case "repeated_persons":
		return "person holds some people twice: count distinct ids."
	}
	switch {
	case f.Code == "missing_column", f.Code == "empty_column":
		return fmt.Sprintf("%s.%s holds nothing: do not use it.", f.Table, f.Column)
	case strings.HasPrefix(f.Code, "unmapped_"):
		return fmt.Sprintf("Many records of %s carry no standard concept.", f.Table)
	case strings.HasPrefix(f.Code, "no_"):
		return fmt.Sprintf("The table %s is empty or missing.", f.Table)
	}
	return ""
}

// tableFacts describes a table by the columns that questions have a use for.
func tableFacts(t *schema.Table) write.TableFacts {
	facts := write.TableFacts{Name: t.Name, About: t.Meaning()}
	if t.Group == "clinical" { // eras hold ingredients only: they are for who asks for them
		facts.Domain = strings.ToLower(t.Domain)
	}
	for _, c := range t.Columns {
		if !useful(t, c) {
			continue
		}
		phrase := c.Name
		if c.Type != schema.ID {
			phrase += " (" + string(c.Type) + ")"
		}
		if meaning := t.ColumnMeaning(c); meaning != "" {
			phrase += ": " + meaning
		}
		facts.Columns = append(facts.Columns, phrase)
	}
	return facts
}

// useful leaves out what SQL of questions must not use or has no use for: the
// source's own values, where a record comes from, free text, times of the day.
func useful(t *schema.Table, c *schema.Column) bool {
	switch {
	case c.Name == "payer_source_value", c.Name == "plan_source_value": // most sites have no concept of their payers
		return true
	case c.Name == t.SourceValueColumn, c.Name == t.SourceConceptColumn, c.Name == t.TypeColumn:
		return false
	case strings.HasSuffix(c.Name, "_source_value"), strings.HasSuffix(c.Name, "_source_concept_id") && c.Domain == "",
		strings.HasSuffix(c.Name, "_type_concept_id"):
		return false
	case c.Type == schema.Datetime, strings.HasSuffix(c.Name, "_text"), c.Name == "sig", c.Name == "lot_number":
		return false
	}
	return true
}
