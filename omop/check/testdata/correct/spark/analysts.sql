-- Questions as analysts write them, worded without sight of the rules.

SELECT year(condition_start_date) AS y, count(DISTINCT person_id) AS patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 255848) GROUP BY year(condition_start_date)

SELECT percentile_approx(datediff(visit_end_date, visit_start_date), 0.5) AS median_los FROM visit_occurrence WHERE visit_concept_id = 9201

SELECT p.person_id FROM person p LEFT ANTI JOIN visit_occurrence v ON v.person_id = p.person_id

SELECT count_if(gender_concept_id = 8532) / count(*) AS share FROM person

SELECT count(DISTINCT d.person_id) FROM drug_exposure d WHERE d.drug_exposure_start_date BETWEEN date_sub(to_date('2010-01-01'), 365) AND to_date('2009-12-31') AND d.drug_concept_id = 1503297
