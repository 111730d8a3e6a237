-- id: share-of-procedure-with-procedure
-- question: What percentage of patients who had a percutaneous coronary intervention also had a coronary artery bypass graft?
-- paraphrase: What share of patients with a percutaneous coronary intervention also underwent coronary artery bypass graft?
-- paraphrase: Of the patients who underwent percutaneous coronary intervention, what percent had a coronary artery bypass graft as well?
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
