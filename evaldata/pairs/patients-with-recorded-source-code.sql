-- id: patients-with-recorded-source-code
-- question: How many patients were recorded with exactly the ICD-9-CM source code 250.00?
-- paraphrase: What is the number of people whose records carry the ICD-9-CM source code 250.00 itself?
-- paraphrase: Count the patients with the source code 250.00 of ICD-9-CM as it was recorded.
-- topic: source-code
-- note: the code as it was recorded, whatever it maps to; other codes of the same meaning do not count
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN concept AS s ON s.concept_id = co.condition_source_concept_id
WHERE s.vocabulary_id = 'ICD9CM'
  AND s.concept_code = '250.00';
