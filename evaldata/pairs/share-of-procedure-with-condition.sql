-- id: share-of-procedure-with-condition
-- question: What percentage of patients who had a mammography have breast cancer?
-- paraphrase: What share of patients with a mammography has breast cancer?
-- paraphrase: Of the patients who underwent mammography, what percent were diagnosed with breast cancer?
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@mammography])
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@breast cancer])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
