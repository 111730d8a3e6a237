-- id: condition-before-year
-- question: How many patients had breast cancer before 2010?
-- paraphrase: What is the number of people diagnosed with breast cancer before 2010?
-- paraphrase: Count the patients with a breast cancer record earlier than 2010.
-- paraphrase: breast cancer before 2010, n of pts?
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@breast cancer])
  AND EXTRACT(YEAR FROM co.condition_start_date) < 2010;
