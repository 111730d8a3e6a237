-- id: share-of-condition-without-procedure
-- question: What percentage of patients with heart failure never had an echocardiography?
-- paraphrase: What share of patients with heart failure did not undergo an echocardiography?
-- paraphrase: Of the patients with heart failure, what percent have no echocardiography on record?
-- paraphrase: % of HF pts who never had an echocardiogrphy
-- topic: share
-- note: no such procedure at any time
WITH population AS (
  SELECT DISTINCT co.person_id
  FROM condition_occurrence AS co
  WHERE co.condition_concept_id IN ([condition@heart failure])
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@echocardiography])
)
SELECT ROUND(100.0 * COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL)
             / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT pop.person_id) FILTER (WHERE oc.person_id IS NULL) AS patients_without_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
