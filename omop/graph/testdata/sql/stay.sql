SELECT c.concept_name AS kind,
       CASE
         WHEN COUNT(*) = COUNT(CASE
                                 WHEN v.visit_end_date > v.visit_start_date + INTERVAL '7' DAY THEN 1
                                 WHEN NOT (v.visit_end_date > v.visit_start_date + INTERVAL '7' DAY) THEN 0
                               END) THEN SUM(CASE
                                               WHEN v.visit_end_date > v.visit_start_date + INTERVAL '7' DAY THEN 1
                                               WHEN NOT (v.visit_end_date > v.visit_start_date + INTERVAL '7' DAY) THEN 0
                                             END)
       END AS long,
       COUNT(*) AS visits
FROM visit_occurrence AS v
JOIN concept AS c ON v.visit_concept_id = c.concept_id
WHERE c.concept_name IS NOT NULL
  AND v.visit_start_date IS NOT NULL
GROUP BY c.concept_name
ORDER BY c.concept_name
