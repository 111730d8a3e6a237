-- id: share-of-procedure-then-procedure
-- question: What percentage of patients who had a coronary angiography had a percutaneous coronary intervention afterwards?
-- paraphrase: What share of patients with a coronary angiography later underwent percutaneous coronary intervention?
-- paraphrase: Of the patients who underwent coronary angiography, what percent had a percutaneous coronary intervention after it?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
  GROUP BY po.person_id
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM population AS pop
  JOIN procedure_occurrence AS po ON po.person_id = pop.person_id
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
    AND po.procedure_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
