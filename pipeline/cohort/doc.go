// Package cohort turns a query into the people behind it: who, since when, until
// when, and how many are left after each criterion. It writes them as rows of the OMOP table cohort, and lets
// later SQL and questions ask of them.
//
// What it makes of a query is read off the query's parse tree; nothing is guessed from words. Whether it is right is
// counted: a cohort whose number of people is not the answer of its question is refused.
//
// Files: derive, since and attrition make a cohort of SQL; write, of a scheduled question; generate, of a definition
// that definitions keeps; entries and engine let SQL read kept cohorts; shown hides small numbers.
package cohort
