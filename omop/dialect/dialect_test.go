package dialect_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"

	"github.com/askomop/askomop/evaldata"
	"github.com/askomop/askomop/omop/dialect"
)

// Expressions of other dialects with what they are worth there, read in their manuals.
// Each is translated and evaluated by DuckDB.
func TestExpressionsAreWorthWhatTheyWere(t *testing.T) {
	const (
		sf = dialect.Snowflake
		bq = dialect.BigQuery
		pg = dialect.Postgres
		ms = dialect.SQLServer
		rs = dialect.Redshift
	)
	for _, tc := range []struct {
		from dialect.Dialect
		expr string
		want string
	}{
		// date arithmetic
		{sf, "DATEADD(day, 30, '2020-01-15')", "2020-02-14 00:00:00"},
		{ms, "DATEADD(MM, -2, '2020-01-15')", "2019-11-15 00:00:00"},
		{sf, "DATEADD('week', 2, DATE '2020-01-01')::DATE", "2020-01-15"},
		{ms, "DATEADD(quarter, 1, CAST('2020-01-31' AS DATE))", "2020-04-30 00:00:00"},
		{sf, "DATEADD(year, 1 + 1, TO_DATE('2020-01-15'))", "2022-01-15 00:00:00"},
		{bq, "DATE_ADD(DATE '2020-01-15', INTERVAL 30 DAY)", "2020-02-14"},
		{bq, "DATE_SUB(DATE '2020-01-15', INTERVAL 1 MONTH)", "2019-12-15"},
		{bq, "DATE_ADD(DATE '2020-01-15', INTERVAL 2 * 7 DAY)", "2020-01-29"},
		{pg, "(DATE '2020-01-15' + INTERVAL '30 days')::date", "2020-02-14"},
		{sf, "ADD_MONTHS('2020-01-15', 2)", "2020-03-15 00:00:00"},
		// date differences
		{sf, "DATEDIFF(day, '2020-01-01', '2020-03-01')", "60"},
		{ms, "DATEDIFF(year, '2019-12-31', '2020-01-01')", "1"},
		{sf, "DATEDIFF('month', '2020-01-31'::date, '2020-02-01'::date)", "1"},
		{sf, "TIMESTAMPDIFF(HOUR, '2020-01-01 00:30:00'::TIMESTAMP_NTZ, '2020-01-01 02:00:00'::TIMESTAMP_NTZ)", "2"},
		{bq, "DATE_DIFF(DATE '2020-03-01', DATE '2020-01-01', DAY)", "60"},
		{bq, "TIMESTAMP_DIFF(TIMESTAMP '2020-01-01 02:00:00', TIMESTAMP '2020-01-01 00:30:00', HOUR)", "1"},
		{sf, "MONTHS_BETWEEN('2020-02-29', '2020-01-31')", "1"},
		{sf, "ROUND(MONTHS_BETWEEN('2020-03-15', '2020-01-10'), 4)", "2.1613"},
		{sf, "DATEDIFF('2020-03-01', '2020-01-01')", "60"},
		// parts of dates
		{sf, "DATE_PART(year, DATE '2020-03-01')", "2020"},
		{ms, "DATEPART(weekday, '2020-03-01')", "1"}, // a Sunday
		{bq, "EXTRACT(DAYOFWEEK FROM DATE '2020-03-02')", "2"},
		{bq, "EXTRACT(ISOWEEK FROM DATE '2020-03-01')", "9"},
		{bq, "DATE_TRUNC(DATE '2020-03-17', MONTH)", "2020-03-01"},
		{sf, "TRUNC(DATE '2020-03-17', 'MM')", "2020-03-01 00:00:00"},
		{sf, "DATE_TRUNC(quarter, DATE '2020-06-17')", "2020-04-01 00:00:00"},
		{ms, "EOMONTH('2020-02-10')", "2020-02-29"},
		{ms, "DATEFROMPARTS(2020, 2, 29)", "2020-02-29"},
		{bq, "DATE(2020, 2, 29)", "2020-02-29"},
		{sf, "LAST_DAY(DATE '2020-02-10', 'month')", "2020-02-29"},
		{sf, "DAYNAME(DATE '2020-03-01')", "Sun"},
		{ms, "CASE WHEN DATEDIFF(year, CAST('2020-03-01' AS DATE), GETDATE()) > 4 THEN 'later' END", "later"},
		{sf, "DATEDIFF(year, TO_DATE('2020-03-01'), CURRENT_TIMESTAMP()) > 4 AND SYSDATE() > '2020-03-01'", "true"},
		{ms, "(SELECT x FROM v ORDER BY x OFFSET 2 ROWS FETCH NEXT 1 ROWS ONLY)", "3"},
		{sf, "TRUNC(2.678, 2)", "2.67"},
		{ms, "ROUND(CAST(COUNT(DISTINCT 1) AS FLOAT) / 3 * 100, 2)", "33.33"},
		// formats
		{sf, "TO_CHAR(DATE '2020-03-01', 'YYYY-MM')", "2020-03"},
		{sf, "TO_DATE('03/01/2020', 'MM/DD/YYYY')", "2020-03-01"},
		{pg, "TO_CHAR(TIMESTAMP '2020-03-01 14:05:00', 'HH24:MI')", "14:05"},
		{ms, "FORMAT(CAST('2020-03-01' AS DATE), 'yyyy-MM')", "2020-03"},
		{bq, "FORMAT_DATE('%Y-%m', DATE '2020-03-01')", "2020-03"},
		{bq, `PARSE_DATE("%d.%m.%Y", "01.03.2020")`, "2020-03-01"},
		{ms, "CONVERT(VARCHAR(6), CAST('2020-03-01' AS DATE), 112)", "202003"},
		{ms, "CONVERT(DATE, '20200301', 112)", "2020-03-01"},
		// casts
		{sf, "CAST(2.5 AS NUMBER)", "3"},
		{sf, "'12.345'::NUMBER(10, 2)", "12.35"},
		{bq, "SAFE_CAST('x' AS INT64)", "<nil>"},
		{bq, "CAST('7' AS INT64)", "7"},
		{ms, "CAST('2020-03-01' AS VARCHAR(4))", "2020"},
		{ms, "TRY_CONVERT(INT, 'x')", "<nil>"},
		{sf, "TO_NUMBER('12.6')", "13"},
		{ms, "CAST(0.1 AS FLOAT) + CAST(0.2 AS FLOAT)", "0.30000000000000004"},
		{ms, "((YEAR('2009-05-01') - 1937) / 10) * 10", "70"},
		{pg, "(SELECT COUNT(*) / 3 FROM v)", "1"},
		{pg, "(SELECT 1.0 * COUNT(*) / 8 FROM v)", "0.5"},
		{sf, "(SELECT COUNT(*) / 8 FROM v)", "0.5"},
		{pg, "EXTRACT(YEAR FROM DATE '2009-05-01') / 2", "1004.5"},
		// conditions
		{sf, "IFF(1 > 2, 'a', 'b')", "b"},
		{ms, "IIF(2 > 1, 'a', 'b')", "a"},
		{sf, "NVL(NULL, 3)", "3"},
		{ms, "ISNULL(NULL, 3)", "3"},
		{sf, "NVL2(NULL, 1, 2)", "2"},
		{sf, "DECODE(NULL, 1, 'one', NULL, 'none', 'other')", "none"},
		{sf, "DECODE(5, 1, 'one', 2, 'two', 'other')", "other"},
		{sf, "DIV0(1, 0)", "0"},
		{sf, "ZEROIFNULL(NULL)", "0"},
		{bq, "SAFE_DIVIDE(1, 0)", "<nil>"},
		{ms, "CHOOSE(2, 'a', 'b', 'c')", "b"},
		{sf, "EQUAL_NULL(NULL, NULL)", "true"},
		// strings
		{ms, "CHARINDEX('b', 'abc')", "2"},
		{ms, "'a' + '-' + CAST(1 AS VARCHAR(3))", "a-1"},
		{ms, "N'é' + 'x'", "éx"},
		{ms, "STUFF('abcdef', 2, 3, 'X')", "aXef"},
		{sf, "REGEXP_LIKE('diabetes type 2', 'diabetes')", "false"}, // the whole text has to match
		{sf, "'I10' RLIKE 'I1[0-5]'", "true"},
		{pg, "'diabetes type 2' ~ 'type'", "true"},
		{pg, "'Diabetes' ~* 'DIAB'", "true"},
		{pg, "'Diabetes' !~ 'diab'", "true"},
		{bq, "REGEXP_CONTAINS('diabetes type 2', r'type \\d')", "true"},
		{sf, "REGEXP_REPLACE('a-b-c', '-', '')", "abc"},
		{pg, "REGEXP_REPLACE('a-b-c', '-', '')", "ab-c"},
		// numbers
		{ms, "LOG(1)", "0"},
		{ms, "SQUARE(3)", "9"},
		{sf, "LOG(2, 8)", "3"},
		{sf, "WIDTH_BUCKET(5, 0, 10, 5)", "3"},
		// aggregates and windows over the numbers 1 to 4
		{sf, "(SELECT MEDIAN(x) FROM v)", "2.5"},
		{ms, "(SELECT STDEV(x) FROM v WHERE x < 3)", "0.7071067811865476"},
		{ms, "(SELECT TOP 1 PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x) OVER (PARTITION BY 1) FROM v)", "2.5"},
		{sf, "(SELECT PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x) FROM v)", "1.75"},
		{bq, "(SELECT PERCENTILE_CONT(x, 0.5) OVER () FROM v LIMIT 1)", "2.5"},
		{bq, "(SELECT APPROX_QUANTILES(x, 4)[OFFSET(2)] FROM v)", "2.5"},
		{bq, "(SELECT ARRAY_AGG(x ORDER BY x DESC LIMIT 1)[OFFSET(0)] FROM v)", "4"},
		{bq, "(SELECT ARRAY_AGG(x ORDER BY x LIMIT 2) FROM v)", "[1, 2]"},
		{sf, "(SELECT ARRAY_AGG(DISTINCT x % 2) WITHIN GROUP (ORDER BY x % 2) FROM v)", "[0, 1]"},
		{rs, "(SELECT LISTAGG(DISTINCT x % 2, '+') WITHIN GROUP (ORDER BY x % 2) FROM v)", "0+1"},
		{bq, "(SELECT APPROX_QUANTILES(x, 2) FROM v)", "[1.0, 2.5, 4.0]"},
		{sf, "(SELECT LISTAGG(x, ',') WITHIN GROUP (ORDER BY x DESC) FROM v)", "4,3,2,1"},
		{sf, "(SELECT LISTAGG(DISTINCT y, ',') WITHIN GROUP (ORDER BY y) FROM v)", "0,1"},
		{ms, "(SELECT STRING_AGG(x, ',') WITHIN GROUP (ORDER BY x) FROM v)", "1,2,3,4"},
		{sf, "(SELECT COUNT(DISTINCT y, NULLIF(x, 4)) FROM v)", "3"},
		{sf, "(SELECT MAX(r) FROM (SELECT RATIO_TO_REPORT(x) OVER () AS r FROM v))", "0.4"},
		{sf, "(SELECT x FROM v QUALIFY ROW_NUMBER() OVER (ORDER BY x DESC) = 2)", "3"},
		// clauses
		{ms, "(SELECT MIN(x) FROM (SELECT TOP (2) x FROM v ORDER BY x DESC))", "3"},
		{sf, "(SELECT COUNT(*) FROM (SELECT x FROM v MINUS SELECT 1))", "3"},
		{bq, "(SELECT COUNT(*) FROM (SELECT y FROM v UNION DISTINCT SELECT 1))", "2"},
		{bq, "(SELECT COUNT(*) FROM (SELECT * EXCEPT (y) FROM v))", "4"},
		{ms, "(SELECT SUM(b.z) FROM v CROSS APPLY (SELECT v.x * 2 AS z) AS b)", "20"},
		{ms, "(SELECT COUNT(*) FROM v OUTER APPLY (SELECT 1 AS z WHERE v.x > 2) AS b)", "4"},
		{ms, "(SELECT COUNT(*) FROM [cdm].[dbo].[v] AS q WITH (NOLOCK) WHERE q.[x] > 1)", "3"},
		{ms, "(SELECT COUNT(*) FROM @cdm_database_schema.v)", "4"},
		{bq, "(SELECT COUNT(*) FROM `project.data.v` AS q WHERE EXTRACT(YEAR FROM q.d) = 2020)", "4"},
		{sf, "(SELECT COUNT(*) FROM CDM.PUBLIC.V, OTHER.V AS W WHERE V.X IS DISTINCT FROM W.X)", "12"},
		{pg, "(SELECT COUNT(*) FROM {{ schema }}.v)", "4"},
	} {
		t.Run(string(tc.from)+" "+tc.expr, func(t *testing.T) {
			got, tr := evaluate(t, tc.from, tc.expr)
			if got != tc.want || !tr.OK() {
				t.Errorf("%s = %s, want %s; problems %v", tr.SQL, got, tc.want, tr.Problems)
			}
		})
	}
}

// evaluate returns the value of an expression, as text.
func evaluate(t *testing.T, from dialect.Dialect, expr string) (string, dialect.Translation) {
	t.Helper()
	tr := dialect.Translate("SELECT "+expr+" AS value", from)
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var v any
	full := fmt.Sprintf("WITH v AS (SELECT x, x %% 2 AS y, DATE '2020-01-01' AS d FROM range(1, 5) AS r(x)) SELECT CAST(q.value AS VARCHAR) FROM (%s) AS q", tr.SQL)
	if err := db.QueryRowContext(t.Context(), full).Scan(&v); err != nil {
		t.Fatalf("%s: %v", tr.SQL, err)
	}
	return strings.TrimSuffix(fmt.Sprint(v), ".0"), tr
}

func TestWhatHasNoEqualIsListedWithItsPlace(t *testing.T) {
	for _, tc := range []struct {
		from      dialect.Dialect
		sql, want string
	}{
		{dialect.SQLServer, "SELECT TOP 10 PERCENT x FROM t", "line 1, column 8: TOP … PERCENT has no equal"},
		{dialect.SQLServer, "SELECT\n  DATENAME(month, d) FROM t", "line 2, column 3: DATENAME: names of date parts depend on the server's language"},
		{dialect.SQLServer, "SELECT DATEDIFF(week, a, b) FROM t", "line 1, column 8: DATEDIFF: weeks begin on Sunday here, on Monday in DuckDB"},
		{dialect.SQLServer, "SELECT x FROM #cohort", "line 1, column 15: #cohort is a temporary table"},
		{dialect.SQLServer, "SELECT x FROM t WHERE y = @since", "line 1, column 27: @since is a parameter without a value"},
		{dialect.Snowflake, "SELECT INITCAP(x) FROM t", "line 1, column 8: INITCAP: capitals at the beginnings of words have no equal"},
		{dialect.Snowflake, "SELECT TO_CHAR(x, '999.9') FROM t", "line 1, column 8: TO_CHAR: the format '999.9' has no equal"},
		{dialect.Snowflake, "SELECT x FROM t WHERE x LIKE ANY ('a%', 'b%')", "line 1, column 25: LIKE ANY has no equal"},
		{dialect.Postgres, "DELETE FROM t", "line 1, column 1: it begins with DELETE and is not a SELECT"},
		{dialect.Postgres, "SELECT 1; SELECT 2", "line 1, column 9: there is more than one statement"},
		{dialect.Postgres, "SELECT x FROM t WHERE x ~ y", "line 1, column 25: ~ with a pattern that is not a string finds it anywhere; DuckDB's matches the whole text"},
	} {
		tr := dialect.Translate(tc.sql, tc.from)
		if tr.OK() || tr.Problems[0].String() != tc.want {
			t.Errorf("%s: problems %v, want %s", tc.sql, tr.Problems, tc.want)
		}
	}
}

func TestDoubtsNameWhatDependsOnTypes(t *testing.T) {
	for sql, want := range map[string]int{
		"SELECT (2009 - p.year_of_birth) / 10 FROM person AS p":        0,
		"SELECT a / b, (YEAR(x) - y) / 10 FROM t":                      2,
		"SELECT unknown / 10 FROM t":                                   1,
		"SELECT 100.0 * a / b FROM t":                                  0,
		"SELECT CAST(a AS FLOAT) / b FROM t":                           0,
		"SELECT COUNT(a) / COUNT(b), 1.0 * COUNT(a) / COUNT(b) FROM t": 0,
	} {
		if tr := dialect.Translate(sql, dialect.SQLServer); len(tr.Doubts) != want {
			t.Errorf("%s: doubts %v, want %d", sql, tr.Doubts, want)
		}
	}
}

func TestWhatDuckDBRunsStaysAsItIs(t *testing.T) {
	for _, sql := range []string{
		"SELECT COUNT(DISTINCT x.person_id) AS patients\nFROM drug_exposure AS x -- those on it\nWHERE x.drug_concept_id IN ([drug@metformin, 500 MG \\] DATEADD(])\n  AND x.drug_exposure_start_date <= d.first_date + INTERVAL '90' DAY",
		"SELECT 'DATEADD(day, 1, x) /* [a].[b] */' AS \"TOP 5\" FROM person AS p WHERE EXTRACT(YEAR FROM p.birth_datetime) = 2009",
		"WITH a AS (SELECT 1 AS x) SELECT TRIM(BOTH ' ' FROM a.x) FROM a ORDER BY x LIMIT 10",
	} {
		for _, d := range dialect.Dialects() {
			if d == dialect.BigQuery && strings.Contains(sql, `"`) {
				continue // a string there
			}
			tr := dialect.Translate(sql+" ;", d)
			if tr.SQL != sql || !tr.OK() {
				t.Errorf("%s: %s became %s (%v)", d, sql, tr.SQL, tr.Problems)
			}
		}
	}
}

func FuzzTranslate(f *testing.F) {
	f.Add("SELECT TOP 5 DATEADD(day, -1, x)::DATE FROM [a].[b] OUTER APPLY (SELECT 1) y")
	f.Add("APPROX_QUANTILES(x,)[OFFSET(1)] COUNT(DISTINCT , ) PERCENTILE_CONT() WITHIN GROUP () OVER ()")
	f.Add("[drug@a\\")
	f.Add("{{a}}.b 'x")
	f.Fuzz(func(t *testing.T, sql string) {
		for _, d := range dialect.Dialects() {
			dialect.Translate(sql, d)
		}
	})
}

// The library's own SQL keeps to what every engine runs: no dialect changes it, but
// for the divisions of integers in those that drop the fraction.
func TestTheLibraryStaysAsItIs(t *testing.T) {
	files, err := fs.Glob(evaldata.Pairs, "pairs/*.sql")
	if err != nil || len(files) < 300 {
		t.Fatalf("%d pairs, %v", len(files), err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(evaldata.Pairs, file)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSuffix(strings.TrimSpace(string(text)), ";")
		for _, d := range dialect.Dialects() {
			if tr := dialect.Translate(string(text), d); strings.ReplaceAll(tr.SQL, " // ", " / ") != want || !tr.OK() {
				t.Errorf("%s as %s became %s (%v)", file, d, tr.SQL, tr.Problems)
			}
		}
	}
}
