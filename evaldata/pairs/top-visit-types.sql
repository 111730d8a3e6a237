-- id: top-visit-types
-- question: What are the 3 most common visit types?
-- paraphrase: Which 3 types of visit are the most frequent?
-- paraphrase: List the top 3 visit types by number of visits.
-- topic: top-n
-- note: ranked by the number of visits; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.visit_concept_id AS VARCHAR)) AS visit_type,
       r.visits
FROM (SELECT vo.visit_concept_id, COUNT(vo.visit_occurrence_id) AS visits
      FROM visit_occurrence AS vo
      WHERE vo.visit_concept_id <> 0
      GROUP BY vo.visit_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.visit_concept_id
ORDER BY visits DESC, visit_type
LIMIT 3;
