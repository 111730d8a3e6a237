-- id: average-age-at-condition
-- question: What is the average age at first diagnosis of osteoporosis?
-- paraphrase: How old are patients on average when they are first diagnosed with osteoporosis?
-- paraphrase: What is the mean age of patients with osteoporosis at their first diagnosis?
-- paraphrase: What is the average age of patients with osteoporosis?
-- paraphrase: Mean age at onset of osteoporosis
-- paraphrase: At what age is osteoporosis first diagnosed on average?
-- paraphrase: What is the mean age at diagnosis of osteoporosis?
-- paraphrase: What is the average age when osteoporosis was first diagnosed?
-- paraphrase: avg age at dx of osteoporosis
-- paraphrase: what is the averge age of patients with osteoporsis?
-- topic: average
-- note: age at the first record: year of the event minus year of birth
-- note: trap: averaging over all records counts people with many records often, and at ages later than the first
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@osteoporosis])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
