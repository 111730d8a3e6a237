-- id: patients-with-at-least-n-procedures
-- question: How many patients had hemodialysis at least 10 times?
-- paraphrase: What is the number of people with 10 or more hemodialysis procedures?
-- paraphrase: Count the patients in whom hemodialysis was performed at least 10 times.
-- paraphrase: hemodialyis at least 10 times, n of pts?
-- topic: records
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT po.person_id
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@hemodialysis])
      GROUP BY po.person_id
      HAVING COUNT(po.procedure_occurrence_id) >= 10) AS r;
