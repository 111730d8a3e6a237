// Package dialect brings SQL that was written for Snowflake, BigQuery, PostgreSQL or
// SQL Server to DuckDB, for what occurs in analytics: date arithmetic and
// differences, casts, conditional and string functions, percentiles, TOP, tables
// with a schema before their names.
//
// It works on tokens, grouped by their parentheses, because DuckDB's parser refuses
// much of what is to be changed. Placeholders such as [drug@metformin], comments and
// strings pass through. Where a construct has no equal in DuckDB, or its meaning
// depends on types that the text does not show, the result says so with its place:
// nothing is dropped in silence. Whether the translated text binds is for an engine
// to say.
package dialect
