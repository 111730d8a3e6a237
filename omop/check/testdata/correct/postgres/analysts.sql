-- Questions as analysts write them, worded without sight of the rules.

SELECT date_part('year', age(d.death_date, make_date(p.year_of_birth, COALESCE(p.month_of_birth, 7), COALESCE(p.day_of_birth, 1)))) AS age, count(*) FROM death d JOIN person p USING (person_id) GROUP BY 1 ORDER BY 1

SELECT to_char(condition_start_date, 'YYYY-MM') AS month, count(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id = ANY (ARRAY[255848, 257315]) GROUP BY 1 ORDER BY 1

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY visit_end_date - visit_start_date) AS median_los FROM visit_occurrence WHERE visit_concept_id = 9201

WITH idx AS (SELECT DISTINCT ON (person_id) person_id, drug_exposure_start_date AS d FROM drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1310149) ORDER BY person_id, drug_exposure_start_date)
SELECT count(*) FROM idx JOIN observation_period op ON op.person_id = idx.person_id AND idx.d >= op.observation_period_start_date + 365 AND idx.d <= op.observation_period_end_date

SELECT count(*) FILTER (WHERE gender_concept_id = 8532)::numeric / count(*) AS share_women FROM person

SELECT p.person_id, count(*) AS n FROM person p CROSS JOIN LATERAL (SELECT 1 FROM visit_occurrence v WHERE v.person_id = p.person_id AND v.visit_concept_id = 9201) x GROUP BY p.person_id HAVING count(*) > 3

SELECT count(DISTINCT person_id) FROM condition_occurrence WHERE condition_start_datetime >= timestamp '2009-01-01 00:00:00' AND condition_start_datetime < timestamp '2010-01-01 00:00:00' AND condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 317009)

WITH RECURSIVE up AS (SELECT concept_id_2 AS id FROM concept_relationship WHERE concept_id_1 = 201826 AND relationship_id = 'Is a' UNION SELECT r.concept_id_2 FROM up JOIN concept_relationship r ON r.concept_id_1 = up.id AND r.relationship_id = 'Is a') SELECT c.concept_id, c.concept_name FROM up JOIN concept c ON c.concept_id = up.id

SELECT round(avg(n), 2) AS mean_conditions FROM (SELECT visit_occurrence_id, count(*) AS n FROM condition_occurrence WHERE visit_occurrence_id IS NOT NULL GROUP BY visit_occurrence_id) s

SELECT coalesce(c.concept_name, 'unknown') AS race, count(*) AS n, round(100.0 * count(*) / sum(count(*)) OVER (), 1) AS pct FROM person p LEFT JOIN concept c ON c.concept_id = p.race_concept_id AND c.domain_id = 'Race' GROUP BY 1 ORDER BY 2 DESC

SELECT corr(extract(year FROM m.measurement_date) - p.year_of_birth, m.value_as_number) FROM measurement m JOIN person p ON p.person_id = m.person_id WHERE m.measurement_concept_id = 3004410 AND m.unit_concept_id = 8554

SELECT EXISTS (SELECT 1 FROM person WHERE year_of_birth < 1900) AS has_very_old
