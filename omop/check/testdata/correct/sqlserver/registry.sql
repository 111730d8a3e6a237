-- SQL Server, worded without sight of the rules.

SELECT TOP (20) c.concept_name, COUNT_BIG(*) AS n FROM dbo.condition_occurrence co JOIN dbo.concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name ORDER BY n DESC, c.concept_name

SELECT COUNT(DISTINCT de.person_id) AS n FROM [cdm].[dbo].[drug_exposure] de WHERE de.drug_concept_id IN (SELECT descendant_concept_id FROM [cdm].[dbo].[concept_ancestor] WHERE ancestor_concept_id = 1308216) AND de.drug_exposure_start_date >= '20090101' AND de.drug_exposure_start_date < '20100101'

SELECT AVG(CAST(DATEDIFF(day, visit_start_date, visit_end_date) AS FLOAT)) AS mean_los FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT AVG(1.0 * DATEDIFF(DAY, visit_start_date, visit_end_date)) AS mean_los FROM visit_occurrence WHERE visit_concept_id IN (9201, 262)

SELECT YEAR(condition_start_date) AS yr, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) GROUP BY YEAR(condition_start_date) ORDER BY yr

SELECT ISNULL(l.state, 'NA') AS state, COUNT(*) AS n FROM person p LEFT JOIN location l ON l.location_id = p.location_id GROUP BY ISNULL(l.state, 'NA')

SELECT CAST(SUM(CASE WHEN d.person_id IS NULL THEN 0 ELSE 1 END) AS DECIMAL(10, 4)) / COUNT(*) AS dead FROM person p LEFT JOIN death d ON d.person_id = p.person_id

WITH mi AS (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 312327) GROUP BY person_id)
SELECT COUNT(*) AS n, SUM(IIF(DATEDIFF(day, mi.d, dt.death_date) BETWEEN 0 AND 30, 1, 0)) AS dead30 FROM mi LEFT JOIN death dt ON dt.person_id = mi.person_id

SELECT p.person_id, x.measurement_date, x.value_as_number FROM person p CROSS APPLY (SELECT TOP 1 m.measurement_date, m.value_as_number FROM measurement m WHERE m.person_id = p.person_id AND m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554 ORDER BY m.measurement_date DESC, m.measurement_id DESC) x

SELECT p.person_id, x.visit_start_date FROM person p OUTER APPLY (SELECT TOP 1 v.visit_start_date FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201 ORDER BY v.visit_start_date) x

SELECT DATEFROMPARTS(YEAR(procedure_date), MONTH(procedure_date), 1) AS m, COUNT(*) AS n FROM procedure_occurrence GROUP BY DATEFROMPARTS(YEAR(procedure_date), MONTH(procedure_date), 1)

SELECT gender_concept_id, COUNT(*) AS n FROM person WITH (NOLOCK) GROUP BY gender_concept_id

SELECT person_id, EOMONTH(visit_start_date) AS month_end FROM visit_occurrence WHERE visit_concept_id = 9203

SELECT CONVERT(date, '2009-06-30') AS on_day, COUNT(DISTINCT person_id) AS n FROM observation_period WHERE CONVERT(date, '2009-06-30') BETWEEN observation_period_start_date AND observation_period_end_date

SELECT DISTINCT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY value_as_number) OVER () AS med FROM measurement WHERE measurement_concept_id = 3004249 AND unit_concept_id = 8876

SELECT c.concept_name, COUNT(*) AS n FROM drug_era e JOIN concept c ON c.concept_id = e.drug_concept_id GROUP BY c.concept_name ORDER BY c.concept_name OFFSET 10 ROWS FETCH NEXT 10 ROWS ONLY
