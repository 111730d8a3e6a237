-- id: top-procedures-in-year
-- question: What were the 10 most common procedures in 2009?
-- paraphrase: Which 10 procedures were most frequent in 2009?
-- paraphrase: List the top 10 procedures of 2009 by number of patients.
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.patients
FROM (SELECT po.procedure_concept_id, COUNT(DISTINCT po.person_id) AS patients
      FROM procedure_occurrence AS po
      WHERE po.procedure_concept_id <> 0
        AND EXTRACT(YEAR FROM po.procedure_date) = 2009
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY patients DESC, procedure
LIMIT 10;
