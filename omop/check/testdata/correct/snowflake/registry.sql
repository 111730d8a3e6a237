-- Snowflake, worded without sight of the rules.

SELECT DATE_TRUNC('MONTH', condition_start_date) AS m, COUNT(DISTINCT person_id) AS n FROM condition_occurrence
WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) GROUP BY 1 ORDER BY 1

SELECT person_id, condition_start_date FROM condition_occurrence
WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 313217)
QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY condition_start_date, condition_occurrence_id) = 1

SELECT COUNT_IF(gender_concept_id = 8507) AS men, COUNT_IF(gender_concept_id = 8532) AS women FROM person

SELECT IFF(year_of_birth < 1950, 'older', 'younger') AS grp, COUNT(*) FROM person GROUP BY 1

SELECT DATEDIFF('day', visit_start_date, visit_end_date) AS los, COUNT(*) AS n FROM visit_occurrence WHERE visit_concept_id = 9201 GROUP BY los ORDER BY los

SELECT AVG(DATEDIFF(YEAR, p.birth_datetime, de.drug_exposure_start_date)) AS mean_age
FROM drug_exposure de JOIN person p ON p.person_id = de.person_id
WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149)

SELECT APPROX_PERCENTILE(value_as_number, 0.9) FROM measurement WHERE measurement_concept_id = 3013682 AND unit_concept_id = 8840

SELECT ARRAY_AGG(DISTINCT drug_concept_id) WITHIN GROUP (ORDER BY drug_concept_id) AS drugs, person_id FROM drug_era GROUP BY person_id

SELECT d.person_id, ZEROIFNULL(COUNT(v.visit_occurrence_id)) AS visits_after FROM death d
LEFT JOIN visit_occurrence v ON v.person_id = d.person_id AND v.visit_start_date > d.death_date GROUP BY d.person_id

SELECT seq.yr, COUNT(DISTINCT op.person_id) FROM (SELECT 2007 + SEQ4() AS yr FROM TABLE(GENERATOR(ROWCOUNT => 3))) seq
JOIN observation_period op ON seq.yr BETWEEN YEAR(op.observation_period_start_date) AND YEAR(op.observation_period_end_date) GROUP BY seq.yr

SELECT TO_DATE('2009-06-30') AS on_day, COUNT(DISTINCT person_id) FROM observation_period
WHERE TO_DATE('2009-06-30') BETWEEN observation_period_start_date AND observation_period_end_date

SELECT NVL2(d.person_id, 'dead', 'alive') AS status, COUNT(*) FROM person p LEFT JOIN death d ON d.person_id = p.person_id GROUP BY 1

SELECT RATIO_TO_REPORT(n) OVER () AS share, gender_concept_id FROM (SELECT gender_concept_id, COUNT(*) AS n FROM person GROUP BY gender_concept_id)

WITH mi AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence
  WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 312327) GROUP BY person_id)
SELECT COUNT(*) AS cases, COUNT(dt.person_id) AS deaths_30d FROM mi LEFT JOIN death dt ON dt.person_id = mi.person_id AND dt.death_date BETWEEN mi.d AND DATEADD('day', 30, mi.d)

SELECT c.concept_name::STRING AS name, COUNT(*) AS n FROM OMOP.CDM.DRUG_EXPOSURE de JOIN OMOP.CDM.CONCEPT c ON c.CONCEPT_ID = de.DRUG_CONCEPT_ID GROUP BY 1 ORDER BY n DESC, 1 LIMIT 20
