package dialect

import (
	"cmp"
	"strings"

	"github.com/askomop/askomop/internal/lazyregexp"
)

// mark is something by which a dialect is recognised.
type mark struct {
	dialect Dialect
	weight  int
	says    string // what is told to the user; "" for the name that is found
	pattern *lazyregexp.Regexp
}

// marks are the words and signs by which a dialect differs from DuckDB's, in text without its literals and comments.
var marks = []mark{
	{OHDSI, 8, "{DEFAULT …}", lazyregexp.New(`(?i)\{\s*DEFAULT\s+@`)},
	{OHDSI, 8, "{…}?{…}", lazyregexp.New(`\}\s*\?\s*\{`)},
	{OHDSI, 6, "@…schema.", lazyregexp.New(`(?i)@(\w*(cdm|vocab|schema|results|target|temp)\w*)\.`)},
	{SQLServer, 4, "SELECT TOP", lazyregexp.New(`(?i)\bSELECT\s+(DISTINCT\s+)?TOP\s*\(?\s*\d`)},
	{SQLServer, 4, "",
		lazyregexp.New(`(?i)\b(GETDATE|SYSDATETIME|DATEFROMPARTS|EOMONTH|CHARINDEX|DATENAME|STDEV)\s*\(`)},
	{SQLServer, 4, "a #temporary table", lazyregexp.New(`(?m)(FROM|JOIN|INTO|TABLE)\s+#\w`)},
	{SQLServer, 4, "NOLOCK", lazyregexp.New(`(?i)\(\s*NOLOCK\s*\)`)},
	{SQLServer, 4, "[names]", lazyregexp.New(`(?i)(\[dbo\]|\]\.\[|\bdbo\.)`)},
	{SQLServer, 3, "CROSS APPLY", lazyregexp.New(`(?i)\b(CROSS|OUTER)\s+APPLY\b`)},
	{SQLServer, 3, "DATEDIFF(day, …)",
		lazyregexp.New(`(?i)\b(DATEDIFF|DATEADD)\s*\(\s*(day|dd|d|month|mm|year|yy|yyyy|week|hour)\s*,`)},
	{SQLServer, 2, "ISNULL(a, b)", lazyregexp.New(`(?i)\bISNULL\s*\([^()]+,`)},
	{SQLServer, 2, "CONVERT(type, …)", lazyregexp.New(`(?i)\bCONVERT\s*\(\s*(VARCHAR|DATE|INT|FLOAT|DATETIME)`)},
	{BigQuery, 4, "",
		lazyregexp.New(`(?i)\b(SAFE_DIVIDE|SAFE_CAST|PARSE_DATE|FORMAT_DATE|GENERATE_DATE_ARRAY|TIMESTAMP_DIFF|APPROX_QUANTILES|COUNTIF)\s*\(`)},
	{BigQuery, 4, "INT64", lazyregexp.New(`(?i)\bAS\s+(INT64|FLOAT64|STRING|BIGNUMERIC)\s*\)`)},
	{BigQuery, 4, "DATE_DIFF(a, b, DAY)",
		lazyregexp.New(`(?i)\bDATE_DIFF\s*\([^()]*(\([^()]*\)[^()]*)*,\s*(DAY|MONTH|YEAR|WEEK|QUARTER)\s*\)`)},
	{BigQuery, 4, "DATE_SUB(…, INTERVAL …)", lazyregexp.New(`(?i)\bDATE_(SUB|ADD)\s*\([^()]*,\s*INTERVAL\s+\d`)},
	{BigQuery, 3, "`project.dataset.table`", lazyregexp.New("`[\\w-]+\\.[\\w-]+(\\.[\\w-]+)?`")},
	{Snowflake, 4, "",
		lazyregexp.New(`(?i)\b(IFF|ZEROIFNULL|DIV0|TO_VARCHAR|LEAST_IGNORE_NULLS|GREATEST_IGNORE_NULLS|TRY_TO_DATE|ARRAY_GENERATE_RANGE|TO_NUMBER)\s*\(`)},
	{Snowflake, 4, "",
		lazyregexp.New(`(?i)(\bTIMESTAMP_NTZ\b|::\s*NUMBER\b|\bTABLE\s*\(\s*(GENERATOR|FLATTEN)\b)`)},
	{Snowflake, 2, "DATEADD('day', …)", lazyregexp.New(`(?i)\b(DATEADD|TIMESTAMPADD)\s*\(\s*(day|month|year|week|')`)},
	{Spark, 4, "",
		lazyregexp.New(`(?i)\b(COLLECT_SET|COLLECT_LIST|PERCENTILE_APPROX|FROM_UNIXTIME|DATE_FORMAT)\s*\(`)},
	{Spark, 4, "DATEDIFF(a, b)", lazyregexp.New(`(?i)\b(DATEDIFF|DATE_ADD|DATE_SUB)\s*\(\s*[\w.]+\s*,\s*[\w.]+\s*\)`)},
	{Spark, 3, "LATERAL VIEW", lazyregexp.New(`(?i)\bLATERAL\s+VIEW\b`)},
	{Postgres, 3, "AGE(…) or ~*",
		lazyregexp.New(`(?i)(\s!?~\*\s|\bTO_CHAR\s*\(|\bmake_interval\s*\(|\bdate_part\s*\(\s*'\w+'\s*,\s*age\s*\()`)},
	{Postgres, 2, "::numeric", lazyregexp.New(`(?i)::\s*(numeric|int4|int8|float8|timestamptz)\b`)},
	{Redshift, 4, "",
		lazyregexp.New(`(?i)\b(APPROXIMATE\s+(COUNT|PERCENTILE_DISC)|SORTKEY|DISTKEY)\b`)},
	{Databricks, 5, "a path of delta", lazyregexp.New("(?i)\\bdelta\\.`")},
}

// enough is the weight from which a dialect is taken for granted.
const enough = 3

// Guess tells whose SQL a text is, as far as it shows, and by what; DuckDB where nothing shows another.
func Guess(sql string) (d Dialect, by string) {
	text := withoutText(sql)
	weight := map[Dialect]int{}
	first := map[Dialect]string{}
	for _, m := range marks {
		if m.pattern.MatchString(text) {
			weight[m.dialect] += m.weight
			if first[m.dialect] == "" {
				found := strings.Trim(m.pattern.FindString(text), ":() \t\n")
				first[m.dialect] = cmp.Or(m.says, strings.ToUpper(found))
			}
		}
	}
	if named, ok := namedAbove(sql); ok {
		weight[named] += enough
		if first[named] == "" {
			first[named] = "its name in the comment above"
		}
	}
	if weight[OHDSI] > 0 { // it is SQL Server's otherwise
		weight[OHDSI] += weight[SQLServer]
	}
	d = DuckDB
	for _, each := range Dialects() {
		if weight[each] >= enough && weight[each] > weight[d] {
			d = each
		}
	}
	return d, first[d]
}

// engines are the names by which comments call a dialect.
var engines = []struct {
	dialect Dialect
	pattern *lazyregexp.Regexp
}{
	{Postgres, lazyregexp.New(`(?i)\bpostgres(ql)?\b`)}, {SQLServer, lazyregexp.New(`(?i)\b(sql server|t-?sql|mssql)\b`)}, {Snowflake, lazyregexp.New(`(?i)\bsnowflake\b`)},
	{BigQuery, lazyregexp.New(`(?i)\bbig ?query\b`)}, {Redshift, lazyregexp.New(`(?i)\bredshift\b`)}, {Databricks, lazyregexp.New(`(?i)\bdatabricks\b`)}, {Spark, lazyregexp.New(`(?i)\bspark( sql)?\b`)},
}

// namedAbove is the one dialect that the comments before a statement name.
func namedAbove(sql string) (d Dialect, ok bool) {
	for line := range strings.Lines(sql) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "--") {
			break
		}
		for _, e := range engines {
			if !e.pattern.MatchString(line) {
				continue
			}
			if ok && e.dialect != d {
				return DuckDB, false
			}
			d, ok = e.dialect, true
		}
	}
	return d, ok
}

// withoutText empties the string literals of a text and drops its comments.
func withoutText(sql string) string {
	t := &translator{from: SQLServer, text: sql}
	out := make([]byte, 0, len(sql))
	for i := 0; i < len(sql); {
		k, end := t.token(sql, i)
		switch {
		case k == text:
			out = append(out, "''"...)
		case k == blank:
			out = append(out, ' ')
		default:
			out = append(out, sql[i:end]...)
		}
		i = end
	}
	return string(out)
}
