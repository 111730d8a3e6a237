-- Correct SQL in SQL Server's dialect.

-- DATEADD and DATEDIFF
SELECT COUNT(DISTINCT c.person_id) AS n FROM condition_occurrence c JOIN drug_exposure d ON d.person_id = c.person_id
WHERE c.condition_concept_id IN ([condition@type 2 diabetes]) AND d.drug_concept_id IN ([drug@metformin]) AND d.drug_exposure_start_date BETWEEN c.condition_start_date AND DATEADD(day, 90, c.condition_start_date)

-- TOP
SELECT TOP 10 c.concept_name, COUNT(DISTINCT co.person_id) AS n FROM condition_occurrence co JOIN concept c ON c.concept_id = co.condition_concept_id GROUP BY c.concept_name ORDER BY n DESC

-- ISNULL and YEAR
SELECT YEAR(v.visit_start_date) AS y, AVG(1.0 * DATEDIFF(day, v.visit_start_date, v.visit_end_date)) AS los FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND v.visit_end_date IS NOT NULL GROUP BY YEAR(v.visit_start_date)

-- brackets are not used, CONVERT is
SELECT COUNT(*) AS n FROM person WHERE year_of_birth BETWEEN 1940 AND 1950 AND gender_concept_id = 8507

-- COUNT_BIG and CAST
SELECT CAST(COUNT_BIG(*) AS FLOAT) / (SELECT COUNT(*) FROM person) AS deaths_per_person FROM death

-- DATEFROMPARTS
SELECT COUNT(DISTINCT person_id) AS n FROM observation_period WHERE observation_period_start_date <= DATEFROMPARTS(2010, 1, 1) AND observation_period_end_date >= DATEFROMPARTS(2010, 12, 31)

-- IIF
SELECT SUM(IIF(gender_concept_id = 8532, 1, 0)) AS women, COUNT(*) AS everyone FROM person

-- CROSS APPLY-free OHDSI style
SELECT gender.concept_name, COUNT(*) AS n FROM person INNER JOIN concept gender ON person.gender_concept_id = gender.concept_id GROUP BY gender.concept_name

-- EOMONTH-free months
SELECT MONTH(condition_start_date) AS m, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@influenza]) GROUP BY MONTH(condition_start_date)
