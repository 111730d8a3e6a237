-- id: share-of-procedure-then-condition
-- question: What percentage of patients who had a coronary angiography had heart failure afterwards?
-- paraphrase: What share of patients with a coronary angiography later had heart failure?
-- paraphrase: Of the patients who underwent coronary angiography, what percent had heart failure after it?
-- topic: share
-- note: strictly after the first procedure; crude, whatever the length of follow-up
WITH population AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@coronary angiography])
  GROUP BY po.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@heart failure])
    AND co.condition_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
