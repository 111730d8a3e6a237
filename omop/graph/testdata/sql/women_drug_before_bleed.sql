SELECT COUNT(DISTINCT p.person_id) AS women
FROM person AS p
JOIN drug_exposure AS d ON p.person_id = d.person_id
JOIN condition_occurrence AS c ON p.person_id = c.person_id
  AND d.drug_exposure_start_date < c.condition_start_date
WHERE p.gender_concept_id = 8532
  AND d.drug_concept_id IN ([drug@celecoxib])
  AND c.condition_concept_id IN (
    SELECT hierarchy.descendant_concept_id
    FROM concept_ancestor AS hierarchy
    WHERE hierarchy.ancestor_concept_id = 192671
    UNION ALL
    SELECT 192671
  )
