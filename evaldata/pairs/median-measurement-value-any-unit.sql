-- id: median-measurement-value-any-unit
-- question: What is the median creatinine value?
-- paraphrase: What is the median value of creatinine?
-- paraphrase: Median of the creatinine results
-- paraphrase: median creatinine
-- topic: measurement-value
-- note: values of different units are not mixed: one row a unit, the most common first
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY me.value_as_number) AS median_value,
       COALESCE(u.concept_name, 'no unit') AS unit,
       COUNT(me.measurement_id) AS measurements,
       COUNT(DISTINCT me.person_id) AS patients
FROM measurement AS me
LEFT JOIN concept AS u ON u.concept_id = me.unit_concept_id
                      AND u.concept_id <> 0
WHERE me.measurement_concept_id IN ([measurement@creatinine])
  AND me.value_as_number IS NOT NULL
GROUP BY u.concept_name
ORDER BY measurements DESC, unit;
