SELECT k.concept_name AS name, COUNT(DISTINCT p.person_id) AS people
FROM person AS p
JOIN condition_occurrence AS co ON p.person_id = co.person_id
JOIN concept AS k ON co.condition_concept_id = k.concept_id
WHERE k.concept_name IS NOT NULL
GROUP BY co.condition_concept_id, k.concept_name
ORDER BY COUNT(DISTINCT p.person_id) DESC
LIMIT 10
