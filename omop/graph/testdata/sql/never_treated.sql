SELECT EXTRACT(YEAR FROM t.first) AS year, COUNT(DISTINCT t.p) AS people
FROM (
  SELECT p.person_id AS p, MIN(c.condition_start_date) AS first
  FROM person AS p
  JOIN condition_occurrence AS c ON p.person_id = c.person_id
  WHERE c.condition_concept_id IN ([condition@type 2 diabetes])
    AND c.condition_start_date IS NOT NULL
  GROUP BY p.person_id
) AS t
WHERE NOT EXISTS (
    SELECT 1 AS found
    FROM person AS p2
    JOIN drug_exposure AS x ON p2.person_id = x.person_id
    WHERE x.drug_concept_id IN ([drug@metformin])
      AND x.drug_exposure_start_date <= t.first + INTERVAL '90' DAY
      AND x.drug_exposure_start_date >= t.first
      AND t.p = p2.person_id
  )
GROUP BY EXTRACT(YEAR FROM t.first)
ORDER BY EXTRACT(YEAR FROM t.first)
