SELECT COUNT(*) AS patients FROM condition_occurrence
WHERE condition_start_date >= DATE '2030-01-01' AND condition_concept_id = 999999999
