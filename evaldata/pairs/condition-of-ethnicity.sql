-- id: condition-of-ethnicity
-- question: How many Hispanic patients have type 2 diabetes?
-- paraphrase: What is the number of Hispanic or Latino people with type 2 diabetes?
-- paraphrase: Count the patients of Hispanic ethnicity diagnosed with type 2 diabetes.
-- paraphrase: hispanic T2DM pts, n?
-- topic: count-demographic
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND p.ethnicity_concept_id = 38003563;
