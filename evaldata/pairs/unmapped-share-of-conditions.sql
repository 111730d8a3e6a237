-- id: unmapped-share-of-conditions
-- question: What percentage of condition records is unmapped?
-- paraphrase: What share of the diagnosis records has no standard concept?
-- paraphrase: Of all condition records, what percent has concept 0?
-- topic: source-code
-- note: unmapped: the standard concept is 0
SELECT ROUND(100.0 * COUNT(co.condition_occurrence_id) FILTER (WHERE co.condition_concept_id = 0)
             / NULLIF(COUNT(co.condition_occurrence_id), 0), 2) AS percentage,
       COUNT(co.condition_occurrence_id) FILTER (WHERE co.condition_concept_id = 0) AS unmapped_records,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co;
