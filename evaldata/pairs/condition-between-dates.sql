-- id: condition-between-dates
-- question: How many patients had pneumonia between 2009-10-01 and 2010-03-31?
-- paraphrase: What is the number of people diagnosed with pneumonia from 2009-10-01 to 2010-03-31?
-- paraphrase: Count the patients with pneumonia in the period between 2009-10-01 and 2010-03-31.
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
  AND co.condition_start_date BETWEEN DATE '2009-10-01' AND DATE '2010-03-31';
