-- id: procedure-without-procedure
-- question: How many patients had a mammography but never a colonoscopy?
-- paraphrase: What is the number of people who underwent mammography without a colonoscopy?
-- paraphrase: Among patients who had a mammography, how many did not have a colonoscopy?
-- paraphrase: How many patients had a mammogrphy but never a colonoscopy?
-- topic: combination
-- note: no such procedure at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@mammography])
  AND NOT EXISTS (SELECT 1 FROM procedure_occurrence AS other
              WHERE other.person_id = po.person_id
                AND other.procedure_concept_id IN ([procedure@colonoscopy]));
