-- id: condition-and-three-drugs
-- question: How many patients with heart failure took lisinopril, metoprolol and furosemide?
-- paraphrase: What is the number of people with heart failure who were prescribed lisinopril, metoprolol and furosemide?
-- paraphrase: Among patients with heart failure, how many took lisinopril, metoprolol and furosemide?
-- paraphrase: HF pts on lisinopril, metoprolol and furosemide, n?
-- topic: combination
-- note: all three, in any order, at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@heart failure])
  AND co.person_id IN (SELECT de1.person_id FROM drug_exposure AS de1
                       WHERE de1.drug_concept_id IN ([drug@lisinopril]))
  AND co.person_id IN (SELECT de2.person_id FROM drug_exposure AS de2
                       WHERE de2.drug_concept_id IN ([drug@metoprolol]))
  AND co.person_id IN (SELECT de3.person_id FROM drug_exposure AS de3
                       WHERE de3.drug_concept_id IN ([drug@furosemide]));
