-- id: records-of-visits-by-type
-- question: How many visits are there, by visit type?
-- paraphrase: What is the number of visits of each type?
-- paraphrase: For each visit type, how many visits took place?
-- paraphrase: # of visits by visit type
-- topic: records
-- note: visits of unknown type (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.visit_concept_id AS VARCHAR)) AS visit_type,
       r.visits, r.patients
FROM (SELECT vo.visit_concept_id, COUNT(vo.visit_occurrence_id) AS visits,
             COUNT(DISTINCT vo.person_id) AS patients
      FROM visit_occurrence AS vo
      WHERE vo.visit_concept_id <> 0
      GROUP BY vo.visit_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.visit_concept_id
ORDER BY visits DESC, visit_type;
