-- id: share-of-condition-on-drug-before
-- question: What percentage of patients with stroke took atorvastatin before it?
-- paraphrase: What share of patients with stroke was prescribed atorvastatin before the diagnosis?
-- paraphrase: Of the patients with stroke, what percent took atorvastatin before?
-- topic: share
-- note: strictly before the first record of the event that defines the group
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM population AS pop
  JOIN drug_exposure AS de ON de.person_id = pop.person_id
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
    AND de.drug_exposure_start_date < pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
