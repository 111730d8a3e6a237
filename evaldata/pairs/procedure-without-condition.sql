-- id: procedure-without-condition
-- question: How many patients had a mammography but do not have breast cancer?
-- paraphrase: What is the number of people who underwent mammography without breast cancer?
-- paraphrase: Among patients who had a mammography, how many were never diagnosed with breast cancer?
-- paraphrase: mammography w/o breast cancer, n of pts?
-- topic: combination
-- note: no record of the condition at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@mammography])
  AND NOT EXISTS (SELECT 1 FROM condition_occurrence AS co
              WHERE co.person_id = po.person_id
                AND co.condition_concept_id IN ([condition@breast cancer]));
