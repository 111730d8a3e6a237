-- id: top-specialties-by-visits
-- question: What are the 10 specialties with the most visits?
-- paraphrase: Which 10 specialties do patients visit most?
-- paraphrase: List the top 10 provider specialties by number of visits.
-- topic: top-n
-- note: visits without a provider, or whose provider has no known specialty, are left out
SELECT COALESCE(c.concept_name, CAST(r.specialty_concept_id AS VARCHAR)) AS specialty,
       r.visits
FROM (SELECT pr.specialty_concept_id, COUNT(vo.visit_occurrence_id) AS visits
      FROM visit_occurrence AS vo
      JOIN provider AS pr ON pr.provider_id = vo.provider_id
      WHERE pr.specialty_concept_id <> 0
      GROUP BY pr.specialty_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.specialty_concept_id
ORDER BY visits DESC, specialty
LIMIT 10;
