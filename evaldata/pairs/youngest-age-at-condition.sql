-- id: youngest-age-at-condition
-- question: What is the minimum age at first diagnosis of breast cancer?
-- paraphrase: What is the youngest age of patients with breast cancer at their first diagnosis?
-- paraphrase: How old was the youngest patient first diagnosed with breast cancer?
-- paraphrase: min age at first dx of breast cancer
-- topic: average
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@breast cancer])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT MIN(pop.age) AS minimum_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
