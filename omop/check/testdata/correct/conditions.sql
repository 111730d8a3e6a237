-- Conditions and their eras.

SELECT concept_name, COUNT(*) AS occurrences FROM condition_occurrence JOIN concept ON condition_concept_id = concept_id GROUP BY concept_name ORDER BY occurrences DESC, concept_name LIMIT 10

SELECT co.condition_concept_id, c.concept_name, COUNT(DISTINCT co.person_id) AS patient_count, COUNT(*) AS record_count
FROM condition_occurrence co, concept c
WHERE co.condition_concept_id = c.concept_id AND c.standard_concept = 'S' AND c.domain_id = 'Condition'
GROUP BY co.condition_concept_id, c.concept_name

SELECT COUNT(DISTINCT person_id) AS num_of_patients FROM condition_occurrence WHERE condition_concept_id IN (SELECT descendant_concept_id FROM concept_ancestor WHERE ancestor_concept_id = 201826)

SELECT COUNT(DISTINCT(co.person_id)) FROM condition_occurrence co JOIN concept_ancestor ca ON (co.condition_concept_id = ca.descendant_concept_id) WHERE ca.ancestor_concept_id IN (316866)

SELECT COUNT(DISTINCT ce.person_id) AS patients FROM condition_era ce WHERE ce.condition_concept_id IN ([condition@asthma]) AND ce.condition_occurrence_count > 1

SELECT AVG(condition_era_end_date - condition_era_start_date) AS avg_days, COUNT(*) AS eras FROM condition_era WHERE condition_concept_id IN ([condition@acute bronchitis])

SELECT EXTRACT(MONTH FROM condition_era_start_date) AS month, COUNT(*) AS number_of_eras FROM condition_era GROUP BY 1 ORDER BY 1

SELECT CASE EXTRACT(MONTH FROM co.condition_start_date) WHEN 12 THEN 'winter' WHEN 1 THEN 'winter' WHEN 2 THEN 'winter' WHEN 3 THEN 'spring' WHEN 4 THEN 'spring' WHEN 5 THEN 'spring' WHEN 6 THEN 'summer' WHEN 7 THEN 'summer' WHEN 8 THEN 'summer' ELSE 'autumn' END AS season, COUNT(*) AS diagnoses
FROM condition_occurrence co GROUP BY season

WITH first_dx AS (
  SELECT person_id, MIN(condition_start_date) AS dx_date FROM condition_occurrence WHERE condition_concept_id IN ([condition@rheumatoid arthritis]) GROUP BY person_id
)
SELECT p.gender_concept_id, COUNT(*) AS n_patients, AVG(YEAR(f.dx_date) - p.year_of_birth) AS mean_age
FROM first_dx f JOIN person p ON p.person_id = f.person_id GROUP BY p.gender_concept_id

SELECT COUNT(DISTINCT a.person_id) FROM condition_occurrence a INNER JOIN condition_occurrence b ON a.person_id = b.person_id
WHERE a.condition_concept_id IN ([condition@hypertension]) AND b.condition_concept_id IN ([condition@type 2 diabetes])

SELECT COUNT(*) AS both FROM (
  SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension])
  INTERSECT
  SELECT DISTINCT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])
) x

SELECT COUNT(*) AS only_hypertension FROM (
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@hypertension])
  EXCEPT
  SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes])
) x

SELECT COUNT(DISTINCT person_id) AS patients FROM condition_occurrence
WHERE condition_concept_id IN ([condition@hypertension])
  AND person_id NOT IN (SELECT person_id FROM condition_occurrence WHERE condition_concept_id IN ([condition@type 2 diabetes]))

WITH events AS (
  SELECT person_id, condition_start_date AS event_date, LAG(condition_start_date) OVER (PARTITION BY person_id ORDER BY condition_start_date) AS previous_date
  FROM condition_occurrence WHERE condition_concept_id IN ([condition@urinary tract infection])
)
SELECT COUNT(DISTINCT person_id) AS patients_with_relapse FROM events WHERE event_date - previous_date BETWEEN 14 AND 90

SELECT n_conditions, COUNT(*) AS n_persons FROM (
  SELECT p.person_id, COUNT(DISTINCT co.condition_concept_id) AS n_conditions
  FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id AND co.condition_concept_id <> 0 GROUP BY p.person_id
) per_person GROUP BY n_conditions ORDER BY n_conditions

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co JOIN visit_occurrence vo ON vo.visit_occurrence_id = co.visit_occurrence_id
WHERE co.condition_concept_id IN ([condition@pneumonia]) AND vo.visit_concept_id = 9201

SELECT vo.visit_concept_id, COUNT(DISTINCT co.condition_occurrence_id) AS diagnoses FROM visit_occurrence vo JOIN condition_occurrence co ON co.visit_occurrence_id = vo.visit_occurrence_id AND co.person_id = vo.person_id GROUP BY vo.visit_concept_id

SELECT s.concept_code, s.concept_name, COUNT(*) AS n FROM condition_occurrence co JOIN concept s ON co.condition_source_concept_id = s.concept_id WHERE s.vocabulary_id = 'ICD10CM' GROUP BY s.concept_code, s.concept_name ORDER BY n DESC, s.concept_code LIMIT 25

SELECT COUNT(DISTINCT person_id) AS persons FROM condition_occurrence WHERE condition_source_concept_id IN (SELECT concept_id FROM concept WHERE vocabulary_id = 'ICD10CM' AND concept_code LIKE 'I21%')

SELECT stc.concept_name AS status, COUNT(*) AS records FROM condition_occurrence co LEFT JOIN concept stc ON stc.concept_id = co.condition_status_concept_id GROUP BY stc.concept_name

SELECT t.concept_name AS provenance, COUNT(*) AS records FROM condition_occurrence co JOIN concept t ON t.concept_id = co.condition_type_concept_id GROUP BY t.concept_name

WITH ranked AS (
  SELECT p.gender_concept_id, co.condition_concept_id, COUNT(DISTINCT co.person_id) AS persons,
         RANK() OVER (PARTITION BY p.gender_concept_id ORDER BY COUNT(DISTINCT co.person_id) DESC) AS rnk
  FROM condition_occurrence co JOIN person p ON p.person_id = co.person_id WHERE co.condition_concept_id <> 0
  GROUP BY p.gender_concept_id, co.condition_concept_id
)
SELECT g.concept_name AS sex, c.concept_name AS condition, r.persons FROM ranked r JOIN concept g ON g.concept_id = r.gender_concept_id JOIN concept c ON c.concept_id = r.condition_concept_id WHERE r.rnk <= 5 ORDER BY sex, r.persons DESC

SELECT 100.0 * COUNT(DISTINCT CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN co.person_id END) / COUNT(DISTINCT p.person_id) AS prevalence_pct
FROM person p LEFT JOIN condition_occurrence co ON co.person_id = p.person_id

SELECT num.n * 100.0 / den.n AS prevalence FROM
 (SELECT COUNT(DISTINCT person_id) n FROM condition_occurrence WHERE condition_concept_id IN ([condition@gout])) num
 CROSS JOIN (SELECT COUNT(DISTINCT person_id) n FROM observation_period) den

SELECT EXTRACT(YEAR FROM dx) AS yr, COUNT(*) AS incident_cases FROM (SELECT person_id, MIN(condition_start_date) dx FROM condition_occurrence WHERE condition_concept_id IN ([condition@breast cancer]) GROUP BY person_id) f GROUP BY yr ORDER BY yr

WITH cases AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS index_date
  FROM condition_occurrence co
  JOIN observation_period op ON op.person_id = co.person_id AND co.condition_start_date >= op.observation_period_start_date + INTERVAL '365' DAY AND co.condition_start_date <= op.observation_period_end_date
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id
), followup AS (
  SELECT c.person_id, c.index_date, MIN(d.death_date) AS death_date
  FROM cases c LEFT JOIN death d ON d.person_id = c.person_id AND d.death_date >= c.index_date
  GROUP BY c.person_id, c.index_date
)
SELECT COUNT(*) AS patients, COUNT(death_date) AS died, COUNT(CASE WHEN death_date <= index_date + 30 THEN 1 END) AS died_in_30_days FROM followup

SELECT COUNT(DISTINCT co.person_id) AS patients FROM condition_occurrence co
JOIN concept_ancestor ca ON ca.descendant_concept_id = co.condition_concept_id
JOIN concept c ON c.concept_id = ca.ancestor_concept_id
WHERE c.concept_id = 201826 AND ca.min_levels_of_separation >= 0

SELECT d.concept_name, ca.min_levels_of_separation FROM concept_ancestor ca JOIN concept d ON d.concept_id = ca.descendant_concept_id WHERE ca.ancestor_concept_id = 201826 AND ca.descendant_concept_id <> ca.ancestor_concept_id ORDER BY ca.min_levels_of_separation, d.concept_name

SELECT a.concept_name AS parent FROM concept_ancestor ca JOIN concept a ON a.concept_id = ca.ancestor_concept_id WHERE ca.descendant_concept_id = 201826 AND ca.min_levels_of_separation = 1 AND a.domain_id = 'Condition'

SELECT target.concept_id, target.concept_name FROM concept src JOIN concept_relationship rel ON src.concept_id = rel.concept_id_1 AND rel.relationship_id = 'Maps to' AND rel.invalid_reason IS NULL JOIN concept target ON target.concept_id = rel.concept_id_2 WHERE src.concept_code = 'I48.91' AND src.vocabulary_id = 'ICD10CM'

SELECT cs.concept_synonym_name FROM concept_synonym cs WHERE cs.concept_id = 201826

SELECT c1.person_id, c1.condition_start_date, c2.condition_start_date AS later FROM condition_occurrence c1 JOIN condition_occurrence c2 ON c1.person_id = c2.person_id AND c2.condition_start_date > c1.condition_start_date AND c1.condition_concept_id IN ([condition@atrial fibrillation]) AND c2.condition_concept_id IN ([condition@stroke]) ORDER BY 1, 2, 3 LIMIT 100

SELECT COUNT(DISTINCT hf.person_id) AS exposed_cases
FROM (SELECT person_id, MIN(condition_start_date) AS d FROM condition_occurrence WHERE condition_concept_id IN ([condition@heart failure]) GROUP BY person_id) hf
WHERE EXISTS (SELECT 1 FROM condition_occurrence mi WHERE mi.person_id = hf.person_id AND mi.condition_concept_id IN ([condition@myocardial infarction]) AND mi.condition_start_date < hf.d)
