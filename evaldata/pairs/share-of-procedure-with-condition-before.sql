-- id: share-of-procedure-with-condition-before
-- question: What percentage of patients who had a percutaneous coronary intervention had a myocardial infarction before it?
-- paraphrase: What share of patients with a percutaneous coronary intervention was diagnosed with myocardial infarction before the procedure?
-- paraphrase: Of the patients who underwent percutaneous coronary intervention, what percent had a myocardial infarction before?
-- topic: share
-- note: strictly before the first record of the event that defines the group
WITH population AS (
  SELECT po.person_id, MIN(po.procedure_date) AS first_date
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
  GROUP BY po.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
    AND co.condition_start_date < pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
