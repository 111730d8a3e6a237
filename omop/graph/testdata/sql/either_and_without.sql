SELECT COUNT(DISTINCT t.p) AS people
FROM (
  SELECT p.person_id AS p
  FROM person AS p
  JOIN condition_occurrence AS co ON p.person_id = co.person_id
  WHERE co.condition_concept_id IN (
      SELECT hierarchy.descendant_concept_id
      FROM concept_ancestor AS hierarchy
      WHERE hierarchy.ancestor_concept_id = 201826
      UNION ALL
      SELECT 201826
    )
  UNION ALL
  SELECT p2.person_id AS p
  FROM person AS p2
  JOIN drug_exposure AS de ON p2.person_id = de.person_id
  WHERE de.drug_concept_id IN ([drug@metformin])
) AS t
WHERE NOT EXISTS (SELECT 1 AS found FROM death AS d WHERE t.p = d.person_id)
