-- id: top-month-of-condition
-- question: In which month of the year are the most patients diagnosed with pneumonia?
-- paraphrase: Which calendar month has the highest number of patients with pneumonia?
-- paraphrase: What is the month of the year with the most pneumonia patients?
-- topic: top-n
-- note: January is 1; all years together
SELECT EXTRACT(MONTH FROM co.condition_start_date) AS month,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@pneumonia])
GROUP BY month
ORDER BY patients DESC, month
LIMIT 1;
