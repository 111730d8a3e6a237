-- id: unmapped-share-of-procedures
-- question: What percentage of procedure records is unmapped?
-- paraphrase: What share of the procedure records has no standard concept?
-- paraphrase: Of all procedure records, what percent has concept 0?
-- topic: source-code
-- note: unmapped: the standard concept is 0
SELECT ROUND(100.0 * COUNT(po.procedure_occurrence_id) FILTER (WHERE po.procedure_concept_id = 0)
             / NULLIF(COUNT(po.procedure_occurrence_id), 0), 2) AS percentage,
       COUNT(po.procedure_occurrence_id) FILTER (WHERE po.procedure_concept_id = 0) AS unmapped_records,
       COUNT(po.procedure_occurrence_id) AS records
FROM procedure_occurrence AS po;
