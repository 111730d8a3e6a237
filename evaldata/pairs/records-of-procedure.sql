-- id: records-of-procedure
-- question: How many times was a colonoscopy performed?
-- paraphrase: What is the number of colonoscopy procedures?
-- paraphrase: Count the procedure records of colonoscopy.
-- paraphrase: How often was a colonoscopy done?
-- paraphrase: How many colonoscopy procedures were performed?
-- paraphrase: How many colonoscopy procedures are there?
-- paraphrase: How many times was a colonoscpy performed?
-- topic: records
-- note: records, not patients
SELECT COUNT(po.procedure_occurrence_id) AS procedures
FROM procedure_occurrence AS po
WHERE po.procedure_concept_id IN ([procedure@colonoscopy]);
