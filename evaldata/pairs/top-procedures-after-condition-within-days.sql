-- id: top-procedures-after-condition-within-days
-- question: What are the 10 most common procedures within 30 days after the first hip fracture?
-- paraphrase: Which 10 procedures are most frequent in the 30 days after patients are diagnosed with hip fracture?
-- paraphrase: List the top 10 procedures performed within 30 days after the first hip fracture.
-- topic: top-n
-- note: ranked by the number of patients; the day of the diagnosis is counted; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.procedure_concept_id AS VARCHAR)) AS procedure,
       r.patients
FROM (SELECT po.procedure_concept_id, COUNT(DISTINCT po.person_id) AS patients
      FROM (SELECT co.person_id, MIN(co.condition_start_date) AS first_date
            FROM condition_occurrence AS co
            WHERE co.condition_concept_id IN ([condition@hip fracture])
            GROUP BY co.person_id) AS index_event
      JOIN procedure_occurrence AS po ON po.person_id = index_event.person_id
      WHERE po.procedure_concept_id <> 0
        AND po.procedure_date BETWEEN index_event.first_date AND index_event.first_date + INTERVAL '30' DAY
      GROUP BY po.procedure_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.procedure_concept_id
ORDER BY patients DESC, procedure
LIMIT 10;
