-- id: condition-and-condition-same-day
-- question: How many patients had heart failure and pneumonia recorded on the same day?
-- paraphrase: What is the number of people diagnosed with heart failure and pneumonia on the same day?
-- paraphrase: Count the patients whose heart failure and pneumonia were recorded on the same date.
-- paraphrase: HF and pneumonia on the same day, n of pts?
-- topic: temporal
-- note: on any day on which both are recorded
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN condition_occurrence AS other ON other.person_id = co.person_id
                    AND other.condition_start_date = co.condition_start_date
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND other.condition_concept_id IN ([condition@pneumonia]);
