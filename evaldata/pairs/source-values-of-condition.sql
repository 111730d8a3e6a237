-- id: source-values-of-condition
-- question: What are the 10 most common source values recorded for heart failure?
-- paraphrase: Under which 10 source values is heart failure most often recorded?
-- paraphrase: List the top 10 source values of heart failure by number of records.
-- paraphrase: top 10 source values for HF
-- topic: source-code
-- note: source values are shown, not used to choose patients
SELECT co.condition_source_value AS source_value,
       COUNT(co.condition_occurrence_id) AS records,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
GROUP BY co.condition_source_value
ORDER BY records DESC, source_value
LIMIT 10;
