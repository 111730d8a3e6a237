-- Questions as analysts write them, worded without sight of the rules.

SELECT TOP 10 c.concept_name, COUNT_BIG(DISTINCT co.person_id) AS patients FROM condition_occurrence co INNER JOIN concept c ON c.concept_id = co.condition_concept_id WHERE co.condition_concept_id <> 0 GROUP BY c.concept_name ORDER BY patients DESC

SELECT AVG(CAST(DATEDIFF(day, visit_start_date, visit_end_date) AS FLOAT)) AS mean_los FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT 100.0 * SUM(CASE WHEN p.gender_concept_id = 8532 THEN 1 ELSE 0 END) / COUNT(*) AS pct_women FROM person p

SELECT YEAR(de.drug_exposure_start_date) AS yr, COUNT(DISTINCT de.person_id) AS users FROM drug_exposure de JOIN concept_ancestor ca ON ca.descendant_concept_id = de.drug_concept_id WHERE ca.ancestor_concept_id = 1503297 GROUP BY YEAR(de.drug_exposure_start_date) ORDER BY yr

WITH first_dx AS (SELECT person_id, MIN(condition_start_date) AS dx FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826) GROUP BY person_id)
SELECT COUNT(*) AS n FROM first_dx f WHERE EXISTS (SELECT 1 FROM drug_exposure d WHERE d.person_id = f.person_id AND d.drug_exposure_start_date BETWEEN f.dx AND DATEADD(day, 180, f.dx) AND d.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297))

SELECT v.visit_concept_id, CAST(COUNT(*) AS FLOAT) / (SELECT COUNT(*) FROM visit_occurrence) AS share FROM visit_occurrence v GROUP BY v.visit_concept_id

SELECT p.person_id, IIF(d.person_id IS NULL, 'alive', 'dead') AS status FROM person p LEFT JOIN death d ON d.person_id = p.person_id

SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY m.value_as_number) OVER (PARTITION BY m.unit_concept_id) AS med, m.unit_concept_id FROM measurement m WHERE m.measurement_concept_id = 3016723 AND m.value_as_number IS NOT NULL

SELECT COUNT(DISTINCT person_id) FROM condition_occurrence WHERE condition_start_date >= DATEFROMPARTS(2009, 1, 1) AND condition_start_date < DATEFROMPARTS(2010, 1, 1) AND condition_concept_id = 317009
