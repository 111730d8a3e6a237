-- id: condition-and-either-drug
-- question: How many patients with hypertension took lisinopril or amlodipine?
-- paraphrase: What is the number of people with hypertension who were prescribed either lisinopril or amlodipine?
-- paraphrase: Among patients with hypertension, how many received at least one of lisinopril and amlodipine?
-- paraphrase: How many patients who took lisinopril or amlodipine have hypertension?
-- paraphrase: HTN pts on lisinopril or amlodipine, n?
-- paraphrase: How many patients with hypertnsion took lisinoprl or amlodipine?
-- topic: combination
-- note: one, the other or both
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND co.person_id IN (SELECT de.person_id FROM drug_exposure AS de
                       WHERE de.drug_concept_id IN ([drug@lisinopril], [drug@amlodipine]));
