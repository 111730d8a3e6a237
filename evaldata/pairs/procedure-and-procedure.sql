-- id: procedure-and-procedure
-- question: How many patients had both a colonoscopy and a mammography?
-- paraphrase: What is the number of people who underwent colonoscopy and mammography?
-- paraphrase: Count the patients with a colonoscopy who also had a mammography.
-- paraphrase: Among patients who had a colonoscopy, how many also had a mammography?
-- paraphrase: How many patients had both a colonoscopy and a mamography?
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT po.person_id) AS patients
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@colonoscopy])
  AND po.person_id IN (SELECT other.person_id FROM procedure_occurrence AS other
                       WHERE other.procedure_concept_id IN ([procedure@mammography]));
