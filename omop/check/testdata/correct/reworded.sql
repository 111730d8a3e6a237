-- The same answers in other words: by arithmetic around a column, by ranks, by windows. Each question stands before its statement.

-- question: How many people have a diagnosis recorded at exactly the general concept Depressive disorder (440383), not at one of its subtypes?
SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c JOIN concept_ancestor h ON h.descendant_concept_id = c.condition_concept_id WHERE h.ancestor_concept_id = 440383 AND h.min_levels_of_separation < 1

-- question: How many people have a diagnosis recorded at exactly the general concept Depressive disorder (440383), not at one of its subtypes?
SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c JOIN concept_ancestor h ON h.descendant_concept_id = c.condition_concept_id AND h.ancestor_concept_id = 440383 AND h.max_levels_of_separation IN (0)

-- question: How many people have a diagnosis coded exactly as Depressive disorder (440383), without its descendants?
SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c JOIN concept_ancestor h ON h.descendant_concept_id = c.condition_concept_id WHERE h.ancestor_concept_id = 440383 AND h.max_levels_of_separation BETWEEN 0 AND 0

-- question: How many people have a diagnosis recorded at exactly the general concept Depressive disorder (440383), not at one of its subtypes?
SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c WHERE c.condition_concept_id - 440383 = 0

-- question: How many people have a diagnosis recorded at exactly the general concept Depressive disorder (440383), not at one of its subtypes?
WITH h AS (SELECT descendant_concept_id AS d FROM concept_ancestor WHERE ancestor_concept_id = 440383 AND 1 > max_levels_of_separation) SELECT COUNT(DISTINCT c.person_id) AS people FROM condition_occurrence c WHERE c.condition_concept_id IN (SELECT d FROM h)

-- question: How many people in the database were born before 1930?
SELECT COUNT(*) AS people FROM person WHERE year_of_birth + 81 <= 2010

-- question: How many people in the database were born before 1930?
WITH a AS (SELECT person_id, 2010 - year_of_birth AS age FROM person) SELECT COUNT(*) AS people FROM a WHERE age > 80

-- question: How many people in the database were born before 1930?
SELECT COUNT(*) AS people FROM person WHERE 80 < 2010 - year_of_birth

-- question: How many people in the database were born before 1930?
SELECT COUNT(*) AS people FROM person WHERE year_of_birth - 1900 < 30

-- question: How many people were 81 or older in 2010 (2010 minus year of birth)?
SELECT COUNT(*) AS people FROM person WHERE year_of_birth <= 2010 - 81

-- question: Over all emergency room visits in 2010, each visit counted, what was the mean age of the patient (2010 minus year of birth)?
SELECT ROUND(AVG(2010 - p.year_of_birth), 3) AS mean_age FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9203 AND v.visit_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

-- question: What was the mean age of the patient (2010 minus year of birth) across all emergency room visits in 2010?
WITH e AS (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date BETWEEN DATE '2010-01-01' AND DATE '2010-12-31') SELECT AVG(2010 - p.year_of_birth) AS mean_age FROM person p JOIN e ON e.person_id = p.person_id

-- question: What was the median age of the patient (2010 minus year of birth) over all inpatient stays that began in 2010, every stay counted?
SELECT MEDIAN(2010 - p.year_of_birth) AS median_age FROM person p JOIN visit_occurrence v ON v.person_id = p.person_id WHERE v.visit_concept_id = 9201 AND YEAR(v.visit_start_date) = 2010

-- question: Over all dispensings of warfarin in 2009, each dispensing counted, what was the mean age (2009 minus year of birth)?
SELECT AVG(2009 - p.year_of_birth) AS mean_age FROM person p JOIN drug_exposure d ON d.person_id = p.person_id JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id AND a.ancestor_concept_id = 1310149 WHERE YEAR(d.drug_exposure_start_date) = 2009

-- question: Over all emergency room visits in 2010, each visit counted, what was the mean age of the patient (2010 minus year of birth)?
SELECT SUM((2010 - p.year_of_birth) * n.visits) * 1.0 / SUM(n.visits) AS mean_age FROM person p JOIN (SELECT person_id, COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010 GROUP BY person_id) n ON n.person_id = p.person_id

-- question: How many warfarin dispensings covered 1 July 2009? Where no end date is recorded, take start date plus days supply minus 1 as the end.
SELECT COUNT(*) AS dispensings FROM drug_exposure d JOIN concept_ancestor h ON h.descendant_concept_id = d.drug_concept_id AND h.ancestor_concept_id = 1310149 WHERE DATE '2009-07-01' BETWEEN d.drug_exposure_start_date AND COALESCE(d.drug_exposure_end_date, d.drug_exposure_start_date + d.days_supply - 1)

-- question: How many warfarin dispensings covered 1 July 2009? Where no end date is recorded, take start date plus days supply minus 1 as the end.
SELECT COUNT(*) AS dispensings FROM drug_exposure d JOIN concept_ancestor h ON h.descendant_concept_id = d.drug_concept_id AND h.ancestor_concept_id = 1310149 WHERE d.drug_exposure_start_date <= DATE '2009-07-01' AND CASE WHEN d.drug_exposure_end_date IS NOT NULL THEN d.drug_exposure_end_date ELSE d.drug_exposure_start_date + (d.days_supply - 1) END >= DATE '2009-07-01'

-- question: How many warfarin dispensings covered 1 July 2009? Where no end date is recorded, take start date plus days supply minus 1 as the end.
SELECT COUNT(*) AS dispensings FROM drug_exposure d JOIN concept_ancestor h ON h.descendant_concept_id = d.drug_concept_id AND h.ancestor_concept_id = 1310149 WHERE d.drug_exposure_start_date <= DATE '2009-07-01' AND IFNULL(d.drug_exposure_end_date, d.drug_exposure_start_date + d.days_supply - 1) >= DATE '2009-07-01'

-- question: How many warfarin dispensings covered 1 July 2009? Where no end date is recorded, take start date plus days supply minus 1 as the end.
SELECT COUNT(*) AS dispensings FROM drug_exposure d JOIN concept_ancestor h ON h.descendant_concept_id = d.drug_concept_id AND h.ancestor_concept_id = 1310149 WHERE d.drug_exposure_start_date <= DATE '2009-07-01' AND (d.drug_exposure_end_date >= DATE '2009-07-01' OR d.drug_exposure_end_date IS NULL AND d.drug_exposure_start_date + d.days_supply - 1 >= DATE '2009-07-01')

-- question: How many warfarin dispensings covered 1 July 2009? Where no end date is recorded, take start date plus days supply minus 1 as the end.
WITH w AS (SELECT d.drug_exposure_start_date AS a, IF(d.drug_exposure_end_date IS NULL, d.drug_exposure_start_date + d.days_supply - 1, d.drug_exposure_end_date) AS z FROM drug_exposure d SEMI JOIN concept_ancestor h ON h.descendant_concept_id = d.drug_concept_id AND h.ancestor_concept_id = 1310149) SELECT COUNT(*) AS dispensings FROM w WHERE DATE '2009-07-01' BETWEEN a AND z

-- question: How many emergency room visits were there in 2009?
SELECT MAX(k) AS visits FROM (SELECT ROW_NUMBER() OVER () AS k FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2009) n

-- question: How many emergency room visits were there in 2009?
WITH n AS (SELECT ROW_NUMBER() OVER (ORDER BY visit_occurrence_id) AS k FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2009) SELECT k AS visits FROM n ORDER BY k DESC LIMIT 1

-- question: How many people were ever diagnosed with pneumonia, subtypes included?
WITH n AS (SELECT DENSE_RANK() OVER (ORDER BY person_id DESC) AS k FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)) SELECT MAX(k) AS patients FROM n

-- question: How many people were ever diagnosed with pneumonia, subtypes included?
WITH c AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848)) SELECT MAX(k) AS patients FROM (SELECT ROW_NUMBER() OVER (ORDER BY person_id) AS k FROM c) n

-- question: How many women are in the database?
SELECT COALESCE(MAX(k), 0) AS women FROM (SELECT ROW_NUMBER() OVER (ORDER BY person_id) AS k FROM person WHERE gender_concept_id = 8532) n

-- question: How many people had their very first recorded emergency room visit in 2010?
SELECT COUNT(DISTINCT v.person_id) AS people FROM visit_occurrence v LEFT JOIN visit_occurrence e ON e.person_id = v.person_id AND e.visit_concept_id = 9203 AND e.visit_start_date < v.visit_start_date WHERE v.visit_concept_id = 9203 AND YEAR(v.visit_start_date) = 2010 AND e.person_id IS NULL

-- question: How many people had their very first recorded emergency room visit in 2010?
WITH er AS (SELECT person_id, visit_start_date AS d FROM visit_occurrence WHERE visit_concept_id = 9203) SELECT COUNT(DISTINCT a.person_id) AS people FROM er a ANTI JOIN er b ON b.person_id = a.person_id AND b.d < a.d WHERE YEAR(a.d) = 2010

-- question: How many people had their very first recorded emergency room visit in 2010?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010 EXCEPT SELECT person_id FROM visit_occurrence WHERE visit_concept_id = 9203 AND visit_start_date < DATE '2010-01-01') x

-- question: How many people had their very first recorded emergency room visit in 2010?
SELECT COUNT(DISTINCT person_id) AS people FROM visit_occurrence v WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010 AND v.visit_start_date <= ALL (SELECT w.visit_start_date FROM visit_occurrence w WHERE w.person_id = v.person_id AND w.visit_concept_id = 9203)

-- question: How many people had their very first recorded emergency room visit in 2010?
SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY person_id) WHERE d - DATE '2010-01-01' >= 0 AND DATE '2010-12-31' - d >= 0

-- question: What percentage of the women in the database are Black or African American?
SELECT ROUND(100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8516) / COUNT(*), 2) AS pct FROM person WHERE gender_concept_id = 8532

-- question: What percentage of the women in the database are Black or African American?
WITH t AS (SELECT gender_concept_id AS g, race_concept_id AS r, COUNT(*) AS n FROM person GROUP BY 1, 2) SELECT ROUND(100.0 * SUM(n) FILTER (WHERE r = 8516) / SUM(n), 2) AS pct FROM t WHERE g = 8532

-- question: What percentage of the women in the database are Black or African American?
SELECT pct FROM (SELECT gender_concept_id AS g, ROUND(100.0 * SUM(CASE WHEN race_concept_id = 8516 THEN 1 ELSE 0 END) / COUNT(*), 2) AS pct FROM person GROUP BY gender_concept_id) WHERE g = 8532

-- question: What percentage of the women in the database are Black or African American?
SELECT DISTINCT ROUND(100.0 * COUNT(*) FILTER (WHERE race_concept_id = 8516) OVER (PARTITION BY gender_concept_id) / COUNT(*) OVER (PARTITION BY gender_concept_id), 2) AS pct FROM person QUALIFY gender_concept_id = 8532

-- question: What percentage of the women in the database are Black or African American?
SELECT ROUND(100 * AVG(CASE race_concept_id WHEN 8516 THEN 1 ELSE 0 END), 2) AS pct FROM person WHERE gender_concept_id NOT IN (8507, 0)

-- question: Call a person-month a calendar month in which a given person had at least one emergency room visit. How many person-months were there in 2010?
SELECT COUNT(DISTINCT (person_id, date_trunc('month', visit_start_date))) AS person_months FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010

-- question: Call a person-month a calendar month in which a given person had at least one emergency room visit. How many person-months were there in 2010?
SELECT SUM(months) AS person_months FROM (SELECT person_id, COUNT(DISTINCT MONTH(visit_start_date)) AS months FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010 GROUP BY person_id) t

-- question: Call a person-month a calendar month in which a given person had at least one emergency room visit. How many person-months were there in 2010?
SELECT COUNT(*) AS person_months FROM (SELECT DISTINCT person_id, MONTH(visit_start_date) AS m FROM visit_occurrence WHERE visit_concept_id = 9203 AND YEAR(visit_start_date) = 2010) t

-- question: Call a person-day a day on which a given person had at least one visit. How many person-days were there in 2010?
SELECT SUM(heads) AS person_days FROM (SELECT visit_start_date, COUNT(DISTINCT person_id) AS heads FROM visit_occurrence WHERE YEAR(visit_start_date) = 2010 GROUP BY visit_start_date) d

-- question: Call a person-year a calendar year in which a given person had at least one inpatient stay. How many person-years were there?
WITH y AS (SELECT person_id, YEAR(visit_start_date) AS y FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1, 2) SELECT SUM(1) AS person_years FROM y

-- question: What is the mean of each person's first HbA1c value (unit percent; results without a value ignored; on a tie the lowest measurement_id)?
WITH a AS (SELECT person_id, value_as_number AS x, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date - DATE '2000-01-01', measurement_id) AS pos FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL) SELECT ROUND(AVG(x), 4) AS mean_first FROM a WHERE pos = 1

-- question: What is the mean of each person's first HbA1c value (unit percent; results without a value ignored; on a tie the lowest measurement_id)?
WITH a AS (SELECT person_id, value_as_number AS x, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_date DESC, measurement_id DESC) AS pos, COUNT(*) OVER (PARTITION BY person_id) AS n FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL) SELECT ROUND(AVG(x), 4) AS mean_first FROM a WHERE pos = n

-- question: What is the mean of each person's first HbA1c value (unit percent; results without a value ignored; on a tie the lowest measurement_id)?
SELECT AVG(x) AS mean_first FROM (SELECT DISTINCT ON (person_id) person_id, value_as_number AS x FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL ORDER BY person_id, DATE '2011-01-01' - measurement_date DESC, measurement_id) t

-- question: What is the mean of each person's first HbA1c value (unit percent; results without a value ignored; on a tie the lowest measurement_id)?
SELECT AVG(x) AS mean_first FROM (SELECT person_id, FIRST_VALUE(value_as_number) OVER (PARTITION BY person_id ORDER BY DATE '2011-01-01' - measurement_date DESC, measurement_id) AS x, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY measurement_id) AS r FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL) t WHERE r = 1

-- question: What is the mean of each person's latest HbA1c value (unit percent; results without a value ignored)?
SELECT AVG(x) AS mean_last FROM (SELECT person_id, value_as_number AS x, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY DATE '2011-01-01' - measurement_date, measurement_id DESC) AS r FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL) t WHERE r = 1

SELECT AVG(FLOOR((visit_start_date - CAST(birth_datetime AS DATE)) / 365.25)) AS mean_age FROM visit_occurrence JOIN person USING (person_id) WHERE visit_concept_id = 9201

SELECT ROUND(SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25) AS person_years FROM observation_period

SELECT SUM(ROUND((observation_period_end_date - observation_period_start_date + 1) / 365.25, 3)) AS person_years FROM observation_period

-- question: How many whole years of observation do the people have, each person's completed years added up?
SELECT SUM(FLOOR((observation_period_end_date - observation_period_start_date + 1) / 365.25)) AS years FROM observation_period

WITH g AS (SELECT p.person_id, CASE p.gender_concept_id WHEN 8507 THEN 1 ELSE 0 END AS male, MAX(CASE h.ancestor_concept_id WHEN 1503297 THEN 1 ELSE 0 END) AS metformin, MAX(CASE h.ancestor_concept_id WHEN 1560171 THEN 1 ELSE 0 END) AS glipizide
  FROM person AS p JOIN drug_exposure AS d ON d.person_id = p.person_id JOIN concept_ancestor AS h ON h.descendant_concept_id = d.drug_concept_id GROUP BY ALL)
SELECT COUNT(*) AS men FROM g WHERE male * (metformin + glipizide) > 0

WITH ids AS (SELECT descendant_concept_id AS i FROM concept_ancestor WHERE ancestor_concept_id = 201826 UNION SELECT 201254)
SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT i FROM ids)

-- question: How many people had their first-ever dispensing of warfarin in 2010?
WITH rx AS (SELECT person_id, drug_exposure_start_date AS d, LAG(drug_exposure_start_date) OVER (PARTITION BY person_id ORDER BY drug_exposure_start_date) AS before FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]))
SELECT COUNT(DISTINCT person_id) AS people FROM rx WHERE before IS NULL AND d BETWEEN DATE '2010-01-01' AND DATE '2010-12-31'

WITH gone AS (SELECT d.person_id, p.year_of_birth AS born, MAX(d.death_date) OVER (PARTITION BY d.person_id) AS last_day FROM death AS d JOIN person AS p USING (person_id)) SELECT AVG(EXTRACT(YEAR FROM last_day) - born) AS mean_age FROM gone

WITH o AS (SELECT DISTINCT person_id, MAX(observation_period_end_date) OVER () AS last_day FROM observation_period) SELECT AVG(EXTRACT(YEAR FROM o.last_day) - p.year_of_birth) AS mean_age FROM o JOIN person AS p USING (person_id)

SELECT AVG(CASE WHEN d.death_date < o.observation_period_end_date THEN d.death_date ELSE o.observation_period_end_date END - o.observation_period_start_date) AS mean_days FROM observation_period AS o LEFT JOIN death AS d ON d.person_id = o.person_id

SELECT AVG(GREATEST(days_supply, 0)) AS mean_days FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) AND days_supply IS NOT NULL

SELECT 100 * AVG(CASE WHEN value_as_number < 7 THEN 0 ELSE 1 END) AS percentage FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 AND value_as_number IS NOT NULL

WITH mi AS (SELECT person_id, MIN(condition_start_date) AS idx FROM condition_occurrence WHERE condition_concept_id IN ([condition@asthma]) GROUP BY person_id)
SELECT COUNT(*) AS patients FROM (SELECT mi.person_id FROM mi JOIN visit_occurrence AS v ON v.person_id = mi.person_id AND v.visit_concept_id = 9201 GROUP BY mi.person_id HAVING MIN(v.visit_start_date) <= MIN(mi.idx)) AS q

WITH rx AS (SELECT person_id, drug_concept_id AS product FROM drug_exposure), met AS (SELECT descendant_concept_id AS product FROM concept_ancestor WHERE ancestor_concept_id = 1503297)
SELECT COUNT(*) AS other_prescriptions FROM rx ANTI JOIN met ON met.product = rx.product

-- question: How many people had an emergency room visit in the 90 days before their first heart failure diagnosis (316139 with descendants), days 1 to 90?
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS d0 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY ALL) SELECT COUNT(DISTINCT hf.person_id) AS n FROM hf, visit_occurrence v WHERE v.person_id = hf.person_id AND v.visit_concept_id = 9203 AND datediff('day', v.visit_start_date, hf.d0) BETWEEN 1 AND 90

-- question: How many people had an emergency room visit in the 90 days before or after their first heart failure diagnosis (316139 with descendants)?
WITH hf AS (SELECT person_id, MIN(condition_start_date) AS d0 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY ALL) SELECT COUNT(DISTINCT hf.person_id) AS n FROM hf JOIN visit_occurrence v ON v.person_id = hf.person_id AND v.visit_concept_id = 9203 AND (v.visit_start_date - hf.d0) * (v.visit_start_date - hf.d0) <= 90 * 90

-- question: How many outpatient visits (9202) started in 2009?
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9202 AND visit_start_date - DATE '2009-01-01' BETWEEN 0 AND 364

-- question: How many outpatient visits (9202) started in the 90 days from 1 July 2009 on, that day included?
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9202 AND visit_start_date - DATE '2009-07-01' BETWEEN 0 AND 89

-- question: How many outpatient visits (9202) started in 2009?
SELECT COUNT(*) AS visits FROM visit_occurrence WHERE visit_concept_id = 9202 AND strftime(visit_start_date, '%Y-%m-%d') >= '2009-01-01' AND strftime(visit_start_date, '%Y-%m-%d') <= '2009-12-31'

-- question: How many outpatient visits (9202) started in 2009?
WITH b AS (SELECT make_date(2009, 1, 1) AS lo, make_date(2009 + 1, 1, 1) AS hi) SELECT SUM(CASE WHEN v.visit_start_date < b.lo OR v.visit_start_date >= b.hi THEN 0 ELSE 1 END) AS visits FROM visit_occurrence v CROSS JOIN b WHERE v.visit_concept_id = 9202

-- question: How many men were ever dispensed metformin (1503297) or glipizide (1560171), any product?
SELECT COUNT(DISTINCT p.person_id) AS men FROM person p JOIN drug_exposure d USING (person_id) WHERE p.gender_concept_id = 8507 AND CASE WHEN d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297) THEN TRUE WHEN d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1560171) THEN TRUE ELSE FALSE END

-- question: How many people have neither hypertension (316866) nor diabetes (201820), descendants included, among those with any diagnosis?
WITH t AS (SELECT co.person_id, CAST(EXISTS (SELECT 1 FROM concept_ancestor a WHERE a.ancestor_concept_id IN (316866, 201820) AND a.descendant_concept_id = co.condition_concept_id) AS INTEGER) AS f FROM condition_occurrence co) SELECT COUNT(*) AS n FROM (SELECT person_id FROM t GROUP BY person_id HAVING MAX(f) = 0) x

-- question: How many people with a heart attack (312327 with descendants) survived at least 30 days after the first one? Count people without a death record as survivors.
WITH mi AS (SELECT person_id, MIN(condition_start_date) AS t FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 312327) GROUP BY 1) SELECT COUNT(*) AS people FROM mi LEFT JOIN death USING (person_id) WHERE death_date IS NULL OR death_date - t >= 30

-- question: What is the average number of HbA1c tests (3004410) per person with type 2 diabetes (201826 with descendants), counting people without a test as zero?
WITH dm AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)) SELECT AVG(n) AS mean_n FROM (SELECT dm.person_id, COUNT(m.measurement_id) AS n FROM dm LEFT JOIN measurement m ON m.person_id = dm.person_id AND m.measurement_concept_id = 3004410 GROUP BY ALL) t

-- question: What is the average number of HbA1c tests (3004410) per person with type 2 diabetes (201826 with descendants), counting people without a test as zero?
WITH dm AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)) SELECT (SELECT COUNT(*) FROM measurement m SEMI JOIN dm ON dm.person_id = m.person_id WHERE m.measurement_concept_id = 3004410) * 1.0 / (SELECT COUNT(*) FROM dm) AS mean_n

-- question: What is the mean number of inpatient days per stay of the hospitalised patients, each patient weighing the same?
SELECT AVG(m) AS mean_days FROM (SELECT person_id, AVG(visit_end_date - visit_start_date + 1) AS m FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY person_id) t

-- question: How many people had their first depression diagnosis (440383 with descendants) in 2009?
SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 440383) GROUP BY ALL) t WHERE year(d) = 2009

-- question: How many people have essential hypertension (320128 with descendants)?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence WHERE CASE WHEN condition_concept_id = 320128 THEN TRUE WHEN condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 320128) THEN TRUE ELSE FALSE END

-- question: What was the mean quantity of each person's first warfarin dispensing (1310149 with descendants; on a tie the lowest id)?
SELECT AVG(q) AS mean_quantity FROM (SELECT person_id, FIRST(quantity ORDER BY drug_exposure_start_date, drug_exposure_id) AS q FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY person_id) t

-- question: What was the mean quantity of each person's last warfarin dispensing (1310149 with descendants)?
SELECT AVG(q) AS mean_quantity FROM (SELECT person_id, MAX_BY(quantity, drug_exposure_start_date) AS q FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY person_id) t

-- question: What was the mean quantity of each person's first warfarin dispensing (1310149 with descendants)?
SELECT AVG(q) AS mean_quantity FROM (SELECT person_id, LAST(quantity ORDER BY drug_exposure_start_date DESC, drug_exposure_id DESC) AS q FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY person_id) t

-- question: How many deaths have a cause that is in the vocabulary?
SELECT COUNT(*) AS deaths FROM death d JOIN concept c ON c.concept_id = d.cause_concept_id WHERE c.concept_id <> 0

-- question: What percentage of people with an HbA1c (3004410, percent) ever had one of 9 or higher?
SELECT 100.0 * AVG(hi) AS pct FROM (SELECT person_id, MAX(CAST(value_as_number >= 9 AS INTEGER)) AS hi FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL GROUP BY person_id) t

-- question: What is the mean number of days' supply per warfarin dispensing (1310149 with descendants) that states it?
SELECT SUM(days_supply) / COUNT(days_supply) AS mean_days FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149)

-- question: How many mammographies (4324693 or a descendant) did women have in total, several on a day counted once?
SELECT SUM(k) AS mammographies FROM (SELECT po.person_id, COUNT(DISTINCT procedure_date) AS k FROM procedure_occurrence po JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND procedure_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4324693) GROUP BY po.person_id) t

-- question: How many people have chronic kidney disease of any stage (46271022 and below)?
SELECT COUNT(DISTINCT person_id) AS people FROM condition_occurrence SEMI JOIN concept_ancestor ON descendant_concept_id = condition_concept_id AND ancestor_concept_id = 46000000 + 271022

-- question: How many people have a recorded history of tobacco use (43530634) or tobacco dependence (437264 with descendants)?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM observation WHERE observation_concept_id = 43530634 UNION SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 437264)) t

-- question: What percentage of the people under observation on 1 July 2010 had type 2 diabetes (201826 with descendants) by then?
WITH o AS (SELECT DISTINCT person_id FROM observation_period WHERE DATE '2010-07-01' BETWEEN observation_period_start_date AND observation_period_end_date) SELECT 100.0 * COUNT(DISTINCT c.person_id) / COUNT(DISTINCT o.person_id) AS pct FROM o LEFT JOIN condition_occurrence c ON c.person_id = o.person_id AND c.condition_start_date <= DATE '2010-07-01' AND c.condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

-- question: How many days of observation in total do the people with any Medicare payer plan period contribute (both ends counted)?
SELECT SUM(o.observation_period_end_date - o.observation_period_start_date + 1) AS days FROM observation_period o WHERE o.person_id IN (SELECT person_id FROM payer_plan_period WHERE payer_source_value = 'Medicare')

-- question: How many people never had an inpatient stay?
SELECT COUNT(*) FILTER (WHERE k = 0) AS people FROM (SELECT p.person_id, COUNT(CASE WHEN v.visit_concept_id = 9201 THEN 1 END) AS k FROM person p LEFT JOIN visit_occurrence v USING (person_id) GROUP BY ALL) t

-- question: How many people have diabetes (201820) but were never dispensed metformin (1503297), descendants included?
WITH dm AS (SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201820)), met AS (SELECT d.person_id FROM drug_exposure d SEMI JOIN concept_ancestor a ON a.descendant_concept_id = d.drug_concept_id AND a.ancestor_concept_id = 1503297) SELECT COUNT(*) AS people FROM dm ANTI JOIN met USING (person_id)

-- question: How many person-years of observation (days, both ends included, divided by 365.25) are there in all?
SELECT ROUND(SUM(observation_period_end_date - observation_period_start_date + 1) / 365.25, 1) AS person_years FROM observation_period

-- question: What share of inpatient stays were followed by an ER visit of the person that started 1 to 30 days after discharge?
SELECT AVG(CASE WHEN EXISTS (SELECT 1 FROM visit_occurrence e WHERE e.person_id = s.person_id AND e.visit_concept_id = 9203 AND e.visit_start_date - s.visit_end_date BETWEEN 1 AND 30) THEN 1 ELSE 0 END) AS share FROM visit_occurrence s WHERE s.visit_concept_id = 9201

-- question: How many inpatient stays had another inpatient admission of the person within 30 days after the stay's own admission?
SELECT COUNT(*) FILTER (WHERE near >= 2) AS stays FROM (SELECT COUNT(*) OVER (PARTITION BY person_id ORDER BY visit_start_date RANGE BETWEEN CURRENT ROW AND INTERVAL 30 DAY FOLLOWING) AS near FROM visit_occurrence WHERE visit_concept_id = 9201) t

-- question: What is the mean age in years (year of death minus year of birth) at death?
SELECT AVG(year(d.death_date) - p.year_of_birth) AS mean_age FROM death d, person p WHERE d.person_id - p.person_id = 0

-- question: What is the highest share of any age band (by decade of birth) among the people?
WITH g AS (SELECT year_of_birth // 10 AS dec, COUNT(*) AS n FROM person GROUP BY ALL) SELECT MAX(100.0 * n / (SELECT SUM(n) FROM g)) AS pct FROM g

-- question: How many people were diagnosed with asthma (317009) or COPD (255573), descendants included, and how many of them had both? Give the number with both.
SELECT COUNT(*) AS people FROM (SELECT person_id, MAX(CASE a.ancestor_concept_id WHEN 317009 THEN 1 ELSE 0 END) AS x, MAX(CASE a.ancestor_concept_id WHEN 255573 THEN 1 ELSE 0 END) AS y FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id AND a.ancestor_concept_id IN (317009, 255573) GROUP BY person_id) t WHERE x * y = 1

-- question: What is the mean follow-up in days from the first lung cancer diagnosis (443388 with descendants) until death or the end of observation, whichever comes first?
WITH lc AS (SELECT person_id, MIN(condition_start_date) AS t0 FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 443388) GROUP BY person_id) SELECT AVG(CASE WHEN d.death_date < o.observation_period_end_date THEN d.death_date ELSE o.observation_period_end_date END - lc.t0) AS mean_days FROM lc JOIN observation_period o ON o.person_id = lc.person_id AND lc.t0 BETWEEN o.observation_period_start_date AND o.observation_period_end_date LEFT JOIN death d ON d.person_id = lc.person_id

-- question: Among people with an HbA1c, how many never had a value of 7 or higher?
SELECT COUNT(*) AS people FROM (SELECT person_id, MAX(value_as_number) AS highest FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id) AS t WHERE highest < 7

-- question: Among people with an HbA1c, how many never had a value of 7 or higher?
SELECT COUNT(*) AS people FROM (SELECT person_id, BOOL_AND(value_as_number < 7) AS low FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id) AS t WHERE low

-- question: Among people with an HbA1c, how many never had a value of 7 or higher?
SELECT COUNT(*) AS people FROM (SELECT person_id, BOOL_OR(value_as_number >= 7) AS high FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id) AS t WHERE NOT high

-- question: Among people with an HbA1c, how many never had a value below 7?
SELECT COUNT(*) AS people FROM (SELECT person_id FROM measurement WHERE measurement_concept_id IN ([measurement@HbA1c]) AND unit_concept_id = 8554 GROUP BY person_id HAVING MIN(value_as_number) >= 7) AS t

-- question: How many people had a visit in the 30 days after their first anaphylaxis?
WITH idx AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316139) GROUP BY 1), x AS (SELECT i.person_id, v.visit_start_date - i.d AS gap FROM idx i LEFT JOIN visit_occurrence v ON v.person_id = i.person_id) SELECT COUNT(DISTINCT person_id) AS people FROM x WHERE gap BETWEEN 1 AND 30

-- question: How many people were dispensed some drug other than metformin (1503297 and its products)?
WITH rx AS (SELECT person_id, drug_concept_id AS product FROM drug_exposure), met AS (SELECT descendant_concept_id AS product FROM concept_ancestor WHERE ancestor_concept_id = 1503297) SELECT COUNT(DISTINCT rx.person_id) AS people FROM rx ANTI JOIN met ON met.product = rx.product

-- question: How many people were dispensed some drug other than metformin (1503297 and its products)?
SELECT COUNT(DISTINCT person_id) AS people FROM drug_exposure WHERE drug_concept_id NOT IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)

-- question: What is the mean change from the first to the last HbA1c value (3004410, percent) of the people with at least two?
SELECT AVG(b - a) AS mean_change FROM (SELECT person_id, MIN_BY(value_as_number, measurement_date) AS a, MAX_BY(value_as_number, measurement_date) AS b FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number IS NOT NULL GROUP BY person_id HAVING COUNT(*) >= 2) t

-- question: Of the people with hypertension (316866), what percentage had a stroke (381316) afterwards? Descendants included.
WITH h AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 316866) GROUP BY 1), s AS (SELECT person_id, MAX(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 381316) GROUP BY 1) SELECT 100.0 * COUNT(s.person_id) / COUNT(*) AS pct FROM h LEFT JOIN s ON s.person_id = h.person_id AND s.d > h.d

-- question: How many people have neither hypertension (316866) nor diabetes (201820), descendants included?
SELECT COUNT(*) AS people FROM person p WHERE NOT (EXISTS (SELECT 1 FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE c.person_id = p.person_id AND a.ancestor_concept_id = 316866) OR EXISTS (SELECT 1 FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id WHERE c.person_id = p.person_id AND a.ancestor_concept_id = 201820))

-- question: How many people have neither hypertension (316866) nor diabetes (201820), descendants included?
WITH f AS (SELECT p.person_id, MAX(CASE WHEN a.ancestor_concept_id = 316866 THEN 1 ELSE 0 END) AS ht, MAX(CASE WHEN a.ancestor_concept_id = 201820 THEN 1 ELSE 0 END) AS dm FROM person p LEFT JOIN condition_occurrence c USING (person_id) LEFT JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id AND a.ancestor_concept_id IN (316866, 201820) GROUP BY p.person_id) SELECT COUNT(*) AS people FROM f WHERE ht + dm = 0

-- question: How many people lack a record of either hypertension (316866) or diabetes (201820), so that at least one of the two is missing?
WITH f AS (SELECT p.person_id, MAX(CASE WHEN a.ancestor_concept_id = 316866 THEN 1 ELSE 0 END) AS ht, MAX(CASE WHEN a.ancestor_concept_id = 201820 THEN 1 ELSE 0 END) AS dm FROM person p LEFT JOIN condition_occurrence c USING (person_id) LEFT JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id AND a.ancestor_concept_id IN (316866, 201820) GROUP BY p.person_id) SELECT COUNT(*) AS people FROM f WHERE ht * dm = 0

-- question: How many dispensings of statins (21601855) or ACE inhibitors (21601784) were there, a combination counted once?
WITH s AS (SELECT drug_exposure_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601855) UNION SELECT drug_exposure_id FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 21601784)) SELECT COUNT(*) AS dispensings FROM s

-- question: What is the mean number of conditions (distinct concepts) per person who has any?
SELECT AVG(k) AS mean_k FROM (SELECT person_id, COUNT(DISTINCT condition_concept_id) AS k FROM condition_occurrence GROUP BY ALL) t

-- question: How many person-condition pairs are there (a person and a condition concept that the person has)?
SELECT COUNT(*) AS pairs FROM (SELECT person_id, condition_concept_id FROM condition_occurrence GROUP BY ALL) t

-- question: How many people have both a diagnosis of asthma (317009) and of COPD (255573), descendants included?
SELECT COUNT(*) AS people FROM (SELECT c.person_id FROM condition_occurrence c JOIN concept_ancestor a ON a.descendant_concept_id = c.condition_concept_id AND a.ancestor_concept_id IN (317009, 255573) GROUP BY c.person_id HAVING COUNT(DISTINCT a.ancestor_concept_id) = 2) t

-- question: How many people turned 65 in 2009 (born 1944)?
SELECT COUNT(*) AS people FROM person WHERE 2009 - year_of_birth = 65

-- question: Over all inpatient stays, what is the mean age of the patient at admission (year of admission minus year of birth)?
SELECT AVG(year(v.visit_start_date) - p.year_of_birth) AS mean_age FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9201

-- question: In what percentage of inpatient stays was the patient a woman?
SELECT 100.0 * AVG(CAST(p.gender_concept_id = 8532 AS INTEGER)) AS pct FROM visit_occurrence v JOIN person p USING (person_id) WHERE v.visit_concept_id = 9201

-- question: What is the mean value of HbA1c (3004410, percent) above 9, of the results above 9?
SELECT AVG(GREATEST(value_as_number, 0)) AS mean_value FROM measurement WHERE measurement_concept_id = 3004410 AND unit_concept_id = 8554 AND value_as_number > 9

-- question: How many days did people spend in hospital in total (end minus start plus 1), a stay without an end counted as one day?
SELECT SUM(CASE WHEN visit_end_date IS NULL THEN 1 ELSE visit_end_date - visit_start_date + 1 END) AS days FROM visit_occurrence WHERE visit_concept_id = 9201

-- question: How many women have ever had a mammography (4324693 or a descendant)?
SELECT COUNT(*) AS women FROM (SELECT po.person_id FROM procedure_occurrence po JOIN person p USING (person_id) WHERE p.gender_concept_id = 8532 AND procedure_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4324693) QUALIFY ROW_NUMBER() OVER (PARTITION BY po.person_id ORDER BY po.procedure_date) = 1) t

-- question: How many people had their first ER visit of 2009 in the second half of the year?
SELECT COUNT(*) AS people FROM (SELECT person_id, MIN(visit_start_date) AS d FROM visit_occurrence WHERE visit_concept_id = 9203 AND year(visit_start_date) = 2009 GROUP BY 1) t WHERE d - DATE '2009-07-01' >= 0
