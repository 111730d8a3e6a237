-- id: share-of-condition-condition-within-days
-- question: What percentage of patients with atrial fibrillation had a stroke within 365 days of diagnosis?
-- paraphrase: What share of patients with atrial fibrillation had a stroke no later than 365 days after being diagnosed?
-- paraphrase: Of the patients with atrial fibrillation, what percent had a stroke within 365 days after diagnosis?
-- paraphrase: % of afib pts with stroke w/in 365d of dx
-- topic: share
-- note: from the day of the first record, that day included
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@atrial fibrillation])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@stroke])
    AND co.condition_start_date BETWEEN pop.first_date AND pop.first_date + INTERVAL '365' DAY
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
