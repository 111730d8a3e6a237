SELECT CASE
         WHEN p.year_of_birth < 1950 THEN 'older'
         WHEN NOT (p.year_of_birth < 1950) THEN 'younger'
       END AS band,
       AVG(m.value_as_number) AS mean,
       COUNT(m.value_as_number) AS n
FROM measurement AS m
JOIN person AS p ON m.person_id = p.person_id
LEFT JOIN death AS d ON m.person_id = d.person_id AND d.death_date IS NOT NULL
WHERE m.measurement_concept_id IN ([measurement@HbA1c])
  AND p.year_of_birth IS NOT NULL
  AND d.death_date IS NULL
  AND m.value_as_number > 6.5
GROUP BY CASE
           WHEN p.year_of_birth < 1950 THEN 'older'
           WHEN NOT (p.year_of_birth < 1950) THEN 'younger'
         END
HAVING COUNT(m.value_as_number) > 10
