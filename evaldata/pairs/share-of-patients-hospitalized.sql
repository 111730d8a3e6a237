-- id: share-of-patients-hospitalized
-- question: What percentage of patients were hospitalized?
-- paraphrase: What share of the patients was admitted to hospital?
-- paraphrase: Percentage of patients with a hospital admission
-- paraphrase: % of pts hospitalized
-- topic: share
-- note: a hospitalization is an inpatient visit (9201) or an emergency room visit that led to one (262); the denominator is everyone in the database
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT vo.person_id
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN (9201, 262)
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_hospitalized,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
