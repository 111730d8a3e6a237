-- id: distribution-of-comorbidities
-- question: How many patients with type 2 diabetes have how many of the conditions hypertension, chronic kidney disease, heart failure, chronic obstructive pulmonary disease, atrial fibrillation and depression?
-- paraphrase: What is the distribution of the number of hypertension, chronic kidney disease, heart failure, chronic obstructive pulmonary disease, atrial fibrillation and depression among patients with type 2 diabetes?
-- paraphrase: By number of the conditions hypertension, chronic kidney disease, heart failure, chronic obstructive pulmonary disease, atrial fibrillation and depression: how many patients with type 2 diabetes are there?
-- topic: cohort
-- note: different conditions of the six, at any time; those with none are the row of 0
-- note: trap: grouping the records of the six alone loses the patients with none of them
WITH counted AS (
  SELECT co.person_id,
         MAX(CASE WHEN co.condition_concept_id IN ([condition@hypertension]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic kidney disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@heart failure]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@chronic obstructive pulmonary disease]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@atrial fibrillation]) THEN 1 ELSE 0 END)
         + MAX(CASE WHEN co.condition_concept_id IN ([condition@depression]) THEN 1 ELSE 0 END) AS conditions
  FROM condition_occurrence AS co
  GROUP BY co.person_id
)
SELECT n.conditions,
       COUNT(DISTINCT n.person_id) AS patients
FROM counted AS n
WHERE n.person_id IN (SELECT population.person_id FROM condition_occurrence AS population
                      WHERE population.condition_concept_id IN ([condition@type 2 diabetes]))
GROUP BY n.conditions
ORDER BY n.conditions;
