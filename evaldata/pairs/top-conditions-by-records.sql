-- id: top-conditions-by-records
-- question: What are the 10 most frequent conditions by number of records?
-- paraphrase: Which 10 conditions have the most records?
-- paraphrase: List the top 10 diagnoses by number of records.
-- topic: top-n
-- note: unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.records
FROM (SELECT co.condition_concept_id, COUNT(co.condition_occurrence_id) AS records
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY records DESC, condition
LIMIT 10;
