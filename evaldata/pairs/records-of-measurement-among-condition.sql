-- id: records-of-measurement-among-condition
-- question: How many HbA1c measurements do patients with type 2 diabetes have?
-- paraphrase: What is the number of HbA1c measurements of people with type 2 diabetes?
-- paraphrase: Among patients with type 2 diabetes, how often was HbA1c measured?
-- topic: records
-- note: measurements, not patients; before or after the diagnosis
SELECT COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND me.person_id IN (SELECT co.person_id FROM condition_occurrence AS co
                       WHERE co.condition_concept_id IN ([condition@type 2 diabetes]));
