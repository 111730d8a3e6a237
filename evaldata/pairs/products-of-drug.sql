-- id: products-of-drug
-- question: Which products of lisinopril are prescribed, by number of prescriptions?
-- paraphrase: How many prescriptions of each lisinopril product are there?
-- paraphrase: Number of prescriptions per product of lisinopril
-- topic: drug-utilization
-- note: drugs as recorded
-- note: trap: an ingredient has generic, branded and combined products: all of its descendants, not those whose name begins with it
SELECT c.concept_name AS drug,
       COUNT(de.drug_exposure_id) AS prescriptions,
       COUNT(DISTINCT de.person_id) AS patients
FROM drug_exposure AS de
JOIN concept AS c ON c.concept_id = de.drug_concept_id
WHERE de.drug_concept_id IN ([drug@lisinopril])
GROUP BY c.concept_id, c.concept_name
ORDER BY prescriptions DESC, drug;
