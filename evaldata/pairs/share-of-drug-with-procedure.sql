-- id: share-of-drug-with-procedure
-- question: What percentage of patients who took clopidogrel had a percutaneous coronary intervention?
-- paraphrase: What share of patients on clopidogrel underwent percutaneous coronary intervention?
-- paraphrase: Of the patients who took clopidogrel, what percent had a percutaneous coronary intervention?
-- topic: share
-- note: in any order, at any time
WITH population AS (
  SELECT DISTINCT de.person_id
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
