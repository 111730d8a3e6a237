-- id: share-of-condition-with-measurement
-- question: What percentage of patients with type 2 diabetes had an HbA1c measurement?
-- paraphrase: What share of patients with type 2 diabetes was tested for HbA1c?
-- paraphrase: Of the patients with type 2 diabetes, in what percent was HbA1c measured?
-- paraphrase: % of T2DM pts with HbA1c
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
), outcome AS (
  SELECT DISTINCT me.person_id
  FROM measurement AS me
  WHERE me.measurement_concept_id IN ([measurement@HbA1c])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_measured,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
