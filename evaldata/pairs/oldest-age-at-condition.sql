-- id: oldest-age-at-condition
-- question: What is the maximum age at first diagnosis of asthma?
-- paraphrase: What is the oldest age of patients with asthma at their first diagnosis?
-- paraphrase: How old was the oldest patient first diagnosed with asthma?
-- paraphrase: max age at first dx of asthma
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@asthma])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT MAX(pop.age) AS maximum_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
