-- id: patients-on-drug-by-age-group
-- question: How many patients took furosemide, by 5-year age group?
-- paraphrase: Number of patients prescribed furosemide in 5-year age groups
-- paraphrase: For each 5-year age group, how many patients took furosemide?
-- paraphrase: furosemde users by 5-year age group, n?
-- topic: grouping
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT de.person_id, EXTRACT(YEAR FROM MIN(de.drug_exposure_start_date)) - p.year_of_birth AS age
  FROM drug_exposure AS de
  JOIN person AS p ON p.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@furosemide])
  GROUP BY de.person_id, p.year_of_birth
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
