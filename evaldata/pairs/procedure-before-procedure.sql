-- id: procedure-before-procedure
-- question: How many patients had a coronary angiography before a percutaneous coronary intervention?
-- paraphrase: What is the number of people who underwent coronary angiography before undergoing percutaneous coronary intervention?
-- paraphrase: Before a percutaneous coronary intervention, how many patients had a coronary angiography?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@percutaneous coronary intervention])
      GROUP BY po.person_id) AS index_event
JOIN procedure_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.procedure_concept_id IN ([procedure@coronary angiography])
  AND earlier.procedure_date < index_event.first_date;
