-- id: share-of-condition-older-than
-- question: What percentage of patients with Alzheimer's disease were older than 80 at first diagnosis?
-- paraphrase: What share of patients with Alzheimer's disease was over 80 years old when first diagnosed?
-- paraphrase: Of the patients with Alzheimer's disease, what percent were more than 80 at their first diagnosis?
-- paraphrase: What percntage of patients with Alzheimer's disease were older than 80 at first diagnosis?
-- topic: share
-- note: age at the first record: year of the event minus year of birth
WITH population AS (
  SELECT co.person_id, EXTRACT(YEAR FROM MIN(co.condition_start_date)) - p.year_of_birth AS age
  FROM condition_occurrence AS co
  JOIN person AS p ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN ([condition@Alzheimer's disease])
  GROUP BY co.person_id, p.year_of_birth
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.age > 80)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.age > 80) AS patients_of_that_age,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
