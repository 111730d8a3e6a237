-- id: patients-with-repeated-procedure
-- question: How many patients had a colonoscopy more than once?
-- paraphrase: What is the number of people with a colonoscopy on more than one day?
-- paraphrase: Count the patients who underwent colonoscopy more than once.
-- topic: records
-- note: on more than one day
SELECT COUNT(DISTINCT r.person_id) AS patients
FROM (SELECT po.person_id
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
      GROUP BY po.person_id
      HAVING COUNT(DISTINCT po.procedure_date) > 1) AS r;
