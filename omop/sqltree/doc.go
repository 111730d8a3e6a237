// Package sqltree holds a SQL template as a tree of Go values: DuckDB's own parse
// tree, read from the JSON that its json_serialize_sql makes, with the parser's
// desugarings undone, so that INTERVAL '90' DAY is an Interval and not a tower of
// casts.
//
// A template is one SELECT whose concept sets are placeholders, [domain@text], that
// no database can parse. Mask turns them into quoted names for the parser, the
// decoder turns those names back into Placeholder nodes, and Format writes the tree
// as text again. Locations always refer to the template as it was written.
//
// The package needs a parser but names none: it asks a Serializer.
//
// Resolve gives the names of a tree their meaning: which relation of which SELECT a column
// belongs to and, through CTEs, derived tables and set operations, which columns of which
// tables of the CDM its values come from (Origins) and of what type they are (TypeOf).
// Nothing else in the repository should look names up in a tree. Beyond the CDM's tables and
// columns (package schema) it knows nothing of concepts or questions.
package sqltree
