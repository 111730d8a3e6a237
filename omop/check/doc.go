// Package check holds the rules of SQL over OMOP: what runs, returns a plausible
// number, and is wrong.
//
// A statement is read as DuckDB's own parse tree (package sqltree) and its names are
// resolved once: which relation of which SELECT a column belongs to and, through
// CTEs, derived tables and set operations, which column of which table of the CDM it
// comes from. The rules ask that model, never the text. Where the model can't tell,
// a rule stays silent: a rule that cries wolf is worse than none.
//
// The rules see each statement twice: as it is written, and in its plain form (package plainform), which has no CTEs or
// derived tables that only choose or rename. A rule therefore needs no pattern for each clause a mistake can hide in.
//
// One rule a file; rules.go is the table of them. A rule says what is wrong, what to
// do instead, and shows a statement that fails beside one that passes. The rule other-question has many files:
// its judges are the asked_*.go, each for one kind of contradiction between a question and its SQL.
//
// A statement may say which question it is to answer, in a comment before it or through
// Checker.Asking; the rules then also look for what contradicts the question's words.
//
// The package knows the CDM (package schema) and nothing of engines or models. It sees
// the vocabulary through an interface of its own.
package check
