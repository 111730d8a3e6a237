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
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@furosemide]))
  AND co.person_id IN (SELECT vo.person_id FROM visit_occurrence AS vo
                       WHERE vo.visit_concept_id IN ([visit@inpatient visit]));
