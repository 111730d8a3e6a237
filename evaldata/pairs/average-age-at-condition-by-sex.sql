-- id: average-age-at-condition-by-sex
-- question: What is the average age at first diagnosis of myocardial infarction, by gender?
-- paraphrase: How old are men and women on average when they are first diagnosed with myocardial infarction?
-- paraphrase: For each sex, what is the mean age at first diagnosis of myocardial infarction?
-- paraphrase: mean age at first dx of MI by sex
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, p.gender_concept_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@myocardial infarction])
  GROUP BY co.person_id, p.gender_concept_id, p.year_of_birth
)
SELECT COALESCE(g.concept_name, CAST(pop.gender_concept_id AS VARCHAR)) AS gender,
       ROUND(AVG(pop.age), 1) AS average_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN concept AS g ON g.concept_id = pop.gender_concept_id
GROUP BY gender
ORDER BY gender;
