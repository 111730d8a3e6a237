-- Correct SQL in BigQuery's dialect.

-- backticks and DATE_DIFF
SELECT COUNT(DISTINCT v.person_id) AS n FROM `cdm.visit_occurrence` v WHERE v.visit_concept_id = 9201 AND DATE_DIFF(IFNULL(v.visit_end_date, v.visit_start_date), v.visit_start_date, DAY) > 7

-- DATE_ADD
SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN death d ON d.person_id = c.person_id WHERE c.condition_concept_id IN ([condition@sepsis]) AND d.death_date BETWEEN c.condition_start_date AND DATE_ADD(c.condition_start_date, INTERVAL 30 DAY)

-- COUNTIF and SAFE_DIVIDE
SELECT SAFE_DIVIDE(COUNTIF(gender_concept_id = 8532), COUNT(*)) AS share FROM person

-- EXTRACT and DATE
SELECT EXTRACT(YEAR FROM condition_start_date) AS y, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_start_date >= DATE '2009-01-01' AND condition_concept_id IN ([condition@asthma]) GROUP BY y ORDER BY y

-- DATE_TRUNC
SELECT DATE_TRUNC(visit_start_date, MONTH) AS m, COUNT(*) AS visits FROM visit_occurrence GROUP BY m ORDER BY m

-- QUALIFY
SELECT COUNT(*) AS n FROM (SELECT person_id, condition_start_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout]) QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date) = 1) WHERE condition_start_date >= DATE '2010-01-01'

-- IFNULL and CAST AS FLOAT64
SELECT CAST(COUNT(DISTINCT IF(drug_concept_id IN ([drug@aspirin]), person_id, NULL)) AS FLOAT64) / COUNT(DISTINCT person_id) AS share FROM drug_exposure
