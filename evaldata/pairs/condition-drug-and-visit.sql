-- id: condition-drug-and-visit
-- question: How many patients with heart failure who took furosemide had an inpatient visit?
-- paraphrase: What is the number of people with heart failure who were prescribed furosemide and had an inpatient visit?
-- paraphrase: Among patients with heart failure on furosemide, how many had at least one inpatient visit?
-- paraphrase: # of HF pts on furosemide with an inpatient visit
-- topic: combination
-- note: in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND EXISTS (SELECT 1 FROM drug_exposure AS de
              WHERE de.person_id = co.person_id
                AND de.drug_concept_id IN ([drug@furosemide]))
  AND EXISTS (SELECT 1 FROM visit_occurrence AS vo
              WHERE vo.person_id = co.person_id
                AND vo.visit_concept_id IN ([visit@inpatient visit]));
