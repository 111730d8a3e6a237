-- id: source-codes-of-condition
-- question: What are the 10 most common source codes recorded for type 2 diabetes?
-- paraphrase: Under which 10 source codes is type 2 diabetes most often recorded?
-- paraphrase: List the top 10 source codes of type 2 diabetes by number of records.
-- paraphrase: top 10 source codes for T2DM
-- topic: source-code
-- note: records whose source code is unknown to the vocabulary are left out
SELECT s.vocabulary_id AS vocabulary,
       s.concept_code AS code,
       s.concept_name AS source_concept,
       COUNT(co.condition_occurrence_id) AS records,
       COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN concept AS s ON s.concept_id = co.condition_source_concept_id
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND co.condition_source_concept_id <> 0
GROUP BY s.vocabulary_id, s.concept_code, s.concept_name
ORDER BY records DESC, vocabulary, code
LIMIT 10;
