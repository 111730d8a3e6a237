-- id: patients-with-condition-by-age-group-and-sex
-- question: How many patients have osteoporosis, by 10-year age group and gender?
-- paraphrase: Number of patients diagnosed with osteoporosis per 10-year age group and sex
-- paraphrase: For each 10-year age group and gender, how many patients have osteoporosis?
-- paraphrase: osteoporosis pts by 10-year age group and sex, n?
-- topic: grouping
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, p.gender_concept_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@osteoporosis])
  GROUP BY co.person_id, p.gender_concept_id, p.year_of_birth
), banded AS (
  SELECT pop.person_id, pop.gender_concept_id,
         pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 10 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       COALESCE(g.concept_name, CAST(b.gender_concept_id AS VARCHAR)) AS gender,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
LEFT JOIN concept AS g ON g.concept_id = b.gender_concept_id
GROUP BY b.from_age, b.to_age, gender
ORDER BY b.from_age, gender;
