-- id: share-of-condition-by-age-group
-- question: What is the age distribution of patients with stroke in percent, in 10-year age groups?
-- paraphrase: How are patients with stroke distributed over 10-year age groups, in percent?
-- paraphrase: What percentage of patients with stroke is in each 10-year age group?
-- topic: share-by-group
-- note: age at the first record: year of the event minus year of birth; the percentages add up to 100
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id, p.year_of_birth
), banded AS (
  SELECT pop.person_id, pop.age - pop.age % w.years AS from_age, pop.age - pop.age % w.years + w.years - 1 AS to_age
  FROM population AS pop
  CROSS JOIN (SELECT 10 AS years) AS w
)
SELECT CAST(b.from_age AS VARCHAR) || '-' || CAST(b.to_age AS VARCHAR) AS age_group,
       ROUND(100.0 * COUNT(DISTINCT b.person_id) / SUM(COUNT(DISTINCT b.person_id)) OVER (), 2) AS percentage,
       COUNT(DISTINCT b.person_id) AS patients
FROM banded AS b
GROUP BY b.from_age, b.to_age
ORDER BY b.from_age;
