-- id: share-of-condition-with-condition
-- question: What percentage of patients with atrial fibrillation also had a stroke?
-- paraphrase: What share of patients with atrial fibrillation had a stroke?
-- paraphrase: Of the patients with atrial fibrillation, what percent were also diagnosed with stroke?
-- paraphrase: Among people with atrial fibrillation, what proportion has had a stroke?
-- paraphrase: Percentage of atrial fibrillation patients who also have stroke
-- paraphrase: How many percent of the patients with atrial fibrillation had a stroke?
-- paraphrase: What fraction of patients with atrial fibrillation has also been diagnosed with stroke, in percent?
-- paraphrase: % of afib pts w/ stroke
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@stroke])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
