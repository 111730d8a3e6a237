package load

import (
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

// sample is a plausible value for a column, by its name.
func sample(column string) string {
	switch {
	case strings.HasSuffix(column, "_date"):
		return "2010-03-12"
	case strings.HasSuffix(column, "_datetime"):
		return "2010-03-12 00:00:00"
	case strings.HasSuffix(column, "_id") && column != "unique_device_id":
		return "8"
	case strings.HasPrefix(column, "quantity"), column == "value_as_number", column == "refills", column == "days_supply":
		return "3"
	case strings.HasSuffix(column, "_value"), strings.HasPrefix(column, "sig"):
		return "text " + column
	}
	return ""
}

func row(columns string) string {
	var cells []string
	for c := range strings.FieldsSeq(columns) {
		cells = append(cells, sample(c))
	}
	return strings.Join(cells, "\t") + "\n"
}

func TestFilesWithoutAHeaderAreReadByPosition(t *testing.T) {
	const (
		condition52  = "condition_occurrence_id person_id condition_concept_id condition_start_date condition_start_datetime condition_end_date condition_end_datetime condition_type_concept_id stop_reason provider_id visit_occurrence_id condition_source_value condition_source_concept_id condition_status_source_value condition_status_concept_id"
		condition530 = "condition_occurrence_id person_id condition_concept_id condition_start_date condition_start_datetime condition_end_date condition_end_datetime condition_type_concept_id stop_reason provider_id visit_occurrence_id visit_detail_id condition_source_value condition_source_concept_id condition_status_source_value condition_status_concept_id"
		condition531 = "condition_occurrence_id person_id condition_concept_id condition_start_date condition_start_datetime condition_end_date condition_end_datetime condition_type_concept_id condition_status_concept_id stop_reason provider_id visit_occurrence_id visit_detail_id condition_source_value condition_source_concept_id condition_status_source_value"
	)
	for name, columns := range map[string]string{"5.2": condition52, "5.3.0": condition530, "5.3.1": condition531} {
		for _, target := range []string{"5.3", "5.4"} {
			t.Run(name+" into "+target, func(t *testing.T) {
				l := load(t, folder(t, map[string]string{
					"person.csv":               "1\t8507\t1950\t5\t6\t\t8527\t38003564\t\t\t\tabc\t1\t\t1\t\t1\t\n",
					"condition_occurrence.csv": row(columns) + row(columns),
				}), target)
				l.want("SELECT person_id, year_of_birth, race_concept_id, person_source_value FROM person", "1|1950|8527|abc")
				l.want("SELECT DISTINCT condition_source_value, condition_status_source_value, condition_status_concept_id, condition_end_date FROM condition_occurrence",
					"text condition_source_value|text condition_status_source_value|8|2010-03-12")
			})
		}
	}
}

func TestHeaderlessCommaFileWithQuotes(t *testing.T) {
	l := load(t, folder(t, map[string]string{"death.csv": "1,2010-03-12,,0,0,\"I21, acute\",0\n2,2010-03-13,,0,0,x,0\n"}))
	l.want("SELECT person_id, death_date, cause_source_value FROM death ORDER BY 1", "1|2010-03-12|I21, acute / 2|2010-03-13|x")
}

func TestVersionIsFoundOut(t *testing.T) {
	source := func(v string) map[string]string {
		return map[string]string{"cdm_source.csv": "cdm_source_name,cdm_version\nx," + v + "\n"}
	}
	visits := func(columns string) map[string]string {
		return map[string]string{"visit_occurrence.csv": "visit_occurrence_id," + columns + "\n"}
	}
	merge := func(a, b map[string]string) map[string]string {
		maps.Copy(a, b)
		return a
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
		from  string
	}{
		"said":                     {source("v5.3.1"), "5.3", "v5.3.1"},
		"said, newer":              {source("CDM v5.4.0"), "5.4", "v5.4.0"},
		"said, older":              {source("5.2.2"), "5.3", "5.2.2"},
		"said, unknown":            {source("6.0"), "5.4", "6.0"},
		"columns":                  {visits("admitting_source_concept_id"), "5.3", "admitting_source_concept_id"},
		"columns, newer":           {visits("ADMITTED_FROM_CONCEPT_ID"), "5.4", "admitted_from_concept_id"},
		"columns of both":          {visits("admitting_source_concept_id,admitted_from_concept_id"), "5.3", "admitting"},
		"said 5.3, columns of 5.4": {merge(source("5.3"), visits("admitted_from_concept_id")), "5.4", "admitted_from_concept_id"},
		"said 5.4, columns of 5.3": {merge(source("5.4"), visits("admitting_source_concept_id")), "5.4", "cdm_source"},
		"nothing":                  {nil, "5.4", "nothing"},
	} {
		t.Run(name, func(t *testing.T) {
			l := load(t, folder(t, c.files))
			if l.report.Version != c.want || !strings.Contains(l.report.VersionFrom, c.from) {
				t.Errorf("version %s because %s; want %s", l.report.Version, l.report.VersionFrom, c.want)
			}
		})
	}
}

func TestTablesOfAnotherVersionAreReportedAsNotRead(t *testing.T) {
	l := load(t, folder(t, map[string]string{"attribute_definition.csv": "attribute_definition_id\n1\n"}), "5.4")
	if fmt.Sprint(l.report.Ignored) != "[attribute_definition.csv]" {
		t.Errorf("ignored %v", l.report.Ignored)
	}
}

// parquet writes the result of a query as a Parquet file.
func parquet(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("COPY (" + query + ") TO " + literal(path) + " (FORMAT PARQUET)"); err != nil {
		t.Fatal(err)
	}
}

func TestParquetOfAnyTypes(t *testing.T) {
	dir := t.TempDir()
	parquet(t, filepath.Join(dir, "PERSON.parquet"), `SELECT 1::BIGINT AS person_id, 8507::INTEGER AS "Gender Concept ID", 1950.0::DOUBLE AS year_of_birth,
		TIMESTAMP '1950-02-03 04:05:06' AS birth_datetime, 'é' AS person_source_value, 'NaN'::DOUBLE AS race_concept_id`)
	parquet(t, filepath.Join(dir, "measurement.parquet"), `SELECT 5::UTINYINT AS measurement_id, '1' AS person_id, TIMESTAMPTZ '2010-01-02 00:30:00+00' AS measurement_date,
		1.25::DECIMAL(10,3) AS value_as_number, 'NaN'::DOUBLE AS range_low, '7/24/2179' AS measurement_datetime, true AS odd`)
	parquet(t, filepath.Join(dir, "cdm_source.parquet"), `SELECT 'P' AS cdm_source_name, 'v5.3' AS cdm_version`)
	l := load(t, dir)
	l.want("SELECT * FROM (SELECT person_id, gender_concept_id, year_of_birth, birth_datetime, person_source_value, race_concept_id FROM person)",
		"1|8507|1950|1950-02-03 04:05:06|é|·")
	l.want("SELECT measurement_id, person_id, measurement_date, value_as_number, range_low, measurement_datetime FROM measurement",
		"5|1|2010-01-02|1.25|·|2179-07-24 00:00:00")
	if l.report.Version != "5.3" || fmt.Sprint(l.table("measurement").Extra) != "[odd]" || len(l.table("measurement").Unreadable) > 0 {
		t.Errorf("version %s, measurement %+v", l.report.Version, l.table("measurement"))
	}
}

func TestParquetIdsThatAreRoundedAreRefused(t *testing.T) {
	dir := t.TempDir()
	parquet(t, filepath.Join(dir, "person.parquet"), `SELECT 1.74e18::DOUBLE AS person_id`)
	_, err := Load(t.Context(), Options{Source: dir, Target: filepath.Join(t.TempDir(), "x")})
	if err == nil || !strings.Contains(err.Error(), "1.74e+18") {
		t.Errorf("error %v", err)
	}
}
