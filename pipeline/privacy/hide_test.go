package privacy

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/askomop/askomop/omop"
)

// people is a database of people that a test can count by hand: 30 women and 20 men, of whom
// 12 women and 3 men have condition 1, 2 women condition 2, and 25 women and 19 men condition 3.
func people(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for _, statement := range []string{
		`CREATE TABLE concept AS SELECT * FROM (VALUES (8532, 'FEMALE'), (8507, 'MALE'), (1, 'gout'), (2, 'asthma'), (3, 'cold')) t(concept_id, concept_name)`,
		`CREATE TABLE person AS SELECT i AS person_id, CASE WHEN i <= 30 THEN 8532 ELSE 8507 END AS gender_concept_id, 1950 + i % 40 AS year_of_birth,
			DATE '1950-01-01' + CAST(i AS INTEGER) * 300 AS birth_datetime, 'S' || i AS person_source_value FROM range(1, 51) r(i)`,
		`CREATE TABLE condition_occurrence AS SELECT row_number() OVER () AS condition_occurrence_id, person_id, condition_concept_id,
			DATE '2010-01-01' + CAST(person_id AS INTEGER) * 10 AS condition_start_date FROM (
			SELECT person_id, 1 AS condition_concept_id FROM person WHERE person_id <= 12 OR person_id BETWEEN 31 AND 33
			UNION ALL SELECT person_id, 2 FROM person, range(4) WHERE person_id <= 2
			UNION ALL SELECT person_id, 3 FROM person WHERE person_id BETWEEN 6 AND 30 OR person_id >= 32)`,
		`CREATE TABLE measurement AS SELECT person_id AS measurement_id, person_id, 7 AS measurement_concept_id, person_id * 1.5 AS value_as_number FROM person WHERE person_id <= 3 OR person_id > 30`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return db
}

// run runs a query and reads its rows.
func run(t testing.TB, db *sql.DB, query string) *omop.Table {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	table, err := readRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

var decimalText = regexp.MustCompile(`^-?[0-9]+\.[0-9]+$`)

func readRows(rows *sql.Rows) (*omop.Table, error) {
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	table := &omop.Table{}
	for _, n := range names {
		table.Columns = append(table.Columns, omop.Column{Name: n})
	}
	for rows.Next() {
		cells, into := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, c := range cells {
			switch c := c.(type) {
			case int32:
				cells[i] = int64(c)
			case int64, float64, string, nil, bool:
			default:
				text := fmt.Sprint(c)
				var n int64
				if _, err := fmt.Sscanf(text, "%d", &n); err == nil && fmt.Sprint(n) == text {
					cells[i] = n
					// as the engines give decimals
				} else if x, err := strconv.ParseFloat(text, 64); err == nil && decimalText.MatchString(text) {
					cells[i] = x
				} else {
					cells[i] = text
				}
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	return table, rows.Err()
}

// hide runs a query in its wide form and hides what few stand behind.
func hide(t testing.TB, db *sql.DB, query string) (*omop.Table, Report, *Plan) {
	t.Helper()
	return hideAt(t, db, query, 5)
}

func hideAt(t testing.TB, db *sql.DB, query string, min int) (*omop.Table, Report, *Plan) {
	t.Helper()
	p := Read(parser{db}.parse(t, query), min)
	text, ok, err := p.Wide()
	if err != nil {
		t.Fatal(err)
	}
	if !ok {
		text = query
	}
	table := run(t, db, text)
	return table, p.Hide(table), p
}

func shownRows(table *omop.Table) string {
	var lines []string
	for _, row := range table.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, fmt.Sprint(c))
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	return strings.Join(lines, "; ")
}

func TestWhatFewPeopleStandBehindIsHidden(t *testing.T) {
	db := people(t)
	for _, tt := range []struct{ name, query, want string }{
		{"people", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2`, "<5"},
		{"none", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 9`, "0"},
		{"enough", `SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1`, "15"},
		{"many records of two people", `SELECT COUNT(*) FROM condition_occurrence WHERE condition_concept_id = 2`, "hidden"},
		{"a sum that counts", `SELECT SUM(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) FROM condition_occurrence`, "hidden"},
		{"a sum of yes", `SELECT SUM((condition_concept_id = 2)::INT) AS n FROM condition_occurrence`, "hidden"},
		{"a sum of one", `SELECT SUM(1) FROM condition_occurrence WHERE condition_concept_id = 2`, "hidden"},
		{"a filter", `SELECT COUNT(*) FILTER (WHERE condition_concept_id = 2) FROM condition_occurrence`, "hidden"},
		{"count_if", `SELECT count_if(condition_concept_id = 2) FROM condition_occurrence`, "hidden"},
		{"an average alone", `SELECT AVG(value_as_number) FROM measurement WHERE person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 2)`, "hidden"},
		{"an average of enough", `SELECT ROUND(AVG(value_as_number)) FROM measurement`, "53"},
		{"a smallest", `SELECT gender_concept_id, MIN(value_as_number) FROM measurement JOIN person USING (person_id) GROUP BY 1 ORDER BY 1`, "8507 46.5; 8532 hidden"},
		{"a median", `SELECT gender_concept_id, MEDIAN(value_as_number), COUNT(*) FROM measurement JOIN person USING (person_id) GROUP BY 1 ORDER BY 1`, "8507 60.7 20; 8532 hidden <5"},
		{"a percentile", `SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY value_as_number) FROM measurement WHERE value_as_number < 5`, "hidden"},
		{"an average of yes", `SELECT AVG(CASE WHEN condition_concept_id = 2 THEN 1.0 ELSE 0 END) FROM condition_occurrence`, "hidden"},
		{"a share alone", `SELECT 100.0 * COUNT(DISTINCT CASE WHEN condition_concept_id = 2 THEN person_id END) / COUNT(DISTINCT person_id) FROM condition_occurrence`, "hidden"},
		{"a share whose rest is small", `SELECT 100.0 * COUNT(DISTINCT person_id) FILTER (WHERE year_of_birth <> 1951) / COUNT(DISTINCT person_id) FROM person`, "hidden"},
		{"a part whose rest is small", `SELECT COUNT(*) AS people, COUNT(*) FILTER (WHERE year_of_birth <> 1951) AS others FROM person`, "50 hidden"},
		{"a share by subqueries", `SELECT 1.0 * (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2) / (SELECT COUNT(*) FROM person)`, "hidden"},
		{"yes or no of a count", `SELECT COUNT(*) > 3 FROM person WHERE year_of_birth = 1951`, "hidden"},
		{"a count in words", `SELECT CASE WHEN COUNT(DISTINCT person_id) = 2 THEN 'two' ELSE 'not two' END FROM condition_occurrence WHERE condition_concept_id = 2`, "hidden"},
		{"a count in a text", `SELECT 'n=' || COUNT(*) FROM person WHERE year_of_birth = 1951`, "hidden"},
		{"a count and a hundred", `SELECT COUNT(*) + 100 FROM person WHERE year_of_birth = 1951`, "hidden"},
		{"through a CTE", `WITH n AS (SELECT condition_concept_id AS c, COUNT(DISTINCT person_id) AS x FROM condition_occurrence GROUP BY 1) SELECT x AS y FROM n WHERE c = 2`, "<5"},
		{"a share through CTEs", `WITH a AS (SELECT COUNT(DISTINCT person_id) AS x FROM condition_occurrence WHERE condition_concept_id = 2), b AS (SELECT COUNT(*) AS x FROM person) SELECT ROUND(100.0 * a.x / b.x, 1) FROM a CROSS JOIN b`, "hidden"},
		{"columns without a name, through a star", `SELECT * FROM (SELECT condition_concept_id, COUNT(*), COUNT(*), AVG(year_of_birth) > 0 FROM condition_occurrence JOIN person USING (person_id) GROUP BY 1) ORDER BY 1`, "1 15 15 hidden; 2 hidden hidden hidden; 3 44 44 hidden"},
		{"an average of people's counts", `WITH n AS (SELECT person_id, COUNT(*) AS x FROM condition_occurrence WHERE condition_concept_id = 2 GROUP BY person_id) SELECT AVG(x) FROM n`, "hidden"},
		{"an average of people's counts, the person left out", `SELECT AVG(x) FROM (SELECT COUNT(*) AS x FROM condition_occurrence WHERE condition_concept_id = 2 GROUP BY person_id)`, "hidden"},
		{"a sum of groups' counts", `SELECT SUM(x) FROM (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS x FROM condition_occurrence WHERE condition_concept_id = 2 GROUP BY 1)`, "<5"},
		{"the smallest group", `SELECT MIN(x) FROM (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS x FROM condition_occurrence GROUP BY 1)`, "<5"},
		{"how many groups", `SELECT COUNT(*) FROM (SELECT condition_concept_id FROM condition_occurrence GROUP BY 1)`, "3"},
		{"concepts are nobody's", `SELECT COUNT(*) FROM concept WHERE concept_id < 3`, "2"},
		{"a date of few", `SELECT birth_datetime, COUNT(*) FROM person WHERE year_of_birth = 1951 GROUP BY 1 ORDER BY 1`, "hidden <5"},
		{"a union", `SELECT 'gout' AS what, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION ALL SELECT 'asthma', COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2`, "gout 15; asthma <5"},
		{"averages in a union", `SELECT 'few' AS what, AVG(value_as_number) AS m FROM measurement WHERE value_as_number < 5 UNION ALL SELECT 'many', MIN(value_as_number) FROM measurement WHERE value_as_number > 5`, "few hidden; many 46.5"},
		{"averages of few days", `SELECT AVG(x) AS m FROM (SELECT person_id, MAX(condition_start_date) - MIN(condition_start_date) AS x FROM condition_occurrence GROUP BY person_id)`, "0"},
		{"a row of many and few", `SELECT g.concept_name AS sex, COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id JOIN concept g ON g.concept_id = p.gender_concept_id WHERE c.condition_concept_id = 1 GROUP BY 1 ORDER BY 1`, "FEMALE 12; MALE <5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, report, p := hide(t, db, tt.query)
			if got := shownRows(table); got != tt.want || p.RowLevel() != "" {
				text, _, _ := p.Wide()
				t.Errorf("shows %q, want %q (row level: %q) %+v\n%s", got, tt.want, p.RowLevel(), report, text)
			}
		})
	}
}

// Three are 11 years apart: counted by what is left of them divided by 11, the 4 of the first would be among many.
func TestFewPeopleWithAValueAreFewBesideAnyOtherValues(t *testing.T) {
	db := people(t)
	for _, years := range []string{"1906 1917 1928", "1906 1918 1930", "1906 1906 1918"} {
		y := strings.Fields(years)
		if _, err := db.ExecContext(t.Context(), `UPDATE person SET year_of_birth = CASE WHEN person_id <= 4 THEN `+y[0]+
			` WHEN person_id <= 24 THEN `+y[1]+` ELSE `+y[2]+` END`); err != nil {
			t.Fatal(err)
		}
		query := `SELECT AVG(year_of_birth) AS a, STDDEV(year_of_birth) AS s, COUNT(*) AS n FROM person`
		want := "hidden hidden 50"
		if y[0] == y[1] { // all have one that many have, and the deviation of two kinds is a count
			want = "1912.24 hidden 50"
			query = `SELECT ROUND(AVG(year_of_birth), 2) AS a, ROUND(STDDEV(year_of_birth), 2) AS s, COUNT(*) AS n FROM person`
		}
		if table, _, _ := hide(t, db, query); shownRows(table) != want {
			t.Errorf("born %s: shows %q, want %q", years, shownRows(table), want)
		}
	}
}

func TestWhereCareSitesAreIsNobodys(t *testing.T) {
	db := people(t)
	for _, statement := range []string{
		`CREATE TABLE location AS SELECT i AS location_id, CASE WHEN i < 3 THEN 'CA' ELSE 'NY' END AS state FROM range(1, 6) r(i)`,
		`CREATE TABLE care_site AS SELECT i AS care_site_id, i AS location_id FROM range(1, 4) r(i)`,
		`ALTER TABLE person ADD COLUMN location_id INTEGER`,
		`UPDATE person SET location_id = CASE WHEN person_id <= 3 THEN 3 ELSE 1 END`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	for _, tt := range []struct{ name, query, want string }{
		{"by ON", `SELECT l.state, COUNT(*) AS n FROM care_site c JOIN location l ON l.location_id = c.location_id GROUP BY 1 ORDER BY 1`, "CA 2; NY 1"},
		{"by USING", `SELECT state, COUNT(*) AS n FROM care_site LEFT JOIN location USING (location_id) GROUP BY 1 ORDER BY 1`, "CA 2; NY 1"},
		{"who lives there", `SELECT l.state, COUNT(DISTINCT p.person_id) AS n FROM care_site c JOIN location l ON l.location_id = c.location_id JOIN person p ON p.location_id = l.location_id GROUP BY 1 ORDER BY 1`, "CA 47; hidden <5"},
		{"other places too", `SELECT l.state, COUNT(c.care_site_id) AS n FROM location l LEFT JOIN care_site c ON l.location_id = c.location_id GROUP BY 1 ORDER BY 1`, "hidden hidden"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if table, report, p := hide(t, db, tt.query); shownRows(table) != tt.want || p.RowLevel() != "" {
				t.Errorf("shows %q, want %q (row level: %q) %+v", shownRows(table), tt.want, p.RowLevel(), report)
			}
		})
	}
}

func TestWhatGivesAHiddenCountAwayIsHiddenToo(t *testing.T) {
	db := people(t)
	gout := `FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id WHERE c.condition_concept_id = 1`
	for _, tt := range []struct{ name, query, want string }{
		{"total beside its parts", `SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE p.gender_concept_id = 8532) AS women, COUNT(*) FILTER (WHERE p.gender_concept_id = 8507) AS men ` + gout, "15 hidden <5"},
		{"a rollup", `SELECT p.gender_concept_id AS sex, COUNT(DISTINCT c.person_id) AS n ` + gout + ` GROUP BY ROLLUP (p.gender_concept_id) ORDER BY 1 NULLS LAST`, "8507 <5; 8532 hidden; <nil> 15"},
		{"a total by union", `SELECT 'all' AS sex, COUNT(DISTINCT c.person_id) AS n ` + gout + ` UNION ALL SELECT 'women', COUNT(DISTINCT c.person_id) ` + gout + ` AND p.gender_concept_id = 8532 UNION ALL SELECT 'men', COUNT(DISTINCT c.person_id) ` + gout + ` AND p.gender_concept_id = 8507`, "all 15; women hidden; men <5"},
		{"a percent of all", `SELECT p.gender_concept_id AS sex, COUNT(*) AS n, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS percent ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 <5 hidden; 8532 12 hidden"},
		{"percents alone", `SELECT p.gender_concept_id AS sex, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS percent ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 hidden; 8532 hidden"},
		{"a total column", `SELECT p.gender_concept_id AS sex, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS total ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 <5 15; 8532 hidden 15"},
		{"a running total", `SELECT p.gender_concept_id AS sex, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY p.gender_concept_id DESC) AS so_far ` + gout + ` GROUP BY 1 ORDER BY 1 DESC`, "8532 hidden hidden; 8507 <5 15"},
		{"the row before", `SELECT p.gender_concept_id AS sex, COUNT(*) AS n, LAG(COUNT(*)) OVER (ORDER BY p.gender_concept_id) AS before ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 <5 <nil>; 8532 12 <5"},
		{"the change", `SELECT p.gender_concept_id AS sex, COUNT(*) AS n, COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY p.gender_concept_id) AS change ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 <5 hidden; 8532 12 hidden"},
		{"the change alone", `SELECT p.gender_concept_id AS sex, COUNT(*) - LAG(COUNT(*)) OVER (ORDER BY p.gender_concept_id) AS change ` + gout + ` GROUP BY 1 ORDER BY 1`, "8507 hidden; 8532 hidden"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, report, p := hide(t, db, tt.query)
			if got := shownRows(table); got != tt.want {
				text, _, _ := p.Wide()
				t.Errorf("shows %q, want %q %+v\n%s", got, tt.want, report, text)
			}
		})
	}
}

func TestResultsOfSinglePeopleAreKnown(t *testing.T) {
	db := people(t)
	for _, tt := range []struct {
		query string
		rows  bool
	}{
		{`SELECT person_id FROM person`, true},
		{`SELECT * FROM person`, true},
		{`SELECT 1 FROM person`, true},
		{`SELECT gender_concept_id, year_of_birth FROM person WHERE year_of_birth = 1951`, true},
		{`SELECT DISTINCT birth_datetime FROM person`, true},
		{`SELECT person_id, COUNT(*) FROM condition_occurrence GROUP BY person_id`, true},
		{`SELECT COUNT(*) FROM condition_occurrence GROUP BY person_id`, true},
		{`SELECT COUNT(*) FROM condition_occurrence WHERE person_id = 5`, true},
		{`SELECT COUNT(*) FROM person WHERE person_source_value LIKE 'S5%'`, true},
		{`SELECT COUNT(*) FROM person WHERE person_id % 10 = 5`, true},
		{`SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = 5)`, true},
		{`SELECT COUNT(*) FILTER (WHERE person_id = 5) FROM condition_occurrence`, true},
		{`SELECT SUM(CASE WHEN person_id = 5 THEN 1 ELSE 0 END) FROM condition_occurrence`, true},
		{`SELECT MAX(person_id) FROM person`, true},
		{`SELECT string_agg(person_source_value, ',') FROM person`, true},
		{`SELECT list(birth_datetime) FROM person`, true},
		{`SELECT any_value(birth_datetime) FROM person`, true},
		{`SELECT (SELECT birth_datetime FROM person LIMIT 1) AS d`, true},
		{`SELECT COUNT(*) OVER () FROM person`, true},
		{`WITH a AS (SELECT person_id AS x FROM person) SELECT x FROM a`, true},
		{`SELECT 'n' AS k, COUNT(*) FROM person UNION ALL SELECT person_source_value, 1 FROM person`, true},

		{`SELECT COUNT(*) FROM person`, false},
		{`SELECT DISTINCT gender_concept_id FROM person`, false},
		{`SELECT MAX(condition_start_date) FROM condition_occurrence`, false},
		{`SELECT condition_start_date, COUNT(*) FROM condition_occurrence GROUP BY 1`, false},
		{`SELECT n, COUNT(*) FROM (SELECT person_id, COUNT(*) AS n FROM condition_occurrence GROUP BY person_id) GROUP BY n`, false},
		{`SELECT COUNT(*) FROM person p WHERE EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id)`, false},
		{`SELECT concept_id, concept_name FROM concept`, false},
		{`SELECT * FROM concept`, false},
	} {
		p := Read(parser{db}.parse(t, tt.query), 5)
		if (p.RowLevel() != "") != tt.rows {
			t.Errorf("%s: %q", tt.query, p.RowLevel())
		}
	}
}

// TestPeopleWithShortNumbersHavePrints holds that people whose ids are 32-bit numbers are told apart as others are.
func TestPeopleWithShortNumbersHavePrints(t *testing.T) {
	db := clinic(t)
	for _, statement := range []string{
		"ALTER TABLE person ALTER person_id TYPE INTEGER",
		"UPDATE person SET person_id = person_id + 2000000000",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	table, _, _ := hide(t, db, "SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m, COUNT(*) FILTER (WHERE race_concept_id = 8527) AS k FROM person")
	if got := shownRows(table); got != "50 hidden 40" {
		t.Errorf("shows %s", got)
	}
}
