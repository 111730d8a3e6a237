-- id: top-specialties
-- question: What are the 10 most common provider specialties?
-- paraphrase: Which 10 specialties have the most providers?
-- paraphrase: List the top 10 specialties by number of providers.
-- topic: top-n
-- note: ranked by the number of providers; providers without a known specialty are left out
SELECT COALESCE(c.concept_name, CAST(r.specialty_concept_id AS VARCHAR)) AS specialty,
       r.providers
FROM (SELECT pr.specialty_concept_id, COUNT(DISTINCT pr.provider_id) AS providers
      FROM provider AS pr
      WHERE pr.specialty_concept_id <> 0
      GROUP BY pr.specialty_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.specialty_concept_id
ORDER BY providers DESC, specialty
LIMIT 10;
