-- id: top-conditions-in-year
-- question: What were the 10 most common conditions in 2009?
-- paraphrase: Which 10 conditions were most frequent in 2009?
-- paraphrase: List the top 10 diagnoses of 2009 by number of patients.
-- paraphrase: top 10 conditions 2009
-- topic: top-n
-- note: ranked by the number of patients; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM condition_occurrence AS co
      WHERE co.condition_concept_id <> 0
        AND EXTRACT(YEAR FROM co.condition_start_date) = 2009
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
