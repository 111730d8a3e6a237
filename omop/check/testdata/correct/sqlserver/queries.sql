-- Correct SQL in SQL Server's dialect.

SELECT TOP 10 c.concept_name, COUNT(*) AS num_records FROM dbo.condition_occurrence co JOIN dbo.concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name ORDER BY COUNT(*) DESC

SELECT COUNT(DISTINCT person_id) AS patients FROM drug_exposure WHERE DATEDIFF(DAY, drug_exposure_start_date, GETDATE()) > 0 AND drug_concept_id IN ([drug@metformin])

SELECT AVG(CAST(DATEDIFF(DAY, op.observation_period_start_date, op.observation_period_end_date) AS FLOAT)) AS avg_days FROM observation_period op

SELECT ISNULL(c.concept_name, 'Unknown') AS race, COUNT_BIG(*) AS n FROM person p LEFT JOIN concept c ON c.concept_id = p.race_concept_id GROUP BY ISNULL(c.concept_name, 'Unknown')

SELECT COUNT(DISTINCT i.person_id) AS patients
FROM (SELECT person_id, MIN(condition_start_date) AS index_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id) i
INNER JOIN visit_occurrence v ON v.person_id = i.person_id AND v.visit_concept_id = 9201
WHERE v.visit_start_date > i.index_date AND v.visit_start_date <= DATEADD(DAY, 30, i.index_date)

SELECT YEAR(de.drug_exposure_start_date) - p.year_of_birth AS age, COUNT(DISTINCT p.person_id) AS persons FROM drug_exposure de INNER JOIN person p ON p.person_id = de.person_id GROUP BY YEAR(de.drug_exposure_start_date) - p.year_of_birth

SELECT IIF(p.gender_concept_id = 8532, 'F', 'M') AS sex, COUNT(*) AS patients FROM person p WHERE p.gender_concept_id IN (8507, 8532) GROUP BY IIF(p.gender_concept_id = 8532, 'F', 'M')

SELECT CONVERT(VARCHAR, co.condition_start_date) AS day, COUNT(*) AS diagnoses FROM condition_occurrence co GROUP BY CONVERT(VARCHAR, co.condition_start_date)

SELECT 1.0 * COUNT(DISTINCT CASE WHEN d.person_id IS NOT NULL THEN p.person_id END) / COUNT(DISTINCT p.person_id) AS share FROM person p LEFT JOIN death d ON d.person_id = p.person_id

SELECT DATEPART(YEAR, v.visit_start_date) AS yr, COUNT(*) AS visits FROM visit_occurrence v GROUP BY DATEPART(YEAR, v.visit_start_date)

SELECT DISTINCT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY year_of_birth) AS median_year FROM person

SELECT TOP 5 cs.care_site_name, COUNT(DISTINCT vo.person_id) AS patients FROM visit_occurrence vo JOIN care_site cs ON cs.care_site_id = vo.care_site_id GROUP BY cs.care_site_name ORDER BY patients DESC
