-- id: top-conditions-by-records
-- question: What are the 10 most frequent conditions by number of records?
-- paraphrase: Which 10 conditions have the most records?
-- paraphrase: List the top 10 diagnoses by number of records.
-- topic: top-n
-- note: unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(co.condition_concept_id AS VARCHAR)) AS condition,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
LEFT JOIN concept AS c ON c.concept_id = co.condition_concept_id
WHERE co.condition_concept_id <> 0
GROUP BY co.condition_concept_id, c.concept_name
ORDER BY records DESC, condition
LIMIT 10;
