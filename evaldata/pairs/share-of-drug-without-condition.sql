-- id: share-of-drug-without-condition
-- question: What percentage of patients who took omeprazole do not have gastroesophageal reflux disease?
-- paraphrase: What share of patients on omeprazole has no diagnosis of gastroesophageal reflux disease?
-- paraphrase: Of the patients who took omeprazole, what percent were never diagnosed with gastroesophageal reflux disease?
-- paraphrase: % of omeprazole pts w/o GERD
-- topic: share
-- note: no record of the condition at any time
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@omeprazole])
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@gastroesophageal reflux disease])
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL) AS patients_without_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
