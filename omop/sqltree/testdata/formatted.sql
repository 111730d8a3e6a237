SELECT COUNT(DISTINCT d.person_id) AS patients
FROM (
  SELECT person_id, MIN(condition_start_date) AS first_date
  FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@type 2 diabetes])
  GROUP BY person_id
) AS d
JOIN drug_exposure AS x ON x.person_id = d.person_id
WHERE x.drug_concept_id IN ([drug@metformin])
  AND x.drug_exposure_start_date BETWEEN d.first_date AND d.first_date + INTERVAL '90' DAY;

SELECT COUNT(*)
FROM person;

SELECT COUNT(DISTINCT person_id) AS n
FROM condition_occurrence
WHERE condition_concept_id IN ([condition@viral sinusitis], [condition@ICD10CM:J01.90]);

SELECT *
FROM person
WHERE person_id NOT IN (SELECT person_id FROM death);

SELECT p.*, c.concept_name AS "Sex at birth"
FROM person AS p
LEFT JOIN concept AS c ON c.concept_id = p.gender_concept_id;

SELECT gender_concept_id, year_of_birth, COUNT(*) AS n
FROM person
GROUP BY gender_concept_id, year_of_birth
HAVING COUNT(*) > 5
ORDER BY n DESC, year_of_birth NULLS LAST
LIMIT 10 OFFSET 5;

SELECT gender_concept_id, race_concept_id, COUNT(*)
FROM person
GROUP BY ROLLUP (gender_concept_id, race_concept_id);

SELECT gender_concept_id, race_concept_id, ethnicity_concept_id, COUNT(*)
FROM person
GROUP BY CUBE (gender_concept_id, race_concept_id, ethnicity_concept_id);

SELECT gender_concept_id, race_concept_id, GROUPING(gender_concept_id), COUNT(*)
FROM person
GROUP BY GROUPING SETS ((gender_concept_id), (gender_concept_id, race_concept_id), ());

SELECT a, b, c, COUNT(*)
FROM t
GROUP BY c, ROLLUP (a, b);

SELECT gender_concept_id, COUNT(*)
FROM person
GROUP BY ALL
ORDER BY ALL;

SELECT COUNT(*)
FROM person
GROUP BY ();

SELECT EXTRACT(YEAR FROM condition_start_date) AS year, COUNT(DISTINCT person_id)
FROM condition_occurrence
GROUP BY 1
ORDER BY 1;

SELECT EXTRACT(MONTH FROM visit_start_date),
       EXTRACT(DOW FROM visit_start_date),
       YEAR(visit_start_date),
       DATE_TRUNC('month', visit_start_date)
FROM visit_occurrence;

SELECT AVG(EXTRACT(YEAR FROM c.first_date) - p.year_of_birth) AS mean_age
FROM person AS p
JOIN (
  SELECT person_id, MIN(condition_start_date) AS first_date
  FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@osteoporosis])
  GROUP BY person_id
) AS c USING (person_id);

SELECT DATE_DIFF('day', visit_start_date, visit_end_date) AS los,
       visit_end_date - visit_start_date AS d,
       visit_start_date + 30
FROM visit_occurrence;

SELECT *
FROM drug_exposure
WHERE drug_exposure_start_date >= DATE '2009-01-01'
  AND drug_exposure_start_date < DATE '2010-01-01'
  AND drug_exposure_end_date <= DATE '2010-12-31';

SELECT TIMESTAMP '2009-01-01 10:00:00',
       TIME '10:00:00',
       INTERVAL '1' YEAR,
       INTERVAL '2' MONTH,
       INTERVAL '90' DAY,
       INTERVAL '1 year 2 days',
       INTERVAL (n) DAY,
       INTERVAL (2 * n + 1) WEEK,
       INTERVAL (n || ' days'),
       INTERVAL '5' SECOND,
       INTERVAL '3' HOUR
FROM t;

SELECT TO_DAYS(3),
       TO_DAYS(CAST(TRUNC(CAST(x AS DOUBLE)) AS INTEGER)),
       INTERVAL '3' DAY,
       CAST(y AS INTERVAL)
FROM t;

SELECT CURRENT_DATE, CURRENT_TIMESTAMP, NOW(), CURRENT_DATE - INTERVAL '18' YEAR;

WITH t2dm AS (
  SELECT person_id, MIN(condition_start_date) AS index_date
  FROM condition_occurrence
  WHERE condition_concept_id IN ([condition@type 2 diabetes mellitus])
  GROUP BY person_id
),
metformin AS (
  SELECT person_id, MIN(drug_exposure_start_date) AS first_dose
  FROM drug_exposure
  WHERE drug_concept_id IN ([drug@metformin])
  GROUP BY person_id
)
SELECT COUNT(*) AS patients, AVG(m.first_dose - t.index_date) AS mean_days
FROM t2dm AS t
JOIN metformin AS m ON m.person_id = t.person_id AND m.first_dose > t.index_date;

WITH a AS (
  SELECT 1 AS x
),
b (y, z) AS (
  SELECT x, x + 1
  FROM a
)
SELECT *
FROM b
WHERE y = 1 OR z = 2;

WITH RECURSIVE ancestors (id, depth) AS (
  SELECT concept_id_1, 0
  FROM concept_relationship
  WHERE relationship_id = 'Is a'
  UNION ALL
  SELECT r.concept_id_2, a.depth + 1
  FROM ancestors AS a
  JOIN concept_relationship AS r ON r.concept_id_1 = a.id
  WHERE a.depth < 5
)
SELECT DISTINCT id
FROM ancestors;

WITH RECURSIVE r (n) AS (
  SELECT 1
  UNION
  SELECT n + 1
  FROM r
  WHERE n < 10
),
s AS (
  SELECT 2 AS m
)
SELECT *
FROM r,
     s;

SELECT COUNT(*) FILTER (WHERE gender_concept_id = 8532) AS women,
       COUNT(*) FILTER (WHERE gender_concept_id = 8507) AS men,
       100.0 * COUNT(*) FILTER (WHERE gender_concept_id = 8532) / NULLIF(COUNT(*), 0) AS share
FROM person;

SELECT ROUND(100.0 * COUNT(DISTINCT CASE WHEN d.person_id IS NOT NULL THEN p.person_id END)
             / COUNT(DISTINCT p.person_id),
             2) AS percent
FROM person AS p
LEFT JOIN death AS d ON d.person_id = p.person_id;

SELECT CASE
         WHEN age < 18 THEN 'child'
         WHEN age BETWEEN 18 AND 64 THEN 'adult'
         ELSE 'older adult'
       END AS age_group,
       CASE gender_concept_id WHEN 8507 THEN 'M' WHEN 8532 THEN 'F' END AS sex
FROM ages;

SELECT CASE WHEN a = 1 AND b = 2 OR c = 3 THEN NULL ELSE FALSE END,
       CASE WHEN x = 1 THEN 1 WHEN y = 1 THEN 2 END
FROM t;

SELECT CASE
         WHEN EXTRACT(YEAR FROM c.condition_start_date) - p.year_of_birth < 5 THEN '0-4'
         WHEN EXTRACT(YEAR FROM c.condition_start_date) - p.year_of_birth < 10 THEN '5-9'
         ELSE '10+'
       END AS age_group,
       COUNT(DISTINCT c.person_id) AS patients
FROM condition_occurrence AS c
JOIN person AS p ON p.person_id = c.person_id
GROUP BY age_group;

SELECT person_id
FROM condition_occurrence AS c
WHERE EXISTS (
    SELECT 1
    FROM drug_exposure AS x
    WHERE x.person_id = c.person_id
      AND x.drug_concept_id IN ([drug@warfarin])
  )
  AND NOT EXISTS (SELECT 1 FROM death AS d WHERE d.person_id = c.person_id);

SELECT person_id
FROM condition_occurrence
WHERE condition_concept_id IN (
    SELECT descendant_concept_id
    FROM concept_ancestor
    WHERE ancestor_concept_id = 201826
  );

SELECT person_id
FROM t
WHERE x IN (SELECT y FROM u)
  OR x NOT IN (SELECT y FROM u)
  OR x > ALL (SELECT y FROM u)
  OR x < ANY (SELECT y FROM u)
  OR NOT (x < ANY (SELECT y FROM u));

SELECT person_id,
       ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) AS rn,
       RANK() OVER (ORDER BY condition_start_date DESC NULLS LAST)
FROM condition_occurrence
QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id
                           ORDER BY condition_start_date, condition_occurrence_id) = 1;

SELECT LAG(drug_exposure_end_date, 1) OVER (PARTITION BY person_id, drug_concept_id
                                            ORDER BY drug_exposure_start_date) AS prev_end,
       LEAD(x, 2, 0) OVER (ORDER BY y),
       drug_exposure_start_date
       - LAG(drug_exposure_end_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS gap
FROM drug_exposure;

SELECT SUM(n) OVER (ORDER BY d ROWS BETWEEN 6 PRECEDING AND CURRENT ROW),
       SUM(n) OVER (ORDER BY d ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
       SUM(n) OVER (ORDER BY d ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
       AVG(n) OVER (ORDER BY d
                    RANGE BETWEEN INTERVAL '7' DAY PRECEDING AND INTERVAL '7' DAY FOLLOWING),
       MAX(n) OVER (ORDER BY d GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES),
       COUNT(*) OVER (),
       SUM(n) OVER (ORDER BY d)
FROM t;

SELECT FIRST_VALUE(x IGNORE NULLS) OVER (ORDER BY d),
       NTH_VALUE(x, 2) OVER (ORDER BY d ROWS BETWEEN CURRENT ROW AND 3 FOLLOWING),
       NTILE(4) OVER (ORDER BY x),
       COUNT(DISTINCT x) OVER (PARTITION BY y),
       SUM(x) FILTER (WHERE x > 0) OVER (PARTITION BY y)
FROM t;

SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY value_as_number) AS median,
       PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY value_as_number DESC),
       MODE() WITHIN GROUP (ORDER BY unit_concept_id),
       MEDIAN(value_as_number),
       QUANTILE_CONT(value_as_number, 0.9),
       QUANTILE_CONT(value_as_number, [0.25, 0.5, 0.75])
FROM measurement
WHERE measurement_concept_id IN ([measurement@hemoglobin A1c])
  AND unit_concept_id = 8554;

SELECT STRING_AGG(concept_name, ', ' ORDER BY concept_name DESC NULLS LAST)
FROM concept;

SELECT ARRAY_AGG(DISTINCT x ORDER BY x),
       LIST(x)[1],
       LIST(x)[1:3],
       LIST(x)[:2],
       LIST(x)[2:],
       ARG_MIN(a, b),
       FIRST(a ORDER BY b)
FROM t;

SELECT person_id
FROM condition_occurrence
UNION
SELECT person_id
FROM drug_exposure
UNION ALL
SELECT person_id
FROM procedure_occurrence
UNION ALL
SELECT person_id
FROM observation
ORDER BY 1
LIMIT 100;

SELECT person_id
FROM a
EXCEPT
SELECT person_id
FROM b
INTERSECT
SELECT person_id
FROM c;

(
  SELECT person_id
  FROM a
  EXCEPT
  SELECT person_id
  FROM b
)
INTERSECT ALL
SELECT person_id
FROM c;

SELECT 1
EXCEPT
(
  SELECT 2
  EXCEPT
  SELECT 3
);

SELECT 1
INTERSECT
(
  SELECT 2
  INTERSECT
  SELECT 3
);

(
  SELECT person_id
  FROM a
  ORDER BY d
  LIMIT 5
)
UNION ALL
(
  SELECT person_id
  FROM b
  ORDER BY d
  LIMIT 5
);

SELECT 1
UNION ALL
(
  SELECT 2
  UNION
  SELECT 3
)
UNION ALL
SELECT 4;

SELECT 1 AS a
UNION BY NAME
SELECT 2 AS b;

WITH a AS (
  SELECT 1
)
(
  WITH b AS (
    SELECT 2
  )
  SELECT *
  FROM b
)
UNION ALL
SELECT *
FROM a;

SELECT DISTINCT ON (person_id) person_id, visit_start_date
FROM visit_occurrence
ORDER BY person_id, visit_start_date DESC;

SELECT DISTINCT gender_concept_id, race_concept_id
FROM person;

SELECT p.person_id, v.visit_start_date
FROM person AS p,
     LATERAL (
  SELECT visit_start_date
  FROM visit_occurrence
  WHERE visit_occurrence.person_id = p.person_id
  ORDER BY visit_start_date
  LIMIT 1
) AS v;

SELECT p.person_id, v.n
FROM person AS p
LEFT JOIN LATERAL (
  SELECT COUNT(*) AS n
  FROM visit_occurrence AS o
  WHERE o.person_id = p.person_id
) AS v ON TRUE;

SELECT v.label, COUNT(*)
FROM (VALUES (0, 17, 'child'), (18, 64, 'adult'), (65, 150, 'older')) AS v (low, high, label)
JOIN ages AS a ON a.age BETWEEN v.low AND v.high
GROUP BY v.label;

VALUES (1, 'a'), (2, 'b')
ORDER BY 1
LIMIT 1;

SELECT y.year
FROM GENERATE_SERIES(2008, 2010) AS y (year)
CROSS JOIN RANGE(5) AS m (i),
     UNNEST([1, 2, 3]) AS u (k);

SELECT *
FROM a
JOIN (b
  CROSS JOIN c) ON a.x = c.x
LEFT JOIN (d
  JOIN e USING (q, r)) USING (z);

SELECT *
FROM a,
     b
JOIN c ON a.x = c.x,
     d;

SELECT *
FROM a
JOIN b ON a.x = b.x
RIGHT JOIN c ON TRUE
FULL JOIN d ON d.x = c.x
NATURAL LEFT JOIN e
SEMI JOIN f ON f.x = a.x
ANTI JOIN g USING (x)
ASOF LEFT JOIN h USING (x, d)
POSITIONAL JOIN i;

SELECT *
FROM (SELECT person_id FROM death) AS d
WHERE d.person_id > 5;

SELECT x IS NULL,
       x IS NOT NULL,
       x IS NOT NULL,
       x IS TRUE,
       x IS NOT TRUE,
       x IS FALSE,
       x IS NULL,
       x IS DISTINCT FROM y,
       x IS NOT DISTINCT FROM y
FROM t;

SELECT x IN (1, 2),
       x NOT IN (1, 2),
       x NOT IN (3),
       x BETWEEN 1 AND 2,
       x NOT BETWEEN 1 AND 2,
       x NOT BETWEEN 1 AND 2,
       x IN (y),
       (x, y) IN ((1, 2), (3, 4)),
       (x, y) IN (SELECT 1, 2),
       CONTAINS(l, x)
FROM t;

SELECT a LIKE 'x%',
       a NOT LIKE 'x',
       a ILIKE 'x',
       a NOT ILIKE 'x',
       a LIKE 'x!%' ESCAPE '!',
       a NOT ILIKE 'b' ESCAPE 'c',
       REGEXP_FULL_MATCH(a, 'x'),
       NOT REGEXP_FULL_MATCH(a, 'y'),
       REGEXP_FULL_MATCH(a, 'z'),
       a ~~~ 'g*',
       LOWER(a) LIKE '%' || b || '%'
FROM t;

SELECT a + b * c,
       (a + b) * c,
       a - (b - c),
       a - b - c,
       a / b / c,
       a / (b / c),
       -(a + b),
       -(-a),
       a - -1,
       -5,
       2.50,
       1e3,
       0.5,
       1.5e-7,
       18446744073709551616,
       123456789012345678901234567890.5,
       -9223372036854775808,
       a // b,
       a % b,
       a ** 2,
       -2 ** 2,
       -(2 ** 2),
       a ^ b ^ c,
       a ^ b ^ c,
       ~a,
       (a & b) | c,
       a << 2
FROM t;

SELECT NOT a AND b OR c AND (d OR e),
       NOT (a OR b),
       (a OR b) AND (c OR d),
       NOT (NOT a),
       (a = b) = c,
       (a AND b) = c,
       (a = b) IS NULL,
       (a IN (1)) IN (2),
       a || b LIKE c,
       a = b || c
FROM t;

SELECT COALESCE(a, b, 0),
       COALESCE(a, b),
       NULLIF(a, b),
       CASE WHEN a THEN b ELSE c END,
       GREATEST(a, b),
       TRY(a),
       ABS(x),
       SUBSTRING(a, 1, 3),
       SUBSTRING(a, 2, 2),
       POSITION('a' IN b),
       TRIM(a),
       TRIM(a, 'x'),
       LEFT(a, 2),
       "weird fn"(1),
       TIMEZONE('UTC', d)
FROM t;

SELECT CAST(x AS INTEGER),
       CAST(x AS VARCHAR),
       TRY_CAST(x AS DOUBLE),
       CAST(x AS DECIMAL(10, 2)),
       CAST(x AS INTEGER[]),
       CAST(x AS STRUCT(a INTEGER, "b c" VARCHAR)),
       CAST(x AS MAP(INTEGER, VARCHAR)),
       CAST(x AS TIMESTAMP WITH TIME ZONE),
       CAST(x AS JSON),
       CAST(x AS INTEGER[3]),
       CAST(NULL AS DATE),
       CAST('t' AS BOOLEAN),
       CAST(TRUE AS INTEGER),
       -CAST(5 AS VARCHAR),
       CAST(-5 AS VARCHAR)
FROM t;

SELECT * EXCLUDE (person_source_value, "Weird Name"),
       * REPLACE (year_of_birth + 1 AS year_of_birth),
       COLUMNS('.*_id'),
       COLUMNS(*)
FROM person;

SELECT LIST_TRANSFORM(l, x -> x + 1),
       LIST_FILTER(l, LAMBDA x : x > 1),
       LIST_REDUCE(l, LAMBDA a, b : a + b),
       LIST_TRANSFORM(l, (x, i) -> x + i),
       LIST_APPLY(LIST_FILTER(LIST_APPLY(l, LAMBDA x : {'filter': x > 2, 'result': x + 1}),
                              LAMBDA elem : STRUCT_EXTRACT(elem, 'filter')),
                  LAMBDA elem : STRUCT_EXTRACT(elem, 'result')),
       [1, 2, 3],
       [],
       {'a': 1, 'b c': 'x'},
       (s).a,
       s.a.b,
       MAP(['k'], [1]),
       MAP([1], [2]),
       (1, 2),
       ROW(1),
       (
         SELECT CASE WHEN ARRAY_AGG(#1) IS NULL THEN [] ELSE ARRAY_AGG(#1) END
         FROM (SELECT 1)
       )
FROM t;

SELECT 'it''s', 'a[condition@x]', "a[condition@x]", 'a
b', 'it''s [drug@y]', '', 'naïve – ünïcode'
FROM "My Table" AS T
WHERE T."select" = 1
  AND T."été" = 2;

SELECT person_id AS "order", 1 AS "Group", 2 AS year, 3 AS "1st", 4 AS date, 5 AS value
FROM main.person;

SELECT a.x
FROM memory.main.t AS a (x, y)
WHERE #1 > 0;

SELECT (SELECT COUNT(*) FROM person) AS persons,
       (
         SELECT MAX(v.visit_end_date)
         FROM visit_occurrence AS v
         JOIN care_site AS s ON s.care_site_id = v.care_site_id
         WHERE s.care_site_name = 'X'
           AND v.visit_concept_id = 9201
       ) AS last;

SELECT COUNT(DISTINCT o.person_id) * 1000.0
       / SUM((LEAST(o.observation_period_end_date, DATE '2010-12-31')
              - GREATEST(o.observation_period_start_date, DATE '2008-01-01'))
             / 365.25) AS rate
FROM observation_period AS o
WHERE o.observation_period_start_date <= DATE '2010-12-31'
  AND o.observation_period_end_date >= DATE '2008-01-01';

SELECT c.concept_name, COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN concept AS c ON c.concept_id = co.condition_concept_id
WHERE co.person_id IN (
    SELECT person_id
    FROM drug_exposure
    WHERE drug_concept_id IN ([drug@celecoxib, 200 mg \[Celebrex\]])
  )
  AND co.condition_concept_id <> 0
GROUP BY c.concept_name
ORDER BY patients DESC, c.concept_name
LIMIT 10;

SELECT COUNT(DISTINCT person_id)
FROM visit_occurrence
WHERE visit_concept_id IN ([visit@inpatient visit])
  AND (visit_end_date IS NULL OR visit_end_date - visit_start_date > 7)
  AND visit_start_date >= (SELECT MIN(observation_period_start_date) FROM observation_period);

SELECT a
FROM t
WHERE (first_condition_of_some_length = 1
       OR second_condition_of_some_length = 2
       OR third_condition_of_some_length = 3)
  AND x = 1;

WITH exposures AS (
  SELECT person_id,
         drug_exposure_start_date AS s,
         COALESCE(drug_exposure_end_date,
                  drug_exposure_start_date + CAST(days_supply AS INTEGER),
                  drug_exposure_start_date) AS e
  FROM drug_exposure
  WHERE drug_concept_id IN ([drug@simvastatin])
),
marked AS (
  SELECT *,
         CASE
           WHEN s <= MAX(e) OVER (PARTITION BY person_id
                                  ORDER BY s, e
                                  ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                     + INTERVAL '30' DAY THEN 0
           ELSE 1
         END AS new_era
  FROM exposures
),
eras AS (
  SELECT *,
         SUM(new_era) OVER (PARTITION BY person_id
                            ORDER BY s, e
                            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS era
  FROM marked
)
SELECT person_id, era, MIN(s) AS era_start, MAX(e) AS era_end
FROM eras
GROUP BY person_id, era
ORDER BY person_id, era;

SELECT DATE_TRUNC('quarter', v.visit_start_date) AS quarter,
       COUNT(*) AS visits,
       COUNT(DISTINCT v.person_id) AS patients,
       SUM(COUNT(*)) OVER (ORDER BY DATE_TRUNC('quarter', v.visit_start_date)) AS running
FROM visit_occurrence AS v
GROUP BY 1;

SELECT person_id
FROM person
WHERE gender_concept_id = 8532;

SELECT *
FROM death;

SELECT *
FROM death;

SELECT (LIST(x ORDER BY y)[1]).z,
       F(a := 1, b := 'x'),
       (j -> '$.x') ->> 'y',
       CONTAINS(l, 3),
       LOWER('X')
FROM t;

SELECT a
FROM t
ORDER BY a COLLATE NOCASE DESC NULLS FIRST, b IS NULL, CASE WHEN c THEN 1 END
LIMIT (SELECT 5);

SELECT a
FROM t
LIMIT 10 PERCENT;

SELECT a
FROM t
OFFSET 3;

SELECT p1.person_id, p2.person_id
FROM person AS p1
JOIN person AS p2 ON p2.year_of_birth BETWEEN p1.year_of_birth - 2 AND p1.year_of_birth + 2
  AND p2.gender_concept_id = p1.gender_concept_id
  AND p2.person_id > p1.person_id
  AND p2.race_concept_id IS NOT DISTINCT FROM p1.race_concept_id;

SELECT COUNT(*)
FROM condition_occurrence AS a
JOIN procedure_occurrence AS b ON b.person_id = a.person_id
  AND b.procedure_date BETWEEN a.condition_start_date AND a.condition_start_date + INTERVAL '30' DAY
WHERE a.condition_concept_id IN ([condition@appendicitis])
  AND b.procedure_concept_id IN ([procedure@appendectomy])
  AND a.condition_start_date NOT BETWEEN DATE '2009-01-01' AND DATE '2009-12-31';

SELECT MIN(a) FILTER (WHERE b > 1),
       CAST(SUM(CASE WHEN x THEN 1 ELSE 0 END) AS DOUBLE) / COUNT(*) AS share,
       CAST(AVG(x) AS DECIMAL(10, 1)),
       STDDEV(x),
       CORR(a, b),
       BOOL_OR(x),
       APPROX_COUNT_DISTINCT(y),
       COUNT(x) FILTER (WHERE TRUE)
FROM t;

