-- Correct SQL in Snowflake's dialect.

-- DATEDIFF with a bare unit
SELECT AVG(DATEDIFF(day, v.visit_start_date, v.visit_end_date)) AS los FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND v.visit_end_date IS NOT NULL

-- DATEADD and TO_DATE
SELECT COUNT(DISTINCT person_id) AS n FROM drug_exposure WHERE drug_concept_id IN ([drug@warfarin]) AND drug_exposure_start_date BETWEEN TO_DATE('2010-01-01') AND DATEADD(month, 6, TO_DATE('2010-01-01'))

-- IFF and DIV0
SELECT DIV0(SUM(IFF(gender_concept_id = 8532, 1, 0)), COUNT(*)) AS share FROM person

-- QUALIFY with RANK
SELECT condition_concept_id, COUNT(DISTINCT person_id) AS n FROM condition_occurrence GROUP BY condition_concept_id QUALIFY RANK() OVER (ORDER BY COUNT(DISTINCT person_id) DESC) <= 5

-- NVL, YEAR and ::
SELECT YEAR(d.death_date) - p.year_of_birth AS age, COUNT(*)::INT AS n FROM death d JOIN person p ON p.person_id = d.person_id GROUP BY 1 ORDER BY 1

-- DATE_TRUNC
SELECT DATE_TRUNC('quarter', condition_start_date) AS q, COUNT(DISTINCT person_id) AS n FROM condition_occurrence WHERE condition_concept_id IN ([condition@influenza]) GROUP BY q ORDER BY q

-- COUNT_IF and ZEROIFNULL
SELECT COUNT_IF(race_concept_id = 8527) AS white, COUNT(*) AS everyone FROM person
