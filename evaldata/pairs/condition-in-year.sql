-- id: condition-in-year
-- question: How many patients had pneumonia in 2009?
-- paraphrase: What is the number of people diagnosed with pneumonia in 2009?
-- paraphrase: In 2009, how many patients had a diagnosis of pneumonia?
-- paraphrase: Count the patients with pneumonia during the year 2009.
-- paraphrase: How many people were diagnosed with pneumonia in the year 2009?
-- paraphrase: pneumonia pts 2009, n?
-- paraphrase: How many pateints had pnuemonia in 2009?
-- topic: count-in-period
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
  AND EXTRACT(YEAR FROM co.condition_start_date) = 2009;
