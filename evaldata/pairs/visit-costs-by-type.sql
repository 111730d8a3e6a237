-- id: visit-costs-by-type
-- question: How much was paid for visits, by visit type?
-- paraphrase: What is the total amount paid for each visit type?
-- paraphrase: For each type of visit, what are the total costs?
-- topic: cost
-- note: amounts in the currency of the database; visits of unknown type (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.visit_concept_id AS VARCHAR)) AS visit_type,
       r.total_paid, r.visits
FROM (SELECT vo.visit_concept_id, ROUND(SUM(ct.total_paid), 2) AS total_paid,
             COUNT(DISTINCT vo.visit_occurrence_id) AS visits
      FROM visit_occurrence AS vo
      JOIN cost AS ct ON ct.cost_event_id = vo.visit_occurrence_id
                     AND ct.cost_domain_id = 'Visit'
      WHERE vo.visit_concept_id <> 0
      GROUP BY vo.visit_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.visit_concept_id
ORDER BY total_paid DESC, visit_type;
