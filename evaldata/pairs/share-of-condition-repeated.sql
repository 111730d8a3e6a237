-- id: share-of-condition-repeated
-- question: What percentage of patients with pneumonia had it more than once?
-- paraphrase: What share of patients with pneumonia had it on more than one day?
-- paraphrase: Of the patients with pneumonia, what percent had it more than once?
-- paraphrase: % of pneumonia pts who had it more than once
-- topic: share
-- note: on more than one day
WITH population AS (
  SELECT co.person_id, COUNT(DISTINCT co.condition_start_date) AS days
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@pneumonia])
  GROUP BY co.person_id
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.days > 1)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE pop.days > 1) AS patients_repeated,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop;
