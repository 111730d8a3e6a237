-- PostgreSQL, worded without sight of the rules.

SELECT p.person_id, AGE(d.death_date, MAKE_DATE(p.year_of_birth, 7, 1)) AS approx_age FROM person p JOIN death d ON d.person_id = p.person_id

SELECT DISTINCT ON (co.person_id) co.person_id, co.condition_start_date
FROM cdm.condition_occurrence co
WHERE co.condition_concept_id = ANY (SELECT descendant_concept_id FROM cdm.concept_ancestor WHERE ancestor_concept_id = 317009)
ORDER BY co.person_id, co.condition_start_date

SELECT COUNT(DISTINCT person_id) FROM drug_exposure
WHERE drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1503297)
  AND drug_exposure_start_date >= '2009-01-01'::date AND drug_exposure_start_date < '2009-01-01'::date + INTERVAL '1 year'

SELECT date_trunc('quarter', visit_start_date)::date AS q, count(*) FROM visit_occurrence WHERE visit_concept_id = 9203 GROUP BY 1 ORDER BY 1

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY value_as_number) AS median FROM measurement WHERE measurement_concept_id = 3012888 AND unit_concept_id = 8876

SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY (visit_end_date - visit_start_date)) FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT to_char(condition_start_date, 'YYYY-MM') AS month, count(DISTINCT person_id) FROM condition_occurrence
WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 4266367)
GROUP BY to_char(condition_start_date, 'YYYY-MM') ORDER BY 1

SELECT count(*) FILTER (WHERE p.gender_concept_id = 8532)::numeric / NULLIF(count(*), 0) AS female_share FROM person p

SELECT round(100.0 * count(*) FILTER (WHERE d.person_id IS NOT NULL) / count(*), 2) AS pct_dead FROM person p LEFT JOIN death d USING (person_id)

SELECT p.person_id, x.drug_exposure_start_date AS last_statin
FROM person p
CROSS JOIN LATERAL (
  SELECT de.drug_exposure_start_date FROM drug_exposure de
  WHERE de.person_id = p.person_id AND de.drug_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 1539403)
  ORDER BY de.drug_exposure_start_date DESC LIMIT 1
) x

SELECT g.d::date AS day, count(DISTINCT v.person_id) AS in_hospital
FROM generate_series('2009-01-01'::date, '2009-01-31'::date, '1 day') AS g(d)
LEFT JOIN visit_occurrence v ON v.visit_concept_id = 9201 AND g.d BETWEEN v.visit_start_date AND v.visit_end_date
GROUP BY g.d ORDER BY g.d

SELECT EXTRACT(YEAR FROM AGE(v.visit_start_date, p.birth_datetime)) AS age, COUNT(*) FROM visit_occurrence v JOIN person p ON p.person_id = v.person_id WHERE v.visit_concept_id = 9201 GROUP BY 1

WITH RECURSIVE d AS (SELECT DATE '2009-01-01' AS m UNION ALL SELECT (m + INTERVAL '1 month')::date FROM d WHERE m < DATE '2009-12-01')
SELECT d.m, COUNT(op.person_id) AS observed FROM d LEFT JOIN observation_period op ON d.m BETWEEN op.observation_period_start_date AND op.observation_period_end_date GROUP BY d.m ORDER BY d.m

SELECT string_agg(DISTINCT c.concept_name, '; ' ORDER BY c.concept_name) FROM drug_era e JOIN concept c ON c.concept_id = e.drug_concept_id WHERE e.person_id = 1

SELECT bool_or(cause_concept_id IS NOT NULL) AS any_cause, COUNT(*) AS deaths FROM death

SELECT width_bucket(value_as_number, 10, 60, 10) AS bucket, COUNT(*) FROM measurement WHERE measurement_concept_id = 3038553 AND unit_concept_id = 9531 GROUP BY 1 ORDER BY 1

SELECT concept_id, concept_name FROM concept WHERE concept_name ~* '^heart failure' AND standard_concept = 'S'

SELECT COALESCE(p.ethnicity_concept_id, 0), COUNT(*) FROM person AS p GROUP BY CUBE (p.ethnicity_concept_id)
