-- Attempts to see single people and hidden counts of the clinic of shapes_test.go, with what is shown of each. "shows" is rewritten by
-- go test -update; read what changes: no number of fewer than 5 people may stand there, nor what belongs to one.

-- all columns of a table without people beside a person's
SELECT c.*, p.year_of_birth FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id WHERE p.person_id = 1
-- shows: nothing: it picks people by what identifies them

-- the group that HAVING leaves out, in a total
SELECT race_concept_id, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS t FROM person GROUP BY 1 HAVING COUNT(*) >= 2 ORDER BY 1
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the group that a condition leaves out, in a total below it
SELECT * FROM (SELECT race_concept_id, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS t FROM person GROUP BY 1) x WHERE n >= 2 ORDER BY 1
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the group that HAVING leaves out, among places
SELECT race_concept_id, ROW_NUMBER() OVER (ORDER BY race_concept_id) AS place FROM person GROUP BY 1 HAVING COUNT(*) >= 2
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the group that HAVING leaves out, in the row behind it
SELECT race_concept_id, COUNT(*) AS n, LAG(race_concept_id) OVER (ORDER BY race_concept_id) AS before FROM person GROUP BY 1 HAVING COUNT(*) >= 2
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the group that HAVING leaves out, among the first by place
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 2 QUALIFY ROW_NUMBER() OVER (ORDER BY race_concept_id) <= 2
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the group that HAVING leaves out by its records
SELECT condition_concept_id, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS t FROM condition_occurrence GROUP BY 1 HAVING COUNT(*) >= 5
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- all columns of a table without people beside a count
SELECT c.*, COUNT(*) AS n FROM condition_occurrence o JOIN concept c ON c.concept_id = o.condition_concept_id GROUP BY ALL ORDER BY 1
-- shows: 1 gout 15; 3 cold 44; 2 asthma hidden

-- all columns of a table without people beside a subquery's count
SELECT c.*, (SELECT COUNT(*) FROM death) AS n FROM concept c ORDER BY 1
-- shows: 1 gout <5; 2 asthma <5; 3 cold <5; 8507 MALE <5; 8532 FEMALE <5

-- a range joined to the person's id
SELECT s.i, x.death_date FROM death x JOIN range(1000) s(i) ON x.person_id = s.i
-- shows: nothing: it picks people by what identifies them

-- a range joined to the person's id, grouped
SELECT s.i, COUNT(*) AS n FROM death x JOIN range(1000) s(i) ON x.person_id = s.i GROUP BY s.i
-- shows: nothing: it picks people by what identifies them

-- a range that is correlated
SELECT s.i, (SELECT COUNT(*) FROM death x WHERE x.person_id = s.i) AS n FROM range(50) s(i)
-- shows: nothing: it picks people by what identifies them

-- a range joined to a day
SELECT s.i, COUNT(*) AS n FROM death x JOIN range(20000) s(i) ON x.death_date = DATE '1970-01-01' + CAST(s.i AS INTEGER) GROUP BY s.i
-- shows: hidden <5

-- a person in a list
SELECT COUNT(*) AS n, AVG(year_of_birth) AS y FROM person WHERE list_contains([1, 2, 3, 4, 5], person_id)
-- shows: nothing: it picks people by what identifies them

-- a part of the person's id
SELECT race_concept_id, COUNT(*) AS n FROM person WHERE person_id % 10 = 1 GROUP BY 1
-- shows: nothing: it picks people by what identifies them

-- the person's id as a text
SELECT race_concept_id, COUNT(*) AS n FROM person WHERE CAST(person_id AS VARCHAR) LIKE '1%' GROUP BY 1
-- shows: nothing: it picks people by what identifies them

-- a whole row as a text
SELECT race_concept_id, COUNT(*) AS n FROM person p WHERE CAST(p AS VARCHAR) LIKE '%1983%' GROUP BY 1
-- shows: nothing: it picks people by what identifies them

-- CASE on one person
SELECT MAX(CASE WHEN person_id = 1 THEN year_of_birth END) AS y FROM person
-- shows: nothing: it picks people by what identifies them

-- CASE on one person by the birth date
SELECT MAX(CASE WHEN birth_datetime = (SELECT MIN(birth_datetime) FROM person) THEN year_of_birth ELSE 0 END) AS y FROM person
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- HAVING on single persons
SELECT gender_concept_id FROM person GROUP BY 1 HAVING MAX(CASE WHEN person_id = 1 THEN race_concept_id END) = 8515
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- HAVING on a count that stands in no column
SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) FILTER (WHERE race_concept_id = 8515) = 2
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- HAVING on the count of others
SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING (SELECT COUNT(*) FROM death) = 3
-- shows: nothing: a subquery in HAVING is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- NULLIF's NULL
SELECT NULLIF(COUNT(*), 3) AS n FROM death
-- shows: hidden

-- NULLIF's NULL of a difference
SELECT NULLIF(COUNT(*) - COUNT(*) FILTER (WHERE race_concept_id = 8515), 47) AS n FROM person
-- shows: hidden

-- NULLIF on one person
SELECT COUNT(NULLIF(person_id, 5)) AS n, COUNT(*) AS d FROM person
-- shows: nothing: it picks people by what identifies them

-- USING joins a list of ids
SELECT COUNT(*) AS n, AVG(year_of_birth) AS y FROM person JOIN (SELECT i AS person_id FROM range(5) s(i)) g USING (person_id)
-- shows: nothing: it picks people by what identifies them

-- a NATURAL join
SELECT race_concept_id, COUNT(*) AS n FROM person NATURAL JOIN (SELECT i AS person_id FROM range(5) s(i)) g GROUP BY 1
-- shows: nothing: a NATURAL join is not shown of people's data: it keeps rows for whom nothing is recorded, or joins by what is not written; JOIN … ON and LEFT JOIN … ON are shown

-- a SEMI join with a range
SELECT race_concept_id, COUNT(*) AS n FROM person p SEMI JOIN range(5) s(i) ON p.person_id = s.i GROUP BY 1
-- shows: nothing: it picks people by what identifies them

-- an ASOF join with a range
SELECT s.i, COUNT(*) AS n FROM person p ASOF JOIN range(60) s(i) ON p.person_id >= s.i GROUP BY 1
-- shows: nothing: it picks people by what identifies them

-- a POSITIONAL join
SELECT p.race_concept_id, COUNT(*) AS n FROM person p POSITIONAL JOIN (VALUES (1), (2)) v(i) GROUP BY 1
-- shows: nothing: a POSITIONAL join is not shown of people's data: it keeps rows for whom nothing is recorded, or joins by what is not written; JOIN … ON and LEFT JOIN … ON are shown

-- LATERAL on the person
SELECT x.y, COUNT(*) AS n FROM death d, LATERAL (SELECT p.year_of_birth AS y FROM person p WHERE p.person_id = d.person_id) x GROUP BY 1
-- shows: hidden <5

-- LATERAL over a count
SELECT x.m FROM (SELECT COUNT(*) AS n FROM death) d, LATERAL (SELECT d.n + 0 AS m) x
-- shows: nothing: LATERAL that does not read the person's own records is not shown of people's data: it makes rows of numbers, or repeats people; a subquery with GROUP BY person_id that is joined by it is shown

-- a recursive walk over people
WITH RECURSIVE w(i, y) AS (SELECT 1, year_of_birth FROM person WHERE person_id = 1 UNION ALL SELECT i + 1, p.year_of_birth FROM w JOIN person p ON p.person_id = w.i + 1 WHERE i < 50) SELECT i, y FROM w
-- shows: nothing: WITH RECURSIVE is not shown of people's data: how often it goes on, and what it repeats, could be what few people have; concept_ancestor has all descendants, and GENERATE_SERIES makes years and days

-- a recursive sum
WITH RECURSIVE w(i, t) AS (SELECT 1, CAST(0 AS BIGINT) UNION ALL SELECT i + 1, t + (SELECT COUNT(*) FROM death) FROM w WHERE i < 5) SELECT MAX(t) AS t FROM w
-- shows: nothing: WITH RECURSIVE is not shown of people's data: how often it goes on, and what it repeats, could be what few people have; concept_ancestor has all descendants, and GENERATE_SERIES makes years and days

-- OFFSET picks a person
SELECT (SELECT year_of_birth FROM person ORDER BY person_id LIMIT 1 OFFSET 4) AS y
-- shows: nothing: LIMIT or OFFSET over people's rows is not shown of people's data: it picks people by their place; MIN, MAX and quantiles are shown

-- OFFSET in a subquery that is averaged
SELECT AVG(y) AS y FROM (SELECT year_of_birth AS y FROM person ORDER BY person_id LIMIT 1 OFFSET 4) AS x
-- shows: nothing: LIMIT or OFFSET over people's rows is not shown of people's data: it picks people by their place; MIN, MAX and quantiles are shown

-- OFFSET over groups
SELECT n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g ORDER BY n LIMIT 1
-- shows: (others left out)

-- window numbers of people
SELECT DISTINCT ROW_NUMBER() OVER (ORDER BY birth_datetime) AS k, race_concept_id FROM person ORDER BY 2
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- window values of another person
SELECT race_concept_id, AVG(f) AS f, COUNT(*) AS n FROM (SELECT race_concept_id, FIRST_VALUE(year_of_birth) OVER (ORDER BY person_id) AS f FROM person) AS x GROUP BY 1 ORDER BY 1
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- DISTINCT over windows
SELECT DISTINCT gender_concept_id, MAX(year_of_birth) OVER (PARTITION BY gender_concept_id ORDER BY person_id) AS y FROM person
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- DISTINCT over counts tells which are the same
SELECT DISTINCT (SELECT COUNT(*) FROM death) = c.concept_id AS x FROM concept c
-- shows: nothing: DISTINCT over numbers of people tells which of them are the same; without it they are shown

-- SUM(1)
SELECT SUM(1) AS n FROM death
-- shows: <5

-- SUM(1) over repeated groups
SELECT g.d, SUM(1) AS n FROM (SELECT birth_datetime AS d, COUNT(*) AS k FROM person GROUP BY 1) g, range(10) r(i) GROUP BY 1 LIMIT 3
-- shows: hidden hidden

-- arithmetic around counts
SELECT COUNT(*) * 1.0 AS a, COUNT(*) / 1000.0 AS b, LN(COUNT(*)) AS c, COUNT(*) || '' AS d, COUNT(*) + 0.5 AS e FROM death
-- shows: hidden hidden hidden hidden hidden

-- weights by CASE
SELECT SUM(CASE WHEN race_concept_id = 8515 THEN 1000 ELSE 1 END) AS n FROM person
-- shows: hidden

-- weights by CASE in an average
SELECT AVG(CASE WHEN race_concept_id = 8515 THEN year_of_birth * 1000000.0 ELSE 1 END) AS n FROM person
-- shows: hidden

-- weights by a join
SELECT SUM(w.w) AS n FROM person p JOIN (VALUES (8515, 1000), (8516, 1), (8527, 1)) w(r, w) ON w.r = p.race_concept_id
-- shows: hidden

-- weights by repeated rows
SELECT COUNT(*) AS n, AVG(p.year_of_birth) AS y FROM person p JOIN range(1000) s(i) ON s.i = 0 OR p.race_concept_id = 8515
-- shows: hidden hidden

-- weights by UNION ALL
SELECT COUNT(*) AS n FROM (SELECT person_id FROM person UNION ALL SELECT person_id FROM person WHERE race_concept_id = 8515) AS x
-- shows: hidden

-- weights by LEFT JOIN
SELECT COUNT(*) AS n, AVG(p.year_of_birth) AS y FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND p.race_concept_id = 8515
-- shows: hidden hidden

-- weights over groups
SELECT SUM(n * CASE WHEN race_concept_id = 8515 THEN 1000 ELSE 1 END) AS n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: hidden

-- the inverse of counts
SELECT SUM(1.0 / n) AS x FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g
-- shows: hidden

-- a weighted mean
SELECT weighted_avg(year_of_birth, CASE WHEN race_concept_id = 8515 THEN 1 ELSE 0 END) AS y FROM person
-- shows: nothing: the aggregate WEIGHTED_AVG is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- a regression on a flag
SELECT regr_slope(year_of_birth, CASE WHEN race_concept_id = 8515 THEN 1 ELSE 0 END) AS s, regr_intercept(year_of_birth, (race_concept_id <> 8515)::INT) AS i FROM person
-- shows: nothing: the aggregate REGR_SLOPE is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- the race of the youngest
SELECT ARG_MAX(race_concept_id, year_of_birth) AS r, ARG_MIN(gender_concept_id, birth_datetime) AS g FROM person
-- shows: nothing: ARG_MAX over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- the first of people
SELECT FIRST(race_concept_id ORDER BY person_id) AS r, ANY_VALUE(year_of_birth) AS y, LAST(gender_concept_id) AS g FROM person
-- shows: nothing: the aggregate FIRST is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- MAX of a text of several
SELECT MAX(year_of_birth || ' ' || race_concept_id || ' ' || birth_datetime) AS x FROM person
-- shows: hidden

-- a high power
SELECT SUM(POW(2.0, year_of_birth - 1950)) AS x, SUM((year_of_birth - 1951) * (year_of_birth - 1952)) AS y FROM person
-- shows: hidden hidden

-- a pole
SELECT SUM(1 / (year_of_birth - 1950.001)) AS x FROM person
-- shows: hidden

-- a step
SELECT SUM(FLOOR((year_of_birth - 1952) / 10000.0)) AS x, SUM(LEAST(year_of_birth, 1952)) AS y FROM person
-- shows: hidden hidden

-- a second difference
SELECT SUM(ABS(year_of_birth - 1959) - 2 * ABS(year_of_birth - 1960) + ABS(year_of_birth - 1961)) AS x FROM person
-- shows: hidden

-- everybody's values as quantiles
SELECT QUANTILE_DISC(year_of_birth, [0, .02, .04, .06, .08, .1, .12, .14, .16, .18]) AS q FROM person
-- shows: hidden

-- another person in every row
SELECT AVG(x.year_of_birth) AS y, COUNT(*) AS n FROM person p JOIN person x ON x.race_concept_id = 8515 AND x.gender_concept_id = 8507
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- another person's race in every row
SELECT x.race_concept_id, COUNT(DISTINCT p.person_id) AS n FROM person p JOIN person x ON x.year_of_birth = 1989 AND x.person_id <> p.person_id GROUP BY 1
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- UNION tells whether a count is 3
SELECT COUNT(*) AS n FROM death UNION SELECT 3
-- shows: nothing: UNION over numbers of people tells which of them are the same; UNION ALL is shown

-- EXCEPT tells whether a count is 3
SELECT concept_id FROM concept EXCEPT SELECT COUNT(*) FROM death
-- shows: nothing: EXCEPT over numbers of people tells which of them are the same; UNION ALL is shown

-- how many groups have 3
SELECT COUNT(*) AS n FROM (SELECT race_concept_id FROM person GROUP BY 1 HAVING COUNT(*) = 3) AS g
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the sum of all groups but those of 3
SELECT SUM(n) AS n FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) AS g WHERE n <> 3
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the largest two and all
SELECT (SELECT SUM(n) FROM (SELECT COUNT(*) AS n FROM person GROUP BY race_concept_id ORDER BY 1 DESC LIMIT 2) AS g) AS two, COUNT(*) AS n FROM person
-- shows: hidden 50

-- how many kinds of people
SELECT COUNT(*) AS n FROM (SELECT year_of_birth, gender_concept_id FROM person WHERE race_concept_id = 8515 GROUP BY 1, 2) AS g
-- shows: hidden

-- attributes of one person
SELECT race_concept_id, COUNT(*) AS n FROM person WHERE birth_datetime = (SELECT MAX(birth_datetime) FROM person) GROUP BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- a profile of each person
SELECT year_of_birth, gender_concept_id, race_concept_id, condition_concept_id, COUNT(*) AS n FROM person JOIN condition_occurrence USING (person_id) GROUP BY ALL ORDER BY ALL LIMIT 3
-- shows: (others left out)

-- the race of those who were born on a day
SELECT CASE WHEN birth_datetime = (SELECT MIN(birth_datetime) FROM person) THEN race_concept_id END AS r, COUNT(*) AS n FROM person GROUP BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- groups that are repeated until they are large
SELECT d, SUM(n) AS n FROM (SELECT birth_datetime AS d, COUNT(*) AS n FROM person GROUP BY 1) g, range(10) r(i) GROUP BY 1 LIMIT 3
-- shows: hidden hidden

-- the rows are in the order of one person's flag
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY MAX(CASE WHEN year_of_birth = 1989 THEN 1 ELSE 0 END) DESC LIMIT 1
-- shows: nothing: LIMIT, OFFSET or QUALIFY in the order of a number that stands in no column is not shown of people's data: that rows are among the first tells of those whom it counts; the same with the number in the list, or in the order of COUNT(*), is shown

-- a list is unnested
SELECT UNNEST(range(COUNT(*))) AS i FROM death
-- shows: nothing: UNNEST of other than constants, or beside columns of people is not shown of people's data: it makes as many rows as it likes of what people have; GENERATE_SERIES between constants, in FROM, is shown

-- thresholds of 20 and 21
SELECT COUNT(*) FILTER (WHERE race_concept_id = 8515) >= 3 AS a, COUNT(*) FILTER (WHERE race_concept_id = 8515) >= 4 AS b FROM person
-- shows: hidden hidden

-- a threshold on the rest
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) >= 47 AS a, COUNT(*) FILTER (WHERE race_concept_id <> 8515) >= 48 AS b FROM person
-- shows: 50 hidden hidden

-- FILTERs of A and of A AND B
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND race_concept_id <> 8515) AS b FROM person
-- shows: 30 hidden

-- the same in other units
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) * 1.0 AS a, COUNT(*) FILTER (WHERE race_concept_id <> 8515 AND gender_concept_id = 8532) / 1000.0 AS b FROM person
-- shows: 30 hidden

-- attrition
SELECT 1 AS step, COUNT(*) AS n FROM person UNION ALL SELECT 2, COUNT(*) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 3, COUNT(*) FROM person WHERE gender_concept_id = 8532 AND race_concept_id <> 8515
-- shows: 1 50; 2 30; 3 hidden

-- the rest under another name
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT COUNT(*) FROM person WHERE race_concept_id IN (8516, 8527)) AS b
-- shows: 50 hidden

-- the rest by a join
SELECT (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS a, (SELECT COUNT(*) FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id WHERE c.concept_name = 'FEMALE' AND p.race_concept_id > 8515) AS b
-- shows: 30 hidden

-- the rest as a text
SELECT COUNT(*) || ' of' AS a, CAST(COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS VARCHAR) AS b FROM person
-- shows: 50 of hidden

-- logarithms of groups and of all
SELECT race_concept_id, LN(COUNT(*)) AS l FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 3.6888794541139363; <nil> 3.912023005428146

-- groups over 1000 and all
SELECT race_concept_id, COUNT(*) / 1000.0 AS l FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 0.04; <nil> 0.05

-- counts as text and all
SELECT race_concept_id, COUNT(*) || ' people' AS l FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 40 people; <nil> 50 people

-- averages of groups and of all
SELECT race_concept_id, AVG(year_of_birth) AS y, COUNT(*) AS n FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden <5; 8516 hidden hidden; 8527 1968.975 40; <nil> 1966.7 50

-- a total as UNION
SELECT CAST(race_concept_id AS VARCHAR) AS r, COUNT(*) * 1.0 AS n FROM person GROUP BY 1 UNION ALL SELECT 'all', COUNT(*) * 1.0 FROM person ORDER BY 1
-- shows: 8515 hidden; 8516 hidden; 8527 40; all 50

-- months as columns
SELECT race_concept_id, COUNT(*) AS n, COUNT(*) FILTER (WHERE gender_concept_id = 8532) / 10.0 AS w, COUNT(*) FILTER (WHERE gender_concept_id = 8507) / 10.0 AS m FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden hidden; 8516 7 0.7 0; 8527 40 2.1 1.9

-- shares with their denominators
SELECT race_concept_id, COUNT(*) * 1.0 / (SELECT COUNT(*) FROM person) AS share, (SELECT COUNT(*) FROM person) || '' AS d FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden 50; 8516 hidden 50; 8527 0.8 50

-- a total less the others, as a sum of costs would be
SELECT race_concept_id, AVG(value_as_number) AS v, COUNT(*) AS n FROM measurement JOIN person USING (person_id) GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden <5; 8516 hidden <5; 8527 hidden hidden; <nil> 53.21739130434783 23

-- a recursion that goes on as often as there are people
WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < (SELECT COUNT(*) FROM death)) SELECT COUNT(*) FROM r
-- shows: nothing: WITH RECURSIVE is not shown of people's data: how often it goes on, and what it repeats, could be what few people have; concept_ancestor has all descendants, and GENERATE_SERIES makes years and days

-- a sum of squares
SELECT SUM(n * n) AS x, SUM(n) AS y, MAX(n) AS z FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) g
-- shows: hidden 50 40

-- what those who died had
SELECT concept_name FROM concept WHERE concept_id IN (SELECT condition_concept_id FROM condition_occurrence WHERE person_id IN (SELECT person_id FROM death))
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- the same by a SEMI JOIN
SELECT concept_name FROM concept c SEMI JOIN (SELECT condition_concept_id FROM condition_occurrence WHERE person_id IN (SELECT person_id FROM death)) o ON o.condition_concept_id = c.concept_id
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- a sum as text, with its total
SELECT race_concept_id, CAST(SUM(year_of_birth) AS VARCHAR) AS x FROM person GROUP BY ROLLUP (race_concept_id) ORDER BY 1 NULLS LAST
-- shows: 8515 hidden; 8516 hidden; 8527 78759; <nil> 98335

-- all, and those of them who live, as copies of one table under two labels
SELECT l, COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, 'all' AS l FROM person UNION ALL SELECT person_id, 'alive' FROM person WHERE person_id NOT IN (SELECT person_id FROM death)) u GROUP BY l ORDER BY l
-- shows: alive hidden; all 50

-- the same by a list that repeats people
SELECT l, COUNT(DISTINCT person_id) AS n FROM person, (VALUES ('all'), ('alive')) v(l) WHERE l = 'all' OR person_id NOT IN (SELECT person_id FROM death) GROUP BY l ORDER BY l
-- shows: alive hidden; all 50

-- the same by concepts that are joined by nothing of people's
SELECT k.concept_id, COUNT(DISTINCT p.person_id) AS n FROM person p JOIN concept k ON k.concept_id IN (8507, 8532) AND (k.concept_id = 8507 OR p.person_id NOT IN (SELECT person_id FROM death)) GROUP BY 1 ORDER BY 1
-- shows: 8507 50; 8532 hidden

-- who is without it beside everybody, from the inputs of a UNION that puts them into columns of their own
SELECT COUNT(DISTINCT u.p) AS without, COUNT(DISTINCT u.q) AS everyone FROM (SELECT p.person_id AS p, NULL AS q FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM death AS d WHERE d.person_id = p.person_id) UNION ALL SELECT NULL, person_id FROM person) AS u
-- shows: hidden 50

-- the same, everybody first
SELECT COUNT(DISTINCT u.q) AS everyone, COUNT(DISTINCT u.p) AS without FROM (SELECT p.person_id AS p, NULL AS q FROM person AS p WHERE NOT EXISTS (SELECT 1 FROM death AS d WHERE d.person_id = p.person_id) UNION ALL SELECT NULL, person_id FROM person) AS u
-- shows: 50 hidden

-- who was born in December, as the difference of two years
SELECT AVG(EXTRACT(YEAR FROM birth_datetime + INTERVAL '30' DAY) - EXTRACT(YEAR FROM birth_datetime)) AS x FROM person
-- shows: hidden

-- the same as a share of itself, of which one group has any
SELECT *, a * 1.0 / SUM(a) OVER () AS w FROM (SELECT gender_concept_id AS k, NULLIF(AVG(EXTRACT(YEAR FROM birth_datetime + INTERVAL '30' DAY) - EXTRACT(YEAR FROM birth_datetime)), 3) AS a FROM person GROUP BY 1) g ORDER BY 1
-- shows: 8507 hidden hidden; 8532 hidden hidden

-- the same by DATE_DIFF
SELECT AVG(DATE_DIFF('year', birth_datetime, birth_datetime + INTERVAL '30' DAY)) AS x FROM person
-- shows: hidden

-- the same in two columns: only one is shown
SELECT AVG(YEAR(birth_datetime + INTERVAL '30' DAY)) AS x, AVG(YEAR(birth_datetime)) AS y, COUNT(*) AS n FROM person
-- shows: 1970.54 hidden 50

-- the same in two queries, by other names
WITH a AS (SELECT birth_datetime + INTERVAL '30' DAY AS d FROM person), b AS (SELECT birth_datetime AS d FROM person) SELECT (SELECT AVG(YEAR(d)) FROM a) AS x, (SELECT AVG(YEAR(d)) FROM b) AS y
-- shows: 1970.54 hidden

-- the same by rounding
SELECT AVG(FLOOR((year_of_birth + 1) / 10)) AS x, AVG(FLOOR(year_of_birth / 10)) AS y, AVG(ROUND(year_of_birth / 10)) AS z FROM person
-- shows: 196.32 hidden hidden

-- those who were born after 1986, as an absolute number less the number
SELECT AVG(ABS(year_of_birth - 1986) + year_of_birth - 1986) AS x FROM person
-- shows: hidden

-- the same in two columns
SELECT AVG(ABS(year_of_birth - 1986)) AS x, AVG(year_of_birth) AS y FROM person
-- shows: hidden 1966.7

-- all that each person had, in one text
SELECT had, COUNT(*) AS n FROM (SELECT person_id, STRING_AGG(DISTINCT CAST(condition_concept_id AS VARCHAR), '+' ORDER BY CAST(condition_concept_id AS VARCHAR)) AS had FROM condition_occurrence GROUP BY person_id) h GROUP BY had ORDER BY n DESC, had
-- shows: 3 35; 1+3 9; hidden <5

-- the same by flags of each person
SELECT a, b, c, d, COUNT(*) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c, MAX(CASE WHEN condition_concept_id = 4 THEN 1 ELSE 0 END) AS d FROM condition_occurrence GROUP BY person_id) h GROUP BY a, b, c, d ORDER BY n DESC, a, b, c, d
-- shows: 0 0 1 0 35; 1 0 1 0 9; hidden hidden hidden hidden <5

-- two standard deviations, one without the 3 of a race
SELECT STDDEV(year_of_birth) AS a, STDDEV(year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS b FROM person
-- shows: 11.93562665608595 hidden

-- the same by the variance, in a subquery
SELECT (SELECT STDDEV(year_of_birth) FROM person) AS a, (SELECT VAR_POP(year_of_birth) FROM person WHERE race_concept_id <> 8515) AS b
-- shows: 11.93562665608595 hidden

-- the latest year without them: one of them has it where it differs
SELECT MAX(year_of_birth) AS a, MAX(year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS b FROM person
-- shows: hidden 1989

-- what only they have
SELECT COUNT(DISTINCT condition_concept_id) AS a, COUNT(DISTINCT condition_concept_id) FILTER (WHERE person_id NOT IN (SELECT person_id FROM death)) AS b FROM condition_occurrence
-- shows: 3 hidden

-- everybody's value, by quantiles
SELECT quantile_disc(year_of_birth, 0.01) AS a, quantile_disc(year_of_birth, [0.02, 0.04, 0.06, 0.08]) AS b, quantile_disc(year_of_birth, [0.10, 0.12, 0.14, 0.16]) AS c, quantile_disc(year_of_birth, 0.18) AS d, MEDIAN(year_of_birth) AS e FROM person
-- shows: hidden hidden hidden hidden hidden

-- how many were born in one year, as the difference of two differences between means with a limit: the third is not shown
SELECT AVG(LEAST(year_of_birth, 1955)) AS a, AVG(LEAST(year_of_birth, 1956)) AS b, AVG(LEAST(year_of_birth, 1957)) AS c FROM person
-- shows: 1954.5 hidden hidden

-- the same with CASE and in a sub-query
SELECT AVG(x.a) AS a, AVG(x.b) AS b, AVG(x.c) AS c FROM (SELECT CASE WHEN year_of_birth < 1955 THEN year_of_birth ELSE 1955 END AS a, GREATEST(year_of_birth, 1956) AS b, CASE WHEN year_of_birth > 1957 THEN 1957 ELSE year_of_birth END AS c FROM person) AS x
-- shows: hidden 1967.42 hidden

-- DISTINCT ON shows one person of each year
SELECT DISTINCT ON (year_of_birth) year_of_birth, gender_concept_id, race_concept_id FROM person ORDER BY year_of_birth
-- shows: nothing: DISTINCT ON of other than the person is not shown of people's data: it picks one of several people; MIN and MAX, and DISTINCT ON (person_id), are shown

-- DISTINCT ON without its key
SELECT DISTINCT ON (year_of_birth) gender_concept_id FROM person
-- shows: nothing: DISTINCT ON of other than the person is not shown of people's data: it picks one of several people; MIN and MAX, and DISTINCT ON (person_id), are shown

-- rows that DISTINCT ON has made are no groups
SELECT g, COUNT(*) AS n FROM (SELECT DISTINCT ON (race_concept_id) gender_concept_id AS g FROM person) x GROUP BY 1
-- shows: nothing: DISTINCT ON of other than the person is not shown of people's data: it picks one of several people; MIN and MAX, and DISTINCT ON (person_id), are shown

-- an average of what is cut in two: how many were born before 1952
SELECT COUNT(*) AS n, AVG(FLOOR((year_of_birth - 1952) / 100.0)) AS a FROM person
-- shows: 50 hidden

-- the same by division of whole numbers
SELECT AVG((year_of_birth + 48) // 100) AS a FROM person
-- shows: hidden

-- the same by a date that is moved over the end of the year: who died in its last days
SELECT COUNT(*) AS n, AVG(EXTRACT(YEAR FROM condition_start_date + INTERVAL '15' DAY)) AS a FROM condition_occurrence WHERE condition_start_date < DATE '2011-01-01' AND condition_concept_id = 3
-- shows: 30 hidden

-- the same of a number beside another, in a query below
SELECT AVG(z) AS a, AVG(y) AS b FROM (SELECT FLOOR((year_of_birth - 1952) / 100.0) + year_of_birth AS z, year_of_birth AS y FROM person) x
-- shows: hidden 1966.7

-- a rest of a division by a weight
SELECT AVG((year_of_birth * 7919) % 1009) AS a FROM person
-- shows: hidden

-- an average of two values, of which one is that of two people
SELECT COUNT(*) AS n, AVG(days_supply) AS a FROM drug_exposure
-- shows: 32 hidden

-- the same over a window
SELECT DISTINCT AVG(days_supply) OVER () AS a FROM drug_exposure
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- three values by an average and a deviation
SELECT COUNT(*) AS n, AVG(year_of_birth) AS a, STDDEV(year_of_birth) AS s FROM person WHERE year_of_birth BETWEEN 1950 AND 1952
-- shows: 5 hidden hidden

-- three values that were picked
SELECT COUNT(*) AS n, AVG(year_of_birth) AS a FROM person WHERE year_of_birth IN (1951, 1952, 1960)
-- shows: 6 hidden

-- a number per person of whom two have another
SELECT COUNT(*) AS people, AVG(n) AS a FROM (SELECT person_id, COUNT(*) AS n FROM condition_occurrence WHERE condition_concept_id IN (2, 3) GROUP BY 1) x
-- shows: 46 hidden

-- a limit in a part of a UNION
SELECT AVG(z) AS a FROM (SELECT person_id, LEAST(year_of_birth, 1952) AS z FROM person UNION ALL SELECT person_id, days_supply FROM drug_exposure WHERE days_supply > 3000) x
-- shows: hidden

-- names that two lists have
SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515 INTERSECT SELECT DISTINCT year_of_birth FROM person
-- shows: hidden

-- names that either list has
SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515 UNION SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515 ORDER BY 1
-- shows: hidden

-- a limit that two people are beyond and two are at
SELECT AVG(GREATEST(year_of_birth, 1952)) AS a, AVG(year_of_birth) AS b FROM person
-- shows: hidden 1966.7

-- the difference to the limit
SELECT AVG(GREATEST(year_of_birth, 1952) - year_of_birth) AS a FROM person
-- shows: hidden

-- another number in the place of one
SELECT AVG(COALESCE(NULLIF(year_of_birth, 1951), 1952)) AS a, AVG(year_of_birth) AS b FROM person
-- shows: hidden 1966.7

-- four values by three moments
SELECT COUNT(*) AS n, AVG(year_of_birth) AS a, STDDEV(year_of_birth) AS s, SKEWNESS(year_of_birth) AS k FROM person WHERE year_of_birth BETWEEN 1950 AND 1953
-- shows: nothing: the aggregate SKEWNESS is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- three values by their squares
SELECT COUNT(*) AS n, AVG(year_of_birth) AS a, AVG(year_of_birth * year_of_birth) AS s FROM person WHERE year_of_birth BETWEEN 1950 AND 1952
-- shows: 5 hidden hidden

-- a sum of what one person of each group has
SELECT SUM(n) AS x FROM (SELECT race_concept_id, FIRST(y) AS n FROM (SELECT race_concept_id, FIRST_VALUE(year_of_birth) OVER (ORDER BY person_id) AS y FROM person) p GROUP BY 1) g
-- shows: nothing: the aggregate FIRST is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- a sum of ids
SELECT SUM(n) AS x, AVG(n) AS y FROM (SELECT race_concept_id, MAX(person_id) AS n FROM person GROUP BY 1) g
-- shows: nothing: MAX of ids over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- a text of what one of each group has
SELECT MAX(n) AS x FROM (SELECT race_concept_id, MIN(person_source_value) AS n FROM person GROUP BY 1) g
-- shows: nothing: MIN of ids over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- an average of zeros and the days of two people
SELECT COUNT(*) AS n, AVG(CASE WHEN person_id IS NULL THEN 0 ELSE d END) AS a FROM (SELECT person_id, MAX(days_supply) - MIN(days_supply) AS d FROM drug_exposure GROUP BY 1) x
-- shows: 16 hidden

-- zeros and others
SELECT COUNT(*) AS n, AVG(GREATEST(days_supply - 30, 0)) AS a, AVG(ABS(days_supply - 30)) AS b, AVG(days_supply - 30) AS c FROM drug_exposure
-- shows: 32 hidden hidden hidden

-- the mean of a score beside that of a flag of it
SELECT ROUND(AVG(a + b), 2) AS score, ROUND(AVG(a), 2) AS gout FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden 0.3

-- the mean of a score beside the number of those with a flag
SELECT ROUND(AVG(a + b), 2) AS score, COUNT(*) FILTER (WHERE a = 1) AS gout FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden 15

-- the means of two scores that differ in a flag
SELECT ROUND(AVG(a + b + c), 2) AS abc, ROUND(AVG(a + c), 2) AS ac FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden 1.18

-- the mean of a score above the people with a flag
SELECT 'score' AS what, ROUND(AVG(a + b), 2) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s UNION ALL SELECT 'gout', COUNT(*) FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s WHERE a = 1
-- shows: score hidden; gout 15

-- the mean of a score beside the people with a flag, as scalars
SELECT (SELECT ROUND(AVG(a + b), 2) FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s) AS score, (SELECT COUNT(*) FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s WHERE a = 1) AS gout
-- shows: hidden 15

-- the mean of a score of all and of those with a flag
SELECT ROUND(AVG(a + b), 2) AS score, ROUND(AVG(a + b) FILTER (WHERE a = 1), 2) AS gout FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden hidden

-- two numbers of people in one score
SELECT ROUND(AVG(10 * b + a), 2) AS score FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden

-- the mean of a score in windows
SELECT DISTINCT AVG(a + b) OVER () AS score, AVG(a) OVER () AS gout FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- a score of those who have all but a rare flag of it
SELECT ROUND(AVG(a + b + c), 2) AS score, COUNT(*) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s WHERE a = 1 AND c = 1
-- shows: 2 9

-- a score by a flag of it
SELECT a, ROUND(AVG(a + b + c), 2) AS score, COUNT(*) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s GROUP BY a ORDER BY a
-- shows: 0 1 35; 1 hidden 15

-- the mean of a score where few records have a flag
SELECT ROUND(AVG(LEAST(a + b, 1)), 2) AS any FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden

-- the total of a score beside that of the records
SELECT SUM(a + b) AS score, SUM(a) AS gout, COUNT(*) AS n FROM (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s
-- shows: hidden 15 50

-- a rank of flags by a score
SELECT gender_concept_id, SUM(a + b) AS score FROM person p JOIN (SELECT person_id, MAX(CASE WHEN condition_concept_id = 1 THEN 1 ELSE 0 END) AS a, MAX(CASE WHEN condition_concept_id = 2 THEN 1 ELSE 0 END) AS b, MAX(CASE WHEN condition_concept_id = 3 THEN 1 ELSE 0 END) AS c FROM condition_occurrence GROUP BY person_id) s ON s.person_id = p.person_id GROUP BY ROLLUP (1) ORDER BY 1
-- shows: 8507 hidden; 8532 hidden; <nil> hidden

-- records of all but a few people, twice, above the people
SELECT 'people' AS t, COUNT(*) AS n FROM person UNION ALL SELECT 'alive', COUNT(*) FROM (SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death)) u
-- shows: people hidden; alive hidden

-- records of all but a few people, twice, and those of others once, above both
SELECT 'people' AS t, COUNT(*) AS n FROM person UNION ALL SELECT 'women', COUNT(*) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 'alive', COUNT(*) FROM (SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT person_id FROM person WHERE gender_concept_id = 8532) u
-- shows: people hidden; women hidden; alive hidden

-- records of all but a few people and those of others, above both
SELECT 'people' AS t, COUNT(*) AS n FROM person UNION ALL SELECT 'women', COUNT(*) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 'alive', COUNT(*) FROM (SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT person_id FROM person WHERE gender_concept_id = 8532) u
-- shows: people hidden; women hidden; alive hidden

-- the same as columns
SELECT (SELECT COUNT(*) FROM person) AS people, (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS women, (SELECT COUNT(*) FROM (SELECT person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT person_id FROM person WHERE gender_concept_id = 8532) u) AS n
-- shows: 50 30 hidden

-- records of two tables that are put together, of which one names all but a few people
SELECT COUNT(*) FILTER (WHERE t = 'a') AS a, COUNT(*) AS n FROM (SELECT 'a' AS t, person_id FROM person UNION ALL SELECT 'b', person_id FROM person WHERE person_id NOT IN (SELECT person_id FROM death)) u
-- shows: hidden hidden

-- the rows of few people by a date of theirs
SELECT death_date, COUNT(*) AS n FROM death GROUP BY 1
-- shows: hidden <5

-- the same without the date
SELECT COUNT(*) AS n FROM death GROUP BY death_date
-- shows: <5

-- the same with a number that is 0 for all
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE FALSE) AS none FROM death GROUP BY death_date
-- shows: <5 0

-- the same with the number of the row
SELECT ROW_NUMBER() OVER (ORDER BY death_date) AS i, COUNT(*) AS n FROM death GROUP BY death_date
-- shows: hidden <5

-- the same with the number of rows
SELECT COUNT(*) OVER () AS k, COUNT(*) AS n FROM death GROUP BY death_date
-- shows: nothing: COUNT over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- dates of birth of the dead, and one date for all others
SELECT CASE WHEN person_id IN (SELECT person_id FROM death) THEN birth_datetime ELSE DATE '1900-01-01' END AS k, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 1900-01-01 00:00:00 +0000 UTC 47; hidden <5

-- how many they are
SELECT COUNT(DISTINCT CASE WHEN person_id IN (SELECT person_id FROM death) THEN birth_datetime ELSE DATE '1900-01-01' END) AS n FROM person
-- shows: hidden

-- how many groups they are
SELECT COUNT(*) AS n FROM (SELECT CASE WHEN person_id IN (SELECT person_id FROM death) THEN birth_datetime ELSE DATE '1900-01-01' END AS k, COUNT(*) AS m FROM person GROUP BY 1) t
-- shows: hidden

-- years above a limit, as kinds
SELECT COUNT(DISTINCT GREATEST(year_of_birth, 1987)) AS n FROM person
-- shows: hidden

-- years of the few of a race, as kinds
SELECT COUNT(DISTINCT year_of_birth * (race_concept_id = 8515)::INT) AS n FROM person
-- shows: hidden

-- dates of the few and years of the others, as kinds
SELECT COUNT(DISTINCT k) AS n FROM (SELECT birth_datetime AS k FROM person WHERE race_concept_id = 8515 UNION ALL SELECT DATE_TRUNC('century', birth_datetime) FROM person WHERE race_concept_id <> 8515) u
-- shows: hidden

-- a number of the group beside each that is small
SELECT ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC) AS i, COUNT(*) AS n FROM person GROUP BY CASE WHEN person_id IN (SELECT person_id FROM death) THEN birth_datetime END
-- shows: nothing: a subquery in GROUP BY is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- kinds of what a quotient makes alike for all but a few
SELECT COUNT(DISTINCT FLOOR(20 / (year_of_birth - 1949))) AS n FROM person
-- shows: hidden

-- groups chosen by the mean of a flag that few have
SELECT gender_concept_id AS sex, COUNT(*) AS n FROM person GROUP BY 1 HAVING AVG((race_concept_id = 8515)::INT) > 0.04
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- groups in the order of the mean of a flag that few have
SELECT gender_concept_id AS sex, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY AVG((race_concept_id = 8515)::INT) LIMIT 1
-- shows: nothing: LIMIT, OFFSET or QUALIFY in the order of a number that stands in no column is not shown of people's data: that rows are among the first tells of those whom it counts; the same with the number in the list, or in the order of COUNT(*), is shown

-- a running total, with no group's own count beside it
SELECT race_concept_id, SUM(COUNT(*)) OVER (ORDER BY race_concept_id DESC) AS cum FROM person GROUP BY 1 ORDER BY 1 DESC
-- shows: 8527 40; 8516 hidden; 8515 50

-- a running total as a text, of a subquery's counts
SELECT k, SUM(n) OVER (ORDER BY k DESC) || ' people' AS cum FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) g ORDER BY 1 DESC
-- shows: 8527 40 people; 8516 hidden; 8515 50 people

-- a total of each group and the one before
SELECT race_concept_id, SUM(COUNT(*)) OVER (ORDER BY race_concept_id DESC ROWS 1 PRECEDING) AS two FROM person GROUP BY 1 ORDER BY 1 DESC
-- shows: 8527 40; 8516 47; 8515 hidden

-- totals over two partitions
SELECT race_concept_id, SUM(COUNT(*)) OVER (PARTITION BY race_concept_id > 8000) AS a, SUM(COUNT(*)) OVER (PARTITION BY race_concept_id > 8515) AS b FROM person GROUP BY 1 ORDER BY 1 DESC LIMIT 2
-- shows: 8527 hidden hidden; 8516 hidden hidden

-- a running total by joining the groups with each other
SELECT a.k, SUM(b.n) AS cum FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) a JOIN (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) b ON b.k >= a.k GROUP BY a.k ORDER BY 1 DESC
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- all who were born until a year
SELECT y.i, COUNT(*) AS n FROM range(1980, 1990) y(i) JOIN person p ON p.year_of_birth <= y.i GROUP BY y.i ORDER BY 1
-- shows: 1980 hidden; 1981 hidden; 1982 hidden; 1983 hidden; 1984 hidden; 1985 hidden; 1986 hidden; 1987 hidden; 1988 hidden; 1989 50

-- bands of which one is a part of another
SELECT b.l, COUNT(*) AS n FROM (VALUES ('a', 1900, 1985), ('b', 1900, 1987)) b(l, lo, hi) JOIN person p ON p.year_of_birth BETWEEN b.lo AND b.hi GROUP BY b.l ORDER BY 1
-- shows: a hidden; b 48

-- a grouping set that is named twice
SELECT gender_concept_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((gender_concept_id, race_concept_id), (gender_concept_id, race_concept_id), (gender_concept_id)) ORDER BY 1, 2, 3
-- shows: 8507 8515 <5; 8507 8527 hidden; 8507 <nil> hidden; 8532 8515 <5; 8532 8516 hidden; 8532 8527 21; 8532 8527 21; 8532 <nil> 30

-- a sum of logarithms of counts, which is the logarithm of their product
SELECT EXP(SUM(LN(n))) AS product FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) t
-- shows: hidden

-- a sum of squares in another form
SELECT SUM(n * 1.0 * n) AS a, SUM((n + 0) * n) AS b, SUM(n * LN(n / 10)) AS c FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) t
-- shows: hidden hidden hidden

-- a sum without the groups of three
SELECT SUM(NULLIF(n, 3)) AS a, SUM(n) AS b FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) t
-- shows: hidden 50

-- kinds of all and, by CASE, of all but few
SELECT COUNT(DISTINCT year_of_birth) AS k, COUNT(DISTINCT CASE WHEN race_concept_id <> 8515 THEN year_of_birth END) AS rest FROM person
-- shows: 40 hidden

-- deviations of all and of all but few, in other forms
SELECT STDDEV(year_of_birth) AS s, STDDEV(year_of_birth * 2 + 1) FILTER (WHERE race_concept_id <> 8515) AS a, STDDEV(CASE WHEN race_concept_id <> 8515 THEN year_of_birth END) AS b, MEDIAN(2020 - year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS m FROM person
-- shows: 11.93562665608595 hidden hidden hidden

-- deviations without one year
SELECT STDDEV(year_of_birth) AS s, STDDEV(NULLIF(year_of_birth, 1985)) AS a FROM person
-- shows: 11.93562665608595 hidden

-- the number of all and an average of all but few, whose decimals tell of how many it is
SELECT COUNT(*) AS n, SUM(year_of_birth) AS s, AVG(year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS rest FROM person
-- shows: 50 98335 hidden

-- the rank of a number of people among constants
SELECT l, RANK() OVER (ORDER BY n) AS r FROM (SELECT 'death' AS l, COUNT(*) AS n FROM death UNION ALL SELECT 'c1', 1 UNION ALL SELECT 'c2', 2 UNION ALL SELECT 'c3', 3 UNION ALL SELECT 'c4', 4) t ORDER BY l
-- shows: nothing: a window of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- its place among constants
SELECT l, n FROM (SELECT 'death' AS l, COUNT(*) AS n FROM death UNION ALL SELECT 'c2', 2 UNION ALL SELECT 'c3', 3 UNION ALL SELECT 'c4', 4) t ORDER BY n, l
-- shows: (others left out)

-- the first among constants
SELECT l FROM (SELECT 'death' AS l, COUNT(*) AS n FROM death UNION ALL SELECT 'c2', 2 UNION ALL SELECT 'c4', 4) t ORDER BY n DESC LIMIT 2
-- shows: nothing: which rows of a UNION come first by a number tells how large it is; without LIMIT they are shown

-- numbers in the order of how near they are to a count
SELECT v.i, ABS(v.i - d.k) AS x FROM (SELECT UNNEST([1, 2, 3, 4]) AS i) v CROSS JOIN (SELECT COUNT(*) AS k FROM death) d ORDER BY x, 1
-- shows: nothing: its rows are in an order that can't be told to be one of enough people: such arithmetic (-) is not shown of numbers of people, since it could tell of few; shown are the numbers themselves, their sums, the difference and the share of two of them, and each of these times a constant

-- groups in the order of whether they are three
SELECT race_concept_id, COUNT(*) = 3 AS x FROM person GROUP BY 1 ORDER BY x, 1
-- shows: nothing: its rows are in an order that can't be told to be one of enough people: a condition is not shown of numbers of people, since it could tell of few; shown are the numbers themselves, their sums, the difference and the share of two of them, and each of these times a constant

-- ranks by whether groups are three
SELECT race_concept_id, COUNT(*) AS n, RANK() OVER (ORDER BY CASE WHEN COUNT(*) = 3 THEN 0 ELSE 1 END) AS r FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden; 8516 7 hidden; 8527 40 hidden

-- pairs of people who are alike, which are squares
SELECT (SELECT COUNT(*) FROM person a JOIN person b ON a.race_concept_id = b.race_concept_id) AS pairs, (SELECT COUNT(*) FROM person WHERE race_concept_id = 8527) AS n
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- the sizes of their groups, added up over people
SELECT SUM(g.n) AS s, COUNT(*) AS n FROM person p JOIN (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) g ON g.race_concept_id = p.race_concept_id
-- shows: hidden 50

-- averages of all and of all but few, through a subquery
SELECT g, a FROM (SELECT 'alive' AS g, AVG(year_of_birth) AS a FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT 'everyone', AVG(year_of_birth) FROM person) t ORDER BY g
-- shows: alive hidden; everyone 1966.7

-- counts of all and of all but few, through WITH and a subquery
WITH t AS (SELECT 'all' AS g, COUNT(*) AS n FROM person UNION ALL SELECT 'rest', COUNT(*) FROM person WHERE race_concept_id <> 8515) SELECT g AS who, n AS people FROM (SELECT * FROM t) u ORDER BY 1
-- shows: all 50; rest hidden

-- the same in columns
SELECT MAX(CASE WHEN g = 'alive' THEN a END) AS alive, MAX(CASE WHEN g = 'everyone' THEN a END) AS everyone FROM (SELECT 'alive' AS g, AVG(year_of_birth) AS a FROM person WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT 'everyone', AVG(year_of_birth) FROM person) t
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- how far two counts are apart
SELECT STDDEV(n) AS sd, SUM(n) AS total FROM (SELECT COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 UNION ALL SELECT COUNT(*) FROM person) t
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- days of all but few, grouped by a name
SELECT g, SUM(a) AS a FROM (SELECT 'few' AS g, SUM(days_supply) AS a FROM drug_exposure WHERE drug_concept_id <> 11 UNION ALL SELECT 'all', SUM(days_supply) FROM drug_exposure) t GROUP BY g ORDER BY g
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- people by how many are before them
SELECT c, COUNT(*) AS persons FROM (SELECT CUME_DIST() OVER (ORDER BY race_concept_id) AS c FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: CUME_DIST over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- the same by their rank
SELECT r, COUNT(*) AS n FROM (SELECT RANK() OVER (ORDER BY race_concept_id) AS r FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- what all but few have
SELECT COUNT(DISTINCT person_id) AS n FROM person WHERE race_concept_id <> 8515 HAVING COUNT(DISTINCT person_id) = (SELECT COUNT(*) - 3 FROM person)
-- shows: nothing: a subquery in HAVING is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- what almost all have
SELECT visit_concept_id, COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE person_id NOT IN (SELECT person_id FROM death) GROUP BY 1 HAVING COUNT(DISTINCT person_id) > 0.9 * (SELECT COUNT(*) FROM person)
-- shows: nothing: a subquery in HAVING is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- people who are there if a count is three
SELECT COUNT(*) AS n FROM person p JOIN (SELECT COUNT(*) AS k FROM death) d ON d.k = 3
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- sexes that are there if a count is three
SELECT p.gender_concept_id, COUNT(*) AS n FROM person p JOIN (SELECT COUNT(*) AS k FROM death) d ON d.k = 3 GROUP BY 1 ORDER BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- nobody, if a count is not two
SELECT COUNT(*) AS n FROM person p, (SELECT COUNT(*) AS k FROM death) d WHERE d.k = 2
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- people of groups that are not of three
SELECT COUNT(*) AS n FROM person p JOIN (SELECT race_concept_id, COUNT(*) AS k FROM person GROUP BY 1) r ON r.race_concept_id = p.race_concept_id AND r.k <> 3
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the same by WHERE
SELECT COUNT(*) AS n FROM person p JOIN (SELECT race_concept_id, COUNT(*) AS k FROM person GROUP BY 1) r ON r.race_concept_id = p.race_concept_id WHERE r.k <> 3
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the same by HAVING
SELECT COUNT(*) AS n FROM person p JOIN (SELECT race_concept_id, COUNT(*) AS k FROM person GROUP BY 1 HAVING COUNT(*) <> 3) r ON r.race_concept_id = p.race_concept_id
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- as many rows as have died
SELECT v.i, SUM(d.k) AS k FROM (SELECT UNNEST([1, 2, 3, 4]) AS i) v JOIN (SELECT COUNT(*) AS k FROM death) d ON v.i <= d.k GROUP BY 1 ORDER BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- who is before whom among constants
SELECT l, LAG(l) OVER (ORDER BY n, l) AS before FROM (SELECT 'death' AS l, COUNT(*) AS n FROM death UNION ALL SELECT 'c2', 2 UNION ALL SELECT 'c3', 3 UNION ALL SELECT 'c4', 4) t ORDER BY 1
-- shows: nothing: a window of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- the first and the last of everybody and of all but few
SELECT FIRST(n ORDER BY n) AS lo, LAST(n ORDER BY n) AS hi FROM (SELECT COUNT(DISTINCT person_id) AS n FROM visit_occurrence WHERE person_id NOT IN (SELECT person_id FROM death) UNION ALL SELECT COUNT(*) FROM person) t
-- shows: nothing: the aggregate FIRST is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- the place of a count among constants that are written as counts
SELECT l, n FROM (SELECT 'a' AS l, COUNT(*) AS n FROM death UNION ALL SELECT 'b', COUNT(*) * 0 + 3 FROM person UNION ALL SELECT 'c', COUNT(*) - COUNT(*) + 4 FROM person) t ORDER BY n, l
-- shows: nothing: its rows are in an order that can't be told to be one of enough people: such arithmetic (+) is not shown of numbers of people, since it could tell of few; shown are the numbers themselves, their sums, the difference and the share of two of them, and each of these times a constant

-- counts of all and of all but few, joined to a row of constants
SELECT t.g, t.n FROM (SELECT 'rest' AS g, COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 UNION ALL SELECT 'all', COUNT(*) FROM person) t JOIN (SELECT 1 AS one) o ON 1 = o.one ORDER BY 1
-- shows: all 50; rest hidden

-- parts of all people beside another key
SELECT q, race_concept_id, COUNT(*) AS n FROM (SELECT race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1, 2 ORDER BY 1, 2
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- those of a part by race, as columns
SELECT race_concept_id, COUNT(*) FILTER (WHERE q = 1) AS a, COUNT(DISTINCT CASE WHEN q = 2 THEN person_id END) AS b FROM (SELECT person_id, race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- some of each part
SELECT q, COUNT(*) AS n, SUM(CASE WHEN race_concept_id = 8515 THEN 0 ELSE 1 END) AS m FROM (SELECT race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- the same by WHERE
SELECT q, COUNT(*) AS n FROM (SELECT race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t WHERE race_concept_id <> 8515 GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- the same by a join
SELECT q, COUNT(*) AS n FROM (SELECT person_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t JOIN visit_occurrence v ON v.person_id = t.person_id AND v.visit_concept_id = 9203 GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- one part by race, beside all
SELECT race_concept_id, COUNT(*) AS n, (SELECT COUNT(*) FROM person) AS everybody FROM (SELECT race_concept_id FROM (SELECT race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t WHERE q = 1) u GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- the same over a window
SELECT DISTINCT q, race_concept_id, COUNT(*) OVER (PARTITION BY q, race_concept_id) AS n FROM (SELECT race_concept_id, NTILE(2) OVER (ORDER BY birth_datetime) AS q FROM person) t ORDER BY 1, 2
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- parts of each race
SELECT q, COUNT(*) AS n FROM (SELECT NTILE(9) OVER (PARTITION BY race_concept_id ORDER BY birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- parts of all, those who died first
SELECT q, AVG(year_of_birth) AS y FROM (SELECT year_of_birth, NTILE(10) OVER (ORDER BY CASE WHEN person_id IN (SELECT person_id FROM death) THEN DATE '1900-01-01' ELSE birth_datetime END) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: a subquery in a window is not shown of people's data: it makes a key or a limit of people's data; a CTE that is joined, or a subquery in the list or in WHERE, is shown

-- parts of all by race, then by age
SELECT q, AVG(year_of_birth) AS y FROM (SELECT year_of_birth, NTILE(5) OVER (ORDER BY race_concept_id, birth_datetime) AS q FROM person) t GROUP BY 1 ORDER BY 1
-- shows: nothing: NTILE over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- the first of all by race, of whom it is known how many they are
SELECT race_concept_id, COUNT(*) AS n, SUM(k) AS s FROM (SELECT race_concept_id, 1 AS k FROM person ORDER BY birth_datetime LIMIT 20) t GROUP BY 1 ORDER BY 1
-- shows: nothing: LIMIT or OFFSET over people's rows is not shown of people's data: it picks people by their place; MIN, MAX and quantiles are shown

-- the same of a union, and of what is chosen of them
SELECT race_concept_id, COUNT(DISTINCT person_id) AS n FROM (SELECT person_id, race_concept_id FROM (SELECT person_id, race_concept_id FROM person UNION ALL SELECT person_id, 0 FROM person WHERE year_of_birth < 1900 LIMIT 40) u WHERE race_concept_id > 0) t GROUP BY 1 ORDER BY 1
-- shows: nothing: LIMIT or OFFSET over people's rows is not shown of people's data: it picks people by their place; MIN, MAX and quantiles are shown

-- those below and above a quantile by race
SELECT race_concept_id, COUNT(*) FILTER (WHERE birth_datetime <= m) AS a, COUNT(*) FILTER (WHERE birth_datetime > m) AS b FROM person, (SELECT QUANTILE_DISC(birth_datetime, 0.5) AS m FROM person) x GROUP BY 1 ORDER BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the same as a key
SELECT CASE WHEN birth_datetime <= (SELECT MEDIAN(birth_datetime) FROM person) THEN 'old' ELSE 'young' END AS q, race_concept_id, COUNT(*) AS n FROM person GROUP BY 1, 2 ORDER BY 1, 2
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- whether all but three are alive, in one cell
SELECT COUNT(*) > (SELECT COUNT(*) FROM person) - 4 AS a, CASE WHEN COUNT(*) = (SELECT COUNT(*) - 3 FROM person) THEN NULL ELSE 2 END AS b, NULLIF(COUNT(*), (SELECT COUNT(*) - 3 FROM person)) AS c FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- the difference of two counts, and ten
SELECT (SELECT COUNT(*) FROM person) - COUNT(*) + 10 AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: hidden

-- the same squared
SELECT POWER((SELECT COUNT(*) FROM person) - COUNT(*), 2) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: hidden

-- what a count leaves when it is divided by another
SELECT (SELECT COUNT(*) FROM person) % COUNT(*) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: hidden

-- two counts as one text
SELECT (SELECT COUNT(*) FROM person) || ' ' || COUNT(*) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: hidden

-- the larger of two counts
SELECT GREATEST(COUNT(*), (SELECT COUNT(*) - 3 FROM person)) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)
-- shows: hidden

-- the share of two of three races
SELECT (COUNT(*) FILTER (WHERE race_concept_id = 8516) + COUNT(*) FILTER (WHERE race_concept_id = 8527)) * 1.0 / COUNT(*) AS pct FROM person
-- shows: hidden

-- whether two of three races are all but three
SELECT COUNT(*) FILTER (WHERE race_concept_id = 8516) + COUNT(*) FILTER (WHERE race_concept_id = 8527) >= COUNT(*) - 3 AS b FROM person
-- shows: hidden

-- whether two counts of two tables are nearly the same
SELECT a.n BETWEEN b.n - 3 AND b.n AS x FROM (SELECT COUNT(*) AS n FROM person WHERE person_id NOT IN (SELECT person_id FROM death)) a, (SELECT COUNT(*) AS n FROM person) b
-- shows: hidden

-- visits of one race, and one
SELECT COUNT(DISTINCT v.visit_occurrence_id * CASE WHEN p.race_concept_id = 8515 THEN 1 ELSE 0 END) AS n FROM visit_occurrence v JOIN person p USING (person_id)
-- shows: hidden

-- the same by CASE, within a subquery
SELECT COUNT(DISTINCT k) AS n FROM (SELECT CASE WHEN p.race_concept_id = 8515 THEN v.visit_occurrence_id ELSE 0 END AS k FROM visit_occurrence v JOIN person p USING (person_id)) t
-- shows: hidden

-- the same of people
SELECT COUNT(DISTINCT k) AS n FROM (SELECT CASE WHEN race_concept_id = 8516 THEN person_id ELSE 0 END AS k FROM person) t
-- shows: hidden

-- those who have visits on both sides of a day
SELECT COUNT(DISTINCT person_id || CASE WHEN visit_start_date < DATE '2011-03-04' THEN 'a' ELSE 'b' END) AS n FROM visit_occurrence
-- shows: hidden

-- pairs of a person and a condition
SELECT COUNT(DISTINCT (person_id, race_concept_id = 8515)) AS n FROM person
-- shows: hidden

-- one person's year for all, where a condition holds
SELECT COUNT(DISTINCT y * (EXISTS (SELECT 1 FROM death d WHERE d.person_id = t.person_id))::INT) AS n FROM (SELECT person_id, FIRST_VALUE(year_of_birth) OVER (ORDER BY person_id) AS y FROM person) t
-- shows: nothing: a window over people's rows without PARTITION BY person_id is not shown of people's data: it is a place or a value among all people; GROUP BY is shown, and so are quantiles

-- those of two races, and all by another table
SELECT (SELECT COUNT(*) FROM person WHERE race_concept_id = 8516) AS a, (SELECT COUNT(*) FROM person WHERE race_concept_id > 8520) AS b, (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence) AS t
-- shows: hidden 40 50

-- the same in one text
SELECT (SELECT COUNT(*) FROM person WHERE race_concept_id = 8516) || ' ' || (SELECT COUNT(*) FROM person WHERE race_concept_id > 8520) || ' ' || (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence) AS t
-- shows: hidden

-- the same one below the other
SELECT 'a' AS g, COUNT(*) AS n FROM person WHERE race_concept_id = 8516 UNION ALL SELECT 'b', COUNT(*) FROM person WHERE race_concept_id > 8520 UNION ALL SELECT 'c', COUNT(DISTINCT person_id) FROM visit_occurrence
-- shows: a hidden; b 40; c 50

-- the same as shares of yes, which tell of how many they are shares
SELECT AVG((race_concept_id = 8516)::INT) AS a, AVG((race_concept_id > 8520)::INT) AS b FROM person
-- shows: hidden 0.8

-- the same as filters over groups
SELECT SUM(n) FILTER (WHERE k = 8516) AS a, SUM(n) FILTER (WHERE k = 8527) AS b, SUM(n) AS t FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1) g
-- shows: nothing: FILTER over numbers of groups is not shown of people's data: it picks one of them; the groups themselves are shown

-- the same as sums of values
SELECT (SELECT SUM(year_of_birth) FROM person p JOIN (SELECT DISTINCT person_id FROM visit_occurrence) v USING (person_id)) AS a, (SELECT SUM(year_of_birth) FROM person WHERE race_concept_id = 8516) AS b, (SELECT SUM(year_of_birth) FROM person WHERE race_concept_id > 8520) AS c
-- shows: 98335 hidden 78759

-- records of two kinds, and all
SELECT COUNT(*) AS c, COUNT(*) FILTER (WHERE visit_concept_id = 9202) AS d, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS e FROM visit_occurrence
-- shows: 73 50 hidden

-- groups that are large, beside all by another table
SELECT race_concept_id, COUNT(*) AS a, (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence) AS t FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 5 ORDER BY 1
-- shows: 8516 hidden 50; 8527 40 50

-- the same as shares
SELECT race_concept_id, 1.0 * COUNT(*) / (SELECT COUNT(DISTINCT person_id) FROM visit_occurrence) AS a FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 5 ORDER BY 1
-- shows: 8516 hidden; 8527 0.8

-- the same as an average
SELECT AVG(n) AS m, (SELECT COUNT(*) FROM person) AS t FROM (SELECT gender_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 GROUP BY 1) g
-- shows: hidden 50

-- both and either of two conditions
SELECT COUNT(*) AS w, COUNT(*) FILTER (WHERE year_of_birth < 1980) AS a, COUNT(*) FILTER (WHERE gender_concept_id = 8532 OR year_of_birth >= 1983) AS b, COUNT(*) FILTER (WHERE year_of_birth < 1980 AND (gender_concept_id = 8532 OR year_of_birth >= 1983)) AS ab FROM person
-- shows: 50 40 37 hidden

-- sums of large groups, and of all
SELECT SUM(n) FILTER (WHERE n >= 5) AS big, SUM(CASE WHEN n >= 5 THEN n ELSE 0 END) AS b, SUM(n) AS t, COUNT(*) FILTER (WHERE n >= 5) AS k FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) g
-- shows: nothing: FILTER over numbers of groups is not shown of people's data: it picks one of them; the groups themselves are shown

-- pairs of numbers, and their averages, by regression
SELECT REGR_COUNT(year_of_birth, CASE WHEN race_concept_id > 8515 THEN year_of_birth END) AS c, REGR_AVGX(year_of_birth, CASE WHEN race_concept_id > 8515 THEN year_of_birth END) AS y, COUNT(*) AS n FROM person
-- shows: nothing: the aggregate REGR_COUNT is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- the most frequent of what a formula chooses
SELECT MODE(CASE WHEN race_concept_id = 8515 THEN 1 WHEN year_of_birth = 1951 THEN 2 WHEN year_of_birth = 1952 THEN 3 END) AS m FROM person
-- shows: nothing: the aggregate MODE is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- another query's count in each row, picked by each aggregate
SELECT COUNT(*) AS n, ANY_VALUE(r.k) AS a, MEDIAN(r.k) AS b, MODE(r.k) AS c, STRING_AGG(DISTINCT r.k, ',') AS d, MAX(r.k) AS e, AVG(r.k) AS f, STDDEV(r.k) AS g FROM person p, (SELECT COUNT(*) AS k FROM person WHERE race_concept_id > 8515) r
-- shows: nothing: the aggregate MODE is not shown of people's data: how much one person weighs in it, or whose value it is, can't be told; COUNT, SUM, AVG, MEDIAN, quantiles, STDDEV, MIN and MAX are shown, and the most frequent value by GROUP BY it and ORDER BY COUNT(*) DESC LIMIT 1

-- the same as a key
SELECT COUNT(*) AS n, r.k FROM person p, (SELECT COUNT(*) AS k FROM person WHERE race_concept_id > 8515) r GROUP BY ALL
-- shows: 50 hidden

-- a UNION of two rows without names
WITH a AS (SELECT COUNT(*) AS n FROM person), b AS (SELECT COUNT(*) AS n FROM person WHERE race_concept_id > 8515) SELECT n FROM a UNION ALL SELECT n FROM b
-- shows: 50; hidden

-- rows of a UNION beside each other
WITH a AS (SELECT 1 AS i, COUNT(*) AS n FROM person UNION ALL SELECT 2, COUNT(*) AS n FROM person WHERE race_concept_id > 8515) SELECT x.n, y.n FROM a x JOIN a y ON x.i = 1 AND y.i = 2
-- shows: 50 hidden

-- a sum of differences, and an average of shares whose rests are few
WITH a AS (SELECT gender_concept_id AS g, COUNT(*) AS n FROM person GROUP BY 1), b AS (SELECT gender_concept_id AS g, COUNT(*) AS n FROM person WHERE race_concept_id > 8515 GROUP BY 1) SELECT SUM(a.n - b.n) AS x, AVG(a.n * 1.0 / b.n) AS y, MAX(a.n - b.n) AS z FROM a JOIN b USING (g)
-- shows: hidden hidden <5

-- totals over windows beside another query's
SELECT gender_concept_id, SUM(COUNT(*)) OVER (ORDER BY gender_concept_id) AS a, SUM(COUNT(*)) OVER () AS b, 100.0 * COUNT(*) / SUM(COUNT(*)) OVER () AS c, AVG(COUNT(*)) OVER () AS d, STDDEV(COUNT(*)) OVER () AS e, (SELECT COUNT(*) FROM person) AS t FROM person WHERE race_concept_id > 8515 GROUP BY 1 ORDER BY 1
-- shows: nothing: STDDEV over a window is not shown of people's data: it tells whose value or number stands where among all; ROW_NUMBER, RANK, LAG and LEAD within a person, and SUM and LAG over counts, are shown

-- sums of different values
SELECT SUM(DISTINCT year_of_birth) AS a, AVG(DISTINCT year_of_birth) FILTER (WHERE gender_concept_id = 8532) AS b FROM person
-- shows: nothing: SUM(DISTINCT …) is not shown of people's data: it tells what few people have whom nobody is like; COUNT(DISTINCT …), and the same without DISTINCT, are shown

-- functions of counts that no table has
SELECT COUNT(*) + 100 AS a, COUNT(*) % 7 AS b, POWER(COUNT(*), 2) AS c, hash(COUNT(*)) AS d, [COUNT(*)] AS e, {'n': COUNT(*)} AS f, GREATEST(COUNT(*), (SELECT COUNT(*) FROM death)) AS g, COUNT(*) BETWEEN 1 AND 60 AS h, COUNT(*)::BIT AS i, COUNT(*) & 1 AS j FROM person
-- shows: nothing: the function HASH is not shown of people's data: nobody needs it to ask of people, and what it tells of a number can't be followed; numbers as they are recorded are shown

-- a formula of several values of somebody, as the smallest
SELECT MIN(birth_datetime + INTERVAL (race_concept_id) DAY) AS x, MAX(year_of_birth * 100 + EXTRACT(MONTH FROM birth_datetime)) AS y, MAX(year_of_birth + 0.0001 * value_as_number) AS z FROM person JOIN measurement USING (person_id)
-- shows: hidden hidden hidden

-- a count as an interval
SELECT DATE '2000-01-01' + INTERVAL (COUNT(*)) DAY AS x FROM person
-- shows: hidden

-- a total above others, of more
SELECT visit_concept_id, COUNT(*) AS s FROM visit_occurrence WHERE visit_concept_id IN (9202, 9203) GROUP BY ROLLUP (1) UNION ALL SELECT -1, COUNT(*) FROM visit_occurrence ORDER BY 1, 2
-- shows: -1 hidden; 9202 50; 9203 hidden; <nil> hidden

-- a group that is in another one of the other input, by the same key and by another
SELECT CASE WHEN visit_concept_id = 9201 THEN 9203 ELSE visit_concept_id END AS k, COUNT(*) AS n FROM visit_occurrence GROUP BY 1 UNION ALL SELECT visit_concept_id, COUNT(*) FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 1 ORDER BY 1, 2
-- shows: nothing: a UNION of several groupings is not shown of people's data: numbers of groups that overlap tell of those of few; each is shown by itself, and GROUPING SETS are

-- the same by another key, under labels, in a subquery
SELECT k, n FROM (SELECT 'a' AS l, CASE WHEN visit_concept_id = 9201 THEN 9203 ELSE visit_concept_id END AS k, COUNT(*) AS n FROM visit_occurrence GROUP BY 2 UNION ALL SELECT 'b', visit_concept_id + 1, COUNT(*) FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 2) t ORDER BY l, k
-- shows: nothing: a UNION of several groupings is not shown of people's data: numbers of groups that overlap tell of those of few; each is shown by itself, and GROUPING SETS are

-- the same beside each other
SELECT a.k, a.n, b.n AS m FROM (SELECT CASE WHEN visit_concept_id = 9201 THEN 9203 ELSE visit_concept_id END AS k, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) a JOIN (SELECT visit_concept_id AS k, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 1) b USING (k) ORDER BY 1
-- shows: 9202 50 50; 9203 23 hidden

-- sums of how many records each person has, of two kinds and of all
SELECT SUM(x) AS a, SUM(y) AS b, SUM(z) AS c FROM (SELECT person_id, COUNT(*) FILTER (WHERE visit_concept_id = 9202) AS x, COUNT(*) FILTER (WHERE visit_concept_id = 9203) AS y, COUNT(*) AS z FROM visit_occurrence GROUP BY 1) t
-- shows: 50 hidden 73

-- all days, and those but few records
SELECT AVG(visit_end_date - visit_start_date) AS a, AVG(CASE WHEN visit_concept_id <> 9201 THEN visit_end_date - visit_start_date END) AS b, SUM(visit_end_date - visit_start_date) FILTER (WHERE visit_concept_id <> 9201) AS c FROM visit_occurrence
-- shows: 23.424657534246574 hidden hidden

-- the same in another query
SELECT SUM(visit_end_date - visit_start_date) AS a, (SELECT SUM(visit_end_date - visit_start_date) FROM visit_occurrence WHERE visit_concept_id <> 9201) AS b FROM visit_occurrence
-- shows: 1710 hidden

-- the same with zeros
SELECT SUM(CASE WHEN visit_concept_id <> 9201 THEN visit_end_date - visit_start_date ELSE 0 END) AS b, SUM(visit_end_date - visit_start_date) AS a FROM visit_occurrence
-- shows: hidden 1710

-- the same of each person
SELECT SUM(d) AS a, SUM(e) AS b, STDDEV(d) AS c, STDDEV(e) AS f, CORR(d, e) AS g FROM (SELECT person_id, SUM(visit_end_date - visit_start_date) AS d, SUM(visit_end_date - visit_start_date) FILTER (WHERE visit_concept_id <> 9201) AS e FROM visit_occurrence GROUP BY 1) t
-- shows: 1710 hidden 10.933938924658547 hidden hidden

-- medians one below the other without names, and largest values by another key
SELECT MEDIAN(year_of_birth) AS a FROM person UNION ALL SELECT MEDIAN(year_of_birth) FROM person WHERE race_concept_id > 8515
-- shows: 1964.5; hidden

-- a mean that is put together of those of large groups, beside that of all
SELECT SUM(y * n) / SUM(n) AS a, (SELECT AVG(year_of_birth) FROM person) AS b FROM (SELECT race_concept_id, AVG(year_of_birth) AS y, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 5) t
-- shows: hidden 1966.7

-- groups that are large, beside the total of their sex
SELECT x.gender_concept_id, x.race_concept_id, x.n, g.t FROM (SELECT gender_concept_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY 1, 2 HAVING COUNT(DISTINCT person_id) >= 5) x JOIN (SELECT gender_concept_id, COUNT(*) AS t FROM person GROUP BY 1) g ON g.gender_concept_id = x.gender_concept_id ORDER BY 1, 2
-- shows: 8507 8527 hidden 20; 8532 8516 hidden 30; 8532 8527 21 30

-- the same, correlated
SELECT gender_concept_id, race_concept_id, COUNT(*) AS n, (SELECT COUNT(*) FROM person q WHERE q.gender_concept_id = p.gender_concept_id) AS t FROM person p GROUP BY 1, 2 HAVING COUNT(DISTINCT person_id) >= 5 ORDER BY 1, 2
-- shows: 8507 8527 hidden 20; 8532 8516 hidden 30; 8532 8527 21 30

-- shares of records, without their number
SELECT AVG(CASE WHEN visit_concept_id = 9202 THEN 1.0 ELSE 0 END) AS a, AVG(CASE WHEN visit_concept_id = 9203 THEN 1.0 ELSE 0 END) AS b FROM visit_occurrence
-- shows: 0.684931506849315 hidden

-- sums of years of the sexes and of two races, which leave that of the third
SELECT (SELECT SUM(year_of_birth) FROM person WHERE gender_concept_id = 8532) AS f, (SELECT SUM(year_of_birth) FROM person WHERE gender_concept_id = 8507) AS m, (SELECT SUM(year_of_birth) FROM person WHERE race_concept_id = 8516) AS r, (SELECT SUM(year_of_birth) FROM person WHERE race_concept_id = 8527) AS w
-- shows: 58965 39370 hidden 78759

-- the sexes in one row and two races in another
SELECT 'sex' AS k, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE gender_concept_id = 8507) AS b FROM person UNION ALL SELECT 'race', COUNT(*) FILTER (WHERE race_concept_id = 8516), COUNT(*) FILTER (WHERE race_concept_id = 8527) FROM person
-- shows: sex 30 20; race hidden 40

-- the sexes above the two large races
SELECT CAST(gender_concept_id AS VARCHAR) AS k, COUNT(*) AS n FROM person GROUP BY 1 UNION ALL SELECT CAST(race_concept_id AS VARCHAR), COUNT(*) FROM person WHERE race_concept_id <> 8515 GROUP BY 1 ORDER BY 1
-- shows: nothing: a UNION of several groupings is not shown of people's data: numbers of groups that overlap tell of those of few; each is shown by itself, and GROUPING SETS are

-- the same by HAVING
SELECT CAST(gender_concept_id AS VARCHAR) AS k, COUNT(*) AS n FROM person GROUP BY 1 UNION ALL SELECT CAST(race_concept_id AS VARCHAR), COUNT(*) FROM person GROUP BY 1 HAVING COUNT(*) >= 5 ORDER BY 1
-- shows: nothing: a UNION of several groupings is not shown of people's data: numbers of groups that overlap tell of those of few; each is shown by itself, and GROUPING SETS are

-- visits of the sexes and of two races: what is left are those of three people
SELECT (SELECT COUNT(*) FROM visit_occurrence v JOIN person p USING (person_id) WHERE gender_concept_id = 8532) AS f, (SELECT COUNT(*) FROM visit_occurrence v JOIN person p USING (person_id) WHERE gender_concept_id = 8507) AS m, (SELECT COUNT(*) FROM visit_occurrence v JOIN person p USING (person_id) WHERE race_concept_id = 8516) AS b, (SELECT COUNT(*) FROM visit_occurrence v JOIN person p USING (person_id) WHERE race_concept_id = 8527) AS w
-- shows: 53 20 hidden 51

-- averages of all but those of one year, which differ in few
WITH y(i) AS (SELECT * FROM range(1950, 1955)) SELECT i, (SELECT AVG(year_of_birth) FROM person WHERE year_of_birth <> i) AS n FROM y ORDER BY 1
-- shows: 1950 1967.0408163265306; 1951 hidden; 1952 hidden; 1953 hidden; 1954 hidden

-- everybody with another condition than this: all, and all but those with one alone
SELECT c.concept_name, (SELECT COUNT(DISTINCT o.person_id) FROM condition_occurrence o WHERE o.condition_concept_id <> c.concept_id) AS n FROM concept c ORDER BY 1
-- shows: nothing: a subquery that is tied to the row around it by other than = is not shown of people's data: it counts nearly all of the same people again in each row; JOIN … ON with GROUP BY is shown

-- all but one race, for each: they come to twice everybody
SELECT g.race_concept_id, (SELECT COUNT(*) FROM person p WHERE p.race_concept_id <> g.race_concept_id) AS n FROM (SELECT DISTINCT race_concept_id FROM person) g ORDER BY 1
-- shows: nothing: a subquery that is tied to the row around it by other than = is not shown of people's data: it counts nearly all of the same people again in each row; JOIN … ON with GROUP BY is shown

-- counts that VALUES makes rows of
SELECT v.x FROM (SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person) t, LATERAL (VALUES (t.n), (t.m)) v(x)
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- the same of a small one
SELECT v.x FROM (SELECT COUNT(*) AS n FROM death) t, LATERAL (VALUES (t.n)) v(x)
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- dates that VALUES makes rows of
SELECT v.x, COUNT(*) FROM person p, LATERAL (VALUES (p.birth_datetime)) v(x) GROUP BY 1
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- ids that VALUES makes rows of
SELECT v.x FROM person p, LATERAL (VALUES (p.person_id), (p.year_of_birth)) v(x)
-- shows: nothing: VALUES of other than constants is not shown of people's data: it makes rows of numbers and of what belongs to people; SELECT … UNION ALL SELECT … is shown

-- deviations of all but those of one year
SELECT v.y, (SELECT STDDEV(year_of_birth) FROM person p WHERE p.year_of_birth <> v.y) AS n FROM range(1955, 1958) v(y) ORDER BY 1
-- shows: nothing: a subquery that is tied to the row around it by other than = is not shown of people's data: it counts nearly all of the same people again in each row; JOIN … ON with GROUP BY is shown

-- averages of two groups that exchange a few people
SELECT AVG(year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS a, AVG(year_of_birth) FILTER (WHERE year_of_birth <> 1960) AS b FROM person
-- shows: hidden 1966.9791666666667

-- sums of two groups that exchange a few people
SELECT SUM(year_of_birth) FILTER (WHERE race_concept_id <> 8515) AS a, SUM(year_of_birth) FILTER (WHERE year_of_birth <> 1960) AS b FROM person
-- shows: hidden 94415

-- medians of two groups that exchange a few people
SELECT (SELECT MEDIAN(year_of_birth) FROM person WHERE race_concept_id <> 8515) AS a, (SELECT MEDIAN(year_of_birth) FROM person WHERE year_of_birth <> 1960) AS b
-- shows: hidden hidden

-- visits by their number: 17 people with 2 have 34 of the 73
SELECT n, COUNT(*) AS people, SUM(n) AS visits, (SELECT COUNT(*) FROM visit_occurrence) AS v FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) GROUP BY 1 ORDER BY 1
-- shows: 1 hidden hidden hidden; 2 hidden hidden hidden; hidden <5 hidden hidden

-- a sum of a number and of another one with a minus
SELECT SUM(n) AS n FROM (SELECT COUNT(*) AS n FROM person UNION ALL SELECT -COUNT(*) FROM person WHERE race_concept_id <> 8515)
-- shows: nothing: an aggregate of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- numbers of groups that are picked, and their sum
SELECT ANY_VALUE(n) FILTER (WHERE k = 8516) AS a, ANY_VALUE(n) FILTER (WHERE k = 8527) AS b, SUM(n) AS c FROM (SELECT race_concept_id AS k, COUNT(*) AS n FROM person GROUP BY 1)
-- shows: nothing: FILTER over numbers of groups is not shown of people's data: it picks one of them; the groups themselves are shown

-- a sum that is put together of averages, beside one of all but few
SELECT SUM(y * n) AS s, SUM(n) AS n, (SELECT SUM(year_of_birth) FROM person WHERE race_concept_id > 8515) AS t FROM (SELECT race_concept_id, AVG(year_of_birth) AS y, COUNT(*) AS n FROM person GROUP BY 1)
-- shows: hidden 50 hidden

-- a total over a window of which a limit leaves a group out
SELECT race_concept_id, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS t FROM person GROUP BY 1 ORDER BY n DESC LIMIT 2
-- shows: 8527 40 hidden (others left out)

-- a running total over a UNION
SELECT k, SUM(n) OVER (ORDER BY k) AS d FROM (SELECT 1 AS k, COUNT(*) AS n FROM person UNION ALL SELECT 2, COUNT(*) FROM person WHERE race_concept_id <> 8515) ORDER BY k
-- shows: nothing: a window of numbers that a UNION makes rows of is not shown of people's data: it adds and takes off numbers of groups that overlap; the rows of the UNION are shown

-- the ten with most records, by race
SELECT race_concept_id, COUNT(*) AS n FROM person JOIN (SELECT person_id, COUNT(*) AS k FROM condition_occurrence GROUP BY 1 ORDER BY 2 DESC LIMIT 10) t USING (person_id) GROUP BY 1 ORDER BY 1
-- shows: nothing: LIMIT or OFFSET over people's rows is not shown of people's data: it picks people by their place; MIN, MAX and quantiles are shown

-- numbers of all beside each person, as a key of a CASE with an operand
SELECT CASE p.year_of_birth WHEN t.m THEN 'm' ELSE 'other' END AS k, COUNT(*) AS n FROM person p, (SELECT MAX(year_of_birth) AS m FROM person) t GROUP BY 1
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- rows of constants as a ruler among counts
SELECT 'k1' AS g, 1.5 AS n UNION ALL SELECT 'k2', 2.5 UNION ALL SELECT 'k3', 3.5 UNION ALL SELECT CAST(race_concept_id AS VARCHAR), COUNT(*) FROM person GROUP BY 1 ORDER BY n
-- shows: 8516 7; 8527 40; 8515 <5; k1 <5; k2 <5; k3 <5

-- shares of counts in sight as a ruler
SELECT 'ref' AS g, COUNT(*) / 16.0 AS n FROM person WHERE race_concept_id = 8527 UNION ALL SELECT 'asian', COUNT(*) FROM person WHERE race_concept_id = 8515 ORDER BY n
-- shows: ref 2.5; asian hidden

-- one person's date among constants
SELECT 'd' AS g, MAX(death_date) AS v FROM death WHERE death_date > DATE '2016-01-20' UNION ALL SELECT 'k', DATE '2016-01-31' UNION ALL SELECT 'k2', DATE '2016-02-02' ORDER BY v
-- shows: k 2016-01-31 00:00:00 +0000 UTC; k2 2016-02-02 00:00:00 +0000 UTC; d hidden

-- groups in the order of an average that is hidden
SELECT race_concept_id, COUNT(*) AS n, AVG(year_of_birth) AS y FROM person GROUP BY 1 ORDER BY y
-- shows: 8516 7 1956; 8527 40 1968.975; 8515 <5 hidden

-- places by an average
SELECT race_concept_id, AVG(year_of_birth) AS y, RANK() OVER (ORDER BY AVG(year_of_birth)) AS r FROM person GROUP BY 1
-- shows: 8515 hidden hidden; 8516 1956 hidden; 8527 1968.975 hidden

-- an order of a subquery, which is kept
SELECT * FROM (SELECT race_concept_id, AVG(year_of_birth) AS y FROM person GROUP BY 1 ORDER BY 2 DESC) x
-- shows: 8527 1968.975; 8516 1956; 8515 hidden

-- names that begin anew where counts are smaller
SELECT year_of_birth, COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1985 AND 1989 OR year_of_birth BETWEEN 1951 AND 1953 GROUP BY 1 ORDER BY n DESC, 1
-- shows: hidden <5

-- a formula of counts that orders a UNION
SELECT 'a' AS k, COUNT(*) AS n FROM death UNION ALL SELECT 'b', COUNT(*) FROM person ORDER BY ABS(n - 3)
-- shows: nothing: places in an order of what is computed from numbers of people tell these; the order of a count, a share or an average is shown

-- the number before a hidden one in the order of averages
SELECT race_concept_id, AVG(year_of_birth) AS y, LAG(AVG(year_of_birth)) OVER (ORDER BY AVG(year_of_birth)) AS l FROM person GROUP BY 1
-- shows: 8515 hidden hidden; 8516 1956 hidden; 8527 1968.975 hidden

-- seven people of whom one has another age: 5 or 6 are left
SELECT year_of_birth < 1954 AS early, COUNT(*) AS n FROM person WHERE race_concept_id = 8516 GROUP BY ROLLUP (1) ORDER BY 1
-- shows: false hidden; true <5; <nil> hidden

-- seven people in two small groups: 3 or 4 each
SELECT year_of_birth < 1957 AS early, COUNT(*) AS n FROM person WHERE race_concept_id = 8516 GROUP BY ROLLUP (1) ORDER BY 1
-- shows: false <5; true <5; <nil> hidden

-- the same as columns
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE year_of_birth < 1954) AS early, COUNT(*) FILTER (WHERE year_of_birth >= 1954) AS late FROM person WHERE race_concept_id = 8516
-- shows: hidden <5 hidden

-- the sum of years beside the numbers of some of them
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE year_of_birth = 1954) AS a, COUNT(*) FILTER (WHERE year_of_birth = 1955) AS b, SUM(year_of_birth) AS s FROM person WHERE year_of_birth IN (1951, 1952, 1954, 1955, 1970)
-- shows: 9 <5 <5 hidden

-- the sum of years of all beside the number of each
SELECT year_of_birth, COUNT(*) AS n, (SELECT SUM(year_of_birth) FROM person) AS s FROM person WHERE year_of_birth < 1953 GROUP BY 1 ORDER BY 1
-- shows: hidden <5 hidden

-- the average with a total, by years that are named
SELECT CASE WHEN year_of_birth < 1953 THEN 'a' WHEN year_of_birth = 1953 THEN 'b' ELSE 'c' END AS k, COUNT(*) AS n, AVG(year_of_birth) AS y FROM person WHERE year_of_birth < 1956 GROUP BY ROLLUP (1) ORDER BY 1
-- shows: a 5 hidden; b <5 hidden; c <5 hidden; <nil> 11 1952.7272727272727

-- records beside people by their number of records
SELECT k, COUNT(*) AS people, (SELECT COUNT(*) FROM visit_occurrence) AS v FROM (SELECT person_id, COUNT(*) AS k FROM visit_occurrence GROUP BY 1) t GROUP BY 1 ORDER BY 1
-- shows: 1 30 hidden; 2 17 hidden; hidden <5 hidden

-- a deviation of a score of a flag of few and one of many
SELECT COUNT(*) AS n, AVG((race_concept_id = 8515)::INT + (race_concept_id > 0)::INT) AS m, STDDEV_POP((race_concept_id = 8515)::INT + (race_concept_id > 0 AND gender_concept_id = 8532)::INT) AS sd FROM person
-- shows: 50 hidden hidden

-- deviation, average and ends of few kinds
SELECT COUNT(*) AS n, AVG(v) AS m, STDDEV_POP(v) AS sd, MIN(v) AS mn, MAX(v) AS mx FROM (SELECT person_id, COUNT(*) AS v FROM visit_occurrence GROUP BY 1) x
-- shows: 50 hidden hidden 1 3

-- neighbours among the quantiles
SELECT QUANTILE_DISC(year_of_birth, 0.42) AS a, QUANTILE_DISC(year_of_birth, 0.45) AS b, QUANTILE_DISC(year_of_birth, 0.51) AS c, COUNT(*) AS n FROM person WHERE gender_concept_id = 8507
-- shows: hidden hidden hidden 20

-- the number of people read off their average
SELECT AVG(year_of_birth) AS y, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden

-- the number of people read off two sums
SELECT SUM(year_of_birth) AS s, SUM(2010 - year_of_birth) AS t, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden hidden

-- an average without a few, of which all are counted
SELECT COUNT(*) AS n, AVG(x) AS y FROM (SELECT CASE WHEN race_concept_id = 8515 THEN NULL ELSE year_of_birth END AS x FROM person) t
-- shows: 50 hidden

-- the same numbers in another column
SELECT SUM(year_of_birth) AS a, SUM(YEAR(birth_datetime)) FILTER (WHERE race_concept_id <> 8515) AS b FROM person
-- shows: 98335 hidden

-- people counted by dates that nobody shares
SELECT COUNT(*) AS n, COUNT(DISTINCT birth_datetime) FILTER (WHERE race_concept_id <> 8515) AS d FROM person
-- shows: 50 hidden

-- people counted by what nobody shares, in two forms
SELECT 'a' AS k, COUNT(DISTINCT (birth_datetime, gender_concept_id)) AS n FROM person UNION ALL SELECT 'b', COUNT(*) FROM person WHERE race_concept_id <> 8515 ORDER BY 1
-- shows: a hidden; b 47

-- groups in the order of a count by ORDER BY ALL
SELECT gender_concept_id AS g, COUNT(*) AS n, year_of_birth AS y FROM person WHERE year_of_birth < 1960 GROUP BY 1, 3 ORDER BY ALL
-- shows: hidden <5 hidden

-- the group behind those that are shown
SELECT race_concept_id AS r, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY n DESC LIMIT 1 OFFSET 2
-- shows: (others left out)

-- the first by a place
SELECT year_of_birth AS y, COUNT(*) AS n FROM person GROUP BY 1 QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, year_of_birth) <= 2
-- shows: (others left out)

-- the places that are looked for
SELECT * FROM (SELECT race_concept_id AS r, COUNT(*) AS n, ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC) AS place FROM person GROUP BY 1) t WHERE place BETWEEN 2 AND 3
-- shows: 8516 7 2 (others left out)

-- a limit over a column that many do not have
SELECT SUM(d.death_date - DATE '2000-01-01') AS a, SUM(GREATEST(d.death_date, DATE '2016-01-10') - DATE '2000-01-01') AS b, COUNT(*) AS n FROM person p LEFT JOIN death d USING (person_id)
-- shows: hidden hidden 50

-- one value left out among many without any
SELECT SUM(value_as_number) AS a, SUM(COALESCE(NULLIF(value_as_number, 75), 0)) AS b FROM person p LEFT JOIN measurement m USING (person_id)
-- shows: 1224 hidden

-- the total over rows of which HAVING leaves one out that is small all the same
SELECT condition_concept_id AS c, COUNT(*) AS n, SUM(COUNT(*)) OVER () AS t FROM condition_occurrence WHERE condition_concept_id IN (1, 2, 3) GROUP BY 1 HAVING COUNT(*) >= 4
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- the row before one that is left out
SELECT race_concept_id, COUNT(*) AS n, LAG(race_concept_id) OVER (ORDER BY race_concept_id) AS l FROM person GROUP BY 1 HAVING COUNT(*) >= 3 ORDER BY 1
-- shows: nothing: a window over groups beside a condition on their numbers other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: it is computed over groups that are left out, too; the groups without HAVING, or ORDER BY … LIMIT, are shown

-- a row that is left out has taken a place
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 3 ORDER BY n LIMIT 2
-- shows: nothing: LIMIT or OFFSET beside a condition on numbers of groups other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: a group that is left out has taken a place; the groups without LIMIT, or without HAVING, are shown

-- the same around a query
WITH t AS (SELECT race_concept_id AS r, COUNT(*) AS n FROM person GROUP BY 1 HAVING COUNT(*) > 2) SELECT r, n FROM t ORDER BY n OFFSET 1
-- shows: nothing: LIMIT or OFFSET beside a condition on numbers of groups other than HAVING COUNT(DISTINCT person_id) >= 5 or more is not shown of people's data: a group that is left out has taken a place; the groups without LIMIT, or without HAVING, are shown

-- a subquery for a value that is there from a number on
SELECT COUNT(*) AS n, MAX((SELECT 1 FROM person q WHERE q.race_concept_id = 8515 HAVING COUNT(*) >= 3)) AS m FROM person
-- shows: 50 hidden

-- people, and sexes in their place
SELECT COUNT(DISTINCT COALESCE(d.person_id, p.gender_concept_id)) AS k FROM person p LEFT JOIN death d ON d.person_id = p.person_id
-- shows: hidden

-- people beside sexes
SELECT COUNT(DISTINCT (d.person_id, p.gender_concept_id)) AS a, COUNT(DISTINCT CONCAT(d.person_id, '-', p.gender_concept_id)) AS b FROM person p LEFT JOIN death d ON d.person_id = p.person_id
-- shows: hidden hidden

-- the total of numbers that are keys, each as often as there are groups of it
SELECT n, SUM(n) AS s FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) t GROUP BY ROLLUP(1) ORDER BY 1
-- shows: nothing: GROUP BY of numbers of people is not shown of people's data: how many rows there are tells which of them are the same; the groups are shown with their numbers

-- a limit of a number as a key
SELECT LEAST(n, 3) AS g, SUM(n) AS s FROM (SELECT race_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id < 8520 GROUP BY 1) t GROUP BY 1
-- shows: nothing: GROUP BY of numbers of people is not shown of people's data: how many rows there are tells which of them are the same; the groups are shown with their numbers

-- the sex that is missing among all
SELECT c.concept_name, COUNT(p.person_id) AS n FROM concept c LEFT JOIN (SELECT q.person_id, q.gender_concept_id FROM person q JOIN condition_occurrence o ON o.person_id = q.person_id WHERE o.condition_concept_id = 2) p ON p.gender_concept_id = c.concept_id WHERE c.concept_id IN (8507, 8532) GROUP BY 1
-- shows: hidden 0; hidden hidden

-- the sex of few, by its name
SELECT c.concept_name, COUNT(*) AS n FROM person p JOIN concept c ON c.concept_id = p.gender_concept_id WHERE p.race_concept_id = 8515 AND p.year_of_birth < 1952 GROUP BY 1
-- shows: hidden <5

-- the day that is missing in a calendar
SELECT g.d, COUNT(x.person_id) AS n FROM range(DATE '2016-01-01', DATE '2016-01-05', INTERVAL 1 DAY) g(d) LEFT JOIN death x ON x.death_date = g.d GROUP BY 1
-- shows: hidden 0; hidden <5

-- the largest group, beside all in another row
SELECT MAX(n) AS k FROM (SELECT race_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id IN (8515, 8527) GROUP BY 1) t UNION ALL SELECT COUNT(*) FROM person WHERE race_concept_id IN (8515, 8527)
-- shows: hidden; 43

-- the diagnoses of few, of all who have them
SELECT condition_concept_id AS c, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT condition_concept_id FROM condition_occurrence JOIN death USING (person_id)) GROUP BY 1
-- shows: nothing: a subquery over people's rows in IN or EXISTS, or a SEMI or ANTI join, that is tied by other than the person or a record is not shown of people's data: which rows are missing tells what the others have, even one person; the same by person_id is shown, and what is grouped by it

-- the same by EXISTS
SELECT p.gender_concept_id AS g, COUNT(*) AS n FROM person p WHERE EXISTS (SELECT 1 FROM person q WHERE q.gender_concept_id = p.gender_concept_id AND q.race_concept_id = 8515) GROUP BY 1
-- shows: nothing: a subquery over people's rows in IN or EXISTS, or a SEMI or ANTI join, that is tied by other than the person or a record is not shown of people's data: which rows are missing tells what the others have, even one person; the same by person_id is shown, and what is grouped by it

-- the same by a join that finds nobody
SELECT p.gender_concept_id AS g, COUNT(DISTINCT p.person_id) AS n FROM person p LEFT JOIN person q ON q.gender_concept_id = p.gender_concept_id AND q.race_concept_id = 8515 WHERE q.person_id IS NULL GROUP BY 1
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- the same by a CTE
WITH x AS (SELECT DISTINCT gender_concept_id AS g FROM person WHERE race_concept_id = 8515) SELECT x.g, COUNT(*) AS n FROM person p JOIN x ON x.g = p.gender_concept_id GROUP BY 1
-- shows: (others left out)

-- what is left of a division, beside the number
SELECT SUM(year_of_birth) AS a, SUM(year_of_birth % 1989) AS b, COUNT(*) AS n FROM person
-- shows: 98335 hidden 50

-- a score of one rare flag eleven times
SELECT AVG((race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT + (race_concept_id = 8515)::INT) AS a, COUNT(*) AS n FROM person
-- shows: hidden 50

-- places behind those of few
SELECT race_concept_id, COUNT(*) AS n, DENSE_RANK() OVER (ORDER BY COUNT(*)) AS r FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden; 8516 7 hidden; 8527 40 hidden

-- places by a number that stands in no column
SELECT race_concept_id, COUNT(*) AS n, RANK() OVER (ORDER BY COUNT(*) FILTER (WHERE gender_concept_id = 8507)) AS r FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden; 8516 7 1; 8527 40 hidden

-- a CAST that fails of one number alone
SELECT CAST(CASE WHEN COUNT(*) = 3 THEN 1000 ELSE 1 END AS TINYINT) AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- a CAST that fails of one number alone, of rows that differ
SELECT DISTINCT CAST(CASE WHEN COUNT(*) = 3 THEN 1000 ELSE 1 END AS TINYINT) AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- a CAST that fails in a query around which it is not asked for
SELECT COUNT(*) AS k FROM (SELECT DISTINCT race_concept_id, CAST(CASE WHEN COUNT(*) = 3 THEN 1000 ELSE 1 END AS TINYINT) AS x FROM person GROUP BY 1) t
-- shows: hidden

-- whether a number is 3, as a key that is not shown
SELECT COUNT(*) AS k FROM (SELECT race_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id IN (8515, 8527) GROUP BY 1) t GROUP BY CASE WHEN n = 3 THEN 1 ELSE 2 END
-- shows: nothing: GROUP BY of numbers of people is not shown of people's data: how many rows there are tells which of them are the same; the groups are shown with their numbers

-- whether a number is 3, in a subquery over concepts that have no such column
SELECT COUNT(*) AS k FROM (SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1) t WHERE EXISTS (SELECT 1 FROM concept WHERE n <> 3)
-- shows: nothing: a condition on numbers of people, or on what is computed from many people's values is not shown of people's data: it tells of those who are left out; HAVING COUNT(DISTINCT person_id) >= 10, and ORDER BY … LIMIT, are shown

-- a CAST that fails from a number on
SELECT CAST(COUNT(*) * 43 AS TINYINT) AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- a date made of a number
SELECT CAST('2000-0' || COUNT(*) || '-01' AS DATE) AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- a product that is too large from a number on
SELECT COUNT(*) * 3074457345618258603 AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- a logarithm that fails from a number on
SELECT LN(1 - COUNT(*) FILTER (WHERE race_concept_id = 8515) * 1.0 / (COUNT(*) / 16.0)) AS x FROM person
-- shows: hidden

-- a CASE of which one branch fails
SELECT CASE WHEN COUNT(*) >= 3 THEN COUNT(*) ELSE LN(0) END AS x FROM person WHERE race_concept_id = 8515
-- shows: hidden

-- four columns' totals off all people: a woman is born in 1975, and a man in 1950
SELECT gender_concept_id, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1951 AND 1955 OR year_of_birth > 1984) AS a, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1956 AND 1960 OR year_of_birth BETWEEN 1981 AND 1984) AS b, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1961 AND 1970) AS c, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1971 AND 1980 AND year_of_birth <> 1975) AS d, (SELECT COUNT(*) FROM person) AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 10 9 0 0 50; 8532 5 5 hidden 9 50

-- two of three groups of two columns off the people of these
SELECT CASE WHEN year_of_birth < 1960 THEN 'a' WHEN year_of_birth < 1970 THEN 'b' ELSE 'c' END AS g, COUNT(*) FILTER (WHERE race_concept_id = 8527) AS w, COUNT(*) FILTER (WHERE race_concept_id = 8516) AS o, (SELECT COUNT(*) FROM person WHERE year_of_birth < 1970) AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: a hidden 7 30; b 11 0 30; c 19 0 30

-- four shares of one whole
SELECT 1.0 * COUNT(*) FILTER (WHERE year_of_birth < 1958) / COUNT(*) AS a, 1.0 * COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1958 AND 1966) / COUNT(*) AS b, 1.0 * COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1967 AND 1978 AND year_of_birth <> 1975) / COUNT(*) AS c, 1.0 * COUNT(*) FILTER (WHERE year_of_birth > 1978) / COUNT(*) AS d FROM person
-- shows: 0.3 0.24 0.22 hidden

-- four shares as averages, of the people of one sex and of another
SELECT AVG(CASE WHEN year_of_birth < 1958 THEN 1 ELSE 0 END) AS a, AVG(CASE WHEN year_of_birth BETWEEN 1958 AND 1966 THEN 1 ELSE 0 END) AS b, AVG(CASE WHEN year_of_birth BETWEEN 1967 AND 1978 AND year_of_birth <> 1975 THEN 1 ELSE 0 END) AS c, AVG(CASE WHEN year_of_birth > 1978 THEN 1 ELSE 0 END) AS d, COUNT(*) AS n FROM person
-- shows: 0.3 0.24 0.22 hidden 50

-- a year beside itself cut by two
SELECT SUM(year_of_birth) AS a, SUM(year_of_birth // 2) AS b, COUNT(*) AS n FROM person
-- shows: 98335 hidden 50

-- a year beside itself cut by two and put together again
SELECT AVG(year_of_birth) AS a, AVG(FLOOR(year_of_birth / 2.0) * 2) AS b FROM person
-- shows: 1966.7 hidden

-- a year beside the year of a later day
SELECT AVG(year_of_birth) AS a, AVG(EXTRACT(YEAR FROM birth_datetime + INTERVAL 30 DAY)) AS b FROM person
-- shows: 1966.7 hidden

-- an age beside the years that have passed
SELECT AVG(2010 - year_of_birth) AS a, AVG(DATE_SUB('year', birth_datetime, DATE '2010-06-01')) AS b FROM person
-- shows: 43.3 hidden

-- a cut that is had by taking a sum off another
SELECT AVG(year_of_birth // 2 + value_as_number) AS a, AVG(value_as_number) AS b, AVG(year_of_birth) AS c FROM person JOIN measurement USING (person_id)
-- shows: 1036.1304347826087 53.21739130434783 hidden

-- a cut that is had through a CTE
WITH x AS (SELECT person_id, year_of_birth // 2 AS h, year_of_birth AS y FROM person) SELECT SUM(h) AS a, SUM(y) AS b FROM x
-- shows: 49155 hidden

-- a number of records per person beside itself cut by two
SELECT SUM(n) AS a, SUM(n // 2) AS b, COUNT(*) AS p FROM (SELECT person_id, COUNT(*) AS n FROM visit_occurrence GROUP BY person_id) t
-- shows: 73 hidden 50

-- an age beside a length of stay, which share a date, is no cut
SELECT AVG(EXTRACT(YEAR FROM visit_start_date) - year_of_birth) AS age, AVG(visit_end_date - visit_start_date) AS days FROM visit_occurrence JOIN person USING (person_id)
-- shows: 46.602739726027394 23.424657534246574

-- records, people, and records of those who have one
SELECT COUNT(*) AS r, COUNT(DISTINCT person_id) AS p, COUNT(*) FILTER (WHERE k = 1) AS a FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS k FROM visit_occurrence) t
-- shows: 73 50 hidden

-- records, people, and those with a second record
SELECT COUNT(*) AS r, COUNT(DISTINCT person_id) AS p, COUNT(DISTINCT person_id) FILTER (WHERE k = 2) AS b FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS k FROM visit_occurrence) t
-- shows: 73 50 hidden

-- records and people of those who have two
SELECT COUNT(*) AS r, COUNT(DISTINCT person_id) AS p FROM visit_occurrence WHERE person_id IN (SELECT person_id FROM visit_occurrence GROUP BY 1 HAVING COUNT(*) >= 2)
-- shows: 43 hidden

-- the same by another record
SELECT COUNT(*) AS r, COUNT(DISTINCT person_id) AS p FROM visit_occurrence a WHERE EXISTS (SELECT 1 FROM visit_occurrence b WHERE b.person_id = a.person_id AND b.visit_occurrence_id <> a.visit_occurrence_id)
-- shows: 43 hidden

-- pairs of records of a person, records and people
SELECT COUNT(*) AS pairs, COUNT(DISTINCT a.person_id) AS p, COUNT(DISTINCT a.visit_occurrence_id) AS q FROM visit_occurrence a JOIN visit_occurrence b ON a.person_id = b.person_id
-- shows: hidden 50 73

-- all values of six people by their sum, extremes and quartiles
SELECT SUM(year_of_birth) AS s, MIN(year_of_birth) AS a, MAX(year_of_birth) AS b, QUANTILE_DISC(year_of_birth, [0.25, 0.5, 0.75]) AS q, COUNT(*) AS n FROM person WHERE person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id = 10) AND race_concept_id = 8516
-- shows: hidden hidden hidden hidden 6

-- what is told of 14 people by as many numbers
SELECT AVG(year_of_birth) AS m, STDDEV(year_of_birth) AS d, MIN(year_of_birth) AS a, MAX(year_of_birth) AS b, QUANTILE_CONT(year_of_birth, [0.1, 0.25, 0.5, 0.75, 0.9]) AS q, COUNT(*) AS n FROM person WHERE person_id IN (SELECT person_id FROM drug_exposure WHERE drug_concept_id = 10)
-- shows: hidden hidden hidden hidden hidden 14

-- a length of stay beside itself cut by two
SELECT SUM(visit_end_date - visit_start_date) AS a, SUM((visit_end_date - visit_start_date) // 2) AS b FROM visit_occurrence
-- shows: 1710 hidden

-- a length of stay cut by two, and the dates that it is made of
SELECT AVG(visit_start_date - DATE '2000-01-01') AS a, AVG(visit_end_date - DATE '2000-01-01') AS b, AVG(FLOOR((visit_end_date - visit_start_date) / 2.0)) AS c FROM visit_occurrence
-- shows: 4097.424657534247 4120.8493150684935 hidden

-- a total that a CTE puts beside each group, and four columns
WITH t AS (SELECT COUNT(*) AS n FROM person) SELECT gender_concept_id, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1951 AND 1955 OR year_of_birth > 1984) AS a, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1956 AND 1960 OR year_of_birth BETWEEN 1981 AND 1984) AS b, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1961 AND 1970) AS c, COUNT(*) FILTER (WHERE year_of_birth BETWEEN 1971 AND 1980 AND year_of_birth <> 1975) AS d, MAX(t.n) AS t FROM person CROSS JOIN t GROUP BY 1 ORDER BY 1
-- shows: 8507 10 9 0 0 50; 8532 5 5 hidden 9 50

-- how many records those of each record's person are, on the average
SELECT AVG(k) AS a, COUNT(*) AS r, COUNT(DISTINCT person_id) AS p FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS k FROM visit_occurrence) t
-- shows: hidden 73 50

-- the places of records among those of their person, added up
SELECT SUM(k) AS a, COUNT(*) AS r, COUNT(DISTINCT person_id) AS p FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS k FROM visit_occurrence) t
-- shows: hidden 73 50

-- squares of numbers of records
SELECT SUM(k * k) AS a, COUNT(*) AS r FROM (SELECT person_id, COUNT(*) OVER (PARTITION BY person_id) AS k FROM visit_occurrence) t
-- shows: hidden 73

-- records, people, and people with two, in rows
SELECT 'r' AS k, COUNT(*) AS n FROM visit_occurrence UNION ALL SELECT 'p', COUNT(DISTINCT person_id) FROM visit_occurrence UNION ALL SELECT 'b', COUNT(*) FROM (SELECT person_id FROM visit_occurrence GROUP BY 1 HAVING COUNT(*) >= 2) t
-- shows: r 73; p 50; b hidden

-- records, people, and people with two, of CTEs beside each other
WITH r AS (SELECT COUNT(*) AS n, COUNT(DISTINCT person_id) AS p FROM visit_occurrence), s AS (SELECT COUNT(*) AS b FROM (SELECT person_id FROM visit_occurrence GROUP BY 1 HAVING COUNT(*) >= 2) t) SELECT r.n, r.p, s.b FROM r, s
-- shows: 73 50 hidden

-- a year and the two largest of few
SELECT MAX(year_of_birth) AS a, MAX(year_of_birth) FILTER (WHERE year_of_birth < 1989) AS b, MAX(year_of_birth) FILTER (WHERE year_of_birth < 1988) AS c FROM person WHERE gender_concept_id = 8507
-- shows: hidden hidden 1987

-- a quantile nearer to an end than five people
SELECT QUANTILE_CONT(year_of_birth, 0.95) AS q, COUNT(*) AS n FROM person
-- shows: hidden 50

-- one that is almost the lowest value, beside it
SELECT QUANTILE_DISC(year_of_birth, 0.03) AS q, MIN(year_of_birth) AS m FROM person
-- shows: hidden 1950

-- one beyond which five people stand
SELECT QUANTILE_DISC(year_of_birth, 0.9) AS q, COUNT(*) AS n FROM person
-- shows: 1984 50

-- who has one of two things but not both, but for one, beside both
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND year_of_birth < 1970) AS d, COUNT(*) FILTER (WHERE (gender_concept_id = 8532) <> (year_of_birth < 1970) AND year_of_birth <> 1950) AS c FROM person
-- shows: 30 30 hidden 21

-- the same with differences for the groups
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) - COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND year_of_birth < 1970) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) - COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND year_of_birth < 1970) AS b, COUNT(*) FILTER (WHERE (gender_concept_id = 8532) <> (year_of_birth < 1970) AND year_of_birth <> 1950) AS c FROM person
-- shows: hidden hidden 21

-- who has one of two things, by a number of both
WITH t AS (SELECT person_id, CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1970 THEN 1 ELSE 0 END AS k FROM person WHERE year_of_birth <> 1950) SELECT COUNT(*) FILTER (WHERE k = 1) AS one, COUNT(*) FILTER (WHERE k = 2) AS two, (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532) AS a, (SELECT COUNT(*) FROM person WHERE year_of_birth < 1970) AS b FROM t
-- shows: 21 hidden 30 30

-- who has one of two things but not both, beside both
SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND year_of_birth < 1970) AS d, COUNT(*) FILTER (WHERE (gender_concept_id = 8532) <> (year_of_birth < 1970)) AS c FROM person
-- shows: 30 30 19 22

-- a sum of flags, of which one leaves few out, beside the numbers of each
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1970 AND race_concept_id <> 8515 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b FROM person
-- shows: hidden hidden 30

-- an average of flags beside the numbers of each
SELECT AVG(k) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b, COUNT(*) AS n FROM (SELECT *, CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1970 AND race_concept_id <> 8515 THEN 1 ELSE 0 END AS k FROM person) t
-- shows: hidden hidden 30 50

-- a sum of flags of other weights beside the numbers of each
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 2 ELSE 0 END + CASE WHEN year_of_birth < 1970 AND race_concept_id <> 8515 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b FROM person
-- shows: hidden hidden 30

-- a sum of flags of weights that are not tried
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 10 ELSE 0 END + CASE WHEN year_of_birth < 1970 AND race_concept_id <> 8515 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b FROM person
-- shows: hidden 30 30

-- a sum of flags beside those who have any, and both but for few
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1970 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532 OR year_of_birth < 1970) AS u, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND year_of_birth < 1970 AND race_concept_id <> 8515) AS b FROM person
-- shows: hidden 41 hidden

-- a sum of flags beside the numbers of each, of enough
SELECT SUM(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1970 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS a, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS b FROM person
-- shows: 60 30 30

-- a total that leaves out one small group, beside other small ones
SELECT (year_of_birth + 1) // 4 AS y, COUNT(*) AS n, SUM(COUNT(*) FILTER (WHERE (year_of_birth + 1) // 4 <> 497)) OVER () AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 487 <5 hidden; 488 8 hidden; 489 8 hidden; 490 6 hidden; 491 <5 hidden; 492 <5 hidden; 493 <5 hidden; 494 <5 hidden; 495 <5 hidden; 496 <5 hidden; 497 <5 hidden

-- the same by a subquery
SELECT (year_of_birth + 1) // 4 AS y, COUNT(*) AS n, (SELECT COUNT(*) FROM person WHERE (year_of_birth + 1) // 4 <> 497) AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 487 <5 hidden; 488 8 hidden; 489 8 hidden; 490 6 hidden; 491 <5 hidden; 492 <5 hidden; 493 <5 hidden; 494 <5 hidden; 495 <5 hidden; 496 <5 hidden; 497 <5 hidden

-- the same by a CTE
WITH t AS (SELECT COUNT(*) AS t FROM person WHERE (year_of_birth + 1) // 4 <> 497) SELECT (year_of_birth + 1) // 4 AS y, COUNT(*) AS n, MAX(t.t) AS t FROM person CROSS JOIN t GROUP BY 1 ORDER BY 1
-- shows: 487 <5 hidden; 488 8 hidden; 489 8 hidden; 490 6 hidden; 491 <5 hidden; 492 <5 hidden; 493 <5 hidden; 494 <5 hidden; 495 <5 hidden; 496 <5 hidden; 497 <5 hidden

-- the same in a row of its own
SELECT (year_of_birth + 1) // 4 AS y, COUNT(*) AS n FROM person GROUP BY 1 UNION ALL SELECT 0, COUNT(*) FROM person WHERE (year_of_birth + 1) // 4 <> 497 ORDER BY 1
-- shows: 0 hidden; 487 <5; 488 8; 489 8; 490 6; 491 <5; 492 <5; 493 <5; 494 <5; 495 <5; 496 <5; 497 <5

-- a total of all, beside small groups
SELECT (year_of_birth + 1) // 4 AS y, COUNT(*) AS n, (SELECT COUNT(*) FROM person) AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 487 <5 50; 488 8 50; 489 8 50; 490 6 50; 491 <5 50; 492 <5 50; 493 <5 50; 494 <5 50; 495 <5 50; 496 <5 50; 497 <5 50

-- a group of concept_ancestor beside one of its parts, by sex
SELECT a.ancestor_concept_id AS k, p.gender_concept_id AS sex, COUNT(DISTINCT p.person_id) AS n FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE a.ancestor_concept_id IN (3, 200) GROUP BY 1, 2 ORDER BY 1, 2
-- shows: 3 8507 hidden; 3 8532 25; 200 8507 20; 200 8532 30

-- the same with sums of values
SELECT a.ancestor_concept_id AS k, p.gender_concept_id AS sex, SUM(p.year_of_birth) AS s FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE a.ancestor_concept_id IN (3, 200) GROUP BY 1, 2 ORDER BY 1, 2
-- shows: 3 8507 hidden; 3 8532 49200; 200 8507 43335; 200 8532 72678

-- the same of records, by name, through a subquery
SELECT k, COUNT(*) AS n FROM (SELECT c.person_id, a.ancestor_concept_id AS k FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id) t GROUP BY 1 ORDER BY 1
-- shows: 1 hidden; 2 hidden; 3 44; 100 hidden; 200 59

-- the same with those of fewer left out
SELECT a.ancestor_concept_id AS k, p.gender_concept_id AS sex, COUNT(DISTINCT p.person_id) AS n FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id GROUP BY 1, 2 HAVING COUNT(DISTINCT p.person_id) >= 5 ORDER BY 1, 2
-- shows: 1 8532 12; 3 8507 hidden; 3 8532 25; 100 8532 12; 200 8507 20; 200 8532 30

-- one group of concept_ancestor, by sex
SELECT p.gender_concept_id AS sex, COUNT(DISTINCT p.person_id) AS n FROM condition_occurrence c JOIN person p ON p.person_id = c.person_id JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE a.ancestor_concept_id = 200 GROUP BY 1 ORDER BY 1
-- shows: 8507 20; 8532 30

-- the latest date of the few who are put beside those with early ones
SELECT MAX(visit_start_date) AS m, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 OR visit_start_date < '2011-03-20'
-- shows: hidden 39

-- the same in a FILTER
SELECT MAX(visit_start_date) FILTER (WHERE visit_concept_id = 9201 OR visit_start_date < '2011-03-20') AS m, COUNT(*) AS n FROM visit_occurrence
-- shows: hidden 73

-- the same as a key
SELECT CASE WHEN race_concept_id = 8515 OR year_of_birth < 1960 THEN 'a' ELSE 'b' END AS k, MAX(year_of_birth) AS m FROM person GROUP BY 1 ORDER BY 1
-- shows: a hidden; b 1989

-- the same as what is not neither
SELECT MAX(year_of_birth) AS m FROM person WHERE NOT (race_concept_id <> 8515 AND year_of_birth >= 1960)
-- shows: hidden

-- the same as a comparison of conditions
SELECT MAX(year_of_birth) AS m FROM person WHERE (race_concept_id = 8515) <> (year_of_birth < 1951)
-- shows: hidden

-- the same as a number of flags
SELECT MAX(year_of_birth) AS m FROM person WHERE CASE WHEN race_concept_id = 8515 THEN 1 ELSE 0 END + CASE WHEN year_of_birth < 1960 THEN 1 ELSE 0 END >= 1
-- shows: hidden

-- the same as a product that is 0
SELECT COUNT(DISTINCT EXTRACT(MONTH FROM birth_datetime)) AS k FROM person WHERE (race_concept_id - 8515) * (year_of_birth - 1960) = 0
-- shows: hidden

-- the same as a UNION
SELECT MAX(y) AS m FROM (SELECT year_of_birth AS y FROM person WHERE year_of_birth < 1960 UNION ALL SELECT year_of_birth FROM person WHERE race_concept_id = 8515) t
-- shows: hidden

-- the same by people of a subquery
SELECT MAX(year_of_birth) AS m FROM person WHERE person_id IN (SELECT person_id FROM death) OR year_of_birth < 1960
-- shows: hidden

-- the same within the subquery
SELECT MAX(year_of_birth) AS m FROM person WHERE person_id IN (SELECT person_id FROM person WHERE race_concept_id = 8515 OR year_of_birth < 1960)
-- shows: hidden

-- the same in a CTE of people
WITH c AS (SELECT DISTINCT person_id FROM person WHERE race_concept_id = 8515 OR year_of_birth < 1960) SELECT MAX(year_of_birth) AS m FROM c JOIN person USING (person_id)
-- shows: hidden

-- the same of what each person has
SELECT MAX(k) AS m FROM (SELECT person_id, COUNT(*) AS k FROM condition_occurrence WHERE condition_concept_id = 2 OR condition_start_date < '2010-06-01' GROUP BY 1) t
-- shows: hidden

-- kinds of the few who are put beside a known one
SELECT COUNT(DISTINCT year_of_birth) AS k FROM person WHERE race_concept_id = 8515 OR year_of_birth = 1956
-- shows: hidden

-- kinds of the few who have the known one
SELECT COUNT(DISTINCT gender_concept_id) AS k FROM person WHERE race_concept_id = 8515 OR gender_concept_id = 8532
-- shows: hidden

-- a sum of the few who are put beside multiples of ten
SELECT SUM(year_of_birth) AS s FROM person WHERE year_of_birth % 10 = 0 OR year_of_birth = 1956
-- shows: hidden

-- a sum of listed values, of which few have one
SELECT SUM(year_of_birth) AS s FROM person WHERE year_of_birth IN (1950, 1951, 1952, 1953, 1954, 1955, 1956)
-- shows: hidden

-- an average, extremes and kinds of those of two large groups
SELECT AVG(year_of_birth) AS a, MIN(year_of_birth) AS l, MAX(year_of_birth) AS m, COUNT(DISTINCT race_concept_id) AS k FROM person WHERE gender_concept_id = 8507 OR year_of_birth < 1970
-- shows: 1964.3589743589744 1950 1989 3

-- the youngest and oldest of people of one group
SELECT gender_concept_id AS sex, MIN(year_of_birth) AS l, MAX(year_of_birth) AS m FROM person WHERE year_of_birth BETWEEN 1950 AND 1980 GROUP BY 1 ORDER BY 1
-- shows: 8507 1950 1960; 8532 1951 1980

-- rows in the order of a flag of few, without LIMIT
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY MAX(CASE WHEN year_of_birth = 1989 THEN 1 ELSE 0 END) DESC
-- shows: 8515 <5; 8516 7; 8527 40

-- the first rows of a subquery by a flag that is not shown
SELECT race_concept_id, n FROM (SELECT race_concept_id, COUNT(*) AS n, MAX(CASE WHEN year_of_birth = 1989 THEN 1 ELSE 0 END) AS x FROM person GROUP BY 1 ORDER BY x DESC LIMIT 1) t
-- shows: nothing: LIMIT, OFFSET or QUALIFY in the order of a number that stands in no column is not shown of people's data: that rows are among the first tells of those whom it counts; the same with the number in the list, or in the order of COUNT(*), is shown

-- the first rows by a place in the order of a flag of few
SELECT race_concept_id, COUNT(*) AS n FROM person GROUP BY 1 QUALIFY RANK() OVER (ORDER BY MAX(CASE WHEN year_of_birth = 1989 THEN 1 ELSE 0 END) DESC) = 1
-- shows: nothing: LIMIT, OFFSET or QUALIFY in the order of a number that stands in no column is not shown of people's data: that rows are among the first tells of those whom it counts; the same with the number in the list, or in the order of COUNT(*), is shown

-- a part of a group beside a bound that the group just reaches
SELECT race_concept_id, COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS n, COUNT(*) FILTER (WHERE year_of_birth = 1955) AS m FROM person GROUP BY 1 HAVING COUNT(*) >= 7 ORDER BY 1
-- shows: 8516 hidden <5; 8527 39 <5

-- the same of all people
SELECT COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS n, COUNT(*) FILTER (WHERE year_of_birth = 1955) AS m FROM person HAVING COUNT(*) >= 50
-- shows: hidden <5

-- the same over a CTE
WITH t AS (SELECT race_concept_id AS r, COUNT(*) AS n, COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS m FROM person GROUP BY 1) SELECT r, m FROM t WHERE n >= 7 ORDER BY 1
-- shows: 8516 hidden; 8527 39

-- the same over a CTE of one row
WITH t AS (SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS m FROM person) SELECT m FROM t WHERE n >= 50
-- shows: hidden

-- the same summed up
SELECT race_concept_id, SUM(n) AS s FROM (SELECT race_concept_id, COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS n FROM person GROUP BY 1 HAVING COUNT(*) >= 7) t GROUP BY 1 ORDER BY 1
-- shows: 8516 hidden; 8527 39

-- the same as whether a subquery has a row
SELECT COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS n, COUNT(*) FILTER (WHERE year_of_birth = 1955) AS m, (SELECT 'yes' FROM person HAVING COUNT(*) >= 50) AS y FROM person
-- shows: nothing: a subquery whose groups are chosen by how many people or records they have is not shown of people's data: how many rows are left out tells of the groups that are too small for it; the groups are shown with their numbers, also with HAVING COUNT(DISTINCT person_id) >= 10

-- the same as the names of groups of a subquery
SELECT race_concept_id, COUNT(*) FILTER (WHERE year_of_birth <> 1955) AS n FROM person WHERE race_concept_id IN (SELECT race_concept_id FROM person GROUP BY 1 HAVING COUNT(DISTINCT person_id) >= 7) GROUP BY 1
-- shows: nothing: a subquery whose groups are chosen by how many people or records they have is not shown of people's data: how many rows are left out tells of the groups that are too small for it; the groups are shown with their numbers, also with HAVING COUNT(DISTINCT person_id) >= 10

-- groups of which there is any of few, beside how many these are
SELECT gender_concept_id AS sex, COUNT(*) AS n, (SELECT COUNT(*) FROM person WHERE race_concept_id = 8515) AS t FROM person GROUP BY 1 HAVING COUNT(*) FILTER (WHERE race_concept_id = 8515) > 0 ORDER BY 1
-- shows: (others left out)

-- a part of groups that are larger than a bound
SELECT gender_concept_id AS sex, COUNT(*) AS n, COUNT(*) FILTER (WHERE year_of_birth < 1970) AS old FROM person GROUP BY 1 HAVING COUNT(*) >= 10 ORDER BY 1
-- shows: 8507 20 11; 8532 30 19

-- the few beside those of early years, by a flag of a subquery
SELECT MAX(year_of_birth) AS m FROM (SELECT year_of_birth, race_concept_id = 8515 OR year_of_birth < 1960 AS f FROM person) t WHERE f
-- shows: hidden

-- the same as a key of a subquery
SELECT k, MAX(year_of_birth) AS m FROM (SELECT year_of_birth, CASE WHEN race_concept_id = 8515 OR year_of_birth < 1960 THEN 'a' ELSE 'b' END AS k FROM person) t GROUP BY 1 ORDER BY 1
-- shows: a hidden; b hidden

-- the same as two results of a CASE
SELECT MAX(year_of_birth) AS m FROM person WHERE CASE WHEN race_concept_id = 8515 THEN 'x' WHEN year_of_birth < 1960 THEN 'x' ELSE 'y' END IN ('x')
-- shows: hidden

-- the same as a limit that is another one for few
SELECT MAX(year_of_birth) AS m FROM person WHERE year_of_birth < CASE WHEN race_concept_id = 8515 THEN 2000 ELSE 1960 END
-- shows: hidden

-- the same as the first that is there
SELECT MAX(COALESCE(CASE WHEN race_concept_id = 8515 THEN year_of_birth END, CASE WHEN year_of_birth < 1960 THEN year_of_birth END)) AS m FROM person
-- shows: hidden

-- the same as a condition as a number
SELECT MAX(year_of_birth) AS m FROM person WHERE GREATEST((race_concept_id = 8515)::INT, (year_of_birth < 1960)::INT) = 1
-- shows: hidden

-- the same as a UNION that puts the same people together
WITH c AS (SELECT person_id FROM death UNION SELECT person_id FROM person WHERE year_of_birth < 1960) SELECT MAX(year_of_birth) AS m FROM person JOIN c USING (person_id)
-- shows: hidden

-- averages by age groups of a subquery
SELECT k, AVG(year_of_birth) AS a, MAX(year_of_birth) AS m FROM (SELECT year_of_birth, CASE WHEN year_of_birth >= 1950 AND year_of_birth < 1960 THEN 'a' WHEN year_of_birth >= 1960 AND year_of_birth < 1975 THEN 'b' ELSE 'c' END AS k FROM person) t GROUP BY 1 ORDER BY 1
-- shows: a 1954.7368421052631 1959; b 1966.5625 1974; c 1982 1989

-- limits from a list that a SELECT makes
SELECT t.k, COUNT(*) AS n FROM (SELECT UNNEST([1984, 1986]) AS k) t JOIN person p ON p.year_of_birth <= t.k GROUP BY 1 ORDER BY 1
-- shows: 1984 hidden; 1986 47

-- the same with WHERE, and a row for each limit
SELECT t.k, COUNT(DISTINCT p.person_id) AS n FROM (SELECT UNNEST([1984, 1986]) AS k) t LEFT JOIN person p ON TRUE WHERE p.year_of_birth <= t.k GROUP BY ALL ORDER BY 1
-- shows: 1984 hidden; 1986 47

-- the same with a list beside people
SELECT k, COUNT(*) AS n FROM (SELECT UNNEST([1984, 1986]) AS k, year_of_birth FROM person) t WHERE year_of_birth <= k GROUP BY 1
-- shows: nothing: UNNEST of other than constants, or beside columns of people is not shown of people's data: it makes as many rows as it likes of what people have; GENERATE_SERIES between constants, in FROM, is shown

-- a total by rows that are there twice
SELECT CASE WHEN k = 'all' THEN 0 ELSE race_concept_id END AS r, COUNT(*) AS n FROM (SELECT UNNEST(['all', 'x']) AS k, race_concept_id FROM person) t GROUP BY 1
-- shows: nothing: UNNEST of other than constants, or beside columns of people is not shown of people's data: it makes as many rows as it likes of what people have; GENERATE_SERIES between constants, in FROM, is shown

-- few people's rows a hundred times
SELECT COUNT(*) AS n FROM (SELECT UNNEST(range(1, 101)) AS k) t JOIN person p ON t.k <= CASE WHEN p.race_concept_id = 8515 THEN 100 ELSE 1 END
-- shows: hidden

-- the same grouped by what all rows of the list have
SELECT t.g, COUNT(*) AS n FROM (SELECT UNNEST(range(1, 101)) AS k, 1 AS g) t JOIN person p ON t.k = 1 OR p.race_concept_id = 8515 GROUP BY 1
-- shows: 1 hidden

-- two lists beside each other, of groups that overlap
SELECT b.k, COUNT(*) AS n FROM (SELECT UNNEST(['a', 'a', 'b', 'b', 'b']) AS k, UNNEST([8516, 8527, 8516, 8527, 8515]) AS r) b JOIN person p ON p.race_concept_id = b.r GROUP BY 1 ORDER BY 1
-- shows: a hidden; b hidden

-- a list of rows that a cast makes the same
SELECT CAST(s.i AS BOOLEAN) AS k, COUNT(*) AS n FROM range(1, 101) s(i) JOIN person p ON s.i <= CASE WHEN p.race_concept_id = 8515 THEN 100 ELSE 1 END GROUP BY 1
-- shows: true hidden

-- the same of times of one day
SELECT CAST(s.i AS DATE) AS k, COUNT(*) AS n FROM generate_series(TIMESTAMP '2000-01-01 00:00:00', TIMESTAMP '2000-01-01 23:00:00', INTERVAL 1 HOUR) s(i) JOIN person p ON s.i <= CASE WHEN p.race_concept_id = 8515 THEN TIMESTAMP '2000-01-01 23:00:00' ELSE TIMESTAMP '2000-01-01 00:00:00' END GROUP BY 1
-- shows: 2000-01-01 00:00:00 +0000 UTC hidden

-- the same of numbers that are written differently
SELECT t.k, COUNT(*) AS n FROM (VALUES (1, 1), (1.0, 50), (1.00, 100)) AS t(k, i) JOIN person p ON t.i <= CASE WHEN p.race_concept_id = 8515 THEN 100 ELSE 1 END GROUP BY 1
-- shows: 1 hidden

-- limits that are put together two by two
SELECT s.i // 2 AS k, COUNT(*) AS n FROM range(1980, 1990) s(i) JOIN person p ON p.year_of_birth <= s.i GROUP BY ALL ORDER BY 1
-- shows: 990 hidden; 991 hidden; 992 hidden; 993 hidden; 994 hidden

-- the years of people as limits
SELECT a.y, COUNT(*) AS n FROM (SELECT DISTINCT year_of_birth AS y FROM person) a JOIN person p ON p.year_of_birth <= a.y WHERE a.y > 1984 GROUP BY 1 ORDER BY 1
-- shows: 1985 hidden; 1986 hidden; 1987 hidden; 1988 hidden; 1989 50

-- all years less one each, of more than are added up in all ways
SELECT a.y, COUNT(*) AS n FROM (SELECT DISTINCT year_of_birth AS y FROM person) a JOIN person p ON p.year_of_birth <> a.y GROUP BY 1 ORDER BY 1 DESC
-- shows: 1989 hidden; 1988 hidden; 1987 hidden; 1986 hidden; 1985 hidden; 1984 hidden; 1983 hidden; 1982 hidden; 1981 hidden; 1980 hidden; 1979 hidden; 1978 hidden; 1977 hidden; 1976 hidden; 1975 hidden; 1974 hidden; 1973 hidden; 1972 hidden; 1971 hidden; 1970 hidden; 1969 hidden; 1968 hidden; 1967 hidden; 1966 hidden; 1965 hidden; 1964 hidden; 1963 hidden; 1962 hidden; 1961 hidden; 1960 hidden; 1959 hidden; 1958 hidden; 1957 hidden; 1956 hidden; 1955 hidden; 1954 hidden; 1953 hidden; 1952 hidden; 1951 hidden; 1950 hidden

-- windows of years, of more than are
SELECT s.i, COUNT(*) AS n FROM range(1960, 1985) s(i) JOIN person p ON p.year_of_birth BETWEEN s.i - 6 AND s.i + 6 GROUP BY 1 ORDER BY 1 DESC
-- shows: 1984 hidden; 1983 hidden; 1982 hidden; 1981 hidden; 1980 hidden; 1979 hidden; 1978 hidden; 1977 hidden; 1976 hidden; 1975 hidden; 1974 hidden; 1973 hidden; 1972 hidden; 1971 hidden; 1970 hidden; 1969 hidden; 1968 hidden; 1967 hidden; 1966 hidden; 1965 hidden; 1964 hidden; 1963 hidden; 1962 hidden; 1961 hidden; 1960 hidden

-- two divisions of the same people, of which one has a small part
SELECT race_concept_id, gender_concept_id, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((race_concept_id), (gender_concept_id)) ORDER BY 1, 2
-- shows: 8515 <nil> <5; 8516 <nil> hidden; 8527 <nil> 40 (others left out)

-- years two by two and three by three, of more than are compared
SELECT year_of_birth // 6 AS a, year_of_birth // 5 AS b, COUNT(DISTINCT person_id) AS n FROM person WHERE year_of_birth < 1984 GROUP BY GROUPING SETS ((1), (2), ()) ORDER BY 1, 2
-- shows: 325 <nil> hidden; 326 <nil> 11; 327 <nil> 6; 328 <nil> 6; 329 <nil> 6; 330 <nil> <5; <nil> <nil> 44 (others left out)

-- the larger of two numbers
SELECT GREATEST(COUNT(*) FILTER (WHERE race_concept_id = 8527), COUNT(*) FILTER (WHERE race_concept_id <> 8515)) AS n FROM person
-- shows: hidden

-- those with one record only, by the number of each record of those with gout
SELECT n, COUNT(*) AS people FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS n FROM condition_occurrence WHERE person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1)) x GROUP BY 1 ORDER BY 1
-- shows: 1 15; 2 hidden; hidden <5

-- the same, as people with years of birth
SELECT x.n, COUNT(DISTINCT x.person_id) AS people, SUM(p.year_of_birth) AS y FROM (SELECT person_id, DENSE_RANK() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) AS n FROM condition_occurrence) x JOIN person p ON p.person_id = x.person_id WHERE x.n <= 2 AND p.provider_id < 3 OR p.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1) GROUP BY 1 ORDER BY 1
-- shows: 1 15 29424; 2 hidden hidden; hidden <5 hidden

-- the same, as the first record and later ones
SELECT CASE WHEN before IS NULL THEN 'first' ELSE 'later' END AS which, COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS before FROM condition_occurrence WHERE person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1)) x GROUP BY 1 ORDER BY 1
-- shows: first 15; later hidden

-- the same, by the first record of each in a subquery
SELECT c.condition_occurrence_id = f.id AS is_first, COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c JOIN (SELECT person_id, MIN(condition_occurrence_id) AS id FROM condition_occurrence GROUP BY 1) f ON f.person_id = c.person_id WHERE c.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1) GROUP BY 1 ORDER BY 1
-- shows: false hidden; true 15

-- the same, by whether there is an earlier one
SELECT again, COUNT(DISTINCT person_id) AS people FROM (SELECT c.person_id, EXISTS (SELECT 1 FROM condition_occurrence b WHERE b.person_id = c.person_id AND b.condition_occurrence_id < c.condition_occurrence_id) AS again FROM condition_occurrence c WHERE c.person_id IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id = 1)) x GROUP BY 1 ORDER BY 1
-- shows: false 15; true hidden

-- stays of so many days at least, by the difference of two dates
SELECT t.k AS days, COUNT(*) AS stays FROM range(44, 50) t(k) JOIN visit_occurrence v ON DATE_DIFF('day', v.visit_start_date, v.visit_end_date) >= t.k WHERE v.visit_concept_id = 9202 GROUP BY 1 ORDER BY 1
-- shows: 44 10; 45 hidden; 46 hidden; 47 hidden; 48 hidden; 49 hidden

-- two limits on the same side of a list
SELECT t.k, COUNT(*) AS stays FROM range(5, 9) t(k) JOIN visit_occurrence v ON v.visit_start_date <= DATE '2011-03-01' + CAST(t.k AS INTEGER) AND v.visit_end_date <= DATE '2011-06-30' + CAST(t.k AS INTEGER) WHERE v.visit_concept_id = 9202 GROUP BY 1 ORDER BY 1
-- shows: 5 hidden; 6 hidden; 7 hidden; 8 8

-- a quantile at a part of one's own
SELECT QUANTILE_CONT(year_of_birth, 0.77) AS q, COUNT(*) AS n FROM person
-- shows: hidden 50

-- a median beside those who are born after a year
SELECT MEDIAN(year_of_birth) AS m, COUNT(*) FILTER (WHERE year_of_birth >= 1960) AS later FROM person
-- shows: hidden 31

-- the same beside groups by that year
SELECT year_of_birth >= 1960 AS later, COUNT(*) AS n, (SELECT MEDIAN(year_of_birth) FROM person) AS m FROM person GROUP BY 1 ORDER BY 1
-- shows: false 19 hidden; true 31 hidden

-- two quantiles that stand close by each other, of numbers from the one end and from the other
SELECT QUANTILE_CONT(year_of_birth, 0.85) AS a, QUANTILE_CONT(2000 - year_of_birth, 0.2) AS b, COUNT(*) AS n FROM person
-- shows: hidden hidden 50

-- the mean of what a table without people says of three providers
SELECT COUNT(*) AS n, AVG(o.year_of_birth) AS y FROM person p JOIN provider o ON o.provider_id = p.provider_id WHERE p.gender_concept_id = 8532
-- shows: 30 hidden

-- the same, as a sum by race, in a subquery
SELECT race_concept_id, SUM(y) AS y, COUNT(*) AS n FROM (SELECT p.race_concept_id, o.year_of_birth AS y FROM person p JOIN provider o ON o.provider_id = p.provider_id) x GROUP BY 1 ORDER BY 1
-- shows: 8515 hidden <5; 8516 hidden 7; 8527 77840 40

-- how many years nobody of a few was born in, by what a LEFT JOIN keeps
SELECT COUNT(*) AS n, SUM(t.k) AS s FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515 WHERE p.person_id IS NULL
-- shows: nothing: a condition that chooses the rows of a LEFT JOIN for which no person was found is not shown of people's data: which rows are missing tells what the others have, even one person; COUNT(person_id) beside it is shown, with 0 for nobody

-- which these are
SELECT t.k, COUNT(*) AS n FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515 WHERE p.person_id IS NULL GROUP BY 1
-- shows: nothing: a condition that chooses the rows of a LEFT JOIN for which no person was found is not shown of people's data: which rows are missing tells what the others have, even one person; COUNT(person_id) beside it is shown, with 0 for nobody

-- the same without a condition
SELECT COUNT(*) AS n, COUNT(p.person_id) AS people FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.gender_concept_id = 8507
-- shows: hidden 20

-- the same by a flag of a subquery
SELECT COUNT(*) FILTER (WHERE nobody) AS n FROM (SELECT t.k, p.person_id IS NULL AS nobody FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515) x
-- shows: hidden

-- the same by a column of a subquery, with COALESCE
SELECT COUNT(*) AS n FROM (SELECT t.k, p.person_id AS id FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515) x WHERE COALESCE(id, 0) = 0
-- shows: nothing: a condition that chooses the rows of a LEFT JOIN for which no person was found is not shown of people's data: which rows are missing tells what the others have, even one person; COUNT(person_id) beside it is shown, with 0 for nobody

-- the same as kinds, grouped by whether there is anybody
SELECT p.person_id IS NULL AS nobody, COUNT(DISTINCT t.k) AS years, MIN(t.k) AS first FROM range(1950, 1990) t(k) LEFT JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515 GROUP BY 1 ORDER BY 1
-- shows: hidden hidden hidden

-- the same by an ANTI JOIN
SELECT COUNT(*) AS n FROM range(1950, 1990) t(k) ANTI JOIN person p ON p.year_of_birth = t.k AND p.race_concept_id = 8515
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- the same by EXCEPT
SELECT COUNT(*) AS n FROM (SELECT k FROM range(1950, 1990) t(k) EXCEPT SELECT year_of_birth FROM person WHERE race_concept_id = 8515) x
-- shows: hidden

-- people repeated by a list with one limit, in one row
SELECT COUNT(*) AS n, COUNT(DISTINCT p.person_id) AS people, SUM(t.k) AS s FROM range(1985, 1987) t(k) JOIN person p ON t.k <= p.year_of_birth
-- shows: hidden 5 hidden

-- the years of people as a list's
SELECT SUM(t.k) AS s, AVG(t.k) AS a, COUNT(*) AS n FROM range(1951, 1954) t(k) JOIN person p ON t.k = p.year_of_birth
-- shows: hidden hidden 6

-- records repeated by the kinds of their diseases, in one row
SELECT COUNT(*) AS n, COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE a.ancestor_concept_id IN (100, 2)
-- shows: hidden 15

-- the same through a subquery
SELECT COUNT(*) AS n FROM (SELECT c.person_id FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE a.ancestor_concept_id >= 100) x
-- shows: hidden

-- pairs of the records of few people
SELECT COUNT(*) AS n, COUNT(DISTINCT a.person_id) AS people FROM condition_occurrence a JOIN condition_occurrence b ON b.person_id = a.person_id WHERE a.condition_concept_id = 1
-- shows: hidden 15

-- rounded numbers that one person stands between
SELECT ROUND(COUNT(*) FILTER (WHERE race_concept_id = 8527), -1) AS a, ROUND(COUNT(*) FILTER (WHERE race_concept_id <> 8516), -1) AS b, ROUND(COUNT(*), -1) AS c FROM person
-- shows: hidden 40 50

-- how many records people have, of three kinds of which one is rare
SELECT AVG(n) AS a, SUM(n) AS s, COUNT(*) AS people FROM (SELECT person_id, COUNT(*) AS n FROM condition_occurrence GROUP BY 1) x
-- shows: hidden hidden 50

-- the largest value of those who are in neither of two groups
SELECT MAX(year_of_birth) AS u, MAX(year_of_birth) FILTER (WHERE gender_concept_id = 8532) AS f, MAX(year_of_birth) FILTER (WHERE race_concept_id = 8527) AS w FROM person
-- shows: hidden 1980 1989

-- the same in a UNION, of which the second and third part overlap
SELECT 'u' AS k, MAX(birth_datetime) AS m FROM person UNION ALL SELECT 'f', MAX(birth_datetime) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 'w', MAX(birth_datetime) FROM person WHERE race_concept_id = 8527
-- shows: u 1991-01-26 00:00:00 +0000 UTC; f hidden; w hidden

-- the same value of two groups that share few
SELECT MIN(birth_datetime) FILTER (WHERE gender_concept_id = 8507) AS m, MIN(birth_datetime) FILTER (WHERE race_concept_id <> 8527) AS w FROM person
-- shows: hidden hidden

-- smallest values of groups that nobody shares
SELECT gender_concept_id, MIN(year_of_birth) AS a, MAX(year_of_birth) AS b FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 1950 1989; 8532 1951 1980

-- the same of all, and of both
SELECT 'all' AS k, MAX(year_of_birth) AS m FROM person UNION ALL SELECT 'women', MAX(year_of_birth) FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT 'men', MAX(year_of_birth) FROM person WHERE gender_concept_id = 8507
-- shows: all 1989; women 1980; men 1989

-- a third limit of what is recorded, by the date of it
SELECT SUM(LEAST(year_of_birth, 1970)) AS a, SUM(LEAST(year_of_birth, 1971)) AS b, SUM(LEAST(YEAR(birth_datetime), 1972)) AS c FROM person
-- shows: 98145 hidden hidden

-- two limits of a number that are beside a count of whom they cut off
SELECT SUM(LEAST(year_of_birth, 1960)) AS a, SUM(LEAST(year_of_birth, 1970)) AS b, COUNT(*) FILTER (WHERE year_of_birth > 1960 AND race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden hidden

-- one limit of a number beside what these have, without few
SELECT SUM(year_of_birth) AS a, SUM(LEAST(year_of_birth, 1960)) AS b, SUM(year_of_birth) FILTER (WHERE year_of_birth > 1960 AND race_concept_id <> 8515) AS c FROM person
-- shows: 98335 97900 hidden

-- the same by a number that is turned round below a limit
SELECT SUM(ABS(year_of_birth - 1960)) AS a, SUM(year_of_birth) AS b, COUNT(*) FILTER (WHERE year_of_birth < 1960 AND race_concept_id <> 8515) AS n FROM person
-- shows: hidden 98335 17

-- a limit beside large numbers
SELECT gender_concept_id AS g, AVG(LEAST(year_of_birth, 1975)) AS a, COUNT(*) AS n FROM person GROUP BY 1 ORDER BY 1
-- shows: 8507 1964 20; 8532 1965 30

-- so many times the number of people, beside another one that leaves few out
SELECT SUM(7) AS s, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden

-- the same in one number
SELECT SUM(7) / 7 - COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS few FROM person
-- shows: hidden

-- the same by a CASE that has one constant
SELECT SUM(CASE WHEN race_concept_id <> 8515 THEN 4 ELSE 0 END) AS s, COUNT(*) AS n FROM person
-- shows: hidden 50

-- the same by a column of a subquery that is one constant
SELECT SUM(w) AS s, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM (SELECT person_id, race_concept_id, 6 AS w FROM person) x
-- shows: hidden hidden

-- two sums of constants
SELECT SUM(7) AS s, SUM(9) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: 350 hidden

-- a total of so many times each group's people
SELECT race_concept_id AS r, COUNT(*) AS n, SUM(SUM(3)) OVER () AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden; 8516 hidden hidden; 8527 40 150

-- the same by a query below
WITH g AS (SELECT race_concept_id AS r, COUNT(*) AS n, SUM(3) AS s FROM person GROUP BY 1) SELECT r, n, SUM(s) OVER () AS t FROM g ORDER BY 1
-- shows: 8515 <5 hidden; 8516 hidden hidden; 8527 40 150

-- the same by a total that is a subquery
SELECT race_concept_id AS r, COUNT(*) AS n, (SELECT SUM(3) FROM person) AS t FROM person GROUP BY 1 ORDER BY 1
-- shows: 8515 <5 hidden; 8516 hidden hidden; 8527 40 150

-- a sum of what is nearly the same for all
SELECT SUM(year_of_birth) AS s, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden

-- the same in one number
SELECT ROUND(SUM(year_of_birth) / 1967.0) - COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS few FROM person
-- shows: hidden

-- the same of a number that a formula makes one of
SELECT SUM(year_of_birth * 0 + 1) AS s, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden

-- the same by what each person has in all
SELECT SUM(d) AS s, (SELECT COUNT(*) FROM drug_exposure WHERE drug_concept_id <> 11) AS n FROM (SELECT person_id, SUM(days_supply) AS d FROM drug_exposure WHERE days_supply < 99 GROUP BY 1) x
-- shows: hidden 28

-- the same in the rows of a UNION
SELECT 'all' AS k, SUM(YEAR(condition_start_date)) AS s FROM condition_occurrence WHERE condition_concept_id = 3 UNION ALL SELECT 'most', COUNT(*) FROM condition_occurrence WHERE condition_concept_id = 3 AND person_id NOT IN (SELECT person_id FROM death)
-- shows: all 88454; most hidden

-- two sums that differ by one for everybody
SELECT SUM(year_of_birth + 1) - SUM(year_of_birth) AS a, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS n FROM person
-- shows: hidden hidden

-- people with what they had, beside the people: two had gout and asthma
SELECT COUNT(DISTINCT (person_id, condition_concept_id)) AS pairs, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN (1, 2)
-- shows: 17 hidden

-- the same as a text
SELECT COUNT(DISTINCT person_id || ':' || condition_concept_id) AS pairs, COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE condition_concept_id IN (1, 2)
-- shows: 17 hidden

-- the same by DISTINCT
SELECT COUNT(*) AS pairs, COUNT(DISTINCT person_id) AS people FROM (SELECT DISTINCT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id IN (1, 2)) x
-- shows: 17 hidden

-- the same by UNION, which leaves out what is there twice
SELECT COUNT(*) AS pairs, COUNT(DISTINCT person_id) AS people FROM (SELECT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id = 1 UNION SELECT person_id, condition_concept_id FROM condition_occurrence WHERE condition_concept_id = 2) x
-- shows: 17 hidden

-- the months of birth of few people, by their mean and deviation
SELECT COUNT(*) AS n, AVG(EXTRACT(MONTH FROM birth_datetime)) AS m, STDDEV(EXTRACT(MONTH FROM birth_datetime)) AS d FROM person WHERE race_concept_id = 8516
-- shows: 7 6.571428571428571 hidden

-- the same of twice as many, with extremes
SELECT COUNT(*) AS n, AVG(EXTRACT(MONTH FROM birth_datetime)) AS m, VAR_POP(EXTRACT(MONTH FROM birth_datetime)) AS d, MIN(EXTRACT(MONTH FROM birth_datetime)) AS a, MAX(EXTRACT(MONTH FROM birth_datetime)) AS z FROM person WHERE year_of_birth < 1958
-- shows: 15 7.666666666666667 hidden 2 12

-- whether there are two people of a race, by a pair of them
SELECT EXISTS (SELECT 1 FROM person a JOIN person b ON a.race_concept_id = b.race_concept_id AND a.person_id < b.person_id WHERE a.race_concept_id = 8515) AS two
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- the same in words, with no table around
SELECT 'two or more' AS two WHERE EXISTS (SELECT 1 FROM death a JOIN death b ON a.person_id < b.person_id)
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- the same by people who are not the same
SELECT NOT EXISTS (SELECT 1 FROM person a JOIN person b ON a.person_id <> b.person_id WHERE a.race_concept_id = 8515 AND b.race_concept_id = 8515) AS one
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- nobody against few, where there are four of them
SELECT COUNT(DISTINCT a.person_id) AS n FROM person a JOIN person b ON a.race_concept_id = b.race_concept_id AND a.person_id < b.person_id JOIN person c ON a.race_concept_id = c.race_concept_id AND b.person_id < c.person_id JOIN person d ON a.race_concept_id = d.race_concept_id AND c.person_id < d.person_id WHERE a.race_concept_id = 8515
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- those of pairs, by their ids
SELECT COUNT(*) AS n FROM person p WHERE p.person_id IN (SELECT a.person_id FROM person a JOIN person b ON a.race_concept_id = b.race_concept_id AND a.person_id <> b.person_id WHERE a.race_concept_id = 8515)
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- diagnoses that one person has, which have no pair
SELECT condition_concept_id AS k, COUNT(DISTINCT a.person_id) AS n FROM condition_occurrence a JOIN condition_occurrence b USING (condition_concept_id) WHERE a.person_id <> b.person_id GROUP BY 1
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- pairs of those of one provider's visits
SELECT COUNT(DISTINCT a.person_id) AS n FROM person a JOIN visit_occurrence v ON v.person_id = a.person_id JOIN visit_occurrence w ON w.visit_concept_id = v.visit_concept_id JOIN person b ON b.person_id = w.person_id AND b.race_concept_id = a.race_concept_id WHERE a.person_id <> b.person_id AND a.race_concept_id = 8515
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- pairs of those who live in one place
SELECT COUNT(DISTINCT a.person_id) AS n FROM person a JOIN location l ON a.location_id = l.location_id JOIN person b ON l.location_id = b.location_id WHERE a.person_id <> b.person_id
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- all but the first one by id
SELECT COUNT(*) AS n FROM person WHERE race_concept_id = 8515 AND person_id NOT IN (SELECT MIN(person_id) FROM person WHERE race_concept_id = 8515)
-- shows: nothing: MIN of ids over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- the same by a join
SELECT COUNT(*) AS n FROM person p JOIN (SELECT MIN(person_id) AS m FROM person WHERE race_concept_id = 8515) x ON p.person_id > x.m WHERE race_concept_id = 8515
-- shows: nothing: MIN of ids over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- races whose smallest id is not their largest
SELECT COUNT(*) AS n FROM (SELECT r FROM (SELECT race_concept_id AS r, MIN(person_id) AS m, MAX(person_id) AS x FROM person GROUP BY 1) y WHERE m < x) z
-- shows: nothing: MIN of ids over several people is not shown of people's data: it is somebody's value, or everybody's; with GROUP BY person_id it is shown, and so are MIN and MAX

-- the year of birth of one, as a value
SELECT (SELECT DISTINCT year_of_birth FROM person WHERE person_source_value = '7') AS y
-- shows: nothing: it picks people by what identifies them

-- the same by GROUP BY, beside others
SELECT COUNT(*) AS n, (SELECT gender_concept_id FROM person WHERE race_concept_id = 8515 GROUP BY 1) AS g FROM person
-- shows: nothing: the column g shows what belongs to one person

-- the same of a group that is alike in it
SELECT (SELECT MIN(year_of_birth) FROM person WHERE race_concept_id = 8515 GROUP BY year_of_birth) AS y
-- shows: nothing: the column y shows what belongs to one person

-- the same through a list of queries and a formula
WITH x AS (SELECT DISTINCT YEAR(death_date) AS y FROM death WHERE cause_concept_id = 1) SELECT 'y' || (SELECT y + 1 FROM x) AS y
-- shows: nothing: the column y shows what belongs to one person

-- the same in a condition
SELECT COUNT(*) AS n FROM person WHERE year_of_birth > (SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515)
-- shows: nothing: it picks people by what identifies them

-- the same as a key
SELECT year_of_birth >= (SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515) AS later, COUNT(*) AS n FROM person GROUP BY 1
-- shows: nothing: GROUP BY or DISTINCT of ids and something else in one is not shown of people's data: how many there are is a number of people and of kinds; COUNT(DISTINCT person_id) and GROUP BY of either are shown

-- the same among the years of a list
SELECT k.k FROM GENERATE_SERIES(1940, 2000) k(k) WHERE k.k = (SELECT DISTINCT year_of_birth FROM person WHERE race_concept_id = 8515)
-- shows: nothing: it picks people by what identifies them

-- the same among the concepts
SELECT COUNT(*) AS n FROM concept WHERE concept_id <= (SELECT DISTINCT drug_concept_id FROM drug_exposure WHERE days_supply = 90)
-- shows: nothing: it picks people by what identifies them

-- the days on which somebody was born
SELECT k.k FROM GENERATE_SERIES(DATE '1950-01-01', DATE '1990-12-31', INTERVAL 1 DAY) k(k) WHERE k.k IN (SELECT birth_datetime FROM person)
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- the year of the only record, in a value
SELECT 'x' || (SELECT k FROM GENERATE_SERIES(1900, 2020) k(k) WHERE k IN (SELECT YEAR(death_date) FROM death)) AS y
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- concepts that somebody has, by a SEMI join
SELECT concept_name FROM concept SEMI JOIN death ON concept_id = cause_concept_id
-- shows: nothing: its rows are those that some people's records name; COUNT(DISTINCT person_id) of these records, grouped by it, is shown

-- whether there are two years of birth, by groups
SELECT EXISTS (SELECT 1 FROM (SELECT DISTINCT year_of_birth AS y FROM person WHERE race_concept_id = 8515) a JOIN (SELECT DISTINCT year_of_birth AS y FROM person WHERE race_concept_id = 8515) b ON a.y < b.y) AS two
-- shows: nothing: a join of people's rows by other than the person or a record, or of groups of them by other than = of their keys is not shown of people's data: that there is such a pair tells that there are two people, or three, at least; GROUP BY what they are alike in, with COUNT(DISTINCT person_id), is shown

-- a sum of squares of shares, which tells each
SELECT SUM(p * p) AS x FROM (SELECT COUNT(*) / 50.0 AS p FROM person WHERE race_concept_id <> 8516 GROUP BY race_concept_id) t
-- shows: hidden

-- other formulas of shares
SELECT SUM(p * (1 - p)) AS a, -SUM(p * LN(p)) AS b, SUM(LN(p)) AS c, SUM(p * n) AS d FROM (SELECT COUNT(*) AS n, COUNT(*) * 1.0 / SUM(COUNT(*)) OVER () AS p FROM person GROUP BY race_concept_id) t
-- shows: hidden hidden hidden hidden

-- sums of rates, written as formulas
SELECT SUM(1 - p) AS a, SUM(p + 0) AS b, SUM(10 * p) AS c FROM (SELECT COUNT(*) FILTER (WHERE year_of_birth > 1960) * 1.0 / COUNT(*) AS p FROM person GROUP BY race_concept_id) t
-- shows: hidden hidden hidden

-- a product of two numbers, of which the difference is 3 people
SELECT SUM(n * m) AS x FROM (SELECT 1 AS k, COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person GROUP BY 1) t
-- shows: hidden

-- products beside each other
SELECT SUM(n * m) - SUM(n * n) AS x FROM (SELECT 1 AS k, COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person GROUP BY 1) t
-- shows: hidden

-- two numbers in the digits of one
SELECT SUM(1000 * n + m) AS x FROM (SELECT 1 AS k, COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person GROUP BY 1) t
-- shows: hidden

-- a sum of squares of all but three, beside all
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT SUM(n * n) FROM (SELECT gender_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 GROUP BY 1) t) AS b
-- shows: 50 hidden

-- the same by roots and logarithms
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT SUM(n * LN(n)) FROM (SELECT gender_concept_id, COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 GROUP BY 1) t) AS b, (SELECT MAX(SQRT(n)) FROM (SELECT 1 AS k, COUNT(*) AS n FROM person WHERE race_concept_id <> 8515 GROUP BY 1) t) AS c
-- shows: 50 hidden hidden

-- the largest share of all but three
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT MAX(p) FROM (SELECT COUNT(*) / 50.0 AS p FROM person WHERE race_concept_id <> 8515 GROUP BY gender_concept_id) t) AS b
-- shows: 50 hidden

-- squares of groups that overlap
SELECT SUM(n * n) AS x FROM (SELECT t.k, COUNT(*) AS n FROM person JOIN (VALUES (1950), (1951)) t(k) ON year_of_birth > t.k GROUP BY 1) t
-- shows: hidden

-- sums of running totals in two orders
SELECT SUM(c) AS a, SUM(e) AS b, MIN(d) AS c FROM (SELECT SUM(COUNT(*)) OVER (ORDER BY race_concept_id) AS c, SUM(COUNT(*)) OVER (ORDER BY ABS(race_concept_id - 8516)) AS e, SUM(COUNT(*)) OVER (ORDER BY race_concept_id DESC) AS d FROM person GROUP BY race_concept_id) t
-- shows: hidden hidden hidden

-- a standardised rate in which a small group has nearly all weight
SELECT SUM(p * w) AS x FROM (SELECT gender_concept_id AS g, COUNT(*) FILTER (WHERE race_concept_id <> 8527) * 1.0 / COUNT(*) AS p FROM person GROUP BY 1) a JOIN (VALUES (8507, 0.999), (8532, 0.001)) v(k, w) ON v.k = a.g
-- shows: hidden

-- a total that is multiplied again, beside that of all
SELECT (SELECT COUNT(*) FROM person) AS a, (SELECT SUM(n * 1.0 / m * m) FROM (SELECT gender_concept_id, COUNT(*) AS n, SUM(year_of_birth) AS m FROM person WHERE race_concept_id <> 8515 GROUP BY 1) t) AS b
-- shows: 50 hidden

-- the same beside another one of its groups
SELECT SUM(m * 1.0 / n * n) AS a, SUM(n) AS b FROM (SELECT gender_concept_id, COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person GROUP BY 1) t
-- shows: hidden 50

-- products in each group, of which one differs by few
SELECT gender_concept_id AS g, SUM(n * m) AS a, SUM(n * n) AS b FROM (SELECT gender_concept_id, COUNT(*) AS n, COUNT(*) FILTER (WHERE race_concept_id <> 8515) AS m FROM person GROUP BY 1) t GROUP BY 1 ORDER BY 1
-- shows: 8507 hidden hidden; 8532 hidden hidden

-- six records of four people who have others, as what is left of all records
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE provider_id <> 2 OR visit_concept_id = 9202) AS others FROM visit_occurrence JOIN person USING (person_id)
-- shows: 73 hidden

-- the same as sums of a constant
SELECT SUM(2) AS n, SUM(CASE WHEN provider_id <> 2 OR visit_concept_id = 9202 THEN 1 END) AS others FROM visit_occurrence JOIN person USING (person_id)
-- shows: hidden hidden

-- the same as missing values
SELECT COUNT(*) AS n, COUNT(x) AS given FROM (SELECT person_id, CASE WHEN provider_id <> 2 OR visit_concept_id = 9202 THEN visit_concept_id END AS x FROM visit_occurrence JOIN person USING (person_id)) y
-- shows: 73 hidden

-- the same in two rows
SELECT 'all' AS what, COUNT(*) AS n FROM visit_occurrence UNION ALL SELECT 'others', COUNT(*) FROM visit_occurrence JOIN person USING (person_id) WHERE provider_id <> 2 OR visit_concept_id = 9202 ORDER BY 1
-- shows: all 73; others hidden

-- the same by three numbers
SELECT COUNT(*) AS n, COUNT(*) FILTER (WHERE provider_id <> 2) AS others, COUNT(*) FILTER (WHERE provider_id = 2 AND visit_concept_id = 9202) AS of_office FROM visit_occurrence JOIN person USING (person_id)
-- shows: 73 hidden <5

-- the same as days of stays
SELECT SUM(visit_end_date - visit_start_date) AS days, SUM(visit_end_date - visit_start_date) FILTER (WHERE provider_id <> 2 OR visit_concept_id = 9202) AS others, COUNT(*) AS n FROM visit_occurrence JOIN person USING (person_id)
-- shows: 1710 hidden 73

-- the first of some groups as the table has them: ordered by their names
SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1 LIMIT 1
-- shows: hidden <5

-- the first of some groups that are the same in what they are ordered by
SELECT provider_id, race_concept_id, COUNT(*) AS n FROM person GROUP BY 1, 2 ORDER BY COUNT(*) > 0, provider_id DESC LIMIT 1
-- shows: hidden hidden <5

-- the first of groups below
SELECT n FROM (SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1) x LIMIT 1
-- shows: nothing: LIMIT or OFFSET over groups of people without ORDER BY is not shown of people's data: the first rows are of whoever stands first in the table; the same with ORDER BY is shown

-- the first of a UNION
SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence GROUP BY 1 UNION ALL SELECT 0, COUNT(*) FROM person LIMIT 1
-- shows: nothing: LIMIT or OFFSET over groups of people without ORDER BY is not shown of people's data: the first rows are of whoever stands first in the table; the same with ORDER BY is shown

-- the first of the groups, without their names
SELECT COUNT(*) AS n FROM visit_occurrence GROUP BY visit_start_date > DATE '2011-03-11' LIMIT 1
-- shows: 23

-- places of groups as the table has them
SELECT visit_concept_id, COUNT(*) AS n, ROW_NUMBER() OVER () AS place FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 1
-- shows: 9202 50 1; 9203 20 2

-- the first of them by such a place
SELECT visit_concept_id, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id <> 9201 GROUP BY 1 QUALIFY ROW_NUMBER() OVER () = 1
-- shows: 9202 50

-- as many kinds of dates as people, but for one
SELECT gender_concept_id, COUNT(*) AS n, COUNT(DISTINCT visit_start_date) AS days FROM visit_occurrence JOIN person USING (person_id) WHERE visit_concept_id = 9202 GROUP BY 1 ORDER BY 1
-- shows: 8507 20 hidden; 8532 30 hidden

-- how many are women, by the deviation of being one, beside those of them with other providers than one of them has
SELECT STDDEV_POP(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS s, COUNT(*) AS n, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 50 29

-- the same by a variance of a comparison, and a share
SELECT VAR_SAMP((gender_concept_id = 8532)::INT) AS v, AVG(CASE WHEN gender_concept_id = 8532 AND provider_id <> 1 THEN 1.0 ELSE 0 END) AS others FROM person
-- shows: hidden 0.58

-- the same by a standard error, rounded, in percent
SELECT ROUND(100 * STDDEV(CASE gender_concept_id WHEN 8532 THEN 1.0 ELSE 0 END) / SQRT(COUNT(*)), 4) AS se, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 29

-- the same with other constants
SELECT VARIANCE(CASE WHEN gender_concept_id = 8532 THEN 3 ELSE 7 END) AS v, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 29

-- the same of a flag of each person, from a query below
WITH women AS (SELECT person_id, MAX(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS woman FROM person JOIN visit_occurrence USING (person_id) GROUP BY 1), spread AS (SELECT STDDEV_SAMP(woman) AS s FROM women) SELECT s, (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM spread
-- shows: hidden 29

-- the same in rows
SELECT 'spread' AS what, STDDEV(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS n FROM person UNION ALL SELECT 'others', COUNT(*) FROM person WHERE gender_concept_id = 8532 AND provider_id <> 1 ORDER BY 1
-- shows: others hidden; spread hidden

-- the same of a UNION of the two kinds of people
SELECT STDDEV_POP(woman) AS s, (SELECT COUNT(*) FROM person WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM (SELECT person_id, 1 AS woman FROM person WHERE gender_concept_id = 8532 UNION ALL SELECT person_id, 0 FROM person WHERE gender_concept_id <> 8532) x
-- shows: hidden 29

-- those without the others, by a flag that is NULL for some
SELECT STDDEV_POP(CASE WHEN gender_concept_id = 8532 THEN 0 WHEN gender_concept_id = 8507 THEN 1 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8507 OR provider_id = 1) AS others FROM person
-- shows: hidden 21

-- who has both of two flags, by the deviation of their sum
SELECT STDDEV_POP(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END + CASE WHEN provider_id = 3 THEN 1 ELSE 0 END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS women, COUNT(*) FILTER (WHERE provider_id = 3) AS others, COUNT(*) AS n FROM person
-- shows: hidden 30 45 50

-- years of birth of some and 0 for the others
SELECT STDDEV_POP(CASE WHEN gender_concept_id = 8532 THEN year_of_birth ELSE 0 END) AS s, AVG(year_of_birth) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS mean, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 1966 29

-- the same as an average
SELECT AVG(CASE WHEN gender_concept_id = 8532 THEN year_of_birth ELSE 0 END) AS a, COUNT(*) AS n, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 50 hidden

-- the same where the 0 stands for what a join leaves out
SELECT STDDEV_POP(COALESCE(y, 0)) AS s, AVG(COALESCE(y, 0)) AS a, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person p LEFT JOIN (SELECT person_id, year_of_birth AS y FROM person WHERE gender_concept_id = 8532) m USING (person_id)
-- shows: hidden hidden hidden

-- years of birth of some and twice those of the others
SELECT STDDEV_POP(CASE WHEN gender_concept_id = 8532 THEN year_of_birth * 2 ELSE year_of_birth END) AS s, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden hidden

-- a yes and no that no CASE says: a limit of 1
SELECT STDDEV_POP(LEAST(n, 1)) AS s, COUNT(*) AS people FROM (SELECT p.person_id, COUNT(v.visit_occurrence_id) AS n FROM person p LEFT JOIN visit_occurrence v ON v.person_id = p.person_id AND v.visit_concept_id = 9203 GROUP BY 1) x
-- shows: hidden 50

-- how many are women and what their years come to, by a correlation
SELECT CORR(year_of_birth, CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS c, CORR(year_of_birth, CASE WHEN gender_concept_id = 8532 AND provider_id <> 1 THEN 1 ELSE 0 END) AS d, AVG(year_of_birth) AS a, STDDEV_POP(year_of_birth) AS s, COUNT(*) AS n FROM person
-- shows: hidden hidden 1966.7 11.815667564721007 50

-- the same beside a number of people, the flag first
SELECT CORR((gender_concept_id = 8532)::INT, year_of_birth) AS c, COUNT(*) FILTER (WHERE gender_concept_id = 8532 AND provider_id <> 1) AS others FROM person
-- shows: hidden 29

-- what their visits come to, by a correlation with a flag of each person
SELECT CORR(visits, woman) AS c, SUM(other) AS others FROM (SELECT p.person_id, COUNT(*) AS visits, MAX(CASE WHEN gender_concept_id = 8532 THEN 1 ELSE 0 END) AS woman, MAX(CASE WHEN gender_concept_id = 8532 AND provider_id <> 1 THEN 1 ELSE 0 END) AS other FROM person p JOIN visit_occurrence v USING (person_id) GROUP BY 1) x
-- shows: hidden 29

-- a correlation with years of birth of some and 0 for the others
SELECT CORR(CASE WHEN gender_concept_id = 8532 THEN year_of_birth ELSE 0 END, provider_id) AS c, CORR(visits, CASE WHEN gender_concept_id = 8532 THEN year_of_birth ELSE 0 END) AS d FROM (SELECT p.person_id, gender_concept_id, year_of_birth, provider_id, COUNT(*) AS visits FROM person p JOIN visit_occurrence v USING (person_id) GROUP BY 1, 2, 3, 4) x
-- shows: hidden hidden

-- how long all were in hospital, who are women, by a deviation with 0 for men, beside that of all but one of them
SELECT (SELECT STDDEV_POP(n + 1) FROM (SELECT p.person_id, COUNT(v.visit_occurrence_id) AS n FROM person p LEFT JOIN (SELECT x.visit_occurrence_id, x.person_id FROM visit_occurrence x JOIN person USING (person_id) WHERE gender_concept_id = 8532 AND visit_concept_id > 9201) v USING (person_id) GROUP BY 1) t) AS a, (SELECT STDDEV_POP(n) FROM (SELECT p.person_id, COUNT(*) AS n FROM person p JOIN visit_occurrence USING (person_id) WHERE gender_concept_id = 8532 AND visit_concept_id > 9201 AND provider_id <> 1 GROUP BY 1) t) AS b
-- shows: hidden hidden

-- the same as sums, of which one adds 1 for everybody
SELECT (SELECT SUM(n + 1) FROM (SELECT p.person_id, COUNT(v.visit_occurrence_id) AS n FROM person p LEFT JOIN (SELECT x.visit_occurrence_id, x.person_id FROM visit_occurrence x JOIN person USING (person_id) WHERE gender_concept_id = 8532 AND visit_concept_id > 9201) v USING (person_id) GROUP BY 1) t) AS a, (SELECT SUM(n) FROM (SELECT p.person_id, COUNT(*) AS n FROM person p JOIN visit_occurrence USING (person_id) WHERE gender_concept_id = 8532 AND visit_concept_id > 9201 AND provider_id <> 1 GROUP BY 1) t) AS b
-- shows: hidden 48
