-- id: condition-and-measurement-above
-- question: How many patients with type 2 diabetes had an HbA1c above 9 percent?
-- paraphrase: What is the number of people with type 2 diabetes whose HbA1c was greater than 9 percent?
-- paraphrase: Among patients with type 2 diabetes, how many ever had an HbA1c higher than 9 percent?
-- paraphrase: T2DM pts with HbA1c > 9 %, n?
-- paraphrase: Hi, I need to know how many patients with type 2 diabetes had an HbA1c above 9 percent, please
-- topic: measurement-value
-- note: at least one such value at any time; 8554 is the unit percent
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.person_id IN (SELECT me.person_id FROM measurement AS me
                       WHERE me.measurement_concept_id IN ([measurement@HbA1c])
                         AND me.value_as_number > 9
                         AND me.unit_concept_id = 8554);
