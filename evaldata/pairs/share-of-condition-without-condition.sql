-- id: share-of-condition-without-condition
-- question: What percentage of patients with heart failure do not have hypertension?
-- paraphrase: What share of patients with heart failure has no diagnosis of hypertension?
-- paraphrase: Of the patients with heart failure, what percent were never diagnosed with hypertension?
-- paraphrase: % of HF pts w/o HTN
-- topic: share
-- note: no record of the second condition at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@hypertension])
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL) AS patients_without_second_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
