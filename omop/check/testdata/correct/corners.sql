-- Correct SQL from the corners of the language, where a rule that reads carelessly would cry wolf.

-- a struct and its fields
SELECT s.lo, s.hi FROM (SELECT {'lo': MIN(value_as_number), 'hi': MAX(value_as_number)} AS s FROM measurement WHERE measurement_concept_id IN ([measurement@potassium]) AND unit_concept_id = 8753) AS x

-- a lambda over a list
SELECT LIST_FILTER(LIST(DISTINCT year_of_birth), y -> y > 1950) AS years FROM person

-- an alias used in the same list and in WHERE
SELECT year_of_birth // 10 AS decade, decade * 10 AS label, COUNT(*) AS n FROM person GROUP BY ALL

-- * EXCLUDE and REPLACE
SELECT * EXCLUDE (person_source_value) REPLACE (year_of_birth // 10 * 10 AS year_of_birth) FROM person

-- COLUMNS with a pattern
SELECT COUNT(COLUMNS('.*_source_value')) FROM person

-- NATURAL JOIN of one's own CTEs
WITH a AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence GROUP BY person_id), b AS (SELECT person_id, MIN(death_date) AS e FROM death GROUP BY person_id)
SELECT AVG(DATE_DIFF('day', d, e)) AS days FROM a NATURAL JOIN b

-- parent and child details of a visit by their own key
SELECT COUNT(*) AS n FROM visit_detail c JOIN visit_detail p ON c.parent_visit_detail_id = p.visit_detail_id

-- the same alias in two CTEs for two tables
WITH a AS (SELECT x.person_id FROM condition_occurrence x WHERE x.condition_concept_id IN ([condition@asthma])),
b AS (SELECT x.person_id FROM drug_exposure x WHERE x.drug_concept_id IN ([drug@albuterol]))
SELECT COUNT(DISTINCT a.person_id) AS patients FROM a JOIN b USING (person_id)

-- a CTE that has the name of a table
WITH person AS (SELECT person_id, year_of_birth AS yob FROM main.person WHERE year_of_birth > 1900) SELECT COUNT(*) AS n FROM person WHERE yob < 1950

-- a person's key under other names
WITH cohort_people AS (SELECT person_id AS subject, MIN(condition_start_date) AS t0 FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) GROUP BY 1)
SELECT COUNT(DISTINCT cp.subject) AS patients FROM cohort_people cp JOIN drug_exposure de ON de.person_id = cp.subject AND de.drug_exposure_start_date >= cp.t0 WHERE de.drug_concept_id IN ([drug@allopurinol])

-- a visit's key under other names
WITH adm(stay, who) AS (SELECT visit_occurrence_id, person_id FROM visit_occurrence WHERE visit_concept_id = 9201)
SELECT COUNT(DISTINCT a.who) AS patients FROM adm a JOIN procedure_occurrence p ON p.visit_occurrence_id = a.stay AND p.person_id = a.who

-- join conditions in brackets, the wrong way about, and with constants
SELECT COUNT(DISTINCT p.person_id) AS patients FROM person p JOIN condition_occurrence c ON ((c.person_id = p.person_id) AND (201826 = c.condition_concept_id))

-- a join by a range only, between a calendar and events
SELECT y.y, COUNT(DISTINCT c.person_id) AS patients FROM (SELECT UNNEST([2008, 2009, 2010]) AS y) y JOIN condition_occurrence c ON c.condition_start_date BETWEEN MAKE_DATE(y.y, 1, 1) AND MAKE_DATE(y.y, 12, 31) GROUP BY y.y

-- concept ids in a list from another concept set's table
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN (SELECT c.concept_id FROM concept c JOIN concept_ancestor a ON a.descendant_concept_id = c.concept_id WHERE a.ancestor_concept_id IN ([drug@statins]) AND c.standard_concept = 'S')

-- tuples
SELECT COUNT(*) AS n FROM concept WHERE (vocabulary_id, concept_code) IN (('SNOMED', '44054006'), ('LOINC', '4548-4'))

-- a code that is looked up with its vocabulary in ON
SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN concept s ON s.concept_id = co.condition_source_concept_id AND s.vocabulary_id = 'ICD10CM' WHERE s.concept_code LIKE 'E11%'

-- the vocabulary by IN, the code by a pattern
SELECT COUNT(*) AS n FROM concept WHERE vocabulary_id IN ('ICD9CM', 'ICD10CM') AND concept_code SIMILAR TO '(250|E1[01]).*'

-- names to show, never to choose
SELECT COALESCE(c.concept_name, 'none') AS name, COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d LEFT JOIN concept c ON c.concept_id = d.drug_concept_id AND c.concept_id <> 0 GROUP BY 1 ORDER BY name LIMIT 5

-- NOT IN over a subquery that excludes NULL
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_occurrence_id NOT IN (SELECT visit_occurrence_id FROM condition_occurrence WHERE visit_occurrence_id IS NOT NULL)

-- NOT IN over constants and over a COALESCE
SELECT COUNT(*) AS n FROM provider WHERE specialty_concept_id NOT IN (0) AND provider_id NOT IN (SELECT COALESCE(provider_id, 0) FROM procedure_occurrence)

-- a LEFT JOIN that is an anti join
SELECT COUNT(*) AS n FROM person p LEFT JOIN (SELECT DISTINCT person_id FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin])) w ON w.person_id = p.person_id WHERE w.person_id IS NULL

-- a LEFT JOIN with a condition on either side in WHERE that lets NULL through
SELECT COUNT(DISTINCT p.person_id) AS n FROM person p LEFT JOIN death d ON d.person_id = p.person_id WHERE d.death_date IS NULL OR d.death_date > DATE '2010-06-01'

-- a LEFT JOIN kept by COALESCE
SELECT COUNT(DISTINCT p.person_id) AS n FROM person p LEFT JOIN (SELECT person_id, COUNT(*) AS k FROM visit_occurrence GROUP BY 1) v ON v.person_id = p.person_id WHERE COALESCE(v.k, 0) < 2

-- division of a count by a decimal constant, and by a cast below
SELECT COUNT(*) / 4.0 AS per_quarter, COUNT(*) / CAST(NULLIF(COUNT(DISTINCT person_id), 0) AS DOUBLE) AS per_person FROM visit_occurrence

-- whole division that is meant
SELECT (2010 - year_of_birth) // 5 * 5 AS age_group, COUNT(*) AS n FROM person GROUP BY 1

-- UNION that removes doubles on purpose, of people
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) UNION SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@COPD])) u

-- LIMIT of one row that is the only one
SELECT COUNT(*) AS n FROM person LIMIT 1

-- LIMIT of a total order by window
SELECT condition_concept_id, n FROM (SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY 1) x ORDER BY n DESC, condition_concept_id LIMIT 3 OFFSET 3

-- records are counted and said to be records
SELECT COUNT(*) AS exposures, COUNT(DISTINCT person_id) AS patients, COUNT(*) * 1.0 / COUNT(DISTINCT person_id) AS exposures_per_patient FROM drug_exposure WHERE drug_concept_id IN ([drug@ibuprofen])

-- one record for each person makes COUNT(*) a count of people
SELECT COUNT(*) AS patients FROM (SELECT person_id FROM measurement WHERE measurement_concept_id IN ([measurement@hemoglobin]) GROUP BY person_id HAVING COUNT(*) >= 3) m

-- ROW_NUMBER = 1 makes COUNT(*) a count of people
SELECT COUNT(*) AS patients FROM (SELECT person_id, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) AS rn FROM visit_occurrence) v WHERE rn = 1

-- an average of each person's own first
SELECT AVG(v) AS mean FROM (SELECT person_id, FIRST(value_as_number ORDER BY measurement_date) AS v FROM measurement WHERE measurement_concept_id IN ([measurement@body mass index]) AND unit_concept_id = 9531 GROUP BY person_id) m

-- a sum over a join by key, one to one
SELECT SUM(c.total_paid) AS paid FROM procedure_occurrence p JOIN cost c ON c.cost_event_id = p.procedure_occurrence_id AND c.cost_domain_id = 'Procedure'

-- a unit converted before it is averaged
SELECT AVG(CASE unit_concept_id WHEN 8840 THEN value_as_number WHEN 8753 THEN value_as_number * 18.0 END) AS mg_per_dl FROM measurement WHERE measurement_concept_id IN ([measurement@glucose]) AND unit_concept_id IN (8840, 8753)

-- units listed with the averages
SELECT unit_concept_id, AVG(value_as_number) AS mean, COUNT(*) AS n FROM measurement WHERE measurement_concept_id IN ([measurement@creatinine]) GROUP BY unit_concept_id

-- a ratio of two values of one person in the same unit
SELECT AVG(a.value_as_number / NULLIF(b.value_as_number, 0)) AS ratio FROM measurement a JOIN measurement b ON b.person_id = a.person_id AND b.measurement_date = a.measurement_date AND b.unit_concept_id = a.unit_concept_id
WHERE a.measurement_concept_id IN ([measurement@cholesterol in LDL]) AND b.measurement_concept_id IN ([measurement@cholesterol in HDL])

-- value_as_string as text
SELECT value_as_string, COUNT(*) AS n FROM observation WHERE observation_concept_id IN ([observation@language]) AND value_as_string <> '' GROUP BY value_as_string

-- value_as_string cast with care
SELECT AVG(TRY_CAST(value_as_string AS DOUBLE)) AS mean FROM observation WHERE observation_concept_id IN ([observation@pain score])

-- dates in ISO form as plain strings
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_start_date BETWEEN '2009-01-01' AND '2009-12-31' AND condition_concept_id IN ([condition@influenza])

-- a timestamp with a time zone
SELECT COUNT(*) AS n FROM visit_occurrence WHERE visit_start_datetime >= TIMESTAMP '2009-03-01 00:00:00' AND visit_start_datetime < TIMESTAMP '2009-04-01 00:00:00'

-- an end date that is tested for NULL elsewhere
SELECT COUNT(*) AS open_stays FROM visit_occurrence WHERE visit_concept_id = 9201 AND visit_end_date IS NULL

-- a window on one side that is meant: ever before
SELECT COUNT(DISTINCT d.person_id) AS patients FROM death d JOIN condition_occurrence c ON c.person_id = d.person_id AND c.condition_start_date <= d.death_date WHERE c.condition_concept_id IN ([condition@cancer])

-- a look-back that is bounded by >= and <
SELECT COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN drug_exposure d ON d.person_id = v.person_id AND d.drug_exposure_start_date >= v.visit_start_date - 30 AND d.drug_exposure_start_date < v.visit_start_date
WHERE v.visit_concept_id = 9203 AND d.drug_concept_id IN ([drug@oxycodone])

-- age today, said so
SELECT COUNT(*) AS alive FROM person p WHERE p.year_of_birth >= 1940 AND NOT EXISTS (SELECT 1 FROM death d WHERE d.person_id = p.person_id)

-- a placeholder beside literals of the same set
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@angina], 4329847)

-- a placeholder of a source code
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN ([condition@ICD10CM:N18.6])

-- NOT IN with a placeholder
SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@antibiotic]) AND drug_concept_id NOT IN ([drug@amoxicillin])

-- a CASE over placeholders
SELECT CASE WHEN drug_concept_id IN ([drug@warfarin]) THEN 'warfarin' WHEN drug_concept_id IN ([drug@apixaban]) THEN 'apixaban' END AS drug, COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin], [drug@apixaban]) GROUP BY 1

-- the visit's kind and its ancestors
SELECT COUNT(DISTINCT v.person_id) AS patients FROM visit_occurrence v JOIN concept_ancestor a ON a.descendant_concept_id = v.visit_concept_id WHERE a.ancestor_concept_id = 9201

-- both sides of the hierarchy at once
SELECT top.concept_name, COUNT(DISTINCT c.person_id) AS patients FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id JOIN concept top ON top.concept_id = a.ancestor_concept_id
WHERE a.ancestor_concept_id IN (201826, 320128, 317009) GROUP BY top.concept_name

-- the most general ancestor within a class
SELECT atc.concept_name, COUNT(DISTINCT d.person_id) AS patients FROM drug_exposure d JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id JOIN concept atc ON atc.concept_id = a.ancestor_concept_id
WHERE atc.vocabulary_id = 'ATC' AND atc.concept_class_id = 'ATC 2nd' GROUP BY atc.concept_name ORDER BY patients DESC

-- people at the same address
SELECT n, COUNT(*) AS households FROM (SELECT location_id, COUNT(*) AS n FROM person WHERE location_id IS NOT NULL GROUP BY location_id) x GROUP BY n

-- GROUPING SETS with GROUPING
SELECT CASE WHEN GROUPING(gender_concept_id) = 1 THEN 'all' ELSE CAST(gender_concept_id AS VARCHAR) END AS sex, COUNT(*) AS n FROM person GROUP BY GROUPING SETS ((gender_concept_id), ())

-- a scalar subquery on each side
SELECT (SELECT COUNT(*) FROM death) * 1000.0 / (SELECT COUNT(*) FROM person) AS deaths_per_1000

-- nested aggregates in a window
SELECT EXTRACT(YEAR FROM death_date) AS y, COUNT(*) AS deaths, SUM(COUNT(*)) OVER (ORDER BY EXTRACT(YEAR FROM death_date)) AS so_far FROM death GROUP BY 1

-- numbers side by side, as a list of values
VALUES ((SELECT COUNT(*) FROM person), (SELECT COUNT(DISTINCT person_id) FROM death))

-- a concept id that is distinct from another is not compared by its size
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id IS DISTINCT FROM 9202;
