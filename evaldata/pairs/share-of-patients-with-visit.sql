-- id: share-of-patients-with-visit
-- question: What percentage of patients had an inpatient visit?
-- paraphrase: What share of all patients had at least one inpatient visit?
-- paraphrase: What proportion of people have ever had an inpatient visit?
-- topic: share
-- note: of everyone in the database
WITH population AS (
  SELECT p.person_id
  FROM person AS p
), outcome AS (
  SELECT DISTINCT vo.person_id
  FROM visit_occurrence AS vo
  WHERE vo.visit_concept_id IN ([visit@inpatient visit])
)
SELECT ROUND(100.0 * COUNT(DISTINCT oc.person_id) / NULLIF(COUNT(DISTINCT pop.person_id), 0), 2) AS percentage,
       COUNT(DISTINCT oc.person_id) AS patients_with_visit,
       COUNT(DISTINCT pop.person_id) AS patients
FROM population AS pop
LEFT JOIN outcome AS oc ON oc.person_id = pop.person_id;
