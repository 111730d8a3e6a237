-- id: patients-with-condition-by-age-group
-- question: How many patients have heart failure, by 10-year age group?
-- paraphrase: Number of patients diagnosed with heart failure in 10-year age groups
-- paraphrase: For each 10-year age group, how many patients have heart failure?
-- paraphrase: How are patients with heart failure distributed over 10-year age groups?
-- paraphrase: HF pts by 10-year age group, n?
-- topic: grouping
-- note: age at the first record: year of the event minus year of birth
-- note: trap: the age today puts people into a group that they were not in at the event
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id, p.year_of_birth
), banded AS (
  SELECT pop.person_id, pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 10 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
