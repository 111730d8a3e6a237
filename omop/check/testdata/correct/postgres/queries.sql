-- Correct SQL in PostgreSQL's dialect.

SELECT COUNT(DISTINCT co.person_id) AS patients FROM cdm.condition_occurrence co WHERE co.condition_start_date >= '2009-01-01'::date AND co.condition_start_date < '2009-01-01'::date + interval '1 year'

SELECT date_part('year', co.condition_start_date) AS yr, count(distinct co.person_id) AS persons FROM condition_occurrence co GROUP BY 1 ORDER BY 1

SELECT to_char(de.drug_exposure_start_date, 'YYYY-MM') AS month, COUNT(*) AS fills FROM drug_exposure de GROUP BY month

SELECT DISTINCT ON (m.person_id) m.person_id, m.value_as_number FROM measurement m WHERE m.measurement_concept_id IN ([measurement@HbA1c]) AND m.unit_concept_id = 8554 ORDER BY m.person_id, m.measurement_date DESC

SELECT count(*) FILTER (WHERE p.gender_concept_id = 8532)::numeric / count(*) AS share_of_women FROM person p

SELECT string_agg(DISTINCT c.concept_name, ', ' ORDER BY c.concept_name) AS visit_types FROM visit_occurrence v JOIN concept c ON c.concept_id = v.visit_concept_id

SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY (v.visit_end_date - v.visit_start_date)) AS median_los FROM visit_occurrence v WHERE v.visit_concept_id = 9201 AND v.visit_end_date IS NOT NULL
