-- id: patients-with-procedure-by-age-group
-- question: How many patients had a hip replacement, by 5-year age group?
-- paraphrase: Number of patients who underwent hip replacement in 5-year age groups
-- paraphrase: For each 5-year age group, how many patients had a hip replacement?
-- topic: grouping
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT po.person_id, EXTRACT(YEAR FROM MIN(po.procedure_date)) - p.year_of_birth AS age
  FROM procedure_occurrence AS po
  JOIN person AS p ON p.person_id = po.person_id
  WHERE po.procedure_concept_id IN ([procedure@hip replacement])
  GROUP BY po.person_id, p.year_of_birth
), banded AS (
  SELECT pop.person_id, pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 5 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
