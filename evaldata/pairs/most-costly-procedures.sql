-- id: most-costly-procedures
-- question: What are the 10 most costly procedures in total?
-- paraphrase: For which 10 procedures was the most paid in all?
-- paraphrase: List the top 10 procedures by total amount paid.
-- topic: cost
-- note: amounts in the currency of the database; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.total_paid, r.patients
FROM (SELECT po.procedure_concept_id, ROUND(SUM(ct.total_paid), 2) AS total_paid,
             COUNT(DISTINCT po.person_id) AS patients
      FROM procedure_occurrence AS po
      JOIN cost AS ct ON ct.cost_event_id = po.procedure_occurrence_id
                     AND ct.cost_domain_id = 'Procedure'
      WHERE po.procedure_concept_id <> 0
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY total_paid DESC, procedure
LIMIT 10;
