-- id: median-age-at-condition
-- question: What is the median age at first diagnosis of stroke?
-- paraphrase: What is the median age of patients with stroke at their first diagnosis?
-- paraphrase: What is the median age of patients with stroke?
-- paraphrase: Median age at onset of stroke
-- paraphrase: median age at first dx of stroke
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY pop.age) AS median_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
