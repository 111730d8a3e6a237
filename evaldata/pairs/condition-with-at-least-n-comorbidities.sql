-- id: condition-with-at-least-n-comorbidities
-- question: How many patients with heart failure have at least 3 of the conditions hypertension, type 2 diabetes, chronic kidney disease, chronic obstructive pulmonary disease and atrial fibrillation?
-- paraphrase: Among patients with heart failure, how many have at least 3 of hypertension, type 2 diabetes, chronic kidney disease, chronic obstructive pulmonary disease and atrial fibrillation?
-- paraphrase: What is the number of heart failure patients with 3 or more of the conditions hypertension, type 2 diabetes, chronic kidney disease, chronic obstructive pulmonary disease and atrial fibrillation?
-- topic: cohort
-- note: different conditions of the five, at any time
-- note: trap: counting records makes three records of one condition three conditions; a CASE with all five gives a record that two sets hold to the first of them only
WITH counted AS (
  SELECT co.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@type 2 diabetes]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@atrial fibrillation]) THEN 1 ELSE 0 END) AS conditions
  FROM condition_occurrence AS co
  GROUP BY co.person_id
)
SELECT COUNT(DISTINCT n.person_id) AS patients
FROM counted AS n
WHERE n.conditions >= 3
  AND n.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                      WHERE population.condition_concept_id IN ([condition@heart failure]));
