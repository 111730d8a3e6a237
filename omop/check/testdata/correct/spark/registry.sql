-- Spark SQL and Databricks, worded without sight of the rules.

SELECT COUNT(DISTINCT person_id) AS n FROM omop.condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 201826)

SELECT datediff(visit_end_date, visit_start_date) AS los, count(*) AS n FROM omop.visit_occurrence WHERE visit_concept_id = 9201 GROUP BY 1 ORDER BY 1

SELECT percentile_approx(value_as_number, 0.5) AS med FROM omop.measurement WHERE measurement_concept_id = 3019550 AND unit_concept_id = 8753

SELECT person_id, collect_set(drug_concept_id) AS drugs FROM omop.drug_era GROUP BY person_id

SELECT date_format(visit_start_date, 'yyyy-MM') AS m, count(*) AS n FROM omop.visit_occurrence WHERE visit_concept_id = 9203 GROUP BY date_format(visit_start_date, 'yyyy-MM')

SELECT floor(months_between(co.condition_start_date, p.birth_datetime) / 12) AS age, count(DISTINCT p.person_id) AS n
FROM omop.condition_occurrence co JOIN omop.person p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 4182210) GROUP BY 1

SELECT p.person_id FROM omop.person p LEFT ANTI JOIN omop.death d ON d.person_id = p.person_id

SELECT COUNT(*) FROM omop.person p LEFT SEMI JOIN omop.drug_exposure d ON d.person_id = p.person_id

SELECT date_add(max(drug_exposure_end_date), 30) AS horizon, person_id FROM omop.drug_exposure WHERE drug_concept_id IN (SELECT descendant_concept_id FROM omop.concept_ancestor WHERE ancestor_concept_id = 1310149) GROUP BY person_id

SELECT count_if(gender_concept_id = 8532) AS women FROM omop.person

SELECT yr, COUNT(DISTINCT op.person_id) AS n FROM (SELECT explode(sequence(2008, 2010)) AS yr) y JOIN omop.observation_period op ON y.yr BETWEEN year(op.observation_period_start_date) AND year(op.observation_period_end_date) GROUP BY yr

SELECT c.concept_name, n FROM (SELECT drug_concept_id, count(DISTINCT person_id) AS n FROM omop.drug_era GROUP BY drug_concept_id) x JOIN omop.concept c ON c.concept_id = x.drug_concept_id ORDER BY n DESC, c.concept_name LIMIT 15
