-- id: average-age-at-condition-by-race
-- question: What is the average age at first diagnosis of hypertension, by race?
-- paraphrase: For each race, what is the mean age at first diagnosis of hypertension?
-- paraphrase: How old are patients of each race on average when they are first diagnosed with hypertension?
-- paraphrase: avg age at 1st dx of HTN by race
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, p.race_concept_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@hypertension])
  GROUP BY co.person_id, p.race_concept_id, p.year_of_birth
)
SELECT COALESCE(g.concept_name, CAST(pop.race_concept_id AS VARCHAR)) AS race,
       ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN concept AS g ON g.concept_id = pop.race_concept_id
GROUP BY race
ORDER BY race;
