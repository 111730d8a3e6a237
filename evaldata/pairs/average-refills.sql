-- id: average-refills
-- question: What is the average number of refills of atorvastatin prescriptions?
-- paraphrase: How many refills does an atorvastatin prescription have on average?
-- paraphrase: What is the mean number of refills per atorvastatin prescription?
-- paraphrase: avg refills of atorvastatin rx
-- topic: drug-utilization
-- note: prescriptions without a number of refills are left out
SELECT ROUND(AVG(de.refills), 2) AS average_refills,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@atorvastatin])
  AND de.refills IS NOT NULL;
