-- id: condition-and-condition-same-year
-- question: How many patients had both pneumonia and heart failure in the same year?
-- paraphrase: What is the number of people with pneumonia and heart failure in one calendar year?
-- paraphrase: Count the patients who were diagnosed with pneumonia and heart failure in the same calendar year.
-- paraphrase: pts w/ pneumonia and HF in the same yr, n?
-- topic: temporal
-- note: calendar years, by the start of each record; in either order
SELECT COUNT(DISTINCT c1.person_id) AS patients
FROM condition_occurrence AS c1
JOIN condition_occurrence AS c2 ON c2.person_id = c1.person_id
                               AND EXTRACT(YEAR FROM c2.condition_start_date) = EXTRACT(YEAR FROM c1.condition_start_date)
WHERE c1.condition_concept_id IN ([condition@pneumonia])
  AND c2.condition_concept_id IN ([condition@heart failure]);
