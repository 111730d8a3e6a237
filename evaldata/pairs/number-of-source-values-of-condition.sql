-- id: number-of-source-values-of-condition
-- question: How many different source values are recorded for chronic kidney disease?
-- paraphrase: What is the number of distinct source values of chronic kidney disease?
-- paraphrase: Under how many different source values is chronic kidney disease recorded?
-- topic: source-code
SELECT COUNT(DISTINCT co.condition_source_value) AS source_values,
       COUNT(co.condition_occurrence_id) AS records
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@chronic kidney disease]);
