-- id: share-of-condition-then-condition
-- question: What percentage of patients with osteoporosis had a hip fracture afterwards?
-- paraphrase: What share of patients with osteoporosis later had a hip fracture?
-- paraphrase: Of the patients with osteoporosis, what percent had a hip fracture after the diagnosis?
-- paraphrase: I'd like to know what percentage of patients with osteoporosis had a hip fracture afterwards, please
-- topic: share
-- note: strictly after the first record; crude, whatever the length of follow-up
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@osteoporosis])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@hip fracture])
    AND co.condition_start_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_condition,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
