-- id: procedure-before-procedure
-- question: How many patients had a colonoscopy before a colectomy?
-- paraphrase: What is the number of people who underwent colonoscopy before undergoing colectomy?
-- paraphrase: Before a colectomy, how many patients had a colonoscopy?
-- topic: temporal
-- note: strictly earlier than the first record of the later event
SELECT COUNT(DISTINCT earlier.person_id) AS patients
FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id IN ([procedure@colectomy])
      GROUP BY po.person_id) AS index_event
JOIN procedure_occurrence AS earlier ON earlier.person_id = index_event.person_id
WHERE earlier.procedure_concept_id IN ([procedure@colonoscopy])
  AND earlier.procedure_date < index_event.first_date;
