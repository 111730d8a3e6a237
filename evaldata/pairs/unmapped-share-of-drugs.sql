-- id: unmapped-share-of-drugs
-- question: What percentage of drug records is unmapped?
-- paraphrase: What share of the drug exposure records has no standard concept?
-- paraphrase: Of all drug records, what percent has concept 0?
-- paraphrase: do you know what percentage of drug records is unmapped?
-- topic: source-code
-- note: unmapped: the standard concept is 0
SELECT ROUND(100.0 * COUNT(de.drug_exposure_id) FILTER (WHERE de.drug_concept_id = 0)
             / NULLIF(COUNT(de.drug_exposure_id), 0), 2) AS percentage,
       COUNT(de.drug_exposure_id) FILTER (WHERE de.drug_concept_id = 0) AS unmapped_records,
       COUNT(de.drug_exposure_id) AS records
FROM drug_exposure AS de;
