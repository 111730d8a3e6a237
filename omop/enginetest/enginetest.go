// Package enginetest is what every omop.Engine must do: the same rows for the same SQL on the same data, within limits,
// with errors that say where. An engine's test fills its database from Fixture and calls Run.
package enginetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" // the fixture is a file of it

	"github.com/askomop/askomop/omop"
	"github.com/askomop/askomop/omop/schema"
)

// Fixture makes a DuckDB file with the tables of CDM 5.4 and a few rows: people born before 1900 and after, names in
// several scripts, gaps, decimals.
func Fixture(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fixture.duckdb")
	db, err := sql.Open("duckdb", path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.For("5.4")
	if err != nil {
		t.Fatal(err)
	}
	var statements []string
	for _, table := range s.Tables {
		statements = append(statements, table.DDL())
	}
	for _, stmt := range append(statements, rows...) {
		if _, err := db.ExecContext(t.Context(), stmt); err != nil {
			t.Fatalf("%s: %v", stmt, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

var rows = []string{
	`INSERT INTO person (person_id, gender_concept_id, year_of_birth, birth_datetime, person_source_value) VALUES
		(1, 8507, 1893, '1893-02-28 00:00:00', 'Åse'), (2, 8532, 1950, '1950-12-31 23:59:59', '山田'), (3, 8532, 1960, NULL, 'zoë'),
		(4, 8507, 1970, '1970-01-01 00:00:00', 'Zoe'), (5, 8532, 2000, '2000-02-29 12:00:00', NULL)`,
	`INSERT INTO concept (concept_id, concept_name, standard_concept) VALUES (8507, 'MALE', 'S'), (8532, 'FEMALE', 'S'), (201826, 'Type 2 diabetes mellitus', 'S')`,
	`INSERT INTO condition_occurrence (condition_occurrence_id, person_id, condition_concept_id, condition_start_date, condition_end_date) VALUES
		(1, 1, 201826, '1899-12-31', NULL), (2, 2, 201826, '2010-01-31', '2010-02-10'), (3, 2, 201826, '2010-03-01', '2010-03-01'), (4, 3, 0, '2012-02-29', '2013-02-28')`,
	`INSERT INTO drug_exposure (drug_exposure_id, person_id, drug_concept_id, drug_exposure_start_date, drug_exposure_end_date, days_supply, quantity) VALUES
		(1, 2, 1503297, '2010-02-01', '2010-03-02', 30, 60), (2, 2, 1503297, '2010-03-05', '2010-04-03', NULL, 0.5), (3, 4, 1503297, '2011-01-01', '2011-01-01', 1, NULL)`,
	`INSERT INTO measurement (measurement_id, person_id, measurement_concept_id, measurement_date, value_as_number) VALUES
		(1, 1, 3004410, '2010-01-01', 5.25), (2, 2, 3004410, '2010-01-01', 7.15), (3, 3, 3004410, '2010-01-01', NULL), (4, 4, 3004410, '2010-01-01', 9), (5, 5, 3004410, '2010-01-01', 6.05)`,
}

// same are queries and the rows that every engine gives: cells parted by "|", rows by " / ", "·" for NULL. Numbers are
// written with at most six decimals.
var same = []struct{ what, sql, want string }{
	{"counts", "SELECT COUNT(*), COUNT(DISTINCT gender_concept_id), COUNT(person_source_value) FROM person", "5|2|4"},
	{"whole numbers divide as fractions", "SELECT 1 / 2, COUNT(*) / 2, 100 * COUNT(*) / 3 FROM person",
		"0.5|2.5|166.666667"},
	{"a division by zero is nothing", "SELECT COUNT(*) / (COUNT(*) - 5), 5 % (COUNT(*) - 5) FROM person", "·|·"},
	{"decimals are rounded half away from zero",
		"SELECT ROUND(100.0 * 1 / 8, 1), ROUND(2.5), ROUND(AVG(value_as_number), 2) FROM measurement", "12.5|3|6.86"},
	{"sums and averages skip gaps", "SELECT SUM(quantity), AVG(days_supply), MIN(quantity) FROM drug_exposure",
		"60.5|15.5|0.5"},
	{"medians", "SELECT MEDIAN(value_as_number), PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY value_as_number) FROM measurement", "6.6|5.85"},
	{"a median by group",
		"SELECT gender_concept_id, MEDIAN(year_of_birth) AS m FROM person GROUP BY gender_concept_id ORDER BY gender_concept_id", "8507|1931.5 / 8532|1960"},
	{"NULL comes last, whichever the direction", "SELECT person_id FROM person ORDER BY birth_datetime DESC, person_id",
		"5 / 4 / 2 / 1 / 3"},
	{"texts are ordered by their letters' codes",
		"SELECT person_source_value AS name FROM person WHERE person_source_value IS NOT NULL ORDER BY name",
		"Zoe / zoë / Åse / 山田"},
	{"text in other scripts",
		"SELECT person_id FROM person WHERE person_source_value = '山田' OR person_source_value LIKE 'Å%' ORDER BY 1",
		"1 / 2"},
	{"ILIKE", "SELECT COUNT(*) FROM person WHERE person_source_value ILIKE 'zo_'", "2"},
	{"days between dates",
		"SELECT MAX(condition_end_date - condition_start_date), MIN(condition_end_date - condition_start_date) FROM condition_occurrence", "365|0"},
	{"dates before 1900",
		"SELECT MIN(condition_start_date), EXTRACT(YEAR FROM MIN(birth_datetime)) FROM condition_occurrence AS c JOIN person AS p ON p.person_id = c.person_id", "1899-12-31|1893"},
	{"days are added", "SELECT condition_start_date + 30, condition_start_date + INTERVAL '1' MONTH FROM condition_occurrence WHERE condition_occurrence_id = 2", "2010-03-02|2010-02-28"},
	{"supplied days are added", "SELECT MAX(drug_exposure_start_date + COALESCE(days_supply, 0)) FROM drug_exposure",
		"2011-01-02"},
	{"a window of days", `SELECT COUNT(DISTINCT c.person_id) FROM condition_occurrence AS c JOIN drug_exposure AS d ON d.person_id = c.person_id
		AND d.drug_exposure_start_date BETWEEN c.condition_start_date AND c.condition_start_date + INTERVAL '90' DAY`, "1"},
	{"ages in bands", "SELECT FLOOR((2010 - year_of_birth) / 20) * 20 AS band, COUNT(*) FROM person GROUP BY band ORDER BY band", "0|1 / 40|2 / 60|1 / 100|1"},
	{"parts of dates", "SELECT EXTRACT(YEAR FROM d), EXTRACT(MONTH FROM d), EXTRACT(QUARTER FROM d) FROM (SELECT MAX(condition_start_date) AS d FROM condition_occurrence) AS x", "2012|2|1"},
	{"the start of a month",
		"SELECT CAST(DATE_TRUNC('month', condition_start_date) AS DATE) AS m, COUNT(*) FROM condition_occurrence GROUP BY m ORDER BY m", "1899-12-01|1 / 2010-01-01|1 / 2010-03-01|1 / 2012-02-01|1"},
	{"units of a difference",
		"SELECT DATE_DIFF('day', DATE '2010-01-31', DATE '2010-03-01'), DATE_DIFF('month', DATE '2010-01-31', DATE '2010-03-01'), DATE_DIFF('year', DATE '2009-12-31', DATE '2010-01-01')", "29|2|1"},
	{"the least and the greatest skip gaps", "SELECT LEAST(3, NULL, 1), GREATEST(NULL, 2), COALESCE(NULL, 7)", "1|2|7"},
	{"windows", "SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS n, LAG(drug_exposure_id) OVER (ORDER BY drug_exposure_id) AS b FROM drug_exposure ORDER BY drug_exposure_id", "2|1|· / 2|2|1 / 4|1|2"},
	{"filters of aggregates",
		"SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532), SUM(CASE WHEN year_of_birth < 1900 THEN 1 ELSE 0 END) FROM person", "3|1"},
	{"CTEs and EXISTS", "WITH ill AS (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 201826) SELECT COUNT(*) FROM person AS p WHERE EXISTS (SELECT 1 FROM ill WHERE ill.person_id = p.person_id)", "2"},
	{"NOT IN with a gap is nothing",
		"SELECT COUNT(*) FROM person WHERE person_id NOT IN (SELECT days_supply FROM drug_exposure)", "0"},
	{"names beside counts",
		"SELECT c.concept_name AS gender, COUNT(*) AS n FROM person AS p LEFT JOIN concept AS c ON c.concept_id = p.gender_concept_id GROUP BY c.concept_name ORDER BY n DESC, gender", "FEMALE|3 / MALE|2"},
	{"the first of each",
		"SELECT DISTINCT ON (person_id) person_id, drug_exposure_id FROM drug_exposure ORDER BY person_id, drug_exposure_start_date DESC", "2|2 / 4|3"},
	{"QUALIFY", "SELECT gender_concept_id, year_of_birth AS y FROM person QUALIFY ROW_NUMBER() OVER (PARTITION BY gender_concept_id ORDER BY y) = 1 ORDER BY y DESC", "8532|1950 / 8507|1893"},
	{"what stands beside the least",
		"SELECT ARG_MIN(person_id, year_of_birth), ARG_MAX(person_id, year_of_birth) FROM person", "1|5"},
	{"GROUP BY ALL", "SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY ALL ORDER BY n", "8507|2 / 8532|3"},
	{"range", "SELECT COUNT(*), MAX(i) FROM range(3, 7) AS r (i)", "4|6"},
	{"a series", "SELECT SUM(i) FROM generate_series(1, 10) AS s (i)", "55"},
	{"set operations", "SELECT person_id FROM condition_occurrence UNION SELECT person_id FROM drug_exposure ORDER BY person_id", "1 / 2 / 3 / 4"},
	{"ROLLUP", "SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY ROLLUP (gender_concept_id) ORDER BY n, gender_concept_id", "8507|2 / 8532|3 / ·|5"},
	{"true and false", "SELECT BOOL_OR(year_of_birth > 1999), BOOL_AND(year_of_birth > 1900) FROM person",
		"true|false"},
	{"texts together", "SELECT STRING_AGG(CAST(person_id AS VARCHAR), ', ' ORDER BY person_id DESC) FROM person",
		"5, 4, 3, 2, 1"},
	{"nobody", "SELECT AVG(year_of_birth), COUNT(*) FROM person WHERE person_id > 99", "·|0"},
	{"texts as they are written", `SELECT 'it''s', 'a\b', '${env:HOME}', 'a"b', '--', '/*'`,
		"it's|a\\b|${env:HOME}|a\"b|--|/*"},
	{"a backslash is a letter of a pattern", `SELECT COUNT(*) FROM person WHERE 'a\xb' LIKE 'a\_b'`, "5"},
	{"an escape of a pattern",
		`SELECT COUNT(*) FROM person WHERE 'a_b' LIKE 'a!_b' ESCAPE '!' AND 'axb' NOT LIKE 'a!_b' ESCAPE '!'`, "5"},
	{"names that need quotes",
		`SELECT "order"."person_id" AS "a ""quoted"" name" FROM person AS "order" WHERE "order".person_id = 1`, "1"},
	{"fractions are rounded where whole numbers are wanted",
		"SELECT CAST(AVG(year_of_birth) + 0.1 AS INTEGER), CAST(MAX(value_as_number) - 0.3 AS BIGINT) FROM person, measurement", "1955|9"},
	{"decimals", "SELECT CAST('1234567.891' AS DECIMAL(18, 3)) + 0.009, SUM(CAST(0.1 AS DECIMAL(10, 1))) FROM person",
		"1234567.9|0.5"},
	{"moments", "SELECT birth_datetime, CAST(birth_datetime AS DATE), EXTRACT(HOUR FROM birth_datetime) FROM person WHERE person_id = 2", "1950-12-31 23:59:59|1950-12-31|23"},
	{"gaps in texts", "SELECT 'a' || NULL, CONCAT('a', NULL, 'b'), COALESCE(NULL, 'c'), LENGTH('山田')", "·|ab|c|2"},
	{"remainders", "SELECT 7 % 3, -7 % 3, 7 // 2, ABS(-7)", "1|-1|3|7"},
	{"days of the week", "SELECT EXTRACT(DOW FROM DATE '2024-03-03'), EXTRACT(DOW FROM DATE '2024-03-04'), EXTRACT(WEEK FROM DATE '2024-12-30'), EXTRACT(DOY FROM DATE '2024-03-01')", "0|1|1|61"},
	{"days between, through a query",
		"WITH d AS (SELECT MIN(condition_start_date) AS a, MAX(condition_start_date) AS b FROM condition_occurrence) SELECT b - a, (b - a) / 365.25 > 100 FROM d", "40967|true"},
	{"weeks and quarters",
		"SELECT DATE '2010-01-31' + INTERVAL '2' WEEK, DATE '2010-01-31' - INTERVAL '1' YEAR, DATE '2010-01-31' + INTERVAL (1 + 1) DAY, DATE '2010-01-31' + INTERVAL '1' QUARTER", "2010-02-14|2009-01-31|2010-02-02|2010-04-30"},
	{"a part of the rows", "SELECT person_id FROM person ORDER BY person_id DESC LIMIT 2 OFFSET 1", "4 / 3"},
	{"a series that ends before it begins",
		"SELECT COUNT(*) FROM person AS p, generate_series(p.year_of_birth, 1960) AS s (y)", "80"},
	{"spread", "SELECT ROUND(STDDEV(year_of_birth), 3), STDDEV(year_of_birth) FILTER (WHERE person_id = 1) FROM person",
		"39.189|·"},
	{"many ids", "SELECT COUNT(*) FROM person WHERE person_id IN (" + ids(5000) + ")", "4"},
}

// ids lists the numbers from 2.
func ids(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strconv.Itoa(i + 2)
	}
	return strings.Join(list, ", ")
}

// Run holds an engine, over the data of Fixture, to the contract.
func Run(t *testing.T, e omop.Engine) {
	for _, c := range same {
		t.Run(c.what, func(t *testing.T) {
			if err := e.Check(t.Context(), c.sql); err != nil {
				t.Errorf("Check: %v", err)
			}
			table, err := e.Query(t.Context(), c.sql, omop.Limit{})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := Text(table), c.want; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	t.Run("limits", func(t *testing.T) { limits(t, e) })
	t.Run("errors", func(t *testing.T) { faults(t, e) })
	t.Run("attacks", func(t *testing.T) { attacked(t, e) })
}

// slow takes far longer than any limit of the tests.
const slow = "SELECT COUNT(*) FROM generate_series(1, 100000) AS a (i), generate_series(1, 100000) AS b (j), person WHERE a.i + b.j = person_id"

func limits(t *testing.T, e omop.Engine) {
	table, err := e.Query(t.Context(), "SELECT person_id FROM person ORDER BY person_id", omop.Limit{Rows: 2})
	if err != nil || len(table.Rows) != 2 || !table.Truncated {
		t.Errorf("two rows of five: %+v, %v", table, err)
	}
	if table, err := e.Query(t.Context(), "SELECT person_id FROM person", omop.Limit{Rows: 5}); err != nil ||
		table.Truncated {
		t.Errorf("five rows of five: %+v, %v", table, err)
	}
	if _, err := e.Query(t.Context(), "SELECT concept_name FROM concept, generate_series(1, 1000) AS s (i)",
		omop.Limit{Bytes: 1000}); !errors.Is(err, omop.ErrTooLarge) {
		t.Errorf("a thousand bytes: %v", err)
	}
	began := time.Now()
	if _, err := e.Query(t.Context(), slow, omop.Limit{Time: 300 * time.Millisecond}); !errors.Is(err,
		omop.ErrTimeout) {
		t.Errorf("past its time: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	if _, err := e.Query(ctx, slow, omop.Limit{}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: %v", err)
	}
	if took := time.Since(began); took > 8*time.Second {
		t.Errorf("both were stopped after %v", took)
	}
	if _, err := e.Query(t.Context(), "SELECT 1", omop.Limit{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func faults(t *testing.T, e omop.Engine) {
	for sql, place := range map[string][2]int{
		"SELECT\n  no_such_column FROM person":        {2, 3},
		"SELECT 1\nFROM no_such_table":                {2, 6},
		"SELECT FROM WHERE":                           {1, 13},
		"SELECT SUM(person_source_value) FROM person": {1, 8},
	} {
		for what, err := range map[string]error{"Check": e.Check(t.Context(), sql),
			"Query": func() error { _, err := e.Query(t.Context(), sql, omop.Limit{}); return err }()} {
			var q *omop.QueryError
			if !errors.As(err, &q) {
				t.Errorf("%s of %s: %v is no *QueryError", what, sql, err)
				continue
			}
			if q.Line != place[0] || q.SQL != sql {
				t.Errorf("%s of %s: line %d, want %d: %v", what, sql, q.Line, place[0], err)
			}
		}
	}
}

func attacked(t *testing.T, e omop.Engine) {
	for sql, want := range map[string]error{
		"DROP TABLE person": omop.ErrNotSelect, "SELECT 1; DELETE FROM person": omop.ErrNotSelect,
		"INSERT INTO person (person_id) VALUES (9)": omop.ErrNotSelect,
		"COPY person TO '/tmp/x'":                   omop.ErrNotSelect, "SET search_path = x": omop.ErrNotSelect, "": omop.ErrNotSelect,
		"SELECT * FROM read_csv('/etc/passwd')": omop.ErrForbidden, "SELECT * FROM '/etc/passwd'": omop.ErrForbidden,
		"SELECT * FROM pg_catalog.pg_class":       omop.ErrForbidden,
		"SELECT * FROM information_schema.tables": omop.ErrForbidden, "SELECT pg_sleep(100)": omop.ErrForbidden,
		"SELECT current_setting('x')":        omop.ErrForbidden,
		"SELECT pg_read_file('/etc/passwd')": omop.ErrForbidden, "SELECT nextval('x')": omop.ErrForbidden,
		"SELECT version()": omop.ErrForbidden,
		"WITH gone AS (SELECT pg_terminate_backend(1)) SELECT * FROM gone": omop.ErrForbidden,
		"SELECT lo_import('/etc/passwd')":                                  omop.ErrForbidden,
		"SELECT dblink('host=x', 'SELECT 1')":                              omop.ErrForbidden,
		"SELECT query_to_xml('SELECT 1', true, true, '')":                  omop.ErrForbidden,
	} {
		if _, err := e.Query(t.Context(), sql, omop.Limit{Time: 2 * time.Second}); !errors.Is(err, want) &&
			!unknown(err) {
			t.Errorf("%s: %v", sql, err)
		}
	}
	if table, err := e.Query(t.Context(), "SELECT COUNT(*) FROM person", omop.Limit{}); err != nil ||
		Text(table) != "5" {
		t.Errorf("after the attacks: %v, %v", table, err)
	}
}

// unknown tells whether a name was refused because there is nothing of that name.
func unknown(err error) bool {
	return err != nil && strings.Contains(err.Error(), "does not exist")
}

// Text writes a result: cells parted by "|", rows by " / ".
func Text(t *omop.Table) string {
	lines := make([]string, len(t.Rows))
	for i, row := range t.Rows {
		cells := make([]string, len(row))
		for j, c := range row {
			cells[j] = Cell(c)
		}
		lines[i] = strings.Join(cells, "|")
	}
	return strings.Join(lines, " / ")
}

// Cell writes a cell: a number with at most six decimals, a date without a time where that is midnight.
func Cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "·"
	case float64:
		text := strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.6f", v), "0"), ".")
		if text == "-0" {
			return "0"
		}
		return text
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly)
		}
		return v.Format(time.DateTime)
	}
	return fmt.Sprint(v)
}
