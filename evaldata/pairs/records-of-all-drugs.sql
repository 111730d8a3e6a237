-- id: records-of-all-drugs
-- question: How many prescriptions are there in the database?
-- paraphrase: What is the total number of drug exposure records?
-- paraphrase: Count all prescriptions of any drug.
-- paraphrase: # of rx in the db
-- topic: records
-- note: records, not patients
SELECT COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de;
