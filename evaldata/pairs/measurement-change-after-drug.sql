-- id: measurement-change-after-drug
-- question: By how much did LDL cholesterol in mg/dL change on average after patients started atorvastatin?
-- paraphrase: What is the mean change in LDL cholesterol in mg/dL from before to after the start of atorvastatin?
-- paraphrase: How much lower or higher is LDL cholesterol on average after starting atorvastatin, in mg/dL?
-- topic: measurement-value
-- note: the last value up to and the first value after the day of the first exposure, in patients who have both; 8840 is the unit mg/dL
WITH index_event AS (
  SELECT de.person_id, MIN(de.drug_exposure_start_date) AS first_date
  FROM drug_exposure AS de
  WHERE de.drug_concept_id IN ([drug@atorvastatin])
  GROUP BY de.person_id
), ranked AS (
  SELECT me.person_id, me.value_as_number, me.measurement_date > i.first_date AS is_after,
         ROW_NUMBER() OVER (PARTITION BY me.person_id, me.measurement_date > i.first_date
                            ORDER BY CASE WHEN me.measurement_date > i.first_date
                                          THEN me.measurement_date - i.first_date
                                          ELSE i.first_date - me.measurement_date END,
                                     me.measurement_id) AS nearness
  FROM index_event AS i
  JOIN measurement AS me ON me.person_id = i.person_id
  WHERE me.measurement_concept_id IN ([measurement@LDL cholesterol])
    AND me.value_as_number IS NOT NULL
    AND me.unit_concept_id = 8840
)
SELECT ROUND(AVG(a.value_as_number - b.value_as_number), 2) AS average_change,
       ROUND(AVG(b.value_as_number), 2) AS average_before,
       ROUND(AVG(a.value_as_number), 2) AS average_after,
       COUNT(DISTINCT a.person_id) AS patients
FROM ranked AS b
JOIN ranked AS a ON a.person_id = b.person_id
WHERE NOT b.is_after AND b.nearness = 1
  AND a.is_after AND a.nearness = 1;
