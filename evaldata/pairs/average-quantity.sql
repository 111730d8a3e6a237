-- id: average-quantity
-- question: What is the average quantity of metformin prescriptions?
-- paraphrase: What quantity does a metformin prescription have on average?
-- paraphrase: What is the mean quantity dispensed per metformin prescription?
-- topic: drug-utilization
-- note: units of the product (tablets, say), not days; prescriptions without a quantity are left out
SELECT ROUND(AVG(de.quantity), 2) AS average_quantity,
       COUNT(de.drug_exposure_id) AS prescriptions
FROM drug_exposure AS de
WHERE de.drug_concept_id IN ([drug@metformin])
  AND de.quantity > 0;
