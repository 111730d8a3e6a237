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
  AND co.person_id IN (SELECT vo.person_id FROM visit_occurrence AS vo
                       WHERE vo.visit_concept_id IN ([visit@inpatient visit]));
