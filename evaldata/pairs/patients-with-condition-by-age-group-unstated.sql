-- id: patients-with-condition-by-age-group-unstated
-- question: How many patients have stroke, by age group?
-- paraphrase: Number of patients diagnosed with stroke per age group
-- paraphrase: For each age group, how many patients have stroke?
-- paraphrase: What is the age distribution of patients with stroke?
-- topic: grouping
-- note: age at the first record: year of the event minus year of birth; the question names no bands, these are the common ones
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@stroke])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT CASE WHEN pop.age < 18 THEN '0-17'
            WHEN pop.age < 45 THEN '18-44'
            WHEN pop.age < 65 THEN '45-64'
            WHEN pop.age < 75 THEN '65-74'
            WHEN pop.age < 85 THEN '75-84'
            ELSE '85 and older' END AS age_group,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
GROUP BY age_group
ORDER BY age_group;
