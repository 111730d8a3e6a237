-- id: patients-with-at-least-n-visits-of-type
-- question: How many patients have at least 2 inpatient visits?
-- paraphrase: What is the number of people with 2 or more inpatient visits?
-- paraphrase: Count the patients who had an inpatient visit at least 2 times.
-- paraphrase: do we know how many patients have at least 2 inpatient visits?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT vo.person_id
      FROM visit_occurrence AS vo
      WHERE vo.visit_concept_id IN ([visit@inpatient visit])
      GROUP BY vo.person_id
      HAVING COUNT(vo.visit_occurrence_id) >= 2) AS r;
