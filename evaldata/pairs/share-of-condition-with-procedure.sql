-- id: share-of-condition-with-procedure
-- question: What percentage of patients with end-stage renal disease had hemodialysis?
-- paraphrase: What share of patients with end-stage renal disease underwent hemodialysis?
-- paraphrase: Of the patients with end-stage renal disease, what percent received hemodialysis?
-- paraphrase: Among people with ESRD, what proportion had hemodialysis?
-- paraphrase: % of ESRD pts w/ hemodialyis
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@end-stage renal disease])
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
