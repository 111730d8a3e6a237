-- id: share-of-condition-on-either-drug
-- question: What percentage of patients with hypertension took lisinopril or amlodipine?
-- paraphrase: What share of patients with hypertension was prescribed lisinopril or amlodipine?
-- paraphrase: Of the patients with hypertension, what percent received at least one of lisinopril and amlodipine?
-- paraphrase: % of HTN pts on lisinopril or amlodipine
-- topic: share
-- note: one, the other or both, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@hypertension])
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
