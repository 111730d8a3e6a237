-- id: condition-without-measurement
-- question: How many patients with type 2 diabetes never had a urine albumin creatinine ratio measurement?
-- paraphrase: What is the number of people with type 2 diabetes without a urine albumin creatinine ratio measurement?
-- paraphrase: Among patients with type 2 diabetes, how many were not tested for urine albumin creatinine ratio?
-- paraphrase: T2DM pts w/o urine albumin creatinine ratio, n?
-- topic: combination
-- note: no such measurement at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@type 2 diabetes])
  AND NOT EXISTS (SELECT 1 FROM measurement AS me
              WHERE me.person_id = co.person_id
                AND me.measurement_concept_id IN ([measurement@urine albumin creatinine ratio]));
