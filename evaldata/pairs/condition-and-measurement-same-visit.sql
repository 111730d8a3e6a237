-- id: condition-and-measurement-same-visit
-- question: How many patients had a creatinine measurement at the same visit as a diagnosis of chronic kidney disease?
-- paraphrase: What is the number of people with chronic kidney disease and a creatinine measurement at the same visit?
-- paraphrase: Count the patients whose chronic kidney disease and creatinine were recorded during the same visit.
-- paraphrase: # of pts with creatinine measurement at the same visit as a dx of CKD
-- topic: visit
-- note: both recorded at the same visit; records without a visit do not count
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
JOIN measurement AS me ON me.person_id = co.person_id
                     AND me.visit_occurrence_id = co.visit_occurrence_id
WHERE co.condition_concept_id IN ([condition@chronic kidney disease])
  AND me.measurement_concept_id IN ([measurement@creatinine]);
