-- id: condition-and-one-drug-not-other
-- question: How many patients with hypertension took lisinopril but not amlodipine?
-- paraphrase: What is the number of people with hypertension who were prescribed lisinopril without amlodipine?
-- paraphrase: Among patients with hypertension, how many received lisinopril and never took amlodipine?
-- paraphrase: HTN pts on lisinopril but not amlodipine, n?
-- topic: combination
-- note: no exposure to the second drug at any time
SELECT COUNT(DISTINCT co.person_id) AS patients
FROM condition_occurrence AS co
WHERE co.condition_concept_id IN ([condition@hypertension])
  AND co.person_id IN (SELECT de1.person_id FROM drug_exposure AS de1
                       WHERE de1.drug_concept_id IN ([drug@lisinopril]))
  AND NOT EXISTS (SELECT 1 FROM drug_exposure AS de2
              WHERE de2.person_id = co.person_id
                AND de2.drug_concept_id IN ([drug@amlodipine]));
