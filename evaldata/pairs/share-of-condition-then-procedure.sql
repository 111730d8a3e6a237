-- id: share-of-condition-then-procedure
-- question: What percentage of patients with heart failure had an echocardiography afterwards?
-- paraphrase: What share of patients with heart failure later underwent echocardiography?
-- paraphrase: Of the patients with heart failure, what percent had an echocardiography after the diagnosis?
-- topic: share
-- note: strictly after the first record of the first event; crude, whatever the length of follow-up
WITH population AS (
  SELECT co.person_id, MIN(co.condition_start_date) AS first_date
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
  GROUP BY co.person_id
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM population AS pop
  JOIN procedure_occurrence AS po ON po.person_id = pop.person_id
  WHERE po.procedure_concept_id IN ([procedure@echocardiography])
    AND po.procedure_date > pop.first_date
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
