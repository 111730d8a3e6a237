-- id: patients-with-measurement
-- question: How many patients had an HbA1c measurement?
-- paraphrase: What is the number of people whose HbA1c was measured?
-- paraphrase: Count the patients tested for HbA1c.
-- paraphrase: How many people have an HbA1c result on record?
-- paraphrase: In how many patients was HbA1c measured?
-- paraphrase: How many patients had their HbA1c tested?
-- paraphrase: Number of patients with HbA1c measured
-- paraphrase: pts with HbA1c, n?
-- topic: count
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c]);
