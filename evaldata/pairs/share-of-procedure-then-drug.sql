-- id: share-of-procedure-then-drug
-- question: What percentage of patients who had a coronary angiography took clopidogrel afterwards?
-- paraphrase: What share of patients with a coronary angiography was later prescribed clopidogrel?
-- paraphrase: Of the patients who underwent coronary angiography, what percent took clopidogrel after it?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
  GROUP BY po.person_id
), outcome AS (
  SELECT DISTINCT de.person_id
  FROM population AS pop
  JOIN drug_exposure AS de ON de.person_id = pop.person_id
  WHERE de.drug_concept_id IN ([drug@clopidogrel])
    AND de.drug_exposure_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_on_drug,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
