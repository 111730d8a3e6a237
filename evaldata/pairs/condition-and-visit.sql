-- id: condition-and-visit
-- question: How many patients with heart failure had an inpatient visit?
-- paraphrase: What is the number of people with heart failure who had at least one inpatient visit?
-- paraphrase: Among patients with heart failure, how many had an inpatient visit?
-- paraphrase: HF pts with inpatient visit, n?
-- topic: combination
-- note: any inpatient visit, whatever its reason
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND EXISTS (SELECT 1 FROM visit_occurrence AS vo
              WHERE vo.person_id = co.person_id
                AND vo.visit_concept_id IN ([visit@inpatient visit]));
