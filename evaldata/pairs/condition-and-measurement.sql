-- id: condition-and-measurement
-- question: How many patients with type 2 diabetes had an HbA1c measurement?
-- paraphrase: What is the number of people with type 2 diabetes whose HbA1c was measured?
-- paraphrase: Among patients with type 2 diabetes, how many were tested for HbA1c?
-- paraphrase: Count the patients with an HbA1c result who have type 2 diabetes.
-- paraphrase: T2DM pts with HbA1c measurement, n?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT me.person_id FROM measurement AS me
                       WHERE me.measurement_concept_id IN ([measurement@HbA1c]));
