-- id: top-conditions-before-procedure-within-days
-- question: What are the 10 most common conditions in the 90 days before the first coronary artery bypass graft?
-- paraphrase: Which 10 conditions are most frequent within 90 days before patients undergo coronary artery bypass graft?
-- paraphrase: Which 10 conditions most often precede a coronary artery bypass graft by no more than 90 days?
-- topic: top-n
-- note: ranked by the number of patients; the day of the procedure itself is not counted; unmapped records (concept 0) are left out
SELECT COALESCE(c.concept_name, CAST(r.condition_concept_id AS VARCHAR)) AS condition,
       r.patients
FROM (SELECT co.condition_concept_id, COUNT(DISTINCT co.person_id) AS patients
      FROM (SELECT po.person_id, MIN(po.procedure_date) AS first_date
            FROM procedure_occurrence AS po
            WHERE po.procedure_concept_id IN ([procedure@coronary artery bypass graft])
            GROUP BY po.person_id) AS index_event
      JOIN condition_occurrence AS co ON co.person_id = index_event.person_id
      WHERE co.condition_concept_id <> 0
        AND co.condition_start_date >= index_event.first_date - INTERVAL '90' DAY
        AND co.condition_start_date < index_event.first_date
      GROUP BY co.condition_concept_id) AS r
LEFT JOIN concept AS c ON c.concept_id = r.condition_concept_id
ORDER BY patients DESC, condition
LIMIT 10;
