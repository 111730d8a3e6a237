-- id: share-of-procedure-on-drug
-- question: What percentage of patients who had a coronary artery bypass graft took atorvastatin?
-- paraphrase: What share of patients with a coronary artery bypass graft was prescribed atorvastatin?
-- paraphrase: Of the patients who underwent coronary artery bypass graft, what percent received atorvastatin?
-- paraphrase: % of CABG pts on atorvastatin
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
