-- id: top-year-of-condition
-- question: In which year were the most patients diagnosed with pneumonia?
-- paraphrase: Which year has the highest number of patients with pneumonia?
-- paraphrase: What is the year with the most pneumonia patients?
-- paraphrase: just curious, in which year were the most patients diagnosed with pneumonia?
-- topic: top-n
-- note: a patient counts in each year with a record
SELECT EXTRACT(YEAR FROM co.condition_start_date) AS year,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
GROUP BY year
ORDER BY patients DESC, year
LIMIT 1;
