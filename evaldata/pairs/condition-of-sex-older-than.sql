-- id: condition-of-sex-older-than
-- question: How many women older than 70 had osteoporosis?
-- paraphrase: What is the number of female patients over 70 with osteoporosis?
-- paraphrase: Count the women diagnosed with osteoporosis when they were more than 70 years old.
-- paraphrase: women > 70 yo w/ osteoporosis, n?
-- topic: count-demographic
-- note: age at the event: year of the event minus year of birth
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN person AS p ON p.person_id = co.person_id
WHERE co.condition_concept_id IN ([condition@osteoporosis])
  AND p.gender_concept_id = 8532
  AND EXTRACT(YEAR FROM co.condition_start_date) - p.year_of_birth > 70;
