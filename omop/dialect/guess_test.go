package dialect

import (
	"strings"
	"testing"
)

func TestTheDialectShows(t *testing.T) {
	for sql, want := range map[string]Dialect{
		"SELECT COUNT(*) FROM person WHERE note = 'GETDATE() and TOP 5'":                                 DuckDB,
		"SELECT DATE_DIFF('day', a, b) FROM x QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1":                DuckDB,
		"SELECT TOP 10 * FROM [dbo].[person]":                                                            SQLServer,
		"SELECT DATEDIFF(day, a, b), ISNULL(c, 0) FROM person":                                           SQLServer,
		"SELECT SAFE_DIVIDE(1, 2), DATE_DIFF(a, b, DAY) FROM `p.d.person`":                               BigQuery,
		"SELECT IFF(a = 1, 2, 3), x::NUMBER FROM person":                                                 Snowflake,
		"{DEFAULT @x = 3} SELECT TOP 5 person_id FROM @cdm_database_schema.person":                       OHDSI,
		"SELECT DATEADD(day, 30, visit_end_date) AS horizon FROM visit_occurrence":                       SQLServer,
		"SELECT APPROXIMATE COUNT(DISTINCT person_id) FROM person":                                       Redshift,
		"SELECT percentile_approx(x, 0.5), datediff(a.e, a.s) FROM a":                                    Spark,
		"SELECT x::numeric, TO_CHAR(d, 'YYYY') FROM person WHERE name ~* 'a'":                            Postgres,
		"-- How many people are there? (PostgreSQL)\nSELECT COUNT(*) / 2 FROM person":                    Postgres,
		"-- from Snowflake to BigQuery\nSELECT COUNT(*) FROM person":                                     DuckDB,
		"SELECT COUNT(DISTINCT person_id) FROM cdm.person -- converted from SQL Server's GETDATE() code": DuckDB,
	} {
		if got, by := Guess(sql); got != want {
			t.Errorf("%s is guessed %s (by %s), want %s", sql, got, by, want)
		}
	}
}

func TestWhatIsOnlyReadNeedsNoValues(t *testing.T) {
	for _, tt := range []struct {
		from      Dialect
		sql, want string
	}{
		{OHDSI, "{DEFAULT @y = 2009}SELECT 1 FROM @cdm.person p WHERE {@y != 0}?{p.year_of_birth < @y}:{1 = 1} AND p.person_id IN (@ids)", "SELECT 1 FROM person p WHERE p.year_of_birth < 2009 AND p.person_id IN ($ids)"},
		{OHDSI, "{DEFAULT @on = FALSE}SELECT 1 FROM #codes {@on}?{WHERE 1 = 1}", "SELECT 1 FROM codes"},
		{OHDSI, "SELECT 1 FROM @results.@cohort_table c", "SELECT 1 FROM parameter.cohort_table c"},
		{Spark, "SELECT datediff(b, a), date_add(a, 30) FROM t", "SELECT DATE_DIFF('day', a, b), CAST((a + 30 * INTERVAL '1' DAY) AS DATE) FROM t"},
		{Snowflake, "SELECT LEAST_IGNORE_NULLS(a, b) FROM x INNER JOIN y JOIN z ON z.i = y.i", "SELECT LEAST(a, b) FROM x  CROSS JOIN y JOIN z ON z.i = y.i"},
		{SQLServer, "SELECT 1 FROM v WHERE a.start_date >= '20090101' AND code = '20090101'", "SELECT 1 FROM v WHERE a.start_date >= '2009-01-01' AND code = '20090101'"},
		{SQLServer, "SELECT 1 FROM v WHERE [start_date] BETWEEN '20090101' AND '20091231'", "SELECT 1 FROM v WHERE start_date BETWEEN '2009-01-01' AND '2009-12-31'"},
		{SQLServer, "SELECT 1 FROM v WHERE start_date < '20091350'", "SELECT 1 FROM v WHERE start_date < '20091350'"},
		{BigQuery, "SELECT m FROM UNNEST(GENERATE_ARRAY(1, 3)) AS m JOIN v ON v.x = m", "SELECT m FROM UNNEST(GENERATE_SERIES(1, 3)) AS m(m) JOIN v ON v.x = m"},
		{Postgres, "SELECT 1 FROM generate_series(a, b, '1 day') AS g(d)", "SELECT 1 FROM GENERATE_SERIES(a, b, INTERVAL '1 day') AS g(d)"},
		{Spark, "SELECT yr FROM v LATERAL VIEW explode(sequence(2008, 2010)) t AS yr WHERE yr > 1",
			"SELECT yr FROM v CROSS JOIN UNNEST(GENERATE_SERIES(2008, 2010)) AS t(yr) WHERE yr > 1"},
		{Snowflake, "SELECT ROW_NUMBER() OVER (ORDER BY SEQ4()) AS n FROM v", "SELECT ROW_NUMBER() OVER () AS n FROM v"},
		{Spark, "SELECT explode(sequence(1, 3)) AS y", "SELECT UNNEST(GENERATE_SERIES(1, 3)) AS y"},
		{Redshift, "SELECT APPROXIMATE COUNT(DISTINCT p), NVL(s, 'x'), DATEDIFF(day, a, b) FROM v", "SELECT COUNT(DISTINCT p), COALESCE(s, 'x'), DATE_DIFF('day', a, b) FROM v"},
		{Snowflake, "SELECT value FROM TABLE(FLATTEN(ARRAY_GENERATE_RANGE(0, 5)))", "SELECT value FROM (SELECT UNNEST(RANGE(0, 5)) AS value)"},
	} {
		got := Read(tt.sql, tt.from)
		if !got.OK() || strings.Join(strings.Fields(got.SQL), " ") != strings.Join(strings.Fields(tt.want), " ") {
			t.Errorf("%s is read as\n%s\nwant\n%s\n%v", tt.sql, got.SQL, tt.want, got.Problems)
		}
	}
}
