-- id: share-of-procedure-died
-- question: What percentage of patients who had an echocardiography died?
-- paraphrase: What share of patients with an echocardiography is deceased?
-- paraphrase: Of the patients who underwent echocardiography, what percent died?
-- paraphrase: What percentage of patients who had an echocardiogrphy died?
-- topic: mortality
-- note: death of any cause; crude, whatever the length of follow-up
WITH population AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@echocardiography])
), outcome AS (
  SELECT DISTINCT d.person_id
  FROM death AS d
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS deaths,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
