-- id: records-of-drug
-- question: How many prescriptions of metformin are there?
-- paraphrase: What is the number of metformin prescriptions?
-- paraphrase: Count the drug exposure records of metformin.
-- paraphrase: How often was metformin prescribed?
-- paraphrase: How many metformin prescriptions are there?
-- paraphrase: How many times was metformin prescribed?
-- paraphrase: # of metformn rx
-- topic: records
-- note: records, not patients
SELECT COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin]);
