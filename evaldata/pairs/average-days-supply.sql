-- id: average-days-supply
-- question: What is the average days supply of lisinopril prescriptions?
-- paraphrase: How many days of supply does a lisinopril prescription have on average?
-- paraphrase: What is the mean days supply per lisinopril prescription?
-- paraphrase: avg days supply of lisinopril rx
-- topic: drug-utilization
-- note: a days supply outside 1 to 365 is taken for an error and left out
-- note: trap: a days supply of 0 or of thousands is an error of entry, and one of them outweighs hundreds of true ones
SELECT ROUND(AVG(de.days_supply), 2) AS average_days,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@lisinopril])
  AND de.days_supply BETWEEN 1 AND 365;
