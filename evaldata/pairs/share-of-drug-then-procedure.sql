-- id: share-of-drug-then-procedure
-- question: What percentage of patients who took clopidogrel had a coronary angiography afterwards?
-- paraphrase: What share of patients on clopidogrel later underwent coronary angiography?
-- paraphrase: Of the patients who took clopidogrel, what percent had a coronary angiography after starting it?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
  GROUP BY de.person_id
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM population AS pop
  JOIN procedure_occurrence AS po ON po.person_id = pop.person_id
  WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
    AND po.procedure_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
