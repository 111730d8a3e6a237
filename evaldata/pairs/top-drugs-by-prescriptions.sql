-- id: top-drugs-by-prescriptions
-- question: What are the 10 drugs with the most prescriptions?
-- paraphrase: Which 10 drugs are prescribed most often, by number of prescriptions?
-- paraphrase: List the top 10 drugs by number of prescriptions.
-- topic: top-n
-- note: unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.drug_concept_id AS VARCHAR)) AS drug,
       r.prescriptions
FROM (SELECT de.drug_concept_id, COUNT(de.drug_exposure_id) AS prescriptions
      FROM drug_exposure AS de
      WHERE de.drug_concept_id <> 0
      GROUP BY de.drug_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.drug_concept_id
ORDER BY prescriptions DESC, drug
LIMIT 10;
