-- id: top-unmapped-source-values
-- question: What are the 10 most common source values of unmapped condition records?
-- paraphrase: Which 10 condition source values without a standard concept are the most frequent?
-- paraphrase: List the top 10 source values of condition records with concept 0.
-- topic: source-code
-- note: unmapped: the standard concept is 0
SELECT co.condition_source_value AS source_value,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id = 0
GROUP BY co.condition_source_value
ORDER BY records DESC, source_value
LIMIT 10;
