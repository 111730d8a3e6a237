-- id: share-with-recurrence-within-days
-- question: What percentage of patients with pneumonia had a second diagnosis of it within 365 days of the first?
-- paraphrase: What share of patients with pneumonia has it recorded again no later than 365 days after the first record?
-- paraphrase: Of the patients with pneumonia, what percent had a recurrence within 365 days after their first one?
-- topic: incidence
-- note: a record on a later day than the first; it may be of the same episode; crude, whatever the length of follow-up
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@pneumonia])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT again.person_id
  FROM population AS pop
  JOIN condition_occurrence AS again ON again.person_id = pop.person_id
  WHERE again.condition_concept_id IN ([condition@pneumonia])
    AND again.condition_start_date > pop.first_date
    AND again.condition_start_date <= pop.first_date + INTERVAL '365' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_recurrence,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
