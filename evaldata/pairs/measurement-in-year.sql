-- id: measurement-in-year
-- question: How many patients had an HbA1c measurement in 2009?
-- paraphrase: What is the number of people whose HbA1c was measured in 2009?
-- paraphrase: In 2009, how many patients were tested for HbA1c?
-- paraphrase: HbA1c in 2009, n of pts?
-- topic: count-in-period
SELECT COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
WHERE me.measurement_concept_id IN ([measurement@HbA1c])
  AND EXTRACT(YEAR FROM me.measurement_date) = 2009;
