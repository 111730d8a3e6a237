-- id: products-of-drug
-- question: Which products of lisinopril are prescribed, by number of prescriptions?
-- paraphrase: How many prescriptions of each lisinopril product are there?
-- paraphrase: Number of prescriptions per product of lisinopril
-- paraphrase: just wondering which products of lisinopril are prescribed, by number of prescriptions
-- topic: drug-utilization
-- note: drugs as recorded
-- note: trap: an ingredient has generic, branded and combined products: all of its descendants, not those whose name begins with it
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.prescriptions, r.patients
FROM (SELECT de.drug_concept_id, COUNT(de.drug_exposure_id) AS prescriptions,
             COUNT(DISTINCT de.person_id) AS patients
      FROM drug_exposure AS de
      WHERE de.drug_concept_id IN ([drug@lisinopril])
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY prescriptions DESC, drug;
