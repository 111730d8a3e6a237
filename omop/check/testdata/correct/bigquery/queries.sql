-- Correct SQL in BigQuery's dialect.

SELECT COUNT(DISTINCT person_id) AS patients FROM `project.cdm.condition_occurrence` WHERE condition_concept_id IN ([condition@gout])

SELECT DATE_DIFF(op.observation_period_end_date, op.observation_period_start_date, DAY) AS days, COUNT(*) AS periods FROM observation_period op GROUP BY days

SELECT SAFE_DIVIDE(COUNT(DISTINCT d.person_id), COUNT(DISTINCT p.person_id)) AS share FROM person p LEFT JOIN death d USING (person_id)

SELECT EXTRACT(YEAR FROM condition_start_date) AS yr, COUNTIF(condition_concept_id = 0) AS unmapped FROM condition_occurrence GROUP BY yr

SELECT COUNT(DISTINCT i.person_id) AS patients FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@sepsis]) GROUP BY person_id) i JOIN death x ON x.person_id = i.person_id AND x.death_date BETWEEN i.d AND DATE_ADD(i.d, INTERVAL 30 DAY)
