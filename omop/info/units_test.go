package info

import (
	"context"
	"database/sql"
	"slices"
	"testing"

	"github.com/askomop/askomop/omop"
)

// plain is an engine that runs a statement as it stands.
type plain struct{ db *sql.DB }

func (plain) Dialect() string                     { return "duckdb" }
func (plain) Check(context.Context, string) error { return nil }

func (p plain) Query(ctx context.Context, query string, _ omop.Limit) (*omop.Table, error) {
	rows, err := p.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	t := &omop.Table{}
	for rows.Next() {
		row := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, row)
	}
	return t, rows.Err()
}

func TestUnitsOfRecordsWithoutAUnitConceptAreTheirSources(t *testing.T) {
	db := database(t, "5.4",
		`INSERT INTO concept (concept_id, concept_name, domain_id, vocabulary_id, concept_class_id, concept_code, valid_start_date, valid_end_date)
		 VALUES (8840, 'milligram per deciliter', 'Unit', 'UCUM', 'Unit', 'mg/dL', '1970-01-01', '2099-12-31'),
		        (0, 'No matching concept', 'Metadata', 'None', 'Undefined', 'No matching concept', '1970-01-01', '2099-12-31')`,
		`INSERT INTO measurement (measurement_id, person_id, measurement_concept_id, measurement_date, measurement_type_concept_id,
		                          value_as_number, unit_concept_id, unit_source_value)
		 VALUES (1, 1, 7, '2010-01-01', 0, 5, 8840, 'mgs'), (2, 2, 7, '2010-01-01', 0, 5, 8840, 'mg/dL'),
		        (3, 3, 7, '2010-01-01', 0, 5, 8840, NULL), (4, 1, 7, '2010-01-01', 0, 5, NULL, 'MG/DL'),
		        (5, 2, 7, '2010-01-01', 0, 5, 0, 'MG/DL'), (6, 1, 7, '2010-01-01', 0, 5, 0, 'Milligram per Deciliter'),
		        (7, 4, 7, '2010-01-01', 0, 5, 0, 'see report'), (8, 4, 7, '2010-01-01', 0, NULL, 0, 'mmol/L')`)
	got, err := Units(context.Background(), plain{db}, []int64{7})
	if err != nil {
		t.Fatal(err)
	}
	name := "milligram per deciliter"
	want := []Unit{{8840, "", name, "mg/dL", 3}, {0, "MG/DL", "", "mg/dL", 2},
		{0, "Milligram per Deciliter", name, "mg/dL", 1}, {0, "see report", "", "", 1}}
	if !slices.Equal(got, want) {
		t.Errorf("units are\n%v, want\n%v", got, want)
	}
}
