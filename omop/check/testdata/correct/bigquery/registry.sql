-- BigQuery, worded without sight of the rules.

SELECT COUNT(DISTINCT person_id) AS n FROM `project.omop.condition_occurrence` WHERE condition_concept_id IN (SELECT descendant_concept_id FROM `project.omop.concept_ancestor` WHERE ancestor_concept_id = 436665)

SELECT DATE_DIFF(visit_end_date, visit_start_date, DAY) AS los, COUNT(*) AS n FROM `omop.visit_occurrence` WHERE visit_concept_id = 9201 GROUP BY los ORDER BY los

SELECT COUNTIF(gender_concept_id = 8532) / COUNT(*) AS share_female FROM omop.person

SELECT SAFE_DIVIDE(COUNT(DISTINCT co.person_id), (SELECT COUNT(*) FROM `omop.person`)) AS prevalence
FROM `omop.condition_occurrence` co
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM `omop.concept_ancestor` WHERE ancestor_concept_id = 317009)

SELECT APPROX_QUANTILES(value_as_number, 4) AS quartiles FROM omop.measurement WHERE measurement_concept_id = 3023103 AND unit_concept_id = 8753

SELECT EXTRACT(YEAR FROM drug_exposure_start_date) AS yr, COUNT(DISTINCT person_id) FROM omop.drug_exposure
WHERE drug_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 1124957) GROUP BY yr ORDER BY yr

SELECT p.person_id, DATE_ADD(MIN(co.condition_start_date), INTERVAL 90 DAY) AS window_end
FROM omop.person AS p JOIN omop.condition_occurrence AS co USING (person_id)
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 255848)
GROUP BY p.person_id

SELECT c.concept_name, COUNT(*) AS n FROM omop.procedure_occurrence AS po LEFT JOIN omop.concept AS c ON c.concept_id = po.procedure_concept_id GROUP BY c.concept_name ORDER BY n DESC, c.concept_name LIMIT 10

SELECT m AS month, COUNT(DISTINCT op.person_id) AS persons
FROM UNNEST(GENERATE_DATE_ARRAY('2009-01-01', '2009-12-01', INTERVAL 1 MONTH)) AS m
JOIN omop.observation_period AS op ON m BETWEEN op.observation_period_start_date AND op.observation_period_end_date GROUP BY m

SELECT IF(d.person_id IS NULL, 'alive', 'dead') AS status, COUNT(*) AS n FROM omop.person p LEFT JOIN omop.death d ON d.person_id = p.person_id GROUP BY status

SELECT person_id, ARRAY_AGG(condition_start_date ORDER BY condition_start_date LIMIT 1)[OFFSET(0)] AS first_date FROM omop.condition_occurrence
WHERE condition_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 440674) GROUP BY person_id

SELECT * EXCEPT (rn) FROM (SELECT person_id, visit_start_date, ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date, visit_occurrence_id) AS rn FROM omop.visit_occurrence) WHERE rn = 1

SELECT FORMAT_DATE('%Y-%m', visit_start_date) AS ym, COUNT(*) FROM omop.visit_occurrence WHERE visit_concept_id = 9203 GROUP BY ym ORDER BY ym
