-- Correct SQL in Snowflake's dialect.

SELECT DATE_TRUNC('MONTH', visit_start_date) AS month, COUNT(*) AS visits FROM visit_occurrence GROUP BY 1 ORDER BY 1

SELECT COUNT(DISTINCT a.person_id) AS patients FROM condition_occurrence a JOIN drug_exposure b ON a.person_id = b.person_id AND DATEDIFF('day', a.condition_start_date, b.drug_exposure_start_date) BETWEEN 0 AND 90 WHERE a.condition_concept_id IN ([condition@asthma]) AND b.drug_concept_id IN ([drug@albuterol])

SELECT IFF(p.year_of_birth < 1950, 'older', 'younger') AS grp, COUNT(*) AS persons FROM person p GROUP BY grp

SELECT person_id, visit_start_date FROM visit_occurrence QUALIFY ROW_NUMBER() OVER (PARTITION BY person_id ORDER BY visit_start_date) = 1

SELECT ZEROIFNULL(SUM(c.total_paid)) AS paid FROM cost c JOIN procedure_occurrence po ON po.procedure_occurrence_id = c.cost_event_id AND c.cost_domain_id = 'Procedure'
