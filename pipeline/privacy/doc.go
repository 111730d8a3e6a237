// Package privacy keeps single people and small groups of them out of results. It reads off a query's parse tree what each column of the
// result holds, and shows a cell only where that proves that it is made of enough people; everything else it hides, with the reason.
//
// A worked example, with 5 as the smallest number of people that is shown. The query
//
//	SELECT race, COUNT(*) AS visits, AVG(cost) AS mean, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM visit JOIN person USING (person_id) GROUP BY race
//
// is read (Read): its rows are groups of people; race is an attribute that many share (Key), visits a number of records (Records), mean and pct numbers of
// many (Measure). How many people stand behind each cell stands in no column, so the query is run in a wide form (Plan.Wide) with columns that count them:
//
//	race   visits  mean  pct  │ people  all visits          race   visits  mean    pct
//	Asian       9    80    9  │      2         100          Asian  hidden  hidden  hidden   primary suppression: 2 people
//	Black      31    75   31  │     12         100    →     Black  hidden  hidden  hidden   complementary: 100 - 60 - 31 would be 9
//	White      60    70   60  │     30         100          White  60      70      60
//
// Plan.Hide does that: cells of too few people are hidden (sheet.primary); so are cells that differ from others by few people
// (sheet.difference), and further cells until no hidden number can be worked out from those in sight (sheet.protect). pct tells how many
// visits there are in all, whatever its form, so it is looked at as that number would be (grid).
//
// What is read of an expression is a column: a place in the order Key < Value < Ident of what belongs to people, or People, Records, Measure of what groups of
// them have, or Unproven; with the populations whose sizes must be large (atom), and the numbers that a cell tells (column.numbers).
//
// The package knows SQL and tables, and nothing of questions, models, or of how a query is run.
package privacy
