-- id: providers-by-specialty
-- question: How many providers are there, by specialty?
-- paraphrase: What is the number of providers of each specialty?
-- paraphrase: For each specialty, how many providers are there?
-- paraphrase: # of providers by specialty
-- topic: provider
SELECT COALESCE(c.concept_name, 'unknown') AS specialty,
       COUNT(DISTINCT pr.provider_id) AS providers
FROM provider AS pr
LEFT JOIN concept AS c ON c.concept_id = pr.specialty_concept_id
                      AND c.concept_id <> 0
GROUP BY c.concept_name
ORDER BY providers DESC, specialty;
