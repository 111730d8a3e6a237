// Package privacy keeps single people and small groups of them out of results. It reads off a query's parse tree what
// each column of the result holds, and shows a cell only where that proves that it is made of enough people; everything
// else it hides, with the reason.
//
// A worked example, with 5 as the smallest number of people that is shown, which example_test.go runs. The query
//
//	SELECT p.race_concept_id AS race, COUNT(*) AS visits, AVG(v.visit_end_date - v.visit_start_date) AS days, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct
//	FROM visit_occurrence AS v JOIN person AS p ON p.person_id = v.person_id GROUP BY p.race_concept_id ORDER BY race
//
// is read (Read): its rows are groups of people; race is an attribute that many share (Key), visits a number of records
// (Records), days and pct numbers of many (Measure). How many people stand behind each cell stands in no column, so the
// query is run in a wide form (Plan.Wide) with columns that count them:
//
//	race  visits  days  pct  │ people  all visits          race  visits  days    pct
//	8515       9     8    9  │      2         100          8515  hidden  hidden  hidden   primary suppression: 2 people
//	8516      31     7   31  │     12         100    →     8516  hidden  hidden  hidden   complementary: 100 - 60 - 31 would be 9
//	8527      60     6   60  │     30         100          8527  60      6       60
//
// Plan.Hide does that: cells of too few people are hidden (sheet.suppressPrimary); so are cells that differ from others
// by few people (sheet.suppressDifferences), and further cells until no hidden number can be worked out from those in
// sight (sheet.suppressComplementary). pct tells how many visits there are in all, whatever its form, so it is looked
// at as that number would be (grid).
//
// The way of that table through the files, each of which names what it does to the example where that helps:
//
//	language, inlanguage, members         whether it holds what no legitimate SQL needs: it is refused
//	rewrite, build                        the query in a form that columns can be added to
//	query, union, selection, chosen,      what the rows are: one race, a group of people
//	grouping
//	population, source, owner, resolve,   whose records they are, and that none is counted twice
//	joins, repetition, meets, overlap
//	kind, expr, cell, condition,          what each column is made of: visits a count of records, days an
//	aggregate, count, nobody, reveals,    average of dates, pct a share of two counts
//	groups, ofgroups, window, number, formula, missing,
//	steps, values, quantile, flags,
//	functions, order, kinds, score
//	facts                                 averages beside counts by the same values
//	cuts                                  one number cut in two ways
//	units, beside                         sums of two dates whose difference counts people
//	statistics                            many numbers of few people
//	spreads                               deviations that tell how many they are made of: STDDEV(flag)
//	nonlinear                             sums that few sets of numbers come to: SUM(1.0 / month_of_birth)
//	weights                               sums that tell how many they are made of: SUM(2)
//	splits                                who is counted by a limit: SUM(LEAST(year_of_birth, 1960))
//	limits                                what a limit cuts off: SUM(LEAST(end, start + 4) - start)
//	extremes                              smallest and largest values of groups that overlap
//	disjunction, eachway, unseenways      people chosen in one of several ways
//	fails                                 what would tell of a hidden number by failing is not computed
//	plan, widening                        the columns to the right of the line
//	hide                                  the 9 of race 8515 by itself
//	differencing, nests, combine, ways,   what differs from another number by few people
//	frames, divisions, unprinted,
//	products, prints, records
//	combining                             two numbers combined where neither is shown: HAVING, ORDER BY, rows of a list
//	ordered                               the number of another row, running totals: LAG(visits) beside visits
//	once                                  how often people have something, by sums of squares and pairs of records
//	allways, crossed                      sums of several numbers less others; totals of some rows of some columns
//	manytimes                             how often people have something
//	grid, identities, totals, eliminate,  the 31 of race 8516, since 100 - 60 - 31 would be 9
//	ranges, protect
//	rows, byname                          what the order of the rows tells, and where there is none
//	roles, round                          compiled questions, whose columns are known; --round
//
// What is read of an expression is a column: a place in the order Key < Value < Ident of what belongs to people, or
// People, Records, Measure of what groups of them have, or Unproven; with the populations whose sizes must be large
// (headcount), and the numbers that a cell tells (column.numbers).
//
// Words of this package:
//
//	sheet        the table while cells of it are being hidden
//	item, tally  a number in sight, or a sum of some; a column with whom its numbers count
//	frame        numbers in sight that may count the same people, and so can be taken off each other
//	nest         two numbers of a row, one of which counts part of the people of the other
//	print        a number made of people's ids that adds up as groups of people do: by it, differences are seen to be few people
//	to tell      to give away: a number tells another one if that can be worked out from it
//
// What only a study question tells (rows of a curve, groups that overlap, ages beside age groups) is hidden afterwards
// by package pipeline.
//
// The package knows SQL and tables, and nothing of questions, models, or of how a query is run.
package privacy
