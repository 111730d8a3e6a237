-- id: share-of-condition-with-condition-before
-- question: What percentage of patients with chronic kidney disease had type 2 diabetes before it?
-- paraphrase: What share of patients with chronic kidney disease was diagnosed with type 2 diabetes before the diagnosis?
-- paraphrase: Of the patients with chronic kidney disease, what percent had type 2 diabetes before?
-- paraphrase: % of CKD pts who had T2DM before it
-- topic: share
-- note: strictly before the first record of the event that defines the group
-- note: trap: history is what came before: counting the other condition at any time looks into the future of the patient
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT co.person_id
  FROM population AS pop
  JOIN condition_occurrence AS co ON co.person_id = pop.person_id
  WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
    AND co.condition_start_date < pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_both,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
