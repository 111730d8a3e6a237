// Package privacy keeps single people and small groups of them out of results: it
// reads off a query's parse tree what each column of the result holds and how many people stand
// behind each number, and hides what too few stand behind, together with what would give it away.
//
// Read makes a Plan of a statement. Where the number of people behind an average, a
// share or a count of records stands in no column, the plan's own form of the query (Plan.Wide)
// counts them in added columns, which are never shown. Plan.Hide then changes the table that the
// query returned.
//
// The package knows SQL and tables, and nothing of questions, models, or of how a query is run.
package privacy
