-- id: patients-without-procedure
-- question: How many patients never had a colonoscopy?
-- paraphrase: What is the number of people without a colonoscopy?
-- paraphrase: Count the patients who never underwent a colonoscopy.
-- paraphrase: How many patients never had a colonoscpy?
-- topic: count
-- note: of everyone in the database; no such procedure at any time
SELECT COUNT(DISTINCT p.person_id) AS patients
FROM person AS p
WHERE NOT EXISTS (SELECT 1 FROM procedure_occurrence AS po
                  WHERE po.person_id = p.person_id
                    AND po.procedure_concept_id IN ([procedure@colonoscopy]));
