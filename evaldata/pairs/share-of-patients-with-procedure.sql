-- id: share-of-patients-with-procedure
-- question: What percentage of patients had a colonoscopy?
-- paraphrase: What share of all patients underwent a colonoscopy?
-- paraphrase: What proportion of people have ever had a colonoscopy?
-- paraphrase: Of all patients, what percent had a colonoscopy?
-- paraphrase: % of pts who had a colonoscpy
-- topic: share
-- note: of everyone in the database; ever recorded
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT po.person_id
  FROM procedure_occurrence AS po
  WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_procedure,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
