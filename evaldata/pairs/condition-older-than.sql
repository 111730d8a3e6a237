-- id: condition-older-than
-- question: How many patients older than 80 had osteoporosis?
-- paraphrase: What is the number of people over 80 diagnosed with osteoporosis?
-- paraphrase: Among patients aged more than 80, how many had osteoporosis?
-- paraphrase: Count the patients with osteoporosis recorded when they were older than 80 years.
-- paraphrase: How many people above the age of 80 had osteoporosis?
-- paraphrase: How many patients with osteoporosis were older than 80?
-- paraphrase: How many patients aged over 80 years were diagnosed with osteoporosis?
-- paraphrase: How many patients > 80 years old had osteoporosis?
-- paraphrase: osteoporosis pts > 80 yo, n?
-- paraphrase: How many patients older than 80 had osteoprosis?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
-- note: trap: the age today, or at the end of the data, takes people for old who were young at the diagnosis
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@osteoporosis])
  AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth > 80;
