-- Ways in which epidemiologists and models write counts, shares, rates, averages and the like, with what is shown of the clinic of
-- shapes_test.go, and why. "shows" is rewritten by go test -update; read what changes.

-- two scalar subqueries, no FROM: each counts by itself
SELECT (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) AS gout, (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2) AS asthma
-- shows: 15 <5

-- a share of subqueries, 15 of 50
SELECT 1.0 * (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) / (SELECT COUNT(*) FROM person) AS share
-- shows: 0.3

-- a share of 2 people, rounded and guarded against 0
SELECT ROUND(100.0 * (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2) / NULLIF((SELECT COUNT(*) FROM person), 0), 1) AS share
-- shows: hidden

-- counts beside their share
SELECT (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) AS n, (SELECT COUNT(*) FROM person) AS d, (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) * 100.0 / (SELECT COUNT(*) FROM person) AS pct
-- shows: 15 50 30

-- subqueries in a CTE
WITH c AS (SELECT (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) AS n, (SELECT COUNT(*) FROM person) AS d) SELECT n, d, 1.0 * n / d AS share FROM c
-- shows: 15 50 0.3

-- single rows cross joined
WITH a AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1), b AS (SELECT COUNT(*) AS d FROM person) SELECT a.n, b.d, ROUND(100.0 * a.n / b.d, 2) AS pct FROM a CROSS JOIN b
-- shows: 15 50 30

-- single rows joined by comma: the share would give the 2 away
WITH a AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 2), b AS (SELECT COUNT(*) AS d FROM person) SELECT a.n, b.d, 100.0 * a.n / b.d AS pct FROM a, b
-- shows: <5 50 hidden

-- a total cross joined to its groups: of three groups two are hidden, or the total less the others is the third
WITH g AS (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY race_concept_id), t AS (SELECT COUNT(*) AS d FROM person) SELECT race_concept_id, n, d, 100.0 * n / d AS pct FROM g CROSS JOIN t ORDER BY 1
-- shows: 8515 <5 50 hidden; 8516 hidden 50 hidden; 8527 40 50 80

-- a share by a subquery, without its total
SELECT race_concept_id, COUNT(*) AS n, COUNT(*) * 100.0 / (SELECT COUNT(*) FROM person) AS pct FROM person GROUP BY race_concept_id ORDER BY n DESC
-- shows: 8527 40 80; 8515 <5 hidden; 8516 hidden hidden

-- VALUES of counts
SELECT * FROM (VALUES ('gout', (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1)), ('asthma', (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2))) AS t(what, n)
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- VALUES alone
VALUES ((SELECT COUNT(*) FROM death))
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- UNION ALL of counts
SELECT 'gout' AS what, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION ALL SELECT 'asthma', COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2 UNION ALL SELECT 'deaths', COUNT(*) FROM death
-- shows: gout 15; asthma <5; deaths <5

-- UNION of counts that differ in their name
SELECT 'gout' AS what, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION SELECT 'asthma', COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 2 ORDER BY 1
-- shows: asthma <5; gout 15

-- UNION of records: 8 records of 2 people
SELECT 'gout' AS what, COUNT(*) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION SELECT 'asthma', COUNT(*) FROM condition_occurrence WHERE condition_concept_id = 2 ORDER BY 1
-- shows: asthma hidden; gout 15

-- people in one set and not in another: none
SELECT COUNT(*) AS n FROM (SELECT person_id FROM person EXCEPT SELECT person_id FROM condition_occurrence) AS x
-- shows: 0

-- people in both sets
SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1 INTERSECT SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 3) AS x
-- shows: 9

-- people in either set
SELECT COUNT(*) AS n FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1 UNION SELECT person_id FROM death) AS x
-- shows: 15

-- people in either set: 3
SELECT COUNT(*) AS n FROM (SELECT person_id FROM death UNION SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 2) AS x
-- shows: <5

-- FILTER
SELECT COUNT(DISTINCT person_id) AS n, COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id = 1) AS gout, COUNT(DISTINCT person_id) FILTER (WHERE condition_concept_id = 2) AS asthma FROM condition_occurrence
-- shows: 50 15 <5

-- the total as a window
SELECT race_concept_id, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS total, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS pct FROM person GROUP BY race_concept_id ORDER BY 1
-- shows: 8515 <5 50 hidden; 8516 hidden 50 hidden; 8527 40 50 80

-- the total as a window over a CTE
WITH g AS (SELECT race_concept_id, COUNT(DISTINCT person_id) AS n FROM person GROUP BY 1) SELECT race_concept_id, n, ROUND(100.0 * n / SUM(n) OVER (), 1) AS pct FROM g ORDER BY n DESC
-- shows: 8527 40 80; 8515 <5 hidden; 8516 hidden hidden

-- GROUPING SETS: what is left of a sex hides a second race
SELECT gender_concept_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((gender_concept_id, race_concept_id), (gender_concept_id), ()) ORDER BY 1 NULLS LAST, 2 NULLS LAST
-- shows: 8507 8515 <5; 8507 8527 hidden; 8507 <nil> 20; 8532 8515 <5; 8532 8516 hidden; 8532 8527 21; 8532 <nil> 30; <nil> <nil> 50

-- ROLLUP
SELECT race_concept_id, COUNT(DISTINCT person_id) AS n FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 <5; 8516 hidden; 8527 40; <nil> 50

-- ROLLUP with a name for the total
SELECT CASE WHEN GROUPING(race_concept_id) = 1 THEN 'all' ELSE CAST(race_concept_id AS VARCHAR) END AS race, COUNT(*) AS n FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1
-- shows: 8515 <5; 8516 hidden; 8527 40; all 50

-- CUBE
SELECT gender_concept_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY CUBE (gender_concept_id, race_concept_id) ORDER BY ALL
-- shows: 8507 8515 <5; 8507 8527 hidden; 8507 <nil> hidden; 8532 8515 <5; 8532 8516 hidden; 8532 8527 hidden; 8532 <nil> hidden; <nil> <nil> 50 (others left out)

-- a column for each sex by SUM(CASE)
SELECT race_concept_id, SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS women, SUM(CASE WHEN gender_concept_id = 8507 THEN 1 ELSE 0 END) AS men FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 <5; 8516 7 0; 8527 21 19

-- PIVOT is refused by name, with what to write instead
SELECT * FROM (SELECT race_concept_id, gender_concept_id, person_id FROM person) AS p PIVOT (COUNT(person_id) FOR gender_concept_id IN (8507 AS men, 8532 AS women)) ORDER BY 1
-- shows: nothing: PIVOT is not understood, so whom it shows can't be told; COUNT(…) FILTER (WHERE …) with GROUP BY gives the same

-- an average of 3 people
SELECT race_concept_id, AVG(2015 - year_of_birth) AS age FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden; 8516 59; 8527 46.025

-- a median and a quartile of 3 people
SELECT race_concept_id, MEDIAN(2015 - year_of_birth) AS med, QUANTILE_CONT(2015 - year_of_birth, 0.25) AS q1, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden hidden <5; 8516 hidden hidden 7; 8527 46.5 36.75 40

-- a list of quartiles
SELECT race_concept_id, QUANTILE_CONT(2015 - year_of_birth, [0.25, 0.5, 0.75]) AS q FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden; 8516 hidden; 8527 [36.75 46.5 55.25]

-- the youngest and the oldest of 3 people
SELECT race_concept_id, MIN(2015 - year_of_birth) AS youngest, MAX(2015 - year_of_birth) AS oldest FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden hidden; 8516 56 62; 8527 26 65

-- the most frequent conditions
SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name ORDER BY n DESC LIMIT 10
-- shows: cold 44; gout 15; asthma <5

-- the most frequent by ROW_NUMBER
SELECT concept_name, n FROM (SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS n, ROW_NUMBER() OVER (ORDER BY COUNT(DISTINCT co.person_id) DESC) AS rn FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name) AS x WHERE rn <= 2 ORDER BY n DESC
-- shows: cold 44; gout 15

-- the most frequent by QUALIFY
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1 QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(DISTINCT person_id) DESC) <= 2 ORDER BY n DESC
-- shows: 3 44; 1 15

-- a name alone: somebody has it, be it one person
SELECT c.concept_name FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY 1 ORDER BY COUNT(DISTINCT co.person_id) LIMIT 1
-- shows: (others left out)

-- a rate by person-time, 15 cases
WITH cases AS (SELECT COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1), py AS (SELECT SUM(observation_period_end_date - observation_period_start_date) / 365.25 AS years FROM observation_period) SELECT n, years, 1000.0 * n / years AS rate FROM cases, py
-- shows: 15 549.760438056126 27.28461155378486

-- a rate by person-time, 3 cases
SELECT 1000.0 * (SELECT COUNT(*) FROM death) / (SELECT SUM(observation_period_end_date - observation_period_start_date) / 365.25 FROM observation_period) AS rate
-- shows: hidden

-- length of stay of 3 people
SELECT visit_concept_id, AVG(visit_end_date - visit_start_date) AS los, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1 ORDER BY 1
-- shows: 9201 hidden <5; 9202 28.5 50; 9203 13.5 20

-- first events by year
WITH f AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id = 1 GROUP BY person_id) SELECT EXTRACT(YEAR FROM d) AS y, COUNT(*) AS n FROM f GROUP BY 1 ORDER BY 1
-- shows: 2010 15

-- first events by ROW_NUMBER
WITH r AS (SELECT person_id, condition_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn FROM condition_occurrence) SELECT COUNT(*) AS n FROM r WHERE rn = 1
-- shows: 50

-- people by how many visits they had: that some have 3 tells of 3 people
SELECT k, COUNT(*) AS people FROM (SELECT person_id, COUNT(*) AS k FROM visit_occurrence GROUP BY person_id) AS x GROUP BY k ORDER BY k
-- shows: 1 30; 2 17; hidden <5

-- an average of numbers of each person
SELECT AVG(k) AS mean FROM (SELECT person_id, COUNT(*) AS k FROM visit_occurrence GROUP BY person_id) AS x
-- shows: 1.46

-- records for each of 3 people
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS per_person FROM visit_occurrence WHERE visit_concept_id = 9201
-- shows: hidden

-- records for each of 50 people
SELECT COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS per_person FROM visit_occurrence
-- shows: 1.46

-- a LEFT JOIN that counts the right side
SELECT COUNT(DISTINCT p.person_id) AS people, COUNT(DISTINCT d.person_id) AS died FROM person p LEFT JOIN death d ON d.person_id = p.person_id
-- shows: 50 <5

-- an average of a flag from a LEFT JOIN
SELECT AVG(CASE WHEN d.person_id IS NOT NULL THEN 1.0 ELSE 0 END) AS mortality FROM person p LEFT JOIN death d ON d.person_id = p.person_id
-- shows: hidden

-- EXISTS within SUM(CASE)
SELECT SUM(CASE WHEN EXISTS (SELECT 1 FROM condition_occurrence c WHERE c.person_id = p.person_id AND c.condition_concept_id = 2) THEN 1 ELSE 0 END) AS n, COUNT(*) AS d FROM person p
-- shows: <5 50

-- IN within FILTER
SELECT COUNT(*) FILTER (WHERE person_id IN (SELECT person_id FROM death)) AS n FROM person
-- shows: <5

-- a difference of counts, 6
SELECT (SELECT COUNT(*) FROM person) - (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 3) AS without_cold
-- shows: 6

-- a difference of counts, 3
SELECT (SELECT COUNT(*) FROM person) - (SELECT COUNT(*) FROM person WHERE race_concept_id <> 8515) AS few
-- shows: <5

-- two counts by subqueries that differ by 3: the second counts some of the first
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT COUNT(*) FROM person WHERE race_concept_id <> 8515) AS b
-- shows: 50 hidden

-- LATERAL: 3 visits of 3 women
SELECT p.gender_concept_id, SUM(x.n) AS visits FROM person p CROSS JOIN LATERAL (SELECT COUNT(*) AS n FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201) AS x GROUP BY 1 ORDER BY 1
-- shows: 8507 0; 8532 <5

-- a subquery for each concept
SELECT c.concept_name, (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence o WHERE o.condition_concept_id = c.concept_id) AS n FROM concept c WHERE c.concept_id < 10 ORDER BY 1
-- shows: asthma <5; cold 44; gout 15

-- a subquery of records for each concept
SELECT c.concept_name, (SELECT COUNT(*) FROM condition_occurrence o WHERE o.condition_concept_id = c.concept_id) AS n FROM concept c WHERE c.concept_id < 10 ORDER BY 1
-- shows: asthma hidden; cold 44; gout 15

-- concepts LEFT JOIN counts
SELECT c.concept_name, COALESCE(g.n, 0) AS n FROM concept c LEFT JOIN (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1) AS g ON g.condition_concept_id = c.concept_id WHERE c.concept_id < 10 ORDER BY 1
-- shows: asthma <5; cold 44; gout 15

-- years LEFT JOIN records
SELECT y.year, COUNT(DISTINCT c.person_id) AS n FROM generate_series(2010, 2012) AS y(year) LEFT JOIN condition_occurrence c ON EXTRACT(YEAR FROM c.condition_start_date) = y.year AND c.condition_concept_id = 2 GROUP BY 1 ORDER BY 1
-- shows: hidden 0; hidden <5

-- a cohort of 2
WITH cohort AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id = 11) SELECT COUNT(*) AS n FROM cohort
-- shows: <5

-- a cohort by sex
WITH cohort AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id = 10) SELECT p.gender_concept_id, COUNT(*) AS n FROM cohort c JOIN person p ON p.person_id = c.person_id GROUP BY 1 ORDER BY 1
-- shows: 8507 6; 8532 8

-- two cohorts, overlapping
WITH a AS (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id = 10), b AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id = 1) SELECT COUNT(*) AS n FROM a JOIN b ON a.person_id = b.person_id
-- shows: 11

-- flags of each person, summed
WITH f AS (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS gout, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS asthma FROM condition_occurrence GROUP BY person_id) SELECT SUM(gout) AS gout, SUM(asthma) AS asthma, COUNT(*) AS n FROM f
-- shows: 15 <5 50

-- flags of each person, crossed
WITH f AS (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS gout, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS asthma FROM condition_occurrence GROUP BY person_id) SELECT gout, asthma, COUNT(*) AS n FROM f GROUP BY 1, 2 ORDER BY 1, 2
-- shows: 0 0 35; 1 0 13; 1 1 <5

-- age bands
SELECT CASE WHEN year_of_birth < 1960 THEN 'old' WHEN year_of_birth < 1989 THEN 'mid' ELSE 'young' END AS band, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: mid 30; old 19; young <5

-- decades
SELECT FLOOR(year_of_birth / 10) * 10 AS decade, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 1950 19; 1960 11; 1970 10; 1980 10

-- years of age with one person each
SELECT 2020 - year_of_birth AS age, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1 LIMIT 3
-- shows: hidden <5

-- an odds ratio with its four cells
WITH t AS (SELECT SUM(CASE WHEN g AND d THEN 1 ELSE 0 END) AS a, SUM(CASE WHEN g AND NOT d THEN 1 ELSE 0 END) AS b, SUM(CASE WHEN NOT g AND d THEN 1 ELSE 0 END) AS c, SUM(CASE WHEN NOT g AND NOT d THEN 1 ELSE 0 END) AS e FROM (SELECT person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1) AS g, person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id = 10) AS d FROM person) AS x) SELECT a, b, c, e, 1.0 * a * e / (b * c) AS odds FROM t
-- shows: hidden <5 <5 hidden hidden

-- a list of counts
SELECT LIST(n ORDER BY n) AS ns FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: the function LIST_SORT is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- counts in a text
SELECT STRING_AGG(race_concept_id || ':' || n, ', ' ORDER BY n) AS txt FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: STRING_AGG of numbers of groups is not shown of people's data: it picks one of them, or tells of each; SUM, MIN, MAX and AVG of them are shown

-- counts in a struct
SELECT {'n': COUNT(*), 'few': COUNT(*) FILTER (WHERE race_concept_id = 8515)} AS s FROM person
-- shows: nothing: the function STRUCT_PACK is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- counts in a list
SELECT [COUNT(*), COUNT(*) FILTER (WHERE race_concept_id = 8515)] AS s FROM person
-- shows: hidden

-- a histogram counts people in a map
SELECT HISTOGRAM(race_concept_id) AS h FROM person
-- shows: nothing: the aggregate HISTOGRAM is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- the name of the largest group
SELECT ARG_MAX(race_concept_id, n) AS most FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: ARG_MAX of numbers of groups is not shown of people's data: it picks one of them, or tells of each; SUM, MIN, MAX and AVG of them are shown

-- the most frequent race
SELECT MODE(race_concept_id) AS m FROM person
-- shows: nothing: the aggregate MODE is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- a standard deviation of 3 people
SELECT race_concept_id, STDDEV(2015 - year_of_birth) AS sd FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden; 8516 hidden; 8527 11.632155917200013

-- a sum over 2 people
SELECT drug_concept_id, SUM(days_supply) AS days FROM drug_exposure GROUP BY 1 ORDER BY 1
-- shows: 10 840; 11 hidden

-- how many concepts
SELECT COUNT(DISTINCT condition_concept_id) AS n FROM condition_occurrence
-- shows: 3

-- distinct visits of 3 people
SELECT visit_concept_id, COUNT(DISTINCT visit_occurrence_id) AS n FROM visit_occurrence GROUP BY 1 ORDER BY 1
-- shows: 9201 <5; 9202 50; 9203 20

-- pairs of people and concepts
SELECT COUNT(DISTINCT person_id || '-' || condition_concept_id) AS n FROM condition_occurrence WHERE condition_concept_id = 2
-- shows: <5

-- a count as text
SELECT CAST(COUNT(DISTINCT person_id) AS VARCHAR) AS n FROM condition_occurrence WHERE condition_concept_id = 2
-- shows: hidden

-- HAVING that leaves the small ones out
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 10 ORDER BY n DESC
-- shows: 3 44; 1 15

-- HAVING that picks the small ones: the row is left out
SELECT condition_concept_id FROM condition_occurrence GROUP BY 1 HAVING COUNT(DISTINCT person_id) < 5
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- FULL JOIN of two groupings
SELECT COALESCE(a.race_concept_id, b.race_concept_id) AS race, a.n AS people, b.n AS gout FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS a FULL JOIN (SELECT p.race_concept_id, COUNT(DISTINCT p.person_id) AS n FROM person p JOIN condition_occurrence c ON c.person_id = p.person_id WHERE c.condition_concept_id = 1 GROUP BY 1) AS b ON a.race_concept_id = b.race_concept_id ORDER BY 1
-- shows: nothing: a FULL join is not shown of people's data: it keeps rows for whom nothing is recorded, or joins by what is not written; JOIN … ON and LEFT JOIN … ON are shown

-- prevalence by race: nobody of 3, and 4 of 7
WITH d AS (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1), c AS (SELECT p.race_concept_id, COUNT(DISTINCT p.person_id) AS n FROM person p JOIN condition_occurrence o USING (person_id) WHERE o.condition_concept_id = 3 GROUP BY 1) SELECT d.race_concept_id, 100.0 * COALESCE(c.n, 0) / d.n AS pct FROM d LEFT JOIN c USING (race_concept_id) ORDER BY 1
-- shows: 8515 hidden; 8516 hidden; 8527 100

-- years by a recursive CTE
WITH RECURSIVE y(n) AS (SELECT 2010 UNION ALL SELECT n + 1 FROM y WHERE n < 2012) SELECT y.n, COUNT(DISTINCT c.person_id) AS people FROM y LEFT JOIN condition_occurrence c ON EXTRACT(YEAR FROM c.condition_start_date) = y.n GROUP BY 1 ORDER BY 1
-- shows: nothing: WITH RECURSIVE is not shown of people's data: how often it goes on, and what it repeats, could be what few people have; concept_ancestor has all descendants, and GENERATE_SERIES makes years and days

-- survival: 3 of 50 died
WITH s AS (SELECT p.person_id, CASE WHEN d.person_id IS NULL THEN 0 ELSE 1 END AS event FROM person p LEFT JOIN death d USING (person_id)) SELECT SUM(event) AS events, COUNT(*) AS at_risk, 1 - SUM(event) * 1.0 / COUNT(*) AS surv FROM s
-- shows: <5 50 hidden

-- a median of days of 2 people
WITH f AS (SELECT c.person_id, MIN(c.condition_start_date) AS d, MIN(x.drug_exposure_start_date) AS e FROM condition_occurrence c JOIN drug_exposure x ON x.person_id = c.person_id WHERE c.condition_concept_id = 2 GROUP BY c.person_id) SELECT MEDIAN(e - d) AS days, COUNT(*) AS n FROM f
-- shows: hidden <5

-- whether any of 3 people
SELECT BOOL_OR(race_concept_id = 8515) AS any_asian FROM person
-- shows: hidden

-- whether there is anyone: as 0 and <5 tell too
SELECT EXISTS (SELECT 1 FROM death WHERE death_date < DATE '2016-01-04') AS anyone
-- shows: true

-- distinct pairs of 2 people
SELECT COUNT(*) AS n FROM (SELECT DISTINCT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id = 2) AS x
-- shows: <5

-- a count with a lower bound
SELECT GREATEST(COUNT(*), 5) AS n FROM death
-- shows: hidden

-- a query that hides small counts itself
SELECT race_concept_id, CASE WHEN COUNT(*) < 5 THEN NULL ELSE COUNT(*) END AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden; 8516 7; 8527 40

-- functions of a count
SELECT LN(COUNT(*)) AS l, SQRT(COUNT(*)) AS s FROM death
-- shows: hidden hidden

-- a median as PERCENTILE_CONT
SELECT visit_concept_id, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY visit_end_date - visit_start_date) AS med FROM visit_occurrence GROUP BY 1 ORDER BY 1
-- shows: 9201 hidden; 9202 28.5; 9203 13.5

-- GROUP BY ALL
SELECT race_concept_id, gender_concept_id, COUNT(*) AS n FROM person GROUP BY ALL ORDER BY ALL
-- shows: 8515 8507 <5; 8515 8532 <5; 8516 8532 7; 8527 8507 19; 8527 8532 21

-- * of counts
WITH n AS (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) SELECT * FROM n ORDER BY 1
-- shows: 8515 <5; 8516 7; 8527 40

-- average, largest and smallest of groups, of which one has 2 people
SELECT AVG(n) AS mean, MAX(n) AS most, MIN(n) AS least FROM (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1) AS g
-- shows: hidden 44 <5

-- a sum of groups and one of them
SELECT SUM(n) AS total, SUM(n) FILTER (WHERE race_concept_id = 8515) AS few FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: FILTER over numbers of groups is not shown of people's data: it picks one of them; the groups themselves are shown

-- ROLLUP with the small group left out by HAVING: the total less the rest is 3
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY ROLLUP (race_concept_id) HAVING COUNT(*) >= 5 ORDER BY 1 NULLS LAST
-- shows: 8516 hidden; 8527 40; <nil> 50

-- a total beside groups of which WHERE has left out 3 people
WITH g AS (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) SELECT race_concept_id, n, (SELECT COUNT(*) FROM person) AS total FROM g WHERE n >= 5 ORDER BY 1
-- shows: 8516 hidden 50; 8527 40 50

-- a total beside groups of which HAVING has left out 3 people
SELECT race_concept_id, COUNT(*) AS n, (SELECT COUNT(*) FROM person) AS total FROM person GROUP BY 1 HAVING COUNT(*) >= 5 ORDER BY 1
-- shows: 8516 hidden 50; 8527 40 50

-- a total beside the two largest: 3 people are left
WITH g AS (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1), t AS (SELECT COUNT(*) AS d FROM person) SELECT race_concept_id, n, d, 100.0 * n / d AS pct FROM g, t ORDER BY n DESC LIMIT 2
-- shows: 8527 40 50 80 (others left out)

-- a count and its part in two CTEs: 3 are left
WITH a AS (SELECT COUNT(DISTINCT person_id) AS x FROM condition_occurrence WHERE condition_concept_id = 1), b AS (SELECT COUNT(DISTINCT c.person_id) AS y FROM condition_occurrence c WHERE c.condition_concept_id = 1 AND c.person_id IN (SELECT person_id FROM person WHERE gender_concept_id = 8532)) SELECT x, y FROM a, b
-- shows: 15 hidden

-- a count and its part in a UNION: 3 are left
SELECT 'all' AS who, COUNT(*) AS n FROM person UNION ALL SELECT 'not asian', COUNT(*) FROM person WHERE race_concept_id <> 8515
-- shows: all 50; not asian hidden

-- two counts of which none is part of the other
SELECT 'gout' AS what, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION ALL SELECT 'drug', COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id = 10
-- shows: gout 15; drug 14

-- the same as columns
SELECT (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 1) AS gout, (SELECT COUNT(DISTINCT person_id) FROM drug_exposure WHERE drug_concept_id = 10) AS drug
-- shows: 15 14

-- a part beside its whole, by sex: 1 man is left
WITH d AS (SELECT gender_concept_id AS g, COUNT(*) AS n FROM person GROUP BY gender_concept_id), c AS (SELECT p.gender_concept_id AS g, COUNT(DISTINCT p.person_id) AS n FROM person p JOIN condition_occurrence o USING (person_id) WHERE o.condition_concept_id = 3 GROUP BY p.gender_concept_id) SELECT d.g, d.n, c.n AS cold FROM d JOIN c ON c.g = d.g ORDER BY 1
-- shows: 8507 20 hidden; 8532 30 25

-- a part and its whole by sex, in a UNION
SELECT 'all' AS who, gender_concept_id AS g, COUNT(*) AS n FROM person GROUP BY gender_concept_id UNION ALL SELECT 'not asian', gender_concept_id, COUNT(*) FROM person WHERE race_concept_id <> 8515 GROUP BY gender_concept_id ORDER BY 1, 2
-- shows: nothing: a UNION of several groupings is not shown of people's data: numbers of groups that overlap tell of those of few; each is shown by itself, and GROUPING SETS are

-- the same count twice
SELECT COUNT(*) AS a, (SELECT COUNT(*) FROM person) AS b FROM person
-- shows: 50 50

-- a share in a UNION whose rest is 3 people
SELECT 'x' AS k, 100.0 * COUNT(*) FILTER (WHERE race_concept_id <> 8515) / COUNT(*) AS pct FROM person UNION ALL SELECT 'y', 100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 8532) / COUNT(*) FROM person
-- shows: x hidden; y 60

-- everybody, and parts of them
SELECT (SELECT COUNT(*) FROM person) AS people, (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence) AS any_condition, (SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 3) AS cold
-- shows: 50 50 44

-- a list with an entry for each person
SELECT LIST(gender_concept_id) AS l FROM person
-- shows: nothing: LIST over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- pathways: a list of each person, counted
SELECT path, COUNT(*) AS n FROM (SELECT person_id, STRING_AGG(CAST(drug_concept_id AS VARCHAR), '>' ORDER BY drug_exposure_start_date) AS path FROM drug_exposure GROUP BY person_id) AS x GROUP BY path ORDER BY n DESC
-- shows: 10>10 14; hidden <5

-- counts within texts
SELECT FORMAT('{} people', COUNT(*)) AS txt, PRINTF('%d', COUNT(*)) AS p, CONCAT(COUNT(*), ' people') AS c FROM death
-- shows: nothing: the function FORMAT is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- a share of 3 people as text
SELECT CONCAT(ROUND(100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8515) / COUNT(*), 1), '%') AS pct FROM person
-- shows: hidden

-- a count among others, a row each
SELECT UNNEST([COUNT(*), 7]) AS n FROM death
-- shows: nothing: UNNEST of other than constants, or beside columns of people is not shown of people's data: it makes as many rows as it likes of what people have; GENERATE_SERIES between constants, in FROM, is shown

-- a count in JSON
SELECT json_object('n', COUNT(*)) AS j FROM death
-- shows: nothing: the function JSON_OBJECT is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- a whole row as one value
SELECT g FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: the column g shows what belongs to one person

-- a rank: the row says that somebody is of the race, be it few
SELECT race_concept_id, ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC) AS rnk FROM person GROUP BY 1 ORDER BY 2
-- shows: 8527 1; 8516 2; hidden hidden

-- as many rows as people
SELECT 1 AS one FROM (SELECT COUNT(*) AS n FROM death) AS d, generate_series(1, d.n) AS s(i)
-- shows: nothing: how many rows it has, or which of them, depends on people's data

-- as many rows as people, by LIMIT
SELECT concept_name FROM concept ORDER BY concept_id LIMIT (SELECT COUNT(*) FROM death)
-- shows: nothing: a subquery in LIMIT is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- as many letters as people
SELECT REPEAT('x', CAST(COUNT(*) AS INTEGER)) AS x FROM death
-- shows: nothing: the function REPEAT is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- the row whose number is the count
SELECT concept_name FROM concept WHERE concept_id = (SELECT COUNT(*) FROM death)
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- a comparison of a count
SELECT CASE WHEN (SELECT COUNT(*) FROM death) > 2 THEN 'many' ELSE 'few' END AS answer
-- shows: hidden

-- the concept nearest to the count
SELECT concept_id FROM concept ORDER BY ABS(concept_id - (SELECT COUNT(*) FROM death)) LIMIT 1
-- shows: nothing: a subquery in ORDER BY is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- arithmetic with a count
SELECT COUNT(*) % 100 AS n, COUNT(*) * 10 AS m, -COUNT(*) AS k, COUNT(*) - 1 AS j FROM death
-- shows: hidden hidden hidden hidden

-- how many days 3 people were born on
SELECT COUNT(DISTINCT birth_datetime) AS days FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- whether a group has just 3 people
SELECT EXISTS (SELECT 1 FROM person WHERE race_concept_id = 8515 GROUP BY race_concept_id HAVING COUNT(*) = 3) AS yes
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- whether any group has 3 people
SELECT 3 = ANY (SELECT COUNT(*) FROM person GROUP BY race_concept_id) AS yes
-- shows: hidden

-- whether 3 is among the counts
SELECT 3 IN (SELECT COUNT(*) FROM person GROUP BY race_concept_id) AS yes
-- shows: hidden

-- a window for each group, DISTINCT
SELECT DISTINCT race_concept_id, COUNT(*) OVER (PARTITION BY race_concept_id) AS n FROM person ORDER BY 1
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- an average for each group by a window, DISTINCT
SELECT DISTINCT race_concept_id, AVG(year_of_birth) OVER (PARTITION BY race_concept_id) AS m FROM person ORDER BY 1
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- the largest and smallest group beside each
SELECT race_concept_id, COUNT(*) AS n, MAX(COUNT(*)) OVER () AS biggest, MIN(COUNT(*)) OVER () AS least FROM person GROUP BY 1 ORDER BY 1
-- shows: nothing: MAX over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- a sample is refused
SELECT COUNT(*) AS n FROM person USING SAMPLE 10 ROWS
-- shows: nothing: a part of it is not understood, so whom it shows can't be told

-- SEMI JOIN
SELECT COUNT(*) AS n FROM person SEMI JOIN death USING (person_id)
-- shows: <5

-- ANTI JOIN
SELECT COUNT(*) AS n FROM person ANTI JOIN condition_occurrence USING (person_id)
-- shows: 0

-- ASOF JOIN
SELECT COUNT(*) AS n FROM death d ASOF JOIN condition_occurrence c ON d.person_id = c.person_id AND d.death_date >= c.condition_start_date
-- shows: <5

-- functions of a list of counts
SELECT list_sum(LIST(n)) AS total, len(LIST(n)) AS k FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: nothing: the function LIST_SUM is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- records of two kinds in one CTE
WITH u AS (SELECT person_id, 'c' AS k FROM condition_occurrence WHERE condition_concept_id = 2 UNION ALL SELECT person_id, 'd' FROM drug_exposure) SELECT k, COUNT(*) AS n, COUNT(DISTINCT person_id) AS people FROM u GROUP BY k ORDER BY k
-- shows: c hidden <5; d 32 16

-- a sum of two counts of 3: 6 together
SELECT SUM(n) AS n FROM (SELECT COUNT(*) AS n FROM death UNION ALL SELECT COUNT(*) FROM person WHERE race_concept_id = 8515) AS u
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- groups that VALUES names
SELECT v.label, COUNT(DISTINCT p.person_id) AS n FROM (VALUES (8515, 'a'), (8516, 'b')) AS v(id, label) LEFT JOIN person p ON p.race_concept_id = v.id GROUP BY v.label ORDER BY 1
-- shows: a <5; b 7

-- a month with 3 visits
SELECT DATE_TRUNC('month', visit_start_date) AS m, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1
-- shows: hidden <5

-- a count in four types
SELECT TRY_CAST(COUNT(*) AS VARCHAR) AS n, COUNT(*)::TEXT AS m, CAST(COUNT(*) AS DECIMAL(10,2)) AS d, COUNT(*)::DOUBLE AS e FROM death
-- shows: hidden hidden <5 <5

-- ROLLUP of flags of each person
WITH f AS (SELECT p.person_id, p.gender_concept_id AS g, MAX(CASE WHEN c.condition_concept_id = 1 THEN 1 ELSE 0 END) AS gout FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id GROUP BY p.person_id, p.gender_concept_id) SELECT g, SUM(gout) AS n FROM f GROUP BY ROLLUP (g) ORDER BY 1 NULLS LAST
-- shows: 8507 <5; 8532 hidden; <nil> 15

-- flags beside all: 3 are left
WITH f AS (SELECT person_id, CASE WHEN race_concept_id = 8515 THEN 0 ELSE 1 END AS k FROM person) SELECT SUM(k) AS n, COUNT(*) AS d FROM f
-- shows: hidden 50

-- ROLLUP of a sum: the total less the others is that of 3 people
SELECT p.race_concept_id, SUM(v.visit_end_date - v.visit_start_date) AS days FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id GROUP BY ROLLUP (p.race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 1517; <nil> 1710

-- ROLLUP of a sum with decimals
SELECT p.race_concept_id, SUM(m.value_as_number) AS days FROM measurement m JOIN person p ON p.person_id = m.person_id GROUP BY ROLLUP (p.race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 hidden; <nil> 1224

-- the total of a sum as a window
SELECT p.race_concept_id, SUM(v.visit_end_date - v.visit_start_date) AS days, SUM(SUM(v.visit_end_date - v.visit_start_date)) OVER () AS total FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden hidden; 8516 132 hidden; 8527 1517 hidden

-- an average of flags whose rest is 3 people
WITH f AS (SELECT person_id, CASE WHEN race_concept_id = 8515 THEN 0 ELSE 1 END AS k FROM person) SELECT AVG(k) AS share FROM f
-- shows: hidden

-- an average of flags
WITH f AS (SELECT person_id, CASE WHEN gender_concept_id = 8532 THEN 0 ELSE 1 END AS k FROM person) SELECT AVG(k) AS share, SUM(k) AS n FROM f
-- shows: 0.4 20

-- a condition of each person, filtered and summed
WITH f AS (SELECT person_id, race_concept_id = 8515 AS k FROM person) SELECT COUNT(*) FILTER (WHERE k) AS n, SUM(k::INT) AS m, COUNT(*) AS d FROM f
-- shows: <5 <5 50

-- the total of a sum by a subquery
SELECT p.race_concept_id, SUM(v.visit_end_date - v.visit_start_date) AS days, (SELECT SUM(visit_end_date - visit_start_date) FROM visit_occurrence) AS total FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden 1710; 8516 hidden 1710; 8527 1517 1710

-- names that a few people's records have, without a number
SELECT DISTINCT c.concept_name FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id WHERE co.person_id IN (SELECT person_id FROM death) ORDER BY 1
-- shows: hidden

-- ages in years at the first and the last visit, and months between them: parts of recorded dates
WITH v AS (SELECT person_id, MIN(visit_start_date) AS first_date, MAX(visit_start_date) AS last_date FROM visit_occurrence GROUP BY person_id) SELECT AVG(EXTRACT(YEAR FROM v.first_date) - p.year_of_birth) AS at_first, AVG(EXTRACT(YEAR FROM v.last_date) - p.year_of_birth) AS at_last, AVG(DATE_DIFF('month', v.first_date, v.last_date)) AS months FROM v JOIN person p USING (person_id)
-- shows: 44.3 44.3 0

-- year and month of the same dates: of two parts of one date the first
SELECT AVG(YEAR(visit_start_date)) AS y, AVG(MONTH(visit_start_date)) AS m FROM visit_occurrence
-- shows: 2011 hidden

-- age in whole years by days, and its spread
SELECT AVG(FLOOR(DATE_DIFF('day', p.birth_datetime, v.visit_start_date) / 365.25)) AS mean, STDDEV(FLOOR(DATE_DIFF('day', p.birth_datetime, v.visit_start_date) / 365.25)) AS sd FROM person p JOIN visit_occurrence v USING (person_id)
-- shows: 43.93150684931507 11.948185319122368

-- days between two dates, whichever comes first
SELECT AVG(ABS(DATE_DIFF('day', p.birth_datetime, v.visit_start_date))) AS days FROM person p JOIN visit_occurrence v USING (person_id)
-- shows: 16232.027397260274

-- what is recorded of few people less is shown beside the number of all
SELECT COUNT(*) AS n, MEDIAN(year_of_birth) AS median, STDDEV(year_of_birth) AS sd, MIN(year_of_birth) AS low, MAX(year_of_birth) AS high, quantile_cont(year_of_birth, [0.25, 0.75]) AS quartiles, AVG(year_of_birth) AS mean FROM person
-- shows: 50 1964.5 11.93562665608595 1950 1989 [1956.25 1976.75] 1966.7

-- standard deviations of two groups that differ by many
SELECT STDDEV(year_of_birth) AS a, STDDEV(year_of_birth) FILTER (WHERE gender_concept_id = 8507) AS b FROM person
-- shows: 11.93562665608595 15.601956692401663

-- means with a limit on either side
SELECT AVG(LEAST(year_of_birth, 1980)) AS a, AVG(GREATEST(year_of_birth, 1955)) AS b FROM person
-- shows: 1965.8 1967.2

-- the last record of each person, by DISTINCT ON
SELECT v, COUNT(*) AS n FROM (SELECT DISTINCT ON (person_id) person_id, visit_concept_id AS v FROM visit_occurrence ORDER BY person_id, visit_start_date DESC, visit_occurrence_id) x GROUP BY 1 ORDER BY n DESC
-- shows: 9202 50

-- in the order of what they are grouped by
SELECT year_of_birth % 2 AS odd, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY MIN(year_of_birth % 2)
-- shows: 0 25; 1 25

-- a column named as its table
WITH q AS (SELECT year_of_birth % 2 AS q, COUNT(*) AS n FROM person GROUP BY 1) SELECT q, n FROM q ORDER BY 1
-- shows: 0 25; 1 25

-- records without a value: of few people, so the number of those with one is hidden
SELECT COUNT(*) AS records, COUNT(value_as_number) AS with_value FROM measurement
-- shows: 23 23

-- an age in whole years of few different ones, each that of many
SELECT AVG(FLOOR((year_of_birth - 1970) / 20)) AS a FROM person
-- shows: -0.6

-- a two by two table of products of flags
WITH t AS (SELECT p.person_id, MAX(CASE WHEN c.condition_concept_id = 1 THEN 1 ELSE 0 END) AS e, MAX(CASE WHEN c.condition_concept_id = 3 THEN 1 ELSE 0 END) AS o FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id GROUP BY 1) SELECT SUM(e * o) AS a, SUM(e * (1 - o)) AS b, SUM((1 - e) * o) AS c, SUM((1 - e) * (1 - o)) AS d FROM t
-- shows: 9 6 35 0

-- an odds ratio of them
WITH t AS (SELECT person_id, CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END AS e, CASE WHEN year_of_birth > 1970 THEN 1 ELSE 0 END AS o FROM person) SELECT ROUND(1.0 * SUM(e * o) * SUM((1 - e) * (1 - o)) / (SUM(e * (1 - o)) * SUM((1 - e) * o)), 3) AS odds_ratio FROM t
-- shows: 0.611

-- one less a flag of 5 is no flag
SELECT SUM(1 - f) AS n FROM (SELECT person_id, CASE WHEN race_concept_id = 8515 THEN 5 ELSE 0 END AS f FROM person) x
-- shows: hidden

-- records without a value, of many people, two of whom have no other
SELECT COUNT(*) AS records, COUNT(v) AS with_value, ROUND(100.0 * COUNT(v) / COUNT(*), 1) AS pct FROM (SELECT person_id, CASE WHEN visit_concept_id = 9202 AND visit_start_date < DATE '2011-03-20' THEN 7 END AS v FROM visit_occurrence WHERE visit_start_date < DATE '2011-03-22') x
-- shows: 43 18 41.9

-- a number beside the year of birth that people are grouped by
SELECT ROUND(CORR(n, age), 3) AS r FROM (SELECT p.person_id, 2010 - p.year_of_birth AS age, COUNT(*) AS n FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id GROUP BY 1, 2) t
-- shows: hidden

-- the mean of a score with a rare flag
SELECT ROUND(AVG(a + b + c), 2) AS score, COUNT(*) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: 1.22 50

-- the mean of a score with a rare flag by sex; its spread would tell who has which flags
SELECT p.gender_concept_id, ROUND(AVG(COALESCE(a + b + c, 0)), 2) AS mean, ROUND(STDDEV(COALESCE(a + b + c, 0)), 2) AS sd, MEDIAN(COALESCE(a + b + c, 0)) AS median, COUNT(DISTINCT p.person_id) AS n FROM person p LEFT JOIN (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s ON s.person_id = p.person_id GROUP BY 1 ORDER BY 1
-- shows: 8507 hidden hidden hidden 20; 8532 1.3 hidden 1 30

-- the mean of a score of weighted flags of which one is rare
SELECT ROUND(AVG(a + b + 2 * c), 2) AS score FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: 2.1

-- people above records that all but a few of them have
SELECT 'people' AS t, COUNT(*) AS n FROM person UNION ALL SELECT 'diagnoses', COUNT(*) FROM condition_occurrence WHERE condition_concept_id <> 1 UNION ALL SELECT 'drugs', COUNT(*) FROM drug_exposure
-- shows: people 50; diagnoses 52; drugs 32

-- people above records of which all but a few of them have one each
SELECT 'people' AS t, COUNT(*) AS n FROM person UNION ALL SELECT 'diagnoses', COUNT(*) FROM person p WHERE NOT EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id)
-- shows: people 50; diagnoses hidden

-- kinds of what people have
SELECT COUNT(DISTINCT year_of_birth) AS years, COUNT(DISTINCT EXTRACT(YEAR FROM birth_datetime)) AS b, COUNT(DISTINCT race_concept_id) AS races FROM person
-- shows: 40 42 3

-- how many conditions were had, and months with any
SELECT COUNT(DISTINCT condition_concept_id) AS conditions, COUNT(DISTINCT DATE_TRUNC('month', condition_start_date)) AS months FROM condition_occurrence
-- shows: 3 17

-- how many conditions enough people had
SELECT COUNT(*) AS conditions FROM (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 10) t
-- shows: 2

-- how many age groups there are
SELECT COUNT(DISTINCT CASE WHEN year_of_birth < 1970 THEN 'old' ELSE 'young' END) AS n FROM person
-- shows: 2

-- kinds of drugs per person
SELECT AVG(n) AS mean FROM (SELECT p.person_id, COUNT(DISTINCT d.drug_concept_id) AS n FROM person p LEFT JOIN drug_exposure d ON d.person_id = p.person_id GROUP BY 1) t
-- shows: 0.32

-- kinds of what those have who meet a condition
SELECT COUNT(DISTINCT CASE WHEN p.gender_concept_id = 8532 THEN o.condition_concept_id END) AS women, COUNT(DISTINCT CASE WHEN p.race_concept_id = 8515 THEN o.condition_concept_id END) AS few FROM condition_occurrence o JOIN person p ON p.person_id = o.person_id
-- shows: 3 hidden

-- groups in the order of a mean that is not shown
SELECT gender_concept_id AS sex, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY AVG(year_of_birth) DESC
-- shows: 8507 20; 8532 30

-- groups whose mean is above a number
SELECT gender_concept_id AS sex, COUNT(*) AS n FROM person GROUP BY 1 HAVING AVG(year_of_birth) > 1966
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- groups in the order of the smallest of a part of a date
SELECT CASE WHEN EXTRACT(MONTH FROM condition_start_date) IN (12, 1, 2) THEN 'winter' ELSE 'other' END AS season, COUNT(*) AS n FROM condition_occurrence GROUP BY 1 ORDER BY MIN(EXTRACT(MONTH FROM condition_start_date) % 12)
-- shows: other 45; winter 22

-- groups by a recorded value, counted in a CTE and read in order
WITH c AS (SELECT days_supply AS days, COUNT(*) AS n FROM drug_exposure GROUP BY 1) SELECT c.days AS supply, c.n FROM c ORDER BY c.n DESC
-- shows: 30 28; hidden <5

-- the same of dates, which few people have
WITH c AS (SELECT birth_datetime AS born, COUNT(*) AS n FROM person GROUP BY 1) SELECT born, n FROM c WHERE n > 0
-- shows: hidden <5

-- records of another query that are distinct, beside all
WITH v AS (SELECT visit_occurrence_id, person_id, visit_start_date FROM visit_occurrence), later AS (SELECT DISTINCT v.visit_occurrence_id FROM v JOIN condition_occurrence c ON c.person_id = v.person_id) SELECT COUNT(later.visit_occurrence_id) AS n, ROUND(100.0 * COUNT(later.visit_occurrence_id) / COUNT(v.visit_occurrence_id), 1) AS pct FROM v LEFT JOIN later ON later.visit_occurrence_id = v.visit_occurrence_id
-- shows: 73 100

-- bands of years that are joined, of which none is a part of another
SELECT b.l, COUNT(*) AS n FROM (VALUES ('a', 1900, 1984), ('b', 1985, 1999)) b(l, lo, hi) JOIN person p ON p.year_of_birth BETWEEN b.lo AND b.hi GROUP BY b.l ORDER BY 1
-- shows: a 45; b 5

-- tens of years that are joined
SELECT b.lo, COUNT(*) AS n FROM range(1960, 2000, 10) b(lo) JOIN person p ON p.year_of_birth >= b.lo AND p.year_of_birth < b.lo + 10 GROUP BY b.lo ORDER BY 1
-- shows: 1960 11; 1970 10; 1980 10

-- people under observation in each year
SELECT y.i, COUNT(DISTINCT o.person_id) AS n FROM range(2004, 2009) y(i) JOIN observation_period o ON y.i BETWEEN EXTRACT(YEAR FROM o.observation_period_start_date) AND EXTRACT(YEAR FROM o.observation_period_end_date) GROUP BY y.i ORDER BY 1
-- shows: 2005 50; 2006 50; 2007 50; 2008 50

-- a running total of groups that are all large
SELECT gender_concept_id, SUM(COUNT(*)) OVER (ORDER BY gender_concept_id) AS cum FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 20; 8532 50

-- a change in percent between groups of nearly as many people
SELECT y, n, 100.0 * n / LAG(n) OVER (ORDER BY y) - 100 AS change FROM (SELECT FLOOR(year_of_birth / 10) * 10 AS y, COUNT(*) AS n FROM person GROUP BY 1) t ORDER BY y
-- shows: 1950 19 <nil>; 1960 11 -42.10526315789474; 1970 10 -9.090909090909093; 1980 10 0

-- a weighted mean of rates over groups
SELECT SUM(deaths * 1.0 / n * n) / SUM(n) AS rate, SUM(LN(deaths * 1.0 / n)) AS logs FROM (SELECT p.gender_concept_id, COUNT(DISTINCT p.person_id) AS n, COUNT(DISTINCT c.person_id) AS deaths FROM person p LEFT JOIN condition_occurrence c ON c.person_id = p.person_id AND c.condition_concept_id = 3 GROUP BY 1) t
-- shows: 0.88 hidden

-- people by a fourth of their values
SELECT q, COUNT(*) AS n FROM (SELECT NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- people of groups that are large
SELECT COUNT(*) AS n FROM person p JOIN (SELECT gender_concept_id, COUNT(*) AS k FROM person GROUP BY 1) r ON r.gender_concept_id = p.gender_concept_id AND r.k >= 10
-- shows: 50

-- people born after the average year
SELECT gender_concept_id, COUNT(*) AS n FROM person p, (SELECT AVG(year_of_birth) AS a FROM person) t WHERE p.year_of_birth > t.a GROUP BY 1 ORDER BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- by share, the highest first
SELECT * FROM (SELECT visit_concept_id, ROUND(100.0 * COUNT(*) / (SELECT COUNT(*) FROM visit_occurrence), 1) AS pct FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 1) t ORDER BY pct DESC LIMIT 5
-- shows: 9202 68.5 (others left out)

-- two diseases one below the other, through WITH
WITH t AS (SELECT 'gout' AS g, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION ALL SELECT 'cold', COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 3) SELECT * FROM t ORDER BY n DESC
-- shows: cold 44; gout 15

-- the same in columns
SELECT MAX(CASE WHEN g = 'gout' THEN n END) AS gout, MAX(CASE WHEN g = 'cold' THEN n END) AS cold FROM (SELECT 'gout' AS g, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id = 1 UNION ALL SELECT 'cold', COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_concept_id = 3) t
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- the day of the latest visit, by LATERAL
SELECT COUNT(*) AS n FROM person p, LATERAL (SELECT v.visit_start_date AS d FROM visit_occurrence v WHERE v.person_id = p.person_id ORDER BY 1 DESC LIMIT 1) x
-- shows: 50

-- an average by a half of all people
SELECT q, COUNT(*) AS n, COUNT(DISTINCT person_id) AS m, AVG(year_of_birth) AS y, AVG(CASE WHEN gender_concept_id = 8507 THEN 1.0 ELSE 0 END) AS men FROM (SELECT person_id, gender_concept_id, year_of_birth, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- an average of the oldest fifth
SELECT AVG(2015 - year_of_birth) AS age FROM (SELECT year_of_birth, NTILE(5) OVER (ORDER BY birth_datetime) AS q FROM person) t WHERE q = 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- a median by a half of all people by what they had in all
SELECT q, MEDIAN(d) AS days FROM (SELECT d, NTILE(2) OVER (ORDER BY d) AS q FROM (SELECT person_id, SUM(visit_end_date - visit_start_date) AS d FROM visit_occurrence GROUP BY 1) s) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- how many are above the median
SELECT COUNT(*) AS n FROM person WHERE year_of_birth > (SELECT MEDIAN(year_of_birth) FROM person)
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- each person's last visit, by its kind
SELECT v.visit_concept_id, COUNT(*) AS n FROM person p CROSS JOIN LATERAL (SELECT w.visit_concept_id FROM visit_occurrence w WHERE w.person_id = p.person_id ORDER BY w.visit_start_date DESC LIMIT 1) v GROUP BY 1 ORDER BY 1
-- shows: 9202 50

-- what those of the oldest half had in all
SELECT q, SUM(d) AS days FROM (SELECT d, NTILE(2) OVER (ORDER BY d) AS q FROM (SELECT person_id, SUM(visit_end_date - visit_start_date) AS d FROM visit_occurrence GROUP BY 1) s) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- counts that are compared and differ by many
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8507) < COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS more_women, COUNT(*) FILTER (WHERE gender_concept_id = 8532) || ' of ' || COUNT(*) AS women FROM person
-- shows: hidden 30 of 50

-- days with a visit, of people and of those of an age
SELECT COUNT(DISTINCT (v.person_id, v.visit_start_date)) AS days, COUNT(DISTINCT CASE WHEN p.year_of_birth > 1960 THEN v.visit_occurrence_id END) AS visits, COUNT(DISTINCT COALESCE(v.person_id, p.person_id)) AS n FROM person p JOIN visit_occurrence v USING (person_id)
-- shows: 50 39 50

-- people of two tables
SELECT COUNT(DISTINCT person_id) AS n, COUNT(DISTINCT record) AS records FROM (SELECT person_id, visit_occurrence_id AS record FROM visit_occurrence UNION ALL SELECT person_id, drug_exposure_id FROM drug_exposure) t
-- shows: 50 73

-- columns without the names of their tables
SELECT concept_name, COUNT(*) AS n, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (), 1) AS pct FROM person JOIN concept ON concept_id = gender_concept_id GROUP BY 1 ORDER BY 2 DESC
-- shows: FEMALE 30 60; MALE 20 40

-- the same of records
SELECT concept_name, COUNT(*) AS n, COUNT(DISTINCT p.person_id) AS people FROM condition_occurrence c JOIN person p ON c.person_id = p.person_id JOIN concept ON concept_id = condition_concept_id WHERE year_of_birth < 2000 GROUP BY 1 ORDER BY 1
-- shows: asthma hidden <5; cold 44 44; gout 15 15

-- months of a series, by a list in a SELECT
SELECT m.d, COUNT(*) AS n FROM (SELECT CAST(UNNEST(generate_series(DATE '2010-01-01', DATE '2010-05-01', INTERVAL 1 MONTH)) AS DATE) AS d) m JOIN condition_occurrence c ON c.condition_start_date >= m.d AND c.condition_start_date < m.d + INTERVAL 1 MONTH GROUP BY 1 ORDER BY 1
-- shows: hidden <5; hidden hidden

-- decades from a list in a SELECT
SELECT b.lo, COUNT(*) AS n FROM (SELECT UNNEST([1950, 1960, 1970]) AS lo) b JOIN person p ON p.year_of_birth >= b.lo AND p.year_of_birth < b.lo + 10 GROUP BY b.lo ORDER BY 1
-- shows: 1950 19; 1960 11; 1970 10

-- two divisions of large groups
SELECT gender_concept_id, year_of_birth // 20 * 20 AS born, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((1), (2), ()) ORDER BY 1, 2
-- shows: 8507 <nil> 20; 8532 <nil> 30; <nil> 1940 19; <nil> 1960 21; <nil> 1980 10; <nil> <nil> 50

-- the share of the decade, by year
SELECT (year_of_birth - 1950) // 3 AS y, COUNT(*) AS n, ROUND(100.0 * COUNT(*) / SUM(COUNT(*)) OVER (PARTITION BY (year_of_birth - 1950) // 3 // 6), 1) AS pct FROM person JOIN visit_occurrence USING (person_id) GROUP BY 1 ORDER BY 1
-- shows: 0 9 18.8; 1 10 20.8; 2 9 18.8; 3 8 16.7; 4 hidden hidden; 5 hidden hidden; 6 hidden hidden; 7 <5 hidden; 8 <5 hidden; 9 <5 hidden; 10 <5 hidden; 11 <5 hidden; 12 <5 hidden; 13 <5 hidden

-- the same of counts that a query below made
SELECT r, n, SUM(n) OVER (PARTITION BY r // 10 ORDER BY r) AS s FROM (SELECT race_concept_id AS r, COUNT(*) AS n FROM person GROUP BY 1) x ORDER BY 1
-- shows: 8515 <5 <5; 8516 hidden 10; 8527 40 40

-- totals of the last three groups, near a small one and elsewhere
SELECT (year_of_birth - 1950) // 6 AS k, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY (year_of_birth - 1950) // 6 ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) AS s FROM person GROUP BY 1 ORDER BY 1
-- shows: 0 hidden hidden; 1 11 hidden; 2 6 hidden; 3 6 23; 4 6 18; 5 6 18; 6 <5 hidden

-- the same of months of visits
SELECT MONTH(visit_start_date) AS m, COUNT(*) AS n, SUM(COUNT(*)) OVER (ORDER BY MONTH(visit_start_date) ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM visit_occurrence GROUP BY 1 ORDER BY 1
-- shows: 3 53 53; 4 20 73

-- people by the names of the kinds of what they have
SELECT k.concept_name AS k, COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id JOIN concept k ON k.concept_id = a.ancestor_concept_id GROUP BY 1 ORDER BY 1
-- shows: asthma <5; cold 44; gout 15

-- a sum of one constant, and the people of it
SELECT gender_concept_id AS g, SUM(100) AS s, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 2000 20; 8532 3000 30

-- a share by a sum of hundreds
SELECT gender_concept_id AS g, SUM(CASE WHEN year_of_birth < 1970 THEN 100.0 ELSE 0 END) / COUNT(*) AS pct FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 55; 8532 63.333333333333336

-- sums of what people have beside how many they are
SELECT gender_concept_id AS g, COUNT(*) AS n, SUM(year_of_birth) AS years, SUM(2015 - year_of_birth) AS ages FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 20 39370 930; 8532 30 58965 1485

-- days of supply of the same records
SELECT COUNT(*) AS n, SUM(days_supply) AS days FROM drug_exposure WHERE drug_concept_id = 10
-- shows: 28 840

-- people and what they had, each once
SELECT COUNT(DISTINCT (person_id, condition_concept_id)) AS pairs, COUNT(DISTINCT person_id) AS people FROM condition_occurrence
-- shows: 61 50

-- days on which people had visits, beside the visits
SELECT COUNT(DISTINCT (person_id, visit_start_date)) AS days, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id <> 9201
-- shows: 50 70

-- months of birth of many, with their deviation
SELECT COUNT(*) AS n, AVG(EXTRACT(MONTH FROM birth_datetime)) AS m, STDDEV(EXTRACT(MONTH FROM birth_datetime)) AS d FROM person
-- shows: 50 6.62 3.492791410424432

-- what was measured of a dozen people and more, with its deviation
SELECT COUNT(*) AS n, AVG(value_as_number) AS m, STDDEV(value_as_number) AS d FROM measurement WHERE value_as_number > 50
-- shows: 17 63 7.574628703771558

-- people beside those of them who died, as each has one death at most
SELECT gender_concept_id AS g, COUNT(*) AS n, COUNT(d.person_id) AS died FROM person p LEFT JOIN death d ON d.person_id = p.person_id GROUP BY 1 ORDER BY 1
-- shows: 8507 20 <5; 8532 30 <5

-- shares of two kinds beside each other, of people joined to what few of them have once
SELECT COUNT(*) AS n, 100.0 * SUM(CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END) / COUNT(*) AS women FROM person p LEFT JOIN death d ON d.person_id = p.person_id
-- shows: 50 60

-- mean days between two events of few people more than are shown
SELECT AVG(b.d - a.d) AS days, COUNT(*) AS n FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 AND person_id IN (SELECT person_id FROM person WHERE race_concept_id = 8516) GROUP BY 1) a JOIN (SELECT person_id, MAX(visit_end_date) AS d FROM visit_occurrence GROUP BY 1) b ON b.person_id = a.person_id
-- shows: 9 7

-- an average of one constant beside one of people's numbers
SELECT AVG(5) AS five, AVG(year_of_birth) AS year, COUNT(*) AS n FROM person
-- shows: 5 1966.7 50

-- formulas of large groups: an index of diversity, an entropy, a sum of squares
SELECT SUM(p * p) AS simpson, -SUM(p * LN(p)) AS entropy FROM (SELECT COUNT(*) * 1.0 / SUM(COUNT(*)) OVER () AS p FROM person GROUP BY gender_concept_id) t
-- shows: 0.52 0.6730116670092565

-- a sum of running totals of large groups
SELECT SUM(c) AS n FROM (SELECT SUM(COUNT(*)) OVER (ORDER BY gender_concept_id) AS c FROM person GROUP BY gender_concept_id) t
-- shows: 70

-- a share of people by a flag that says whether any of their records is of a kind
SELECT ROUND(100 * AVG(CAST(er AS INTEGER)), 2) AS pct, COUNT(*) AS n FROM (SELECT person_id, BOOL_OR(visit_concept_id = 9203) AS er FROM visit_occurrence GROUP BY person_id) x
-- shows: 40 50

-- records that are left of all are of enough people
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE provider_id <> 3 OR visit_concept_id = 9202) AS others FROM visit_occurrence JOIN person USING (person_id)
-- shows: 73 58

-- records by kind beside all of them
SELECT gender_concept_id, COUNT(*) AS n, COUNT(*) FILTER (WHERE visit_concept_id = 9202) AS office, COUNT(DISTINCT person_id) AS people FROM visit_occurrence JOIN person USING (person_id) WHERE visit_concept_id <> 9201 GROUP BY 1 ORDER BY 1
-- shows: 8507 20 20 20; 8532 50 30 30

-- groups without an order, by their names
SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1
-- shows: 9201 <5; 9202 50; 9203 20

-- the first by a number of a query below that is ordered
SELECT * FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1 ORDER BY n DESC) x LIMIT 2
-- shows: 9202 50; 9203 20

-- kinds of what several people have
SELECT COUNT(DISTINCT DATE_TRUNC('month', visit_start_date)) AS months, COUNT(DISTINCT race_concept_id) AS races, COUNT(DISTINCT visit_concept_id) AS kinds, COUNT(*) AS n FROM visit_occurrence JOIN person USING (person_id)
-- shows: 2 3 3 73

-- people chosen by how many records each has, in a subquery whose join could repeat them
SELECT COUNT(*) AS n FROM person p WHERE (SELECT COUNT(*) FROM visit_occurrence v JOIN visit_occurrence w ON w.person_id = v.person_id AND w.visit_concept_id IN (9201, 9203) WHERE v.person_id = p.person_id) > 0
-- shows: 20

-- deviations of ages, also of those of one sex
SELECT ROUND(STDDEV(2015 - year_of_birth), 4) AS sd, ROUND(STDDEV_POP(2015 - year_of_birth) FILTER (WHERE gender_concept_id = 8507), 4) AS of_men, ROUND(STDDEV(CASE WHEN gender_concept_id = 8532 THEN 2015 - year_of_birth END), 4) AS of_women, COUNT(*) AS n FROM person
-- shows: 11.9356 15.2069 8.8034 50

-- deviations of days of stays, of which some last none, with their standard error
SELECT ROUND(VARIANCE(visit_end_date - visit_start_date), 4) AS v, ROUND(STDDEV(visit_end_date - visit_start_date) / SQRT(COUNT(*)), 4) AS se, AVG(visit_end_date - visit_start_date) AS days FROM visit_occurrence
-- shows: 213.2755 1.7093 23.424657534246574

-- deviations of days that not everybody has, and of days up to another date
SELECT ROUND(STDDEV(COALESCE(days, 0)), 4) AS sd, COUNT(*) AS n FROM person LEFT JOIN (SELECT person_id, SUM(visit_end_date - visit_start_date) AS days FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1) x USING (person_id)
-- shows: 7.6292 50

-- a correlation of two numbers
SELECT ROUND(CORR(2015 - year_of_birth, days), 6) AS c, ROUND(STDDEV(days), 4) AS sd FROM (SELECT p.person_id, year_of_birth, SUM(visit_end_date - visit_start_date) AS days FROM person p JOIN visit_occurrence USING (person_id) GROUP BY 1, 2) x
-- shows: -0.09461 10.9339

-- the share that says what the deviation of a yes and no would
SELECT AVG(CASE WHEN gender_concept_id = 8507 THEN 1.0 ELSE 0 END) AS men, COUNT(*) AS n FROM person
-- shows: 0.4 50

-- an average of what some have and 0 for the others
SELECT ROUND(AVG(CASE WHEN gender_concept_id = 8507 THEN 2015 - year_of_birth ELSE 0 END), 4) AS a, COUNT(*) AS n FROM person
-- shows: 18.6 50
